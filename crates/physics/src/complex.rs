//! The few complex operations that phasors need.

use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

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

    /// A real number as a complex one.
    pub const fn real(re: f64) -> Self {
        Self { re, im: 0.0 }
    }

    /// e^{j angle}.
    pub fn cis(angle: f64) -> Self {
        Self::new(angle.cos(), angle.sin())
    }

    /// Magnitude.
    pub fn abs(self) -> f64 {
        self.re.hypot(self.im)
    }

    /// |z|^2.
    pub fn norm_sqr(self) -> f64 {
        self.re * self.re + self.im * self.im
    }

    /// Complex conjugate.
    #[must_use]
    pub fn conj(self) -> Self {
        Self::new(self.re, -self.im)
    }

    /// e^z.
    #[must_use]
    pub fn exp(self) -> Self {
        Self::cis(self.im) * self.re.exp()
    }

    /// e^z - 1, without loss of digits where z is small.
    #[must_use]
    pub fn exp_m1(self) -> Self {
        let half_sine = (0.5 * self.im).sin();
        Self::new(
            self.re.exp_m1() * self.im.cos() - 2.0 * half_sine * half_sine,
            self.re.exp() * self.im.sin(),
        )
    }

    /// The square root with a real part that is not negative.
    #[must_use]
    pub fn sqrt(self) -> Self {
        // The larger part first: the other one would lose its digits in a difference.
        let larger = (0.5 * (self.abs() + self.re.abs())).sqrt();
        if larger == 0.0 {
            return Self::default();
        }
        let smaller = 0.5 * self.im.abs() / larger;
        if self.re >= 0.0 {
            Self::new(larger, smaller.copysign(self.im))
        } else {
            Self::new(smaller, larger.copysign(self.im))
        }
    }

    /// 1/z.
    #[must_use]
    pub fn recip(self) -> Self {
        let norm = self.norm_sqr();
        Self::new(self.re / norm, -self.im / norm)
    }
}

impl Add for Complex {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.re + other.re, self.im + other.im)
    }
}

impl AddAssign for Complex {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
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

impl Div for Complex {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        self * other.conj() * (1.0 / other.norm_sqr())
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
    #[test]
    fn roots_square_to_their_number() {
        for z in [
            Complex::new(3.0, -4.0),
            Complex::new(-3.0, 4.0),
            Complex::new(-2.0, -0.1),
            Complex::new(-1.0, -1e-12),
            Complex::new(0.0, 2.0),
        ] {
            let root = z.sqrt();
            assert!((root * root - z).abs() < 1e-15 * z.abs());
            assert!(root.re >= 0.0 && root.im * z.im >= 0.0);
        }
        assert_eq!(Complex::default().sqrt(), Complex::default());
        assert_eq!(Complex::new(-4.0, -0.0).sqrt(), Complex::new(0.0, -2.0));
    }

    #[test]
    fn exponentials_and_quotients_agree_with_each_other() {
        let (z, w) = (Complex::new(0.3, -1.7), Complex::new(-0.8, 0.4));
        assert!(((z + w).exp() / w.exp() - z.exp()).abs() < 1e-15);
        assert!((z.exp_m1() + Complex::real(1.0) - z.exp()).abs() < 1e-15);
        assert!((z.conj() * z - Complex::real(z.norm_sqr())).abs() < 1e-15);
        // e^z - 1 = z + z^2/2 + ...
        let small = Complex::new(1e-9, -2e-9);
        let series = small + small * small * 0.5;
        assert!((small.exp_m1() - series).abs() < 1e-15 * small.abs());
    }
}
