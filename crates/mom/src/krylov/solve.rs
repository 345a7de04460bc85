//! Solves right-hand sides panel by panel.

use std::io::{self, Read, Write};

use poynting_checkpoint::CheckpointError;
use poynting_linalg::{Complex, Mat, MatRef};

use super::gmres;
use super::iteration::{End, Iterated, Kept, Options, Progress, Step, System, Wanted};
use crate::state::{State, put_counts, put_matrix, put_numbers};
use crate::state::{take_counts, take_numbers, take_values, unfit};
use poynting_mom_core::error::MomError;
use poynting_mom_core::precision::Precision;

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

/// Solves each column of `sides` to its own residual instead of that of the options.
pub fn solve_each<T: Precision>(
    system: System<'_, T>,
    sides: MatRef<'_, Complex<T>>,
    targets: &[f64],
    options: &Options,
    progress: Progress<'_>,
) -> Result<Iterated<T>, MomError> {
    let wanted = Wanted {
        sides,
        targets,
        guess: None,
    };
    let kept = Kept {
        follow: &mut |step, _| Ok(progress(step)),
        from: None,
    };
    solve_kept(system, wanted, options, kept)
}

/// The same, with a state that can be kept after every step.
pub fn solve_kept<T: Precision>(
    system: System<'_, T>,
    wanted: Wanted<'_, T>,
    options: &Options,
    mut kept: Kept<'_, '_>,
) -> Result<Iterated<T>, MomError> {
    let sides = wanted.sides;
    check(system.matrix.size(), sides.nrows(), wanted.targets, options)?;
    let mut all = Iterated {
        solutions: Mat::zeros(sides.nrows(), sides.ncols()),
        residuals: Vec::with_capacity(sides.ncols()),
        iterations: 0,
        products: 0,
        history: Vec::new(),
        end: End::Converged,
    };
    if let Some(from) = &mut kept.from {
        read(&mut all, *from).map_err(CheckpointError::State)?;
    }
    for first in (all.residuals.len()..sides.ncols()).step_by(options.panel) {
        let columns = options.panel.min(sides.ncols() - first);
        let before = all.iterations;
        let part = gmres::solve_panel(
            system,
            wanted.columns(first..first + columns),
            options,
            Kept {
                follow: &mut |step, panel| {
                    let step = Step {
                        iteration: before + step.iteration,
                        ..*step
                    };
                    (kept.follow)(&step, &Panels { done: &all, panel })
                },
                from: kept.from.take(),
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

/// Panels that are solved, and one that is not yet.
struct Panels<'a, T> {
    done: &'a Iterated<T>,
    panel: &'a dyn State,
}

impl<T: Precision> State for Panels<'_, T> {
    fn bytes(&self) -> u64 {
        let solved = self.done.solutions.nrows() * self.done.residuals.len();
        solved as u64 * 2 * T::BYTES + self.panel.bytes()
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        let done = self.done;
        put_numbers(to, &done.residuals)?;
        put_numbers(to, &done.history)?;
        put_counts(to, &[done.iterations, done.products])?;
        put_matrix(to, done.solutions.subcols(0, done.residuals.len()))?;
        self.panel.save(to)
    }
}

/// Reads the panels that are solved.
fn read<T: Precision>(all: &mut Iterated<T>, from: &mut dyn Read) -> io::Result<()> {
    all.residuals = take_numbers(from)?;
    all.history = take_numbers(from)?;
    let [iterations, products] = take_counts(from)?[..] else {
        return Err(unfit());
    };
    (all.iterations, all.products) = (iterations, products);
    if all.residuals.len() > all.solutions.ncols() {
        return Err(unfit());
    }
    for column in 0..all.residuals.len() {
        take_values(from, all.solutions.col_as_slice_mut(column))?;
    }
    Ok(())
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
        positive("the residual", target)?;
    }
    positive("the restart length", options.restart as f64)?;
    positive("the maximum number of steps", options.most as f64)?;
    positive("the panel size", options.panel as f64)
}
