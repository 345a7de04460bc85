//! Quality figures of a solution.

/// Quality and cost of a solution.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Figures {
    /// Condition number of a factored matrix.
    pub condition: Option<f64>,
    /// Largest relative residual.
    pub residual: f64,
    /// Number of iteration steps, also of those that refine the solution of factors in a lower precision.
    pub iterations: Option<usize>,
    /// Right-hand sides that were solved for; all others are linear combinations of them.
    pub rank: Option<usize>,
    /// Measured relative error of a product.
    pub product_error: Option<f64>,
    /// Factors in a lower precision were not good enough.
    pub is_factored_again: bool,
    /// Estimated relative error of interpolated results; zero where they are solved.
    pub deviation: f64,
}

/// A figure that does not exist, as a number.
const NONE: f64 = -1.0;

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
            is_factored_again: self.is_factored_again || other.is_factored_again,
            deviation: self.deviation.max(other.deviation),
        }
    }

    /// All figures of a solution as numbers, for a journal; -1 for none, since none is negative.
    pub(super) fn numbers(&self) -> [f64; 6] {
        let number = |x: Option<f64>| x.unwrap_or(NONE);
        let count = |n: Option<usize>| number(n.map(|n| n as f64));
        let (condition, error) = (number(self.condition), number(self.product_error));
        let [iterations, rank] = [self.iterations, self.rank].map(count);
        let again = f64::from(u8::from(self.is_factored_again));
        [condition, self.residual, iterations, rank, error, again]
    }

    /// From [`Figures::numbers`].
    pub(super) fn of_numbers(
        [condition, residual, iterations, rank, error, again]: [f64; 6],
    ) -> Self {
        let some = |x: f64| (x.to_bits() != NONE.to_bits()).then_some(x);
        Self {
            condition: some(condition),
            residual,
            iterations: some(iterations).map(|n| n as usize),
            rank: some(rank).map(|n| n as usize),
            product_error: some(error),
            is_factored_again: again > 0.0,
            deviation: 0.0,
        }
    }
}
