//! Amplitudes of lines of equidistant elements for low side lobes, with a largest value of one.
//!
//! Side-lobe levels are positive decibels below the main beam.

use crate::error::{ArrayError, demand};
use num_complex::Complex64;
use rustfft::FftPlanner;
use std::f64::consts::PI;

const DECIBELS: &str = "it must be from 1 to 200 dB";

/// Dolph-Chebyshev: all side lobes have the same level, and no taper has a narrower main beam (C. L. Dolph, Proc. IRE 34, 335, 1946).
///
/// The pattern T_(N-1)(x0 cos(psi/2)), T_(N-1)(x0) = 10^(level/20), at psi = 2 pi k/N, transformed back: it has no cancelling terms for large N, other
/// than sums of the coefficients.
pub fn chebyshev(count: usize, level: f64) -> Result<Vec<f64>, ArrayError> {
    demand("the side-lobe level", level, DECIBELS, |l| {
        (1.0..=200.0).contains(&l)
    })?;
    if count < 2 {
        return Ok(vec![1.0; count]);
    }
    let (n, degree) = (count as f64, count as f64 - 1.0);
    let ratio = 10f64.powf(level / 20.0);
    let x0 = (ratio.acosh() / degree).cosh();
    // The phase moves the centre of the line to the first element.
    let mut values: Vec<Complex64> = (0..count)
        .map(|k| {
            let half = PI * k as f64 / n;
            Complex64::cis(half * degree) * chebyshev_polynomial(degree, x0 * half.cos())
        })
        .collect();
    FftPlanner::new()
        .plan_fft_forward(count)
        .process(&mut values);
    let line: Vec<f64> = values.iter().map(|value| value.re).collect();
    // Rounding breaks the symmetry by itself.
    let even = (line.iter().zip(line.iter().rev())).map(|(a, b)| a + b);
    Ok(largest_one(even.collect()))
}

/// T_n(x) for all x.
fn chebyshev_polynomial(n: f64, x: f64) -> f64 {
    if x.abs() <= 1.0 {
        (n * x.acos()).cos()
    } else if x > 0.0 {
        (n * x.acosh()).cosh()
    } else {
        let sign = if n % 2.0 == 0.0 { 1.0 } else { -1.0 };
        sign * (n * (-x).acosh()).cosh()
    }
}

/// Taylor: `equal` - 1 side lobes on each side near the level, then lobes that fall off as those of a uniform line
/// (T. T. Taylor, IRE Trans. AP 3, 16, 1955), sampled in the middle of equal cells.
pub fn taylor(count: usize, level: f64, equal: usize) -> Result<Vec<f64>, ArrayError> {
    demand("the side-lobe level", level, DECIBELS, |l| {
        (1.0..=200.0).contains(&l)
    })?;
    let a = 10f64.powf(level / 20.0).acosh() / PI;
    let n_bar = demand("n-bar", equal as f64, "it must be at least 1", |n| n >= 1.0)?;
    let stretch = n_bar * n_bar / (a * a + (n_bar - 0.5).powi(2));
    // F(m) of the pattern at u = m, from its zeros.
    let coefficient = |m: usize| {
        let m2 = (m * m) as f64;
        let numerator: f64 = (1..equal)
            .map(|n| 1.0 - m2 / stretch / (a * a + (n as f64 - 0.5).powi(2)))
            .product();
        let denominator: f64 = (1..equal)
            .filter(|n| *n != m)
            .map(|n| 1.0 - m2 / (n * n) as f64)
            .product();
        let sign = if m % 2 == 1 { 0.5 } else { -0.5 };
        sign * numerator / denominator
    };
    let coefficients: Vec<f64> = (1..equal).map(coefficient).collect();
    let amplitude = |n: usize| {
        let x = (n as f64 + 0.5) / count as f64 - 0.5;
        let cosines = (coefficients.iter().enumerate())
            .map(|(m, f)| f * (2.0 * PI * (m + 1) as f64 * x).cos());
        1.0 + 2.0 * cosines.sum::<f64>()
    };
    Ok(largest_one((0..count).map(amplitude).collect()))
}

/// Hamming: 0.54 + 0.46 cos(2 pi x) from end to end (R. W. Hamming; F. J. Harris, Proc. IEEE 66, 51, 1978).
pub fn hamming(count: usize) -> Vec<f64> {
    let last = (count.max(2) - 1) as f64;
    (0..count)
        .map(|n| 0.54 - 0.46 * (2.0 * PI * n as f64 / last).cos())
        .collect()
}

/// The taper of a lattice: products, in the order of [`crate::positions::lattice`].
pub fn product(along_x: &[f64], along_y: &[f64]) -> Vec<f64> {
    let row = |a: &f64| along_y.iter().map(move |b| a * b).collect::<Vec<_>>();
    along_x.iter().flat_map(row).collect()
}

/// Power that a taper radiates broadside over that of equal amplitudes with the same power, |sum a|^2 / (N sum |a|^2).
pub fn efficiency(amplitudes: &[f64]) -> f64 {
    let sum: f64 = amplitudes.iter().sum();
    let squares: f64 = amplitudes.iter().map(|a| a * a).sum();
    sum * sum / (amplitudes.len() as f64 * squares)
}

fn largest_one(mut values: Vec<f64>) -> Vec<f64> {
    let largest = values.iter().copied().fold(0.0, f64::max);
    for value in &mut values {
        *value /= largest;
    }
    values
}
