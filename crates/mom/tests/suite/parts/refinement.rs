//! Solutions with factors in single precision, compared with factors in double precision and with known solutions.

use crate::clustered::{Clustered, sweep};
use crate::meshes;
use poynting_exec::Pool;
use poynting_linalg::{norm, product};
use poynting_mom::internals::refinement::{is_stall, refined};
use poynting_mom::krylov::{End, Iterated};
use poynting_mom::{Complex, Dense, Equation, Factored, Mat, MomError};
use std::f64::consts::TAU;
use std::ops::ControlFlow;

type C = Complex<f64>;

fn solved(matrix: &Mat<C>, sides: &Mat<C>) -> Result<Iterated<f64>, MomError> {
    let dense = Dense::from_fn(matrix.nrows(), |row, column| matrix[(row, column)]);
    let factored = Factored::<f64, f32>::rounded(dense);
    refined(&factored, sides.as_ref(), &mut |_, _| {
        Ok(ControlFlow::Continue(()))
    })
}

fn residual(matrix: &Mat<C>, sides: &Mat<C>, solutions: &Mat<C>, n: usize) -> f64 {
    let rest = sides - product(matrix.as_ref(), solutions.as_ref());
    norm(rest.col(n).as_mat()) / norm(sides.col(n).as_mat())
}

/// The sphere of 1080 unknowns and the plate of 736, each with more waves than are solved together.
#[test]
fn solutions_have_the_precision_of_the_matrix() {
    let plate = meshes::weld(meshes::plate(1.0, 1.0, 16, 16));
    let combined = Equation::Combined { alpha: 0.5 };
    let waves = sweep(20);
    let problems = [
        Clustered::<f64>::new(&meshes::sphere(6), 3.0, combined, 0.4, &waves),
        Clustered::<f64>::new(&plate, 10.0, Equation::Electric, 0.2, &waves),
    ];
    for problem in problems {
        let found = solved(&problem.matrix, &problem.sides).unwrap();
        assert_eq!(found.end, End::Converged);
        for n in 0..20 {
            // The residual is known to the rounding error of b - A x.
            let lengths = [&found.solutions, &problem.sides].map(|m| norm(m.col(n).as_mat()));
            let rounding = f64::EPSILON * norm(problem.matrix.as_ref()) * lengths[0] / lengths[1];
            let true_one = residual(&problem.matrix, &problem.sides, &found.solutions, n);
            assert!(found.residuals[n] <= 1e-12);
            assert!(
                (true_one - found.residuals[n]).abs() < rounding,
                "{true_one:e}"
            );
            let error = problem.off(&found.solutions, n);
            assert!(error < 1e-12 * problem.condition, "{error:e}");
        }
        // A step leaves about the condition number times the rounding error of the factors; the smallest k with (condition u)^k < 1e-12,
        // for each of the two panels.
        let rate = problem.condition * 6e-8;
        let steps = (1e-12_f64.ln() / rate.ln()).ceil() as usize;
        println!(
            "condition {:.0}: {} steps",
            problem.condition, found.iterations
        );
        assert!((2..=2 * steps).contains(&found.iterations));
    }
}

/// H D H' with singular values from 1 down to 1/condition and Householder reflections H and H' of two vectors.
fn with_condition(size: usize, condition: f64) -> Mat<C> {
    let reflection = |seed: f64| {
        let vector = Mat::from_fn(size, 1, |row, _| {
            let phase = seed * (row * row) as f64;
            Complex::new(phase.cos(), phase.sin())
        });
        let scale = 2.0 / norm(vector.as_ref()).powi(2);
        Mat::from_fn(size, size, |a, b| {
            let identity = f64::from(u8::from(a == b));
            Complex::new(identity, 0.0) - vector[(a, 0)] * vector[(b, 0)].conj() * scale
        })
    };
    let (left, right) = (reflection(0.7), reflection(1.3));
    let scaled = Mat::from_fn(size, size, |row, column| {
        let exponent = row as f64 / (size - 1) as f64;
        right[(row, column)] * condition.powf(-exponent)
    });
    product(left.as_ref(), scaled.as_ref())
}

fn phases(size: usize, columns: usize) -> Mat<C> {
    Mat::from_fn(size, columns, |row, n| {
        let phase = TAU * (((row + 1) * (n + 3)) as f64 * 0.37).fract();
        Complex::new(phase.cos(), phase.sin())
    })
}

/// The right-hand sides of known solutions, and one without a solution of that size.
#[test]
fn an_ill_conditioned_matrix_takes_more_steps_and_then_stalls() {
    let known = phases(200, 3);
    let steps = [1e2, 1e4, 1e6].map(|condition| {
        let matrix = with_condition(200, condition);
        let sides = product(matrix.as_ref(), known.as_ref());
        let found = solved(&matrix, &sides).unwrap();
        let error = norm((&found.solutions - &known).as_ref()) / norm(known.as_ref());
        println!(
            "condition {condition:.0e}: {} steps, error {error:.1e}",
            found.iterations
        );
        assert!(error < condition * 1e-12);
        found.iterations
    });
    assert!(steps.is_sorted() && steps[0] < steps[2], "{steps:?}");
    let matrix = with_condition(200, 1e14);
    for sides in [product(matrix.as_ref(), known.as_ref()), phases(200, 1)] {
        let stalled = solved(&matrix, &sides).unwrap_err();
        println!("{stalled}");
        assert!(is_stall(&stalled));
    }
}

/// Rounded to single precision the rows are equal.
#[test]
fn a_matrix_that_is_singular_in_single_precision_is_a_stall() {
    let matrix = Mat::from_fn(2, 2, |row, column| {
        Complex::new(1.0 + if row + column == 2 { 1e-9 } else { 0.0 }, 0.0)
    });
    let stalled = solved(&matrix, &phases(2, 1)).unwrap_err();
    assert!(is_stall(&stalled), "{stalled}");
}

#[test]
fn a_zero_side_has_a_zero_solution() {
    let matrix = with_condition(50, 10.0);
    let sides = Mat::from_fn(50, 2, |row, n| Complex::new((row * n) as f64, 0.0));
    let found = solved(&matrix, &sides).unwrap();
    assert!(norm(found.solutions.col(0).as_mat()) == 0.0 && found.residuals[0] == 0.0);
    assert!(residual(&matrix, &sides, &found.solutions, 1) <= 1e-12);
}

#[test]
fn refined_solutions_do_not_depend_on_the_number_of_threads() {
    let (matrix, sides) = (with_condition(600, 1e3), phases(600, 3));
    let run = |threads| {
        let pool = Pool::new(Some(threads)).unwrap();
        pool.install(|| solved(&matrix, &sides)).unwrap().solutions
    };
    let one = run(1);
    assert!(one == run(2) && one == run(5));
}
