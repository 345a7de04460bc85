//! An orthonormal basis that grows by panels.
//!
//! ```text
//! W = V S1 + W1,   W1 = U1 R1,   U1 = V S2 + U2 R2      so   W = V (S1 + S2 R1) + U2 (R2 R1)
//! ```
//!
//! Block classical Gram-Schmidt, done twice (A. Stathopoulos, K. Wu, SIAM J. Sci. Comput. 23, 2165, 2002; L. Giraud, J. Langou, M.
//! Rozloznik, Comput. Math. Appl. 50, 1069, 2005): every pass reads the basis once for all columns. A column with nothing left
//! after orthogonalisation adds no vector.

use std::io::{self, Read, Write};

use poynting_linalg::{Complex, Mat, MatMut, MatRef, Reborrow, ReborrowMut};

use crate::state::{put_count, put_matrix, take_below, take_values};
use poynting_mom_core::panel::Small;
use poynting_mom_core::panel::add_product;
use poynting_mom_core::panel::norms;
use poynting_mom_core::panel::product;
use poynting_mom_core::panel::projections;
use poynting_mom_core::panel::scale;
use poynting_mom_core::precision::Precision;

/// In the second pass a vector of length 1 keeps its length; otherwise it was rounding error.
const ROUNDING: f64 = 0.1;

/// Orthonormal vectors.
#[derive(Debug)]
pub struct Basis<T: Precision> {
    vectors: Mat<Complex<T>>,
    size: usize,
    len: usize,
}

impl<T: Precision> Basis<T> {
    /// Empty, with capacity for `most` vectors.
    pub fn new(size: usize, most: usize) -> Self {
        Self {
            vectors: Mat::with_capacity(size, most),
            size,
            len: 0,
        }
    }

    /// All vectors and their number.
    pub fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        put_count(to, self.len)?;
        put_matrix(to, self.part(0, self.len))
    }

    /// A basis as it was written, with capacity for `most` vectors.
    pub fn read(from: &mut dyn Read, size: usize, most: usize) -> io::Result<Self> {
        let len = take_below(from, most + 1)?;
        let mut vectors = Mat::with_capacity(size, most);
        let zero = Complex::new(T::of(0.0), T::of(0.0));
        vectors.resize_with(size, len, |_, _| zero);
        for column in 0..len {
            take_values(from, vectors.col_as_slice_mut(column))?;
        }
        Ok(Self { vectors, size, len })
    }

    /// Number of vectors.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Vectors from `first` to before `end`.
    pub fn part(&self, first: usize, end: usize) -> MatRef<'_, Complex<T>> {
        self.vectors.as_ref().subcols(first, end - first)
    }

    /// Adds the new directions of a panel to the span and returns the panel's coefficients: one column per panel column, one row per vector of the
    /// grown basis. Up to a share `negligible` of a column is dropped.
    pub fn extend(&mut self, mut panel: Mat<Complex<T>>, negligible: f64) -> Small {
        let (old, columns) = (self.len, panel.ncols());
        let least: Vec<f64> = (norms(panel.as_ref()).iter())
            .map(|norm| norm * negligible)
            .collect();
        let first = self.project_out(panel.as_mut());
        let triangle = orthonormalise(panel.as_mut(), &least);
        let rank = triangle.nrows();
        let mut fresh = panel.as_mut().subcols_mut(0, rank);
        let second = self.project_out(fresh.rb_mut());
        let again = orthonormalise(fresh.rb_mut(), &vec![ROUNDING; rank]);
        let grown = old + again.nrows();
        let zero = Complex::new(T::of(0.0), T::of(0.0));
        self.vectors.resize_with(self.size, grown, |_, _| zero);
        (self.vectors.subcols_mut(old, again.nrows()))
            .copy_from(fresh.rb().subcols(0, again.nrows()));
        self.len = grown;
        let above = product(&second, triangle.as_ref());
        let below = product(&again, triangle.as_ref());
        Small::from_fn(grown, columns, |row, column| {
            if row < old {
                first[(row, column)] + above[(row, column)]
            } else {
                below[(row - old, column)]
            }
        })
    }

    fn project_out(&self, mut panel: MatMut<'_, Complex<T>>) -> Small {
        if self.len == 0 {
            return Small::zeros(0, panel.ncols());
        }
        let basis = self.part(0, self.len);
        let part = projections(basis, panel.rb());
        add_product(panel.rb_mut(), basis, &part, -1.0);
        part
    }
}

/// Orthonormal vectors in place of the first columns, and the coefficients of the columns in them. A column shorter than `least` adds none.
fn orthonormalise<T: Precision>(mut panel: MatMut<'_, Complex<T>>, least: &[f64]) -> Small {
    let columns = panel.ncols();
    let mut triangle = Small::zeros(columns, columns);
    let mut rank = 0;
    for column in 0..columns {
        let (done, mut rest) = panel.rb_mut().split_at_col_mut(rank);
        let mut vector = rest.rb_mut().subcols_mut(column - rank, 1);
        for _ in 0..2 {
            let part = projections(done.rb(), vector.rb());
            add_product(vector.rb_mut(), done.rb(), &part, -1.0);
            for row in 0..rank {
                triangle[(row, column)] += part[(row, 0)];
            }
        }
        let norm = norms(vector.rb())[0];
        if norm > least[column] {
            scale(vector.rb_mut(), 1.0 / norm);
            triangle[(rank, column)] = Complex::new(norm, 0.0);
            if column > rank {
                let (mut place, from) = rest.split_at_col_mut(column - rank);
                place
                    .rb_mut()
                    .subcols_mut(0, 1)
                    .copy_from(from.rb().subcols(0, 1));
            }
            rank += 1;
        }
    }
    triangle.submatrix(0, 0, rank, columns).to_owned()
}
