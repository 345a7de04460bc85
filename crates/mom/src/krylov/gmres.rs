//! Restarted block GMRES with right preconditioning.
//!
//! ```text
//! A Z = V H,   Z = M V:       x = x0 + Z y,   y = argmin |g - H y|,   V g = b - A x0
//! ```
//!
//! V is an orthonormal basis of the Krylov space of A M that all right-hand sides of a panel share (Y. Saad, M. H. Schultz, SIAM J. Sci. Stat.
//! Comput. 7, 856, 1986; block form, Y. Saad, Iterative Methods for Sparse Linear Systems, 2003, section 6.12). Directions that become linearly
//! dependent are deflated from the block. If M changes from step to step, Z is stored (Y. Saad, SIAM J. Sci. Comput. 14, 461, 1993); otherwise M V y
//! is used. With right preconditioning the residual is that of the system itself. Each cycle ends with the true residual, so whatever was dropped or
//! rounded is detected and corrected by the next cycle, or reported.
//!
//! The block keeps its width within a cycle even when some of its columns have converged: group right-hand sides that need about as many steps.
//!
//! Tested against LU on surfaces, with one column and many, and on matrices where restarted GMRES stagnates.

use std::ops::ControlFlow;

use poynting_linalg::{Complex, Mat, MatRef, Reborrow, ReborrowMut};

use crate::krylov::basis::Basis;
use crate::krylov::iteration::End;
use crate::krylov::iteration::Iterated;
use crate::krylov::iteration::Options;
use crate::krylov::iteration::Preconditioning;
use crate::krylov::iteration::Progress;
use crate::krylov::iteration::Step;
use crate::krylov::iteration::System;
use crate::krylov::least_squares::LeastSquares;
use poynting_mom_core::error::MomError;
use poynting_mom_core::panel::Small;
use poynting_mom_core::panel::add;
use poynting_mom_core::panel::add_product;
use poynting_mom_core::panel::norms;
use poynting_mom_core::panel::scale;
use poynting_mom_core::precision::Precision;

/// The recurrence goes a little below the target, so that rounding seldom requires another cycle.
const AIM: f64 = 0.8;
/// A cycle that leaves a larger share of the residual than this has stagnated.
const STALL: f64 = 0.9;
/// Steps over which the convergence rate is estimated.
const LATELY: usize = 10;
/// The remainder of a direction below this multiple of the rounding error is noise.
const ROUNDING: f64 = 16.0;
/// Dropped part, as a share of the target.
const LEFT_OUT: f64 = 0.05;

/// Solves for the columns of one panel.
pub fn solve_panel<T: Precision>(
    system: System<'_, T>,
    sides: MatRef<'_, Complex<T>>,
    targets: &[f64],
    options: &Options,
    progress: Progress<'_>,
) -> Result<Iterated<T>, MomError> {
    let mut panel = Panel::new(system, sides, targets, options);
    let mut end = End::Converged;
    while panel.distance() > 1.0 {
        let before = panel.distance();
        let active = panel.active();
        let cycle = panel.cycle(&active, progress)?;
        panel.refresh(&active)?;
        if cycle.flow.is_break() {
            end = End::Stopped;
            break;
        }
        panel.judge(before, cycle.promise)?;
    }
    Ok(panel.finish(end))
}

/// The result of one cycle, whatever its residual.
pub fn one_cycle<T: Precision>(
    system: System<'_, T>,
    sides: MatRef<'_, Complex<T>>,
    options: &Options,
) -> Result<Mat<Complex<T>>, MomError> {
    let targets = vec![options.residual; sides.ncols()];
    let mut panel = Panel::new(system, sides, &targets, options);
    panel.cycle(&panel.active(), &mut |_| ControlFlow::Continue(()))?;
    Ok(panel.finish(End::Stopped).solutions)
}

/// How a cycle ended.
struct Cycle {
    flow: ControlFlow<()>,
    /// The recurrence reports convergence.
    promise: bool,
}

/// Right-hand sides scaled to 1, with their current solutions.
struct Panel<'a, T: Precision> {
    system: System<'a, T>,
    options: &'a Options,
    targets: &'a [f64],
    lengths: Vec<f64>,
    sides: Mat<Complex<T>>,
    solutions: Mat<Complex<T>>,
    rests: Mat<Complex<T>>,
    residuals: Vec<f64>,
    iterations: usize,
    products: usize,
    history: Vec<f64>,
    /// The largest residual over its target, before and after every step.
    distances: Vec<f64>,
}

impl<'a, T: Precision> Panel<'a, T> {
    fn new(
        system: System<'a, T>,
        sides: MatRef<'_, Complex<T>>,
        targets: &'a [f64],
        options: &'a Options,
    ) -> Self {
        let lengths = norms(sides);
        let mut sides = sides.to_owned();
        for (n, &length) in lengths.iter().enumerate() {
            if length > 0.0 {
                scale(sides.as_mut().subcols_mut(n, 1), 1.0 / length);
            }
        }
        let residuals: Vec<f64> = (lengths.iter())
            .map(|&l| if l == 0.0 { 0.0 } else { 1.0 })
            .collect();
        let mut panel = Self {
            system,
            options,
            targets,
            lengths,
            solutions: Mat::zeros(sides.nrows(), sides.ncols()),
            rests: sides.clone(),
            sides,
            residuals,
            iterations: 0,
            products: 0,
            history: Vec::new(),
            distances: Vec::new(),
        };
        panel.distances.push(panel.distance());
        panel
    }

    /// The column that is furthest from its target.
    fn worst(&self) -> usize {
        let ratio = |n: usize| self.residuals[n] / self.targets[n];
        (0..self.targets.len()).fold(0, |a, b| {
            if ratio(b) > ratio(a) || ratio(b).is_nan() {
                b
            } else {
                a
            }
        })
    }

    /// Its residual over its target.
    fn distance(&self) -> f64 {
        let worst = self.worst();
        (self.residuals.get(worst)).map_or(0.0, |residual| residual / self.targets[worst])
    }

    /// The columns that have not converged.
    fn active(&self) -> Vec<usize> {
        let open = |&n: &usize| self.residuals[n] > self.targets[n];
        (0..self.targets.len()).filter(open).collect()
    }

    /// One cycle for some columns.
    fn cycle(&mut self, active: &[usize], progress: Progress<'_>) -> Result<Cycle, MomError> {
        let size = self.sides.nrows();
        let steps = self
            .options
            .restart
            .min(self.options.most - self.iterations);
        let mut basis = Basis::new(size, active.len() * (steps + 1));
        let mut kept = Mat::with_capacity(size, active.len() * steps);
        let start = Mat::from_fn(size, active.len(), |row, n| self.rests[(row, active[n])]);
        let shares = active.iter().map(|&n| self.targets[n] / self.residuals[n]);
        let negligible = (LEFT_OUT * shares.fold(1.0, f64::min)).max(ROUNDING * T::ULP);
        let mut small = LeastSquares::new(&basis.extend(start, negligible));
        let mut cycle = Cycle {
            flow: ControlFlow::Continue(()),
            promise: false,
        };
        let mut done = 0;
        for _ in 0..steps {
            let end = basis.len();
            let [z, w] = self.multiply(basis.part(done, end))?;
            if self.options.preconditioning == Preconditioning::Flexible {
                kept.resize_with(size, end, |_, _| Complex::new(T::of(0.0), T::of(0.0)));
                kept.subcols_mut(done, end - done).copy_from(&z);
            }
            drop(z);
            small.push(&basis.extend(w, negligible));
            done = end;
            cycle = self.report(active, &small, progress);
            if cycle.promise || cycle.flow.is_break() || basis.len() == end {
                break;
            }
        }
        let combination = match self.options.preconditioning {
            Preconditioning::Fixed => basis.part(0, done),
            Preconditioning::Flexible => kept.as_ref(),
        };
        self.correct(active, combination, &small.solve())?;
        Ok(cycle)
    }

    /// M V and A M V.
    fn multiply(
        &mut self,
        block: MatRef<'_, Complex<T>>,
    ) -> Result<[Mat<Complex<T>>; 2], MomError> {
        let empty = || Mat::zeros(block.nrows(), block.ncols());
        let (mut z, mut w) = (empty(), empty());
        self.system.preconditioner.apply(block, z.as_mut())?;
        self.system.matrix.multiply(z.as_ref(), w.as_mut())?;
        self.products += block.ncols();
        Ok([z, w])
    }

    /// Records the residual of the recurrence and reports it.
    fn report(&mut self, active: &[usize], small: &LeastSquares, progress: Progress<'_>) -> Cycle {
        self.iterations += 1;
        for (n, &column) in active.iter().enumerate() {
            self.residuals[column] = small.residual(n);
        }
        let worst = self.worst();
        let (residual, target) = (self.residuals[worst], self.targets[worst]);
        self.history.push(residual);
        self.distances.push(residual / target);
        let flow = progress(&Step {
            iteration: self.iterations,
            residual,
            target,
            remaining: self.remaining(),
        });
        Cycle {
            flow,
            promise: residual <= AIM * target,
        }
    }

    fn remaining(&self) -> Option<usize> {
        let last = self.distances.len() - 1;
        let first = last.saturating_sub(LATELY);
        let rate = (self.distances[first] / self.distances[last]).ln() / (last - first) as f64;
        let steps = (self.distances[last] / AIM).ln() / rate;
        (rate > 0.0).then_some(steps.max(0.0).ceil() as usize)
    }

    /// Adds a linear combination of directions to the solutions.
    fn correct(
        &mut self,
        active: &[usize],
        directions: MatRef<'_, Complex<T>>,
        y: &Small,
    ) -> Result<(), MomError> {
        let empty = || Mat::<Complex<T>>::zeros(directions.nrows(), active.len());
        let mut change = empty();
        add_product(change.as_mut(), directions, y, 1.0);
        if self.options.preconditioning == Preconditioning::Fixed {
            let plain = std::mem::replace(&mut change, empty());
            (self.system.preconditioner).apply(plain.as_ref(), change.as_mut())?;
        }
        for (n, &column) in active.iter().enumerate() {
            let solution = self.solutions.as_mut().subcols_mut(column, 1);
            add(solution, change.as_ref().subcols(n, 1), 1.0);
        }
        Ok(())
    }

    /// True residuals of some columns.
    fn refresh(&mut self, active: &[usize]) -> Result<(), MomError> {
        let tried = Mat::from_fn(self.sides.nrows(), active.len(), |row, n| {
            self.solutions[(row, active[n])]
        });
        let mut image = Mat::zeros(tried.nrows(), tried.ncols());
        (self.system.matrix).multiply(tried.as_ref(), image.as_mut())?;
        self.products += active.len();
        for (n, &column) in active.iter().enumerate() {
            let mut rest = self.rests.as_mut().subcols_mut(column, 1);
            rest.copy_from(self.sides.as_ref().subcols(column, 1));
            add(rest.rb_mut(), image.as_ref().subcols(n, 1), -1.0);
            self.residuals[column] = norms(rest.rb())[0];
        }
        Ok(())
    }

    /// Whether another cycle is worthwhile.
    fn judge(&self, before: f64, promise: bool) -> Result<(), MomError> {
        let after = self.distance();
        if after <= 1.0 {
            return Ok(());
        }
        let worst = self.worst();
        let (residual, target) = (self.residuals[worst], self.targets[worst]);
        let iterations = self.iterations;
        let advice = if !after.is_finite() {
            "the matrix products or the preconditioner give values that are not finite"
        } else if after > STALL * before && promise {
            "the matrix products are not accurate enough; request more digits, double precision, or a larger residual"
        } else if after > STALL * before {
            "lengthen the restart, use a stronger preconditioner, or use the CFIE if the surface is closed"
        } else if iterations >= self.options.most {
            return Err(MomError::TooSlow {
                residual,
                target,
                iterations,
            });
        } else {
            return Ok(());
        };
        Err(MomError::Stalled {
            residual,
            target,
            iterations,
            advice,
        })
    }

    fn finish(mut self, end: End) -> Iterated<T> {
        for (n, &length) in self.lengths.iter().enumerate() {
            scale(self.solutions.as_mut().subcols_mut(n, 1), length);
        }
        Iterated {
            solutions: self.solutions,
            residuals: self.residuals,
            iterations: self.iterations,
            products: self.products,
            history: self.history,
            end,
        }
    }
}
