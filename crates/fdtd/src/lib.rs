//! FDTD for a scene: [`Plan`] lays it out without allocating anything large, [`run`] runs it.
//!
//! Observations leave through a [`Sink`](poynting_observe::Sink). Files and the terminal are handled elsewhere.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod binding;
mod capabilities;
mod checkpoint;
pub mod coefficients;
#[cfg(feature = "gpu")]
mod devices;
mod divided;
mod energy_hold;
mod error;
#[cfg(feature = "gpu")]
mod gpu;
mod incident;
mod job;
mod keeper;
mod line;
mod lumped;
mod media;
mod mistakes;
mod outcome;
mod plan;
mod port;
mod ranks;
mod run_state;
mod setup;
mod simulation;
mod wire;

pub use binding::ENERGY;
pub use checkpoint::Checkpoint;
#[cfg(feature = "gpu")]
pub use devices::{DeviceShare, run_on_devices};
pub use error::FdtdError;
#[cfg(feature = "gpu")]
pub use gpu::{GpuConfig, device_bytes, run_stack};
pub use incident::{Place, PlaneWave};
pub use job::Job;
pub use line::CoupledLines;
pub use outcome::{Observer, Outcome, Progress, StoppedBy};
pub use plan::{Plan, STEP_LIMIT, StackShape, solids};
pub use poynting_checkpoint::{CheckpointError, Folder};
pub use poynting_fdtd_core::coefficients::Storage;
pub use poynting_fdtd_core::engine::{Config, GATHERED_BYTES, OperatorTime};
pub use poynting_fdtd_core::fault::{Fault, Symptom};
pub use poynting_fdtd_core::mapping::{Mapping, March};
pub use poynting_fdtd_core::ranks::{Load, RankPlan, Traffic};
pub use poynting_fdtd_post::demand::DemandError;
pub use ranks::rank_plan;
pub use setup::setup;
pub use simulation::{exchange, run, run_models};
