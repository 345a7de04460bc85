//! Runs scenes at all their frequencies.

mod declaring;
mod drive;
mod echo;
mod figures;
mod frequencies;
mod job;
mod readings;
mod solved;
mod streams;
mod system;
mod warning;
mod watched;

pub use figures::Figures;
pub use frequencies::run;
pub use job::{Config, Ended, Job, Observer, Outcome, Progress, Stage};
