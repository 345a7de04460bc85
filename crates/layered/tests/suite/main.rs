//! Green functions of stacks compared with independent tables, closed forms, brute force, and laws that hold for every stack.

#![allow(clippy::unwrap_used)]

mod approximations;
mod bessel;
mod common;
mod laws;
mod limits;
mod modes;
mod power;
mod reference;
mod refusals;
