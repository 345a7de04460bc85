//! A circular cylinder of infinite length that a wave meets at a right angle.
//!
//! With E across the axis, H = z^ sum j^-n e^{jn phi} [J_n(kr) - a_n H_n(kr)] outside (e^{+jwt}, H_n = J_n - j Y_n), x = ka and the index m:
//!
//! ```text
//! a_n = (m J_n'(x) - D_n J_n(x)) / (m H_n'(x) - D_n H_n(x)),    D_n = J_n'(mx)/J_n(mx)
//! Q_ext = 2/x Re(a_0 + 2 sum a_n),    Q_sca = 2/x (|a_0|^2 + 2 sum |a_n|^2)
//! ```
//!
//! and with E along it m D_n takes the place of D_n/m (C. F. Bohren and D. R. Huffman, Absorption and Scattering of Light by Small Particles, Wiley
//! 1983, section 8.4). D_n comes from its recurrence downwards, J_n by Miller's, Y_0 from Neumann's series and the others upwards.
//!
//! Tested against the static limit, a cylinder that is not there and the optical theorem.

use crate::mie::Efficiencies;
use crate::{Complex, PhasorArithmetic};
use std::f64::consts::PI;

/// Euler's constant.
const EULER: f64 = 0.577_215_664_901_532_9;

/// The electric field of the wave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// Along the axis.
    Along,
    /// Across it.
    Across,
}

/// Cross-sections per length over 2a, of size k0 a > 0 and complex index sqrt(eps_r), not zero, with mu_r = 1; loss is a negative imaginary part.
/// Backscatter is 2 pi r |E_s/E_i|^2 over 2a.
pub fn efficiencies(size: f64, index: Complex, field: Field) -> Efficiencies {
    let count = (size + 4.0 * size.cbrt() + 8.0).ceil() as usize;
    let (regular, singular) = bessel(size, count + 1);
    let inside = logarithmic_derivatives(index * size, count);
    let modes = (0..=count).map(|n| {
        let slope = |f: &[f64]| match n {
            0 => -f[1],
            _ => f[n - 1] - n as f64 / size * f[n],
        };
        let inner = match field {
            Field::Along => inside[n] * index,
            Field::Across => inside[n].over(index),
        };
        let outgoing = Complex::new(regular[n], -singular[n]);
        let outgoing_slope = Complex::new(slope(&regular), -slope(&singular));
        let above = Complex::from(slope(&regular)) - inner * regular[n];
        above.over(outgoing_slope - inner * outgoing)
    });
    let modes: Vec<Complex> = modes.collect();
    // Both signs of n.
    let twice = |n: usize| if n == 0 { 1.0 } else { 2.0 };
    let sum = |part: &dyn Fn(usize) -> f64| -> f64 {
        (0..=count).map(|n| twice(n) * part(n)).sum::<f64>() * 2.0 / size
    };
    let extinction = sum(&|n| modes[n].re);
    let scattering = sum(&|n| modes[n].norm_sqr());
    let back = modes
        .iter()
        .enumerate()
        .fold(Complex::default(), |sum, (n, a)| {
            let sign = if n % 2 == 0 { 1.0 } else { -1.0 };
            sum + *a * (sign * twice(n))
        });
    Efficiencies {
        extinction,
        scattering,
        absorption: extinction - scattering,
        backscatter: 2.0 / size * back.norm_sqr(),
    }
}

/// J_n(x) and Y_n(x), n = 0 to `count`.
pub(crate) fn bessel(x: f64, count: usize) -> (Vec<f64>, Vec<f64>) {
    let start = (count + x.ceil() as usize + 40).next_multiple_of(2);
    let mut regular = vec![0.0; start + 2];
    regular[start] = 1e-300;
    for n in (1..=start).rev() {
        regular[n - 1] = 2.0 * n as f64 / x * regular[n] - regular[n + 1];
        if regular[n - 1].abs() > 1e200 {
            for value in &mut regular {
                *value *= 1e-250;
            }
        }
    }
    // J_0 + 2 (J_2 + J_4 + ...) = 1.
    let even: f64 = regular.iter().step_by(2).skip(1).sum();
    let norm = regular[0] + 2.0 * even;
    for value in &mut regular {
        *value /= norm;
    }
    // Neumann's series (Abramowitz and Stegun, 9.1.88) for n = 0 and 1.
    let log = (x / 2.0).ln() + EULER;
    let sum = |weight: fn(f64) -> f64, order: usize| -> f64 {
        let terms = (1..start / 2).map(|k| {
            let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
            sign * weight(k as f64) * regular[order + 2 * k]
        });
        terms.sum()
    };
    let mut singular = vec![0.0; count + 1];
    singular[0] = 2.0 / PI * (log * regular[0] - sum(|k| 2.0 / k, 0));
    singular[1] = 2.0 / PI
        * ((log - 1.0) * regular[1]
            - regular[0] / x
            - sum(|k| (2.0 * k + 1.0) / (k * (k + 1.0)), 1));
    for n in 1..count {
        singular[n + 1] = 2.0 * n as f64 / x * singular[n] - singular[n - 1];
    }
    regular.truncate(count + 1);
    (regular, singular)
}

/// D_n(z) = J_n'(z)/J_n(z), n = 0 to `count`.
fn logarithmic_derivatives(z: Complex, count: usize) -> Vec<Complex> {
    let start = count.max(z.norm().ceil() as usize) + 30;
    let mut all = vec![Complex::default(); start + 1];
    for n in (1..=start).rev() {
        let over = Complex::from(n as f64).over(z);
        let before = Complex::from((n - 1) as f64).over(z);
        all[n - 1] = before - Complex::from(1.0).over(all[n] + over);
    }
    all.truncate(count + 1);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// J_0, J_1, J_5, Y_0, Y_1, Y_5 at 0.5 and 3 (M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions, tables 9.1 and 9.2).
    #[test]
    fn bessel_functions_are_those_of_the_tables() {
        let tables = [
            (
                0.5,
                [0.938_469_807_240_813, 0.242_268_457_674_874],
                [-0.444_518_733_506_707, -1.471_472_392_670_243],
            ),
            (
                3.0,
                [-0.260_051_954_901_933, 0.339_058_958_525_936],
                [0.376_850_010_012_790, 0.324_674_424_791_800],
            ),
        ];
        for (x, j, y) in tables {
            let (regular, singular) = bessel(x, 8);
            for n in 0..2 {
                assert!(
                    (regular[n] - j[n]).abs() < 1e-12,
                    "J_{n}({x}): {}",
                    regular[n]
                );
                assert!(
                    (singular[n] - y[n]).abs() < 1e-12,
                    "Y_{n}({x}): {}",
                    singular[n]
                );
            }
            for n in 0..8 {
                let wronskian = regular[n + 1] * singular[n] - regular[n] * singular[n + 1];
                assert!((wronskian * PI * x / 2.0 - 1.0).abs() < 1e-9);
            }
        }
    }

    /// A thin one across the field has Q_abs = pi x Im (m^2 - 1)/(m^2 + 1), and one of vacuum does nothing.
    #[test]
    fn a_thin_cylinder_is_a_static_dipole() {
        for eps in [
            Complex::new(-3.0, -0.4),
            Complex::new(4.0, -1.0),
            Complex::new(-1.2, -0.2),
        ] {
            let x = 1e-3;
            let found = efficiencies(x, eps.root(), Field::Across).absorption;
            let one = Complex::from(1.0);
            let expected = -PI * x * (eps - one).over(eps + one).im;
            assert!(
                (found / expected - 1.0).abs() < 1e-4,
                "{eps}: {found} {expected}"
            );
            let along = efficiencies(x, eps.root(), Field::Along).absorption;
            let expected = -PI * x / 2.0 * eps.im;
            assert!(
                (along / expected - 1.0).abs() < 1e-4,
                "{eps}: {along} {expected}"
            );
        }
        for field in [Field::Along, Field::Across] {
            let nothing = efficiencies(0.7, Complex::new(1.0, 0.0), field);
            assert!(nothing.extinction.abs() < 1e-13 && nothing.scattering < 1e-13);
            // Without loss all that is taken is scattered.
            let glass = efficiencies(2.3, Complex::new(1.5, 0.0), field);
            assert!(
                glass.absorption.abs() < 1e-11 * glass.extinction,
                "{glass:?}"
            );
        }
    }
}
