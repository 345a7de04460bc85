//! Runs scenes at all their frequencies.

mod cross_section;
mod dense;
mod drive;
mod figures;
mod frequencies;
mod job;
mod keeper;
mod postprocess;
mod solved;
mod stages;
mod stream_table;
mod streams;
mod system;
mod warning;
mod watched;

pub use figures::Figures;
pub use frequencies::run;
pub use job::{Config, Ended, Job, Observer, Outcome, Progress, Stage};
pub use keeper::Checkpoint;
pub use streams::declarations;
