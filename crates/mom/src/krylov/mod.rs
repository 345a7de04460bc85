//! Iterative solution of many right-hand sides by products with the matrix.
//!
//! A [`Product`] is all that the solver knows of a matrix, a [`Preconditioner`](crate::precondition::Preconditioner) what makes it quick. [`solve`] is block GMRES with restarts
//! (`gmres`); with one right-hand side it is GMRES, and with [`Preconditioning::Flexible`] it is FGMRES. Residuals are true ones, |b - A x|/|b|
//! from a product that is made for them.

mod basis;
mod gmres;
mod iteration;
mod least_squares;
mod pairing;
mod solve;

pub(crate) use basis::Basis;
pub(crate) use gmres::one_cycle;
pub use iteration::{End, Iterated, Options, Preconditioning, Progress, Step, System};
pub use pairing::{require_pairing, residual_for};
pub(crate) use poynting_mom_core::panel::{Small, add_product, norms, projections, real, scale};
pub use poynting_mom_core::product::Product;
pub use solve::{solve, solve_each};
