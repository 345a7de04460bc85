//! Quality figures of a solution.

/// Quality and cost of a solution.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Figures {
    /// Condition number of a factored matrix.
    pub condition: Option<f64>,
    /// Largest relative residual.
    pub residual: f64,
    /// Number of iteration steps.
    pub iterations: Option<usize>,
    /// Right-hand sides that were solved for; all others are linear combinations of them.
    pub rank: Option<usize>,
    /// Measured relative error of a product.
    pub product_error: Option<f64>,
}

impl Figures {
    /// Field-wise maximum.
    pub(super) fn larger(&self, other: &Self) -> Self {
        let larger = |a: Option<f64>, b: Option<f64>| a.into_iter().chain(b).reduce(f64::max);
        Self {
            condition: larger(self.condition, other.condition),
            residual: self.residual.max(other.residual),
            iterations: self.iterations.max(other.iterations),
            rank: self.rank.max(other.rank),
            product_error: larger(self.product_error, other.product_error),
        }
    }
}
