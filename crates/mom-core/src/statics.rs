//! Capacitance of metal in free space: the scalar potential at k = 0 with a uniform charge on each triangle.
//!
//! All triangles t are at 1 V, averaged over each: sum_s <1/(4 pi eps0 R)>_ts q_s = 1, and C = sum_s q_s (R. F. Harrington, Field Computation
//! by Moment Methods, 1968, chapter 2). Such charges have more energy than the true distribution, so C is too small. Tested on a square
//! and a cube against published values (`tests/suite/statics.rs`).

use poynting_linalg::{Mat, solve_real};
use poynting_physics::constants::EPS0;
use rayon::prelude::*;

use crate::error::MomError;
use crate::operator::mean_green;
use crate::rule::Rules;
use crate::space::RwgSpace;

/// Capacitance to infinity in farad of all triangles together, joined by thin wires where they do not touch. `tolerance` is the relative error
/// of the integrals over pairs of triangles.
pub fn capacitance(space: &RwgSpace, tolerance: f64) -> Result<f64, MomError> {
    let rules = Rules::new(tolerance)?;
    let triangles = space.triangles();
    let count = triangles.len();
    let potentials = |test: usize| -> Result<Vec<f64>, MomError> {
        let of = |trial: usize| {
            let mean = mean_green(&rules, 0.0, &triangles[test], &triangles[trial]);
            Ok(mean.ok_or(MomError::Unresolved { test, trial })?.re)
        };
        (0..=test).map(of).collect()
    };
    // The lower half; the matrix is symmetric.
    let rows = (0..count).into_par_iter().map(potentials);
    let half: Vec<Vec<f64>> = rows.collect::<Result<_, _>>()?;
    let matrix = Mat::from_fn(count, count, |t, s| half[t.max(s)][t.min(s)]);
    let ones = Mat::from_fn(count, 1, |_, _| 1.0);
    let charges = solve_real(matrix.as_ref(), ones.as_ref());
    Ok(EPS0 * charges.col_as_slice(0).iter().sum::<f64>())
}
