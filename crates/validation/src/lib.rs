//! The built-in cases that `poynting validate` runs on the user's own machine.
//!
//! Every case is a scene that goes through the public library as a user's would, and the reference that the result is
//! compared with: a closed form, a published table, or a finer mesh. A case may give several rows: one per mode, per precision, per
//! component. On a GPU the scenes of every case are also run on the CPU and the two compared.

mod bench;
mod cases;
mod equality;
mod error;
mod machine;
mod model;
mod picture;
mod reference;
mod report;
mod selection;
mod spectral;
mod suite;

pub use error::ValidationError;
pub use report::{Listed, Report, Row};
pub use selection::{Effort, Selection};
pub use suite::{list, run};
