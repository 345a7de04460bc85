//! What a product is worth: some of its rows against the same rows of the matrix itself.

use faer::MatRef;
use faer::complex::Complex;
use rayon::prelude::*;

use crate::error::MomError;
use crate::operator::Operator;
use crate::solve::Precision;

/// The relative error of y = A x over `rows` rows spread over all, in the 2-norm.
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
        // Spread by the golden ratio, which no numbering of a mesh follows.
        let spread = (n as f64 * 0.618_033_988_749_895).fract();
        let row = (spread * space.len() as f64) as usize;
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
