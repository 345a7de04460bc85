//! Accuracy of a product: some of its rows compared with the same rows of the full matrix.

use std::f64::consts::TAU;

use poynting_linalg::{Complex, Mat, MatRef};
use rayon::prelude::*;

use poynting_mom_core::error::MomError;
use poynting_mom_core::operator::Operator;
use poynting_mom_core::precision::Precision;

/// The golden ratio minus one: the fractional parts of its multiples fill an interval evenly and are uncorrelated with mesh numbering.
const GOLDEN: f64 = 0.618_033_988_749_895;

/// An unbiased vector to probe products with: phases that advance by the golden ratio.
pub fn probe_vector<T: Precision>(size: usize) -> Mat<Complex<T>> {
    Mat::from_fn(size, 1, |n, _| {
        let (sin, cos) = (TAU * (n as f64 * GOLDEN).fract()).sin_cos();
        Complex::new(T::of(cos), T::of(sin))
    })
}

/// The relative error of y = A x in the 2-norm, over `rows` rows spread over the matrix.
pub fn sampled_error<T: Precision>(
    operator: &Operator<'_>,
    x: MatRef<'_, Complex<T>>,
    y: MatRef<'_, Complex<T>>,
    rows: usize,
) -> Result<f64, MomError> {
    let space = operator.space();
    let rounded = operator.rounded::<T>();
    let count = rows.min(space.len());
    let errors = (0..count).into_par_iter().map(|n| {
        let row = ((n as f64 * GOLDEN).fract() * space.len() as f64) as usize;
        let exact = rounded.row_times(row, x)?;
        let mut sums = [0.0; 2];
        for (c, exact) in exact.iter().enumerate() {
            let found = y[(row, c)];
            let found = Complex::new(found.re.f64(), found.im.f64());
            sums[0] += (found - exact).norm_sqr();
            sums[1] += exact.norm_sqr();
        }
        Ok::<_, MomError>(sums)
    });
    let errors: Vec<[f64; 2]> = errors.collect::<Result<_, _>>()?;
    let sum = |part: usize| errors.iter().map(|e| e[part]).sum::<f64>();
    Ok((sum(0) / sum(1)).sqrt())
}
