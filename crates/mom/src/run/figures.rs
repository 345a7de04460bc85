//! The figures of a solution.

/// What a solution is worth, and what it took.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Figures {
    /// Condition number of a factored matrix.
    pub condition: Option<f64>,
    /// Largest relative residual.
    pub residual: f64,
    /// Steps of the iteration.
    pub iterations: Option<usize>,
    /// Right-hand sides that were solved for, of which all are combinations.
    pub rank: Option<usize>,
    /// Measured relative error of a product.
    pub product_error: Option<f64>,
}

impl Figures {
    /// The larger of each.
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
