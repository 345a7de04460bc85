//! Error budget of a block.
//!
//! ```text
//! |E_b|^2 <= eps^2 (|A_b|^2 + c^2 |D|^2 m n / N^2)
//! ```
//!
//! for a block of m x n entries, with D the diagonal of the matrix. Summed over all low-rank blocks, none of which holds a part of D, this is |E|^2
//! <= eps^2 |A|^2 in the Frobenius norm, if c <= 1. Without the second term far blocks, which contribute little to the norm, would be kept to a
//! relative error of eps: down to their quadrature errors, which have no low rank.

use super::cluster::Clusters;
use super::panel::square;
use super::part::Part;
use poynting_mom_core::entries::Entries;
use poynting_mom_core::error::MomError;
use poynting_mom_core::precision::Precision;

/// Diagonal entries that are sampled.
const SAMPLES: usize = 256;
/// c. With 1 the bound would be the same, but a smooth current adds errors of entries in phase, and they grow like the square root of N
/// relative to those of a random current: a tenth keeps them below eps up to some hundred thousand unknowns.
const WEIGHT: f64 = 0.1;

/// Permitted error of a block.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tolerance {
    eps: f64,
    /// c |D|/N.
    entry: f64,
}

impl Tolerance {
    /// Relative to the block alone, for tests of blocks.
    #[cfg(feature = "internals")]
    pub fn of_blocks(eps: f64) -> Self {
        Self { eps, entry: 0.0 }
    }

    /// Relative to the block and to the diagonal.
    pub fn new<T: Precision>(
        entries: &dyn Entries<T>,
        clusters: &Clusters,
        eps: f64,
    ) -> Result<Self, MomError> {
        let order = clusters.order();
        let count = SAMPLES.min(order.len());
        let mut sum = 0.0;
        for sample in 0..count {
            let at = &order[sample * order.len() / count..][..1];
            let (rows, columns) = (at, at);
            let part = Part {
                entries,
                rows,
                columns,
            };
            sum += part.row(0)?.iter().map(square).sum::<f64>();
        }
        let mean = sum / count as f64;
        let entry = WEIGHT * (mean / order.len() as f64).sqrt();
        Ok(Self { eps, entry })
    }

    /// A fraction of it.
    #[must_use]
    pub fn times(self, share: f64) -> Self {
        Self {
            eps: share * self.eps,
            ..self
        }
    }

    /// The square of the permitted error of a block of `count` entries.
    pub fn squared(&self, norm_squared: f64, count: usize) -> f64 {
        self.eps * self.eps * (norm_squared + self.entry * self.entry * count as f64)
    }
}
