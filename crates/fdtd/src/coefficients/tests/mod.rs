//! Coefficients of complete models against closed forms.

mod cavity;
mod dielectric;
mod dispersive;
mod metal_surface;
mod yee;
