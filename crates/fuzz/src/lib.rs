//! Fuzz targets: functions that give arbitrary bytes to a reader of the program, as a scene, a mesh or a results folder of a stranger would.
//!
//! A target must return, whatever the bytes: no panic, no abort, no hang, no memory beyond a gigabyte. Some also check a property, such as that what is
//! written reads back equal, and panic if it does not hold. The program in the folder `fuzz` mutates inputs under libFuzzer; the tests of this crate replay
//! the corpus.

mod bytes;
mod checkpoint;
mod dictionary;
mod folder;
mod generate;
mod meshes;
mod plan;
mod results;
mod resume;
mod round_trip;
mod scenes;
mod schema;
mod seeds;
mod table;
mod touchstone;
mod tuning;
mod units;

pub use dictionary::dictionary;
pub use seeds::seeds;
pub use table::{TARGETS, Target};
