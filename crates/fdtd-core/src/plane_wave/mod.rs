//! The incident field of a plane wave, tabulated along lines.
//!
//! Each component of a plane wave on a Yee grid depends only on time and on one coordinate along a line: the
//! distance xi = k . (r - r0) in its direction, or the node number along an axis. The host tabulates the six
//! components on the points of that line for the steps of a block; a total-field/scattered-field surface (A. Taflove
//! and S. C. Hagness, Computational Electrodynamics, 3rd ed., ch. 5) reads the values it needs from the table.
//!
//! Such a surface leaks to the extent that the table fails to solve the *discrete* equations, so both lines are
//! discrete:
//!
//! - [`axial`]: along an axis, a one-dimensional Yee grid with the spacings of that axis, also with a transverse wave
//!   vector (J. B. Schneider, IEEE Trans. Antennas Propag. 52, 3280, 2004, says why anything else leaks);
//! - [`oblique`]: in any direction on uniform cells, the discrete plane wave (T. Tan and M. Potter, IEEE Trans. Antennas
//!   Propag. 58, 2641, 2010) by filters in time.
//!
//! **The table.** [`IncidentLine::fill`] writes `table[(t * components + c) * points + m]`: step `first_step + t`,
//! component c in the order of [`Component::ALL`], point m. The row of step n holds E at (n + 1) dt, with which the
//! surface corrects H in that step, and H at (n + 1/2) dt, with which it corrects E. A line with a transverse wave vector is
//! complex and has twelve components: the real parts, then the imaginary ones; the surface multiplies by
//! e^{-j k_t . rho} with the transverse position rho of the component itself.
//!
//! **Reading it.** [`IncidentLine::place`] names, for a component of a node, the first of six consecutive points
//! and where between them the component lies; [`lagrange`] has the weights. Along an axis one weight is 1 and the others 0.

pub mod axial;
pub mod discrete;
pub mod filter;
pub mod lagrange;
pub mod oblique;

use axial::AxialLine;
use lagrange::Place;
use oblique::ObliqueLine;
use poynting_exec::FlushToZero;
use poynting_grid::Grid;
use poynting_scene::Component;

/// The table of a plane wave, block after block.
#[derive(Debug, Clone)]
pub enum IncidentLine {
    /// Along an axis.
    Axial(AxialLine),
    /// In any direction.
    Oblique(ObliqueLine),
}

impl IncidentLine {
    /// Number of points of the line, including those beyond its ends needed for interpolation.
    pub fn points(&self) -> usize {
        match self {
            Self::Axial(line) => line.points(),
            Self::Oblique(line) => line.points(),
        }
    }

    /// Rows of points per step: six, or twelve for a complex line.
    pub fn components(&self) -> usize {
        match self {
            Self::Axial(line) => line.components(),
            Self::Oblique(_) => Component::ALL.len(),
        }
    }

    /// Writes the steps starting at `first_step`. Any step may be requested; consecutive steps are fastest.
    ///
    /// # Panics
    /// If `table` does not hold `steps * components * points` values.
    pub fn fill(&mut self, first_step: u64, steps: usize, table: &mut [f64]) {
        assert_eq!(table.len(), steps * self.components() * self.points());
        let _guard = FlushToZero::on();
        match self {
            Self::Axial(line) => line.fill(first_step, steps, table),
            Self::Oblique(line) => line.fill(first_step, steps, table),
        }
    }

    /// The position on the line of a component of a node of the three-dimensional grid; `None` beyond its ends.
    pub fn place(&self, grid: &Grid, component: Component, node: [usize; 3]) -> Option<Place> {
        match self {
            Self::Axial(line) => line.place(node),
            Self::Oblique(line) => {
                line.place(poynting_grid::stencil::position(grid, component, node))
            }
        }
    }

    /// When the incident field has left the line; `None` if it never does.
    pub fn end(&self) -> Option<f64> {
        match self {
            Self::Axial(line) => line.end(),
            Self::Oblique(line) => line.end(),
        }
    }
}
