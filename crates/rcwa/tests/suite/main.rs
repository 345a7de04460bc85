//! Gratings compared with closed forms, with published efficiencies, and with laws that hold for every stack.

#![allow(clippy::unwrap_used)]

mod common;
mod crossed;
mod lamellar;
mod laws;
mod multilayer;
