//! Rational functions in barycentric form.
//!
//! With support points z_j, weights w_j and the values f_j of a set of functions at the support points,
//!
//!   r(z) = sum_j c_j(z) f_j,   c_j(z) = w_j/(z - z_j) / sum_i w_i/(z - z_i).
//!
//! r is rational of degree at most m - 1 for m support points, takes the values f_j at z_j, and its poles do not depend on the functions. The
//! coefficients c_j add up to one and hold for everything that depends linearly on the functions, so that whole solutions of a field problem can be
//! interpolated by the coefficients alone.
//!
//! J.-P. Berrut, L. N. Trefethen, "Barycentric Lagrange interpolation", SIAM Review 46 (2004) 501-517.

use crate::{Complex, Pole, RationalError, Samples, poles};

/// The band mapped to -1..1, in which supports and weights are well scaled.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Band {
    centre: f64,
    half: f64,
}

impl Band {
    /// The band of some frequencies.
    pub(crate) fn of(frequencies: &[f64]) -> Self {
        let from = frequencies.iter().copied().fold(f64::INFINITY, f64::min);
        let to = frequencies
            .iter()
            .copied()
            .fold(f64::NEG_INFINITY, f64::max);
        let half = 0.5 * (to - from);
        Self {
            centre: 0.5 * (from + to),
            half: if half > 0.0 { half } else { 1.0 },
        }
    }

    /// A frequency in Hz as a number of -1..1.
    pub(crate) fn inner(self, frequency: f64) -> f64 {
        (frequency - self.centre) / self.half
    }

    fn outer(self, z: Complex) -> Complex {
        z * self.half + self.centre
    }
}

/// A rational model of a set of functions of frequency.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    pub(crate) band: Band,
    /// Indices of samples.
    pub(crate) support: Vec<usize>,
    /// Frequencies in Hz.
    pub(crate) frequencies: Vec<f64>,
    pub(crate) points: Vec<f64>,
    pub(crate) weights: Vec<Complex>,
    pub(crate) values: Vec<Vec<Complex>>,
    pub(crate) error: f64,
}

impl Model {
    pub(crate) fn new(
        samples: &Samples,
        band: Band,
        (support, weights): (Vec<usize>, Vec<Complex>),
        error: f64,
    ) -> Self {
        let frequencies: Vec<f64> = support.iter().map(|&i| samples.frequencies()[i]).collect();
        Self {
            band,
            points: frequencies.iter().map(|&f| band.inner(f)).collect(),
            values: support
                .iter()
                .map(|&i| samples.values(i).to_vec())
                .collect(),
            frequencies,
            support,
            weights,
            error,
        }
    }

    /// The number of poles at most.
    pub fn order(&self) -> usize {
        self.support.len().saturating_sub(1)
    }

    /// The samples whose values are combined, as numbers in the order of the samples.
    pub fn support(&self) -> &[usize] {
        &self.support
    }

    /// The largest error at the samples that are not support points, relative to the scale of the functions.
    pub const fn error(&self) -> f64 {
        self.error
    }

    /// The coefficients of the support points at a frequency in Hz.
    pub fn coefficients(&self, frequency: f64) -> Vec<Complex> {
        let at = self.frequencies.iter().position(|&f| f == frequency);
        let z = self.band.inner(frequency);
        coefficients(&self.points, &self.weights, z, at)
    }

    /// The functions at a frequency in Hz.
    pub fn values(&self, frequency: f64) -> Vec<Complex> {
        let functions = self.values.first().map_or(0, Vec::len);
        let mut sums = vec![Complex::default(); functions];
        for (coefficient, values) in self.coefficients(frequency).iter().zip(&self.values) {
            for (sum, value) in sums.iter_mut().zip(values) {
                *sum += coefficient * value;
            }
        }
        sums
    }

    /// The poles with their residues, by ascending real part of their frequency.
    pub fn poles(&self) -> Result<Vec<Pole>, RationalError> {
        let found = poles::zeros(&self.points, &self.weights)?;
        let pole = |z: &Complex| Pole {
            frequency: self.band.outer(*z),
            residues: poles::residues(&self.points, &self.weights, &self.values, *z)
                .into_iter()
                .map(|residue| residue * self.band.half)
                .collect(),
        };
        let mut poles: Vec<Pole> = found.iter().map(pole).collect();
        poles.sort_by(|a, b| a.frequency.re.total_cmp(&b.frequency.re));
        Ok(poles)
    }
}

/// c_j(z); `at` is the support point that z coincides with.
pub(crate) fn coefficients(
    points: &[f64],
    weights: &[Complex],
    z: f64,
    at: Option<usize>,
) -> Vec<Complex> {
    let at = at.or_else(|| points.iter().position(|&point| point == z));
    if let Some(at) = at {
        let unit = |j| Complex::from(f64::from(u8::from(j == at)));
        return (0..points.len()).map(unit).collect();
    }
    let terms = points.iter().zip(weights).map(|(x, w)| w / (z - x));
    let terms: Vec<Complex> = terms.collect();
    let sum: Complex = terms.iter().sum();
    terms.into_iter().map(|term| term / sum).collect()
}
