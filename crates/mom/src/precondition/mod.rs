//! Preconditioners: approximate inverses that reduce the number of products in an iterative solution.
//!
//! All but [`Inner`] are built from the near field, a [`crate::BlockSparse`]: its diagonal blocks ([`block_diagonal`]), local inverses
//! ([`local_inverse`]), or an incomplete factorisation ([`BlockIlu`]).

mod diagonal;
mod explicit;
mod ilu;
mod inner;
mod inverse;
mod lu;
mod preconditioner;

pub use diagonal::{block_diagonal, of_blocks};
pub use explicit::Explicit;
pub use ilu::BlockIlu;
pub use inner::Inner;
pub use inverse::local_inverse;
pub use preconditioner::{Identity, Preconditioner};
