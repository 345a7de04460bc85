//! From the tables of the file to the [`Model`](crate::Model): names resolved, defaults filled in, the whole checked.

mod bloch;
mod checker;
mod drive;
mod elements;
mod grid;
mod laminates;
mod materials;
pub(crate) mod media;
mod metals;
mod mom;
mod monitors;
mod network;
mod plane;
mod plane_monitors;
mod plane_wave;
mod ports;
mod rcwa;
mod scene;
mod shapes;
mod sheets;
mod symmetry;
mod waveforms;
mod wires;

pub(crate) use scene::{Origin, scene};
