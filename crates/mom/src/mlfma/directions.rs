//! Directions of plane waves.
//!
//! A pattern F(theta, phi) tangential to the sphere, resolved along theta^ and phi^, continues smoothly beyond the poles: theta runs around the full
//! circle, where (2 pi - theta, phi) is the direction (theta, phi + pi) with both unit vectors reversed. On this torus the pattern of a box is a
//! trigonometric polynomial up to the truncation error of the expansion (J. Sarvas, SIAM J. Numer. Anal. 41, 2180, 2003). Each direction occurs once
//! with 2n angles theta_i = (i + 1/2) pi/n and n angles phi_j = (j + 1/2) pi/n; harmonics up to n are kept.

use std::f64::consts::PI;

use poynting_mom_core::vector::Point;

/// The directions of one level.
#[derive(Debug, Clone)]
pub struct Directions {
    /// Angles phi; theta has twice as many. Even.
    pub n: usize,
}

#[allow(clippy::len_without_is_empty, reason = "there is always one")]
impl Directions {
    /// At least `least` angles phi.
    pub fn new(least: usize) -> Self {
        Self {
            n: least.max(4).next_multiple_of(2),
        }
    }

    /// Number of directions.
    pub fn len(&self) -> usize {
        2 * self.n * self.n
    }

    /// Angle of row or column `i`.
    pub fn angle(&self, i: usize) -> f64 {
        (i as f64 + 0.5) * PI / self.n as f64
    }

    /// Unit vectors of r, theta and phi in row i (theta) and column j (phi).
    pub fn units(&self, i: usize, j: usize) -> [Point; 3] {
        poynting_mom_core::excitation::spherical(self.angle(i), self.angle(j))
    }

    /// The unit vectors of r of all directions.
    pub fn all(&self) -> impl Iterator<Item = Point> + '_ {
        let rows = 0..2 * self.n;
        rows.flat_map(move |i| (0..self.n).map(move |j| self.units(i, j)[0]))
    }
}
