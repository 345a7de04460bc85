//! Scattering matrices of parts of a stack, and their products.
//!
//! ```text
//! | b1 |   | S11 S12 | | f1 |        f: amplitudes along +z, b: along -z, 1: before the part, 2: behind it
//! | f2 | = | S21 S22 | | b2 |
//!
//! interface:  a = W1^-1 W2, c = V1^-1 V2:   S21 = 2 (a + c)^-1,  S22 = -(a + c)^-1 (a - c),  S11 = (a - c)(a + c)^-1,  S12 = ((a + c) + (a - c) S22)/2
//! A then B:   F = (1 - A22 B11)^-1 A21,  G = (1 - A22 B11)^-1 A22 B12,   f = F f1 + G b2 between the parts
//!             S11 = A11 + A12 B11 F,  S12 = A12 (B12 + B11 G),  S21 = B21 F,  S22 = B22 + B21 G
//! layer:      S11 -> X S11 X,  S12 -> X S12,  S21 -> S21 X,   X = e^{-j gamma k0 d}, |X| <= 1
//! ```
//!
//! (R. Redheffer, in Modern Mathematics for the Engineer, 1961; L. Li, J. Opt. Soc. Am. A 13, 1024, 1996; D. M. Whittaker, I. S. Culshaw, Phys. Rev. B
//! 60, 2610, 1999). No matrix contains a growing exponential, so that neither thick layers nor many evanescent orders overflow.

use poynting_linalg::{Mat, c64, product};

use crate::algebra::{combined, factored, identity, is_finite, scaled, solved};
use crate::modes::Modes;

/// A scattering matrix.
#[derive(Debug, Clone)]
pub(crate) struct Scattering {
    pub s11: Mat<c64>,
    pub s12: Mat<c64>,
    pub s21: Mat<c64>,
    pub s22: Mat<c64>,
}

/// f = F f1 + G b2 between two parts.
#[derive(Debug)]
pub(crate) struct Between {
    pub from_front: Mat<c64>,
    pub from_back: Mat<c64>,
}

impl Scattering {
    /// Of the plane between two media.
    pub fn interface(before: &Modes, behind: &Modes) -> Self {
        let a = before.electric_of(behind);
        let c = before.magnetic_of(behind);
        let sum = combined(1.0, a.as_ref(), 1.0, c.as_ref());
        let difference = combined(1.0, a.as_ref(), -1.0, c.as_ref());
        let factors = factored(sum.clone());
        let size = sum.nrows();
        let s21 = solved(
            &factors,
            combined(2.0, identity(size).as_ref(), 0.0, sum.as_ref()),
        );
        let back = solved(&factors, difference.clone());
        let s22 = combined(-1.0, back.as_ref(), 0.0, sum.as_ref());
        let reflected = product(difference.as_ref(), s21.as_ref());
        let lost = product(difference.as_ref(), s22.as_ref());
        Self {
            s11: combined(0.5, reflected.as_ref(), 0.0, sum.as_ref()),
            s12: combined(0.5, sum.as_ref(), 0.5, lost.as_ref()),
            s21,
            s22,
        }
    }

    /// This part and then another.
    pub fn then(&self, next: &Self) -> (Self, Between) {
        let size = self.s11.nrows();
        let round = product(self.s22.as_ref(), next.s11.as_ref());
        let factors = factored(combined(1.0, identity(size).as_ref(), -1.0, round.as_ref()));
        let from_front = solved(&factors, self.s21.clone());
        let from_back = solved(&factors, product(self.s22.as_ref(), next.s12.as_ref()));
        let add = |a: &Mat<c64>, b: Mat<c64>| combined(1.0, a.as_ref(), 1.0, b.as_ref());
        let returned = product(next.s11.as_ref(), from_front.as_ref());
        let passed = product(next.s11.as_ref(), from_back.as_ref());
        let both = Self {
            s11: add(&self.s11, product(self.s12.as_ref(), returned.as_ref())),
            s12: product(self.s12.as_ref(), add(&next.s12, passed).as_ref()),
            s21: product(next.s21.as_ref(), from_front.as_ref()),
            s22: add(&next.s22, product(next.s21.as_ref(), from_back.as_ref())),
        };
        let between = Between {
            from_front,
            from_back,
        };
        (both, between)
    }

    /// This part behind a layer whose modes have these factors.
    pub fn behind(&self, factors: &[c64]) -> Self {
        let one = vec![c64::new(1.0, 0.0); factors.len()];
        Self {
            s11: scaled(factors, self.s11.as_ref(), factors),
            s12: scaled(factors, self.s12.as_ref(), &one),
            s21: scaled(&one, self.s21.as_ref(), factors),
            s22: self.s22.clone(),
        }
    }

    /// Whether every entry is finite.
    pub fn is_finite(&self) -> bool {
        [&self.s11, &self.s12, &self.s21, &self.s22]
            .into_iter()
            .all(|part| is_finite(part.as_ref()))
    }
}
