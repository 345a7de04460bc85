//! Sources on a device: one thread per driven spot, which takes its actions one after another, so that
//! several sources on one spot act in the order of the scene.

use crate::fields::DeviceFields;
use crate::operator::{BlockHalfStep, DeviceOperator};
use crate::slab::Slab;
use cubecl::prelude::*;
use poynting_exec::Real;
use poynting_exec::gpu::queue::{Buffer, Queue};
use poynting_fdtd_core::block::Block;
use poynting_fdtd_core::drive::{Action, Drive, Driven};
use poynting_fdtd_core::formula::impress;
use poynting_grid::{HalfStep, Spot};

/// The sources of a stack of models.
#[derive(Debug)]
pub struct DriveOnDevice<T> {
    /// Per slab and half step.
    slabs: Vec<[DrivenSpots<T>; 2]>,
    /// Values of all signals in the current block.
    values: Buffer<T>,
}

/// Driven spots of a slab.
#[derive(Debug)]
struct DrivenSpots<T> {
    spots: Buffer<u32>,
    actions: Buffer<u32>,
    factors: Buffer<T>,
    count: usize,
}

impl<T: Real> DriveOnDevice<T> {
    /// Copies the positions of all sources to the device.
    pub fn new<R: Runtime>(queue: &Queue<R>, slabs: &[&Slab], models: &[&Drive]) -> Self {
        let slab = |slab: &&Slab| {
            [HalfStep::E, HalfStep::H].map(|half| DrivenSpots::new(queue, slab, models, half))
        };
        Self {
            slabs: slabs.iter().map(slab).collect(),
            values: queue.upload(&[]),
        }
    }

    /// Samples the signals for a block.
    pub fn begin<'a, R: Runtime>(
        &mut self,
        queue: &Queue<R>,
        models: impl Iterator<Item = &'a Drive>,
        block: Block,
    ) {
        let values: Vec<T> = models.flat_map(|drive| drive.values(block)).collect();
        self.values = queue.upload(&values);
    }
}

impl<T: Real> DrivenSpots<T> {
    fn new<R: Runtime>(queue: &Queue<R>, slab: &Slab, models: &[&Drive], half: HalfStep) -> Self {
        let mut driven: Vec<(usize, Spot, Driven, usize)> = Vec::new();
        let mut first_signal = 0;
        for (model, drive) in models.iter().enumerate() {
            let here = drive.spots.all(half).iter();
            let here = here.filter(|(spot, _)| slab.holds(model, spot.node));
            driven.extend(here.map(|(spot, d)| (model, *spot, *d, first_signal)));
            first_signal += drive.signals.len();
        }
        // Stable sort: actions on one spot keep their order.
        driven.sort_by_key(|(model, spot, ..)| (*model, *spot));
        let (mut spots, mut actions, mut factors) = (Vec::new(), Vec::new(), Vec::new());
        for same in driven.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let (model, spot, ..) = same[0];
            let component = spot.component as usize - half.first_component();
            spots.extend([
                slab.place(model, component, spot.node) as u32,
                factors.len() as u32,
            ]);
            for (_, _, Driven { signal, action }, first_signal) in same {
                let (prescribes, factor) = match action {
                    Action::Impress { factor } => (0, *factor),
                    Action::Prescribe => (1, 0.0),
                };
                actions.extend([(first_signal + signal) as u32, prescribes]);
                factors.push(T::of(factor));
            }
        }
        let count = spots.len() / 2;
        spots.extend([0, factors.len() as u32]);
        Self {
            spots: queue.upload(&spots),
            actions: queue.upload(&actions),
            factors: queue.upload(&factors),
            count,
        }
    }
}

impl<R: Runtime, T: Real> DeviceOperator<R, T> for DriveOnDevice<T> {
    fn launch(&self, fields: &DeviceFields<'_, R, T>, at: BlockHalfStep) {
        for (slab, halves) in fields.slabs.iter().zip(&self.slabs) {
            let driven = &halves[at.half as usize];
            if driven.count == 0 {
                continue;
            }
            let (count, dim) = Queue::<R>::grid(driven.count);
            // SAFETY: threads beyond the last spot do nothing; offsets and signals were made for these buffers.
            unsafe {
                drive::launch_unchecked::<T, R>(
                    &fields.queue.client,
                    count,
                    dim,
                    slab.of(at.half).arg(),
                    driven.spots.arg(),
                    driven.actions.arg(),
                    driven.factors.arg(),
                    self.values.arg(),
                    driven.count,
                    at.step,
                    at.block.steps,
                );
            }
        }
    }
}

/// Acts on every driven spot of a half step. `spots` holds the offset of each spot and the first of its `actions`, plus one
/// final end; an action is a signal and whether it prescribes (1) or impresses (0).
#[cube(launch_unchecked)]
pub fn drive<T: Real>(
    field: &mut Array<T>,
    spots: &Array<u32>,
    actions: &Array<u32>,
    factors: &Array<T>,
    values: &Array<T>,
    count: usize,
    step: usize,
    steps: usize,
) {
    let spot = ABSOLUTE_POS;
    if spot < count {
        let at = spots[2 * spot] as usize;
        let from = spots[2 * spot + 1] as usize;
        let to = spots[2 * spot + 3] as usize;
        let mut value = field[at];
        for action in from..to {
            let signal = values[actions[2 * action] as usize * steps + step];
            if actions[2 * action + 1] == 1 {
                value = signal;
            } else {
                value = impress::<T>(value, factors[action], signal);
            }
        }
        field[at] = value;
    }
}
