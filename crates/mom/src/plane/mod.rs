//! Scenes with two dimensions: their plan, the run over frequencies and polarisations, and the results.
//!
//! Matrices, currents and fields are those of [`poynting_mom2d`].

mod drive;
mod outputs;
mod plan;
mod run;
mod streams;
mod widths;

pub use plan::Plan;
pub use run::{Job, run};
pub use streams::declarations;
