//! MLFMA products compared with dense ones.

use crate::meshes;
use poynting_exec::{Budget, Pool};
use poynting_geometry::Surface;
use poynting_linalg::{Accum, MatRef, Par, matmul, norm};
use poynting_mom::mlfma::{
    self, Mlfma, NearMatrix, Options, leaf_side, sampled_error, smallest_leaf,
};
use poynting_mom::{
    BlockSparse, Complex, Dense, Equation, Mat, Operator, PlaneWave, Precision, Product, RwgSpace,
    Symmetry,
};

const COMBINED: Equation = Equation::Combined { alpha: 0.5 };

/// Random numbers in the first column, a tested plane wave in the second: rough and smooth currents.
fn vectors<T: Precision>(operator: &Operator<'_>) -> Mat<Complex<T>> {
    let mut state = 1_u64;
    let mut random = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as f64 / f64::from(1_u32 << 31) - 0.5
    };
    let noise: Vec<[f64; 2]> = (0..operator.space().len())
        .map(|_| [random(), random()])
        .collect();
    let wave = PlaneWave::new([0.6, 0.0, 0.8], [0.8, 0.0, -0.6]).side(operator);
    Mat::from_fn(operator.space().len(), 2, |n, column| {
        let [re, im] = [noise[n], [wave[n].re, wave[n].im]][column];
        Complex::new(T::of(re), T::of(im))
    })
}

fn exact<T: Precision>(operator: &Operator<'_>, x: &Mat<Complex<T>>) -> Mat<Complex<T>> {
    let dense = Dense::new(operator, Symmetry::Used, Budget::of_this_machine()).unwrap();
    let mut y = Mat::zeros(x.nrows(), x.ncols());
    matmul(
        y.as_mut(),
        Accum::Replace,
        MatRef::from_column_major_slice(dense.values(), dense.size(), dense.size()),
        x.as_ref(),
        Complex::new(T::of(1.0), T::of(0.0)),
        Par::Seq,
    );
    y
}

fn times<T: Precision>(matrix: &Mlfma<'_, T>, x: &Mat<Complex<T>>) -> Mat<Complex<T>> {
    let mut y = Mat::zeros(x.nrows(), x.ncols());
    matrix.multiply(x.as_ref(), y.as_mut()).unwrap();
    y
}

/// Rows of the matrix times vectors, each entry integrated.
struct Rows {
    rows: Vec<usize>,
    products: Vec<Vec<Complex<f64>>>,
}

impl Rows {
    /// Every sixteenth row, so several of each leaf.
    fn of<T: Precision>(operator: &Operator<'_>, x: &Mat<Complex<T>>) -> Self {
        let rows: Vec<usize> = (0..x.nrows()).step_by(16).collect();
        let rounded = operator.rounded::<T>();
        let product = |&row| rounded.row_times(row, x.as_ref()).unwrap();
        let products = rows.iter().map(product).collect();
        Self { rows, products }
    }

    /// |A x - y|/|A x| in these rows, of each column.
    fn errors<T: Precision>(&self, y: &Mat<Complex<T>>) -> Vec<f64> {
        let error = |column: usize| {
            let mut sums = [0.0; 2];
            for (&row, product) in self.rows.iter().zip(&self.products) {
                let found = y[(row, column)];
                let found = Complex::new(found.re.f64(), found.im.f64());
                sums[0] += (found - product[column]).norm_sqr();
                sums[1] += product[column].norm_sqr();
            }
            (sums[0] / sums[1]).sqrt()
        };
        (0..y.ncols()).map(error).collect()
    }
}

/// |A x - M x|/|A x| of each column.
fn errors<T: Precision>(exact: &Mat<Complex<T>>, found: &Mat<Complex<T>>) -> Vec<f64> {
    let difference = exact - found;
    (0..exact.ncols())
        .map(|n| norm(difference.col(n).as_mat()).f64() / norm(exact.col(n).as_mat()).f64())
        .collect()
}

/// A problem whose integrals are accurate to `tolerance`.
struct Problem {
    space: RwgSpace,
    k: f64,
    tolerance: f64,
}

impl Problem {
    fn new(surface: &Surface, k: f64, tolerance: f64) -> Self {
        Self {
            space: RwgSpace::new(surface).unwrap(),
            k,
            tolerance,
        }
    }

    /// Products with rough and smooth currents keep every number of digits.
    fn keeps<T: Precision>(&self, equation: Equation, digits: &[f64]) {
        let operator = Operator::new(&self.space, self.k, equation, self.tolerance).unwrap();
        let x = vectors::<T>(&operator);
        let exact = Rows::of(&operator, &x);
        let mut worst = Vec::new();
        for &digits in digits {
            let matrix = Mlfma::<T>::new(&operator, Options::new(digits)).unwrap();
            assert!(matrix.levels().all(|level| level.1 > 1));
            let errors = exact.errors(&times(&matrix, &x));
            println!(
                "{} f{} {} digits {digits}: rough {:.2e}, smooth {:.2e}; {:.2?}",
                self.space.len(),
                8 * T::BYTES,
                equation.name(),
                errors[0],
                errors[1],
                matrix.levels().collect::<Vec<_>>(),
            );
            worst.push((digits, errors[0].max(errors[1])));
        }
        for (digits, error) in worst {
            assert!(error <= 10.0_f64.powf(-digits), "{digits}: {error:.2e}");
        }
    }
}

/// Two levels with edges of a seventh of a wavelength.
fn sphere() -> Problem {
    Problem::new(&meshes::sphere(9), 6.8, 1e-5)
}

#[test]
fn electric_products_on_a_sphere_keep_their_digits() {
    sphere().keeps::<f32>(Equation::Electric, &[2.0, 3.0]);
    sphere().keeps::<f64>(Equation::Electric, &[2.0, 3.0, 4.0]);
}

#[test]
fn magnetic_products_on_a_sphere_keep_their_digits() {
    sphere().keeps::<f32>(Equation::Magnetic, &[2.0, 3.0]);
    sphere().keeps::<f64>(Equation::Magnetic, &[2.0, 3.0, 4.0]);
}

#[test]
fn combined_products_on_a_sphere_keep_their_digits() {
    sphere().keeps::<f32>(COMBINED, &[2.0, 3.0]);
    sphere().keeps::<f64>(COMBINED, &[2.0, 3.0, 4.0]);
}

/// More digits than a dense matrix usually has.
fn fine() -> Problem {
    Problem::new(&meshes::sphere(6), 4.5, 1e-7)
}

#[test]
fn products_keep_six_digits() {
    fine().keeps::<f64>(Equation::Electric, &[5.0, 6.0]);
    fine().keeps::<f64>(COMBINED, &[5.0, 6.0]);
}

#[test]
fn electric_products_on_an_open_plate_keep_their_digits() {
    let plate = meshes::weld(meshes::plate(3.0, 1.5, 40, 20));
    let plate = Problem::new(&plate, 10.0, 1e-5);
    plate.keeps::<f32>(Equation::Electric, &[2.0, 3.0]);
    plate.keeps::<f64>(Equation::Electric, &[2.0, 4.0]);
}

/// Edges of a sixtieth of a wavelength and finer: leaves stop at the smallest size that plane waves support, and products stay as accurate.
#[test]
fn fine_meshes_get_no_leaf_that_waves_cannot_serve() {
    // Half a wavelength wide and long enough to have separated boxes.
    let plate = meshes::weld(meshes::plate(1.0, 0.2, 60, 12));
    let k = std::f64::consts::TAU;
    let plate = Problem::new(&plate, k, 1e-5);
    let operator = Operator::new(&plate.space, k, Equation::Electric, 1e-5).unwrap();
    let matrix = Mlfma::<f64>::new(&operator, Options::new(3.0)).unwrap();
    let leaf = matrix.levels().last().unwrap().0;
    assert!(leaf >= smallest_leaf(k, 3.0), "{leaf}");
    assert!(leaf_side(k, 1e-6, 3.0) >= smallest_leaf(k, 3.0));
    plate.keeps::<f32>(Equation::Electric, &[2.0, 3.0]);
    plate.keeps::<f64>(Equation::Electric, &[2.0, 3.0, 4.0]);
}

/// A body of half a wavelength is nearly all near field.
#[test]
fn a_small_body_is_held_without_waves() {
    let ball = Problem::new(&meshes::sphere(6), 0.5 * std::f64::consts::PI, 1e-5);
    let operator = Operator::new(&ball.space, ball.k, COMBINED, 1e-5).unwrap();
    let x = vectors::<f64>(&operator);
    let matrix = Mlfma::new(&operator, Options::new(3.0)).unwrap();
    let leaf = matrix.levels().last().unwrap().0;
    assert!(leaf >= smallest_leaf(ball.k, 3.0), "{leaf}");
    let errors = errors(&exact(&operator, &x), &times(&matrix, &x));
    println!("half a wavelength: {errors:?}");
    assert!(errors.iter().all(|&e| e <= 1e-3), "{errors:?}");
}

/// A few wavelengths across, with two levels.
fn ball() -> RwgSpace {
    RwgSpace::new(&meshes::sphere(6)).unwrap()
}

#[test]
fn columns_are_multiplied_at_once() {
    let space = ball();
    let operator = Operator::new(&space, 4.5, COMBINED, 1e-3).unwrap();
    let matrix = Mlfma::new(&operator, Options::new(3.0)).unwrap();
    // More than pass through the tree together, and an odd number.
    let x = Mat::from_fn(space.len(), 5, |n, column| {
        Complex::new((n + 1) as f64 % (column + 2) as f64, column as f64)
    });
    let all = times(&matrix, &x);
    for n in 0..5 {
        let one = times(&matrix, &x.subcols(n, 1).to_owned());
        let error = norm((one.col(0) - all.col(n)).as_mat()) / norm(one.col(0).as_mat());
        assert!(error < 1e-13, "{n}: {error:e}");
    }
}

#[test]
fn products_do_not_depend_on_the_number_of_threads() {
    let space = ball();
    let operator = Operator::new(&space, 4.5, COMBINED, 1e-3).unwrap();
    let x = vectors::<f32>(&operator);
    let with = |threads| {
        Pool::new(Some(threads)).unwrap().install(|| {
            let matrix = Mlfma::new(&operator, Options::new(3.0)).unwrap();
            times(&matrix, &x)
        })
    };
    let one = with(1);
    assert!([2, 5].into_iter().all(|threads| with(threads) == one));
}

/// More digits for the waves alone; the error that a run measures is that of the whole product.
#[test]
fn a_sharper_product_has_a_smaller_error() {
    let space = ball();
    let operator = Operator::new(&space, 4.5, COMBINED, 1e-6).unwrap();
    let x = vectors::<f64>(&operator);
    let exact = exact(&operator, &x);
    let mut matrix = Mlfma::new(&operator, Options::new(2.0)).unwrap();
    let mut before = f64::INFINITY;
    for _ in 0..3 {
        let y = times(&matrix, &x);
        let true_error = errors(&exact, &y)[0];
        let sampled = sampled_error(&operator, x.as_ref(), y.as_ref(), 64).unwrap();
        println!("whole {true_error:.2e}, sampled {sampled:.2e}");
        assert!(true_error < 0.7 * before);
        assert!((0.3..3.0).contains(&(sampled / errors(&exact, &y)[0].max(1e-9))));
        before = true_error;
        matrix.sharpen(1.5);
    }
}

/// Slices of a near field on disk, and other numbers of columns at once, give identical bits.
#[test]
fn a_product_does_not_depend_on_where_the_near_field_lies() {
    let space = RwgSpace::new(&meshes::sphere(7)).unwrap();
    let operator = Operator::new(&space, 6.8, COMBINED, 1e-2).unwrap();
    let held = Options::new(2.0);
    let sliced = Options {
        slice: Some(200_000),
        ..held
    };
    let [a, b] = [held, sliced].map(|options| Mlfma::<f64>::new(&operator, options).unwrap());
    let NearMatrix::OnDisk(near) = b.near_matrix() else {
        panic!("held");
    };
    assert_eq!(
        a.near_matrix().held().map(BlockSparse::bytes),
        Some(a.near_matrix().bytes())
    );
    assert!(near.bytes_on_disk() > 1_000_000 && near.bytes() < near.bytes_on_disk() / 2);
    let x = vectors(&operator);
    assert!(times(&a, &x) == times(&b, &x));
}

/// The forecast memory equals the memory in use.
#[test]
fn the_size_is_known_before_anything_is_integrated() {
    let space = RwgSpace::new(&meshes::sphere(9)).unwrap();
    for digits in [2.0, 4.0] {
        let options = Options::new(digits);
        let operator = Operator::new(&space, 6.8, COMBINED, 1e-2).unwrap();
        let expected = mlfma::memory::<f32>(&space, 6.8, &options).total();
        let matrix = Mlfma::<f32>::new(&operator, options).unwrap();
        times(&matrix, &vectors(&operator));
        let ratio = matrix.bytes() as f64 / expected as f64;
        println!("{digits}: {expected} bytes, {ratio:.4} of them held");
        assert!((ratio - 1.0).abs() < 0.05, "{ratio}");
    }
}
