//! Runs scenes at all their frequencies.

mod cross_section;
mod drive;
mod figures;
mod frequencies;
mod job;
mod postprocess;
mod solved;
mod stream_table;
mod streams;
mod system;
mod warning;
mod watched;

pub use figures::Figures;
pub use frequencies::run;
pub use job::{Config, Ended, Job, Observer, Outcome, Progress, Stage};
