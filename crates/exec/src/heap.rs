//! Freed memory goes back to the system, so that a process has no more than what it uses.
//!
//! The C library of Linux keeps what is freed, and the larger the blocks that a program frees, the more: it then takes blocks of up to 32 MB from a heap
//! that shrinks only at its end, and has such a heap for every thread. A plan or a set of coefficients leaves tens of megabytes there
//! that nothing else can have.

/// Blocks from this size on are mapped by themselves, in bytes: they return when they are freed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const APART: libc::c_int = 256 << 10;

/// Maps large blocks by themselves from now on, whatever their size was before. For a program, not for a library in one.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn keep_large_blocks_apart() {
    // SAFETY: a setting of the allocator; failure changes nothing.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, APART);
        libc::mallopt(libc::M_TRIM_THRESHOLD, APART);
    }
}

/// Returns what has been freed to the system. It takes a millisecond per hundred megabytes in use.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn return_freed_memory() {
    // SAFETY: it changes no block in use.
    unsafe { libc::malloc_trim(0) };
}

/// Other systems decide for themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn keep_large_blocks_apart() {}

/// Other systems decide for themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn return_freed_memory() {}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests {
    use super::*;
    use crate::usage::resident_memory;

    /// Many small blocks with one in use at the end of the heap, which keeps the heap from shrinking by itself.
    #[test]
    fn what_is_freed_returns() {
        let blocks: Vec<Vec<u8>> = (0..200_000).map(|_| vec![1; 500]).collect();
        let last = std::hint::black_box(vec![1_u8; 500]);
        let full = resident_memory().unwrap();
        drop(blocks);
        return_freed_memory();
        let left = resident_memory().unwrap();
        assert!(left + (80 << 20) < full, "{full} then {left}");
        drop(last);
    }
}
