//! Interface for filling panels on a device other than the CPU, such as a GPU.
//!
//! The device integrates pairs of separated triangles, rule by rule; the choice of rule, singular pairs and storage stay in the CPU
//! code. This crate has no device code: the caller passes in a [`PanelFiller`].

use poynting_exec::{Device, Real};

use crate::error::MomError;
use crate::pairs::{Fill, Pairs};

/// The rest of an assembly, once panels can be filled.
pub type Assembly<'a, T> = &'a mut dyn FnMut(&dyn Fill<T>) -> Result<(), MomError>;

/// Fills panels in either precision.
pub trait PanelFiller: Sync {
    /// The device it runs on.
    fn device(&self) -> Device;
    /// Prepares for these pairs and continues with the assembly.
    fn with_f32(&self, pairs: &Pairs<'_, f32>, assembly: Assembly<'_, f32>)
    -> Result<(), MomError>;
    /// The same in double precision.
    fn with_f64(&self, pairs: &Pairs<'_, f64>, assembly: Assembly<'_, f64>)
    -> Result<(), MomError>;
}

/// A precision in which panels can be filled.
pub trait Filled: Real {
    /// Dispatches to the filler for this precision.
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
