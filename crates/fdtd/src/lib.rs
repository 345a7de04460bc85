//! Finite differences in time: the Yee grid, coefficients, local operators and the orders in which they run.
//!
//! [`Plan`] lays a scene out without allocating anything large; [`run`] makes it. Observations leave through
//! a [`Sink`]. Files and the terminal are somebody else's.

pub mod coefficients;
#[cfg(feature = "conformance")]
pub mod conformance;
pub mod far_field;
pub mod grid;
pub mod traversal;

mod course;
mod cpml;
mod dispersion;
mod drive;
mod edge_box;
mod energy;
mod engine;
mod error;
mod fault;
mod fitness;
mod formula;
mod incident;
mod line;
mod loss;
mod lumped;
mod mapping;
mod mirror;
mod operator;
mod plan;
mod plane_wave;
mod points;
mod port;
mod reading;
mod record;
mod region;
mod seam;
mod setup;
mod simulation;
mod spectra;
mod state;
mod stencil;
mod taps;
mod wire;
mod wiring;
mod yee;

pub use coefficients::Storage;
#[cfg(feature = "gpu")]
pub use engine::gpu::memory::device_bytes;
#[cfg(feature = "gpu")]
pub use engine::gpu::run::{GpuConfig, run_stack};
#[cfg(feature = "gpu")]
pub use engine::gpu::text::kernel_texts;
pub use error::FdtdError;
pub use fault::{Fault, Symptom};
pub use mapping::{Mapping, March};
pub use operator::{Operator, Operators};
pub use plan::{Plan, STEP_LIMIT, StackShape, solids};
pub use poynting_exec::Real;
pub use poynting_observe::{self as sink, Coordinate, Leading, Sink, SinkError, Stream};
pub use region::{Half, Layout, Region};
pub use simulation::{Config, Job, Observer, Outcome, Progress, StoppedBy, run};
