//! Monitors: reading the fields during the run.
//!
//! Under a skewed traversal the neighbours of a node are at other times, so a monitor reads single spots when
//! their own half step is done, and combines them when the block ends. E of step n is the field at (n + 1) dt,
//! H the field at (n + 3/2) dt.

use crate::block::{BLOCK, Block};
use crate::fields::Fields;
use crate::operator::Operator;
use poynting_exec::{Real, SharedSlice, bytes_of, bytes_of_mut};
use poynting_grid::stencil::Pair;
use poynting_grid::{Arrangement, HalfStep, Region, Spot, SpotMap, overlap};
use poynting_physics::Complex;
use poynting_scene::Component;
use std::ops::Range;

/// Where the values of a channel go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Destination {
    /// To a stream of the run, unchanged.
    Stream(usize),
    /// Into a sum over the run.
    PortSpectrum(usize),
}

/// A number recorded per step: a weighted sum of spots of one half step.
#[derive(Debug, Clone)]
pub struct Channel {
    /// Where its values go.
    pub to: Destination,
    /// The half step after which it is read.
    pub half: HalfStep,
    /// The spots and their weights.
    pub terms: Vec<(Spot, f64)>,
}

/// Reads spots every step. A record holds one value per spot and step of its block, spot by spot.
#[derive(Debug, Clone)]
pub struct Samples {
    channels: Vec<Channel>,
    /// Slots of spots that are read individually, by bundle.
    bundles: Vec<Range<usize>>,
    /// Number of slots.
    pub slots: usize,
    /// The spots that are read here, each with its slot among the values of a step.
    pub spots: SpotMap<usize>,
}

impl Samples {
    /// Samples of these channels, and of bundles of spots to be read individually. `stored` says where a spot is, if it is read here.
    pub fn new(
        channels: Vec<Channel>,
        bundles: &[Vec<Spot>],
        stored: impl Fn(Spot) -> Option<Spot>,
    ) -> Self {
        let terms = channels.iter().flat_map(|c| &c.terms);
        let spots = terms.map(|(spot, _)| *spot);
        let all = spots.chain(bundles.iter().flatten().copied());
        let read = all
            .enumerate()
            .filter_map(|(slot, spot)| Some((stored(spot)?, slot)));
        let spots = SpotMap::new(read);
        let mut end = channels.iter().map(|c| c.terms.len()).sum();
        let mut slots = |bundle: &Vec<Spot>| {
            let start = end;
            end += bundle.len();
            start..end
        };
        Self {
            bundles: bundles.iter().map(&mut slots).collect(),
            slots: end,
            channels,
            spots,
        }
    }

    /// The values of a bundle, spot by spot, each with all steps of the block.
    pub fn bundle<'r, T>(&self, record: &'r Record<T>, bundle: usize) -> &'r [T] {
        let Range { start, end } = self.bundles[bundle];
        &record.samples[start * record.block.steps..end * record.block.steps]
    }

    /// The recorded channels.
    pub fn channels(&self) -> &[Channel] {
        &self.channels
    }

    /// Combines the record of a block: `take(channel, values of its steps)`.
    pub fn combine<T: Real>(&self, record: &Record<T>, mut take: impl FnMut(&Channel, &[f64])) {
        let steps = record.block.steps;
        let mut slot = 0;
        let mut values = vec![0.0; steps];
        for channel in &self.channels {
            values.fill(0.0);
            for (_, weight) in &channel.terms {
                let read = &record.samples[slot * steps..][..steps];
                values
                    .iter_mut()
                    .zip(read)
                    .for_each(|(v, r)| *v += weight * r.f64());
                slot += 1;
            }
            take(channel, &values);
        }
    }
}

/// The record of a block of steps.
#[derive(Debug)]
pub struct Record<T> {
    /// The block.
    pub block: Block,
    /// One value per spot and step, spot by spot.
    pub samples: Vec<T>,
    /// Per capture: the boxes that were due, one after another; those of captures that stay on their ranks are empty.
    pub snapshots: Vec<Vec<T>>,
    /// What each rank of this process has captured, if there are ranks.
    pub own: Vec<OwnBoxes<T>>,
    /// Recordings that stay on their ranks.
    pub divided: Vec<DividedRecording>,
}

/// The nodes of a rank in the boxes that were due in a block, in the order of the scene.
#[derive(Debug, Clone)]
pub struct OwnBoxes<T> {
    /// The number of the rank.
    pub rank: usize,
    /// Per capture: its own nodes; empty ranges if it has none.
    pub nodes: Vec<[Range<usize>; 3]>,
    /// Per capture: the boxes one after another.
    pub values: Vec<Vec<T>>,
}

impl<T> OwnBoxes<T> {
    /// Number of own nodes of a capture.
    pub fn nodes_of(&self, capture: usize) -> usize {
        self.nodes[capture].iter().map(Range::len).product()
    }

    /// The boxes that were due in a block.
    pub fn due(&self, captures: &[Capture], block: Block) -> impl Iterator<Item = &[T]> {
        captures.iter().enumerate().flat_map(move |(n, capture)| {
            let boxes = self.values[n].chunks(self.nodes_of(n).max(1));
            boxes.take(capture.due_in(block).count())
        })
    }
}

/// A recording of which each rank of this process has its points.
#[derive(Debug, Clone, PartialEq)]
pub struct DividedRecording {
    /// Its stream.
    pub stream: usize,
    /// When it was taken.
    pub half: HalfStep,
    /// The step.
    pub step: u64,
    /// The ranks, with the values of their points.
    pub parts: Vec<(usize, Vec<f64>)>,
}

impl<T: Real> Record<T> {
    /// Space for the record of a block of `steps`.
    pub fn new(samples: &Samples, captures: &[Capture], steps: usize) -> Self {
        let boxes = |c: &Capture| vec![T::default(); c.values() * c.slots(steps)];
        Self {
            block: Block {
                first_step: 0,
                steps,
            },
            samples: vec![T::default(); samples.slots * steps],
            snapshots: captures.iter().map(boxes).collect(),
            own: Vec::new(),
            divided: Vec::new(),
        }
    }

    /// Sets all values to zero.
    pub fn clear(&mut self) {
        self.samples.fill(T::default());
        let boxes = self.snapshots.iter_mut();
        boxes.for_each(|values| values.fill(T::default()));
    }

    /// The capture boxes in scene order, if memory order differs.
    pub fn restored(&self, from: &Arrangement, captures: &[Capture]) -> Option<Self> {
        let of_capture = |(capture, values): (&Capture, &Vec<T>)| {
            let due = capture.due_in(self.block).count();
            // Empty if it stays on its ranks.
            let boxes = values.chunks(capture.values().max(1)).take(due);
            let boxes = boxes.flat_map(|values| from.restored(&capture.nodes, values));
            boxes.collect()
        };
        (!from.is_plain()).then(|| Self {
            block: self.block,
            samples: Vec::new(),
            snapshots: captures
                .iter()
                .zip(&self.snapshots)
                .map(of_capture)
                .collect(),
            own: Vec::new(),
            divided: Vec::new(),
        })
    }

    /// Its samples as bytes, for a journal.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Block { first_step, steps } = self.block;
        let mut bytes = first_step.to_le_bytes().to_vec();
        bytes.extend((steps as u64).to_le_bytes());
        let samples = self.samples.len() / BLOCK * steps;
        bytes.extend(bytes_of(&self.samples[..samples]));
        bytes
    }

    /// Takes its samples from bytes; `None` if they are not those of such a record.
    pub fn take_bytes(&mut self, bytes: &[u8]) -> Option<()> {
        let (first_step, bytes) = bytes.split_first_chunk()?;
        let (steps, bytes) = bytes.split_first_chunk()?;
        self.block = Block {
            first_step: u64::from_le_bytes(*first_step),
            steps: u64::from_le_bytes(*steps) as usize,
        };
        if self.block.steps > BLOCK {
            return None;
        }
        let samples = self.samples.len() / BLOCK * self.block.steps;
        let samples = bytes_of_mut(self.samples.get_mut(..samples)?);
        let fits = samples.len() == bytes.len();
        fits.then(|| samples.copy_from_slice(bytes))
    }

    /// Total bytes.
    pub fn bytes(&self) -> u64 {
        let boxes: usize = self.snapshots.iter().map(Vec::len).sum();
        (self.samples.len() + boxes) as u64 * T::BYTES
    }
}

/// The samples of a run's fields during a block.
#[derive(Debug)]
pub struct SamplesOperator<'a, T> {
    /// The spots.
    pub samples: &'a Samples,
    /// Where the values go.
    pub buffer: SharedSlice<'a, T>,
    /// The block.
    pub block: Block,
    /// The fields.
    pub fields: Fields<'a, T>,
}

// SAFETY: it reads nodes of the region and writes their places in the record of this block.
unsafe impl<T: Real> Operator for SamplesOperator<'_, T> {
    fn reach(&self) -> usize {
        0
    }

    fn is_needed(&self) -> bool {
        !self.samples.spots.is_empty()
    }

    unsafe fn apply(&self, half: HalfStep, region: &Region, step: u64) {
        let t = (step - self.block.first_step) as usize;
        let spots = &self.samples.spots;
        spots.each_within(half, region, |spot, slot| {
            let [i, j, k] = spot.node;
            let at = self.fields.layout.row(i, j) + k;
            // SAFETY: the spot lies in the caller's region, and each slot belongs to one spot.
            unsafe {
                let value = self.fields.components[spot.component as usize].get(at, 1)[0];
                self.buffer.get_mut(slot * self.block.steps + t, 1)[0] = value;
            }
        });
    }
}

/// One component in a box of nodes, captured at intervals. For complex fields it reads the real part; the next
/// capture, its [`Capture::imaginary_part`], reads the imaginary part.
#[derive(Debug, Clone)]
pub struct Capture {
    /// Its index among the run's streams; that of the imaginary part follows.
    pub stream: usize,
    /// Which component.
    pub component: Component,
    /// The nodes that are read.
    pub nodes: [Range<usize>; 3],
    /// Recording interval in steps.
    pub every: u64,
    /// Per axis and output coordinate: the nodes and weights that form it.
    pub weights: [Vec<Pair>; 3],
    /// Offset within a row of the corresponding imaginary part, if any.
    pub imaginary: Option<usize>,
}

impl Capture {
    /// The half step after which it is read.
    pub fn half(&self) -> HalfStep {
        HalfStep::of(self.component)
    }

    /// Number of output values of one recording; zero if its nodes are not output as they are.
    pub fn points(&self) -> usize {
        self.weights.iter().map(Vec::len).product()
    }

    /// Number of values of one recording.
    pub fn values(&self) -> usize {
        self.nodes.iter().map(Range::len).product()
    }

    /// Number of recordings within one block.
    pub fn slots(&self, block: usize) -> usize {
        (block as u64).div_ceil(self.every) as usize
    }

    /// Whether step n is recorded; fields of step n belong to time n + 1.
    pub fn is_due(&self, step: u64) -> bool {
        (step + 1).is_multiple_of(self.every)
    }

    /// The steps of a block that are recorded.
    pub fn due_in(&self, block: Block) -> impl Iterator<Item = u64> {
        (block.first_step..block.first_step + block.steps as u64).filter(|s| self.is_due(*s))
    }

    /// Which of the block's recordings step n is.
    pub fn slot(&self, first_step: u64, step: u64) -> usize {
        ((step + 1) / self.every - first_step / self.every - 1) as usize
    }

    /// Index of a node among the values of a recording.
    pub fn place(&self, [i, j, k]: [usize; 3]) -> usize {
        let [xs, ys, zs] = &self.nodes;
        ((i - xs.start) * ys.len() + (j - ys.start)) * zs.len() + (k - zs.start)
    }

    /// The capture of the imaginary part of the same nodes, if any.
    pub fn imaginary_part(&self) -> Option<Self> {
        let part = self.imaginary?;
        let [x, y, z] = self.nodes.clone();
        Some(Self {
            nodes: [x, y, z.start + part..z.end + part],
            weights: Default::default(),
            imaginary: None,
            ..*self
        })
    }

    /// The own nodes in memory order; its values are in that order.
    #[must_use]
    pub fn arranged(&self, to: &Arrangement) -> Self {
        let nodes = to.own(&self.nodes).map(|[_, stored]| stored);
        Self {
            component: to.turn.component(self.component),
            nodes: nodes.unwrap_or_default(),
            imaginary: self.imaginary.and(to.stored.imaginary),
            ..self.clone()
        }
    }

    /// The output values of a recording, z fastest, from the real and, if any, the imaginary parts of its nodes.
    pub fn combine<T: Real>(&self, re: &[T], im: Option<&[T]>) -> Vec<Complex> {
        self.combined(re, im, |value| value)
    }

    /// The same as something that follows from each value, such as one of its parts.
    pub fn combined<T: Real, V>(
        &self,
        re: &[T],
        im: Option<&[T]>,
        of: impl Fn(Complex) -> V,
    ) -> Vec<V> {
        let [x, y, z] = &self.weights;
        let mut out = Vec::with_capacity(x.len() * y.len() * z.len());
        for xs in x {
            for ys in y {
                for zs in z {
                    let mut sum = Complex::from(0.0);
                    for (i, wx) in xs {
                        for (j, wy) in ys {
                            let weight = *wx * *wy;
                            for (k, wz) in zs {
                                let at = self.place([*i, *j, *k]);
                                let value =
                                    Complex::new(re[at].f64(), im.map_or(0.0, |im| im[at].f64()));
                                sum += weight * *wz * value;
                            }
                        }
                    }
                    out.push(of(sum));
                }
            }
        }
        out
    }
}

/// Hands over the boxes of a record: `take(stream, half step, step, values)`.
pub fn combine_snapshots<T: Real, E>(
    captures: &[Capture],
    record: &Record<T>,
    mut take: impl FnMut(usize, HalfStep, u64, &[f64]) -> Result<(), E>,
) -> Result<(), E> {
    let mut all = captures.iter().zip(&record.snapshots);
    while let Some((capture, boxes)) = all.next() {
        let imaginary = capture.imaginary.and_then(|_| all.next());
        if boxes.is_empty() {
            continue;
        }
        for step in capture.due_in(record.block) {
            let at = capture.slot(record.block.first_step, step) * capture.values();
            let part = at..at + capture.values();
            let im = imaginary.map(|(_, boxes)| &boxes[part.clone()]);
            let parts: [fn(Complex) -> f64; 2] = [|v| v.re, |v| v.im];
            for (n, of) in parts.iter().enumerate().take(1 + usize::from(im.is_some())) {
                let values = capture.combined(&boxes[part.clone()], im, of);
                take(capture.stream + n, capture.half(), step, &values)?;
            }
        }
    }
    Ok(())
}

/// The snapshots of a run's fields during a block.
#[derive(Debug)]
pub struct SnapshotsOperator<'a, T> {
    /// What is captured.
    pub captures: &'a [Capture],
    /// Where the boxes go.
    pub buffers: Vec<SharedSlice<'a, T>>,
    /// The block.
    pub block: Block,
    /// The fields.
    pub fields: Fields<'a, T>,
}

// SAFETY: it reads nodes of the region and writes their places in the record of this block.
unsafe impl<T: Real> Operator for SnapshotsOperator<'_, T> {
    fn reach(&self) -> usize {
        0
    }

    fn is_needed(&self) -> bool {
        !self.captures.is_empty()
    }

    unsafe fn apply(&self, half: HalfStep, region: &Region, step: u64) {
        for (capture, buffer) in self.captures.iter().zip(&self.buffers) {
            if capture.half() != half || !capture.is_due(step) {
                continue;
            }
            let [xs, ys, zs] = &capture.nodes;
            let start = capture.slot(self.block.first_step, step) * capture.values();
            let z = overlap(zs, &region.z);
            if z.is_empty() {
                continue;
            }
            for i in overlap(xs, &region.x) {
                for j in overlap(ys, &region.y) {
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
