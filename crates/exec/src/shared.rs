//! A slice that several threads write at disjoint places.

use std::marker::PhantomData;

/// A view of a mutable slice that can be copied to every thread. Callers that take parts of it guarantee that no
/// part is written while another reference to it lives: traversals derive that from the operators' reach.
#[derive(Debug)]
pub struct SharedSlice<'a, T> {
    start: *mut T,
    len: usize,
    life: PhantomData<&'a mut [T]>,
}

impl<T> Clone for SharedSlice<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for SharedSlice<'_, T> {}

// SAFETY: it gives out what `&mut [T]` and `&[T]` would, on any thread; callers of the accessors guarantee that nothing is written
// while another reference to it exists.
unsafe impl<T: Send + Sync> Send for SharedSlice<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Send + Sync> Sync for SharedSlice<'_, T> {}

impl<'a, T> SharedSlice<'a, T> {
    /// Shares a slice for as long as it is borrowed.
    pub fn new(slice: &'a mut [T]) -> Self {
        Self {
            start: slice.as_mut_ptr(),
            len: slice.len(),
            life: PhantomData,
        }
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// A pointer to element `at`, for kernels that check their bounds once for many rows.
    #[inline(always)]
    pub fn pointer(&self, at: usize) -> *mut T {
        debug_assert!(at < self.len);
        self.start.wrapping_add(at)
    }

    /// The elements `at .. at + len`.
    ///
    /// # Safety
    /// No element of the range may be written, through this or another copy, while the result lives.
    #[inline(always)]
    pub unsafe fn get(&self, at: usize, len: usize) -> &'a [T] {
        assert!(at <= self.len && len <= self.len - at);
        // SAFETY: in bounds, as asserted above; not written, as the caller guarantees.
        unsafe { std::slice::from_raw_parts(self.start.add(at), len) }
    }

    /// The elements `at .. at + len`, for writing.
    ///
    /// # Safety
    /// No other reference may read or write an element of the range, through this or another copy, while the result lives.
    #[allow(clippy::mut_from_ref)]
    #[inline(always)]
    pub unsafe fn get_mut(&self, at: usize, len: usize) -> &'a mut [T] {
        assert!(at <= self.len && len <= self.len - at);
        // SAFETY: in bounds, as asserted above; exclusive, as the caller guarantees.
        unsafe { std::slice::from_raw_parts_mut(self.start.add(at), len) }
    }
}
