//! The mathematics of media: the effective medium of a component, from the materials around it, without touching
//! fields.

mod backward;
mod blend;
mod dispersive_nodes;

pub use backward::refuse_backward_waves;
pub use blend::{Share, blend};
pub use dispersive_nodes::find as find_dispersive;
