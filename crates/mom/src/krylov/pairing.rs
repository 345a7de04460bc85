//! What residual is worth asking for.
//!
//! Let the products be those of A + E with |E x| <= delta |A x|. A solution x of (A + E) x = b + r then has
//!
//! ```text
//! b - A x = E x - r,     |b - A x| <= |r| + delta |A x|,
//! ```
//!
//! so nothing is gained by an |r| much below delta |b|: below that the solver fits a different matrix. [`residual_for`] allots the solver
//! a third of the error of the products, and [`require_pairing`] rejects a residual of less than a tenth of that.
//!
//! Tested: with products perturbed by 1e-3, a residual of 1e-6 gives no better solutions than the recommended one.

use poynting_mom_core::error::MomError;

/// The solver's share of the error of the products.
const SHARE: f64 = 0.3;
/// Rejection limit, as a share of the recommended residual.
const WASTE: f64 = 0.1;

/// The relative residual worth solving for with products of relative error `accuracy`.
pub fn residual_for(accuracy: f64) -> f64 {
    SHARE * accuracy
}

/// Rejects a residual that products of relative error `accuracy` cannot deliver.
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
