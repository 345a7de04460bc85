//! Monitors: what is read from the fields while they pass.
//!
//! Under a skewed traversal the neighbours of a node stand at other times, so a monitor reads single spots when
//! their own half step is done, and combines them when the block ends. E of step n is the field at (n + 1) dt,
//! H the field at (n + 3/2) dt.

use crate::points::{Spot, SpotMap};
use crate::yee::Fields;
use crate::{Half, Operator, Real, Region};
use poynting_exec::SharedSlice;
use poynting_scene::Component;
use std::ops::Range;

/// A recorded number per step: a weighted sum of spots of one half step.
#[derive(Debug, Clone)]
pub struct Channel {
    /// Its index among the run's streams.
    pub stream: usize,
    /// The half step after which it is read.
    pub half: Half,
    /// The spots and their weights.
    pub terms: Vec<(Spot, f64)>,
}

/// Reads spots every step.
#[derive(Debug)]
pub struct Samples {
    channels: Vec<Channel>,
    spots: SpotMap<usize>,
    buffer: Vec<f64>,
    block: usize,
    first_step: u64,
}

impl Samples {
    /// Samples for blocks of at most `block` steps.
    pub fn new(channels: Vec<Channel>, block: usize) -> Self {
        let terms = channels.iter().flat_map(|c| &c.terms);
        let spots = SpotMap::new(terms.enumerate().map(|(slot, (spot, _))| (*spot, slot)));
        let buffer = vec![0.0; spots.len() * block];
        Self {
            channels,
            spots,
            buffer,
            block,
            first_step: 0,
        }
    }

    /// What is recorded.
    pub fn channels(&self) -> &[Channel] {
        &self.channels
    }

    /// Bytes of the buffer.
    pub fn bytes(&self) -> u64 {
        (self.buffer.len() * size_of::<f64>()) as u64
    }

    /// Starts a block.
    pub fn prepare(&mut self, first_step: u64) {
        self.first_step = first_step;
    }

    /// The operator of this block.
    pub fn on<'a, T>(&'a mut self, fields: Fields<'a, T>) -> SamplesOn<'a, T> {
        SamplesOn {
            spots: &self.spots,
            buffer: SharedSlice::new(&mut self.buffer),
            block: self.block,
            first_step: self.first_step,
            fields,
        }
    }

    /// Combines what the block recorded: `take(channel, values of its steps)`.
    pub fn finish(&self, steps: usize, mut take: impl FnMut(&Channel, &[f64])) {
        let mut slot = 0;
        let mut values = vec![0.0; steps];
        for channel in &self.channels {
            values.fill(0.0);
            for (_, weight) in &channel.terms {
                let read = &self.buffer[slot * self.block..][..steps];
                values
                    .iter_mut()
                    .zip(read)
                    .for_each(|(v, r)| *v += weight * r);
                slot += 1;
            }
            take(channel, &values);
        }
    }
}

/// The samples of a run's fields.
#[derive(Debug)]
pub struct SamplesOn<'a, T> {
    spots: &'a SpotMap<usize>,
    buffer: SharedSlice<'a, f64>,
    block: usize,
    first_step: u64,
    fields: Fields<'a, T>,
}

impl<T: Real> Operator for SamplesOn<'_, T> {
    fn reach(&self) -> usize {
        0
    }

    unsafe fn apply(&self, half: Half, region: &Region, step: u64) {
        let t = (step - self.first_step) as usize;
        for (spot, slot) in self.spots.within(half, region) {
            let [i, j, k] = spot.node;
            let at = self.fields.layout.row(i, j) + k;
            // SAFETY: the spot lies in the caller's region, and each slot belongs to one spot.
            unsafe {
                let value = self.fields.components[spot.component as usize].get(at, 1)[0];
                self.buffer.get_mut(slot * self.block + t, 1)[0] = value.f64();
            }
        }
    }
}

/// One component in a box of nodes, now and then.
#[derive(Debug, Clone)]
pub struct Capture {
    /// Its index among the run's streams.
    pub stream: usize,
    /// Which component.
    pub component: Component,
    /// The nodes that are read.
    pub nodes: [Range<usize>; 3],
    /// Every how many steps.
    pub every: u64,
    /// Per axis and output coordinate: the nodes and weights that make it.
    pub weights: [Vec<Vec<(usize, f64)>>; 3],
}

impl Capture {
    fn half(&self) -> Half {
        Half::of(self.component)
    }

    /// Values of one recording.
    pub fn values(&self) -> usize {
        self.nodes.iter().map(Range::len).product()
    }

    /// Recordings within one block.
    pub fn slots(&self, block: usize) -> usize {
        (block as u64).div_ceil(self.every) as usize
    }

    /// Whether step n is recorded; fields of step n belong to time n + 1.
    fn is_due(&self, step: u64) -> bool {
        (step + 1).is_multiple_of(self.every)
    }

    /// Which of the block's recordings step n is.
    fn slot(&self, first_step: u64, step: u64) -> usize {
        ((step + 1) / self.every - first_step / self.every - 1) as usize
    }

    /// The output values of a recording, z fastest.
    fn combine<T: Real>(&self, raw: &[T]) -> Vec<f64> {
        let [x, y, z] = &self.weights;
        let mut out = Vec::with_capacity(x.len() * y.len() * z.len());
        let place = |i: usize, j: usize, k: usize| {
            let [xs, ys, zs] = &self.nodes;
            ((i - xs.start) * ys.len() + (j - ys.start)) * zs.len() + (k - zs.start)
        };
        for xs in x {
            for ys in y {
                for zs in z {
                    let mut sum = 0.0;
                    for (i, wx) in xs {
                        for (j, wy) in ys {
                            for (k, wz) in zs {
                                sum += wx * wy * wz * raw[place(*i, *j, *k)].f64();
                            }
                        }
                    }
                    out.push(sum);
                }
            }
        }
        out
    }
}

/// Snapshots of boxes.
#[derive(Debug)]
pub struct Snapshots<T> {
    captures: Vec<Capture>,
    buffers: Vec<Vec<T>>,
    first_step: u64,
}

impl<T: Real> Snapshots<T> {
    /// Snapshots for blocks of at most `block` steps.
    pub fn new(captures: Vec<Capture>, block: usize) -> Self {
        let buffers = captures
            .iter()
            .map(|c| vec![T::default(); c.values() * c.slots(block)])
            .collect();
        Self {
            captures,
            buffers,
            first_step: 0,
        }
    }

    /// Bytes of the buffers.
    pub fn bytes(&self) -> u64 {
        self.buffers.iter().map(|b| b.len() as u64 * T::BYTES).sum()
    }

    /// Starts a block.
    pub fn prepare(&mut self, first_step: u64) {
        self.first_step = first_step;
    }

    /// The operator of this block.
    pub fn on<'a>(&'a mut self, fields: Fields<'a, T>) -> SnapshotsOn<'a, T> {
        let buffers = self
            .buffers
            .iter_mut()
            .map(|b| SharedSlice::new(b))
            .collect();
        SnapshotsOn {
            captures: &self.captures,
            buffers,
            first_step: self.first_step,
            fields,
        }
    }

    /// Hands over what a block of `steps` recorded: `take(capture, step, values)`.
    pub fn finish<E>(
        &self,
        steps: usize,
        mut take: impl FnMut(&Capture, u64, &[f64]) -> Result<(), E>,
    ) -> Result<(), E> {
        for (capture, buffer) in self.captures.iter().zip(&self.buffers) {
            let due =
                (self.first_step..self.first_step + steps as u64).filter(|s| capture.is_due(*s));
            for step in due {
                let at = capture.slot(self.first_step, step) * capture.values();
                take(
                    capture,
                    step,
                    &capture.combine(&buffer[at..at + capture.values()]),
                )?;
            }
        }
        Ok(())
    }
}

/// The snapshots of a run's fields.
#[derive(Debug)]
pub struct SnapshotsOn<'a, T> {
    captures: &'a [Capture],
    buffers: Vec<SharedSlice<'a, T>>,
    first_step: u64,
    fields: Fields<'a, T>,
}

impl<T: Real> Operator for SnapshotsOn<'_, T> {
    fn reach(&self) -> usize {
        0
    }

    unsafe fn apply(&self, half: Half, region: &Region, step: u64) {
        for (capture, buffer) in self.captures.iter().zip(&self.buffers) {
            if capture.half() != half || !capture.is_due(step) {
                continue;
            }
            let [xs, ys, zs] = &capture.nodes;
            let start = capture.slot(self.first_step, step) * capture.values();
            for i in overlap(xs, &region.x) {
                for j in overlap(ys, &region.y) {
                    let z = overlap(zs, &region.z);
                    let from = self.fields.layout.row(i, j) + z.start;
                    let to = start
                        + ((i - xs.start) * ys.len() + (j - ys.start)) * zs.len()
                        + (z.start - zs.start);
                    // SAFETY: the row lies in the caller's region; each value has its own place in the buffer.
                    unsafe {
                        let row =
                            self.fields.components[capture.component as usize].get(from, z.len());
                        buffer.get_mut(to, z.len()).copy_from_slice(row);
                    }
                }
            }
        }
    }
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> Range<usize> {
    let start = a.start.max(b.start);
    start..a.end.min(b.end).max(start)
}
