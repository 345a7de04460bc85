//! Internal parts of the crate without a public item of their own.

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
mod refinement;
mod sliced;
#[allow(
    clippy::needless_range_loop,
    reason = "an index stands for several arrays"
)]
mod translation;
