//! Compression of a block to a tolerance.

use super::aca::crosses;
use super::panel::Content;
use super::part::Part;
use super::probe::Probe;
use super::recompression::recompressed;
use super::tolerance::Tolerance;
use poynting_mom_core::error::MomError;
use poynting_mom_core::precision::Precision;

/// Shares of the error: that of the crosses is only an estimate, so it gets the smaller one. Together they are 1.
const CROSSES: f64 = 0.3;
const TRUNCATION: f64 = 0.7;

impl<T: Precision> Part<'_, T> {
    /// Compressed to a tolerance: low rank where that is smaller, otherwise dense.
    pub fn compressed(&self, tolerance: Tolerance) -> Result<Content<T>, MomError> {
        let smaller = tolerance.times(CROSSES);
        let mut probe = Probe::new(self, smaller);
        match crosses(self, smaller, |found| probe.worst(self, found))? {
            Some(found) => Ok(recompressed(found.u, found.v, tolerance.times(TRUNCATION))),
            None => self.full(),
        }
    }
}
