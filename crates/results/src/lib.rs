//! Results: named quantities with coordinates and units, written in chunks as they arrive.
//!
//! A quantity is declared and then appended in slices: by a solver through its `Sink`, by other callers through
//! [`Recorder`]. Both have two implementations: [`Results`] keeps everything in memory, `Directory` writes a folder with
//!
//! - `results.h5`: all quantities, self-describing (layout in the `hdf` module),
//! - `results-rank-N.h5`: what rank N of a run on several ranks holds of large quantities, which `results.h5` presents as whole,
//! - one CSV file per one-dimensional result,
//! - `network.sNp`: S-parameters of N ports (Touchstone),
//! - one `.vtu` file (VTK) per monitor and frequency, for surface currents and antenna patterns,
//! - SVG and PNG plots of time series, spectra, snapshots, patterns, S-parameters and surface currents,
//! - `summary.json`: the key figures of the run,
//! - `model.json`: geometry, grid and machine, for display,
//! - `files.json`: the names of all these files, which those of the next run replace.
//!
//! A run writes them into the folder `unfinished` inside; they take the place of earlier results when they are complete (`draft` module).
//!
//! `open` reads such a folder back, and [`Report`] turns it into one HTML page. This crate never accesses solver state.
//!
//! Two features, both on by default: `hdf5` for `results.h5`, with `Directory` and `open`, whose C library is built from source with
//! cmake, and `plot` for the plots. Without them [`Results`] keeps everything in memory and writes the other files.
#![deny(unsafe_code)]

#[cfg(feature = "hdf5")]
mod assistant;
mod checks;
mod complex;
mod csv;
#[cfg(feature = "hdf5")]
mod directory;
mod draft;
mod error;
mod far_field;
mod folder;
mod footprint;
#[cfg(feature = "hdf5")]
mod hdf;
mod input;
mod manifest;
mod memory;
mod model;
mod outline;
mod pattern;
#[cfg(feature = "plot")]
mod plot;
mod quantity;
mod report;
mod s_parameters;
mod scene_text;
mod sink;
mod source;
mod spectrum;
mod summary;
mod surface;
mod touchstone;
mod units;
mod visible;
mod vtk;

#[cfg(feature = "hdf5")]
pub use assistant::Assistant;
#[cfg(all(feature = "hdf5", feature = "plot"))]
pub use directory::plot_directory;
#[cfg(feature = "hdf5")]
pub use directory::{Directory, open, open_series, open_where};
pub use draft::{has_results, unfinished};
pub use error::ResultsError;
pub use far_field::FarField;
pub use folder::Written;
pub use footprint::{completion_bytes, file_bytes};
pub use memory::Results;
pub use model::{Body, Facts, Model, Region, Resolution, Role, Substance, Triangles, Value};
pub use num_complex::Complex;
#[cfg(feature = "plot")]
pub use plot::{plot_all, plot_comparison};
pub use poynting_observe::{Axis, Declaration, Storage, Streamed};
pub use quantity::{Quantity, QuantityId, Recorder};
pub use report::{Check, Grade, Report, Verdict, View};
pub use s_parameters::SParameters;
pub use scene_text::SceneText;
pub use spectrum::Spectrum;
pub use summary::{MomSummary, RcwaSummary, Summary, SweepSummary};
