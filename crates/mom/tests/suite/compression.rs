//! An angular sweep solved with few right-hand sides.

use crate::clustered::{Clustered, sweep};
use crate::meshes;
use poynting_linalg::{norm, product};
use poynting_mom::krylov::{Options, System, solve, solve_each};
use poynting_mom::precondition::block_diagonal;
use poynting_mom::{Compressed, Equation, Precision};
use std::ops::ControlFlow;

/// 181 angles in one plane at ka = 4.
fn swept<T: Precision>() -> Clustered<T> {
    let equation = Equation::Combined { alpha: 0.5 };
    Clustered::new(&meshes::sphere(6), 4.0, equation, 0.4, &sweep(181))
}

/// Every right-hand side is within the tolerance, and the rank grows with the digits.
fn compresses<T: Precision>(tolerances: &[f64]) {
    let problem = swept::<T>();
    let mut ranks = Vec::new();
    for &tolerance in tolerances {
        let compressed = Compressed::new(problem.sides.clone(), tolerance).unwrap();
        let found = compressed.expand(compressed.basis());
        let mut worst = 0.0_f64;
        for n in 0..181 {
            let rest = found.as_ref().subcols(n, 1) - problem.sides.as_ref().subcols(n, 1);
            worst =
                worst.max(norm(rest.as_ref()).f64() / norm(problem.sides.col(n).as_mat()).f64());
        }
        println!(
            "{tolerance:e}: rank {}, error {worst:.1e}",
            compressed.rank()
        );
        assert!(worst <= 1.01 * tolerance, "{worst:e}");
        ranks.push(compressed.rank());
    }
    assert!(
        ranks.is_sorted() && ranks[ranks.len() - 1] < 40,
        "{ranks:?}"
    );
}

#[test]
fn a_sweep_has_few_independent_sides() {
    compresses::<f64>(&[1e-2, 1e-4, 1e-6]);
    compresses::<f32>(&[1e-2, 1e-4]);
}

/// Solutions from the basis have the requested residuals and equal those of the right-hand sides solved one by one.
#[test]
fn a_compressed_sweep_has_the_solutions_of_all_its_sides() {
    let problem = swept::<f64>();
    let near = problem.near(0);
    let preconditioner = block_diagonal(&near).unwrap();
    let system = System {
        matrix: &problem,
        preconditioner: &preconditioner,
    };
    let residual = 1e-4;
    let compressed = Compressed::new(problem.sides.clone(), 0.3 * residual).unwrap();
    let targets = compressed.targets(residual);
    let mut go_on = |_: &_| ControlFlow::Continue(());
    for panel in [1, 8, 100] {
        let options = Options {
            panel,
            ..Options::default()
        };
        let solved =
            solve_each(system, compressed.basis(), &targets, &options, &mut go_on).unwrap();
        let currents = compressed.expand(solved.solutions.as_ref());
        let rest = &problem.sides - product(problem.matrix.as_ref(), currents.as_ref());
        let residuals =
            (0..181).map(|n| norm(rest.col(n).as_mat()) / norm(problem.sides.col(n).as_mat()));
        let worst = residuals.fold(0.0, f64::max);
        println!(
            "panels of {panel}: rank {}, {} products, worst residual {worst:.1e}",
            compressed.rank(),
            solved.products
        );
        assert!(worst <= residual * 1.1, "{worst:e}");
        let told = compressed.residual(&solved.residuals);
        assert!(told <= residual * 1.01 && told > 0.3 * worst, "{told:e}");
        for n in [0, 77, 180] {
            assert!(problem.off(&currents, n) < residual * problem.condition);
            let column = compressed.column(solved.solutions.as_ref(), n);
            let difference = (0..column.len()).map(|row| (column[row] - currents[(row, n)]).norm());
            assert!(difference.fold(0.0, f64::max) < 1e-12 * norm(currents.col(n).as_mat()));
        }
    }
    let options = Options {
        residual,
        panel: 1,
        ..Options::default()
    };
    let few = problem.sides.as_ref().subcols(0, 4);
    let alone = solve(system, few, &options, &mut go_on).unwrap();
    println!("one by one: {} products for 4 sides", alone.products);
}

/// Approximate solutions of all right-hand sides give as good ones of the basis.
#[test]
fn a_guess_of_all_sides_is_one_of_the_basis() {
    let problem = swept::<f64>();
    let compressed = Compressed::new(problem.sides.clone(), 1e-6).unwrap();
    let column = |n: usize| problem.solutions.col_as_slice(n).to_vec();
    let guess = compressed.of_columns(&column);
    let rest = compressed.basis() - product(problem.matrix.as_ref(), guess.as_ref());
    // The last vectors of the basis are hardly larger in the right-hand sides than what compression leaves out.
    for n in 0..compressed.rank() {
        let residual = norm(rest.col(n).as_mat());
        println!("{n}: {residual:.1e}");
        assert!(residual < 1.0, "{n}: {residual:e}");
        assert!(2 * n > compressed.rank() || residual < 1e-3, "{n}");
    }
    let back = compressed.expand(guess.as_ref());
    for n in 0..181 {
        let off = back.as_ref().subcols(n, 1) - problem.solutions.as_ref().subcols(n, 1);
        let error = norm(off.as_ref()) / norm(problem.solutions.col(n).as_mat());
        assert!(error < 1e-5, "{n}: {error:e}");
    }
}
