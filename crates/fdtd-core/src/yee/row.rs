//! One row of the Yee update, chunk by chunk.

use crate::coefficients::Pattern;
use crate::formula::{advance, curl};
use poynting_exec::Real;
use poynting_grid::CHUNK;

/// The first node of a row in everything that its update reads and writes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row<T> {
    pub target: [*mut T; 3],
    /// The three driving components.
    pub here: [*const T; 3],
    /// Those along y and z at the neighbour along x.
    pub aside_x: [*const T; 2],
    /// Those along x and z at the neighbour along y.
    pub aside_y: [*const T; 2],
    /// Those along x and y at the neighbour along z.
    pub aside_z: [*const T; 2],
    pub over_x: T,
    pub over_y: T,
    pub over_z: *const T,
}

impl<T: Real> Row<T> {
    /// Updates the chunk that starts at node `k`, with coefficients of the components from `first` on.
    ///
    /// All loads come before the stores, so that it compiles to straight vector code.
    ///
    /// # Safety
    /// A chunk at node `k` lies within the buffers of all pointers. No other thread touches the target there or writes the drivers.
    #[inline(always)]
    pub unsafe fn update(&self, k: usize, pattern: &Pattern<T>, first: usize) {
        let Self {
            target,
            here,
            aside_x,
            aside_y,
            aside_z,
            over_x,
            over_y,
            over_z,
        } = *self;
        // SAFETY: passed on to the caller.
        unsafe {
            let [dx, dy, dz] = here.map(|row| load(row, k));
            let [dy_x, dz_x] = aside_x.map(|row| load(row, k));
            let [dx_y, dz_y] = aside_y.map(|row| load(row, k));
            let [dx_z, dy_z] = aside_z.map(|row| load(row, k));
            let over_z = load(over_z, k);
            let [mut x, mut y, mut z] = target.map(|row| load(row, k));
            let keep = &pattern.keep[first..first + 3];
            let gain = &pattern.gain[first..first + 3];
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
            for (row, values) in target.into_iter().zip([x, y, z]) {
                store(row, k, values);
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
