//! A slice that several threads write at disjoint places.

use std::marker::PhantomData;

/// A view of a mutable slice that can be copied to every thread. Whoever takes parts of it promises that no
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

// SAFETY: the accessors are unsafe and put the duty of disjointness on the caller.
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

    /// The elements `at .. at + len`.
    ///
    /// # Safety
    /// No element of the range is written by anybody while the result lives.
    #[inline(always)]
    pub unsafe fn get(&self, at: usize, len: usize) -> &'a [T] {
        assert!(at <= self.len && len <= self.len - at);
        // SAFETY: in bounds; not written, by the caller's promise.
        unsafe { std::slice::from_raw_parts(self.start.add(at), len) }
    }

    /// The elements `at .. at + len`, to be written.
    ///
    /// # Safety
    /// Nobody else reads or writes an element of the range while the result lives.
    #[allow(clippy::mut_from_ref)]
    #[inline(always)]
    pub unsafe fn get_mut(&self, at: usize, len: usize) -> &'a mut [T] {
        assert!(at <= self.len && len <= self.len - at);
        // SAFETY: in bounds; exclusive, by the caller's promise.
        unsafe { std::slice::from_raw_parts_mut(self.start.add(at), len) }
    }
}
