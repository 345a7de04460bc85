//! Warnings from the quality figures of a solution.

use super::figures::Figures;
use crate::plan::Method;
use crate::plan::Plan;
use poynting_mom_core::precision::Precision;

/// A solution whose condition number times the rounding error of the matrix exceeds this has lost its accuracy.
const LOST: f64 = 1e-3;
/// A residual above this many rounding errors of the matrix means that the factorisation failed.
const RESIDUAL_ROUNDINGS: f64 = 1e6;

/// The warning for a solution, if any.
pub fn warning<T: Precision>(plan: &Plan, hertz: f64, figures: &Figures) -> Option<String> {
    if plan.method != Method::Dense {
        let error = figures.product_error?;
        let asked = plan.accuracy();
        return (error > asked).then(|| {
            format!("at {hertz:.6e} Hz matrix products have an error of {error:.1e}, but {asked:.0e} was requested{}", cure::<T>())
        });
    }
    let condition = figures.condition?;
    let lost = condition * T::ULP;
    if lost > LOST || !lost.is_finite() {
        return Some(format!(
            "at {hertz:.6e} Hz the condition number of {condition:.1e} leaves {:.0} correct digits in the currents{}",
            (-lost.log10()).max(0.0),
            cure::<T>()
        ));
    }
    let residual = figures.residual;
    if residual > RESIDUAL_ROUNDINGS * T::ULP {
        return Some(format!(
            "at {hertz:.6e} Hz the residual of the solution is {residual:.1e}: do not trust the currents"
        ));
    }
    figures.is_factored_again.then(|| {
        format!(
            "at {hertz:.6e} Hz the residual stalled with factors in single precision, and the matrix was factored again in double \
             precision: set factors = \"f64\" under `mom` to save the first attempt"
        )
    })
}

fn cure<T: Precision>() -> &'static str {
    if T::BYTES == 4 {
        "; use double precision (precision = \"f64\" under `mom`)"
    } else {
        "; check the mesh"
    }
}
