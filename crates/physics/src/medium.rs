//! Linear, non-dispersive media by their relative constants.

use crate::constants::{C0, EPS0, ETA0, MU0};

/// An isotropic, lossless medium.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct IsotropicMedium {
    /// Relative permittivity.
    pub eps_r: f64,
    /// Relative permeability.
    pub mu_r: f64,
}

impl IsotropicMedium {
    /// The vacuum.
    pub const VACUUM: Self = Self {
        eps_r: 1.0,
        mu_r: 1.0,
    };

    /// Permittivity in F/m.
    pub fn eps(&self) -> f64 {
        self.eps_r * EPS0
    }

    /// Permeability in H/m.
    pub fn mu(&self) -> f64 {
        self.mu_r * MU0
    }

    /// Speed of light in m/s.
    pub fn speed(&self) -> f64 {
        C0 / (self.eps_r * self.mu_r).sqrt()
    }

    /// Wave impedance in ohm.
    pub fn impedance(&self) -> f64 {
        ETA0 * (self.mu_r / self.eps_r).sqrt()
    }
}

/// A lossless medium whose tensors are diagonal in the axes of the box.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DiagonalMedium {
    /// Relative permittivity along x, y, z.
    pub eps_r: [f64; 3],
    /// Relative permeability along x, y, z.
    pub mu_r: [f64; 3],
}

impl From<IsotropicMedium> for DiagonalMedium {
    fn from(medium: IsotropicMedium) -> Self {
        Self {
            eps_r: [medium.eps_r; 3],
            mu_r: [medium.mu_r; 3],
        }
    }
}

/// Conductivities of a homogeneous medium.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Loss {
    /// Electric conductivity in S/m.
    pub sigma: f64,
    /// Magnetic conductivity in ohm/m.
    pub sigma_m: f64,
}
