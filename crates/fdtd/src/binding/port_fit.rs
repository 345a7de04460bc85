//! Whether the port of a line fits the line it is placed on.
//!
//! The mode of a `waveguide` port is that of a hollow waveguide enclosed by metal walls: elsewhere, on an open dielectric guide for example, it is
//! not a mode, and the measured waves are meaningless. The rim of its cross-section is tested for metal on three planes.
//!
//! A coaxial line of 1 mm and 2.3 mm (49.92 ohm in closed form, 59.94 ohm ln(b/a)) has 49.8 ohm on the grid with 5 and more cells between the
//! conductors, 49.1 ohm with 4, 46.6 with 3 and 44.3 with 2.5; with fewer it is no longer a line, even where errors cancel.

use crate::binding::bodies::Bodies;
use poynting_scene::{Line, LinePort, Point, Wall};

/// Positions along a side of the cross-section tested for metal.
const PLACES: u32 = 9;
/// Distances outside, in cells, tested for metal.
const DEPTHS: [f64; 6] = [0.0, 0.02, 0.1, 0.25, 0.5, 1.0];
/// The part of the rim that must be metal: walls may have slots.
const ENCLOSED: f64 = 0.9;
/// Minimum and recommended number of cells between the conductors of a coaxial line.
const CELLS_ACROSS: [f64; 2] = [3.9, 5.0];

impl Bodies<'_> {
    /// The problem with the position of a port.
    pub fn misplaced(&self, port: &LinePort) -> Option<String> {
        let Line::Guide(_) = port.line else {
            return None;
        };
        let (found, asked) = self.rim(port);
        let part = f64::from(found) / f64::from(asked.max(1));
        (asked > 0 && part < ENCLOSED).then(|| {
            format!(
                "is a hollow-waveguide port, but only {:.0} % of the rim of its cross-section is metal: its mode needs metal walls on all sides; set `from` and \
                 `to` to the cross-section of the guide. There is no port for an open dielectric guide: drive it with a `dipole` source and measure the power with `flux` monitors",
                100.0 * part
            )
        })
    }

    /// A message about the cells of a port.
    pub fn coarse(&self, port: &LinePort) -> Option<String> {
        let Line::Coaxial { inner } = port.line else {
            return None;
        };
        let across = port.across();
        let outer = 0.5 * (port.to[across[0]] - port.from[across[0]]);
        let gap = outer - inner;
        let cells = across.map(|a| {
            let middle = f64::midpoint(port.from[a], port.to[a]);
            let place = |x: f64| self.place(a, x);
            let upper = place(middle + outer) - place(middle + inner);
            let lower = place(middle - inner) - place(middle - outer);
            upper.min(lower)
        });
        let fewest = cells[0].min(cells[1]);
        (fewest < CELLS_ACROSS[0]).then(|| {
            format!(
                "port `{}` has {fewest:.1} cells between its conductors: its impedance may be off by 10 %; use at least 5, which needs cells of {} or less",
                port.name,
                poynting_grid::text::length(gap / CELLS_ACROSS[1])
            )
        })
    }

    /// A coordinate in cells.
    fn place(&self, axis: usize, x: f64) -> f64 {
        let grid = self.context.grid;
        let lines = &grid.lines[axis];
        let cell = grid.locate(axis, x).min(lines.len() - 2);
        cell as f64 + (x - lines[cell]) / (lines[cell + 1] - lines[cell])
    }

    /// The number of rim positions with metal, and the number tested.
    fn rim(&self, port: &LinePort) -> (u32, u32) {
        let (mut found, mut asked) = (0, 0);
        let [a, b] = port.across();
        for (across, along) in [(a, b), (b, a)] {
            for (side, x, outward) in [(0, port.from[across], -1.0), (1, port.to[across], 1.0)] {
                let wall = self.wall(across, side, x);
                if matches!(wall, Some(wall) if wall != Wall::Pec && wall != Wall::Pml) {
                    // A periodic or symmetry boundary is neither a wall nor a missing wall.
                    continue;
                }
                for n in 0..3 * PLACES {
                    let part = |n: u32, of: u32| (f64::from(n) + 0.5) / f64::from(of);
                    let within = |axis: usize, part: f64| {
                        port.from[axis] + part * (port.to[axis] - port.from[axis])
                    };
                    let mut at: Point = [x; 3];
                    at[along] = within(along, part(n % PLACES, PLACES));
                    at[port.axis] = within(port.axis, part(n / PLACES, 3));
                    asked += 1;
                    let is_wall = wall == Some(Wall::Pec);
                    found += u32::from(is_wall || self.is_metal_beyond(at, across, outward));
                }
            }
        }
        (found, asked)
    }

    fn is_metal_beyond(&self, at: Point, axis: usize, outward: f64) -> bool {
        let cell = self.cell(axis, at[axis]);
        DEPTHS.into_iter().any(|depth| {
            let mut there = at;
            there[axis] += outward * depth * cell;
            self.is_metal(there)
        })
    }

    /// The boundary of the domain at a coordinate, if there is one.
    fn wall(&self, axis: usize, side: usize, x: f64) -> Option<Wall> {
        let domain = &self.scene.domain;
        let end = [domain.from[axis], domain.to[axis]][side];
        let near = (x - end).abs() < 0.01 * self.cell(axis, x);
        near.then_some(self.scene.boundary.walls[axis][side])
    }
}
