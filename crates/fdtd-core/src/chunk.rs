//! Loads and stores of whole chunks.

use poynting_exec::Real;
use poynting_grid::CHUNK;

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
