//! Time-skewed tiles: a block of steps at once on a working set that stays in the L2 cache.
//!
//! The grid is cut along y into tiles of rows; a tile [a, b) is swept by a front p along x. At front p the steps
//! t = 0 .. T - 1 are taken in turn, each one row and one plane behind the last:
//!
//! ```text
//! E of step t at x = p - t,      rows [a - t,     b - t)
//! H of step t at x = p - t - 1,  rows [a - t - 1, b - t - 1)
//! ```
//!
//! E looks one row and plane back, at H of step t - 1, which this front has just left at x = p - t and which
//! the previous tile left at row a - t - 1; H looks one ahead, at E of step t. So a tile only needs its left
//! neighbour to have done the same front, and nothing from its right neighbour: tiles run one after the
//! other, or on several threads, each a front behind the thread before. (Time skewing: D. Wonnacott, Int. J.
//! Parallel Program. 30, 181 (2002); for Yee grids: T. Fukaya and T. Iwashita, Proc. HPC Asia 2018, 122.)
//!
//! Around a periodic y axis the last row is the first one's neighbour. There tiles consist of whole planes: no row lags behind another one of its
//! plane, and threads share the steps of a block instead of its rows.
//!
//! Around a periodic x axis E of plane 0 looks back at H of the last plane, which the walk reaches at its end. Within one step that is right: all E look
//! at H of the step before, all H at E of this step. A second step could not follow before the first one has ended, so there a block has one step; E and H
//! still share one pass over memory.

use crate::block::{BLOCK, Block};
use crate::operator::{Operators, apply_all};
use poynting_exec::{Bell, FlushToZero, Pool, Real};
use poynting_grid::{HalfStep, Layout, Region, overlap};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The shape of a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TileShape {
    /// Rows along y; all of them if y is periodic and x is not.
    pub rows: usize,
    /// Steps that are taken at once, at most; one if x is periodic.
    pub steps: usize,
}

impl TileShape {
    /// Tiles whose working set at a front fills at most two thirds of the L2 cache, as many for every thread.
    pub fn for_layout<T: Real>(layout: &Layout, threads: usize) -> Self {
        let cache = 2 * poynting_exec::l2_bytes().unwrap_or(1 << 20) as usize / 3;
        let active = layout.active();
        let row_bytes = 6 * size_of::<T>() * (active.z.len() + 1);
        let rows = active.y.len();
        if has_whole_planes(layout) {
            let planes = cache / (row_bytes * rows);
            let steps = planes.saturating_sub(2) * threads;
            return Self {
                rows,
                steps: steps.clamp(2, BLOCK),
            };
        }
        let steps = if layout.periodic[0] { 1 } else { BLOCK };
        let most = (cache / (row_bytes * (steps + 2))).saturating_sub(2);
        // The last time level lags by `steps` rows.
        let rows = rows + steps;
        let tiles = rows.div_ceil(most.clamp(4, 64)).next_multiple_of(threads);
        Self {
            rows: rows.div_ceil(tiles).max(4),
            steps,
        }
    }
}

/// Whether tiles are whole planes: y is periodic, and several steps are taken at once.
fn has_whole_planes(layout: &Layout) -> bool {
    layout.periodic[1] && !layout.periodic[0]
}

/// The walk along one axis: steps `0 .. count`, each giving a range of nodes per time level.
struct Walk {
    nodes: usize,
    width: usize,
    count: usize,
}

impl Walk {
    fn new(nodes: usize, width: usize, steps: usize) -> Self {
        // The last time level lags `steps` nodes (H one more than E), so the walk continues that far.
        Self {
            nodes,
            width,
            count: (nodes + steps).div_ceil(width),
        }
    }

    /// The nodes of walk step `at`, lagging by `lag`.
    fn range(&self, at: usize, lag: usize) -> Range<usize> {
        let start = (at * self.width).saturating_sub(lag).min(self.nodes);
        let end = ((at + 1) * self.width).saturating_sub(lag).min(self.nodes);
        start..end
    }
}

/// Advances the fields by a block of steps.
///
/// # Safety
/// As [`super::advance`].
pub(super) unsafe fn tiles(
    shape: TileShape,
    layout: &Layout,
    operators: &Operators<'_>,
    block: Block,
    pool: &Pool,
) {
    assert!(
        operators.iter().all(|o| o.reach() <= 1),
        "tiles are skewed by one row per half step"
    );
    let steps = if layout.periodic[0] { 1 } else { shape.steps };
    for first in (0..block.steps).step_by(steps) {
        let part = Block {
            first_step: block.first_step + first as u64,
            steps: steps.min(block.steps - first),
        };
        // SAFETY: passed on to the caller.
        unsafe { at_once(shape, layout, operators, (part, first), pool) };
    }
}

/// The tiles of a block of steps.
enum Tiles {
    /// Some rows of each plane, for all steps.
    OfRows { walk: Walk, steps: usize },
    /// All rows of each plane, for some of the steps.
    OfSteps {
        rows: usize,
        steps: usize,
        count: usize,
    },
}

impl Tiles {
    fn new(shape: TileShape, layout: &Layout, steps: usize, threads: usize) -> Self {
        let rows = layout.active().y.len();
        if has_whole_planes(layout) {
            let count = threads.min(steps);
            Self::OfSteps { rows, steps, count }
        } else {
            let walk = Walk::new(rows, shape.rows, steps);
            Self::OfRows { walk, steps }
        }
    }

    fn count(&self) -> usize {
        match self {
            Self::OfRows { walk, .. } => walk.count,
            Self::OfSteps { count, .. } => *count,
        }
    }

    /// The steps that a tile takes.
    fn steps(&self, tile: usize) -> Range<usize> {
        match *self {
            Self::OfRows { steps, .. } => 0..steps,
            Self::OfSteps { steps, count, .. } => tile * steps / count..(tile + 1) * steps / count,
        }
    }

    /// The rows of a tile, lagging by `lag`.
    fn rows(&self, tile: usize, lag: usize) -> Range<usize> {
        match self {
            Self::OfRows { walk, .. } => walk.range(tile, lag),
            Self::OfSteps { rows, .. } => 0..*rows,
        }
    }
}

/// Advances the fields by steps that are taken at once, so many steps after the halo was last known.
///
/// # Safety
/// As [`super::advance`].
unsafe fn at_once(
    shape: TileShape,
    layout: &Layout,
    operators: &Operators<'_>,
    (block, earlier): (Block, usize),
    pool: &Pool,
) {
    let active = layout.active();
    let known: Vec<[Region; 2]> = (earlier..earlier + block.steps)
        .map(|t| [HalfStep::E, HalfStep::H].map(|half| layout.known(half, t)))
        .collect();
    let fronts = Walk::new(active.x.len(), 1, block.steps);
    let tiles = Tiles::new(shape, layout, block.steps, pool.threads());
    let run_front = |tile: usize, front: usize| {
        for t in tiles.steps(tile) {
            for (half, lag) in [(HalfStep::E, t), (HalfStep::H, t + 1)] {
                let Region { x, y, z } = &known[t][half as usize];
                let region = Region {
                    x: overlap(x, &fronts.range(front, lag)),
                    y: overlap(y, &tiles.rows(tile, lag)),
                    z: z.clone(),
                };
                if !region.x.is_empty() && !region.y.is_empty() {
                    // SAFETY: the tile before has done this front or more. Tiles of rows: where that one is at the same x it is
                    // at a later step, on rows that this tile has finished with and no longer reads. Tiles of steps: it is at planes
                    // that this tile reaches later. The tile after touches nothing of this one before this front is done.
                    // In one step around a periodic axis E of the first rows and planes has read H of the last ones before these
                    // are updated, and H of the last ones reads E of the first after their update.
                    unsafe { apply_all(operators, half, &region, block.first_step + t as u64) };
                }
            }
        }
    };
    if pool.threads() == 1 {
        let _denormals = FlushToZero::on();
        for tile in 0..tiles.count() {
            (0..fronts.count).for_each(|front| run_front(tile, front));
        }
        return;
    }
    // done[tile]: fronts that the tile has finished.
    let done: Vec<AtomicUsize> = (0..tiles.count()).map(|_| AtomicUsize::new(0)).collect();
    let bell = Bell::default();
    pool.on_every_thread(|thread| {
        let _denormals = FlushToZero::on();
        for tile in (thread..tiles.count()).step_by(pool.threads()) {
            let progress = TileProgress {
                fronts: &done[tile],
                bell: &bell,
            };
            for front in 0..fronts.count {
                if tile > 0 {
                    bell.wait(|| done[tile - 1].load(Ordering::Acquire) > front);
                }
                run_front(tile, front);
                progress.set(front + 1);
            }
        }
    });
}

/// Fronts that a tile has finished. If its thread panics, waiting threads are released.
struct TileProgress<'a> {
    fronts: &'a AtomicUsize,
    bell: &'a Bell,
}

impl TileProgress<'_> {
    fn set(&self, fronts: usize) {
        self.fronts.store(fronts, Ordering::Release);
        self.bell.ring();
    }
}

impl Drop for TileProgress<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.set(usize::MAX);
        }
    }
}
