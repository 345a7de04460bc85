//! Runs scenes at all their frequencies.

mod adaptive;
mod cross_section;
mod dense;
mod drive;
mod figures;
mod frequencies;
mod job;
mod keeper;
mod observed;
pub mod passive;
mod postprocess;
mod sample;
mod solved;
mod solver;
mod stages;
mod stream_table;
mod streams;
mod system;
mod warning;
mod watched;

pub use figures::Figures;
pub use frequencies::run;
pub use job::{Config, Ended, Job, Observer, Outcome, Progress, Stage, Swept};
pub use keeper::Checkpoint;
pub(crate) use postprocess::parts;
pub(crate) use stream_table::{StreamTable, Values};
pub use streams::declarations;
pub(crate) use streams::{List, places, point_counts};
pub(crate) use watched::watched;
