//! Circuits: S-parameters of ports on lines and guides.

mod filter;
mod lines;
mod microstrip;
mod patch;
mod resonator;
mod scattering;

pub(super) use filter::low_pass;
pub(super) use lines::{coaxial, coplanar, guide};
pub(super) use microstrip::line as microstrip_line;
pub(super) use patch::sheen;
pub(super) use resonator::ring_down;
