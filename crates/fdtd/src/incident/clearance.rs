//! The clearance of a plane wave's box. The incident field is known in free space only, so nothing else may touch the
//! surface.

use crate::error::FdtdError;
use crate::incident::wave::PlaneWave;
use poynting_geometry::{Aabb, Degeneracy, Solid};
use poynting_grid::Meshed;
use poynting_scene::{MaterialId, MaterialKind, Medium, Point, Scene};

/// Sample points lie inside a cell by this fraction of it.
const INSIDE: f64 = 1e-6;

/// A scene on its grid.
#[derive(Debug, Clone, Copy)]
pub struct MeshedScene<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// Its grid.
    pub meshed: &'a Meshed,
    /// Its structures.
    pub solids: &'a [(Solid, MaterialId)],
}

impl PlaneWave {
    /// Rejects whatever crosses the surface of the box, and lists what lies outside it.
    pub fn check(&self, model: MeshedScene<'_>) -> Result<Vec<String>, FdtdError> {
        let layers = self.layers_of_cells(model);
        let mut warnings = Vec::new();
        for (n, structure) in model.scene.structures.iter().enumerate() {
            if model.is_free_space(n) {
                continue;
            }
            if layers.iter().any(|layer| model.touches(n, layer)) {
                return Err(self.refused(format!(
                    "has a box whose surface touches structure `{}`, but the incident field is known in free space only; enlarge the \
                     box to contain the structure with at least one empty cell on every side",
                    structure.name
                )));
            }
            if self.leaves_out(model, &model.solids[n].0.bounds()) {
                warnings.push(format!(
                    "structure `{}` lies outside the box of source `{}`, so the wave does not illuminate it",
                    structure.name, self.name
                ));
            }
        }
        for wire in &model.scene.wires {
            let mut pieces = wire.points.windows(2).map(|ends| Aabb {
                min: std::array::from_fn(|a| ends[0][a].min(ends[1][a])),
                max: std::array::from_fn(|a| ends[0][a].max(ends[1][a])),
            });
            if pieces.any(|piece| layers.iter().any(|layer| meets(layer, &piece))) {
                return Err(self.refused(format!(
                    "has a box whose surface touches wire `{}`; enlarge the box to contain the wire with at least one empty cell on every side",
                    wire.name
                )));
            }
        }
        for port in &model.scene.ports {
            let bounds = Aabb {
                min: port.from,
                max: port.to,
            };
            if layers.iter().any(|layer| meets(layer, &bounds)) {
                return Err(self.refused(format!(
                    "has a box whose surface touches port `{}`; enlarge the box to contain the port with at least one empty cell on every side",
                    port.name
                )));
            }
        }
        Ok(warnings)
    }

    /// For each face, the cells before and behind it.
    fn layers_of_cells(&self, model: MeshedScene<'_>) -> Vec<Aabb> {
        let lines = &model.meshed.grid.lines;
        let sides = (0..3).flat_map(|a| [0, 1].map(|side| (a, side)));
        let sides = sides.filter(|(a, side)| self.faces[*a][*side]);
        let layer = |(normal, side): (usize, usize)| {
            let ends: [[f64; 2]; 3] = std::array::from_fn(|a| {
                let [low, high] = if a == normal {
                    [self.nodes[a][side]; 2]
                } else {
                    self.nodes[a]
                };
                // Next to an omitted face the grid has no cells.
                let beside = |side: usize| usize::from(a == normal || self.faces[a][side]);
                [lines[a][low - beside(0)], lines[a][high + beside(1)]]
            });
            Aabb {
                min: ends.map(|[low, _]| low),
                max: ends.map(|[_, high]| high),
            }
        };
        sides.map(layer).collect()
    }

    /// Whether something extends beyond a face of the box.
    fn leaves_out(&self, model: MeshedScene<'_>, bounds: &Aabb) -> bool {
        let lines = &model.meshed.grid.lines;
        (0..3).any(|a| {
            let [low, high] = self.nodes[a].map(|n| lines[a][n]);
            (self.faces[a][0] && bounds.min[a] < low) || (self.faces[a][1] && bounds.max[a] > high)
        })
    }
}

/// Whether the open box and the closed one intersect.
fn meets(open: &Aabb, closed: &Aabb) -> bool {
    (0..3).all(|a| {
        let slack = INSIDE * (open.max[a] - open.min[a]);
        closed.min[a] < open.max[a] - slack && closed.max[a] > open.min[a] + slack
    })
}

impl MeshedScene<'_> {
    fn is_free_space(&self, structure: usize) -> bool {
        let material = self.solids[structure].1;
        self.scene.materials[material.0 as usize].kind == MaterialKind::Medium(Medium::VACUUM)
    }

    /// Whether a structure fills part of these cells, or lies in them as a sheet.
    fn touches(&self, structure: usize, cells: &Aabb) -> bool {
        let solid = &self.solids[structure].0;
        if !meets(cells, &solid.bounds()) {
            return false;
        }
        let mut flattened = self.meshed.flattened.iter();
        if solid.degeneracy() != Degeneracy::None || flattened.any(|f| f.structure == structure) {
            return true;
        }
        let part = cells.intersection(&solid.bounds());
        let [xs, ys, zs] = [0, 1, 2].map(|a| self.samples(a, [part.min[a], part.max[a]]));
        xs.iter().any(|x| {
            ys.iter()
                .any(|y| zs.iter().any(|z| self.is_of(structure, [*x, *y, *z])))
        })
    }

    /// Centres and ends of the cells within a range along an axis.
    fn samples(&self, axis: usize, [from, to]: [f64; 2]) -> Vec<f64> {
        let cells = self.meshed.grid.lines[axis].windows(2);
        let cells = cells.filter(|w| w[0] < to && w[1] > from);
        cells
            .flat_map(|w| [INSIDE, 0.5, 1.0 - INSIDE].map(|u| w[0] + u * (w[1] - w[0])))
            .collect()
    }

    /// Whether a structure is the one that fills a point.
    fn is_of(&self, structure: usize, at: Point) -> bool {
        let later = &self.solids[structure + 1..];
        self.solids[structure].0.contains(at) && !later.iter().any(|(solid, _)| solid.contains(at))
    }
}
