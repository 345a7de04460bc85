//! Inputs of the coefficients: grid, shapes and materials, and the cells around a node.

use crate::coefficients::average::NodeCells;
use crate::coefficients::overrides::Overrides;
use crate::coefficients::skin::Skins;
use poynting_geometry::Solid;
use poynting_grid::{Grid, Layers, Layout, lengths};
use poynting_scene::{Material, MaterialId, Surfaces, Wall};

/// Inputs of the coefficients.
#[derive(Debug)]
pub struct CoefficientInputs<'a> {
    /// The grid.
    pub grid: &'a Grid,
    /// Cells of the PML behind each face.
    pub layers: Layers,
    /// The row layout.
    pub layout: &'a Layout,
    /// The boundary at each face.
    pub walls: [[Wall; 2]; 3],
    /// The materials by index.
    pub materials: &'a [Material],
    /// The solids, later ones on top.
    pub solids: &'a [(Solid, MaterialId)],
    /// The surfaces of conductors.
    pub skins: &'a Skins,
    /// Sheets, wires and loads.
    pub overrides: &'a Overrides,
    /// How surfaces off the grid lines are treated.
    pub surfaces: Surfaces,
    /// Time step.
    pub dt: f64,
}

/// Columns of cells around a row of nodes: the one before it and the next two after it, along x and y.
pub type Columns<'p> = [[Option<&'p [MaterialId]>; 3]; 3];

impl CoefficientInputs<'_> {
    /// The cells before and after a node along an axis, if any.
    pub fn cells_around(&self, axis: usize, node: usize) -> [Option<usize>; 2] {
        let after = (node < self.layout.cells[axis]).then_some(node);
        [self.layout.cell_before(axis, node), after]
    }

    /// The same, and the next one.
    pub fn cells_near(&self, axis: usize, node: usize) -> [Option<usize>; 3] {
        let [before, after] = self.cells_around(axis, node);
        let next = after.and_then(|_| self.cells_around(axis, self.layout.wrap(axis, node + 1))[1]);
        [before, after, next]
    }

    /// The columns of cells around row j, from the planes of cells around its node along x.
    pub fn columns<'p>(&self, planes: [Option<&'p [MaterialId]>; 3], j: usize) -> Columns<'p> {
        let nz = self.layout.cells[2];
        let rows = self.cells_near(1, j);
        planes.map(|plane| rows.map(|j| Some(&plane?[j? * nz..(j? + 1) * nz])))
    }

    /// The cells around a node of a row between these columns of cells.
    pub fn node_cells(&self, columns: &Columns<'_>, node: [usize; 3]) -> NodeCells {
        let n = self.layout.cells;
        let layers = self.cells_around(2, node[2]);
        let at = |c: Option<&[MaterialId]>, k: Option<usize>| Some(c?[k?]);
        let columns = [0, 1].map(|x| [0, 1].map(|y| columns[x][y]));
        NodeCells {
            cells: columns.map(|pair| pair.map(|column| layers.map(|k| at(column, k)))),
            lengths: std::array::from_fn(|a| {
                lengths(self.grid, a, node[a], self.layout.periodic[a])
            }),
            electric_wall: std::array::from_fn(|a| {
                (node[a] == 0 && self.walls[a][0] == Wall::Pec)
                    || (node[a] == n[a] && self.walls[a][1] == Wall::Pec)
            }),
        }
    }
}
