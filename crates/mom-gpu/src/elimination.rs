//! Strips of a matrix on a device, and the elimination of factored columns from them.
//!
//! ```text
//! A12 <- P A12,   U12 = L11^-1 A12,   A22 <- A22 - L21 U12
//! ```
//!
//! Every strip is a buffer of its own, so that it can be copied back while later ones are at work. The tile of a thread is the one of `TILES` that
//! takes the least time on the first strip; all of them give the same bits.

mod kernels;

use std::collections::BTreeMap;
use std::time::Instant;

use cubecl::future::block_on;
use cubecl::prelude::*;
use poynting_exec::Real;
use poynting_exec::gpu::queue::{Answer, Buffer, Queue};
use poynting_linalg::{BLOCK, Complex, MatMut, MatRef, Step, Strips};
use poynting_mom_core::{MomError, Precision};

use kernels::{RowsLaunch, ShapeLaunch, THREADS, Tile, Use, gather, product, scatter};

/// What a thread may compute, the smallest first.
const TILES: [Tile; 3] = [
    Tile {
        rows: 1,
        columns: 4,
    },
    Tile {
        rows: 2,
        columns: 4,
    },
    Tile {
        rows: 4,
        columns: 4,
    },
];

/// For U12, which is a small share of the work.
const SMALL: Tile = TILES[1];

/// The strips of a matrix that are on a device.
pub struct StripsOnDevice<'q, R: Runtime, T: Real> {
    queue: &'q Queue<R>,
    /// Rows of the matrix.
    size: usize,
    capacity: usize,
    held: BTreeMap<usize, Strip<T>>,
    recalled: BTreeMap<usize, Answer<'q, T>>,
    prepared: Option<Prepared<T>>,
    tile: Option<Tile>,
    /// Rows that are moved, and the rows of U12 before they are in their place.
    moved: Buffer<T>,
    upper: Buffer<T>,
}

struct Strip<T> {
    entries: Buffer<T>,
    columns: usize,
}

/// Factored columns on the device.
struct Prepared<T> {
    columns: Buffer<T>,
    inverse: Buffer<T>,
    done: usize,
    width: usize,
    /// Rows that the exchanges move: where from and where to.
    from: Buffer<u32>,
    to: Buffer<u32>,
    count: usize,
    /// The rows of L11.
    own: Buffer<u32>,
}

/// Bytes on a device for `strips` strips of a matrix with so many rows.
pub fn device_bytes<T: Real>(size: usize, strips: usize) -> u64 {
    // The factored columns, the strip that a tile is tried on, the inverse, rows that move and U12.
    let besides = 2 * size + 4 * BLOCK;
    ((strips * size + besides) * BLOCK * 2) as u64 * T::BYTES
}

impl<'q, R: Runtime, T: Precision> StripsOnDevice<'q, R, T> {
    /// None yet, of a matrix with so many rows; at most as many as fit into these bytes.
    pub fn new(queue: &'q Queue<R>, size: usize, bytes: u64) -> Self {
        let strip = (size * BLOCK * 2) as u64 * T::BYTES;
        let rest = bytes.saturating_sub(device_bytes::<T>(size, 0));
        let fits_buffer = strip <= queue.limits.buffer_bytes;
        Self {
            queue,
            size,
            capacity: if fits_buffer {
                (rest / strip.max(1)) as usize
            } else {
                0
            },
            held: BTreeMap::new(),
            recalled: BTreeMap::new(),
            prepared: None,
            tile: None,
            moved: queue.zeros(2 * 2 * BLOCK * BLOCK),
            upper: queue.zeros(2 * BLOCK * BLOCK),
        }
    }

    /// Moves rows of a strip as the exchanges do, and multiplies its rows beside L11 by the inverse.
    fn solve(&self, strip: &Strip<T>, prepared: &Prepared<T>) {
        let queue = self.queue;
        let rows = |count| RowsLaunch::new(count, strip.columns, self.size);
        let (count, dim) = Queue::<R>::grid(prepared.count * strip.columns);
        if prepared.count > 0 {
            // SAFETY: both lists name rows of the matrix, and `moved` has room for two per column of L11.
            unsafe {
                gather::launch_unchecked::<T, R>(
                    &queue.client,
                    count.clone(),
                    dim,
                    strip.entries.arg(),
                    prepared.from.arg(),
                    self.moved.arg(),
                    rows(prepared.count),
                );
                scatter::launch_unchecked::<T, R>(
                    &queue.client,
                    count,
                    dim,
                    self.moved.arg(),
                    prepared.to.arg(),
                    strip.entries.arg(),
                    rows(prepared.count),
                );
            }
        }
        let shape = ShapeLaunch::new(
            prepared.width,
            blocks(prepared.width, SMALL),
            strip.columns,
            prepared.width,
            0,
            prepared.width,
            prepared.done,
            self.size,
            0,
            prepared.width,
        );
        let (count, dim) = grid::<R>([prepared.width, strip.columns], SMALL);
        // SAFETY: threads beyond the last row or column do nothing, and the buffers hold the matrices of `shape`.
        unsafe {
            product::launch_unchecked::<T, R>(
                &queue.client,
                count,
                dim,
                prepared.inverse.arg(),
                strip.entries.arg(),
                self.upper.arg(),
                shape,
                SMALL,
                Use::Replace,
            );
        }
        let (count, dim) = Queue::<R>::grid(prepared.width * strip.columns);
        // SAFETY: as for `moved`.
        unsafe {
            scatter::launch_unchecked::<T, R>(
                &queue.client,
                count,
                dim,
                self.upper.arg(),
                prepared.own.arg(),
                strip.entries.arg(),
                rows(prepared.width),
            );
        }
    }

    /// Subtracts L21 U12 from the rows of a strip below L11.
    fn subtract(&self, entries: &Buffer<T>, columns: usize, prepared: &Prepared<T>, tile: Tile) {
        let first = prepared.done + prepared.width;
        let rows = self.size - first;
        if rows == 0 {
            return;
        }
        let shape = ShapeLaunch::new(
            rows,
            blocks(rows, tile),
            columns,
            prepared.width,
            first,
            self.size,
            0,
            prepared.width,
            first,
            self.size,
        );
        let (count, dim) = grid::<R>([rows, columns], tile);
        // SAFETY: as in `solve`.
        unsafe {
            product::launch_unchecked::<T, R>(
                &self.queue.client,
                count,
                dim,
                prepared.columns.arg(),
                self.upper.arg(),
                entries.arg(),
                shape,
                tile,
                Use::Subtract,
            );
        }
    }

    /// The fastest tile, tried with a strip that is then discarded.
    fn fastest(&self, columns: usize, prepared: &Prepared<T>) -> Result<Tile, MomError> {
        let scratch = self.queue.zeros::<T>(2 * self.size * columns);
        let mut fastest = (f64::INFINITY, TILES[0]);
        for tile in TILES {
            // The first launch compiles the kernel.
            self.subtract(&scratch, columns, prepared, tile);
            self.queue.wait()?;
            let begun = Instant::now();
            self.subtract(&scratch, columns, prepared, tile);
            self.queue.wait()?;
            let seconds = begun.elapsed().as_secs_f64();
            if seconds < fastest.0 {
                fastest = (seconds, tile);
            }
        }
        Ok(fastest.1)
    }
}

/// Blocks of threads that share so many rows.
fn blocks(rows: usize, tile: Tile) -> usize {
    rows.div_ceil(THREADS * tile.rows)
}

/// Blocks and threads for a product with so many rows and columns.
fn grid<R: Runtime>([rows, columns]: [usize; 2], tile: Tile) -> (CubeCount, CubeDim) {
    let blocks = blocks(rows, tile) * columns.div_ceil(tile.columns);
    Queue::<R>::grid(THREADS * blocks)
}

/// Real and imaginary parts of all entries, column by column.
fn numbers<T: Precision>(matrix: MatRef<'_, Complex<T>>) -> Vec<T> {
    let mut numbers = Vec::with_capacity(2 * matrix.nrows() * matrix.ncols());
    for column in matrix.col_iter() {
        numbers.extend(column.iter().flat_map(|z| [z.re, z.im]));
    }
    numbers
}

/// Rows that change their place when each is exchanged in turn with the one that `exchanges` names: where from and where to.
fn moves(exchanges: &[usize], done: usize) -> [Vec<u32>; 2] {
    // The row that is now in a place.
    let mut found = BTreeMap::new();
    for (row, &with) in exchanges.iter().enumerate() {
        let here = found.get(&row).copied().unwrap_or(row);
        let there = found.get(&with).copied().unwrap_or(with);
        found.insert(row, there);
        found.insert(with, here);
    }
    found.retain(|to, from| to != from);
    let rows = |row: &usize| (done + row) as u32;
    [
        found.values().map(rows).collect(),
        found.keys().map(rows).collect(),
    ]
}

impl<R: Runtime, T: Precision> Strips<T> for StripsOnDevice<'_, R, T> {
    type Error = MomError;

    fn capacity(&self) -> usize {
        self.capacity
    }

    fn load(&mut self, strip: usize, columns: MatRef<'_, Complex<T>>) -> Result<(), MomError> {
        let entries = self.queue.upload(&numbers(columns));
        let columns = columns.ncols();
        self.held.insert(strip, Strip { entries, columns });
        Ok(())
    }

    fn prepare(&mut self, step: &Step<'_, T>) -> Result<(), MomError> {
        let [from, to] = moves(step.exchanges, step.done);
        let width = step.columns.ncols();
        let own: Vec<u32> = (step.done..step.done + width)
            .map(|row| row as u32)
            .collect();
        // Freed before its successor is allocated.
        self.prepared = None;
        let prepared = Prepared {
            columns: self.queue.upload(&numbers(step.columns)),
            inverse: self.queue.upload(&numbers(step.inverse)),
            done: step.done,
            width,
            count: from.len(),
            from: self.queue.upload(&from),
            to: self.queue.upload(&to),
            own: self.queue.upload(&own),
        };
        if self.tile.is_none() {
            self.tile = Some(self.fastest(width, &prepared)?);
        }
        self.prepared = Some(prepared);
        Ok(())
    }

    fn eliminate(&mut self, strip: usize) -> Result<(), MomError> {
        let (Some(strip), Some(prepared), Some(tile)) =
            (self.held.get(&strip), &self.prepared, self.tile)
        else {
            return Ok(());
        };
        self.solve(strip, prepared);
        self.subtract(&strip.entries, strip.columns, prepared, tile);
        Ok(())
    }

    fn recall(&mut self, strip: usize) {
        if let Some(Strip { entries, .. }) = self.held.remove(&strip) {
            let answer = self.queue.read(&[(&entries, entries.len())]);
            self.recalled.insert(strip, answer);
        }
    }

    fn receive(
        &mut self,
        strip: usize,
        mut columns: MatMut<'_, Complex<T>>,
    ) -> Result<(), MomError> {
        let Some(answer) = self.recalled.remove(&strip) else {
            return Ok(());
        };
        let answer = block_on(answer)?;
        let entries = answer[0].chunks_exact(2 * self.size);
        for (column, entries) in columns.as_mut().col_iter_mut().zip(entries) {
            for (z, parts) in column.iter_mut().zip(entries.chunks_exact(2)) {
                *z = Complex::new(parts[0], parts[1]);
            }
        }
        Ok(())
    }

    fn forget(&mut self, strip: usize) {
        self.held.remove(&strip);
    }

    fn wait(&mut self) -> Result<(), MomError> {
        Ok(self.queue.wait()?)
    }
}
