//! Parts of the crate that no public item shows alone.

mod interpolation;
#[allow(
    clippy::needless_range_loop,
    reason = "an index stands for several arrays"
)]
mod leaf;
mod low_rank;
#[allow(
    clippy::needless_range_loop,
    reason = "an index stands for several arrays"
)]
mod octree;
mod sliced;
#[allow(
    clippy::needless_range_loop,
    reason = "an index stands for several arrays"
)]
mod translation;
