//! Poles and residues of a barycentric form.
//!
//! The poles are the zeros of d(z) = sum_j w_j/(z - z_j). In u = 1/(z - s) for a point s off the support points,
//!
//!   d = -u sum_j v_j/(u - u_j),   v_j = w_j u_j,   u_j = 1/(z_j - s),
//!
//! and the zeros of the sum are the eigenvalues of diag(u_j) - 1 g^T with g_j = v_j u_j / sum v, besides one eigenvalue u = 0, which is z = infinity.
//! The sum of v is -d(s): s is chosen from a few points such that d(s) does not cancel, so that no generalised eigenvalue problem is needed. Newton's
//! method on d gives the zeros to rounding.
//!
//! A pole p of r = n/d has the residue n(p)/d'(p).

use poynting_linalg::{Mat, eigenvalues};

use crate::{Complex, RationalError};

/// A pole of a set of functions.
///
/// With the time dependence exp(j 2 pi f t) the poles of a stable system have a positive imaginary part, and functions near one are
/// `residue / (f - frequency)`.
#[derive(Debug, Clone, PartialEq)]
pub struct Pole {
    /// Complex, in Hz.
    pub frequency: Complex,
    /// Of each function, in Hz times its unit.
    pub residues: Vec<Complex>,
}

impl Pole {
    /// |f|, in Hz, as of a resonant circuit without its losses.
    pub fn natural_frequency(&self) -> f64 {
        self.frequency.norm()
    }

    /// The quality factor |f| / (2 Im f); negative for a pole that grows.
    pub fn q(&self) -> f64 {
        self.frequency.norm() / (2.0 * self.frequency.im)
    }
}

/// Where u = 0 is nearer than this, a pole is at infinity: the band is -1..1.
const INFINITE: f64 = 1e-6;

/// d(z) and d'(z).
fn denominator(points: &[f64], weights: &[Complex], z: Complex) -> (Complex, Complex) {
    let (mut d, mut slope) = (Complex::default(), Complex::default());
    for (x, w) in points.iter().zip(weights) {
        let inverse = (z - x).inv();
        d += w * inverse;
        slope -= w * inverse * inverse;
    }
    (d, slope)
}

/// How far d(s) is from cancelling.
fn soundness(points: &[f64], weights: &[Complex], s: Complex) -> f64 {
    let terms = points.iter().zip(weights);
    let sum: f64 = terms.map(|(x, w)| w.norm() / (s - x).norm()).sum();
    denominator(points, weights, s).0.norm() / sum
}

/// The finite zeros of d, for support points in -1..1.
pub(crate) fn zeros(points: &[f64], weights: &[Complex]) -> Result<Vec<Complex>, RationalError> {
    let used = |(x, w): (&f64, &Complex)| (w.norm() > 0.0).then_some((*x, *w));
    let (points, weights): (Vec<f64>, Vec<Complex>) =
        points.iter().zip(weights).filter_map(used).unzip();
    let n = points.len();
    if n < 2 {
        return Ok(Vec::new());
    }
    let shifts = [(0.1, 1.3), (-0.2, -1.2), (1.6, 0.4), (-1.7, -0.3)];
    let shifts = shifts.map(|(re, im)| Complex::new(re, im));
    let better = |a: &Complex, b: &Complex| {
        soundness(&points, &weights, *a).total_cmp(&soundness(&points, &weights, *b))
    };
    let shift = shifts.into_iter().max_by(better).unwrap_or_default();
    let u: Vec<Complex> = points.iter().map(|x| (x - shift).inv()).collect();
    let v: Vec<Complex> = u.iter().zip(&weights).map(|(u, w)| u * w).collect();
    let sum: Complex = v.iter().sum();
    let matrix = Mat::from_fn(n, n, |i, j| {
        let diagonal = if i == j { u[i] } else { Complex::default() };
        diagonal - v[j] * u[j] / sum
    });
    let found = eigenvalues(matrix.as_ref()).ok_or(RationalError::NoConvergence)?;
    let finite = found.iter().filter(|u| u.norm() > INFINITE);
    let zero = |u: &Complex| polished(&points, &weights, shift + u.inv());
    Ok(finite.map(zero).collect())
}

/// A zero after two steps of Newton's method, unless they lead elsewhere.
fn polished(points: &[f64], weights: &[Complex], start: Complex) -> Complex {
    let mut zero = start;
    for _ in 0..2 {
        let (d, slope) = denominator(points, weights, zero);
        let step = d / slope;
        if step.norm().is_nan() || step.norm() > 1e-5 * (1.0 + zero.norm()) {
            break;
        }
        zero -= step;
    }
    zero
}

/// The residue of each function at a zero of d.
pub(crate) fn residues(
    points: &[f64],
    weights: &[Complex],
    values: &[Vec<Complex>],
    pole: Complex,
) -> Vec<Complex> {
    let (_, slope) = denominator(points, weights, pole);
    let mut sums = vec![Complex::default(); values.first().map_or(0, Vec::len)];
    for ((x, w), values) in points.iter().zip(weights).zip(values) {
        let factor = w / (pole - x) / slope;
        for (sum, value) in sums.iter_mut().zip(values) {
            *sum += factor * value;
        }
    }
    sums
}
