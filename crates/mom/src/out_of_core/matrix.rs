//! The dense matrix on disk, in square tiles.

use std::marker::PhantomData;
use std::ops::Range;

use poynting_exec::{Real, bytes_of, bytes_of_mut};
use poynting_linalg::{Complex, MatMut, PANEL};

use super::Watch;
use super::shelf::{Place, Shelf};
use crate::block_sparse::{reals, reals_mut};
use crate::krylov::real;
use poynting_mom_core::assembly::Symmetry;
use poynting_mom_core::columns::assemble_columns;
use poynting_mom_core::error::MomError;
use poynting_mom_core::filler::PanelFiller;
use poynting_mom_core::operator::Operator;
use poynting_mom_core::precision::Precision;

/// Rows and columns of a tile.
const TILE: usize = PANEL;

/// All entries of an operator.
#[derive(Debug)]
pub struct StoredMatrix<T> {
    shelf: Shelf,
    size: usize,
    /// Whether the transpose is to be added.
    is_half: bool,
    numbers: PhantomData<T>,
}

impl<T: Precision> StoredMatrix<T> {
    /// Assembles it with this many columns in memory, from the beginning or after what is kept; none if `watch` stopped the work.
    pub fn assembled(
        (operator, filler): (&Operator<'_>, Option<&dyn PanelFiller>),
        columns: usize,
        place: &Place,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Self>, MomError> {
        place.require_space()?;
        let mut matrix = Self::open(operator, place)?;
        let size = matrix.size;
        let mut values = Vec::new();
        while let Some(first) = matrix.missing() {
            let columns = first..size.min(first + columns.max(TILE));
            values.clear();
            values.resize(size * columns.len(), real::<T>(0.0));
            let source = (operator, Symmetry::Used);
            let filled = (columns.clone(), &mut values[..]);
            if assemble_columns(source, filler, filled, watch)?.is_break() {
                return Ok(None);
            }
            matrix.write(columns, &values)?;
            if watch()?.is_break() {
                return Ok(None);
            }
        }
        Ok(Some(matrix))
    }

    fn open(operator: &Operator<'_>, place: &Place) -> Result<Self, MomError> {
        let size = operator.space().len();
        let tiles = size.div_ceil(TILE);
        let places = (0..tiles).flat_map(|column| (0..tiles).map(move |row| [row, column]));
        let bytes = |[row, column]: [usize; 2]| {
            (rows(size, row).len() * rows(size, column).len()) as u64 * 2 * <T as Real>::BYTES
        };
        let lengths: Vec<u64> = places.map(bytes).collect();
        let form = [size as u64, <T as Real>::BYTES];
        let (shelf, _) = place.open("matrix", &form, &lengths)?;
        Ok(Self {
            shelf,
            size,
            is_half: operator.is_symmetric(),
            numbers: PhantomData,
        })
    }

    /// Number of rows.
    pub fn size(&self) -> usize {
        self.size
    }

    fn tiles(&self) -> usize {
        self.size.div_ceil(TILE)
    }

    fn piece(&self, row: usize, column: usize) -> usize {
        column * self.tiles() + row
    }

    /// The first column that is not stored.
    fn missing(&self) -> Option<usize> {
        let all = 0..self.tiles() * self.tiles();
        let piece = all.into_iter().find(|&piece| !self.shelf.has(piece))?;
        Some(piece / self.tiles() * TILE)
    }

    /// Stores some columns, which begin with a tile.
    fn write(&mut self, columns: Range<usize>, values: &[Complex<T>]) -> Result<(), MomError> {
        let mut tile = Vec::new();
        for column in columns.start / TILE..columns.end.div_ceil(TILE) {
            for row in 0..self.tiles() {
                tile.clear();
                for n in rows(self.size, column) {
                    let entries = &values[(n - columns.start) * self.size..][..self.size];
                    tile.extend_from_slice(&entries[rows(self.size, row)]);
                }
                let piece = self.piece(row, column);
                self.shelf.write(piece, [bytes_of(reals(&tile))], &[])?;
            }
        }
        self.shelf.complete()
    }

    /// Reads columns that begin with a tile, and end with one or the matrix.
    pub fn read(
        &self,
        columns: Range<usize>,
        mut into: MatMut<'_, Complex<T>>,
    ) -> Result<(), MomError> {
        let mut tile = vec![real::<T>(0.0); TILE * TILE];
        for column in columns.start / TILE..columns.end.div_ceil(TILE) {
            let first = column * TILE - columns.start;
            let count = rows(self.size, column).len();
            for row in 0..self.tiles() {
                let here = rows(self.size, row);
                let block = (into.as_mut()).submatrix_mut(here.start, first, here.len(), count);
                self.read_block([row, column], &mut tile, block)?;
            }
        }
        Ok(())
    }

    /// Reads a block of the matrix, with its transpose if that is to be added.
    fn read_block(
        &self,
        [row, column]: [usize; 2],
        tile: &mut [Complex<T>],
        mut block: MatMut<'_, Complex<T>>,
    ) -> Result<(), MomError> {
        let (height, width) = (block.nrows(), block.ncols());
        let tile = &mut tile[..height * width];
        (self.shelf).read(self.piece(row, column), bytes_of_mut(reals_mut(tile)))?;
        for (n, entries) in tile.chunks_exact(height).enumerate() {
            for (m, &entry) in entries.iter().enumerate() {
                block[(m, n)] = entry;
            }
        }
        if !self.is_half {
            return Ok(());
        }
        (self.shelf).read(self.piece(column, row), bytes_of_mut(reals_mut(tile)))?;
        for (m, entries) in tile.chunks_exact(width).enumerate() {
            for (n, entry) in entries.iter().enumerate() {
                let sum = &mut block[(m, n)];
                (sum.re, sum.im) = (sum.re + entry.re, sum.im + entry.im);
            }
        }
        Ok(())
    }
}

/// The rows of a tile, which are also its columns.
fn rows(size: usize, tile: usize) -> Range<usize> {
    tile * TILE..size.min((tile + 1) * TILE)
}
