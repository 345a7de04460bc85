//! The method of moments: cases of the frequency-domain solver, compared with series, published tables and finer meshes.

mod adaptive;
mod antenna;
mod austin;
mod both;
mod capacitance;
mod compressed;
mod currents;
mod levels;
mod list;
mod ogive;
mod plane;
mod plate;
mod reciprocity;
mod resonance;
mod sphere;

pub(super) use list::CASES;
