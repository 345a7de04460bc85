//! Plots: one figure per group of series, heat maps of snapshots, cuts of patterns, S-parameters and surface currents, each as SVG and PNG.

mod band;
mod bar;
mod cuts;
mod folder;
mod heat;
mod labels;
mod lines;
mod magnitude;
mod map_axis;
mod network;
mod panel;
mod picture;
mod plane;
mod polar;
mod style;
mod surface;

pub(crate) use folder::plot_source;
pub use folder::{plot_all, plot_comparison};
pub(crate) use picture::PICTURE_BYTES;
