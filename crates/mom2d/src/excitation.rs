//! Plane waves.
//!
//! ```text
//! d = -(cos phi, sin phi),  u = e^{-jk d.r}
//! TM:  E = z u,        H = d x z u/eta = (d_y, -d_x) u/eta
//! TE:  H = z u/eta,    E = z x d u     = (-d_y, d_x) u
//! ```

use poynting_physics::Complex;
use poynting_physics::constants::ETA0;

use crate::element::Sample;
use crate::equation::Polarization;
use crate::field::Field;
use crate::side::{Point, dot};

/// A plane wave of 1 V/m with zero phase at the origin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlaneWave {
    arrival: f64,
}

impl PlaneWave {
    /// A wave that comes from the direction phi, in radians from +x.
    pub fn arriving(phi: f64) -> Self {
        Self { arrival: phi }
    }

    /// The direction from which it comes, in radians from +x.
    pub fn arrival(&self) -> f64 {
        self.arrival
    }

    fn direction(self) -> Point {
        let (sin, cos) = self.arrival.sin_cos();
        [-cos, -sin]
    }

    /// Its field at a point.
    pub fn field(&self, polarization: Polarization, k: f64, at: Point) -> Field {
        let d = self.direction();
        let u = Complex::cis(-k * dot(d, at));
        match polarization {
            Polarization::Tm => Field {
                axial: u,
                transverse: [u * (d[1] / ETA0), u * (-d[0] / ETA0)],
            },
            Polarization::Te => Field {
                axial: u * (1.0 / ETA0),
                transverse: [u * -d[1], u * d[0]],
            },
        }
    }

    /// What the equation asks for at a point of the surface, with a weight for the electric equation.
    pub(crate) fn side(
        self,
        polarization: Polarization,
        k: f64,
        at: &Sample,
        weight: f64,
    ) -> Complex {
        let Field { axial, transverse } = self.field(polarization, k, at.at);
        let along = transverse[0] * at.tangent[0] + transverse[1] * at.tangent[1];
        match polarization {
            Polarization::Tm => axial * (weight / ETA0) + along * (1.0 - weight),
            Polarization::Te => along * (weight / ETA0) - axial * (1.0 - weight),
        }
    }
}
