//! The end of a program whose memory is exhausted.
//!
//! A plan refuses what does not fit, but other programs may take the memory meanwhile, or a limit of the process may be lower. Rust then aborts, which looks
//! like a defect of the program. Here the end has an exit code of its own. The state of files needs no care: they survive the end of a process at any moment.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

static IS_EXHAUSTED: AtomicBool = AtomicBool::new(false);
static CODE: AtomicU8 = AtomicU8::new(0);

/// The system's allocator. It notes when there is no memory left.
#[derive(Debug)]
pub struct NotingAllocator;

fn noted(place: *mut u8) -> *mut u8 {
    if place.is_null() {
        IS_EXHAUSTED.store(true, Relaxed);
    }
    place
}

// SAFETY: every call is passed on to the system's allocator.
unsafe impl GlobalAlloc for NotingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller guarantees.
        noted(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller guarantees.
        noted(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: as the caller guarantees.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller guarantees.
        noted(unsafe { System.realloc(place, layout, size) })
    }
}

/// From now on a program with this allocator that aborts because its memory is exhausted exits with `code` instead, and says so.
#[cfg(unix)]
pub fn exit_when_exhausted(code: u8) {
    const MESSAGE: &[u8] =
        b"error: the memory is exhausted; earlier results are unchanged\n help: `poynting check` shows what a run needs; --memory sets a limit\n";
    extern "C" fn end(signal: libc::c_int) {
        // SAFETY: only calls that are allowed in a handler of signals.
        unsafe {
            if IS_EXHAUSTED.load(Relaxed) {
                libc::write(2, MESSAGE.as_ptr().cast(), MESSAGE.len());
                libc::_exit(libc::c_int::from(CODE.load(Relaxed)));
            }
            libc::signal(signal, libc::SIG_DFL);
            libc::raise(signal);
        }
    }
    CODE.store(code, Relaxed);
    let handler: extern "C" fn(libc::c_int) = end;
    // SAFETY: the handler makes only calls that are allowed there.
    unsafe { libc::signal(libc::SIGABRT, handler as libc::sighandler_t) };
}

/// Aborts have no handler here.
#[cfg(not(unix))]
pub fn exit_when_exhausted(_code: u8) {}
