//! How far noise moves the poles.
//!
//! For samples x_n = sum_k a_k exp(s_k n) + noise of the variance v, the covariance of an unbiased estimate of the s_k is at least v (D^H P D)^-1 with the
//! columns D_nk = n a_k exp(s_k n) and the projector P off the columns exp(s_k n), because the amplitudes are estimated too (the Cramer-Rao bound; P. Stoica,
//! A. Nehorai, "MUSIC, maximum likelihood, and Cramer-Rao bound", IEEE Trans. Acoust., Speech, Signal Process. 37 (1989) 720-741). The matrices of
//! several signals add up, each with its own v, which is estimated from what the modes leave of the signal. The noise of decimated samples is
//! correlated, because they are as many as twice the band; v is doubled for it.

use poynting_linalg::Mat;

use crate::Complex;
use crate::least_squares::{solve, triangle};

/// Rows of a matrix.
type Rows = Vec<Vec<Complex>>;

/// The standard deviation of each rate.
pub(super) fn of(
    signals: &[Vec<Complex>],
    rates: &[Complex],
    amplitudes: &[Vec<Complex>],
) -> Vec<f64> {
    let count = rates.len();
    let mut rows: Rows = Vec::new();
    for (signal, amplitudes) in signals.iter().zip(amplitudes) {
        rows.extend(information(signal, rates, amplitudes));
    }
    let stacked = Mat::from_fn(rows.len(), count, |i, j| rows[i][j]);
    let root = triangle(&stacked);
    let unit = Mat::from_fn(count, count, |i, j| {
        Complex::from(f64::from(u8::from(i == j)))
    });
    let inverse = solve(&root, &unit);
    // Of R^-1 R^-H.
    let variance = |k: usize| -> f64 { (0..count).map(|j| inverse[(k, j)].norm_sqr()).sum() };
    let spread = |k: usize| {
        let known = root[(k, k)].norm() > 0.0;
        if known {
            variance(k).sqrt()
        } else {
            f64::INFINITY
        }
    };
    (0..count).map(spread).collect()
}

/// A matrix R with R^H R = D^H P D / v.
fn information(signal: &[Complex], rates: &[Complex], amplitudes: &[Complex]) -> Rows {
    let count = rates.len();
    let power = |n: usize, k: usize| (rates[k] * n as f64).exp();
    let left = |n: usize| {
        let terms: Complex = (0..count).map(|k| amplitudes[k] * power(n, k)).sum();
        (signal[n] - terms).norm_sqr()
    };
    let spare = signal.len().saturating_sub(2 * count).max(1) as f64;
    let energy: f64 = signal.iter().map(Complex::norm_sqr).sum();
    // Rounding is noise too.
    let rounding = f64::EPSILON * f64::EPSILON * energy;
    let variance = 2.0 * (0..signal.len()).map(left).sum::<f64>().max(rounding) / spare;
    if variance == 0.0 {
        return Rows::new();
    }
    let both = Mat::from_fn(signal.len(), 2 * count, |n, column| {
        if column < count {
            power(n, column)
        } else {
            let k = column - count;
            amplitudes[k] * power(n, k) * (n as f64 / variance.sqrt())
        }
    });
    let r = triangle(&both);
    let row = |i: usize| (0..count).map(|j| r[(count + i, count + j)]).collect();
    (0..count).map(row).collect()
}
