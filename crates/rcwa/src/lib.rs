//! Rigorous coupled-wave analysis: diffraction of plane waves by stacks of layers that repeat along one or two axes.
//!
//! A [`Stack`] has a [`Cell`], two half spaces and any number of [`Layer`]s: uniform ones, lamellar ones (lines along y), [`Pattern`]s of [`Shape`]s, and
//! pixels. [`solve`] expands the field of an [`Incidence`] in the [`Orders`] that are kept and gives a [`Solution`] for both polarisations and both
//! sides: efficiencies and amplitudes of the orders ([`Response`]), S-parameters ([`Network`]) and fields at points ([`Field`]). [`solve_all`] solves
//! many wavelengths, angles or stacks on all threads.
//!
//! ```text
//! E(x, y, z) = sum_mn E_mn(z) e^{-j (kx_m x + ky_n y)},   curl E = -j w mu0 H,   curl H = j w eps0 eps E
//! each layer:  de/dz = -j A u,  du/dz = -j B e          modes of A B (`modes`), with the products of eps and E truncated by Li's rules (`raster`,
//!                                                       `normal`), and joined by scattering matrices (`scattering`)
//! ```
//!
//! (M. G. Moharam, E. B. Grann, D. A. Pommet, T. K. Gaylord, J. Opt. Soc. Am. A 12, 1068, 1995; L. Li, J. Opt. Soc. Am. A 13, 1870, 1996 and 14, 2758,
//! 1997). e^{+jwt}, SI units, peak amplitudes; a loss is a negative imaginary part of the permittivity. z points into the stack: the front half space is
//! z < 0, the first layer begins at z = 0. Waves travel along +z if they come from the front.
//!
//! Tested against closed forms of multilayers, published efficiencies of lamellar gratings in classical and conical mounts and of a crossed grating,
//! energy balance and reciprocity.

mod algebra;
mod cell;
mod error;
mod field;
mod floquet;
mod harmonics;
mod layer;
mod modes;
mod normal;
mod pattern;
mod products;
mod raster;
mod response;
mod scattering;
mod shape;
mod solution;

pub use cell::{Cell, Orders, Side};
pub use error::RcwaError;
pub use field::{Field, Harmonic};
pub use floquet::{Network, Polarization, Port};
pub use harmonics::Incidence;
pub use layer::{Layer, Rules, Section, Stack};
pub use pattern::Pattern;
pub use poynting_linalg::c64;
pub use response::{Illumination, Order, Response};
pub use shape::{Point, Shape};
pub use solution::{Solution, Task, solve, solve_all};
