//! Poynting computes electromagnetic fields: a scene in, results out.
//!
//! ```no_run
//! use poynting::{RunOptions, Simulation};
//!
//! # fn main() -> Result<(), poynting::Error> {
//! let simulation = Simulation::from_path("cavity.toml")?;
//! let results = simulation.run(&RunOptions::default(), &mut |_| std::ops::ControlFlow::Continue(()))?;
//! let ey = results.get("probe/centre/Ey").expect("the scene has this probe");
//! println!("{} values, the first at {:?} s", ey.data.len(), ey.axis("time").and_then(|t| t.first()));
//! # Ok(())
//! # }
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod both;
mod compare;
mod error;
mod machine;
mod materials;
mod model;
mod network;
mod options;
mod plan;
mod progress;
mod report;
mod run;
mod section;
mod simulation;
mod speed;
mod stack;
mod view;

pub use compare::{Comparison, Difference, compare, overlay};
pub use error::{Error, ErrorKind};
pub use materials::{UsedMaterial, used_materials};
pub use options::RunOptions;
pub use plan::{Plan, Solver};
pub use progress::{Observer, Progress};
pub use report::{report, report_of, report_page};
pub use run::Finished;
pub use section::{Bodies, Section};
pub use simulation::Simulation;
pub use speed::{measure_speed, measure_speed_of};
pub use stack::run_all;

pub use poynting_exec::{
    Budget, CpuDevice, Device, DeviceChoice, DeviceError, DeviceTraits, Pool, SimdLevel,
    cpu_device, format_bytes,
};
#[cfg(feature = "gpu")]
pub use poynting_exec::{GpuDevice, GpuKind, GpuLimits, copy_bandwidth, gpu_device, gpu_devices};
pub use poynting_fdtd::{
    FdtdError, Mapping, March, Plan as FdtdPlan, Progress as FdtdProgress, StoppedBy,
};
pub use poynting_grid as grid;
pub use poynting_mom::{
    Equation, Forecast, MomError, Plan as MomPlan, Progress as MomProgress,
    Solution as MomSolution, Stage as MomStage, capacitance,
};
pub use poynting_results as results;
pub use poynting_results::{Quantity, Results, ResultsError, Summary};
pub use poynting_scene::{MethodChoice, Precision, Scene, SceneError, TraversalChoice};

/// Version of the library and of the command.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
