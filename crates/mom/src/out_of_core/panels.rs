//! The factors on disk, in panels.

use std::marker::PhantomData;

use poynting_exec::{Real, bytes_of, bytes_of_mut};
use poynting_linalg::{Complex, MatRef, PANEL, Panels, Part};

use super::shelf::{Place, Shelf};
use crate::block_sparse::{reals, reals_mut};
use crate::state::{put_counts, take_counts, unfit};
use poynting_mom_core::error::MomError;
use poynting_mom_core::precision::Precision;

/// The order in which the parts of a panel are written.
const PARTS: [Part; 2] = [Part::Upper, Part::Lower];

/// Panels of factors.
#[derive(Debug)]
pub struct StoredPanels<T> {
    shelf: Shelf,
    numbers: PhantomData<T>,
}

impl<T: Precision> StoredPanels<T> {
    /// Those that are kept, with their exchanges of rows.
    pub fn open(place: &Place, size: usize) -> Result<(Self, Vec<usize>), MomError> {
        let panels = 0..size.div_ceil(PANEL);
        let bytes =
            |panel| PARTS.map(|part| part.entries(size, panel) as u64 * 2 * <T as Real>::BYTES);
        let lengths: Vec<u64> = panels.flat_map(bytes).collect();
        let form = [size as u64, <T as Real>::BYTES];
        let (shelf, notes) = place.open("factors", &form, &lengths)?;
        let mut exchanges = Vec::new();
        for note in notes.iter().filter(|note| note.piece % 2 == 1) {
            let taken = take_counts(&mut &note.content[..]);
            exchanges.extend(taken.map_err(|e| place.error(e))?);
        }
        let fits = exchanges.len() <= size
            && (exchanges.iter().enumerate()).all(|(row, &with)| row <= with && with < size);
        if !fits {
            return Err(place.error(unfit()));
        }
        let numbers = PhantomData;
        Ok((Self { shelf, numbers }, exchanges))
    }
}

impl<T: Precision> Panels<T> for StoredPanels<T> {
    type Error = MomError;

    fn write(
        &mut self,
        panel: usize,
        parts: [MatRef<'_, Complex<T>>; 2],
        exchanges: &[usize],
    ) -> Result<(), MomError> {
        // With the last part, so that a panel with exchanges is complete.
        let mut counts = Vec::new();
        put_counts(&mut counts, exchanges).map_err(|e| self.shelf.error(e))?;
        for (n, (matrix, note)) in parts.into_iter().zip([&[][..], &counts]).enumerate() {
            let bytes = (matrix.col_iter())
                .filter_map(|c| Some(bytes_of(reals(c.try_as_col_major()?.as_slice()))));
            self.shelf.write(2 * panel + n, bytes, note)?;
        }
        self.shelf.complete()
    }

    fn read(&self, panel: usize, part: Part, into: &mut [Complex<T>]) -> Result<(), MomError> {
        let piece = 2 * panel + usize::from(part == Part::Lower);
        self.shelf.read(piece, bytes_of_mut(reals_mut(into)))
    }
}
