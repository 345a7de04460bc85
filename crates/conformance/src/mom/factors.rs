//! LU decomposition of a dense matrix: bit-identical on any number of threads, and within a few roundings where a device has some of the columns.

use poynting_exec::Pool;
use poynting_exec::conformance::{Comparison, Feature, Judgement, Verdict, Within, peak};
use poynting_linalg::{Complex, Lu, Mat};
use poynting_mom::Precision;

use super::matrix::{judged, text_of};

/// Four strips, the last a narrow one: one is factored, the processor has the next, and a device begins with the other two.
const SIZE: usize = 850;
/// Rows are exchanged, because the pivots do not lie on the diagonal.
const STEP: usize = 333;

const FEATURE: Feature = Feature {
    group: "Matrix of the method of moments",
    name: "LU decomposition",
    checks: "850 unknowns, pivots beside the diagonal; a GPU has half of the columns",
    within: Within::Ulps(16),
};

/// Factors a matrix on a backend.
pub type Factors<'a, T> = dyn Fn(&Mat<Complex<T>>) -> Result<Lu<T>, String> + 'a;

/// Numbers below one, with one large entry in each row and column.
fn matrix<T: Precision>() -> Mat<Complex<T>> {
    Mat::from_fn(SIZE, SIZE, |i, j| {
        let x = (7 * i + 3 * j + 1) as f64;
        let pivot = if (STEP * i) % SIZE == j { 40.0 } else { 0.0 };
        Complex::new(
            T::of((x * x).sin() + pivot),
            T::of((1.7 * x * x + 1.0).cos()),
        )
    })
}

fn on_threads<T: Precision>(threads: usize) -> Result<Lu<T>, String> {
    let pool = Pool::new(Some(threads)).map_err(text_of)?;
    Ok(pool.install(|| Lu::new(matrix::<T>(), poynting_linalg::Par::rayon(0))))
}

/// Real and imaginary parts of all factors.
fn parts<T: Precision>(lu: &Lu<T>) -> Vec<T> {
    let columns = lu.factors().col_iter();
    columns
        .flat_map(|column| column.iter().flat_map(|z| [z.re, z.im]).collect::<Vec<_>>())
        .collect()
}

fn compare<T: Precision>(tolerance: f64, found: &[Lu<T>]) -> Result<Judgement, String> {
    let expected = on_threads::<T>(1)?;
    let values = parts(&expected);
    let mut comparison = Comparison::new(tolerance);
    for found in found {
        comparison.equal("the exchanges", &expected.exchanges(), &found.exchanges());
        comparison.values("the factors", &values, &parts(found), peak(&values));
    }
    Ok(comparison.judge())
}

/// Checks it on the processor.
pub fn run_on_cpu<T: Precision>(take: &mut dyn FnMut(Verdict)) {
    take(Verdict::of::<T>(FEATURE, "cpu", || {
        let found: Result<Vec<Lu<T>>, String> = [2, 5].into_iter().map(on_threads).collect();
        judged(found.and_then(|found| compare(0.0, &found)))
    }));
}

/// Checks it on a device.
#[cfg_attr(not(feature = "gpu"), allow(dead_code))]
pub fn run_on<T: Precision>(
    backend: &'static str,
    factors: &Factors<'_, T>,
    take: &mut dyn FnMut(Verdict),
) {
    take(Verdict::of::<T>(FEATURE, backend, || {
        let found = factors(&matrix());
        let tolerance = FEATURE.within.tolerance::<T>();
        judged(found.and_then(|found| compare(tolerance, &[found])))
    }));
}
