//! The arena: every persistent buffer of a solver, by name.
//!
//! Checkpoints, uploads and per-device slabs all walk the same list. Memory comes zeroed and untouched
//! from the system, so a large model costs nothing until it is used; starts are staggered so that
//! equal offsets in different buffers do not fall on the same cache set.

use crate::SharedSlice;
use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::marker::PhantomData;

/// Plain numbers that a buffer may hold.
///
/// # Safety
/// Every bit pattern is a valid value, so that any memory may be read as such numbers; there is no padding, so that numbers
/// may be read as bytes; and the alignment is at most that of a cache line, where every buffer starts.
pub unsafe trait Element: Copy + Send + Sync + 'static {}
// SAFETY: a plain number: any bits, no padding, aligned to its size.
unsafe impl Element for f32 {}
// SAFETY: a plain number: any bits, no padding, aligned to its size.
unsafe impl Element for f64 {}
// SAFETY: a plain number: any bits, no padding, aligned to its size.
unsafe impl Element for u8 {}
// SAFETY: a plain number: any bits, no padding, aligned to its size.
unsafe impl Element for u16 {}
// SAFETY: a plain number: any bits, no padding, aligned to its size.
unsafe impl Element for u32 {}

/// The bytes of numbers.
pub fn bytes_of<T: Element>(values: &[T]) -> &[u8] {
    // SAFETY: an `Element` has no padding, so each of its bytes is initialised.
    unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), size_of_val(values)) }
}

/// The bytes of numbers, to be written.
pub fn bytes_of_mut<T: Element>(values: &mut [T]) -> &mut [u8] {
    // SAFETY: as above; and any bytes are a valid `Element`.
    unsafe { std::slice::from_raw_parts_mut(values.as_mut_ptr().cast(), size_of_val(values)) }
}

/// Identifies a buffer of an arena.
#[derive(Debug)]
pub struct Handle<T> {
    index: usize,
    kind: PhantomData<T>,
}

impl<T> Clone for Handle<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Handle<T> {}

#[derive(Debug)]
struct Buffer {
    name: String,
    allocation: *mut u8,
    layout: Layout,
    start: *mut u8,
    bytes: usize,
}

// SAFETY: a buffer owns its memory, which any thread may free, and holds plain numbers.
unsafe impl Send for Buffer {}
// SAFETY: through a shared reference memory is only read; writing takes `&mut Arena`, or `SharedSlice`, whose users guarantee
// disjoint access.
unsafe impl Sync for Buffer {}

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout, freed once.
        unsafe { dealloc(self.allocation, self.layout) };
    }
}

/// Named, zero-initialised, cache-line aligned buffers.
#[derive(Debug, Default)]
pub struct Arena {
    buffers: Vec<Buffer>,
}

const PAGE: usize = 4096;
const LINE: usize = 64;
const HUGE_PAGE: usize = 2 << 20;
/// Distance between the starts of consecutive buffers in a page: an odd number of lines, so that equal offsets fall on different cache sets, and long
/// enough that a load rarely waits for a store to the same place in another page.
const STAGGER: usize = 9 * LINE;

impl Arena {
    /// An empty arena.
    pub fn new() -> Self {
        Self::default()
    }

    /// A new buffer of `len` zeros.
    pub fn alloc<T: Element>(&mut self, name: impl Into<String>, len: usize) -> Handle<T> {
        // A size beyond all memory must not wrap around to a small one; the layout then rejects it.
        let bytes = len.saturating_mul(size_of::<T>());
        // The system provides large zeroed blocks lazily only at its own small alignment, so request
        // more and choose the start: aligned to a page (a huge page if that pays off), then staggered.
        let align = if bytes >= 8 * HUGE_PAGE {
            HUGE_PAGE
        } else {
            PAGE
        };
        let stagger = (self.buffers.len() % 16) * STAGGER;
        let Ok(layout) = Layout::from_size_align(bytes.saturating_add(align + 16 * STAGGER), 16)
        else {
            handle_alloc_error(Layout::new::<T>())
        };
        // SAFETY: the size is not zero.
        let allocation = unsafe { alloc_zeroed(layout) };
        if allocation.is_null() {
            handle_alloc_error(layout);
        }
        let offset = allocation.align_offset(align) + stagger;
        // SAFETY: offset + bytes lies within the allocation by the choice of its size.
        let start = unsafe { allocation.add(offset) };
        if align == HUGE_PAGE {
            advise_huge_pages(start, bytes);
        }
        self.buffers.push(Buffer {
            name: name.into(),
            allocation,
            layout,
            start,
            bytes,
        });
        Handle {
            index: self.buffers.len() - 1,
            kind: PhantomData,
        }
    }

    /// Reads a buffer.
    pub fn slice<T: Element>(&self, handle: Handle<T>) -> &[T] {
        let buffer = &self.buffers[handle.index];
        // SAFETY: `bytes` bytes from `start` on are allocated, and zeroed or written since. A handle of another arena may refer to
        // a buffer of another type: that also starts at a cache line, and any bits are a valid value.
        unsafe { std::slice::from_raw_parts(buffer.start.cast(), buffer.bytes / size_of::<T>()) }
    }

    /// Writes a buffer.
    pub fn slice_mut<T: Element>(&mut self, handle: Handle<T>) -> &mut [T] {
        let buffer = &mut self.buffers[handle.index];
        // SAFETY: as in `slice`; exclusive through `self`.
        unsafe {
            std::slice::from_raw_parts_mut(buffer.start.cast(), buffer.bytes / size_of::<T>())
        }
    }

    /// Shares several buffers of one type, to be written at disjoint places.
    pub fn share<T: Element, const N: usize>(
        &mut self,
        handles: [Handle<T>; N],
    ) -> [SharedSlice<'_, T>; N] {
        for (a, first) in handles.iter().enumerate() {
            assert!(
                handles[a + 1..].iter().all(|h| h.index != first.index),
                "a buffer is shared twice"
            );
        }
        handles.map(|handle| {
            let buffer = &self.buffers[handle.index];
            // SAFETY: as in `slice_mut`; the handles are distinct and `self` is borrowed mutably.
            SharedSlice::new(unsafe {
                std::slice::from_raw_parts_mut(buffer.start.cast(), buffer.bytes / size_of::<T>())
            })
        })
    }

    /// Name and size in bytes of every buffer, in order of allocation.
    pub fn buffers(&self) -> impl Iterator<Item = (&str, usize)> {
        self.buffers.iter().map(|b| (b.name.as_str(), b.bytes))
    }

    /// Total bytes requested.
    pub fn bytes(&self) -> u64 {
        self.buffers.iter().map(|b| b.layout.size() as u64).sum()
    }
}

#[cfg(target_os = "linux")]
fn advise_huge_pages(start: *mut u8, bytes: usize) {
    let aligned = start as usize / PAGE * PAGE;
    // SAFETY: advice on memory we own; failure changes nothing but speed.
    unsafe { libc::madvise(aligned as *mut libc::c_void, bytes, libc::MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
fn advise_huge_pages(_: *mut u8, _: usize) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_are_zero_named_aligned_and_apart() {
        let mut arena = Arena::new();
        let a = arena.alloc::<f32>("a", 1000);
        let b = arena.alloc::<f64>("b", 10);
        assert!(arena.slice(a).iter().all(|&x| x == 0.0) && arena.slice(a).len() == 1000);
        arena.slice_mut(a)[999] = 2.0;
        arena.slice_mut(b)[0] = 3.0;
        assert!(arena.slice(a)[999] == 2.0 && arena.slice(b)[0] == 3.0);
        assert_eq!(arena.slice(a).as_ptr() as usize % LINE, 0);
        assert_eq!(
            arena.buffers().collect::<Vec<_>>(),
            [("a", 4000), ("b", 80)]
        );
    }

    #[test]
    #[should_panic(expected = "shared twice")]
    fn one_buffer_is_not_shared_twice() {
        let mut arena = Arena::new();
        let a = arena.alloc::<f32>("a", 8);
        let _ = arena.share([a, a]);
    }
}
