//! Update coefficients for the time loop.

mod index;
mod patterns;
mod store;
mod view;

pub use index::{GrowingIndex, Run};
pub use patterns::{Pattern, PatternView, Patterns, PatternsFrom};
pub use store::{Coefficients, Materials, Storage};
pub use view::{CoefficientView, run_length};
