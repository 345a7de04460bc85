//! Dense linear algebra in single and double precision, based on faer.
//!
//! faer is generic, and each crate that calls it recompiles what it uses: factorisations of complex matrices take minutes, in every precision and for
//! every SIMD level. Here they are compiled once. The exported items have [`Scalar`] as their only parameter, and the methods of `f32` and `f64` are
//! ordinary functions. Matrices and views are faer's own types: their indices and loops are small and stay where they are used.

mod evd;
mod kernel;
mod lanes;
mod lu;
mod out_of_core;
mod product;
mod qr;
mod scalar;
mod shared;
mod svd;
mod tiles;

pub use evd::{eigen, eigenvalues};
pub use faer;
pub use faer::complex::Complex;
pub use faer::prelude::{Reborrow, ReborrowMut};
pub use faer::{Accum, ColMut, ColRef, Conj, Mat, MatMut, MatRef, Par, c64};
pub use lu::{BLOCK, Elimination, Lu, solve, solve_real};
pub use out_of_core::{Fill, PANEL, Panels, Part, StoredLu, entries_read};
pub use product::{adjoint_matmul, matmul, norm, product, real_matmul, real_product, squared_norm};
pub use qr::Qr;
pub use scalar::Scalar;
pub use shared::{SharedElimination, Split, Step, Strips};
pub use svd::{Svd, singular_values};
pub use tiles::{subtract_product, thread_bytes};
