//! A sink for runs whose records nobody reads.

use poynting_observe::{Declaration, Sink, SinkError};

/// Accepts everything and stores nothing.
pub(crate) struct Nowhere {
    /// Whether quantities that are computed after the last step are wanted.
    pub(crate) is_read: bool,
}

impl Sink for Nowhere {
    fn is_read(&self) -> bool {
        self.is_read
    }

    fn declare(&mut self, _: &Declaration) -> Result<(), SinkError> {
        Ok(())
    }

    fn append(&mut self, _: usize, _: &[f64], _: &[f64]) -> Result<(), SinkError> {
        Ok(())
    }
}
