//! A block before it is stored: access to some or all of its entries.

use poynting_linalg::Complex;

use super::cluster::Clusters;
use super::panel::{Content, Panel};
use super::partition::Pairing;
use poynting_mom_core::entries::Entries;
use poynting_mom_core::error::MomError;
use poynting_mom_core::precision::Precision;

/// A block before it is stored.
#[derive(Clone, Copy)]
pub struct Part<'a, T> {
    /// Entries of the whole matrix.
    pub entries: &'a dyn Entries<T>,
    /// Its rows in the matrix.
    pub rows: &'a [u32],
    /// Its columns in the matrix.
    pub columns: &'a [u32],
}

impl<T: Precision> Part<'_, T> {
    /// Some of its entries.
    pub fn at(&self, rows: &[u32], columns: &[u32]) -> Result<Panel<T>, MomError> {
        let mut panel = Panel::zeros(rows.len(), columns.len());
        self.entries.fill(rows, columns, panel.values_mut())?;
        Ok(panel)
    }

    /// All of its entries.
    pub fn full(&self) -> Result<Content<T>, MomError> {
        Ok(Content::Full(self.at(self.rows, self.columns)?))
    }

    /// A row, as a column vector.
    pub fn row(&self, row: usize) -> Result<Vec<Complex<T>>, MomError> {
        Ok(self.at(&self.rows[row..=row], self.columns)?.into_values())
    }

    /// A column.
    pub fn column(&self, column: usize) -> Result<Vec<Complex<T>>, MomError> {
        Ok(self
            .at(self.rows, &self.columns[column..=column])?
            .into_values())
    }
}

/// A block of the matrix before it is stored.
pub fn part<'a, T>(
    entries: &'a dyn Entries<T>,
    clusters: &'a Clusters,
    pairing: &Pairing,
) -> Part<'a, T> {
    Part {
        entries,
        rows: clusters.functions(pairing.rows),
        columns: clusters.functions(pairing.columns),
    }
}
