//! LU decomposition of a matrix that does not fit into memory, with the bits of [`Lu`](crate::Lu).
//!
//! The columns are factored from left to right in slabs, as many columns at a time as memory holds. A finished panel of [`PANEL`] columns goes to a
//! store and is read again for every slab to its right:
//!
//! ```text
//! for each slab S:   S = columns of A
//!     for each panel k to the left:    S = P_k S,   S_k = L_kk^-1 S_k,   S_below -= L_k S_k        (L_k is read)
//!     for each panel k in S:           P_k L_k U_k = S_k, factored;  the same for the rest of S    (L_k, U_k are written)
//! ```
//!
//! (S. Toledo, A survey of out-of-core algorithms in numerical linear algebra, in: External Memory Algorithms, 1999, section 3; K. Klimkowski,
//! R. van de Geijn, Proc. ICPP 1995, III-29.) With m columns in a slab, n^3/(3 m) entries are read. The next panel is read while the current one is
//! multiplied, and a panel is written while it is eliminated from the rest of its slab.
//!
//! A stored panel is never changed: L_k keeps the rows in the order that they had after the exchanges P_k, and those of later panels are not applied to
//! it. So every column goes through the same exchanges and the same products in the same order as in [`Elimination`](crate::Elimination). An entry gets
//! the same sums wherever it lies and however the columns are divided (`crate::kernel`), and the triangular solutions are divided into the same tiles,
//! because a slab begins and ends with a panel. Solutions go through the exchanges between the panels, with the same sums again. Only solutions with the
//! transpose add up the rows of L_k, in their final order: there the later exchanges are applied to what is read.
//!
//! Tested: factors and solutions have the same bits as in memory, for several sizes, widths of slabs and numbers of threads, also when an elimination is
//! interrupted and continued.

use std::ops::{ControlFlow, Range};
use std::thread;

use faer::complex::Complex;
use faer::{Mat, MatMut, MatRef, Par};

use crate::lu::{BLOCK, columns_of, conjugate, eliminate, relative, update};
use crate::scalar::{Scalar, Triangle};
use crate::tiles::{exchange, exchange_back, solve_triangle, subtract_product};

/// Columns of a panel.
pub const PANEL: usize = BLOCK;

/// A part of a panel. Both have the square on the diagonal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// U: the rows down to the diagonal.
    Upper,
    /// L: the rows from the diagonal on.
    Lower,
}

impl Part {
    /// Its rows in a matrix of this size.
    pub fn rows(self, size: usize, panel: usize) -> Range<usize> {
        let columns = columns_of(size, panel);
        match self {
            Self::Upper => 0..columns.end,
            Self::Lower => columns.start..size,
        }
    }

    /// Number of its entries.
    pub fn entries(self, size: usize, panel: usize) -> usize {
        self.rows(size, panel).len() * columns_of(size, panel).len()
    }
}

/// A store of finished panels.
pub trait Panels<T: Scalar>: Send + Sync {
    /// Why a panel cannot be written or read.
    type Error: Send;
    /// Keeps a panel: its upper and its lower part, and the row with which the row of each of its columns was exchanged.
    fn write(
        &mut self,
        panel: usize,
        parts: [MatRef<'_, Complex<T>>; 2],
        exchanges: &[usize],
    ) -> Result<(), Self::Error>;
    /// Reads a part, column by column.
    fn read(&self, panel: usize, part: Part, into: &mut [Complex<T>]) -> Result<(), Self::Error>;
}

/// Sets the entries of some columns of a matrix, which are zero.
pub type Fill<'a, T, E> = dyn FnMut(Range<usize>, MatMut<'_, Complex<T>>) -> Result<(), E> + 'a;

/// Entries that a factorisation reads with this many columns in memory.
pub fn entries_read(size: usize, columns: usize) -> u64 {
    let lower = |panel| Part::Lower.entries(size, panel) as u64;
    let before = |slab: usize| (0..slab.div_ceil(PANEL)).map(lower).sum::<u64>();
    (0..size).step_by(columns.max(PANEL)).map(before).sum()
}

/// A square matrix whose factors are in a store, as far as they are done.
#[derive(Debug)]
pub struct StoredLu<P> {
    panels: P,
    size: usize,
    exchanges: Vec<usize>,
}

impl<P> StoredLu<P> {
    /// Begins with nothing, or continues with the exchanges of the panels that the store has.
    pub fn new(panels: P, size: usize, exchanges: Vec<usize>) -> Self {
        Self {
            panels,
            size,
            exchanges,
        }
    }

    /// The store.
    pub fn into_panels(self) -> P {
        self.panels
    }

    /// Number of rows.
    pub fn size(&self) -> usize {
        self.size
    }

    /// For each column that is done, the row with which its pivot row was exchanged.
    pub fn exchanges(&self) -> &[usize] {
        &self.exchanges
    }

    /// Whether all columns are done.
    pub fn is_complete(&self) -> bool {
        self.exchanges.len() == self.size
    }

    /// Factors the next columns, as many as `width` or a panel, whose entries `fill` sets. `watch` is called after every panel that
    /// was read or written, and may stop the work: panels that are written are done.
    pub fn advance<T: Scalar>(
        &mut self,
        width: usize,
        fill: &mut Fill<'_, T, P::Error>,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
        par: Par,
    ) -> Result<ControlFlow<()>, P::Error>
    where
        P: Panels<T>,
    {
        let (size, done) = (self.size, self.exchanges.len());
        let width = (width / PANEL).max(1) * PANEL;
        let columns = done..size.min(done + width);
        let mut slab = Mat::zeros(size, columns.len());
        fill(columns.clone(), slab.as_mut())?;
        let earlier = (0..done.div_ceil(PANEL)).map(|panel| (panel, Part::Lower));
        let flow = self.stream(earlier, |panel, lower| {
            self.eliminate_from(panel, lower.as_ref(), slab.as_mut(), par);
            watch()
        })?;
        if flow.is_break() {
            return Ok(flow);
        }
        for panel in columns.start / PANEL..columns.end.div_ceil(PANEL) {
            let before = panel * PANEL - columns.start;
            let rest = columns.len() - before;
            self.factor(panel, slab.as_mut().subcols_mut(before, rest), par)?;
            if watch().is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Factors and stores the first panel of some columns, and eliminates it from the others.
    fn factor<T: Scalar>(
        &mut self,
        panel: usize,
        columns: MatMut<'_, Complex<T>>,
        par: Par,
    ) -> Result<(), P::Error>
    where
        P: Panels<T>,
    {
        let here = columns_of(self.size, panel);
        let below = self.size - here.start;
        let (mut here_columns, right) = columns.split_at_col_mut(here.len());
        let mut exchanges = vec![0; here.len()];
        let lower = here_columns.as_mut().subrows_mut(here.start, below);
        eliminate(lower, &mut exchanges, par);
        let done = here_columns.as_ref();
        let parts = [Part::Upper, Part::Lower].map(|part| {
            let rows = part.rows(self.size, panel);
            done.subrows(rows.start, rows.len())
        });
        let mut right = right.subrows_mut(here.start, below);
        exchange(right.as_mut(), &exchanges, par);
        let absolute: Vec<usize> = exchanges.iter().map(|row| here.start + row).collect();
        let panels = &mut self.panels;
        let write = || panels.write(panel, parts, &absolute);
        beside(write, || update(parts[1], right, par))?;
        self.exchanges.extend(absolute);
        Ok(())
    }

    /// Eliminates a panel from columns to its right.
    fn eliminate_from<T: Scalar>(
        &self,
        panel: usize,
        lower: MatRef<'_, Complex<T>>,
        columns: MatMut<'_, Complex<T>>,
        par: Par,
    ) {
        let here = columns_of(self.size, panel);
        let mut rest = columns.subrows_mut(here.start, self.size - here.start);
        exchange(rest.as_mut(), &relative(&self.exchanges, here), par);
        update(lower, rest, par);
    }

    /// Passes parts of panels to `work` in this order, while the next one is read.
    fn stream<T: Scalar>(
        &self,
        mut parts: impl Iterator<Item = (usize, Part)>,
        mut work: impl FnMut(usize, MatMut<'_, Complex<T>>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, P::Error>
    where
        P: Panels<T>,
    {
        let read = |(panel, part): (usize, Part), into: &mut Vec<Complex<T>>| {
            let entries = part.entries(self.size, panel);
            if into.len() < entries {
                into.resize(entries, Complex::new(T::zeroed(), T::zeroed()));
            }
            self.panels.read(panel, part, &mut into[..entries])
        };
        let (mut here, mut next) = (Vec::new(), Vec::new());
        let mut current = parts.next();
        if let Some(first) = current {
            read(first, &mut here)?;
        }
        while let Some((panel, part)) = current {
            let (rows, columns) = (
                part.rows(self.size, panel).len(),
                columns_of(self.size, panel).len(),
            );
            let matrix =
                MatMut::from_column_major_slice_mut(&mut here[..rows * columns], rows, columns);
            current = parts.next();
            let mut flow = ControlFlow::Continue(());
            let mut ahead = || current.map_or(Ok(()), |part| read(part, &mut next));
            beside(&mut ahead, || flow = work(panel, matrix))?;
            if flow.is_break() {
                return Ok(flow);
            }
            std::mem::swap(&mut here, &mut next);
        }
        Ok(ControlFlow::Continue(()))
    }

    fn count(&self) -> usize {
        self.size.div_ceil(PANEL)
    }

    /// Solves with the matrix, overwriting the right-hand sides.
    pub fn solve_in_place<T: Scalar>(
        &self,
        mut sides: MatMut<'_, Complex<T>>,
        par: Par,
    ) -> Result<(), P::Error>
    where
        P: Panels<T>,
    {
        let forward = (0..self.count()).map(|panel| (panel, Part::Lower));
        let _ = self.stream(forward, |panel, lower| {
            self.eliminate_from(panel, lower.as_ref(), sides.as_mut(), par);
            ControlFlow::Continue(())
        })?;
        let backward = (0..self.count()).rev().map(|panel| (panel, Part::Upper));
        let _ = self.stream(backward, |panel, upper| {
            let here = columns_of(self.size, panel);
            let (above, rest) = sides.as_mut().split_at_row_mut(here.start);
            let mut part = rest.subrows_mut(0, here.len());
            let (before, diagonal) = upper.as_ref().split_at_row(here.start);
            solve_triangle(Triangle::Upper, diagonal, part.as_mut(), par);
            subtract_product(above, before, part.as_ref(), par);
            ControlFlow::Continue(())
        })?;
        Ok(())
    }

    /// Solves with the transpose.
    pub fn solve_transpose_in_place<T: Scalar>(
        &self,
        mut sides: MatMut<'_, Complex<T>>,
        par: Par,
    ) -> Result<(), P::Error>
    where
        P: Panels<T>,
    {
        let forward = (0..self.count()).map(|panel| (panel, Part::Upper));
        let _ = self.stream(forward, |panel, upper| {
            let here = columns_of(self.size, panel);
            let (above, rest) = sides.as_mut().split_at_row_mut(here.start);
            let mut part = rest.subrows_mut(0, here.len());
            let (before, diagonal) = upper.as_ref().split_at_row(here.start);
            subtract_product(part.as_mut(), before.transpose(), above.as_ref(), par);
            solve_triangle(Triangle::Lower, diagonal.transpose(), part, par);
            ControlFlow::Continue(())
        })?;
        let backward = (0..self.count()).rev().map(|panel| (panel, Part::Lower));
        let _ = self.stream(backward, |panel, mut lower| {
            let here = columns_of(self.size, panel);
            let (diagonal, mut below) = lower.as_mut().split_at_row_mut(here.len());
            exchange(
                below.as_mut(),
                &relative(&self.exchanges, here.end..self.size),
                par,
            );
            let (mut part, after) = (sides.as_mut())
                .subrows_mut(here.start, self.size - here.start)
                .split_at_row_mut(here.len());
            // In the order in which the blocks of the solution become known.
            for first in (0..after.nrows()).step_by(PANEL).rev() {
                let rows = PANEL.min(after.nrows() - first);
                let (l, x) = (
                    below.as_ref().subrows(first, rows),
                    after.as_ref().subrows(first, rows),
                );
                subtract_product(part.as_mut(), l.transpose(), x, par);
            }
            solve_triangle(
                Triangle::UnitUpper,
                diagonal.as_ref().transpose(),
                part,
                par,
            );
            ControlFlow::Continue(())
        })?;
        exchange_back(sides, &self.exchanges);
        Ok(())
    }

    /// Solves with the conjugate transpose.
    pub fn solve_adjoint_in_place<T: Scalar>(
        &self,
        mut sides: MatMut<'_, Complex<T>>,
        par: Par,
    ) -> Result<(), P::Error>
    where
        P: Panels<T>,
    {
        conjugate(sides.as_mut());
        self.solve_transpose_in_place(sides.as_mut(), par)?;
        conjugate(sides);
        Ok(())
    }
}

/// Does `aside` on another thread during `work`, or afterwards if there is none.
fn beside<A: Send>(mut aside: impl FnMut() -> A + Send, work: impl FnOnce()) -> A {
    let done = thread::scope(|scope| {
        let other = thread::Builder::new().spawn_scoped(scope, &mut aside);
        work();
        let joined = other.ok()?.join();
        Some(joined.unwrap_or_else(|cause| std::panic::resume_unwind(cause)))
    });
    done.unwrap_or_else(aside)
}
