//! The plain sweep: E everywhere, then H everywhere, one plane of x at a time.
//!
//! Each thread has its own planes, which stay in its cache, and takes planes of other threads when it has none left.

use crate::block::Block;
use crate::operator::{Operators, apply_all};
use poynting_exec::{Bell, FlushToZero, Pool};
use poynting_grid::{HalfStep, Layout, Region};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Advances the fields by a block of steps.
///
/// # Safety
/// As [`super::advance`].
pub(super) unsafe fn sweep(layout: &Layout, operators: &Operators<'_>, block: Block, pool: &Pool) {
    let plane = |(half, step, nodes): &(HalfStep, u64, Region), i: usize| {
        // A seam is filled from its neighbours.
        if layout.seams[0] == Some(i) {
            return;
        }
        let region = Region {
            x: i..i + 1,
            ..nodes.clone()
        };
        // SAFETY: by the contract of `Operator` a half step writes only its own field, at nodes of the region, and all planes are
        // distinct; nothing else is at work, as the caller promises.
        unsafe { apply_all(operators, *half, &region, *step) };
    };
    let halves = (0..block.steps).flat_map(|t| {
        let step = block.first_step + t as u64;
        [HalfStep::E, HalfStep::H].map(|half| (half, step, layout.known(half, t)))
    });
    if pool.threads() == 1 {
        // On the thread of the caller: handing over to another one costs as much as many planes.
        let _denormals = FlushToZero::on();
        halves.for_each(|half| half.2.x.clone().for_each(|i| plane(&half, i)));
        return;
    }
    let work: Vec<_> = halves
        .map(|half| (SharedPlanes::new(&half.2.x, pool.threads()), half))
        .collect();
    let bell = Bell::default();
    pool.on_every_thread(|thread| {
        let _denormals = FlushToZero::on();
        for (planes, half) in &work {
            planes.take(thread, &bell, |i| plane(half, i));
            bell.wait(|| planes.all_done());
        }
    });
}

/// The planes of a half step, taken by several threads. A thread that comes late finds them taken.
struct SharedPlanes {
    /// The planes of each thread, and how many of them are taken.
    shares: Vec<(Range<usize>, AtomicUsize)>,
    count: usize,
    done: AtomicUsize,
}

impl SharedPlanes {
    fn new(planes: &Range<usize>, threads: usize) -> Self {
        let bound = |thread| planes.start + planes.len() * thread / threads;
        let share = |thread| (bound(thread)..bound(thread + 1), AtomicUsize::new(0));
        Self {
            shares: (0..threads).map(share).collect(),
            count: planes.len(),
            done: AtomicUsize::new(0),
        }
    }

    /// Calls `work` with planes, those of this thread first, until all are taken.
    fn take(&self, thread: usize, bell: &Bell, work: impl Fn(usize)) {
        let mut part = Part {
            planes: self,
            bell,
            done: 0,
        };
        let (after, before) = (&self.shares[thread..], &self.shares[..thread]);
        for (planes, taken) in after.iter().chain(before) {
            // No order with other memory is needed: each plane is taken once, and `done` orders the half steps.
            let next = || planes.start + taken.fetch_add(1, Ordering::Relaxed);
            for i in std::iter::repeat_with(next).take_while(|i| planes.contains(i)) {
                work(i);
                part.done += 1;
            }
        }
    }

    fn all_done(&self) -> bool {
        self.done.load(Ordering::Acquire) >= self.count
    }
}

/// What one thread has done in a half step. If it panics, waiting threads are released.
struct Part<'a> {
    planes: &'a SharedPlanes,
    bell: &'a Bell,
    done: usize,
}

impl Drop for Part<'_> {
    fn drop(&mut self) {
        let done = if std::thread::panicking() {
            self.planes.count
        } else {
            self.done
        };
        self.planes.done.fetch_add(done, Ordering::AcqRel);
        self.bell.ring();
    }
}
