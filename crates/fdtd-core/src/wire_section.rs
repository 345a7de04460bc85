//! The transverse section of a thin wire.
//!
//! On a lattice of cells da x db a line charge q at a node sends the fraction atan(db/da)/pi of its flux through each edge along a:
//! the angle subtended by the dual face of the edge. The sum over all waves of the lattice,
//!
//! ```text
//! phi(0) - phi(n da) = q/(2 pi eps) int_0^pi (1 - cos n t)/(gb sinh s) dt,   sinh(s/2) = db/da sin(t/2),   gb = da/db
//! ```
//!
//! has the antiderivative artanh(x/sqrt(1 + (db/da)^2 (1 - x^2))) in x = cos(t/2), which for large n leaves
//! q/(2 pi eps) ln(n da/r0) with
//!
//! ```text
//! r0 = e^{-gamma}/4 sqrt(da^2 + db^2)
//! ```
//!
//! (e^{-gamma}/2^1.5 = 0.1985 of a square cell; for wells in a reservoir: D. W. Peaceman, SPE J. 23 (1983) 531). So the bare edges of
//! the grid act as a wire of radius r0. A wire of radius r has a potential higher by q/(2 pi eps) ln(r0/r) at the same fluxes. If
//! that is added to the voltage q R/eps of each of the four edges, all fields beyond them remain unchanged:
//!
//! ```text
//! 1/m = 1 + ln(r0/r)/(2 pi R),   R = (share of the flux) da/db
//! ```
//!
//! is the divisor of eps of the edge. For square cells it is 1 + (2/pi) ln(r0/r).
//!
//! Where neighbouring cells differ, r0 is computed from their means and the share of each edge from the angle of its own dual face.
//! Tested against the capacitance of a wire in a metal box.

use std::f64::consts::{PI, TAU};

/// Euler's constant.
const GAMMA: f64 = 0.577_215_664_901_532_9;

/// The four cells around a wire, in the transverse plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WireSection {
    /// Lengths before and after the wire along each of the two axes.
    pub lengths: [[f64; 2]; 2],
}

impl WireSection {
    /// The effective radius of bare grid edges.
    pub fn bare_radius(&self) -> f64 {
        let [a, b] = self.lengths.map(mean);
        (-GAMMA).exp() / 4.0 * a.hypot(b)
    }

    /// 1/m - 1 for the edge along the one or the other axis, before or after the wire.
    pub fn excess(&self, radius: f64, axis: usize, side: usize) -> f64 {
        let length = self.lengths[axis][side];
        let across = self.lengths[1 - axis];
        let share = across.map(|w| (w / length).atan()).iter().sum::<f64>() / TAU;
        let resistance = share * length / mean(across);
        (self.bare_radius() / radius).ln() / (2.0 * PI * resistance)
    }

    /// The smallest of the four cells.
    pub fn smallest(&self) -> f64 {
        self.lengths
            .as_flattened()
            .iter()
            .copied()
            .fold(f64::INFINITY, f64::min)
    }
}

fn mean([a, b]: [f64; 2]) -> f64 {
    f64::midpoint(a, b)
}
