//! Panels filled by a device: separated triangles are integrated there by rules, however distant, while the CPU integrates singular and near-singular pairs.

use cubecl::future::block_on;
use cubecl::prelude::Runtime;
use poynting_exec::gpu::queue::Queue;
use poynting_exec::{Budget, Real};
use poynting_mom_core::{Assembly, Fill, MomError, Pair, Pairs};
use rayon::prelude::*;

use crate::regular::{RegularOnDevice, deliver, entries_bytes, widest};

/// Maximum bytes of a panel's entries: enough pairs to keep a large GPU busy.
const PANEL_BYTES: u64 = 32 << 20;

/// Fills the panels of an assembly on an open device.
pub fn fill_queued<R: Runtime, T: Real>(
    queue: &Queue<R>,
    pairs: &Pairs<'_, T>,
    assembly: Assembly<'_, T>,
) -> Result<(), MomError> {
    let width = width(queue, pairs)?;
    let regular = RegularOnDevice::new(queue, pairs.corners(), pairs.rules(), width);
    assembly(&Filler {
        regular,
        pairs,
        width,
    })
}

/// Trial triangles per panel, as many as a buffer holds.
pub(crate) fn width<R: Runtime, T: Real>(
    queue: &Queue<R>,
    pairs: &Pairs<'_, T>,
) -> Result<usize, MomError> {
    let count = pairs.count();
    let buffer = Budget {
        bytes: queue.limits.buffer_bytes,
    };
    let row = entries_bytes::<T>(count, 1);
    buffer.check_on(&queue.device, row)?;
    let width = (PANEL_BYTES / row).max(1) as usize;
    Ok(width.min(widest::<T>(count, queue.limits)).min(count))
}

/// A device and its work.
struct Filler<'a, 'o, R: Runtime, T> {
    regular: RegularOnDevice<'a, R, T>,
    pairs: &'a Pairs<'o, T>,
    width: usize,
}

impl<R: Runtime, T: Real> Fill<T> for Filler<'_, '_, R, T> {
    fn width(&self) -> usize {
        self.width
    }

    fn fill(&self, first: usize, entries: &mut [[Pair<T>; 3]]) -> Result<(), MomError> {
        let (pairs, row) = (self.pairs, 3 * self.pairs.count());
        let trials = first..first + entries.len() / row;
        let classes: Vec<Vec<Vec<u32>>> = (trials.clone().into_par_iter())
            .map(|trial| pairs.classes(trial))
            .collect();
        self.launch(first, &classes);
        let answer = self.regular.ask(trials.len());
        pairs.fill_singular(first, &classes, entries)?;
        deliver(&block_on(answer)?[0], entries);
        Ok(())
    }
}

impl<R: Runtime, T: Real> Filler<'_, '_, R, T> {
    /// Sends a panel to the device, rule by rule.
    fn launch(&self, first: usize, classes: &[Vec<Vec<u32>>]) {
        let count = self.pairs.count() as u32;
        self.regular.clear();
        for rule in 0..self.pairs.rules().len() {
            let trials = (0..).zip(classes);
            let cells: Vec<u32> = trials
                .flat_map(|(n, classes)| classes[rule].iter().map(move |test| n * count + test))
                .collect();
            if cells.is_empty() {
                continue;
            }
            let pairs = self.regular.pairs(rule, first, &cells);
            if let Some(integrand) = self.pairs.electric() {
                pairs.electric(integrand);
            }
            if let Some(integrand) = self.pairs.magnetic() {
                pairs.magnetic(integrand);
            }
        }
    }
}
