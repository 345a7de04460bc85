//! What residual is worth asking for.
//!
//! Let the products be those of A + E with |E x| <= delta |A x|. A solution x of (A + E) x = b + r then has
//!
//! ```text
//! b - A x = E x - r,     |b - A x| <= |r| + delta |A x|,
//! ```
//!
//! so nothing is gained by an |r| much below delta |b|: the solution belongs to another matrix by then. [`residual_for`] leaves the solver
//! a third of what the products have, and [`require_pairing`] refuses a tenth of that.
//!
//! Tested: with products disturbed by 1e-3, a residual of 1e-6 gives solutions that are no better than the one advised.

use poynting_mom_core::error::MomError;

/// The solver's share of the products' error.
const SHARE: f64 = 0.3;
/// What is refused, as a share of what is advised.
const WASTE: f64 = 0.1;

/// The relative residual worth solving for with products of relative error `accuracy`.
pub fn residual_for(accuracy: f64) -> f64 {
    SHARE * accuracy
}

/// Refuses a residual that products of relative error `accuracy` cannot give.
pub fn require_pairing(residual: f64, accuracy: f64) -> Result<(), MomError> {
    let worth = residual_for(accuracy);
    if residual < WASTE * worth {
        return Err(MomError::Pairing {
            residual,
            accuracy,
            worth,
        });
    }
    Ok(())
}
