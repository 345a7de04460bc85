//! Models checked against functions in closed form.

#![allow(clippy::unwrap_used)]

mod aaa;
mod functions;
mod passivity;
mod ring_down;
mod sweep;
