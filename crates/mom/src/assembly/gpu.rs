//! Panels filled by a device: triangles apart are integrated there by rules, however distant, near ones meanwhile on the processor.

use cubecl::future::block_on;
use cubecl::prelude::{ComputeClient, Runtime};
use poynting_exec::gpu::queue::Queue;
use poynting_exec::{Budget, Device, GpuDevice, OnDevice, Real, on_device};
use rayon::prelude::*;

use super::{Fill, Pairs, Store, assemble_with};
use crate::error::MomError;
use crate::far::gpu::{FarOnDevice, deliver, device_bytes, entries_bytes, widest};
use crate::formula::Pair;
use crate::integrand::{Electric, Magnetic};

/// Bytes that the entries of a panel may take: enough pairs to keep a large GPU busy.
const PANEL_BYTES: u64 = 32 << 20;

/// Adds all entries to a store, on a GPU.
pub(super) fn assemble_on<T: Real, S: Store<T>>(
    device: Device,
    pairs: &Pairs<'_, T>,
    store: &mut S,
) -> Result<(), MomError> {
    on_device(device, Work { pairs, store })?
}

struct Work<'a, 'o, T, S> {
    pairs: &'a Pairs<'o, T>,
    store: &'a mut S,
}

impl<T: Real, S: Store<T>> OnDevice for Work<'_, '_, T, S> {
    type Output = Result<(), MomError>;

    fn run<R: Runtime>(self, client: ComputeClient<R>, gpu: &GpuDevice) -> Self::Output {
        if T::BYTES == 8 {
            gpu.require_f64()?;
        }
        let queue = Queue {
            client,
            device: gpu.device,
            limits: gpu.limits,
        };
        let width = width(&queue, self.pairs)?;
        let bytes = device_bytes(self.pairs.count(), width, &self.pairs.rounded.rules);
        gpu.budget().check_on(gpu, bytes)?;
        assemble_queued(&queue, self.pairs, self.store)
    }
}

/// Adds all entries to a store, on a device that is open.
pub fn assemble_queued<R: Runtime, T: Real, S: Store<T>>(
    queue: &Queue<R>,
    pairs: &Pairs<'_, T>,
    store: &mut S,
) -> Result<(), MomError> {
    let width = width(queue, pairs)?;
    let rounded = &pairs.rounded;
    let far = FarOnDevice::new(queue, &rounded.corners, &rounded.rules, width);
    assemble_with(pairs, &Filler { far, pairs, width }, store)
}

/// Trial triangles of a panel, as many as a buffer holds.
fn width<R: Runtime, T: Real>(queue: &Queue<R>, pairs: &Pairs<'_, T>) -> Result<usize, MomError> {
    let count = pairs.count();
    let buffer = Budget {
        bytes: queue.limits.buffer_bytes,
    };
    let row = entries_bytes::<T>(count, 1);
    buffer.check_on(&queue.device, row)?;
    let width = (PANEL_BYTES / row).max(1) as usize;
    Ok(width.min(widest::<T>(count, queue.limits)).min(count))
}

/// A device and what it is asked for.
struct Filler<'a, 'o, R: Runtime, T> {
    far: FarOnDevice<'a, R, T>,
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
            .map(|trial| {
                pairs
                    .rounded
                    .classes(trial, pairs.first_test(trial), f64::INFINITY)
            })
            .collect();
        self.launch(first, &classes);
        let answer = self.far.ask(trials.len());
        let rows = entries.par_chunks_mut(row).zip(&classes);
        rows.enumerate().try_for_each(|(n, (out, classes))| {
            out.fill([[T::of(0.0); 2]; 3]);
            pairs.rounded.near(first + n, classes, out)?;
            pairs.halve(first + n, out);
            Ok::<(), MomError>(())
        })?;
        deliver(&block_on(answer)?[0], entries);
        Ok(())
    }
}

impl<R: Runtime, T: Real> Filler<'_, '_, R, T> {
    /// Sends a panel to the device, rule by rule.
    fn launch(&self, first: usize, classes: &[Vec<Vec<u32>>]) {
        let operator = self.pairs.rounded.operator;
        let [electric, magnetic] = operator.equation().factors();
        let k = operator.wave_number();
        let count = self.pairs.count() as u32;
        self.far.clear();
        for rule in 0..self.pairs.rounded.rules.len() {
            let trials = (0..).zip(classes);
            let cells: Vec<u32> = trials
                .flat_map(|(n, classes)| classes[rule].iter().map(move |test| n * count + test))
                .collect();
            if cells.is_empty() {
                continue;
            }
            let pairs = self.far.pairs(rule, first, &cells);
            if electric != 0.0 {
                pairs.electric(Electric::new(k, electric));
            }
            if magnetic != 0.0 {
                pairs.magnetic(Magnetic::new(k, magnetic));
            }
        }
    }
}
