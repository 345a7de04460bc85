//! Adaptive cross approximation with partial pivoting.
//!
//! ```text
//! S_k = sum_l u_l v_l^T      v_k = row i_k of A - S_{k-1}      u_k = column j_k of A - S_{k-1}, over its entry at (i_k, j_k)
//! ```
//!
//! j_k is where v_k is largest, i_{k+1} where u_k is (M. Bebendorf, Numer. Math. 86, 565, 2000). Only the rows and columns of
//! the crosses are ever computed. |A - S_k| is estimated by |u_k||v_k|, which says nothing about entries that no cross has met: where the
//! block consists of decoupled parts, pivots never leave the part they started in. The MFIE
//! has such blocks: two pieces of a thin slab, each with its upper and lower side, where coplanar sides give zeros. So
//! neither a small cross nor a zero row ends the search; a probe (`probe`) must also find nothing, or else it names the row to continue from.
//!
//! Tested on that slab: without the probe half of the block is lost.

use poynting_linalg::{Accum, Complex, MatMut, MatRef, Par, adjoint_matmul, matmul};

use super::panel::{Panel, square};
use super::part::Part;
use super::tolerance::Tolerance;
use poynting_mom_core::error::MomError;
use poynting_mom_core::precision::Precision;

/// The remainder of a row is rounding error when it is below this many units in its last place.
const ROUNDINGS: f64 = 4.0;

/// The crosses found so far.
#[derive(Debug)]
pub struct Crosses<T> {
    /// One column per cross.
    pub u: Panel<T>,
    /// One column per cross.
    pub v: Panel<T>,
    /// Rows without remainder: those of the crosses, and those found to have none.
    pub rows: Vec<bool>,
    /// Columns of the crosses.
    pub columns: Vec<bool>,
    norm_squared: f64,
}

/// Crosses up to the first that is within the tolerance and after which `probe` names no row to continue from. None if they would take more memory
/// than the block.
pub fn crosses<T: Precision>(
    part: &Part<'_, T>,
    tolerance: Tolerance,
    mut probe: impl FnMut(&Crosses<T>) -> Result<Option<usize>, MomError>,
) -> Result<Option<Crosses<T>>, MomError> {
    let [m, n] = [part.rows.len(), part.columns.len()];
    let mut found = Crosses::new(m, n);
    let mut row = Some(m / 2);
    while let Some(at) = row {
        row = match found.extend(part, at)? {
            Some(size) if size > tolerance.squared(found.norm_squared(), m * n) => found.next_row(),
            _ => None,
        };
        if found.u.columns() * (m + n) >= m * n {
            return Ok(None);
        }
        if row.is_none() {
            row = probe(&found)?;
        }
    }
    Ok(Some(found))
}

impl<T: Precision> Crosses<T> {
    fn new(rows: usize, columns: usize) -> Self {
        Self {
            u: Panel::zeros(rows, 0),
            v: Panel::zeros(columns, 0),
            rows: vec![false; rows],
            columns: vec![false; columns],
            norm_squared: 0.0,
        }
    }

    /// |S|^2, Frobenius norm.
    pub fn norm_squared(&self) -> f64 {
        self.norm_squared.max(0.0)
    }

    /// Adds the cross of a row and returns its |u|^2 |v|^2; None if nothing is left in that row.
    fn extend(&mut self, part: &Part<'_, T>, row: usize) -> Result<Option<f64>, MomError> {
        self.rows[row] = true;
        let mut v = part.row(row)?;
        let before = v.iter().map(square).fold(0.0, f64::max);
        subtract(&mut v, self.v.view(), self.u.view().row(row).transpose());
        let (pivot, after) = largest(&v, &self.columns);
        if after <= (ROUNDINGS * T::ULP).powi(2) * before {
            return Ok(None);
        }
        self.columns[pivot] = true;
        let mut u = part.column(pivot)?;
        subtract(&mut u, self.u.view(), self.v.view().row(pivot).transpose());
        let [re, im] = [v[pivot].re, v[pivot].im].map(|x| x.f64() / after);
        let inverse = Complex::new(T::of(re), T::of(-im));
        for value in &mut u {
            *value *= inverse;
        }
        Ok(Some(self.add(&u, &v)))
    }

    fn add(&mut self, u: &[Complex<T>], v: &[Complex<T>]) -> f64 {
        let [a, b] = [(&self.u, u), (&self.v, v)].map(|(panel, w)| {
            let mut products = Panel::<T>::zeros(panel.columns(), 1).into_values();
            let w = MatRef::from_column_major_slice(w, w.len(), 1);
            let one = Complex::new(T::of(1.0), T::of(0.0));
            adjoint_matmul(
                column(&mut products),
                Accum::Replace,
                panel.view(),
                w,
                one,
                Par::Seq,
            );
            products
        });
        let mixed: f64 = a.iter().zip(&b).map(|(a, b)| (*a * *b).re.f64()).sum();
        let size = [u, v].map(|w| w.iter().map(square).sum::<f64>());
        self.norm_squared += 2.0 * mixed + size[0] * size[1];
        self.u.push(u);
        self.v.push(v);
        size[0] * size[1]
    }

    /// The row where the last u is largest, among rows that may have a remainder.
    fn next_row(&self) -> Option<usize> {
        let last = self.u.view().col(self.u.columns() - 1);
        let values: Vec<Complex<T>> = last.iter().copied().collect();
        let (row, size) = largest(&values, &self.rows);
        (size > 0.0).then_some(row)
    }
}

/// Index and |z|^2 of the largest value that is not `taken`.
fn largest<T: Precision>(values: &[Complex<T>], taken: &[bool]) -> (usize, f64) {
    let free = values.iter().map(square).zip(taken).enumerate();
    free.filter(|(_, (_, taken))| !**taken)
        .map(|(n, (size, _))| (n, size))
        .fold((0, 0.0), |a, b| if b.1 > a.1 { b } else { a })
}

fn column<T: Precision>(values: &mut [Complex<T>]) -> MatMut<'_, Complex<T>> {
    let rows = values.len();
    MatMut::from_column_major_slice_mut(values, rows, 1)
}

/// values -= lines coefficients.
fn subtract<T: Precision>(
    values: &mut [Complex<T>],
    lines: MatRef<'_, Complex<T>>,
    coefficients: poynting_linalg::ColRef<'_, Complex<T>>,
) {
    let minus = Complex::new(T::of(-1.0), T::of(0.0));
    let coefficients = coefficients.as_mat();
    matmul(
        column(values),
        Accum::Add,
        lines,
        coefficients,
        minus,
        Par::Seq,
    );
}
