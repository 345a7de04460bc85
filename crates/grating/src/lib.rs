//! Rigorous coupled-wave analysis of a scene: the plan, the run over frequencies, and the results.
//!
//! A scene is a unit cell: two axes are periodic, with or without a Bloch phase, the third is open at both faces, and one plane wave arrives. Structures
//! whose sides are parallel to the open axis become the layers of a stack (`slices`), in axes of its own (`frame`); what lies at a face of the domain
//! continues beyond it as a half space. At each frequency the stack gets the permittivities of its materials, and [`poynting_rcwa`] solves it for the wave
//! that FDTD would send (`wave`). Monitors have the results that they have in FDTD, under the same names; orders and efficiencies are recorded
//! besides (`streams`).
//!
//! Tested against closed forms of slabs and against FDTD (`poynting-validation`), and for bitwise equal results with any number of threads.

mod body;
mod error;
mod frame;
mod layers;
mod monitors;
mod plan;
mod refusal;
mod run;
mod slices;
mod streams;
mod wave;

pub use error::GratingError;
pub use plan::{Limits, Plan};
pub use poynting_rcwa::RcwaError;
pub use run::{Job, Observer, Outcome, Progress, run};
pub use streams::declarations;
