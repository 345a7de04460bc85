//! What the user describes.
mod model;
pub use model::*;
