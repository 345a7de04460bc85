//! The counters of executed code that libFuzzer reads.
//!
//! The instrumented code announces its counters when the program starts: one for each branch of every reader, some hundred thousand. libFuzzer clears and
//! reads all of them around each execution, which takes longer than a small reader does. So the linker passes the announcement to this file
//! (`--wrap`, in build.rs), and libFuzzer is told of those pages of counters that the corpus of the target touches. Coverage elsewhere goes unnoticed until
//! a merge, for which all counters are announced; defects are found everywhere.

use std::slice;
use std::sync::atomic::{AtomicPtr, Ordering};

/// Counters that are announced together.
const PAGE: usize = 4096;

/// An entry of the table beside the counters: the address of the code, and flags.
type Place = [usize; 2];

static FIRST: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());
static END: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());
static PLACES: AtomicPtr<Place> = AtomicPtr::new(std::ptr::null_mut());

unsafe extern "C" {
    fn __real___sanitizer_cov_8bit_counters_init(first: *mut u8, end: *mut u8);
    fn __real___sanitizer_cov_pcs_init(first: *const Place, end: *const Place);
}

/// Called once per object file, each time with the counters of the whole program.
#[unsafe(no_mangle)]
extern "C" fn __wrap___sanitizer_cov_8bit_counters_init(first: *mut u8, end: *mut u8) {
    FIRST.store(first, Ordering::Relaxed);
    END.store(end, Ordering::Relaxed);
}

/// The same for their places in the code.
#[unsafe(no_mangle)]
extern "C" fn __wrap___sanitizer_cov_pcs_init(first: *mut Place, _: *mut Place) {
    PLACES.store(first, Ordering::Relaxed);
}

/// Announces all counters.
pub fn announce_all() {
    announce(0, count());
}

/// Announces the pages of counters that differ from zero after this.
pub fn announce_touched(run: impl FnOnce()) {
    let first = FIRST.load(Ordering::Relaxed);
    run();
    // SAFETY: the counters are bytes in static memory, and no other thread runs instrumented code.
    let counters = unsafe { slice::from_raw_parts_mut(first, count()) };
    let touched: Vec<bool> = counters
        .chunks(PAGE)
        .map(|page| page.iter().any(|&counter| counter != 0))
        .collect();
    counters.fill(0);
    let end = |page: usize| (page * PAGE).min(count());
    for run in runs(&touched) {
        announce(end(run.start), end(run.end));
    }
}

/// The runs of true values.
fn runs(values: &[bool]) -> Vec<std::ops::Range<usize>> {
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    for n in (0..values.len()).filter(|&n| values[n]) {
        match found.last_mut() {
            Some(last) if last.end == n => last.end = n + 1,
            _ => found.push(n..n + 1),
        }
    }
    found
}

fn count() -> usize {
    let (first, end) = (FIRST.load(Ordering::Relaxed), END.load(Ordering::Relaxed));
    end as usize - first as usize
}

fn announce(from: usize, to: usize) {
    let (first, places) = (
        FIRST.load(Ordering::Relaxed),
        PLACES.load(Ordering::Relaxed),
    );
    // SAFETY: both tables have an entry per counter, and libFuzzer keeps the addresses.
    unsafe {
        __real___sanitizer_cov_8bit_counters_init(first.add(from), first.add(to));
        __real___sanitizer_cov_pcs_init(places.add(from), places.add(to));
    }
}
