//! Precision of the factors of a dense matrix.
//!
//! Factors of n unknowns take 8/3 n^3 operations, and in single precision half of the time. A right-hand side with factors in double precision takes
//! a solution with them and the product of its residual, 8 n^2 operations each. With factors in single precision it takes about four steps of both
//! (`crate::refinement`), the solution at twice the speed. For s right-hand sides the time is the same where
//!
//! ```text
//! 4/3 n^3 + 16 n^2 s = 4 (4 + 8) n^2 s      or      s = n/24
//! ```
//!
//! A small matrix is factored in a fraction of a second, and its solutions are limited by the bandwidth of memory.

use poynting_scene::{FactorsChoice, Precision};

/// Unknowns from which a lower precision saves time.
const MANY: usize = 1500;
/// Unknowns for each right-hand side from which it does.
const FOR_EACH_SIDE: usize = 24;

/// The precision of the factors of a matrix of this precision: the requested one, or the faster one.
pub fn precision_of_factors(
    choice: FactorsChoice,
    matrix: Precision,
    [unknowns, sides]: [usize; 2],
) -> Precision {
    let is_faster = unknowns >= MANY && sides.saturating_mul(FOR_EACH_SIDE) <= unknowns;
    match choice {
        FactorsChoice::F32 => Precision::F32,
        FactorsChoice::Auto if is_faster => Precision::F32,
        FactorsChoice::Auto | FactorsChoice::F64 => matrix,
    }
}
