//! Resonances of a rectangular box with perfectly conducting walls.
//!
//! Homogeneous filling, wavenumbers k_i = pi m_i / L_i:
//!
//! ```text
//! w0^2 eps mu = kx^2 + ky^2 + kz^2
//! ```
//!
//! TE to z needs p >= 1 and one of m, n; TM to z needs both m and n (R. F. Harrington, Time-Harmonic
//! Electromagnetic Fields, 1961, section 4-4).
//!
//! Diagonal tensors, E along axis a alone, b and c the axes that follow it cyclically:
//!
//! ```text
//! w^2 eps_a = kb^2/mu_c + kc^2/mu_b
//! ```
//!
//! Homogeneous loss: with fields ~ e^{st} the two curl equations give
//! (s eps + sigma)(s mu + sigma_m) = -k^2, whose roots s = -alpha +- j w_d are
//!
//! ```text
//! alpha = (sigma/eps + sigma_m/mu)/2,   w_d^2 = w0^2 - ((sigma/eps - sigma_m/mu)/2)^2
//! ```
//!
//! Tested against an independently computed table of 24 resonances, and by substituting the roots into the
//! quadratic.

use crate::{DiagonalMedium, IsotropicMedium, Loss, constants::C0};
use std::f64::consts::{PI, TAU};

/// Frequencies closer than this, relative, count as one.
const DEGENERATE: f64 = 1e-12;

/// A box with perfectly conducting walls.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoxCavity {
    /// Inner lengths along x, y, z in metres.
    pub size: [f64; 3],
    /// The filling.
    pub medium: IsotropicMedium,
}

/// Which field has no component along z.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ModeKind {
    /// E has no z component.
    Te,
    /// H has no z component.
    Tm,
}

/// A resonance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mode {
    /// Its kind with respect to z.
    pub kind: ModeKind,
    /// Half waves along x, y, z.
    pub indices: [u32; 3],
    /// In hertz.
    pub frequency: f64,
    /// Number of modes at this frequency, including this one.
    pub degeneracy: usize,
}

/// A decaying oscillation e^{-rate t} cos(2 pi frequency t).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Damped {
    /// Decay rate of the field amplitude in 1/s; the energy decays twice as fast.
    pub rate: f64,
    /// In hertz.
    pub frequency: f64,
}

impl BoxCavity {
    /// Frequency of the mode with these indices in hertz, whether or not such a mode exists.
    pub fn frequency(&self, indices: [u32; 3]) -> f64 {
        let k = wavenumbers(self.size, indices);
        self.medium.speed() * k[0].hypot(k[1]).hypot(k[2]) / TAU
    }

    /// The `count` lowest modes, lowest first; degenerate ones are listed one by one, by their
    /// indices and then TE before TM.
    pub fn modes(&self, count: usize) -> Vec<Mode> {
        // Weyl's law, N ~ (8 pi/3) V (f/c)^3, gives the starting point; it overcounts in flat boxes.
        let volume: f64 = self.size.iter().product();
        let mut limit = self.medium.speed() * (3.0 * count as f64 / (8.0 * PI * volume)).cbrt();
        loop {
            let mut modes = self.modes_up_to(limit);
            if modes.len() >= count {
                modes.truncate(count);
                return modes;
            }
            limit *= 1.5;
        }
    }

    /// All modes up to a frequency in hertz, in the order of [`BoxCavity::modes`].
    pub fn modes_up_to(&self, limit: f64) -> Vec<Mode> {
        // Rounding must not split a group of equal frequencies.
        let limit = limit * (1.0 + DEGENERATE);
        let last = self
            .size
            .map(|length| (2.0 * length * limit / self.medium.speed()) as u32);
        let mut modes = Vec::new();
        for m in 0..=last[0] {
            for n in 0..=last[1] {
                for p in 0..=last[2] {
                    let indices = [m, n, p];
                    let frequency = self.frequency(indices);
                    if frequency <= limit {
                        modes.extend(kinds(indices).map(|kind| Mode {
                            kind,
                            indices,
                            frequency,
                            degeneracy: 1,
                        }));
                    }
                }
            }
        }
        modes.sort_by(|a, b| a.frequency.total_cmp(&b.frequency));
        for group in
            modes.chunk_by_mut(|a, b| b.frequency - a.frequency <= DEGENERATE * b.frequency)
        {
            let degeneracy = group.len();
            for mode in group.iter_mut() {
                mode.degeneracy = degeneracy;
            }
            group.sort_by_key(|mode| (mode.indices, mode.kind));
        }
        modes
    }

    /// Decay and frequency of a mode with a lossy filling; `None` if it does not oscillate.
    pub fn damped(&self, indices: [u32; 3], loss: Loss) -> Option<Damped> {
        let electric = loss.sigma / self.medium.eps();
        let magnetic = loss.sigma_m / self.medium.mu();
        let omega_0 = TAU * self.frequency(indices);
        let squared = omega_0.powi(2) - (0.5 * (electric - magnetic)).powi(2);
        (squared > 0.0).then(|| Damped {
            rate: 0.5 * (electric + magnetic),
            frequency: squared.sqrt() / TAU,
        })
    }
}

impl BoxCavity {
    /// Quality factor of the mode TE10l, E along y, if the walls have this surface resistance in ohm:
    ///
    /// Q = (k a d)^3 b eta/(2 pi^2 R (2 l^2 a^3 b + 2 b d^3 + l^2 a^3 d + a d^3))
    ///
    /// (D. M. Pozar, Microwave Engineering, 4th ed., eq. 6.46).
    pub fn wall_quality(&self, l: u32, resistance: f64) -> f64 {
        let [a, b, d] = self.size;
        let k = TAU * self.frequency([1, 0, l]) / self.medium.speed();
        let eta = (self.medium.mu() / self.medium.eps()).sqrt();
        let l = f64::from(l).powi(2);
        let walls =
            2.0 * l * a.powi(3) * b + 2.0 * b * d.powi(3) + l * a.powi(3) * d + a * d.powi(3);
        (k * a * d).powi(3) * b * eta / (2.0 * PI * PI * resistance * walls)
    }
}

/// Frequency in hertz of a mode with a single component of E in a box with a diagonal medium.
///
/// E points along the axis whose index is zero; `None` unless exactly one index is zero.
pub fn single_component_frequency(
    size: [f64; 3],
    medium: &DiagonalMedium,
    indices: [u32; 3],
) -> Option<f64> {
    let [a, b, c] = field_axes(indices)?;
    let k = wavenumbers(size, indices);
    let squared = (k[b].powi(2) / medium.mu_r[c] + k[c].powi(2) / medium.mu_r[b]) / medium.eps_r[a];
    Some(C0 * squared.sqrt() / TAU)
}

/// The axis of E and the two that follow it cyclically, if exactly one index is zero.
pub(crate) fn field_axes(indices: [u32; 3]) -> Option<[usize; 3]> {
    let a = indices.iter().position(|&index| index == 0)?;
    let [b, c] = [(a + 1) % 3, (a + 2) % 3];
    (indices[b] > 0 && indices[c] > 0).then_some([a, b, c])
}

fn wavenumbers(size: [f64; 3], indices: [u32; 3]) -> [f64; 3] {
    std::array::from_fn(|axis| PI * f64::from(indices[axis]) / size[axis])
}

fn kinds([m, n, p]: [u32; 3]) -> impl Iterator<Item = ModeKind> {
    let te = (p > 0 && m + n > 0).then_some(ModeKind::Te);
    let tm = (m > 0 && n > 0).then_some(ModeKind::Tm);
    te.into_iter().chain(tm)
}
