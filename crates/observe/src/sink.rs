//! How observations leave a solver: declared once, then in chunks along time or frequency, or all at once.

use crate::{Declaration, Parts};

/// A sink could not accept a chunk.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct SinkError(#[from] pub Box<dyn std::error::Error + Send + Sync>);

/// Receives observations. Quantities are numbered in the order of their declaration.
pub trait Sink {
    /// Whether anyone reads what it receives. If not, quantities that are computed after the last step are left out.
    fn is_read(&self) -> bool {
        true
    }

    /// Where quantities go that stay on several ranks; none if this sink takes only whole ones.
    fn parts(&mut self) -> Option<&mut dyn Parts> {
        None
    }

    /// Announces a quantity.
    fn declare(&mut self, declaration: &Declaration) -> Result<(), SinkError>;

    /// Receives values at these times or frequencies (none if the first axis is complete), all values at the first one first.
    fn append(&mut self, quantity: usize, leading: &[f64], values: &[f64])
    -> Result<(), SinkError>;
}
