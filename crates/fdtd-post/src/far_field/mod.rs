//! Far fields from recordings on a closed box around sources and scatterers.
//!
//! [`Huygens`] defines what to record and converts it to currents; [`Currents`] are those of one frequency and
//! radiate into any direction; [`TimeFarField`] does the same in the time domain during a run; [`FarField`] is a far
//! field, which yields cross sections, gains and polarisations.

mod currents;
mod huygens;
mod signature;
mod sphere;
mod surface;
#[cfg(test)]
mod tests;
mod wave;

pub use currents::Currents;
pub use huygens::{Current, Element, Huygens};
pub use poynting_physics::radiation::{FarField, Handedness, gain};
pub use signature::{Signature, TimeFarField};
pub use sphere::{Direction, SphereRule};
pub use surface::{Base, BoxError, Face, Side, Surface, Wave};
