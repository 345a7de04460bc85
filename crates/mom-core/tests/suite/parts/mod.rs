//! Unit tests of individual parts of the crate.

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
mod pair_rule;
mod pattern;
mod phase;
mod triangle_rule;
