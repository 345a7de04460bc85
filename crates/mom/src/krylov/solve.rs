//! Solves right-hand sides panel by panel.

use poynting_linalg::{Complex, Mat, MatRef};

use super::gmres;
use super::iteration::{End, Iterated, Options, Progress, Step, System};
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
        positive("the residual", target)?;
    }
    positive("the restart length", options.restart as f64)?;
    positive("the maximum number of steps", options.most as f64)?;
    positive("the panel size", options.panel as f64)
}
