//! The dispersion relation of the Yee scheme on uniform cells d_i with time step dt.
//!
//! ```text
//! sin^2(w dt/2)/(c dt)^2 = sum_i sin^2(k_i d_i/2)/d_i^2
//! ```
//!
//! (K. S. Yee, IEEE Trans. Antennas Propag. 14, 302, 1966; A. Taflove and S. C. Hagness, Computational
//! Electrodynamics, 3rd ed., sections 4.2 and 4.7.) In a box of N_i cells with conducting walls
//! k_i d_i/2 = pi m_i/(2 N_i), so these frequencies are exact for the scheme and differ from computed
//! ones only by rounding. For diagonal tensors and E along axis a alone, with b and c next:
//!
//! ```text
//! eps_a sin^2(w dt/2)/dt^2 = sin^2(kb db/2)/(db^2 mu_c) + sin^2(kc dc/2)/(dc^2 mu_b)
//! ```
//!
//! Tested: no dispersion at the one-dimensional magic time step, second order in the cell size, stability
//! exactly up to the Courant limit, and against a leapfrog run with unequal cells and tensors.

use crate::{DiagonalMedium, IsotropicMedium, cavity::field_axes, constants::C0};
use std::f64::consts::{FRAC_PI_2, PI};

/// Largest stable time step in seconds: dt <= 1/(c sqrt(sum 1/d_i^2)).
///
/// `cell` in metres; an axis of infinite cell length does not contribute.
pub fn courant_limit(cell: [f64; 3], speed: f64) -> f64 {
    1.0 / (speed * cell.iter().map(|d| d.powi(-2)).sum::<f64>().sqrt())
}

/// A box with conducting walls divided into uniform cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct YeeCavity {
    /// Inner lengths along x, y, z in metres.
    pub size: [f64; 3],
    /// Number of cells along x, y, z.
    pub cells: [usize; 3],
    /// Time step in seconds.
    pub dt: f64,
}

impl YeeCavity {
    /// Lengths of one cell in metres.
    pub fn cell(&self) -> [f64; 3] {
        std::array::from_fn(|axis| self.size[axis] / self.cells[axis] as f64)
    }

    /// Frequency in hertz at which the scheme oscillates in the mode with these indices; `None` when
    /// the mode is unstable at this time step.
    pub fn frequency(&self, medium: IsotropicMedium, indices: [u32; 3]) -> Option<f64> {
        let sum = self.half_sines(indices).iter().map(|s| s * s).sum::<f64>();
        self.oscillation(medium.speed() * sum.sqrt())
    }

    /// Frequency in hertz of a plane wave with this wave vector in rad/m on these cells, independent of the walls; `None` if it is
    /// unstable at this time step.
    pub fn wave_frequency(&self, medium: IsotropicMedium, k: [f64; 3]) -> Option<f64> {
        let cell = self.cell();
        let half_sine = |axis: usize| (0.5 * k[axis] * cell[axis]).sin() / cell[axis];
        let sum = (0..3).map(|axis| half_sine(axis).powi(2)).sum::<f64>();
        self.oscillation(medium.speed() * sum.sqrt())
    }

    /// The same as [`YeeCavity::frequency`] for a mode with a single component of E, along the axis whose index is zero, in a
    /// diagonal medium; `None` also when not exactly one index is zero.
    pub fn single_component_frequency(
        &self,
        medium: &DiagonalMedium,
        indices: [u32; 3],
    ) -> Option<f64> {
        let [a, b, c] = field_axes(indices)?;
        let s = self.half_sines(indices);
        let squared =
            (s[b].powi(2) / medium.mu_r[c] + s[c].powi(2) / medium.mu_r[b]) / medium.eps_r[a];
        self.oscillation(C0 * squared.sqrt())
    }

    /// sin(k_i d_i/2)/d_i, which tends to k_i/2.
    fn half_sines(&self, indices: [u32; 3]) -> [f64; 3] {
        let cell = self.cell();
        std::array::from_fn(|axis| {
            let half_phase = FRAC_PI_2 * f64::from(indices[axis]) / self.cells[axis] as f64;
            half_phase.sin() / cell[axis]
        })
    }

    /// Solves sin(w dt/2) = dt rate.
    fn oscillation(&self, rate: f64) -> Option<f64> {
        let sine = self.dt * rate;
        (sine <= 1.0).then(|| sine.asin() / (PI * self.dt))
    }
}

/// A wave along a grid axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AxialWave {
    /// Cell length along the axis in metres.
    pub cell: f64,
    /// Time step in seconds.
    pub dt: f64,
    /// Speed of light in the medium in m/s.
    pub speed: f64,
}

impl AxialWave {
    /// Phase velocity in m/s at a frequency in hertz; `None` if the wave does not propagate on the grid.
    pub fn phase_velocity(&self, frequency: f64) -> Option<f64> {
        let half_phase = PI * frequency * self.dt;
        let sine = self.cell / (self.speed * self.dt) * half_phase.sin();
        (half_phase > 0.0 && half_phase <= FRAC_PI_2 && sine <= 1.0)
            .then(|| PI * frequency * self.cell / sine.asin())
    }
}
