//! What a solver asks of this crate, seen from outside.
#![allow(clippy::unwrap_used)] // A helper that fails fails its test.

#[cfg(feature = "gpu")]
mod kernel_text;
