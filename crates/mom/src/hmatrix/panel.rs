//! Small matrices, and the content of a block.

use std::io::{self, Read, Write};

use poynting_exec::Real;
use poynting_linalg::{Complex, MatRef};

use crate::state::{put_count, put_values, take_count, take_values, unfit};
use poynting_mom_core::precision::Precision;

/// In place of a rank.
const FULL: usize = usize::MAX;

/// A contiguous column-major matrix.
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

    /// All zeros.
    pub fn zeros(rows: usize, columns: usize) -> Self {
        let zero = Complex::new(T::of(0.0), T::of(0.0));
        Self::new(rows, columns, vec![zero; rows * columns])
    }

    /// Appends a column.
    pub fn push(&mut self, column: &[Complex<T>]) {
        self.values.extend_from_slice(column);
        self.columns += 1;
    }

    /// Its values, column by column.
    pub fn values_mut(&mut self) -> &mut [Complex<T>] {
        &mut self.values
    }

    /// Its values, by move.
    pub fn into_values(self) -> Vec<Complex<T>> {
        self.values
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// View for linear algebra.
    pub fn view(&self) -> MatRef<'_, Complex<T>> {
        MatRef::from_column_major_slice(&self.values, self.rows, self.columns)
    }

    /// Size of its values in bytes.
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
        /// One column per rank.
        u: Panel<T>,
        /// One column per rank.
        v: Panel<T>,
    },
}

impl<T: Real> Content<T> {
    /// Size of its values in bytes.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Full(panel) => panel.bytes(),
            Self::LowRank { u, v } => u.bytes() + v.bytes(),
        }
    }
}

impl<T: Precision> Content<T> {
    /// Writes its rank, or that there is none, and its values.
    pub fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Full(panel) => {
                put_count(to, FULL)?;
                put_values(to, &panel.values)
            }
            Self::LowRank { u, v } => {
                put_count(to, u.columns)?;
                put_values(to, &u.values)?;
                put_values(to, &v.values)
            }
        }
    }

    /// Reads a block of these rows and columns.
    pub fn read([rows, columns]: [usize; 2], from: &mut dyn Read) -> io::Result<Self> {
        let rank = take_count(from)?;
        let mut panel = |rows, columns| -> io::Result<Panel<T>> {
            let mut panel = Panel::zeros(rows, columns);
            take_values(from, &mut panel.values)?;
            Ok(panel)
        };
        if rank == FULL {
            return Ok(Self::Full(panel(rows, columns)?));
        }
        if rank > rows.min(columns) {
            return Err(unfit());
        }
        let (u, v) = (panel(rows, rank)?, panel(columns, rank)?);
        Ok(Self::LowRank { u, v })
    }
}

/// |z|^2 in double precision, since it may exceed the range of single precision.
pub fn square<T: Precision>(value: &Complex<T>) -> f64 {
    value.re.f64().powi(2) + value.im.f64().powi(2)
}
