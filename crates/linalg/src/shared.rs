//! LU decomposition of a matrix whose columns are shared between the processor and a device.
//!
//! The columns are divided into strips, which the processor factors one after the other, from left to right. It has the next strips, and the device the
//! others. Both eliminate a factored strip from theirs at the same time, and the processor already factors the next one while the device is still at
//! work (look-ahead). With R strips to the right of a factored one, h of them on the processor, p the time to factor a strip and c and d the times to
//! eliminate it from another one here and there, a step takes as long on both sides for
//!
//! ```text
//! p + h c = (R - h) d      or      h = (R d - p)/(c + d)
//! ```
//!
//! so that strips come back from the device while the matrix shrinks, each once. p, c and d are measured in the first step. The method is that of
//! S. Tomov, R. Nath, H. Ltaief, J. Dongarra, "Dense linear algebra solvers for multicore with GPU accelerators", IPDPSW 2010: the device multiplies
//! by the inverse of L11 instead of solving with it, which is as stable, because no entry of L11 exceeds 1.
//!
//! Tested on GPUs, by the factors of `crate::lu` and by residuals.

use std::ops::Range;
use std::time::Instant;

use faer::complex::Complex;
use faer::{Mat, MatMut, MatRef, Par};

use crate::lu::{BLOCK, Elimination, Lu, columns_of, relative, update};
use crate::scalar::{Scalar, Triangle};
use crate::tiles::{exchange, solve_triangle};

/// Strips that the device tries, and strips from which that pays.
const TRIED: usize = 2;
const MANY: usize = 6;

/// Strips in the memory of a device. Work there begins in the order of the calls and may end later.
pub trait Strips<T: Scalar> {
    /// Why the device failed.
    type Error;
    /// Number of strips that fit into its memory.
    fn capacity(&self) -> usize;
    /// Copies a strip to the device.
    fn load(&mut self, strip: usize, columns: MatRef<'_, Complex<T>>) -> Result<(), Self::Error>;
    /// Copies factored columns to the device, in place of earlier ones.
    fn prepare(&mut self, step: &Step<'_, T>) -> Result<(), Self::Error>;
    /// Begins to eliminate these factored columns from a strip.
    fn eliminate(&mut self, strip: usize) -> Result<(), Self::Error>;
    /// Begins to copy a strip back; it leaves the device.
    fn recall(&mut self, strip: usize);
    /// Waits for such a strip.
    fn receive(&mut self, strip: usize, columns: MatMut<'_, Complex<T>>)
    -> Result<(), Self::Error>;
    /// Removes a strip.
    fn forget(&mut self, strip: usize);
    /// Waits until all work is done.
    fn wait(&mut self) -> Result<(), Self::Error>;
}

/// Factored columns.
pub struct Step<'a, T> {
    /// All rows of the columns.
    pub columns: MatRef<'a, Complex<T>>,
    /// Number of columns before them.
    pub done: usize,
    /// The inverse of their unit lower triangle L11.
    pub inverse: MatRef<'a, Complex<T>>,
    /// For each column, the row with which its pivot row was exchanged, counted from `done`.
    pub exchanges: &'a [usize],
}

/// How many strips beside the factored one the processor has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Split {
    /// As many as take the time that the device takes for the others.
    Measured,
    /// So many, if there are as many.
    Here(usize),
}

/// A square matrix of which the first columns are factored and the last are on a device.
pub struct SharedElimination<'d, T: Scalar, E> {
    /// The columns of the processor, and room for the others.
    here: Elimination<T>,
    device: &'d mut dyn Strips<T, Error = E>,
    split: Split,
    /// Seconds, if they are measured.
    costs: Option<Costs>,
    /// The first strip that is on the device.
    front: usize,
    /// Strips that were on the device.
    shared: usize,
}

/// Seconds of the parts of a step.
#[derive(Debug, Clone, Copy)]
struct Costs {
    panel: f64,
    here: f64,
    there: f64,
}

impl<'d, T: Scalar, E> SharedElimination<'d, T, E> {
    /// Begins with a matrix.
    pub fn new(
        matrix: Mat<Complex<T>>,
        device: &'d mut dyn Strips<T, Error = E>,
        split: Split,
    ) -> Self {
        Self {
            front: matrix.ncols().div_ceil(BLOCK),
            here: Elimination::new(matrix),
            device,
            split,
            costs: None,
            shared: 0,
        }
    }

    /// Whether all columns are done.
    pub fn is_complete(&self) -> bool {
        self.here.is_complete()
    }

    /// Share of the strips to the right of the first one that were on the device.
    pub fn share(&self) -> f64 {
        self.shared as f64 / (self.strips() - 1).max(1) as f64
    }

    /// The factors, once all columns are done.
    pub fn finish(self) -> Lu<T> {
        self.here.finish()
    }

    /// Factors the next strip.
    pub fn advance(&mut self, par: Par) -> Result<(), E> {
        let number = self.here.done() / BLOCK;
        if number > 0 && self.front == self.strips() {
            self.here.advance(par);
            return Ok(());
        }
        let begun = Instant::now();
        self.here.factor(par);
        if number == 0 {
            self.divide(begun.elapsed().as_secs_f64(), par)?;
        } else {
            self.eliminate(number, par)?;
        }
        self.here.done = self.here.exchanges.len();
        Ok(())
    }

    /// Eliminates a factored strip on both sides, and takes back what the device no longer needs.
    fn eliminate(&mut self, number: usize, par: Par) -> Result<(), E> {
        let next = number + 1;
        let returned = self.front..self.boundary(next);
        self.prepare(number, par)?;
        for strip in self.front..self.strips() {
            self.device.eliminate(strip)?;
            // Before the work on later strips: the processor soon needs it.
            if returned.contains(&strip) {
                self.device.recall(strip);
            }
        }
        self.update_here(number, next..self.front, par);
        for strip in returned {
            let columns = columns_of(self.size(), strip);
            let matrix = self.here.matrix.as_mut();
            let to = matrix.subcols_mut(columns.start, columns.len());
            self.device.receive(strip, to)?;
            self.front = strip + 1;
        }
        Ok(())
    }

    fn size(&self) -> usize {
        self.here.matrix.ncols()
    }

    /// Number of strips.
    fn strips(&self) -> usize {
        self.size().div_ceil(BLOCK)
    }

    /// The first strip that stays on the device when `next` is the next one to be factored.
    fn boundary(&self, next: usize) -> usize {
        let rest = self.strips() - next;
        let here = match (self.split, self.costs) {
            (Split::Here(strips), _) => strips,
            (Split::Measured, Some(Costs { panel, here, there })) => {
                ((rest as f64 * there - panel) / (here + there)).ceil() as usize
            }
            (Split::Measured, None) => rest,
        };
        (next + here.clamp(1, rest)).max(self.strips().saturating_sub(self.device.capacity()))
    }

    /// Gives the device its strips after the first one is factored, which took this time.
    fn divide(&mut self, panel: f64, par: Par) -> Result<(), E> {
        let strips = self.strips();
        let mut tried = strips..strips;
        let is_measured = self.split == Split::Measured;
        let is_worthwhile = if is_measured {
            self.device.capacity() >= TRIED && strips >= MANY
        } else {
            self.device.capacity() > 0
        };
        if is_worthwhile {
            self.prepare(0, par)?;
            if is_measured {
                // The first one also starts up the device.
                tried = strips - TRIED..strips;
                self.try_there(strips - 1)?;
                let there = self.try_there(strips - 2)?;
                let begun = Instant::now();
                self.update_here(0, 1..2, par);
                let here = begun.elapsed().as_secs_f64();
                self.costs = Some(Costs { panel, here, there });
            }
            self.front = self.boundary(1);
        }
        self.shared = strips - self.front;
        for strip in self.front..strips {
            if !tried.contains(&strip) {
                self.load(strip)?;
                self.device.eliminate(strip)?;
            }
        }
        for strip in tried.start..self.front.max(tried.start) {
            self.device.forget(strip);
        }
        let first = if self.costs.is_some() { 2 } else { 1 };
        self.update_here(0, first..self.front, par);
        Ok(())
    }

    /// Seconds to eliminate the first strip from another one on the device.
    fn try_there(&mut self, strip: usize) -> Result<f64, E> {
        self.load(strip)?;
        self.device.wait()?;
        let begun = Instant::now();
        self.device.eliminate(strip)?;
        self.device.wait()?;
        Ok(begun.elapsed().as_secs_f64())
    }

    fn load(&mut self, strip: usize) -> Result<(), E> {
        let columns = columns_of(self.size(), strip);
        let from = self
            .here
            .matrix
            .as_ref()
            .subcols(columns.start, columns.len());
        self.device.load(strip, from)
    }

    /// Copies a factored strip to the device.
    fn prepare(&mut self, number: usize, par: Par) -> Result<(), E> {
        let columns = columns_of(self.size(), number);
        let (done, width) = (columns.start, columns.len());
        let panel = self.here.matrix.as_ref().subcols(done, width);
        let mut inverse = Mat::<Complex<T>>::identity(width, width);
        let diagonal = panel.subrows(done, width);
        solve_triangle(Triangle::UnitLower, diagonal, inverse.as_mut(), par);
        self.device.prepare(&Step {
            columns: panel,
            done,
            inverse: inverse.as_ref(),
            exchanges: &relative(&self.here.exchanges, columns),
        })
    }

    /// Eliminates a factored strip from others on the processor.
    fn update_here(&mut self, number: usize, strips: Range<usize>, par: Par) {
        let size = self.size();
        let columns = columns_of(size, number);
        let (done, end) = (columns.start, columns.end);
        let from = (strips.start * BLOCK).min(size);
        let to = (strips.end * BLOCK).min(size).max(from);
        let rows = relative(&self.here.exchanges, columns);
        let (left, right) = self.here.matrix.as_mut().split_at_col_mut(end);
        let panel = left.as_ref().subcols(done, end - done);
        let panel = panel.subrows(done, size - done);
        let mut right = right
            .subcols_mut(from - end, to - from)
            .subrows_mut(done, size - done);
        exchange(right.as_mut(), &rows, par);
        update(panel, right, par);
    }
}
