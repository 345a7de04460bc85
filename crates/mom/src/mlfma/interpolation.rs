//! Interpolation of patterns between sets of directions.
//!
//! On the torus of `directions` a pattern is a trigonometric polynomial of both angles, and interpolation between uniform angles is exact: a product
//! with a matrix along either angle. (Fourier transforms do the same; below some hundred angles products are faster.)
//!
//! A polynomial p on a circle is p = e + o, with even and odd harmonics, where e(x + pi) = e(x) and o(x + pi) = -o(x): half of a circle
//! suffices for each, and both angles need the same two matrices of n' x n,
//!
//! ```text
//! E_ij = (1/2n) sum over even m of w_m cos m(x'_i - x_j),    O_ij the same over odd m,    w_0 = w_n = 1, else w_m = 2
//! ```
//!
//! Tested with patterns of point currents; the transpose is tested against the interpolation.

use poynting_exec::{Kernel, SimdLevel};
use poynting_linalg::Mat;

use super::directions::Directions;
use poynting_mom_core::precision::Precision;

/// Columns per pass of the inner loops.
const WIDTH: usize = 16;
/// Rows per pass: as many accumulators as registers allow.
const HEIGHT: usize = 6;

/// From coarser to finer directions, and back by the transpose.
#[derive(Debug, Clone)]
pub struct Interpolation<T> {
    /// Angles phi of the coarser and of the finer directions.
    coarse: usize,
    fine: usize,
    /// Matrices of even and odd harmonics to the finer angles.
    refining: [Weights<T>; 2],
    /// Their transposes.
    coarsening: [Weights<T>; 2],
    simd: SimdLevel,
}

/// A row-major matrix with rows padded to whole vectors, and its transpose likewise.
#[derive(Debug, Clone)]
struct Weights<T> {
    rows: usize,
    columns: usize,
    values: Vec<T>,
    /// Column by column, each padded.
    turned: Vec<T>,
}

impl<T: Precision> Weights<T> {
    fn new(matrix: &Mat<f64>) -> Self {
        let (rows, columns) = (matrix.nrows(), matrix.ncols());
        let height = rows.next_multiple_of(WIDTH);
        let mut turned = vec![T::of(0.0); columns * height];
        for j in 0..columns {
            for i in 0..rows {
                turned[j * height + i] = T::of(matrix[(i, j)]);
            }
        }
        let all = (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j)));
        Self {
            rows,
            columns,
            values: all.map(|at| T::of(matrix[at])).collect(),
            turned,
        }
    }
}

/// Work arrays: two halves before and after a product.
#[derive(Debug, Default)]
pub struct InterpolationWorkspace<T> {
    before: [Vec<T>; 2],
    after: [Vec<T>; 2],
    between: Vec<T>,
}

impl<T: Precision> Interpolation<T> {
    /// Between two sets of directions.
    pub fn new(from: &Directions, to: &Directions) -> Self {
        let kernel = |parity: usize| {
            let n = from.n;
            Mat::from_fn(to.n, n, |i, j| {
                let x = to.angle(i) - from.angle(j);
                let harmonics = (0..=n).filter(|m| m % 2 == parity);
                let sum: f64 = harmonics
                    .map(|m| {
                        let weight = if m == 0 || m == n { 1.0 } else { 2.0 };
                        weight * (m as f64 * x).cos()
                    })
                    .sum();
                sum / (2 * n) as f64
            })
        };
        let matrices = [kernel(0), kernel(1)];
        Self {
            coarse: from.n,
            fine: to.n,
            refining: matrices.each_ref().map(Weights::new),
            coarsening: matrices
                .each_ref()
                .map(|m| Weights::new(&m.transpose().to_owned())),
            simd: SimdLevel::detect(),
        }
    }

    /// Number of values stored.
    pub fn numbers(&self) -> usize {
        let matrices = self.refining.iter().chain(&self.coarsening);
        matrices.map(|m| m.values.len() + m.turned.len()).sum()
    }

    /// The same, before there are any.
    pub fn numbers_of(from: &Directions, to: &Directions) -> usize {
        let padded = |n: usize| n.next_multiple_of(WIDTH);
        4 * from.n * to.n + 2 * (from.n * padded(to.n) + to.n * padded(from.n))
    }

    /// Interpolates `planes` real patterns: `out` is overwritten.
    pub fn refine(
        &self,
        planes: usize,
        values: &[T],
        out: &mut [T],
        work: &mut InterpolationWorkspace<T>,
    ) {
        let (n, m) = (self.coarse, self.fine);
        let mut between = std::mem::take(&mut work.between);
        between.resize(planes * 2 * m * n, T::of(0.0));
        self.simd.run(AlongTheta {
            matrices: &self.refining,
            planes,
            columns: n,
            values,
            out: &mut between,
            work,
        });
        self.simd.run(AlongPhi {
            matrices: &self.refining,
            rows: (planes, m),
            values: &between,
            out,
            work,
        });
        work.between = between;
    }

    /// The transpose: `out` is overwritten.
    pub fn coarsen(
        &self,
        planes: usize,
        values: &[T],
        out: &mut [T],
        work: &mut InterpolationWorkspace<T>,
    ) {
        let (n, m) = (self.coarse, self.fine);
        let mut between = std::mem::take(&mut work.between);
        between.resize(planes * 2 * m * n, T::of(0.0));
        self.simd.run(AlongPhi {
            matrices: &self.coarsening,
            rows: (planes, m),
            values,
            out: &mut between,
            work,
        });
        self.simd.run(AlongTheta {
            matrices: &self.coarsening,
            planes,
            columns: n,
            values: &between,
            out,
            work,
        });
        work.between = between;
    }
}

/// Along theta, where the upper half of the rows is the second half of the circle.
struct AlongTheta<'a, T> {
    matrices: &'a [Weights<T>; 2],
    planes: usize,
    /// Angles phi.
    columns: usize,
    values: &'a [T],
    out: &'a mut [T],
    work: &'a mut InterpolationWorkspace<T>,
}

impl<T: Precision> Kernel for AlongTheta<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let (to, from) = (self.matrices[0].rows, self.matrices[0].columns);
        let (w, planes) = (self.columns, self.planes);
        // All planes side by side, to make the rows long.
        let stride = (planes * w).next_multiple_of(WIDTH);
        for half in &mut self.work.before {
            half.resize(from * stride, T::of(0.0));
        }
        for half in &mut self.work.after {
            half.resize(to * stride, T::of(0.0));
        }
        let [sums, differences] = &mut self.work.before;
        for plane in 0..planes {
            let all = &self.values[plane * 2 * from * w..][..2 * from * w];
            let (top, bottom) = all.split_at(from * w);
            for i in 0..from {
                let at = i * stride + plane * w;
                let (x, y) = (&top[i * w..][..w], &bottom[i * w..][..w]);
                halve(x, y, &mut sums[at..][..w], &mut differences[at..][..w]);
            }
        }
        for parity in 0..2 {
            let (before, after) = (&self.work.before[parity], &mut self.work.after[parity]);
            across_rows(&self.matrices[parity], before, after, stride);
        }
        let [even, odd] = &self.work.after;
        for plane in 0..planes {
            let all = &mut self.out[plane * 2 * to * w..][..2 * to * w];
            let (top, bottom) = all.split_at_mut(to * w);
            for i in 0..to {
                let at = i * stride + plane * w;
                let (x, y) = (&even[at..][..w], &odd[at..][..w]);
                halve(x, y, &mut top[i * w..][..w], &mut bottom[i * w..][..w]);
            }
        }
    }
}

/// Along phi, where row 2n - 1 - i holds the second half of the circle of row i with opposite sign.
struct AlongPhi<'a, T> {
    matrices: &'a [Weights<T>; 2],
    /// Planes, and angles theta on half of the circle.
    rows: (usize, usize),
    values: &'a [T],
    out: &'a mut [T],
    work: &'a mut InterpolationWorkspace<T>,
}

impl<T: Precision> Kernel for AlongPhi<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let (to, from) = (self.matrices[0].rows, self.matrices[0].columns);
        let (planes, half) = self.rows;
        let (count, stride) = (planes * half, to.next_multiple_of(WIDTH));
        for before in &mut self.work.before {
            before.resize(count * from, T::of(0.0));
        }
        for after in &mut self.work.after {
            after.resize(count * stride, T::of(0.0));
        }
        let [sums, differences] = &mut self.work.before;
        for plane in 0..planes {
            let all = &self.values[plane * 2 * half * from..][..2 * half * from];
            for i in 0..half {
                let at = (plane * half + i) * from;
                let (x, y) = (
                    &all[i * from..][..from],
                    &all[(2 * half - 1 - i) * from..][..from],
                );
                halve(
                    x,
                    y,
                    &mut differences[at..][..from],
                    &mut sums[at..][..from],
                );
            }
        }
        for parity in 0..2 {
            let (before, after) = (&self.work.before[parity], &mut self.work.after[parity]);
            along_rows(&self.matrices[parity], before, after, count);
        }
        let [even, odd] = &self.work.after;
        for plane in 0..planes {
            let all = &mut self.out[plane * 2 * half * to..][..2 * half * to];
            let (top, bottom) = all.split_at_mut(half * to);
            for i in 0..half {
                let at = (plane * half + i) * stride;
                let (x, y) = (&odd[at..][..to], &even[at..][..to]);
                halve(
                    x,
                    y,
                    &mut top[i * to..][..to],
                    &mut bottom[(half - 1 - i) * to..][..to],
                );
            }
        }
    }
}

/// x + y and x - y.
#[inline(always)]
fn halve<T: Precision>(x: &[T], y: &[T], sums: &mut [T], differences: &mut [T]) {
    let n = x.len();
    let (y, sums, differences) = (&y[..n], &mut sums[..n], &mut differences[..n]);
    for i in 0..n {
        sums[i] = x[i] + y[i];
        differences[i] = x[i] - y[i];
    }
}

/// out = M x for rows of `stride` numbers, a multiple of [`WIDTH`].
#[inline(always)]
fn across_rows<T: Precision>(matrix: &Weights<T>, x: &[T], out: &mut [T], stride: usize) {
    for first in (0..matrix.rows).step_by(HEIGHT) {
        for from in (0..stride).step_by(WIDTH) {
            let mut sums = [[T::of(0.0); WIDTH]; HEIGHT];
            for j in 0..matrix.columns {
                let part = &x[j * stride + from..][..WIDTH];
                for (r, sum) in sums.iter_mut().enumerate() {
                    // Past the end, the last row is used as padding.
                    let row = (first + r).min(matrix.rows - 1);
                    let factor = matrix.values[row * matrix.columns + j];
                    for c in 0..WIDTH {
                        sum[c] += factor * part[c];
                    }
                }
            }
            for (r, sum) in sums.iter().enumerate().take(matrix.rows - first) {
                out[(first + r) * stride + from..][..WIDTH].copy_from_slice(sum);
            }
        }
    }
}

/// out = x M^T, row by row; rows of `out` are padded to whole vectors.
#[inline(always)]
fn along_rows<T: Precision>(matrix: &Weights<T>, x: &[T], out: &mut [T], count: usize) {
    let stride = matrix.rows.next_multiple_of(WIDTH);
    for first in (0..count).step_by(HEIGHT) {
        for from in (0..stride).step_by(WIDTH) {
            let mut sums = [[T::of(0.0); WIDTH]; HEIGHT];
            for j in 0..matrix.columns {
                let part = &matrix.turned[j * stride + from..][..WIDTH];
                for (r, sum) in sums.iter_mut().enumerate() {
                    let row = (first + r).min(count - 1);
                    let factor = x[row * matrix.columns + j];
                    for c in 0..WIDTH {
                        sum[c] += factor * part[c];
                    }
                }
            }
            for (r, sum) in sums.iter().enumerate().take(count - first) {
                out[(first + r) * stride + from..][..WIDTH].copy_from_slice(sum);
            }
        }
    }
}
