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

use std::io::{self, Read, Write};
use std::ops::ControlFlow;

use poynting_checkpoint::CheckpointError;
use poynting_linalg::{Complex, Mat, MatRef, Reborrow, ReborrowMut};

use crate::krylov::basis::Basis;
use crate::krylov::iteration::End;
use crate::krylov::iteration::Follow;
use crate::krylov::iteration::Iterated;
use crate::krylov::iteration::Kept;
use crate::krylov::iteration::Options;
use crate::krylov::iteration::Preconditioning;
use crate::krylov::iteration::Step;
use crate::krylov::iteration::System;
use crate::krylov::iteration::Wanted;
use crate::krylov::least_squares::LeastSquares;
use crate::state::{State, put_count, put_counts, put_matrix, put_numbers};
use crate::state::{take_count, take_counts, take_matrix, take_numbers, unfit};
use poynting_mom_core::error::MomError;
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

/// Solves for the columns of one panel, from its beginning or from a state that was kept.
pub fn solve_panel<T: Precision>(
    system: System<'_, T>,
    wanted: Wanted<'_, T>,
    options: &Options,
    kept: Kept<'_, '_>,
) -> Result<Iterated<T>, MomError> {
    let mut panel = Panel::new(system, (wanted.sides, wanted.targets), options);
    let mut begun = None;
    if let Some(from) = kept.from {
        begun = Some(panel.read(from).map_err(CheckpointError::State)?);
    } else if let Some(guess) = wanted.guess {
        panel.begin_with(guess)?;
    }
    let mut end = End::Converged;
    while panel.distance() > 1.0 || begun.is_some() {
        let mut cycle = begun.take().unwrap_or_else(|| panel.begin());
        let flow = panel.run(&mut cycle, &mut *kept.follow)?;
        let promise = panel.promises();
        panel.correct(&cycle)?;
        panel.refresh(&cycle.active)?;
        if flow.is_break() {
            end = End::Stopped;
            break;
        }
        panel.judge(cycle.before, promise)?;
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
    let mut panel = Panel::new(system, (sides, &targets), options);
    let mut cycle = panel.begin();
    let _ = panel.run(&mut cycle, &mut |_, _| Ok(ControlFlow::Continue(())))?;
    panel.correct(&cycle)?;
    Ok(panel.finish(End::Stopped).solutions)
}

/// A cycle between two steps.
struct Cycle<T: Precision> {
    /// The columns that it solves for.
    active: Vec<usize>,
    basis: Basis<T>,
    /// M V, if M may change.
    images: Mat<Complex<T>>,
    small: LeastSquares,
    /// Vectors of the basis that have been multiplied.
    done: usize,
    /// Its last step.
    until: usize,
    /// Share of a direction that is dropped.
    negligible: f64,
    /// The largest residual over its target when it began.
    before: f64,
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
        (sides, targets): (MatRef<'_, Complex<T>>, &'a [f64]),
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

    /// Begins with other solutions than zero, where their residuals are smaller.
    fn begin_with(&mut self, guess: MatRef<'_, Complex<T>>) -> Result<(), MomError> {
        let tried: Vec<usize> = (0..self.lengths.len())
            .filter(|&n| self.lengths[n] > 0.0)
            .collect();
        for &n in &tried {
            let mut solution = self.solutions.as_mut().subcols_mut(n, 1);
            solution.copy_from(guess.subcols(n, 1));
            scale(solution, 1.0 / self.lengths[n]);
        }
        self.refresh(&tried)?;
        for n in tried {
            let is_better = self.residuals[n] < 1.0;
            if !is_better {
                let zero = Complex::new(T::of(0.0), T::of(0.0));
                self.solutions.as_mut().subcols_mut(n, 1).fill(zero);
                let rest = self.rests.as_mut().subcols_mut(n, 1);
                { rest }.copy_from(self.sides.as_ref().subcols(n, 1));
                self.residuals[n] = 1.0;
            }
        }
        self.distances = vec![self.distance()];
        Ok(())
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

    /// Begins a cycle for the columns that have not converged.
    fn begin(&self) -> Cycle<T> {
        let active = self.active();
        let size = self.sides.nrows();
        let steps = (self.options.restart).min(self.options.most - self.iterations);
        let mut basis = Basis::new(size, active.len() * (steps + 1));
        let start = Mat::from_fn(size, active.len(), |row, n| self.rests[(row, active[n])]);
        let shares = active.iter().map(|&n| self.targets[n] / self.residuals[n]);
        let negligible = (LEFT_OUT * shares.fold(1.0, f64::min)).max(ROUNDING * T::ULP);
        Cycle {
            small: LeastSquares::new(&basis.extend(start, negligible)),
            images: Mat::with_capacity(size, active.len() * steps),
            basis,
            done: 0,
            until: self.iterations + steps,
            negligible,
            before: self.distance(),
            active,
        }
    }

    /// The steps of a cycle that are left.
    fn run(
        &mut self,
        cycle: &mut Cycle<T>,
        follow: Follow<'_>,
    ) -> Result<ControlFlow<()>, MomError> {
        let size = self.sides.nrows();
        while self.iterations < cycle.until && cycle.basis.len() > cycle.done && !self.promises() {
            let (done, end) = (cycle.done, cycle.basis.len());
            let [z, w] = self.multiply(cycle.basis.part(done, end))?;
            if self.options.preconditioning == Preconditioning::Flexible {
                let images = &mut cycle.images;
                images.resize_with(size, end, |_, _| Complex::new(T::of(0.0), T::of(0.0)));
                images.subcols_mut(done, end - done).copy_from(&z);
            }
            drop(z);
            let columns = cycle.basis.extend(w, cycle.negligible);
            cycle.small.push(&columns);
            cycle.done = end;
            let step = self.advance(cycle);
            if follow(&step, &Begun { panel: self, cycle })?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The recurrence reports convergence.
    fn promises(&self) -> bool {
        let worst = self.worst();
        (self.residuals.get(worst)).is_some_and(|residual| *residual <= AIM * self.targets[worst])
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

    /// Records the residual of the recurrence.
    fn advance(&mut self, cycle: &Cycle<T>) -> Step {
        self.iterations += 1;
        for (n, &column) in cycle.active.iter().enumerate() {
            self.residuals[column] = cycle.small.residual(n);
        }
        let worst = self.worst();
        let (residual, target) = (self.residuals[worst], self.targets[worst]);
        self.history.push(residual);
        self.distances.push(residual / target);
        Step {
            iteration: self.iterations,
            residual,
            target,
            remaining: self.remaining(),
        }
    }

    fn remaining(&self) -> Option<usize> {
        let last = self.distances.len() - 1;
        let first = last.saturating_sub(LATELY);
        let rate = (self.distances[first] / self.distances[last]).ln() / (last - first) as f64;
        let steps = (self.distances[last] / AIM).ln() / rate;
        (rate > 0.0).then_some(steps.max(0.0).ceil() as usize)
    }

    /// Adds the best combination of the directions of a cycle to the solutions.
    fn correct(&mut self, cycle: &Cycle<T>) -> Result<(), MomError> {
        let active = &cycle.active;
        let directions = match self.options.preconditioning {
            Preconditioning::Fixed => cycle.basis.part(0, cycle.done),
            Preconditioning::Flexible => cycle.images.as_ref(),
        };
        let empty = || Mat::<Complex<T>>::zeros(directions.nrows(), active.len());
        let mut change = empty();
        add_product(change.as_mut(), directions, &cycle.small.solve(), 1.0);
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

/// A panel within a cycle.
struct Begun<'a, 'p, T: Precision> {
    panel: &'a Panel<'p, T>,
    cycle: &'a Cycle<T>,
}

impl<T: Precision> State for Begun<'_, '_, T> {
    fn bytes(&self) -> u64 {
        let (panel, cycle) = (self.panel, self.cycle);
        let vectors = 2 * panel.sides.ncols() + cycle.basis.len() + cycle.images.ncols();
        (panel.sides.nrows() * vectors) as u64 * 2 * T::BYTES
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        let (panel, cycle) = (self.panel, self.cycle);
        put_matrix(to, panel.solutions.as_ref())?;
        put_matrix(to, panel.rests.as_ref())?;
        put_numbers(to, &panel.residuals)?;
        put_numbers(to, &panel.history)?;
        put_numbers(to, &panel.distances)?;
        put_counts(to, &[panel.iterations, panel.products])?;
        put_counts(to, &cycle.active)?;
        put_counts(to, &[cycle.done, cycle.until])?;
        put_numbers(to, &[cycle.negligible, cycle.before])?;
        cycle.basis.save(to)?;
        put_count(to, cycle.images.ncols())?;
        put_matrix(to, cycle.images.as_ref())?;
        cycle.small.save(to)
    }
}

impl<T: Precision> Panel<'_, T> {
    /// Brings the panel to the state of [`Begun`]; returns its cycle.
    fn read(&mut self, from: &mut dyn Read) -> io::Result<Cycle<T>> {
        let (size, columns) = self.sides.shape();
        self.solutions = take_matrix(from, [size, columns])?;
        self.rests = take_matrix(from, [size, columns])?;
        self.residuals = take_numbers(from)?;
        self.history = take_numbers(from)?;
        self.distances = take_numbers(from)?;
        let [iterations, products] = take_counts(from)?[..] else {
            return Err(unfit());
        };
        (self.iterations, self.products) = (iterations, products);
        let active = take_counts(from)?;
        let [done, until] = take_counts(from)?[..] else {
            return Err(unfit());
        };
        let [negligible, before] = take_numbers(from)?[..] else {
            return Err(unfit());
        };
        let fits = self.residuals.len() == columns
            && active.len() <= columns
            && active.iter().all(|&column| column < columns);
        if !fits {
            return Err(unfit());
        }
        let most = active.len() * (self.options.restart + 1);
        let basis = Basis::read(from, size, most)?;
        let images = take_count(from)?;
        if done > basis.len() || images > most {
            return Err(unfit());
        }
        Ok(Cycle {
            images: take_matrix(from, [size, images])?,
            small: LeastSquares::read(from)?,
            active,
            basis,
            done,
            until,
            negligible,
            before,
        })
    }
}
