//! Parts of the crate that no public item shows alone.

mod circle;
mod division;
mod expansion;
mod gap;
mod gauss;
#[allow(
    clippy::needless_range_loop,
    reason = "an index stands for several arrays"
)]
mod integrand;
mod interpolation;
#[allow(
    clippy::needless_range_loop,
    reason = "an index stands for several arrays"
)]
mod leaf;
mod low_rank;
mod octree;
mod pair_rule;
mod pattern;
mod phase;
mod sliced;
#[allow(
    clippy::needless_range_loop,
    reason = "an index stands for several arrays"
)]
mod translation;
mod triangle_rule;
