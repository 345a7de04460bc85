//! The assembled matrix as a whole.

use std::ops::ControlFlow;

use crate::meshes;
use poynting_exec::{Budget, Pool};
use poynting_mom_core::{
    Complex, Dense, Equation, Factored, Mat, MomError, Operator, PlaneWave, Polarization, Radiator,
    RwgSpace, Symmetry, dense_bytes,
};

const COMBINED: Equation = Equation::Combined { alpha: 0.3 };

fn dense(operator: &Operator<'_>, symmetry: Symmetry) -> Dense<f64> {
    Dense::new(operator, symmetry, Budget::of_this_machine()).unwrap()
}

/// Largest difference of two matrices over the mean diagonal entry of the first.
fn off(
    a: impl Fn(usize, usize) -> Complex<f64>,
    b: impl Fn(usize, usize) -> Complex<f64>,
    size: usize,
) -> f64 {
    let diagonal = (0..size).map(|n| a(n, n).norm()).sum::<f64>() / size as f64;
    let mut worst = 0.0_f64;
    for row in 0..size {
        for column in 0..size {
            worst = worst.max((a(row, column) - b(row, column)).norm());
        }
    }
    worst / diagonal
}

/// Integrated independently, every entry of the EFIE equals its mirror image within the requested tolerance.
#[test]
fn the_electric_matrix_is_symmetric() {
    let space = RwgSpace::new(&meshes::sphere(3)).unwrap();
    for tolerance in [1e-3, 1e-6] {
        let operator = Operator::new(&space, 3.0, Equation::Electric, tolerance).unwrap();
        let (full, halved) = (
            dense(&operator, Symmetry::Ignored),
            dense(&operator, Symmetry::Used),
        );
        let error = off(|m, n| full.at(m, n), |m, n| full.at(n, m), space.len());
        println!("{tolerance:e}: {error:.1e}");
        assert!(error < tolerance, "{error:e}");
        assert!(off(|m, n| halved.at(m, n), |m, n| halved.at(n, m), space.len()) == 0.0);
        let error = off(|m, n| full.at(m, n), |m, n| halved.at(m, n), space.len());
        assert!(error < tolerance, "{error:e}");
    }
}

/// The SIMD path for distant pairs compared with pairs one by one at a tighter tolerance, function by function.
#[test]
fn the_matrix_is_the_sum_over_its_pairs() {
    let mut surface = meshes::sphere(3);
    surface.vertices.iter_mut().for_each(|v| v[2] *= 0.5);
    let space = RwgSpace::new(&surface).unwrap();
    for tolerance in [1e-3, 1e-6] {
        let operator = Operator::new(&space, 2.0, COMBINED, tolerance).unwrap();
        let exact = Operator::new(&space, 2.0, COMBINED, 1e-8).unwrap();
        let matrix = dense(&operator, Symmetry::Used);
        let entry = |m: usize, n: usize| {
            let mut sum = Complex::new(0.0, 0.0);
            for test in space.functions()[m].halves {
                for trial in space.functions()[n].halves {
                    let [re, im] = exact.block(test.triangle, trial.triangle).unwrap()[test.corner]
                        [trial.corner];
                    sum += Complex::new(re, im) * (test.weight * trial.weight);
                }
            }
            sum
        };
        let scale = matrix.at(0, 0).norm();
        for n in (0..space.len()).step_by(67) {
            for m in (0..space.len()).step_by(7) {
                let error = (entry(m, n) - matrix.at(m, n)).norm() / scale;
                assert!(error < tolerance, "{m} {n}: {error:e}");
            }
        }
    }
}

#[test]
fn the_matrix_does_not_depend_on_the_number_of_threads() {
    let space = RwgSpace::new(&meshes::sphere(2)).unwrap();
    for equation in [Equation::Electric, COMBINED] {
        let operator = Operator::new(&space, 3.0, equation, 1e-4).unwrap();
        let matrix = |threads| {
            Pool::new(Some(threads))
                .unwrap()
                .install(|| dense(&operator, Symmetry::Used))
        };
        let one = matrix(1);
        assert!(one == matrix(2) && one == matrix(5));
    }
}

/// Entries of the other order of a pair that were kept for a later panel equal those that are integrated when that panel begins an assembly.
#[test]
fn a_continued_matrix_is_the_same() {
    let space = RwgSpace::new(&meshes::sphere(4)).unwrap();
    let count = space.triangles().len();
    for tolerance in [1e-2, 1e-4] {
        let operator = Operator::new(&space, 3.0, COMBINED, tolerance).unwrap();
        let source = (&operator, Symmetry::Used);
        let mut continued = Dense::<f64>::zeros(space.len());
        let mut stopped = 0;
        let flow = continued.assemble_after(source, None, 0, &mut |_, done| {
            stopped = done;
            Ok(if done >= count / 2 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        });
        assert!(flow.unwrap().is_break() && stopped < count);
        let flow = continued.assemble_after(source, None, stopped, &mut |_, _| {
            Ok(ControlFlow::Continue(()))
        });
        assert!(flow.unwrap().is_continue());
        assert!(continued == dense(&operator, Symmetry::Used));
    }
}

/// Both orders of near pairs at once, and every entry by itself.
#[test]
fn the_combined_matrix_is_the_same_entry_by_entry() {
    let space = RwgSpace::new(&meshes::sphere(4)).unwrap();
    for tolerance in [1e-2, 1e-3, 1e-6] {
        let operator = Operator::new(&space, 3.0, COMBINED, tolerance).unwrap();
        let [both, single] = [Symmetry::Used, Symmetry::Ignored].map(|s| dense(&operator, s));
        let error = off(|m, n| both.at(m, n), |m, n| single.at(m, n), space.len());
        println!("{tolerance:e}: {error:.1e}");
        assert!(error < tolerance, "{tolerance:e}: {error:e}");
    }
}

#[test]
fn a_matrix_that_does_not_fit_is_refused_before_it_exists() {
    let space = RwgSpace::new(&meshes::sphere(2)).unwrap();
    let operator = Operator::new(&space, 3.0, Equation::Electric, 1e-4).unwrap();
    // Matrix and factors of 120 unknowns, 16 bytes per entry.
    let bytes = dense_bytes::<f64, f64>(120, 80, 1).iter().sum::<u64>();
    assert!(bytes > 2 * 120 * 120 * 16);
    // Factors in single precision take 8.
    let [_, factors, _] = dense_bytes::<f64, f32>(120, 80, 1);
    assert_eq!(factors, 120 * 120 * 8);
    let refused = Dense::<f64>::new(&operator, Symmetry::Used, Budget { bytes: bytes - 1 });
    assert!(matches!(refused, Err(MomError::Memory(_))));
    assert!(Dense::<f64>::new(&operator, Symmetry::Used, Budget { bytes }).is_ok());
}

fn sides(operator: &Operator<'_>, waves: &[PlaneWave]) -> Mat<Complex<f64>> {
    let sides: Vec<Vec<Complex<f64>>> = waves.iter().map(|w| w.side(operator)).collect();
    Mat::from_fn(operator.space().len(), waves.len(), |row, n| sides[n][row])
}

/// The far field from a to b, in each polarisation, equals that from b to a: exactly for the EFIE, whose matrix and projections are
/// symmetric, and within the mesh error for the others.
#[test]
fn scattering_is_reciprocal() {
    let plate = meshes::weld(meshes::plate(1.0, 0.6, 8, 5));
    let space = RwgSpace::new(&plate).unwrap();
    let operator = Operator::new(&space, 6.0, Equation::Electric, 1e-4).unwrap();
    let factored = Factored::new(dense(&operator, Symmetry::Used));
    let [a, b] = [(0.4, 0.3), (1.1, 2.0)];
    let from =
        |(theta, phi): (f64, f64), polarization| PlaneWave::arriving(theta, phi, polarization);
    let waves = [from(a, Polarization::Theta), from(b, Polarization::Phi)];
    let solutions = factored.solve(&sides(&operator, &waves)).unwrap();
    assert!(
        solutions.residuals.iter().all(|&r| r < 1e-12),
        "{:?}",
        solutions.residuals
    );
    let seen = |n: usize, at: (f64, f64)| {
        Radiator::new(&space, 6.0, solutions.currents.col_as_slice(n)).far_field(at.0, at.1)
    };
    let (there, back) = (seen(0, b).phi, seen(1, a).theta);
    assert!(
        (there - back).norm() < 1e-10 * there.norm(),
        "{there} {back}"
    );
}

/// Single precision equals double precision to within rounding.
#[test]
fn single_precision_agrees_with_double() {
    let space = RwgSpace::new(&meshes::sphere(3)).unwrap();
    let operator = Operator::new(&space, 3.0, COMBINED, 1e-4).unwrap();
    let double = dense(&operator, Symmetry::Used);
    let single = Dense::<f32>::new(&operator, Symmetry::Used, Budget::of_this_machine()).unwrap();
    let widened = |m: usize, n: usize| {
        let value = single.at(m, n);
        Complex::new(f64::from(value.re), f64::from(value.im))
    };
    let error = off(|m, n| double.at(m, n), widened, space.len());
    assert!(error < 1e-6, "{error:e}");
    let side = sides(
        &operator,
        &[PlaneWave::arriving(0.3, 0.2, Polarization::Phi)],
    );
    let narrow = Mat::from_fn(side.nrows(), 1, |row, _| {
        Complex::new(side[(row, 0)].re as f32, side[(row, 0)].im as f32)
    });
    let exact = Factored::new(double).solve(&side).unwrap();
    let rough = Factored::new(single).solve(&narrow).unwrap();
    assert!(rough.residuals[0] < 1e-5, "{:?}", rough.residuals);
    let difference: f64 = (0..side.nrows())
        .map(|n| {
            let value = rough.currents[(n, 0)];
            (exact.currents[(n, 0)] - Complex::new(f64::from(value.re), f64::from(value.im)))
                .norm_sqr()
        })
        .sum();
    let all = exact
        .currents
        .col_as_slice(0)
        .iter()
        .map(Complex::norm_sqr)
        .sum::<f64>();
    assert!(
        (difference / all).sqrt() < 1e-4,
        "{:e}",
        (difference / all).sqrt()
    );
}
