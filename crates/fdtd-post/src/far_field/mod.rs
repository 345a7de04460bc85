//! Far fields: from what is recorded on a closed box around sources and scatterers to what is seen far away.
//!
//! [`Huygens`] says what to record and makes currents of it; [`Currents`] are those of one frequency and radiate into
//! any direction; [`TimeFarField`] does the same in time while a run goes on; [`Far`] is a far field, from which
//! come cross sections, gains and polarisations.

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
pub use poynting_physics::radiation::{Far, Hand, gain};
pub use signature::{Signature, TimeFarField};
pub use sphere::{Direction, SphereRule};
pub use surface::{Base, BoxError, Face, Side, Surface, Wave};
