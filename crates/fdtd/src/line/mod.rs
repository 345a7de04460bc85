//! Ports at the ends of lines: where a wave is launched, and where voltage and current are measured.
//!
//! A line along an axis carries V(y) = A e^{-j beta y} + B e^{+j beta y} and Z I(y) = A e^{-j beta y} - B e^{+j beta y}, y into the model. Voltages
//! are measured on several planes of nodes and currents half a cell away, where the grid has them; beta, Z, A and B follow from their spectra (crate
//! `poynting`, network), so that the port needs no termination of its own, and the reflection from the PML behind it is one more wave from there.
//!
//! On a two-conductor line V is the integral of E from one to the other, and I the circulation of H around the strip or the inner
//! conductor. In a hollow waveguide both are projections on the field e of the mode in its cross-section,
//!
//! ```text
//! V = sum e E dA,   I = sum (e x n) H dA,   sum e^2 dA = 1
//! ```
//!
//! so that Re(V I^*)/2 is the power in either case. With a and b the sides of the cross-section, x from 0 to a, y from 0 to b (D. M. Pozar,
//! Microwave Engineering, 4th ed., sec. 3.3),
//!
//! ```text
//! TE  e = ( (n/b) cos(m pi x/a) sin(n pi y/b), -(m/a) sin(m pi x/a) cos(n pi y/b))
//! TM  e = ( (m/a) cos(m pi x/a) sin(n pi y/b),  (n/b) sin(m pi x/a) cos(n pi y/b))
//! ```
//!
//! which are also modes of a uniform grid. The source is a current sheet with the distribution of E, on a two-conductor line its static field
//! (`mode.rs`): J = -2 E/(eta0 d) on cells of length d along the line launches about E each way.

mod coupled;
mod mode;
mod section;

use crate::error::FdtdError;
pub use coupled::{CoupledLines, Gains, LineSection, PortLine, groups};
pub use mode::Plane;
use poynting_grid::{Grid, Layout, Spot, dual_length};
use poynting_physics::constants::ETA0;
use poynting_scene::{Component, LinePort};
pub use section::Launch;
use section::Section;

/// Maximum number of planes on which voltages are measured.
const MOST_PLANES: usize = 16;
/// Minimum number of cells of the box along the line.
const FEWEST_CELLS: usize = 8;
/// The part of the box, starting at the source, in which fields settle before they are measured.
const SETTLING: f64 = 0.4;

/// A voltage or a current at one position on a line.
#[derive(Debug, Clone)]
pub struct Tap {
    /// Distance from the reference plane into the model.
    pub position: f64,
    /// The spots and weights that form it.
    pub terms: Vec<(Spot, f64)>,
}

/// A port of a line on the grid.
#[derive(Debug, Clone)]
pub struct LineOnGrid {
    /// Voltages, in order into the model.
    pub voltages: Vec<Tap>,
    /// Currents into the model, half a cell from each of them.
    pub currents: Vec<Tap>,
    /// The source distribution.
    pub launch: Launch,
    /// The plane of nodes where the wave is launched, and the last plane.
    pub ends: [usize; 2],
    /// Current density over E, for a current sheet that launches E each way.
    pub density: f64,
}

impl LineOnGrid {
    /// Puts a port on the grid.
    pub fn new(port: &LinePort, grid: &Grid, layout: &Layout) -> Result<Self, FdtdError> {
        let axis = port.axis;
        let problem = |problem: String| FdtdError::Port {
            port: port.name.clone(),
            problem,
        };
        let [first, last] = [port.from[axis], port.to[axis]].map(|x| grid.nearest_line(axis, x));
        let cells = last - first;
        if cells < FEWEST_CELLS {
            return Err(problem(format!(
                "is {cells} cells long, but {FEWEST_CELLS} are needed for the wave to settle and be measured; lengthen it or refine the grid along it"
            )));
        }
        let section = Section::new(port, grid).map_err(|what| problem(what.to_owned()))?;
        // Counted from the launch plane.
        let node = |n: usize| if port.sign > 0.0 { first + n } else { last - n };
        let settled = (SETTLING * cells as f64).ceil() as usize;
        let stride = (cells - settled).div_ceil(MOST_PLANES - 1).max(1);
        let planes: Vec<usize> = (settled..=cells).step_by(stride).map(node).collect();
        let lines = &grid.lines[axis];
        let from_plane = |x: f64| port.sign * (x - port.plane);
        let voltage = |k: &usize| Tap {
            position: from_plane(lines[*k]),
            terms: spots(axis, *k, &section.voltage),
        };
        let current = |k: &usize| {
            // The cell on the side of the model, so that a mirrored port measures the mirror image.
            let cell = if port.sign > 0.0 {
                (*k).min(last - 1)
            } else {
                (*k).max(first + 1) - 1
            };
            let signed = section
                .current
                .iter()
                .map(|(c, n, w)| (*c, *n, port.sign * w));
            Tap {
                position: from_plane(f64::midpoint(lines[cell], lines[cell + 1])),
                terms: spots(axis, cell, &signed.collect::<Vec<_>>()),
            }
        };
        let feed = node(0);
        let cell = dual_length(grid, axis, feed, layout.periodic[axis]);
        Ok(Self {
            voltages: planes.iter().map(voltage).collect(),
            currents: planes.iter().map(current).collect(),
            launch: section.launch,
            ends: [feed, node(cells)],
            density: -2.0 / (ETA0 * cell),
        })
    }
}

/// A component at a node of the cross-section, with its weight.
type Weight = (Component, [usize; 2], f64);

/// The spots of a cross-section on plane `k` of an axis.
fn spots(axis: usize, k: usize, weights: &[Weight]) -> Vec<(Spot, f64)> {
    let spot = |(component, [a, b], weight): &Weight| {
        let mut node = [0; 3];
        (node[axis], node[(axis + 1) % 3], node[(axis + 2) % 3]) = (k, *a, *b);
        let component = *component;
        (Spot { node, component }, *weight)
    };
    weights.iter().map(spot).collect()
}
