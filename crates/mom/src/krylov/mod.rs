//! Iterative solution of many right-hand sides by products with the matrix.
//!
//! The solver sees a matrix only as a [`Product`]; a [`Preconditioner`](crate::precondition::Preconditioner) speeds up convergence. [`solve`] is
//! restarted block GMRES (`gmres`); with one right-hand side it is GMRES, and with [`Preconditioning::Flexible`] it is FGMRES. Residuals are true
//! ones, |b - A x|/|b| from an explicit product.

mod basis;
mod gmres;
mod iteration;
mod least_squares;
mod pairing;
mod solve;

pub(crate) use basis::Basis;
pub(crate) use gmres::one_cycle;
pub(crate) use iteration::Follow;
pub use iteration::{
    End, Iterated, Kept, Options, Preconditioning, Progress, Step, System, Wanted,
};
pub use pairing::{require_pairing, residual_for};
pub(crate) use poynting_mom_core::panel::{Small, add_product, norms, projections, real, scale};
pub use poynting_mom_core::product::Product;
pub use solve::{solve, solve_each, solve_kept};
