//! The time step allowed by thin wires: the smallest over their cells. The effect of curved metal on a cell next to a wire
//! (`coefficients/conformal.rs`) is not included.

use crate::wire::Wires;
use poynting_fdtd_core::cell_bound::CellShape;
use poynting_grid::{Grid, Layout, Spot};
use poynting_scene::{Component, Scene};
use std::collections::BTreeMap;

/// The cell with the smallest time step.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Slowest {
    /// Index of the wire.
    wire: usize,
    /// Time step times the speed of light, in metres.
    step: f64,
}

impl Wires {
    /// The largest stable time step for waves no faster than `speed`, and the reason if it is smaller than the cells alone
    /// would allow.
    pub fn step_limit(
        &self,
        scene: &Scene,
        (grid, layout): (&Grid, &Layout),
        speed: f64,
    ) -> (f64, Option<String>) {
        let limit = grid.courant_limit(speed);
        match self.slowest(grid, layout) {
            Some(Slowest { wire, step }) if step < limit * speed => {
                let cause = format!(
                    "wire `{}`, around which eps is small, limits the time step to {:.2} times what the cells allow",
                    scene.wires[wire].name,
                    step / (limit * speed)
                );
                (step / speed, Some(cause))
            }
            _ => (limit, None),
        }
    }

    /// The wire whose cells need the smallest time step.
    fn slowest(&self, grid: &Grid, layout: &Layout) -> Option<Slowest> {
        let factors: BTreeMap<Spot, f64> = self.scales().map(|(spot, f, _)| (spot, f)).collect();
        let mut slowest: Option<Slowest> = None;
        for (spot, _, wire) in self.scales() {
            for cell in cells(spot, layout) {
                let step = self.step(cell, &factors, (grid, layout));
                if slowest.is_none_or(|s| step < s.step) {
                    slowest = Some(Slowest { wire, step });
                }
            }
        }
        slowest
    }

    /// c dt of a cell: q = 2/(c dt)^2.
    fn step(
        &self,
        cell: [usize; 3],
        factors: &BTreeMap<Spot, f64>,
        (grid, layout): (&Grid, &Layout),
    ) -> f64 {
        let at = |component: Component, sides: [usize; 3]| Spot {
            node: std::array::from_fn(|a| layout.wrap(a, cell[a] + sides[a])),
            component,
        };
        let factor = |spot: Spot| factors.get(&spot).copied().unwrap_or(1.0);
        let masses = std::array::from_fn(|e| {
            let axis = e / 4;
            let mut sides = [0; 3];
            sides[(axis + 1) % 3] = e % 2;
            sides[(axis + 2) % 3] = e % 4 / 2;
            let spot = at(Component::ALL[axis], sides);
            if self.metal.contains(&spot) {
                0.0
            } else {
                factor(spot)
            }
        });
        let faces = std::array::from_fn(|f| {
            let mut sides = [0; 3];
            sides[f / 2] = f % 2;
            factor(at(Component::ALL[3 + f / 2], sides))
        });
        let shape = CellShape {
            edges: [1.0; 12],
            faces,
            size: std::array::from_fn(|a| grid.lines[a][cell[a] + 1] - grid.lines[a][cell[a]]),
        };
        (2.0 / shape.least_q(&masses)).sqrt()
    }
}

/// The cells bounded by an edge or a face.
fn cells(spot: Spot, layout: &Layout) -> impl Iterator<Item = [usize; 3]> {
    let axis = spot.component.axis();
    let is_edge = spot.component.is_electric();
    let choices: [Vec<usize>; 3] = std::array::from_fn(|a| {
        // An edge lies between cells transverse to it, a face between those along it.
        if (a == axis) == is_edge {
            return vec![spot.node[a]];
        }
        let after = (spot.node[a] < layout.cells[a]).then_some(spot.node[a]);
        layout
            .cell_before(a, spot.node[a])
            .into_iter()
            .chain(after)
            .collect()
    });
    let [xs, ys, zs] = choices;
    let pairs = xs
        .into_iter()
        .flat_map(move |x| ys.clone().into_iter().map(move |y| (x, y)));
    pairs.flat_map(move |(x, y)| zs.clone().into_iter().map(move |z| [x, y, z]))
}
