//! Poynting computes electromagnetic fields: a scene in, results out.
//!
//! ```no_run
//! use poynting::{RunOptions, Simulation};
//!
//! # fn main() -> Result<(), poynting::Error> {
//! let results = Simulation::from_path("patch.toml")?.run(&RunOptions::default())?;
//! let s = results.s_parameters()?;
//! for (frequency, matrix) in s.frequencies.iter().zip(&s.matrices) {
//!     println!("{frequency} Hz: S11 = {:.1} dB", 20.0 * matrix[0][0].norm().log10());
//! }
//! # Ok(())
//! # }
//! ```
//!
//! [`Simulation::run_with`] reports progress and may stop a run; [`Simulation::plan`] shows grid or mesh and memory beforehand;
//! [`Simulation::run_into`] writes a folder. [`Results`] finds quantities by name. Scenes are those of the command, described in
//! [`scene`].
//!
//! The features `hdf5` (results folders with `results.h5`) and `plot` (SVG and PNG files) are on by default. Without `hdf5` the build needs
//! no cmake. `gpu`, `cuda` and `hip` add GPUs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod both;
mod compare;
mod error;
mod grating;
mod machine;
mod materials;
mod memory;
mod model;
mod network;
mod nowhere;
mod options;
#[cfg(feature = "plot")]
mod overlay;
mod plan;
mod plane;
mod probe;
mod progress;
mod rank_costs;
mod report;
mod request;
mod run;
mod section;
mod shares;
mod simulation;
mod solver;
mod speed;
mod stack;
mod stepping;
mod view;

pub use compare::{Comparison, Difference, compare};
pub use error::{Error, ErrorKind};
pub use materials::{UsedMaterial, used_materials};
pub use options::RunOptions;
#[cfg(feature = "plot")]
pub use overlay::overlay;
pub use plan::{Layout, Plan};
pub use progress::{Observer, Progress};
pub use rank_costs::{RankCosts, RankForecast, bytes_per_value};
#[cfg(feature = "hdf5")]
pub use report::report;
pub use report::{report_of, report_page};
pub use request::Request;
pub use run::Finished;
pub use section::{Bodies, Section};
pub use simulation::{Simulation, checkpoint_folder};
pub use solver::Solver;
pub use speed::{measure_speed, measure_speed_of};
pub use stack::run_all;
#[doc(hidden)]
pub use stepping::{Profile, Stepped, exchange_until_stopped, step_until_stopped};

pub use poynting_exec::{
    Budget, CpuDevice, Device, DeviceChoice, DeviceError, DeviceTraits, Devices, Effort,
    NotingAllocator, Pool, Processes, RankChoice, RankChoiceError, SimdLevel, cpu_device,
    end_requested, exit_when_exhausted, format_bytes, keep_large_blocks_apart,
    let_file_limits_be_errors, listen_for_ends, listen_for_save_requests, peak_memory,
    processor_time,
};
#[cfg(feature = "gpu")]
pub use poynting_exec::{GpuDevice, GpuKind, GpuLimits, copy_bandwidth, gpu_device, gpu_devices};
pub use poynting_fdtd::{
    DemandError, FdtdError, GATHERED_BYTES, Load, Mapping, March, OperatorTime, Plan as FdtdPlan,
    Progress as FdtdProgress, RankPlan, StoppedBy,
};
pub use poynting_geometry::GeometryError;
pub use poynting_grating::{
    GratingError, Plan as GratingPlan, Progress as RcwaProgress, RcwaError,
};
pub use poynting_grid as grid;
pub use poynting_mom::plane::Plan as PlanePlan;
pub use poynting_mom::{
    Equation, Forecast, MomError, Plan as MomPlan, Progress as MomProgress,
    Solution as MomSolution, Stage as MomStage, capacitance,
};
pub use poynting_results as results;
pub use poynting_results::{
    Complex, FarField, Quantity, Results, ResultsError, SParameters, Summary,
};
pub use poynting_scene as scene;
pub use poynting_scene::{MethodChoice, Precision, Scene, SceneError, TraversalChoice};

/// Version of the library and of the command.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
