//! Consecutive rows of the Yee update, chunk by chunk.
//!
//! Rows of a plane follow each other in memory at the same distance in all components, so one offset leads to a chunk in each of them.

use crate::chunk::{load, store};
use crate::coefficients::{Pattern, PatternsFrom};
use crate::cpml::{Across, Layer, NoLayer, RowLayers, Stretched};
use crate::formula::{advance, curl};
use poynting_exec::Real;
use poynting_grid::CHUNK;

/// Consecutive rows of three components, with what drives them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rows<'a, T> {
    /// The first node of the first row, in the components that are updated.
    pub targets: [*mut T; 3],
    /// The same node in the components that drive them.
    pub drivers: [*const T; 3],
    /// Its neighbours there along the axes.
    pub beside: [[*const T; 3]; 3],
    /// Distance of each row to the next.
    pub stride: usize,
    /// Chunks of a row.
    pub chunks: usize,
    pub over_x: T,
    /// One per row.
    pub over_y: &'a [T],
    /// One per node of a row.
    pub over_z: *const T,
    /// The coefficients from the first node on.
    pub patterns: PatternsFrom<'a, T>,
}

impl<T: Real> Rows<'_, T> {
    /// Updates the rows in the PMLs that contain them.
    ///
    /// # Safety
    /// All chunks and their neighbours lie within the components. No other thread touches the targets there and their psi, or writes the
    /// drivers.
    #[inline(always)]
    pub unsafe fn update(&self, layers: Option<&RowLayers<'_, T>>) {
        // SAFETY: passed on to the caller.
        unsafe {
            let Some(layers) = layers else {
                return self.update_in((&NoLayer, &NoLayer), |_, _| None::<NoLayer>);
            };
            let along = |row: usize, n: usize| layers.z.chunk(row, n);
            match (&layers.x, &layers.y) {
                (None, None) => self.update_in((&NoLayer, &NoLayer), along),
                (None, Some(y)) => self.update_in((&NoLayer, y), along),
                (Some(x), None) => self.update_in((x, &NoLayer), along),
                (Some(x), Some(y)) => self.update_in((x, y), along),
            }
        }
    }

    /// Updates the rows in PMLs normal to x and y, and the chunks that have one in PMLs normal to z.
    ///
    /// # Safety
    /// As [`Self::update`].
    #[inline(always)]
    unsafe fn update_in<Z: Layer<T>>(
        &self,
        (x, y): (&impl Across<T>, &impl Across<T>),
        along: impl Fn(usize, usize) -> Option<Z>,
    ) {
        let mut space = Pattern::default();
        for (row, &over_y) in self.over_y.iter().enumerate() {
            let (x, y) = (x.row(row), y.row(row));
            for n in 0..self.chunks {
                let at = row * self.stride + n * CHUNK;
                let pattern = self.patterns.chunk(at, &mut space);
                let chunk = Chunk {
                    at,
                    n,
                    over_y,
                    pattern,
                };
                // SAFETY: passed on to the caller.
                unsafe {
                    match along(row, n) {
                        None => self.update_chunk(chunk, (&x, &y, &NoLayer)),
                        Some(z) => self.update_chunk(chunk, (&x, &y, &z)),
                    }
                }
            }
        }
    }

    /// Updates a chunk in PMLs normal to x, y and z.
    ///
    /// All loads of the fields come before the stores, so that it compiles to straight vector code.
    ///
    /// # Safety
    /// As [`Self::update`].
    #[inline(always)]
    unsafe fn update_chunk(
        &self,
        Chunk {
            at,
            n,
            over_y,
            pattern,
        }: Chunk<'_, T>,
        (in_x, in_y, in_z): (&impl Layer<T>, &impl Layer<T>, &impl Layer<T>),
    ) {
        let Self {
            targets,
            drivers,
            beside,
            over_x,
            over_z,
            ..
        } = *self;
        // SAFETY: passed on to the caller.
        unsafe {
            let [dx, dy, dz] = drivers.map(|row| load(row, at));
            let aside = |axis: usize, c: usize| load(beside[axis][c], at);
            let [dy_x, dz_x] = [aside(0, 1), aside(0, 2)];
            let [dx_y, dz_y] = [aside(1, 0), aside(1, 2)];
            let [dx_z, dy_z] = [aside(2, 0), aside(2, 1)];
            let over_z = load(over_z, n * CHUNK);
            let [mut x, mut y, mut z] = targets.map(|row| load(row, at));
            let Pattern { keep, gain } = *pattern;
            for n in 0..CHUNK {
                let along_x = curl(dz[n], dz_y[n], over_y, dy[n], dy_z[n], over_z[n]);
                x[n] = advance(keep[0][n], gain[0][n], x[n], along_x);
            }
            for n in 0..CHUNK {
                let along_y = curl(dx[n], dx_z[n], over_z[n], dz[n], dz_x[n], over_x);
                y[n] = advance(keep[1][n], gain[1][n], y[n], along_y);
            }
            for n in 0..CHUNK {
                let along_z = curl(dy[n], dy_x[n], over_x, dx[n], dx_y[n], over_y);
                z[n] = advance(keep[2][n], gain[2][n], z[n], along_z);
            }
            let mut stretched = Stretched {
                drivers: [[&dy, &dy_x], [&dz, &dz_x]],
                fields: [&mut z, &mut y],
                gains: [&gain[2], &gain[1]],
            };
            in_x.stretch(n, &mut stretched);
            let mut stretched = Stretched {
                drivers: [[&dz, &dz_y], [&dx, &dx_y]],
                fields: [&mut x, &mut z],
                gains: [&gain[0], &gain[2]],
            };
            in_y.stretch(n, &mut stretched);
            let mut stretched = Stretched {
                drivers: [[&dx, &dx_z], [&dy, &dy_z]],
                fields: [&mut y, &mut x],
                gains: [&gain[1], &gain[0]],
            };
            in_z.stretch(n, &mut stretched);
            for (row, values) in targets.into_iter().zip([x, y, z]) {
                store(row, at, values);
            }
        }
    }
}

/// A chunk among the rows.
struct Chunk<'p, T> {
    /// Distance of its first node from the first one of the rows.
    at: usize,
    /// Its number in its row.
    n: usize,
    over_y: T,
    pattern: &'p Pattern<T>,
}
