//! The few complex operations that phasors need.

use std::ops::{Add, Mul, Neg, Sub};

/// A complex number.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Complex {
    /// Real part.
    pub re: f64,
    /// Imaginary part.
    pub im: f64,
}

impl Complex {
    /// re + j im.
    pub const fn new(re: f64, im: f64) -> Self {
        Self { re, im }
    }

    /// e^{j angle}.
    pub fn cis(angle: f64) -> Self {
        Self::new(angle.cos(), angle.sin())
    }

    /// Magnitude.
    pub fn abs(self) -> f64 {
        self.re.hypot(self.im)
    }

    /// 1/z.
    #[must_use]
    pub fn recip(self) -> Self {
        let norm = self.re * self.re + self.im * self.im;
        Self::new(self.re / norm, -self.im / norm)
    }
}

impl Add for Complex {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.re + other.re, self.im + other.im)
    }
}

impl Sub for Complex {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.re - other.re, self.im - other.im)
    }
}

impl Neg for Complex {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.re, -self.im)
    }
}

impl Mul for Complex {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self::new(
            self.re * other.re - self.im * other.im,
            self.re * other.im + self.im * other.re,
        )
    }
}

impl Mul<f64> for Complex {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self::new(self.re * factor, self.im * factor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_follows_j_squared_is_minus_one() {
        let (z, w) = (Complex::new(3.0, -4.0), Complex::new(-1.0, 2.0));
        assert_eq!(z * w, Complex::new(5.0, 10.0));
        assert_eq!(z.abs().to_bits(), 5.0_f64.to_bits());
        assert!((z * z.recip() - Complex::new(1.0, 0.0)).abs() < 1e-15);
        assert!((Complex::cis(1.0) * Complex::cis(-1.0) - Complex::new(1.0, 0.0)).abs() < 1e-15);
    }
}
