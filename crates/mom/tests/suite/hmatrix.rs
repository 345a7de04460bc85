//! H-matrix products compared with dense ones.

use crate::meshes;
use poynting_exec::{Budget, Pool};
use poynting_geometry::Body;
use poynting_linalg::{Accum, MatRef, Par, matmul, norm};
use poynting_mom::hmatrix::{self, Options};
use poynting_mom::{
    Complex, Dense, Equation, HMatrix, Mat, MomError, Operator, Precision, Product, RwgSpace,
    Symmetry,
};

const COMBINED: Equation = Equation::Combined { alpha: 0.5 };

fn dense<T: Precision>(operator: &Operator<'_>) -> Dense<T> {
    Dense::new(operator, Symmetry::Used, Budget::of_this_machine()).unwrap()
}

/// Random numbers in the first column, the phases of a plane wave in the second.
fn vectors<T: Precision>(space: &RwgSpace, k: f64) -> Mat<Complex<T>> {
    let mut state = 1_u64;
    let mut random = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as f64 / f64::from(1_u32 << 31) - 0.5
    };
    let noise: Vec<[f64; 2]> = (0..space.len()).map(|_| [random(), random()]).collect();
    Mat::from_fn(space.len(), 2, |n, column| {
        let vertex = space.functions()[n].edge[0] as usize;
        let phase = k * space.surface().vertices[vertex][0];
        let [re, im] = [noise[n], [phase.cos(), -phase.sin()]][column];
        Complex::new(T::of(re), T::of(im))
    })
}

fn times<T: Precision>(matrix: &HMatrix<T>, x: &Mat<Complex<T>>) -> Mat<Complex<T>> {
    let mut y = Mat::zeros(x.nrows(), x.ncols());
    matrix.multiply(x.as_ref(), y.as_mut()).unwrap();
    y
}

/// |A x - H x|/|A x| of each column.
fn errors<T: Precision>(dense: &Dense<T>, matrix: &HMatrix<T>, x: &Mat<Complex<T>>) -> Vec<f64> {
    let view = MatRef::from_column_major_slice(dense.values(), dense.size(), dense.size());
    let mut exact = Mat::zeros(x.nrows(), x.ncols());
    let one = Complex::new(T::of(1.0), T::of(0.0));
    matmul(
        exact.as_mut(),
        Accum::Replace,
        view,
        x.as_ref(),
        one,
        Par::Seq,
    );
    let difference = &exact - times(matrix, x);
    (0..x.ncols())
        .map(|n| norm(difference.col(n).as_mat()).f64() / norm(exact.col(n).as_mat()).f64())
        .collect()
}

fn keeps<T: Precision>(space: &RwgSpace, k: f64, equation: Equation, tolerances: &[f64]) {
    // Anything finer than the quadrature error has no low rank.
    let finest = tolerances.iter().copied().fold(1.0, f64::min);
    let operator = Operator::new(space, k, equation, 0.1 * finest).unwrap();
    let dense = dense::<T>(&operator);
    let x = vectors::<T>(space, k);
    for &eps in tolerances {
        let matrix = HMatrix::new(&dense, space, &Options::new(eps)).unwrap();
        let errors = errors(&dense, &matrix, &x);
        let s = matrix.statistics();
        println!(
            "{} {} {eps:e}: {:.1e} and {:.1e}, {s:?}",
            space.len(),
            equation.name(),
            errors[0],
            errors[1]
        );
        assert!(errors.iter().all(|&e| e <= eps), "{errors:?}");
        assert!(s.low_rank > 0 && s.compression < 1.0, "{s:?}");
    }
}

#[test]
fn electric_products_on_a_plate_keep_the_tolerance() {
    let plate = meshes::weld(meshes::plate(2.0, 1.0, 32, 16));
    let space = RwgSpace::new(&plate).unwrap();
    keeps::<f64>(&space, 8.0, Equation::Electric, &[1e-3, 1e-5]);
    keeps::<f32>(&space, 8.0, Equation::Electric, &[1e-3]);
}

#[test]
fn combined_products_on_a_sphere_keep_the_tolerance() {
    let space = RwgSpace::new(&meshes::sphere(8)).unwrap();
    keeps::<f64>(&space, 3.0, COMBINED, &[1e-3, 1e-5]);
    keeps::<f32>(&space, 3.0, COMBINED, &[1e-3]);
}

/// The faces of a bar do not couple to themselves.
#[test]
fn magnetic_products_on_a_bar_keep_the_tolerance() {
    let bar = Body::Box {
        from: [0.0; 3],
        to: [4.0, 0.5, 0.5],
    };
    let space = RwgSpace::new(&bar.mesh(0.15).unwrap()).unwrap();
    keeps::<f64>(&space, 3.0, Equation::Magnetic, &[1e-3, 1e-5]);
}

#[test]
fn neither_blocks_nor_products_depend_on_the_number_of_threads() {
    let space = RwgSpace::new(&meshes::sphere(5)).unwrap();
    let operator = Operator::new(&space, 3.0, COMBINED, 1e-4).unwrap();
    let dense = dense::<f64>(&operator);
    let x = vectors::<f64>(&space, 3.0);
    let with = |threads| {
        Pool::new(Some(threads)).unwrap().install(|| {
            let matrix = HMatrix::new(&dense, &space, &Options::new(1e-4)).unwrap();
            let product = times(&matrix, &x);
            (matrix, product)
        })
    };
    let one = with(1);
    for threads in [2, 5] {
        let other = with(threads);
        assert!(one.0 == other.0 && one.1 == other.1);
    }
}

/// Many columns at once give the same as one by one, with more of them than one batch.
#[test]
fn columns_are_multiplied_at_once() {
    let space = RwgSpace::new(&meshes::sphere(4)).unwrap();
    let operator = Operator::new(&space, 3.0, COMBINED, 1e-3).unwrap();
    let dense = dense::<f64>(&operator);
    let matrix = HMatrix::new(&dense, &space, &Options::new(1e-3)).unwrap();
    let x = Mat::from_fn(space.len(), 40, |n, column| {
        Complex::new((n + 1) as f64 % (column + 2) as f64, column as f64)
    });
    let all = times(&matrix, &x);
    for n in [0, 17, 39] {
        let one = times(&matrix, &x.subcols(n, 1).to_owned());
        let error = norm((one.col(0) - all.col(n)).as_mat()) / norm(one.col(0).as_mat());
        assert!(error < 1e-13, "{error:e}");
    }
}

#[test]
fn the_size_is_known_before_the_matrix_is_built() {
    let space = RwgSpace::new(&meshes::sphere(8)).unwrap();
    let operator = Operator::new(&space, 4.0, COMBINED, 1e-3).unwrap();
    let dense = dense::<f32>(&operator);
    for eps in [1e-2, 1e-3] {
        let options = Options::new(eps);
        let expected = hmatrix::memory(&dense, &space, &options).unwrap().total() as f64;
        let found = HMatrix::new(&dense, &space, &options).unwrap().bytes() as f64;
        println!("{} {eps:e}: {:.3}", space.len(), expected / found);
        assert!((expected / found - 1.0).abs() < 0.25);
    }
}

/// The diagonal blocks hold each unknown once, with the entries of the matrix.
#[test]
fn diagonal_blocks_are_those_of_the_matrix() {
    let space = RwgSpace::new(&meshes::sphere(4)).unwrap();
    let operator = Operator::new(&space, 3.0, COMBINED, 1e-3).unwrap();
    let dense = dense::<f64>(&operator);
    let matrix = HMatrix::new(&dense, &space, &Options::new(1e-3)).unwrap();
    let mut seen = Vec::new();
    for block in matrix.diagonal() {
        for (i, &row) in block.rows.iter().enumerate() {
            for (j, &column) in block.columns.iter().enumerate() {
                assert!(block.values[(i, j)] == dense.at(row as usize, column as usize));
            }
        }
        seen.extend_from_slice(block.rows);
    }
    seen.sort_unstable();
    assert!(seen == (0..space.len() as u32).collect::<Vec<_>>());
}

#[test]
fn options_out_of_range_are_refused() {
    let space = RwgSpace::new(&meshes::sphere(1)).unwrap();
    let operator = Operator::new(&space, 3.0, COMBINED, 1e-3).unwrap();
    let dense = dense::<f64>(&operator);
    let usual = Options::new(1e-3);
    for options in [
        Options { eps: 0.0, ..usual },
        Options {
            eps: f64::NAN,
            ..usual
        },
        Options { leaf: 0, ..usual },
        Options {
            admissibility: -1.0,
            ..usual
        },
    ] {
        let refused = HMatrix::new(&dense, &space, &options);
        assert!(matches!(refused, Err(MomError::Number { .. })));
    }
}
