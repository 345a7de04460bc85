//! A matrix of dense blocks between clusters of consecutive unknowns: the near field of a fast method.
//!
//! Its [`Layout`] lists the blocks. Each block row is summed independently, in the order of its blocks (`rows`). The values are kept in memory
//! ([`BlockSparse`]) or on disk ([`Sliced`]).

mod layout;
mod rows;
mod sliced;

use poynting_exec::Real;
use poynting_linalg::{Complex, MatMut, MatRef};

pub use layout::Layout;
use poynting_mom_core::error::MomError;
use poynting_mom_core::precision::Precision;
use poynting_mom_core::product::Product;
pub use rows::BlockRow;
pub(crate) use rows::{RowSum, Rows, gathered, reals, reals_mut};
pub use sliced::Sliced;

/// Blocks with their values in memory.
#[derive(Debug, Clone, PartialEq)]
pub struct BlockSparse<T> {
    pub(crate) layout: Layout,
    pub(crate) values: Vec<Complex<T>>,
}

impl<T: Real> BlockSparse<T> {
    /// All values zero.
    pub fn new(layout: Layout) -> Self {
        let all = layout.values(&(0..layout.clusters())).len();
        Self {
            values: vec![Complex::new(T::of(0.0), T::of(0.0)); all],
            layout,
        }
    }
}

impl<T> BlockSparse<T> {
    /// The block pattern.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> u64 {
        self.layout.bytes() + size_of_val(&self.values[..]) as u64
    }

    /// All values, block by block in the order of the layout.
    pub fn values_mut(&mut self) -> &mut [Complex<T>] {
        &mut self.values
    }

    /// All rows, to fill in parallel.
    pub fn rows_mut(&mut self) -> Vec<BlockRow<'_, T>> {
        (self.layout).rows_mut(0..self.layout.clusters(), &mut self.values)
    }
}

impl<T: Precision> BlockSparse<T> {
    /// A block, if it exists.
    pub fn block(&self, row: usize, column: usize) -> Option<MatRef<'_, Complex<T>>> {
        let pattern = self.layout.pattern(row);
        let at = pattern.binary_search(&(column as u32)).ok()?;
        Some(self.rows().nth(row, self.layout.first[row] + at))
    }

    /// All rows.
    pub(crate) fn rows(&self) -> Rows<'_, T> {
        Rows::new(&self.layout, 0..self.layout.clusters(), &self.values)
    }
}

impl<T: Precision> Product<T> for BlockSparse<T> {
    fn size(&self) -> usize {
        self.layout.size()
    }

    fn multiply(
        &self,
        x: MatRef<'_, Complex<T>>,
        y: MatMut<'_, Complex<T>>,
    ) -> Result<(), MomError> {
        self.rows().multiply(x, y);
        Ok(())
    }
}
