//! Bessel functions of complex argument, orders 0 and 1, Re z >= 0.
//!
//! ```text
//! |z| < 5:    J_n = (z/2)^n sum (-z^2/4)^k/(k! (n + k)!)
//! |z| < 25:   J_{n-1} = (2n/z) J_n - J_{n+1} from above, scaled by J_0 + 2 (J_2 + J_4 + ...) = 1 (Miller)
//! otherwise:  Hankel's expansion of H_n
//! Y_n below 25: Neumann's series of the J_2k and J_2k+1
//! K_n(x) = int_0^inf e^{-x cosh t} cosh nt dt by the trapezoidal rule, which converges geometrically
//! ```
//!
//! (M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions, 9.1.10, 9.1.27, 9.1.46, 9.1.88, 9.1.89, 9.2.7 to 9.2.10, 9.6.24.)
//!
//! Tested against the real functions of `physics`, by the Wronskian for complex arguments, and against values of mpmath.

use poynting_physics::{Complex, PhasorArithmetic};
use std::f64::consts::{FRAC_2_PI, PI};

const EULER: f64 = 0.577_215_664_901_532_9;
const SERIES: f64 = 5.0;
const ASYMPTOTIC: f64 = 25.0;

/// J_0(z) and J_1(z).
pub fn bessel(z: Complex) -> [Complex; 2] {
    let size = z.norm();
    if size < SERIES {
        series(z)
    } else if size < ASYMPTOTIC {
        first_two(z)
    } else {
        let (outgoing, incoming) = (expansion(z, -1.0), expansion(z, 1.0));
        [0, 1].map(|n| (outgoing[n] + incoming[n]) * 0.5)
    }
}

/// H_0(z) and H_1(z) of the second kind, J - jY, which decay for Im z < 0.
pub fn hankel(z: Complex) -> [Complex; 2] {
    if z.norm() >= ASYMPTOTIC {
        return expansion(z, -1.0);
    }
    let j = miller(z);
    let log = (z * 0.5).ln() + EULER;
    let (mut even, mut odd) = (Complex::default(), Complex::default());
    let mut sign = -1.0;
    for k in 1..(j.len() - 1) / 2 {
        let n = k as f64;
        even += j[2 * k] * (sign / n);
        odd += j[2 * k + 1] * (sign * (2.0 * n + 1.0) / (n * (n + 1.0)));
        sign = -sign;
    }
    let y0 = (log * j[0] - even * 2.0) * FRAC_2_PI;
    let y1 = ((log - 1.0) * j[1] - j[0].over(z) - odd) * FRAC_2_PI;
    [(j[0], y0), (j[1], y1)].map(|(j, y)| Complex::new(j.re + y.im, j.im - y.re))
}

/// The modified functions K_0(x) and K_1(x), x > 0.
pub fn modified(x: f64) -> [f64; 2] {
    const STEP: f64 = 0.1;
    let mut sums = [0.5 * (-x).exp(); 2];
    for n in 1.. {
        let cosh = (STEP * f64::from(n)).cosh();
        let term = (-x * cosh).exp();
        sums[0] += term;
        sums[1] += term * cosh;
        if term * cosh <= 1e-18 * sums[1] {
            break;
        }
    }
    sums.map(|sum| sum * STEP)
}

fn series(z: Complex) -> [Complex; 2] {
    let square = z * z * -0.25;
    let (mut zero, mut one) = (Complex::from(1.0), Complex::from(1.0));
    let (mut term, size) = (Complex::from(1.0), square.norm());
    for k in 1..40 {
        let n = f64::from(k);
        term = term * square / (n * n);
        zero += term;
        one += term / (n + 1.0);
        if term.norm() < 1e-18 && n * n > size {
            break;
        }
    }
    [zero, one * z * 0.5]
}

/// J_0 and J_1 by the recurrence of [`miller`], where nothing can overflow.
fn first_two(z: Complex) -> [Complex; 2] {
    let start = (1.5 * z.norm() + 30.0) as usize / 2 * 2;
    let two_over = (z * 0.5).inv();
    let (mut above, mut here) = (Complex::default(), Complex::from(1e-100));
    let mut even = here;
    for n in (2..=start).rev() {
        let below = two_over * here * n as f64 - above;
        (above, here) = (here, below);
        if n % 2 == 1 {
            even += below;
        }
    }
    let zero = two_over * here - above;
    let scale = (zero + even * 2.0).inv();
    [zero * scale, here * scale]
}

/// J_0 to J_N, N beyond the last that is not zero to rounding.
fn miller(z: Complex) -> Vec<Complex> {
    let start = (1.5 * z.norm() + 30.0) as usize / 2 * 2;
    let two_over = (z * 0.5).inv();
    let mut j = vec![Complex::default(); start + 2];
    j[start] = Complex::from(1e-100);
    for n in (1..=start).rev() {
        j[n - 1] = two_over * j[n] * n as f64 - j[n + 1];
        if j[n - 1].norm_sqr() > 1e100 {
            for value in &mut j[n - 1..] {
                *value *= 1e-100;
            }
        }
    }
    let even: Complex = j.iter().skip(2).step_by(2).sum();
    let scale = (j[0] + even * 2.0).inv();
    for value in &mut j {
        *value *= scale;
    }
    j
}

/// Hankel functions of the first (sign 1) or second kind (-1).
fn expansion(z: Complex, sign: f64) -> [Complex; 2] {
    let unit = Complex::new(0.0, sign);
    let front = (unit * (z - PI / 4.0)).exp() * (Complex::from(FRAC_2_PI).over(z)).root();
    let inverse = unit.over(z * 8.0);
    let sum = |order: f64| {
        let (mut term, mut sum) = (Complex::from(1.0), Complex::from(1.0));
        for k in 1..30 {
            let k = f64::from(k);
            let odd = 2.0 * k - 1.0;
            let next = term * inverse * ((4.0 * order * order - odd * odd) / k);
            if next.norm_sqr() >= term.norm_sqr() || next.norm_sqr() < 1e-36 {
                break;
            }
            term = next;
            sum += term;
        }
        sum
    };
    // H_1 has the phase pi/2 less.
    [front * sum(0.0), front * sum(1.0) * -unit]
}
