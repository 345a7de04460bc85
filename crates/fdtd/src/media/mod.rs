//! The mathematics of media: what a component sees of the materials around it, without touching fields.

mod backward;
mod blend;
mod mixture;
mod places;

pub use backward::refuse_backward_waves;
pub use blend::{Share, blend};
pub use mixture::Mixture;
pub use places::find as find_dispersive;
