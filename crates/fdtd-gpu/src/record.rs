//! Monitors on a device: values stay there until a block ends.

use crate::fields::DeviceFields;
use crate::operator::{BlockHalfStep, DeviceOperator};
use crate::slab::{Shape, Slab, local};
use cubecl::prelude::*;
use poynting_exec::gpu::queue::{Answer, Buffer, Queue};
use poynting_exec::{DeviceError, Real};
use poynting_fdtd_core::block::Block;
use poynting_fdtd_core::engine::Take;
use poynting_fdtd_core::record::{Capture, Record, Samples};
use poynting_fdtd_core::setup::Instruments;
use poynting_grid::HalfStep;

/// The samples of a stack of models.
#[derive(Debug)]
pub struct SamplesOnDevice<T> {
    /// Per slab and half step: the offset of each spot and its index among the values of a step; their number.
    slabs: Vec<[(Buffer<u32>, usize); 2]>,
    /// Values of the current block, spot by spot, model by model.
    values: Buffer<T>,
    /// Number of spots of each model.
    counts: Vec<usize>,
}

impl<T: Real> SamplesOnDevice<T> {
    /// Samples for blocks of at most `block` steps.
    pub fn new<R: Runtime>(
        queue: &Queue<R>,
        slabs: &[&Slab],
        models: &[&Samples],
        block: usize,
    ) -> Self {
        let counts: Vec<usize> = models.iter().map(|s| s.slots).collect();
        let spots = |slab: &Slab, half: HalfStep| {
            let (mut list, mut first) = (Vec::new(), 0);
            for (model, samples) in models.iter().enumerate() {
                for (spot, slot) in samples.spots.all(half) {
                    if slab.holds(model, spot.node) {
                        let component = spot.component as usize - half.first_component();
                        let place = slab.place(model, component, spot.node);
                        list.extend([place as u32, (first + slot) as u32]);
                    }
                }
                first += counts[model];
            }
            (queue.upload(&list), list.len() / 2)
        };
        let slabs = slabs.iter();
        Self {
            slabs: slabs
                .map(|slab| [HalfStep::E, HalfStep::H].map(|half| spots(slab, half)))
                .collect(),
            values: queue.zeros(counts.iter().sum::<usize>() * block),
            counts,
        }
    }
}

impl<R: Runtime, T: Real> DeviceOperator<R, T> for SamplesOnDevice<T> {
    fn launch(&self, fields: &DeviceFields<'_, R, T>, at: BlockHalfStep) {
        for (slab, halves) in fields.slabs.iter().zip(&self.slabs) {
            let (spots, n) = &halves[at.half as usize];
            if *n == 0 {
                continue;
            }
            let (count, dim) = Queue::<R>::grid(*n);
            // SAFETY: threads beyond the last spot do nothing; offsets were made for these buffers.
            unsafe {
                sample::launch_unchecked::<T, R>(
                    &fields.queue.client,
                    count,
                    dim,
                    slab.of(at.half).arg(),
                    spots.arg(),
                    self.values.arg(),
                    *n,
                    at.step,
                    at.block.steps,
                );
            }
        }
    }
}

/// The snapshots of a stack of models.
#[derive(Debug)]
pub struct SnapshotsOnDevice<T> {
    /// The model of each capture, the capture and its buffer.
    captures: Vec<(usize, Capture, Buffer<T>)>,
}

impl<T: Real> SnapshotsOnDevice<T> {
    /// Snapshots for blocks of at most `block` steps.
    pub fn new<R: Runtime>(queue: &Queue<R>, models: &[&[Capture]], block: usize) -> Self {
        let models = models.iter().enumerate();
        let captures =
            models.flat_map(|(model, captures)| captures.iter().map(move |c| (model, c)));
        let boxes = |c: &Capture| queue.zeros(c.values() * c.slots(block));
        Self {
            captures: captures.map(|(m, c)| (m, c.clone(), boxes(c))).collect(),
        }
    }
}

impl<R: Runtime, T: Real> DeviceOperator<R, T> for SnapshotsOnDevice<T> {
    fn launch(&self, fields: &DeviceFields<'_, R, T>, at: BlockHalfStep) {
        let step = at.block.first_step + at.step as u64;
        for (model, what, boxes) in &self.captures {
            if what.half() != at.half || !what.is_due(step) {
                continue;
            }
            let to = what.slot(at.block.first_step, step) * what.values();
            for slab in &fields.slabs {
                let Some((frame, nodes)) = frame(&slab.slab, *model, what, to) else {
                    continue;
                };
                let (count, dim) = Queue::<R>::grid(nodes);
                // SAFETY: threads beyond the last node do nothing; the box lies in the slab.
                unsafe {
                    capture::launch_unchecked::<T, R>(
                        &fields.queue.client,
                        count,
                        dim,
                        slab.of(at.half).arg(),
                        boxes.arg(),
                        frame,
                        slab.slab.shape(),
                    );
                }
            }
        }
    }
}

/// The part of a box inside a slab, and its number of nodes.
pub fn frame<R: Runtime>(
    slab: &Slab,
    model: usize,
    what: &Capture,
    to: usize,
) -> Option<(FrameLaunch<R>, usize)> {
    let [xs, ys, zs] = &what.nodes;
    let x = xs.start.max(slab.x.start)..xs.end.min(slab.x.end);
    if x.is_empty() || !slab.models.contains(&model) {
        return None;
    }
    let component = what.component as usize - what.half().first_component();
    let start =
        slab.place(model, component, [slab.x.start, 0, 0]) - slab.local([slab.x.start, 0, 0]);
    let plane = ys.len() * zs.len();
    let frame = FrameLaunch::new(
        start,
        x.start - slab.x.start,
        ys.start,
        zs.start,
        ys.len(),
        zs.len(),
        to + (x.start - xs.start) * plane,
        x.len() * plane,
    );
    Some((frame, x.len() * plane))
}

/// The record of a block, in transit from the device.
pub struct PendingRecord<'q, T> {
    block: Block,
    /// Which captures are among the replies, after the samples.
    due: Vec<usize>,
    answer: Answer<'q, T>,
}

impl<T: Real> PendingRecord<'_, T> {
    /// Waits for the record.
    pub fn arrive(self) -> Result<ArrivedRecord<T>, DeviceError> {
        let mut lists = cubecl::future::block_on(self.answer)?.into_iter();
        Ok(ArrivedRecord {
            block: self.block,
            samples: lists.next().unwrap_or_default(),
            boxes: self.due.into_iter().zip(lists).collect(),
        })
    }
}

/// The record of a block for all models.
pub struct ArrivedRecord<T> {
    block: Block,
    samples: Vec<T>,
    /// Boxes that were due, with the index of their capture.
    boxes: Vec<(usize, Vec<T>)>,
}

/// All monitors of a stack of models.
#[derive(Debug)]
pub struct MonitorsOnDevice<T> {
    /// Samples taken every step.
    pub samples: SamplesOnDevice<T>,
    /// Snapshots taken at intervals.
    pub snapshots: SnapshotsOnDevice<T>,
}

impl<T: Real> MonitorsOnDevice<T> {
    /// Bytes of their buffers.
    pub fn bytes(&self) -> u64 {
        let boxes = self.snapshots.captures.iter().map(|(_, _, b)| b.bytes());
        self.samples.values.bytes() + boxes.sum::<u64>()
    }

    /// Requests the record of a block.
    pub fn ask<'q, R: Runtime>(&self, queue: &'q Queue<R>, block: Block) -> PendingRecord<'q, T> {
        let samples = self.samples.counts.iter().sum::<usize>() * block.steps;
        let mut wanted = vec![(&self.samples.values, samples)];
        let mut due = Vec::new();
        for (n, (_, what, boxes)) in self.snapshots.captures.iter().enumerate() {
            let count = what.due_in(block).count();
            if count > 0 {
                wanted.push((boxes, count * what.values()));
                due.push(n);
            }
        }
        PendingRecord {
            block,
            due,
            answer: queue.read(&wanted),
        }
    }

    /// Hands over the arrived record, model by model.
    pub fn deliver(
        &self,
        arrived: ArrivedRecord<T>,
        models: &[Instruments],
        take: &mut Take<'_, T>,
    ) {
        let ArrivedRecord {
            block,
            samples,
            mut boxes,
        } = arrived;
        let mut first = 0;
        for (model, instruments) in models.iter().enumerate() {
            let n = self.samples.counts[model] * block.steps;
            let mine = (0..self.snapshots.captures.len())
                .filter(|c| self.snapshots.captures[*c].0 == model);
            let snapshots = mine
                .map(|c| {
                    let found = boxes.iter_mut().find(|(n, _)| *n == c);
                    found.map_or_else(Vec::new, |(_, values)| std::mem::take(values))
                })
                .collect();
            let record = Record {
                block,
                samples: samples[first..first + n].to_vec(),
                snapshots,
                own: Vec::new(),
                divided: Vec::new(),
            };
            first += n;
            take(model, &record, instruments);
        }
    }
}

/// Reads every sampled spot of a half step. `spots` holds the offset of each and its index among the values of a
/// step.
#[cube(launch_unchecked)]
pub fn sample<T: Real>(
    field: &Array<T>,
    spots: &Array<u32>,
    samples: &mut Array<T>,
    count: usize,
    step: usize,
    steps: usize,
) {
    let spot = ABSOLUTE_POS;
    if spot < count {
        let (at, slot) = (spots[2 * spot] as usize, spots[2 * spot + 1] as usize);
        samples[slot * steps + step] = field[at];
    }
}

/// A box of nodes of one component, in a kernel.
#[derive(CubeType, CubeLaunch, Clone, Copy)]
pub struct Frame {
    /// Elements before the component and model.
    pub start: usize,
    /// First node, counted from the first of the slab.
    pub i: usize,
    /// Along y.
    pub j: usize,
    /// Along z.
    pub k: usize,
    /// Rows of the box along y.
    pub ny: usize,
    /// Nodes of the box along z.
    pub nz: usize,
    /// Start of the box among the recorded values.
    pub to: usize,
    /// Total number of nodes.
    pub count: usize,
}

/// Copies a box of one component.
#[cube(launch_unchecked)]
pub fn capture<T: Real>(field: &Array<T>, boxes: &mut Array<T>, frame: &Frame, shape: &Shape) {
    let n = ABSOLUTE_POS;
    if n < frame.count {
        boxes[frame.to + n] = field[place_in(frame, shape, n)];
    }
}

/// Offset of the n-th node of a frame in the fields.
#[cube]
pub fn place_in(frame: &Frame, shape: &Shape, n: usize) -> usize {
    let k = n % frame.nz;
    let j = (n / frame.nz) % frame.ny;
    let i = n / (frame.nz * frame.ny);
    frame.start + local(shape, frame.i + i, frame.j + j, frame.k + k)
}
