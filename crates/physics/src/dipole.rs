//! The Hertzian dipole: current moment i(t) (A m) along a unit vector d in a homogeneous medium.
//!
//! With n the unit vector from the dipole to the point, r their distance, q = int i dt, and q, i, i'
//! taken at the retarded time t - r/c:
//!
//! ```text
//! E = 1/(4 pi eps) { [3 n (n.d) - d] [q/r^3 + i/(c r^2)] + [n (n.d) - d] i'/(c^2 r) }
//! H = 1/(4 pi) (d x n) [i/r^2 + i'/(c r)]
//! ```
//!
//! (J. D. Jackson, Classical Electrodynamics, 3rd ed., section 9.2, there for p = q d and e^{-iwt};
//! C. A. Balanis, Antenna Theory, section 4.2, for the phasors with e^{+jwt}.) As phasors i' = jw i
//! and q = i/(jw), all times e^{-jkr}.
//!
//! Tested: the phasors against an independently computed table, the time-domain form against
//! the phasors and, for a pulse, against Maxwell's equations by central differences.

use crate::{Complex, IsotropicMedium};
use std::f64::consts::PI;

/// A current moment with its integral and derivative.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Moment {
    /// q = integral of i up to now, in A s m.
    pub integral: f64,
    /// i in A m.
    pub value: f64,
    /// di/dt in A m/s.
    pub derivative: f64,
}

/// A Hertzian dipole.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dipole {
    /// Position in metres.
    pub position: [f64; 3],
    /// Unit vector of the current.
    pub direction: [f64; 3],
    /// The surrounding medium.
    pub medium: IsotropicMedium,
}

/// Fields at a point: real in the time domain, complex as phasors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Field<T> {
    /// Electric field in V/m.
    pub e: [T; 3],
    /// Magnetic field in A/m.
    pub h: [T; 3],
}

impl Dipole {
    /// Fields at a point and a time; `moment` is called once, at the retarded time.
    ///
    /// The point must not be the dipole's own position, where the fields are infinite.
    pub fn field(&self, moment: impl Fn(f64) -> Moment, at: [f64; 3], time: f64) -> Field<f64> {
        let c = self.medium.speed();
        let ray = self.ray(at);
        let r = ray.distance;
        let m = moment(time - r / c);
        let near =
            (m.integral / r.powi(3) + m.value / (c * r * r)) / (4.0 * PI * self.medium.eps());
        let far = m.derivative / (c * c * r) / (4.0 * PI * self.medium.eps());
        let magnetic = (m.value / (r * r) + m.derivative / (c * r)) / (4.0 * PI);
        Field {
            e: std::array::from_fn(|i| near * ray.near[i] + far * ray.far[i]),
            h: ray.around.map(|x| magnetic * x),
        }
    }

    /// Phasors at a point for a peak current moment (A m) at an angular frequency (rad/s).
    pub fn phasor(&self, moment: Complex, omega: f64, at: [f64; 3]) -> Field<Complex> {
        let k = omega / self.medium.speed();
        let ray = self.ray(at);
        let r = ray.distance;
        let wave = moment * Complex::cis(-k * r) * (1.0 / (4.0 * PI * r));
        // jwmu [ ... ] with 1/(jkr) in place of the separate q and i terms.
        let jkr_recip = Complex::new(0.0, k * r).inv();
        let near = wave
            * Complex::new(0.0, omega * self.medium.mu())
            * (jkr_recip + jkr_recip * jkr_recip);
        let far = wave * Complex::new(0.0, omega * self.medium.mu());
        let magnetic = wave * Complex::new(1.0 / r, k);
        Field {
            e: std::array::from_fn(|i| near * ray.near[i] + far * ray.far[i]),
            h: ray.around.map(|x| magnetic * x),
        }
    }

    /// Radiated power in watts, eta k^2 |I l|^2/(12 pi), for a peak current moment in A m.
    pub fn radiated_power(&self, moment: f64, omega: f64) -> f64 {
        let k = omega / self.medium.speed();
        self.medium.impedance() * (k * moment).powi(2) / (12.0 * PI)
    }

    fn ray(&self, at: [f64; 3]) -> Ray {
        let d = self.direction;
        let step: [f64; 3] = std::array::from_fn(|i| at[i] - self.position[i]);
        let distance = step[0].hypot(step[1]).hypot(step[2]);
        let n = step.map(|x| x / distance);
        let along = n[0] * d[0] + n[1] * d[1] + n[2] * d[2];
        Ray {
            distance,
            near: std::array::from_fn(|i| 3.0 * along * n[i] - d[i]),
            far: std::array::from_fn(|i| along * n[i] - d[i]),
            around: std::array::from_fn(|i| {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                d[j] * n[k] - d[k] * n[j]
            }),
        }
    }
}

/// The geometry of one observation.
struct Ray {
    distance: f64,
    /// 3 n (n.d) - d.
    near: [f64; 3],
    /// n (n.d) - d.
    far: [f64; 3],
    /// d x n.
    around: [f64; 3],
}
