//! Materials as the solvers take them: media as sums of poles, metals and sheets by their surface impedance.
//!
//! What is published in another form (a constant loss tangent, a skin effect, roughness) is fitted here by sums with weights that are not
//! negative, so that what comes out is passive; [`find_active`] judges sums that users give.

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
