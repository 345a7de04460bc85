//! Scattering compared with the series of the circular cylinder, with limits in closed form and with laws that hold for every body.

#![allow(clippy::unwrap_used)]

mod common;
mod cylinder;
mod laws;
mod near;
mod refusals;
mod strips;
