//! Stopping criteria, limits and results of an iteration.

use std::io::Read;
use std::ops::{ControlFlow, Range};

use poynting_linalg::{Complex, Mat, MatRef};

use crate::precondition::Preconditioner;
use crate::state::State;
use poynting_mom_core::error::MomError;
use poynting_mom_core::precision::Precision;
use poynting_mom_core::product::Product;

/// Whether a preconditioner is the same in every step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preconditioning {
    /// A fixed matrix.
    Fixed,
    /// May vary, as an inner iteration does. Its results are stored, which doubles the memory.
    Flexible,
}

/// Stopping criteria and limits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Requested |b - A x|/|b|; see [`residual_for`](super::residual_for).
    pub residual: f64,
    /// Steps after which the basis is discarded.
    pub restart: usize,
    /// Maximum number of steps for a panel.
    pub most: usize,
    /// Maximum number of right-hand sides solved together. They share their Krylov space.
    pub panel: usize,
    /// Kind of preconditioner.
    pub preconditioning: Preconditioning,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            residual: 1e-3,
            restart: 60,
            most: 1000,
            panel: 16,
            preconditioning: Preconditioning::Fixed,
        }
    }
}

impl Options {
    /// Bytes that solving `columns` right-hand sides takes, apart from the right-hand sides and solutions themselves.
    pub fn bytes<T: Precision>(&self, size: usize, columns: usize) -> u64 {
        let columns = columns.min(self.panel).max(1);
        let kept = match self.preconditioning {
            Preconditioning::Fixed => 0,
            Preconditioning::Flexible => self.restart,
        };
        // The basis with its last block; right-hand side, solution, residual, two operands of a product, both again in matrix order, and the block
        // that is added to the basis.
        let vectors = (self.restart.min(self.most) + 1 + kept + 8) * columns;
        (size * vectors) as u64 * 2 * T::BYTES
    }
}

/// State of the iteration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// Steps of all panels so far.
    pub iteration: usize,
    /// The residual that is furthest from its target.
    pub residual: f64,
    /// Its target.
    pub target: f64,
    /// Estimated number of steps left for this panel, at the recent convergence rate.
    pub remaining: Option<usize>,
}

/// Called after every step; may end the iteration.
pub type Progress<'a> = &'a mut dyn FnMut(&Step) -> ControlFlow<()>;

/// Called after every step with the state from which the iteration can be continued; may end it.
pub type Follow<'a> =
    &'a mut (dyn FnMut(&Step, &dyn State) -> Result<ControlFlow<()>, MomError> + 'a);

/// Right-hand sides, and what is asked of their solutions.
#[derive(Clone, Copy)]
pub struct Wanted<'a, T> {
    /// One per column.
    pub sides: MatRef<'a, Complex<T>>,
    /// |b - A x|/|b| of each.
    pub targets: &'a [f64],
    /// Solutions to begin with instead of zero, where they are better.
    pub guess: Option<MatRef<'a, Complex<T>>>,
}

impl<'a, T> Wanted<'a, T> {
    /// Some of the columns.
    #[must_use]
    pub fn columns(&self, columns: Range<usize>) -> Self {
        let part = |all: MatRef<'a, Complex<T>>| all.subcols(columns.start, columns.len());
        Self {
            sides: part(self.sides),
            targets: &self.targets[columns.clone()],
            guess: self.guess.map(part),
        }
    }
}

/// An iteration whose state is kept.
pub struct Kept<'a, 'f> {
    /// Receives the state.
    pub follow: Follow<'f>,
    /// The state to continue from.
    pub from: Option<&'a mut dyn Read>,
}

/// How an iteration ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Every residual has reached its target.
    Converged,
    /// Stopped by [`Progress`]; the residuals tell how good the solutions are.
    Stopped,
}

/// Solutions and their cost.
#[derive(Debug, Clone)]
pub struct Iterated<T> {
    /// One column per right-hand side.
    pub solutions: Mat<Complex<T>>,
    /// |b - A x|/|b| of each.
    pub residuals: Vec<f64>,
    /// Steps of all panels.
    pub iterations: usize,
    /// Columns multiplied by the matrix.
    pub products: usize,
    /// After every step, the residual that was furthest from its target.
    pub history: Vec<f64>,
    /// How it ended.
    pub end: End,
}

/// A matrix with its preconditioner.
#[derive(Clone, Copy)]
pub struct System<'a, T> {
    /// The matrix.
    pub matrix: &'a dyn Product<T>,
    /// Its approximate inverse.
    pub preconditioner: &'a dyn Preconditioner<T>,
}
