//! Materials as used by the solvers: media as sums of poles, metals and sheets by their surface impedance.
//!
//! Materials published in another form (a constant loss tangent, a skin effect, roughness) are fitted here by sums with non-negative
//! weights, so that the result is passive; [`find_active`] checks sums that users give.

mod conductor;
mod fit;
mod laminate;
mod medium;
mod passivity;
pub mod series;
mod term;

pub use conductor::{Conductor, SurfaceAdmittance};
pub use laminate::laminate;
pub use medium::Medium;
pub use passivity::{Active, find_active};
pub use term::Term;
