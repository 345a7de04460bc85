//! Plots: a figure per group of series, heat maps of snapshots, cuts of patterns, S-parameters and surface currents, each as SVG and PNG.

mod bar;
mod cuts;
mod folder;
mod heat;
mod lines;
mod network;
mod picture;
mod polar;
mod style;
mod surface;

pub use folder::plot_all;
pub(crate) use folder::plot_source;
