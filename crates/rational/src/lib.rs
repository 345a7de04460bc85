//! Rational models of what a linear system does, from few samples.
//!
//! All responses of one system have the same poles. In the frequency domain [`fit`] turns samples of many functions into one [`Model`], and a [`Sweep`]
//! chooses which frequencies to solve so that the model gives all others. In the time domain [`RingDown`] finds the modes of signals after their
//! sources have ended, and what the signals would add to a spectrum after their end. [`passivity`] and [`enforce`] keep interpolated networks passive.
//!
//! Nothing here knows a solver: samples and signals come from the caller. Every result is a function of them alone, on one thread, so that runs that
//! continue get the same bits.

mod aaa;
mod error;
mod exponentials;
mod group;
mod least_squares;
mod model;
mod passivity;
mod poles;
mod ring_down;
mod samples;
mod sweep;

pub use aaa::{fit, fit_of_order};
pub use error::RationalError;
pub use exponentials::{Exponential, exponentials};
pub use group::{Group, Reference, Tolerance};
pub use model::Model;
pub use passivity::{Correction, Passivity, enforce, gain, passivity};
pub use poles::Pole;
pub use ring_down::{Mode, RingDown, Signals};
pub use samples::Samples;
pub use sweep::{Answer, Direct, End, Proposal, Settings, Sweep, View};

/// A complex number, the same type as that of the other crates.
pub type Complex = poynting_linalg::c64;
