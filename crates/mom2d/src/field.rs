//! The field at a point.

use poynting_physics::Complex;

/// A field: E_z and H_x, H_y (TM), or H_z and E_x, E_y (TE), in V/m and A/m.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Field {
    /// Along z: E (TM) or H (TE).
    pub axial: Complex,
    /// Along x and y: H (TM) or E (TE).
    pub transverse: [Complex; 2],
}

impl std::ops::Add for Field {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let [x, y] = self.transverse;
        let [u, v] = other.transverse;
        Self {
            axial: self.axial + other.axial,
            transverse: [x + u, y + v],
        }
    }
}
