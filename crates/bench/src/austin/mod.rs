//! The Austin RCS benchmark suite: error, core-seconds and memory of this program compared with the published ones.
//!
//! A case is run as a user would run it: a scene in, a results folder out. Its cost is the wall time from reading the scene to the
//! cross sections on disk, times the threads; this includes mesh, near field, both polarisations and far field, and no symmetry of
//! the target is used. The score is that of the suite, `Score`.

mod cases;
mod error;
mod peak;
mod published;
mod report;
mod run;
mod scenes;
mod score;
mod target;

pub use cases::{AustinCase, austin_cases};
pub use error::AustinError;
pub use published::Published;
pub use report::{AustinDifference, AustinReport, AustinRow};
pub use run::{AustinBench, AustinEvent, austin};
pub use score::Score;
