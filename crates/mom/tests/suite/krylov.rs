//! The iterative solution compared with LU, and its error reports.

use crate::clustered::{Clustered, band, sweep};
use crate::meshes;
use poynting_exec::Pool;
use poynting_linalg::{MatMut, MatRef, norm, product};
use poynting_mom::internals::krylov::{Kept, Wanted, solve_kept};
use poynting_mom::krylov::{
    End, Iterated, Options, Preconditioning, Product, Step, System, require_pairing, residual_for,
    solve,
};
use poynting_mom::precondition::{Identity, Inner, Preconditioner, block_diagonal};
use poynting_mom::{Complex, Equation, Mat, MomError, Precision};
use std::ops::ControlFlow;

const COMBINED: Equation = Equation::Combined { alpha: 0.5 };

fn go_on(_: &Step) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn with(residual: f64) -> Options {
    Options {
        residual,
        ..Options::default()
    }
}

fn plain<T: Precision>(matrix: &dyn Product<T>) -> System<'_, T> {
    System {
        matrix,
        preconditioner: &Identity,
    }
}

/// The sphere of 1080 unknowns at ka = 3.
fn sphere<T: Precision>(waves: usize) -> Clustered<T> {
    Clustered::new(&meshes::sphere(6), 3.0, COMBINED, 0.4, &sweep(waves))
}

/// A plate of 1.6 x 1.6 wavelengths, 736 unknowns.
fn plate<T: Precision>(waves: usize) -> Clustered<T> {
    let plate = meshes::weld(meshes::plate(1.0, 1.0, 16, 16));
    Clustered::new(&plate, 10.0, Equation::Electric, 0.2, &sweep(waves))
}

/// The error is at most condition number times residual, which is all a residual can guarantee.
fn holds<T: Precision>(name: &str, problem: &Clustered<T>, residual: f64) {
    let options = Options {
        restart: 300,
        ..with(residual)
    };
    let near = problem.near(0);
    let system = System {
        matrix: problem,
        preconditioner: &block_diagonal(&near).unwrap(),
    };
    let found = solve(system, problem.sides.as_ref(), &options, &mut go_on).unwrap();
    let error = problem.off(&found.solutions, 0);
    println!(
        "{name}: residual {:.1e}, error {error:.1e}, condition {:.0}, {} products",
        found.residuals[0], problem.condition, found.products
    );
    assert_eq!(found.end, End::Converged);
    assert!(found.residuals[0] <= residual);
    assert!(error < problem.condition * residual, "{error:e}");
    assert!(found.history.len() == found.iterations);
    // One product per step and one for the true residual of each cycle.
    assert_eq!(
        found.products,
        found.iterations + found.iterations.div_ceil(300)
    );
}

#[test]
fn the_iteration_agrees_with_the_factors() {
    holds("CFIE f64", &sphere::<f64>(1), 1e-10);
    holds("CFIE f32", &sphere::<f32>(1), 1e-5);
    holds("EFIE f64", &plate::<f64>(1), 1e-10);
    holds("EFIE f32", &plate::<f32>(1), 1e-4);
}

/// The reported residual is the true one, recomputed here.
#[test]
fn residuals_are_true() {
    let problem = sphere::<f64>(2);
    let found = solve(
        plain(&problem),
        problem.sides.as_ref(),
        &with(1e-4),
        &mut go_on,
    )
    .unwrap();
    let rest = &problem.sides - product(problem.matrix.as_ref(), found.solutions.as_ref());
    for n in 0..2 {
        let residual = norm(rest.col(n).as_mat()) / norm(problem.sides.col(n).as_mat());
        assert!((residual / found.residuals[n] - 1.0).abs() < 1e-9);
    }
}

/// Columns that share their Krylov space have the same solutions as single columns, with fewer products.
#[test]
fn a_block_needs_fewer_products_than_its_columns() {
    for (name, problem) in [
        ("CFIE sphere", sphere::<f64>(16)),
        ("EFIE plate", plate::<f64>(16)),
    ] {
        let near = problem.near(0);
        let system = System {
            matrix: &problem,
            preconditioner: &block_diagonal(&near).unwrap(),
        };
        let products = [1, 4, 16].map(|panel| {
            let options = Options {
                panel,
                restart: 200,
                ..with(1e-6)
            };
            let found = solve(system, problem.sides.as_ref(), &options, &mut go_on).unwrap();
            for n in 0..16 {
                assert!(found.residuals[n] <= 1e-6);
                let error = problem.off(&found.solutions, n);
                assert!(error < 1e-6 * problem.condition, "{n}: {error:e}");
            }
            println!(
                "{name}: panels of {panel}: {} products, {} steps",
                found.products, found.iterations
            );
            found.products
        });
        assert!(products[1] < products[0] && products[2] < products[1]);
    }
}

/// The same right-hand side twice, a combination of two, and a zero one.
#[test]
fn dependent_sides_are_solved_once() {
    let problem = sphere::<f64>(2);
    let (zero, i) = (Complex::new(0.0, 0.0), Complex::new(0.0, 1.0));
    let sides = Mat::from_fn(problem.size(), 5, |row, n| {
        let [a, b] = [problem.sides[(row, 0)], problem.sides[(row, 1)]];
        [a, b, a, a * 3.0 - b * i, zero][n]
    });
    let few = solve(
        plain(&problem),
        sides.as_ref().subcols(0, 2),
        &with(1e-8),
        &mut go_on,
    )
    .unwrap();
    let all = solve(plain(&problem), sides.as_ref(), &with(1e-8), &mut go_on).unwrap();
    // The true residuals of five columns instead of two.
    assert!(
        all.products <= few.products + 2 * 2 + 3,
        "{} {}",
        all.products,
        few.products
    );
    assert!(all.residuals.iter().all(|&r| r <= 1e-8) && all.residuals[4] == 0.0);
    assert!(norm(all.solutions.col(4).as_mat()) == 0.0);
    let twice = norm((all.solutions.col(0) - all.solutions.col(2)).as_mat());
    assert!(twice < 1e-6 * norm(all.solutions.col(0).as_mat()));
}

/// An inner iteration is a different matrix at every step: flexible GMRES accepts it, and takes fewer outer steps than without.
#[test]
fn an_iteration_preconditions_an_iteration() {
    let problem = plate::<f64>(1);
    let near = problem.near(1);
    let inner = Inner {
        system: System {
            matrix: &near,
            preconditioner: &block_diagonal(&near).unwrap(),
        },
        options: Options {
            restart: 20,
            ..with(0.1)
        },
    };
    let options = Options {
        preconditioning: Preconditioning::Flexible,
        restart: 200,
        ..with(1e-8)
    };
    let system = System {
        matrix: &problem,
        preconditioner: &inner,
    };
    let nested = solve(system, problem.sides.as_ref(), &options, &mut go_on).unwrap();
    let alone = solve(
        plain(&problem),
        problem.sides.as_ref(),
        &options,
        &mut go_on,
    )
    .unwrap();
    println!(
        "{} outer steps instead of {}",
        nested.iterations, alone.iterations
    );
    assert!(3 * nested.iterations < alone.iterations);
    assert!(problem.off(&nested.solutions, 0) < 1e-8 * problem.condition);
}

/// x_n+1 goes to row n: GMRES stagnates until it has as many steps as rows.
struct Shift(usize);

impl<T: Precision> Product<T> for Shift {
    fn size(&self) -> usize {
        self.0
    }

    fn multiply(
        &self,
        x: MatRef<'_, Complex<T>>,
        mut y: MatMut<'_, Complex<T>>,
    ) -> Result<(), MomError> {
        for column in 0..x.ncols() {
            for row in 0..self.0 {
                y[(row, column)] = x[((row + 1) % self.0, column)];
            }
        }
        Ok(())
    }
}

#[test]
fn a_stall_is_reported() {
    let side = Mat::from_fn(40, 1, |row, _| {
        Complex::new(f64::from(u8::from(row == 0)), 0.0)
    });
    let options = |restart| Options {
        restart,
        ..with(1e-6)
    };
    let stalled = solve(plain(&Shift(40)), side.as_ref(), &options(20), &mut go_on).unwrap_err();
    println!("{stalled}");
    let MomError::Stalled {
        residual,
        iterations,
        advice,
        ..
    } = stalled
    else {
        panic!("{stalled}");
    };
    assert!(iterations == 20 && residual == 1.0 && advice.contains("restart"));
    let found = solve(plain(&Shift(40)), side.as_ref(), &options(40), &mut go_on).unwrap();
    assert!(found.iterations == 40 && (found.solutions[(1, 0)].re - 1.0).abs() < 1e-12);
}

/// The solver does not loop for a residual that single precision cannot reach.
#[test]
fn a_residual_below_the_rounding_is_reported() {
    let problem = sphere::<f32>(1);
    let failed = solve(
        plain(&problem),
        problem.sides.as_ref(),
        &with(1e-9),
        &mut go_on,
    )
    .unwrap_err();
    println!("{failed}");
    assert!(matches!(failed, MomError::Stalled { advice, .. } if advice.contains("precision")));
    let options = Options {
        most: 3,
        ..with(1e-4)
    };
    let failed = solve(
        plain(&problem),
        problem.sides.as_ref(),
        &options,
        &mut go_on,
    )
    .unwrap_err();
    println!("{failed}");
    assert!(matches!(failed, MomError::TooSlow { iterations: 3, .. }));
}

/// Products with an error of 1e-3 give no better solutions at 1e-6 than at the residual recommended for them.
#[test]
fn a_residual_below_the_error_of_the_products_is_refused() {
    let problem = sphere::<f64>(1);
    let mut disturbed = sphere::<f64>(1);
    let mut state = 1_u64;
    let mut noise = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
    };
    let size = problem.size();
    let error = Mat::from_fn(size, size, |_, _| Complex::new(noise(), noise()));
    let scale = 1e-3 * norm(product(problem.matrix.as_ref(), problem.solutions.as_ref()).as_ref())
        / norm(product(error.as_ref(), problem.solutions.as_ref()).as_ref());
    for column in 0..size {
        for row in 0..size {
            disturbed.matrix[(row, column)] += error[(row, column)] * scale;
        }
    }
    let error = |residual| {
        let found = solve(
            plain(&disturbed),
            problem.sides.as_ref(),
            &with(residual),
            &mut go_on,
        );
        problem.off(&found.unwrap().solutions, 0)
    };
    let (advised, wasted, coarse) = (error(residual_for(1e-3)), error(1e-6), error(1e-2));
    println!("error {coarse:.1e} at 1e-2, {advised:.1e} as advised, {wasted:.1e} at 1e-6");
    assert!(advised < 1.5 * wasted && coarse > 3.0 * wasted);
    assert!(require_pairing(residual_for(1e-3), 1e-3).is_ok());
    let refused = require_pairing(1e-6, 1e-3).unwrap_err();
    println!("{refused}");
    assert!(matches!(refused, MomError::Pairing { worth, .. } if worth == residual_for(1e-3)));
}

/// From a third of the way on the estimate is within a factor of two, and the iteration stops on request.
#[test]
fn progress_foresees_the_end_and_can_bring_it() {
    let problem = sphere::<f64>(2);
    let mut foreseen = Vec::new();
    let found = solve(
        plain(&problem),
        problem.sides.as_ref(),
        &with(1e-8),
        &mut |step| {
            foreseen.push(step.remaining);
            ControlFlow::Continue(())
        },
    )
    .unwrap();
    let all = found.iterations;
    for (n, remaining) in foreseen.iter().enumerate().skip(all / 3) {
        let (found, true_one) = (remaining.unwrap() as f64, (all - n - 1) as f64);
        assert!(
            found <= 2.0 * true_one + 2.0 && true_one <= 2.0 * found + 2.0,
            "{n}: {found}"
        );
    }
    let stopped = solve(
        plain(&problem),
        problem.sides.as_ref(),
        &with(1e-8),
        &mut |step| {
            if step.iteration == 5 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    )
    .unwrap();
    assert!(stopped.end == End::Stopped && stopped.iterations == 5);
    assert!(stopped.residuals[0] < 0.5 && stopped.residuals[0] > 1e-8);
}

#[test]
fn solutions_do_not_depend_on_the_number_of_threads() {
    let matrix = band(600, 24);
    let sides = Mat::from_fn(matrix.size(), 3, |row, n| {
        let phase = (row * (n + 1)) as f32 * 0.01;
        Complex::new(phase.cos(), phase.sin())
    });
    let preconditioner = block_diagonal(&matrix).unwrap();
    let run = |threads| -> Iterated<f32> {
        let system = System {
            matrix: &matrix,
            preconditioner: &preconditioner as &dyn Preconditioner<f32>,
        };
        let pool = Pool::new(Some(threads)).unwrap();
        pool.install(|| solve(system, sides.as_ref(), &with(1e-5), &mut go_on))
            .unwrap()
    };
    let one = run(1);
    println!("{} steps, {:?}", one.iterations, one.residuals);
    assert!(one.iterations > 3);
    for threads in [2, 5] {
        let other = run(threads);
        assert!(one.solutions == other.solutions && one.history == other.history);
    }
}

/// A good first guess saves steps, the solution itself all of them, and one that is worse than zero costs a product.
#[test]
fn an_iteration_begins_with_a_guess_where_it_is_better_than_zero() {
    let problem = sphere::<f64>(1);
    let target = 1e-8;
    let off = |error: f64| {
        Mat::from_fn(problem.size(), 1, |row, _| {
            let sign = if row % 2 == 0 { 1.0 } else { -1.0 };
            problem.solutions[(row, 0)] * (1.0 + sign * error)
        })
    };
    let found = |guess: Option<Mat<Complex<f64>>>| {
        let wanted = Wanted {
            sides: problem.sides.as_ref(),
            targets: &[target],
            guess: guess.as_ref().map(Mat::as_ref),
        };
        let kept = Kept {
            follow: &mut |_, _| Ok(ControlFlow::Continue(())),
            from: None,
        };
        let found = solve_kept(plain(&problem), wanted, &Options::default(), kept).unwrap();
        assert!(found.residuals[0] <= target);
        assert!(problem.off(&found.solutions, 0) < target * problem.condition);
        found
    };
    let cold = found(None);
    let [exact, near, far] = [0.0, 1e-4, 1e4].map(|error| found(Some(off(error))));
    println!(
        "{} steps, {} from a guess",
        cold.iterations, near.iterations
    );
    assert_eq!((exact.iterations, exact.products), (0, 1));
    // Half of the digits are left.
    assert!(3 * near.iterations < 2 * cold.iterations);
    assert_eq!(far.solutions, cold.solutions);
    assert_eq!(far.products, cold.products + 1);
}
