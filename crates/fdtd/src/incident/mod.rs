//! Plane waves of a scene: the box of each, its surroundings, and the line that supplies its values.

mod surroundings;
mod wave;

pub use surroundings::Around;
pub use wave::{Place, PlaneWave};
