//! Patterns of elements.

use num_complex::Complex64;

/// The far field of one element, the same for all: what it radiates in a direction, given by its cosines, along theta and phi.
///
/// A function of the direction is one too, for instance one that interpolates a computed far field.
pub trait Element: Sync {
    /// Field along theta and phi, in any unit common to all directions.
    fn field(&self, direction: [f64; 3]) -> [Complex64; 2];

    /// Sum of squares of the field.
    fn power(&self, direction: [f64; 3]) -> f64 {
        let [theta, phi] = self.field(direction);
        theta.norm_sqr() + phi.norm_sqr()
    }
}

impl<F: Fn([f64; 3]) -> [Complex64; 2] + Sync> Element for F {
    fn field(&self, direction: [f64; 3]) -> [Complex64; 2] {
        self(direction)
    }
}

/// A field of one in all directions.
#[derive(Debug, Clone, Copy)]
pub struct Isotropic;

impl Element for Isotropic {
    fn field(&self, _: [f64; 3]) -> [Complex64; 2] {
        [Complex64::new(1.0, 0.0), Complex64::default()]
    }
}

/// A field of cos^q of the angle from +z, and none behind. Its power is cos^(2 q), its directivity 2 (2 q + 1).
#[derive(Debug, Clone, Copy)]
pub struct Cosine {
    /// q, not negative.
    pub exponent: f64,
}

impl Element for Cosine {
    fn field(&self, [_, _, w]: [f64; 3]) -> [Complex64; 2] {
        let field = if w > 0.0 { w.powf(self.exponent) } else { 0.0 };
        [Complex64::new(field, 0.0), Complex64::default()]
    }
}
