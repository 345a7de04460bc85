//! Plane waves of a scene: the box of each, what stands around it, and the line that it comes from.

mod surroundings;
mod wave;

pub use surroundings::Around;
pub use wave::{Place, PlaneWave};
