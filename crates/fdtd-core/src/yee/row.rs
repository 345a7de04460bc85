//! One row of the Yee update, chunk by chunk.

use crate::coefficients::Pattern;
use crate::formula::{advance, curl};
use poynting_exec::Real;
use poynting_grid::CHUNK;

/// A row of three components, with what drives them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row<T> {
    /// The components that are updated.
    pub targets: [*mut T; 3],
    /// The components that drive them.
    pub drivers: [*const T; 3],
    /// Offset of the first node in all of them.
    pub here: usize,
    /// Offsets of its neighbours along the axes.
    pub beside: [usize; 3],
    pub over_x: T,
    pub over_y: T,
    /// One per node of the row.
    pub over_z: *const T,
}

impl<T: Real> Row<T> {
    /// Updates the chunk at node `k`.
    ///
    /// All loads come before the stores, so that it compiles to straight vector code.
    ///
    /// # Safety
    /// The chunk and its neighbours lie within the components. No other thread touches the targets there or writes the drivers.
    #[inline(always)]
    pub unsafe fn update(&self, k: usize, pattern: &Pattern<T>) {
        let Self {
            targets,
            drivers,
            here,
            beside,
            over_x,
            over_y,
            over_z,
        } = *self;
        // SAFETY: passed on to the caller.
        unsafe {
            let [dx, dy, dz] = drivers.map(|row| load(row, here + k));
            let aside = |axis: usize, c: usize| load(drivers[c], beside[axis] + k);
            let [dy_x, dz_x] = [aside(0, 1), aside(0, 2)];
            let [dx_y, dz_y] = [aside(1, 0), aside(1, 2)];
            let [dx_z, dy_z] = [aside(2, 0), aside(2, 1)];
            let over_z = load(over_z, k);
            let [mut x, mut y, mut z] = targets.map(|row| load(row, here + k));
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
            for (row, values) in targets.into_iter().zip([x, y, z]) {
                store(row, here + k, values);
            }
        }
    }
}

/// The chunk that starts at the k-th value of a row.
///
/// # Safety
/// It lies in the row's buffer, and no other thread writes it.
#[inline(always)]
pub unsafe fn load<T: Real>(row: *const T, k: usize) -> [T; CHUNK] {
    // SAFETY: passed on to the caller; an array of T is aligned as T is.
    unsafe { row.add(k).cast::<[T; CHUNK]>().read() }
}

/// Stores a chunk at the k-th value of a row.
///
/// # Safety
/// It lies in the row's buffer, and no other thread touches it.
#[inline(always)]
pub unsafe fn store<T: Real>(row: *mut T, k: usize, values: [T; CHUNK]) {
    // SAFETY: passed on to the caller; an array of T is aligned as T is.
    unsafe { row.add(k).cast::<[T; CHUNK]>().write(values) }
}
