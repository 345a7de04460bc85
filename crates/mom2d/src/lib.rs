//! The method of moments in two dimensions: scattering of plane waves by perfectly conducting bodies of infinite length.
//!
//! A body is an [`Outline`], closed or open, of straight sides and arcs in the plane x, y; the axis is z, and nothing depends on it. A [`Mesh`] divides
//! outlines into elements, a [`System`] is the factored matrix of an [`Equation`] for one [`Polarization`], and solving it for a [`PlaneWave`] gives a
//! [`Current`], which radiates scattering widths and near fields.
//!
//! ```text
//! TM (E along z):  E_i/eta = jk int J G dl',     H_i = J/2 + int J n.grad G dl'         J = J_z, H along the outline
//! TE (H along z):  E_i/eta = jk int J t' G dl' + (j/k) grad int (dJ/dl') G dl',   -H_i = J/2 + int J n'.grad G dl'     J along t
//! G = H_0(k|r - r'|)/(4j), second kind
//! ```
//!
//! (R. F. Harrington, Field Computation by Moment Methods, 1968, chapter 3; A. F. Peterson, S. L. Ray, R. Mittra, Computational Methods for
//! Electromagnetics, 1998, chapter 2). Currents are linear in the length along an element and continuous from one to the next, and the same functions
//! test. Outlines are represented as they are: an arc is not replaced by a polygon.
//!
//! Metres, e^{+jwt}, peak amplitudes, waves of 1 V/m with zero phase at the origin, as everywhere in Poynting. Closed outlines are passed anticlockwise,
//! whatever their description: t is along them, n outwards, z = n x t.

mod assembly;
mod element;
mod equation;
mod error;
mod excitation;
mod far;
mod field;
mod intersection;
mod kernel;
mod mesh;
mod near;
mod outline;
mod panels;
mod rule;
mod side;
mod singular;
mod solution;

pub use equation::{Equation, Polarization};
pub use error::Mom2dError;
pub use excitation::PlaneWave;
pub use far::{Width, decibels};
pub use field::Field;
pub use mesh::{Mesh, Sampling, Station};
pub use outline::Outline;
pub use side::{Point, Side};
pub use solution::{Current, Density, Filled, System, seconds_to_fill};
