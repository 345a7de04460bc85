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

/// Numbers between zero and one for tests, always the same.
#[cfg(test)]
fn uniform() -> impl FnMut() -> f64 {
    let mut state = 1_u64;
    move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    }
}
