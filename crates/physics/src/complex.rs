//! Complex numbers: those of `num-complex`, and formulas whose rounding this project controls.

/// A complex number.
pub type Complex = num_complex::Complex64;

/// Quotient, root and exponential of phasors, by our own formulas.
///
/// `num-complex` has a quotient and a root too (`/`, `sqrt`), which round differently: results are guaranteed to the last bit, so phasors are divided
/// by [`over`](Self::over) and not by `/`.
pub trait PhasorArithmetic {
    /// z/w as z w* (1/|w|^2): one division for both parts.
    #[must_use]
    fn over(self, divisor: Self) -> Self;

    /// The square root with a non-negative real part, without loss of digits in either part.
    #[must_use]
    fn root(self) -> Self;

    /// e^z - 1, without loss of digits where z is small.
    #[must_use]
    fn exp_m1(self) -> Self;
}

impl PhasorArithmetic for Complex {
    fn over(self, divisor: Self) -> Self {
        self * divisor.conj() * (1.0 / divisor.norm_sqr())
    }

    fn root(self) -> Self {
        // The larger part first: the other one would suffer cancellation.
        let larger = (0.5 * (self.norm() + self.re.abs())).sqrt();
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

    fn exp_m1(self) -> Self {
        let half_sine = (0.5 * self.im).sin();
        Self::new(
            self.re.exp_m1() * self.im.cos() - 2.0 * half_sine * half_sine,
            self.re.exp() * self.im.sin(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_follows_j_squared_is_minus_one() {
        let (z, w) = (Complex::new(3.0, -4.0), Complex::new(-1.0, 2.0));
        assert_eq!(z * w, Complex::new(5.0, 10.0));
        assert_eq!(z.norm().to_bits(), 5.0_f64.to_bits());
        assert!((z * z.inv() - Complex::new(1.0, 0.0)).norm() < 1e-15);
        assert!((Complex::cis(1.0) * Complex::cis(-1.0) - Complex::new(1.0, 0.0)).norm() < 1e-15);
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
            let root = z.root();
            assert!((root * root - z).norm() < 1e-15 * z.norm());
            assert!(root.re >= 0.0 && root.im * z.im >= 0.0);
        }
        assert_eq!(Complex::default().root(), Complex::default());
        assert_eq!(Complex::new(-4.0, -0.0).root(), Complex::new(0.0, -2.0));
    }

    #[test]
    fn exponentials_and_quotients_agree_with_each_other() {
        let (z, w) = (Complex::new(0.3, -1.7), Complex::new(-0.8, 0.4));
        assert!(((z + w).exp().over(w.exp()) - z.exp()).norm() < 1e-15);
        assert!((z.exp_m1() + Complex::from(1.0) - z.exp()).norm() < 1e-15);
        assert!((z.conj() * z - Complex::from(z.norm_sqr())).norm() < 1e-15);
        // e^z - 1 = z + z^2/2 + ...
        let small = Complex::new(1e-9, -2e-9);
        let series = small + small * small * 0.5;
        assert!((small.exp_m1() - series).norm() < 1e-15 * small.norm());
    }

    /// Numbers of both signs over twenty decades.
    fn random() -> impl FnMut() -> f64 {
        let mut state = 1_u64;
        move || {
            let mut next = || {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
            };
            next() * 10.0_f64.powf(20.0 * next())
        }
    }

    fn same(found: Complex, [re, im]: [f64; 2]) {
        let bits = [found.re, found.im].map(f64::to_bits);
        assert_eq!(bits, [re, im].map(f64::to_bits), "{found} {re} {im}");
    }

    /// Results were computed with these formulas, each written out here: a `num-complex` that rounds differently would change them.
    #[test]
    fn each_operation_rounds_as_its_formula() {
        let mut next = random();
        for _ in 0..100_000 {
            let [a, b, c, d, x] = std::array::from_fn(|_| next());
            let (z, w) = (Complex::new(a, b), Complex::new(c, d));
            same(z + w, [a + c, b + d]);
            same(z - w, [a - c, b - d]);
            same(z * w, [a * c - b * d, a * d + b * c]);
            same(z * x, [a * x, b * x]);
            same(-z, [-a, -b]);
            same(z.conj(), [a, -b]);
            same(Complex::from(x), [x, 0.0]);
            let [mut sum, mut difference, mut product] = [z; 3];
            sum += w;
            same(sum, [a + c, b + d]);
            difference -= w;
            same(difference, [a - c, b - d]);
            product *= w;
            same(product, [a * c - b * d, a * d + b * c]);
            let square = a * a + b * b;
            assert_eq!(z.norm_sqr().to_bits(), square.to_bits());
            assert_eq!(z.norm().to_bits(), a.hypot(b).to_bits());
            same(z.inv(), [a / square, -b / square]);
            same(Complex::cis(x), [x.cos(), x.sin()]);
            same(z.exp(), [b.cos() * a.exp(), b.sin() * a.exp()]);
            let [re, im] = [a * c - b * -d, a * -d + b * c];
            let over = 1.0 / (c * c + d * d);
            same(z.over(w), [re * over, im * over]);
            // The quotient of `num-complex`, with which the terms of media are evaluated.
            let below = c * c + d * d;
            same(z / w, [(a * c + b * d) / below, (b * c - a * d) / below]);
        }
    }
}
