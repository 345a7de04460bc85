//! Factorisations and products checked by their definitions, in both precisions.

#![allow(clippy::unwrap_used)]

mod out_of_core;

use poynting_linalg::{
    Accum, Complex, Elimination, Lu, Mat, MatRef, Par, Qr, Scalar, Svd, adjoint_matmul, c64,
    eigenvalues, matmul, norm, product, real_product, singular_values, solve, solve_real,
    squared_norm, subtract_product,
};

/// Numbers of this precision.
trait Number: Scalar + Copy + Into<f64> {
    /// The largest allowed error for numbers of order one.
    const ROUNDING: f64;
    fn of(x: f64) -> Self;
}

impl Number for f32 {
    const ROUNDING: f64 = 1e-4;
    fn of(x: f64) -> Self {
        x as f32
    }
}

impl Number for f64 {
    const ROUNDING: f64 = 1e-12;
    fn of(x: f64) -> Self {
        x
    }
}

/// An unsymmetric matrix, well conditioned by its diagonal.
fn matrix<T: Number>(rows: usize, columns: usize) -> Mat<Complex<T>> {
    Mat::from_fn(rows, columns, |i, j| {
        let x = (7 * i + 3 * j + 1) as f64;
        let diagonal = if i == j { 4.0 } else { 0.0 };
        Complex::new(T::of(x.sin() + diagonal), T::of((1.7 * x).cos()))
    })
}

fn one<T: Number>() -> Complex<T> {
    Complex::new(T::of(1.0), T::of(0.0))
}

/// The largest difference of two matrices, with sums written out.
fn off<T: Number>(a: &Mat<Complex<T>>, b: impl Fn(usize, usize) -> Complex<f64>) -> f64 {
    let places = (0..a.nrows()).flat_map(|i| (0..a.ncols()).map(move |j| (i, j)));
    let difference = |(i, j)| {
        let z = a[(i, j)];
        (Complex::<f64>::new(z.re.into(), z.im.into()) - b(i, j)).norm()
    };
    places.map(difference).fold(0.0, f64::max)
}

fn wide<T: Number>(z: Complex<T>) -> Complex<f64> {
    Complex::new(z.re.into(), z.im.into())
}

fn products_are_sums<T: Number>() {
    let (a, b) = (matrix::<T>(9, 7), matrix::<T>(7, 5));
    let mut found = Mat::zeros(9, 5);
    matmul(
        found.as_mut(),
        Accum::Replace,
        a.as_ref(),
        b.as_ref(),
        one(),
        Par::Seq,
    );
    let sum = |i, j| (0..7).map(|k| wide(a[(i, k)]) * wide(b[(k, j)])).sum();
    assert!(off(&found, sum) < 20.0 * T::ROUNDING);
    let c = matrix::<T>(9, 5);
    let mut found = Mat::zeros(7, 5);
    adjoint_matmul(
        found.as_mut(),
        Accum::Replace,
        a.as_ref(),
        c.as_ref(),
        one(),
        Par::Seq,
    );
    let sum = |i, j| {
        (0..9)
            .map(|k| wide(a[(k, i)]).conj() * wide(c[(k, j)]))
            .sum()
    };
    assert!(off(&found, sum) < 20.0 * T::ROUNDING);
}

#[test]
fn products_are_sums_over_the_inner_index() {
    products_are_sums::<f32>();
    products_are_sums::<f64>();
}

/// C - A B for odd sizes and more columns of A than are multiplied at a time, by sums written out; and the same bits if C is divided.
fn differences_are_sums<T: Number>() {
    let (a, b) = (matrix::<T>(150, 300), matrix::<T>(300, 23));
    let whole = |a: MatRef<'_, Complex<T>>, b: MatRef<'_, Complex<T>>| {
        let mut c = matrix::<T>(150, 23);
        subtract_product(c.as_mut(), a, b, Par::Seq);
        c
    };
    let found = whole(a.as_ref(), b.as_ref());
    let start = matrix::<T>(150, 23);
    let expected = |i, j| {
        let sum: Complex<f64> = (0..300).map(|k| wide(a[(i, k)]) * wide(b[(k, j)])).sum();
        wide(start[(i, j)]) - sum
    };
    assert!(off(&found, expected) < 300.0 * T::ROUNDING);
    let (by_rows, by_columns) = (a.transpose().to_owned(), b.transpose().to_owned());
    let transposed = whole(by_rows.transpose(), by_columns.transpose());
    assert!(bits(transposed.as_ref()) == bits(found.as_ref()));
    let mut divided = start;
    let (left, right) = divided.as_mut().split_at_col_mut(10);
    subtract_product(left, a.as_ref(), b.subcols(0, 10), Par::Seq);
    let (above, below) = right.split_at_row_mut(77);
    let b = b.subcols(10, 13);
    subtract_product(above, a.subrows(0, 77), b, Par::Seq);
    subtract_product(below, a.subrows(77, 73), b, Par::Seq);
    assert!(bits(divided.as_ref()) == bits(found.as_ref()));
}

#[test]
fn products_are_subtracted_with_the_same_bits_however_they_are_divided() {
    differences_are_sums::<f32>();
    differences_are_sums::<f64>();
}

fn factors_solve<T: Number>(par: Par) {
    let a = matrix::<T>(40, 40);
    let x = matrix::<T>(40, 3);
    let expected = |i, j| wide(x[(i, j)]);
    let mut sides = Mat::zeros(40, 3);
    matmul(
        sides.as_mut(),
        Accum::Replace,
        a.as_ref(),
        x.as_ref(),
        one(),
        Par::Seq,
    );
    let lu = Lu::new(a.clone(), par);
    assert_eq!(lu.size(), 40);
    lu.solve_in_place(sides.as_mut(), par);
    assert!(off(&sides, expected) < 100.0 * T::ROUNDING);
    adjoint_matmul(
        sides.as_mut(),
        Accum::Replace,
        a.as_ref(),
        x.as_ref(),
        one(),
        Par::Seq,
    );
    lu.solve_adjoint_in_place(sides.as_mut(), par);
    assert!(off(&sides, expected) < 100.0 * T::ROUNDING);
    matmul(
        sides.as_mut(),
        Accum::Replace,
        a.transpose(),
        x.as_ref(),
        one(),
        Par::Seq,
    );
    lu.solve_transpose_in_place(sides.as_mut(), par);
    assert!(off(&sides, expected) < 100.0 * T::ROUNDING);
}

#[test]
fn factors_solve_with_the_matrix_its_transpose_and_its_adjoint() {
    for par in [Par::Seq, Par::rayon(2)] {
        factors_solve::<f32>(par);
        factors_solve::<f64>(par);
    }
}

fn reflections_are_the_matrix<T: Number>() {
    let a = matrix::<T>(30, 6);
    let qr = Qr::new(a.as_ref());
    let zero = Complex::new(T::of(0.0), T::of(0.0));
    let mut found = Mat::from_fn(
        30,
        6,
        |i, j| if i <= j { qr.factors()[(i, j)] } else { zero },
    );
    qr.apply(found.as_mut());
    assert!(off(&found, |i, j| wide(a[(i, j)])) < 20.0 * T::ROUNDING);
}

#[test]
fn q_times_r_is_the_matrix() {
    reflections_are_the_matrix::<f32>();
    reflections_are_the_matrix::<f64>();
}

fn vectors_and_values_are_the_matrix<T: Number>() {
    let a = matrix::<T>(12, 12);
    let Svd { x, values, y } = Svd::of(a.as_ref()).unwrap();
    assert!(values.windows(2).all(|pair| pair[0] >= pair[1]));
    let sum = |i, j| -> Complex<f64> {
        let term = |k: usize| wide(x[(i, k)]) * wide(y[(j, k)]).conj() * values[k].into();
        (0..12).map(term).sum()
    };
    assert!(off(&a, sum) < 20.0 * T::ROUNDING);
    let squares: f64 = values.iter().map(|s| (*s).into().powi(2)).sum();
    let whole: f64 = norm(a.as_ref()).into();
    assert!((squares.sqrt() / whole - 1.0).abs() < T::ROUNDING);
}

#[test]
fn singular_vectors_and_values_are_the_matrix() {
    vectors_and_values_are_the_matrix::<f32>();
    vectors_and_values_are_the_matrix::<f64>();
    let a = matrix::<f64>(5, 5);
    let squares: f64 = (singular_values(a.as_ref()).unwrap().iter())
        .map(|s| s * s)
        .sum();
    assert!((squares / squared_norm(a.as_ref()) - 1.0).abs() < 1e-13);
}

#[test]
fn equations_are_solved() {
    let (a, x) = (matrix::<f64>(6, 6), matrix::<f64>(6, 2));
    let found = solve(a.as_ref(), product(a.as_ref(), x.as_ref()).as_ref());
    assert!(off(&found, |i, j| x[(i, j)]) < 1e-12);
    let [a, x] = [(6, 6), (6, 2)].map(|(m, n)| {
        let complex = matrix::<f64>(m, n);
        Mat::from_fn(m, n, |i, j| complex[(i, j)].re)
    });
    let found = solve_real(a.as_ref(), real_product(a.as_ref(), x.as_ref()).as_ref());
    assert!((0..6).all(|i| (0..2).all(|j| (found[(i, j)] - x[(i, j)]).abs() < 1e-12)));
}

/// An unsymmetric matrix whose pivots are not on the diagonal.
fn scattered<T: Number>(size: usize) -> Mat<Complex<T>> {
    let mut state = 1_u64;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        T::of((state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5)
    };
    Mat::from_fn(size, size, |_, _| Complex::new(next(), next()))
}

/// The bits of all values.
fn bits<T: Number>(matrix: MatRef<'_, Complex<T>>) -> Vec<[u64; 2]> {
    let columns = (0..matrix.ncols()).map(|j| matrix.col(j));
    let parts = columns.flat_map(|column| column.iter().copied().collect::<Vec<_>>());
    let bits = |x: T| Into::<f64>::into(x).to_bits();
    parts.map(|z| [bits(z.re), bits(z.im)]).collect()
}

/// Factors and solutions are divided into tiles that do not depend on the threads. The size is no multiple of a block or a tile.
fn threads_do_not_matter<T: Number>() {
    let a = scattered::<T>(613);
    let sides = matrix::<T>(613, 70);
    let solved = |par| {
        let lu = Lu::new(a.clone(), par);
        let (mut x, mut y, mut z) = (sides.clone(), sides.clone(), sides.clone());
        lu.solve_in_place(x.as_mut(), par);
        lu.solve_transpose_in_place(y.as_mut(), par);
        lu.solve_adjoint_in_place(z.as_mut(), par);
        (lu, [x, y, z])
    };
    let (lu, solutions) = solved(Par::Seq);
    let mut product = Mat::zeros(613, 70);
    let whole = Accum::Replace;
    matmul(
        product.as_mut(),
        whole,
        a.as_ref(),
        solutions[0].as_ref(),
        one(),
        Par::Seq,
    );
    let expected = |i, j| wide(sides[(i, j)]);
    assert!(off(&product, expected) < 1e4 * T::ROUNDING);
    for threads in 1..=4 {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let (again, others) = pool.unwrap().install(|| solved(Par::rayon(0)));
        assert!(
            bits(again.factors()) == bits(lu.factors()),
            "{threads} threads"
        );
        for (one, other) in solutions.iter().zip(&others) {
            assert!(
                bits(one.as_ref()) == bits(other.as_ref()),
                "{threads} threads"
            );
        }
    }
}

#[test]
fn factors_and_solutions_have_the_same_bits_on_any_number_of_threads() {
    threads_do_not_matter::<f32>();
    threads_do_not_matter::<f64>();
}

#[test]
fn an_elimination_continues_where_it_was() {
    continues(Par::Seq, Par::rayon(2));
    // On two threads the next columns are factored ahead.
    continues(Par::rayon(2), Par::Seq);
}

fn continues(first: Par, then: Par) {
    let a = scattered::<f64>(700);
    let whole = Lu::new(a.clone(), Par::Seq);
    let mut begun = Elimination::new(a);
    begun.advance(first);
    assert!(begun.done() > 0 && !begun.is_complete());
    assert_eq!(begun.exchanges().len() > begun.done(), first.degree() > 1);
    let (matrix_then, exchanges) = (begun.matrix().to_owned(), begun.exchanges().to_vec());
    let mut resumed = Elimination::resumed(matrix_then, exchanges, begun.done());
    while !resumed.is_complete() {
        resumed.advance(then);
    }
    let resumed = resumed.finish();
    assert!(bits(resumed.factors()) == bits(whole.factors()));
    let (mut x, mut y) = (matrix::<f64>(700, 2), matrix::<f64>(700, 2));
    whole.solve_in_place(x.as_mut(), Par::Seq);
    resumed.solve_in_place(y.as_mut(), Par::Seq);
    assert!(bits(x.as_ref()) == bits(y.as_ref()));
}

/// The companion matrix of the polynomial with the roots k + j/k, k = 1..8, has them as its eigenvalues.
#[test]
fn eigenvalues_are_the_roots_of_the_characteristic_polynomial() {
    let roots: Vec<c64> = (1..=8)
        .map(|k| c64::new(f64::from(k), 1.0 / f64::from(k)))
        .collect();
    let mut polynomial = vec![c64::new(1.0, 0.0)];
    for root in &roots {
        polynomial.push(c64::new(0.0, 0.0));
        for at in (1..polynomial.len()).rev() {
            let below = polynomial[at - 1];
            polynomial[at] -= root * below;
        }
    }
    let companion = Mat::from_fn(8, 8, |i, j| match (i, j) {
        (0, j) => -polynomial[j + 1],
        (i, j) if i == j + 1 => c64::new(1.0, 0.0),
        _ => c64::new(0.0, 0.0),
    });
    let found = eigenvalues(companion.as_ref()).unwrap();
    for root in roots {
        let nearest = found.iter().map(|z| (z - root).norm());
        assert!(nearest.fold(f64::INFINITY, f64::min) < 1e-7, "{root}");
    }
}
