//! The cases, one file per kind.

mod case;
mod cavity;
mod circuits;
mod copper;
mod cpml;
mod decay;
mod dipole;
mod dispersion;
mod dispersive_sphere;
mod elements;
mod energy;
mod filling;
mod gain;
mod graded;
mod grating;
mod independence;
mod list;
mod moments;
mod pattern;
mod plane_wave;
mod port;
mod ringing;
mod slab;
mod sphere;
mod sweep;
mod symmetry;
mod walls;
mod wire;

pub(crate) use case::Case;
pub(crate) use list::all;
