//! Update coefficients for the time loop.

mod index;
mod store;
mod view;

pub use index::{GrowingIndex, Run};
pub use store::{Coefficients, Materials, Storage};
pub use view::{CHUNK, CoefficientView, equal_chunks, run_length};
