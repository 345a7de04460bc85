//! Iterative solution of many right-hand sides by products with the matrix.
//!
//! A [`Product`] is all that the solver knows of a matrix, a [`Preconditioner`] what makes it quick. [`solve`] is block GMRES with restarts
//! (`gmres`); with one right-hand side it is GMRES, and with [`Preconditioning::Flexible`] it is FGMRES. Residuals are true ones, |b - A x|/|b|
//! from a product that is made for them.

mod basis;
mod gmres;
mod least_squares;
mod pairing;
mod panel;

use std::ops::ControlFlow;

use faer::complex::Complex;
use faer::{Accum, Mat, MatMut, MatRef};

use crate::dense::Dense;
use crate::error::MomError;
use crate::precondition::Preconditioner;
use crate::solve::{Precision, view};

pub(crate) use basis::Basis;
pub(crate) use gmres::one_cycle;
pub use pairing::{require_pairing, residual_for};
pub(crate) use panel::{Small, add_product, norms, projections, real, scale};

/// A square matrix that is known by its products.
pub trait Product<T>: Send + Sync {
    /// Number of rows.
    fn size(&self) -> usize;
    /// y = A x, column by column.
    fn multiply(
        &self,
        x: MatRef<'_, Complex<T>>,
        y: MatMut<'_, Complex<T>>,
    ) -> Result<(), MomError>;
}

impl<T: Precision> Product<T> for Dense<T> {
    fn size(&self) -> usize {
        Dense::size(self)
    }

    fn multiply(
        &self,
        x: MatRef<'_, Complex<T>>,
        y: MatMut<'_, Complex<T>>,
    ) -> Result<(), MomError> {
        panel::multiply(y, Accum::Replace, view(self), x, 1.0);
        Ok(())
    }
}

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
    /// |b - A x|/|b| that is asked for; see [`residual_for`].
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

/// Solves for all columns of `sides`, each to the same relative residual.
pub fn solve<T: Precision>(
    system: System<'_, T>,
    sides: MatRef<'_, Complex<T>>,
    options: &Options,
    progress: Progress<'_>,
) -> Result<Iterated<T>, MomError> {
    let targets = vec![options.residual; sides.ncols()];
    solve_each(system, sides, &targets, options, progress)
}

/// Solves each column of `sides` to a residual of its own, instead of that of the options.
pub fn solve_each<T: Precision>(
    system: System<'_, T>,
    sides: MatRef<'_, Complex<T>>,
    targets: &[f64],
    options: &Options,
    progress: Progress<'_>,
) -> Result<Iterated<T>, MomError> {
    check(system.matrix.size(), sides.nrows(), targets, options)?;
    let mut all = Iterated {
        solutions: Mat::zeros(sides.nrows(), sides.ncols()),
        residuals: Vec::with_capacity(sides.ncols()),
        iterations: 0,
        products: 0,
        history: Vec::new(),
        end: End::Converged,
    };
    for first in (0..sides.ncols()).step_by(options.panel) {
        let columns = options.panel.min(sides.ncols() - first);
        let before = all.iterations;
        let part = gmres::solve_panel(
            system,
            sides.subcols(first, columns),
            &targets[first..first + columns],
            options,
            &mut |step| {
                progress(&Step {
                    iteration: before + step.iteration,
                    ..*step
                })
            },
        )?;
        let place = all.solutions.subcols_mut(first, columns);
        { place }.copy_from(&part.solutions);
        all.residuals.extend(part.residuals);
        all.iterations += part.iterations;
        all.products += part.products;
        all.history.extend(part.history);
        if part.end == End::Stopped {
            all.end = End::Stopped;
            let rest = sides.ncols() - first - columns;
            all.residuals.extend(vec![1.0; rest]);
            break;
        }
    }
    Ok(all)
}

fn check(size: usize, rows: usize, targets: &[f64], options: &Options) -> Result<(), MomError> {
    if rows != size {
        return Err(MomError::Rows {
            expected: size,
            found: rows,
        });
    }
    let positive = |name, value: f64| {
        if value > 0.0 {
            Ok(())
        } else {
            Err(MomError::Number {
                name,
                value,
                demand: "must be positive",
            })
        }
    };
    for &target in targets {
        positive("residual", target)?;
    }
    positive("restart", options.restart as f64)?;
    positive("most steps", options.most as f64)?;
    positive("panel", options.panel as f64)
}
