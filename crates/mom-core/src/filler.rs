//! Another way to fill panels than the processor's: what a GPU is to the moment method.
//!
//! The device integrates pairs of triangles apart, rule by rule; which rule a pair gets, what is near, and where entries go is the code of the
//! processor. This crate knows no device: whoever runs it hands in a [`PanelFiller`].

use poynting_exec::{Device, Real};

use crate::error::MomError;
use crate::pairs::{Fill, Pairs};

/// The rest of an assembly, once panels can be filled.
pub type Assembly<'a, T> = &'a mut dyn FnMut(&dyn Fill<T>) -> Result<(), MomError>;

/// Fills panels, in either precision.
pub trait PanelFiller: Sync {
    /// What it runs on.
    fn device(&self) -> Device;
    /// Makes ready for these pairs and goes on with the assembly.
    fn with_f32(&self, pairs: &Pairs<'_, f32>, assembly: Assembly<'_, f32>)
    -> Result<(), MomError>;
    /// The same in double precision.
    fn with_f64(&self, pairs: &Pairs<'_, f64>, assembly: Assembly<'_, f64>)
    -> Result<(), MomError>;
}

/// A precision that panels are filled in.
pub trait Filled: Real {
    /// Takes the filler's way for this precision.
    fn with(
        filler: &dyn PanelFiller,
        pairs: &Pairs<'_, Self>,
        assembly: Assembly<'_, Self>,
    ) -> Result<(), MomError>;
}

impl Filled for f32 {
    fn with(
        filler: &dyn PanelFiller,
        pairs: &Pairs<'_, Self>,
        assembly: Assembly<'_, Self>,
    ) -> Result<(), MomError> {
        filler.with_f32(pairs, assembly)
    }
}

impl Filled for f64 {
    fn with(
        filler: &dyn PanelFiller,
        pairs: &Pairs<'_, Self>,
        assembly: Assembly<'_, Self>,
    ) -> Result<(), MomError> {
        filler.with_f64(pairs, assembly)
    }
}
