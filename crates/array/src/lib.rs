//! Antenna arrays: patterns of any number of elements at any positions, with tapers, steering, failures, element patterns and synthesis.
//!
//! An [`Array`] has positions in wavelengths ([`positions`]) and complex excitations ([`taper`]); [`Element`] is the pattern of its elements. Patterns are
//! transforms ([`Nufft`], [`IrregularNufft`]) over a grid of direction cosines or towards any directions, of curved arrays also in a few terms of plane
//! transforms ([`Expansion`]). From them follow [`lobes`] and the [`half_power_width`]; [`Array::isotropic_directivity`] and [`Array::directivity`] use
//! exact sums and quadrature. [`Colony`] finds amplitudes.
//!
//! ```text
//! E(u, v, w) = E_element(u, v, w) sum_m a_m e^{j 2 pi (u x_m + v y_m + w z_m)}
//! ```
//!
//! e^{+jwt}; positions and spacings are in wavelengths, u, v, w are the cosines of the direction of observation with x, y, z.
//!
//! Tested against closed forms and sums; the figures of published arrays are in the documentation of the project.

mod active;
mod array;
mod colony;
mod curved;
mod directivity;
mod element;
mod error;
mod lobes;
mod nufft;
mod pattern;
pub mod positions;
mod rule;
pub mod taper;

pub use active::{accepted, active_reflections, grating_lobes, scan_loss};
pub use array::{Array, direction, from_angles};
pub use colony::{Colony, Found, NullSteering};
pub use curved::{Expansion, SubArrays, Terms};
pub use element::{Cosine, Element, Isotropic};
pub use error::ArrayError;
pub use lobes::{Lobes, half_power_width, lobes};
pub use nufft::{IrregularNufft, Nufft, NufftError, Scalar, Sign};
pub use num_complex::{Complex32, Complex64};
pub use pattern::{Cosines, lattice_towards};
