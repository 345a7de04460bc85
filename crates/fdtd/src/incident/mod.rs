//! Plane waves of a scene: the box of each, its clearance, and the line that supplies its values.

mod clearance;
mod wave;

pub use clearance::MeshedScene;
pub use wave::{Place, PlaneWave};
