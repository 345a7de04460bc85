//! When an iteration ends, what it may take, and what comes out of it.

use std::ops::ControlFlow;

use poynting_linalg::{Complex, Mat};

use crate::precondition::Preconditioner;
use poynting_mom_core::precision::Precision;
use poynting_mom_core::product::Product;

/// Whether a preconditioner is the same at every step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preconditioning {
    /// One matrix.
    Fixed,
    /// Any, as an iteration is. What it gives is kept, which takes as much memory again.
    Flexible,
}

/// When to end, and what it may take.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// |b - A x|/|b| that is asked for; see [`residual_for`](super::residual_for).
    pub residual: f64,
    /// Steps after which the basis is thrown away.
    pub restart: usize,
    /// Most steps for a panel.
    pub most: usize,
    /// Most right-hand sides that are solved together. They share their Krylov space.
    pub panel: usize,
    /// Of what kind the preconditioner is.
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
    /// Bytes that the solution of `columns` right-hand sides takes beside them and the solutions.
    pub fn bytes<T: Precision>(&self, size: usize, columns: usize) -> u64 {
        let columns = columns.min(self.panel).max(1);
        let kept = match self.preconditioning {
            Preconditioning::Fixed => 0,
            Preconditioning::Flexible => self.restart,
        };
        // The basis with its last block; side, solution, residual, two factors of a product, both once more in the order of the matrix, and the block
        // that is added to the basis.
        let vectors = (self.restart.min(self.most) + 1 + kept + 8) * columns;
        (size * vectors) as u64 * 2 * T::BYTES
    }
}

/// Where the iteration is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// Steps of all panels so far.
    pub iteration: usize,
    /// The residual that is furthest from its target.
    pub residual: f64,
    /// Its target.
    pub target: f64,
    /// How many steps this panel still takes if it goes on as it did lately.
    pub remaining: Option<usize>,
}

/// Is told of every step, and may end the iteration.
pub type Progress<'a> = &'a mut dyn FnMut(&Step) -> ControlFlow<()>;

/// How an iteration ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Every residual is as asked for.
    Converged,
    /// [`Progress`] had enough; solutions are as good as their residuals say.
    Stopped,
}

/// Solutions, and what they took.
#[derive(Debug, Clone)]
pub struct Iterated<T> {
    /// One column a right-hand side.
    pub solutions: Mat<Complex<T>>,
    /// |b - A x|/|b| of each.
    pub residuals: Vec<f64>,
    /// Steps of all panels.
    pub iterations: usize,
    /// Columns that were multiplied by the matrix.
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
    /// About its inverse.
    pub preconditioner: &'a dyn Preconditioner<T>,
}
