//! Green functions of layered media.
//!
//! A [`Stack`] has any number of uniform layers between two half spaces or perfect conductors, at one frequency. A [`GreenFunction`] gives the mixed
//! potentials ([`Kernel`]) between two [`Height`]s at any lateral distance:
//!
//! ```text
//! E = -j w mu0 <G; J> + 1/(j w eps0) grad <K_phi, div' J>          (`kernel`)
//! K(rho) = images(rho) + S{K~ - images~}                           (`image`, `sommerfeld`), spectra by transmission lines (`line`)
//! ```
//!
//! Integrals cost tens to hundreds of microseconds. For matrices there are a [`Table`] over the distance for each pair of heights, and [`ComplexImages`],
//! a sum of closed forms; both state the error that was measured against integrals. [`Stack::surface_waves`] finds the guided waves, and far fields and
//! powers of a [`Dipole`] follow from the spectra (`radiation`).
//!
//! e^{+jwt}, SI units, peak amplitudes; waves travel as e^{-jkr}; a loss is a negative imaginary part of permittivity or permeability. z points
//! upwards through the layers, and z = 0 is the lowest boundary.
//!
//! # In a method of moments
//!
//! A matrix entry is integrand times quadrature times store, and a layered medium changes the integrand only. In free space this is e^{-jkR}/(4 pi R) for
//! the vector and the scalar potential. Here each of the two (with vertical currents: each of the five) is
//!
//! ```text
//! sum over Table::images() of c_i e^{-j k_i R_i}/(4 pi R_i),  R_i = sqrt(rho^2 + l_i^2)      +      Table::remainder(kernel, rho)
//! ```
//!
//! - Images have the form of the integrand in free space, between a triangle and the other one displaced along z by l_i, so that the singular and
//!   near-singular rules for triangles apply unchanged. Only l_i = 0 is singular. Coefficients differ between the potentials; edges of Zx and Xz, of
//!   order 1/rho, have the second closed form of [`Image`].
//! - The remainder is bounded and depends on rho only: regular rules suffice, and a look-up costs tens of nanoseconds.
//! - Heights of a planar circuit are few: [`Tables`] has one table per pair. Cells on a lattice need the kernels at lattice vectors only.
//! - [`GreenFunction::spectrum`] is the integrand itself, for sums over the orders of periodic arrays.

pub mod bessel;
mod complex_images;
mod error;
mod extrapolation;
mod image;
mod kernel;
mod line;
mod mode;
mod quadrature;
mod radiation;
mod sommerfeld;
mod stack;
mod surface_wave;
mod table;
mod zeros;

pub use complex_images::ComplexImages;
pub use error::LayeredError;
pub use image::Image;
pub use kernel::{KERNELS, Kernel, Values};
pub use line::Polarization;
pub use mode::SurfaceWave;
pub use poynting_physics::Complex;
pub use radiation::{Dipole, Side};
pub use sommerfeld::{Extraction, GreenFunction, Integral, Settings};
pub use stack::{Boundary, Height, Layer, Medium, Stack};
pub use surface_wave::SurfaceWaveTerm;
pub use table::{Table, Tables};
