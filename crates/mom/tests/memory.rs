//! The arrays that the plan counts, compared with what an allocator counts while a solution runs.

#![allow(clippy::unwrap_used)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use poynting_geometry::Body;
use poynting_mom::krylov::{Options, System as Equations, solve};
use poynting_mom::mlfma::{self, Mlfma};
use poynting_mom::precondition::block_diagonal;
use poynting_mom::{Complex, Equation, Mat, MemoryTable, Operator, RwgSpace};
use poynting_scene::Precision;

/// Bytes that are allocated, and the most that ever were.
static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

struct Counting;

// SAFETY: every call is passed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let held = HELD.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(held, Relaxed);
        // SAFETY: as for this function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as for this function.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Within 5 %, as `check` announces memory: work arrays of threads are not counted.
#[test]
fn a_solution_takes_what_is_counted() {
    let body = Body::Sphere {
        center: [0.0; 3],
        radius: 1.0,
    };
    let surface = body.mesh(0.075).unwrap();
    let before = HELD.load(Relaxed);
    let space = RwgSpace::new(&surface).unwrap();
    // Eight edges per wavelength.
    let k = std::f64::consts::TAU / (8.0 * 0.075);
    let operator = Operator::new(&space, k, Equation::Combined { alpha: 0.5 }, 1e-2).unwrap();
    let table = MemoryTable::new(&operator, 3, Precision::F32, 2, None);
    PEAK.store(HELD.load(Relaxed), Relaxed);

    let matrix = Mlfma::<f32>::new(&operator, mlfma::Options::new(3.0)).unwrap();
    let inverse = block_diagonal(matrix.near_matrix().with_diagonal()).unwrap();
    let sides = Mat::from_fn(space.len(), 2, |row, column| {
        Complex::new(1.0, (row % (3 + column)) as f32)
    });
    let system = Equations {
        matrix: &matrix,
        preconditioner: &inverse,
    };
    let few = &mut |step: &poynting_mom::krylov::Step| match step.iteration {
        0..2 => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    };
    solve(system, sides.as_ref(), &Options::default(), few).unwrap();

    let [counted, on_disk] = table.total();
    let taken = PEAK.load(Relaxed) - before;
    let ratio = counted as f64 / taken as f64;
    println!(
        "{} unknowns, {counted} bytes counted, {taken} taken: {ratio:.4}",
        space.len()
    );
    assert!((ratio - 1.0).abs() < 0.05 && on_disk == 0, "{ratio}");
}
