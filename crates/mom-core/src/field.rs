//! Fields at a point.

use std::ops::{Add, Mul};

use poynting_linalg::Complex;

use crate::vector::Point;

/// Three complex components.
pub type Phasor = [Complex<f64>; 3];

/// Electric and magnetic field at a point.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Field {
    /// In V/m.
    pub e: Phasor,
    /// In A/m.
    pub h: Phasor,
}

impl Add for Field {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            e: std::array::from_fn(|i| self.e[i] + other.e[i]),
            h: std::array::from_fn(|i| self.h[i] + other.h[i]),
        }
    }
}

impl Mul<Complex<f64>> for Field {
    type Output = Self;
    fn mul(self, factor: Complex<f64>) -> Self {
        Self {
            e: self.e.map(|x| x * factor),
            h: self.h.map(|x| x * factor),
        }
    }
}

/// a . b of a real and a complex vector.
pub fn along(a: Point, b: Phasor) -> Complex<f64> {
    b[0] * a[0] + b[1] * a[1] + b[2] * a[2]
}

/// a x b of a real and a complex vector.
pub fn across(a: Point, b: Phasor) -> Phasor {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        b[k] * a[j] - b[j] * a[k]
    })
}
