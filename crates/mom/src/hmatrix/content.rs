//! What a block is made of.

use faer::MatRef;
use faer::complex::Complex;
use poynting_exec::Real;

use super::aca::crosses;
use super::probe::Probe;
use super::recompression::recompressed;
use super::tolerance::Tolerance;
use crate::entries::Entries;
use crate::error::MomError;
use crate::solve::Precision;

/// Shares of the error: that of the crosses is only estimated, so it gets the smaller one. Together they are 1.
const CROSSES: f64 = 0.3;
const TRUNCATION: f64 = 0.7;

/// A matrix by columns, without gaps.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel<T> {
    rows: usize,
    values: Vec<Complex<T>>,
    columns: usize,
}

impl<T: Real> Panel<T> {
    /// From its values.
    pub fn new(rows: usize, columns: usize, values: Vec<Complex<T>>) -> Self {
        Self {
            rows,
            values,
            columns,
        }
    }

    /// All of them zero.
    pub fn zeros(rows: usize, columns: usize) -> Self {
        let zero = Complex::new(T::of(0.0), T::of(0.0));
        Self::new(rows, columns, vec![zero; rows * columns])
    }

    /// One more column.
    pub fn push(&mut self, column: &[Complex<T>]) {
        self.values.extend_from_slice(column);
        self.columns += 1;
    }

    /// Its values alone.
    pub fn into_values(self) -> Vec<Complex<T>> {
        self.values
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// For linear algebra.
    pub fn view(&self) -> MatRef<'_, Complex<T>> {
        MatRef::from_column_major_slice(&self.values, self.rows, self.columns)
    }

    /// What its values take.
    pub fn bytes(&self) -> u64 {
        self.values.len() as u64 * 2 * T::BYTES
    }
}

/// The entries of a block.
#[derive(Debug, Clone, PartialEq)]
pub enum Content<T> {
    /// All of them.
    Full(Panel<T>),
    /// U V^T.
    LowRank {
        /// A column a rank.
        u: Panel<T>,
        /// A column a rank.
        v: Panel<T>,
    },
}

impl<T: Real> Content<T> {
    /// What its values take.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Full(panel) => panel.bytes(),
            Self::LowRank { u, v } => u.bytes() + v.bytes(),
        }
    }
}

/// A block before it is stored.
#[derive(Clone, Copy)]
pub struct Part<'a, T> {
    /// Of the matrix.
    pub entries: &'a dyn Entries<T>,
    /// Its rows there.
    pub rows: &'a [u32],
    /// Its columns there.
    pub columns: &'a [u32],
}

impl<T: Precision> Part<'_, T> {
    /// Some of its entries.
    pub fn at(&self, rows: &[u32], columns: &[u32]) -> Result<Panel<T>, MomError> {
        let mut panel = Panel::zeros(rows.len(), columns.len());
        self.entries.fill(rows, columns, &mut panel.values)?;
        Ok(panel)
    }

    /// All of its entries.
    pub fn full(&self) -> Result<Content<T>, MomError> {
        Ok(Content::Full(self.at(self.rows, self.columns)?))
    }

    /// A row, as a column.
    pub fn row(&self, row: usize) -> Result<Vec<Complex<T>>, MomError> {
        Ok(self.at(&self.rows[row..=row], self.columns)?.into_values())
    }

    /// A column.
    pub fn column(&self, column: usize) -> Result<Vec<Complex<T>>, MomError> {
        Ok(self
            .at(self.rows, &self.columns[column..=column])?
            .into_values())
    }

    /// Within a tolerance: by low rank where that is smaller, otherwise in full.
    pub fn compressed(&self, tolerance: Tolerance) -> Result<Content<T>, MomError> {
        let smaller = tolerance.times(CROSSES);
        let mut probe = Probe::new(self, smaller);
        match crosses(self, smaller, |found| probe.worst(self, found))? {
            Some(found) => Ok(recompressed(found.u, found.v, tolerance.times(TRUNCATION))),
            None => self.full(),
        }
    }
}
