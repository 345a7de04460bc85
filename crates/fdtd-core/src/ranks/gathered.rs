//! What the ranks have recorded: gathered on all processes where it is little, brought to the ranks that keep it where it is much.

use crate::block::{BLOCK, Block};
use crate::engine::{Engine, SavedBoxes, TakeShares};
use crate::ranks::engine::{Ranks, unite};
use crate::ranks::places::NodeBox;
use crate::ranks::rank::{BoxInBox, Rank};
use crate::ranks::shares::{OwnValues, SceneMonitor, SceneMonitors, bring};
use crate::record::{DividedRecording, OwnBoxes, Record, Samples};
use crate::setup::Instruments;
use poynting_exec::{DeviceError, Real, bytes_of_mut};
use poynting_grid::{Arrangement, HalfStep, overlap};
use poynting_physics::Complex;
use std::io::{self, ErrorKind};

/// The record of a model before its first block.
pub(super) fn begin_record<T: Real>(
    instruments: &Instruments,
    (first, local): (usize, &[Rank<'_, T>]),
    monitors: &SceneMonitors,
) -> Record<T> {
    let captures = &monitors.captures;
    let own = (first..)
        .zip(local)
        .map(|(rank, Rank { arrangement, .. })| {
            let nodes = captures.iter().map(|m| arrangement.own(&m.of.nodes));
            let nodes = nodes.map(|both| both.map_or_else(Default::default, |[own, _]| own));
            let mut own = OwnBoxes {
                rank,
                nodes: nodes.collect(),
                values: Vec::new(),
            };
            let values = |(n, m): (usize, &SceneMonitor)| own.nodes_of(n) * m.of.slots(BLOCK);
            let values = captures.iter().enumerate().map(values);
            own.values = values.map(|n| vec![T::default(); n]).collect();
            own
        });
    let whole = |n: usize| {
        let of = &captures[n].of;
        let boxes = if SceneMonitors::stays(captures, n) {
            0
        } else {
            of.slots(BLOCK)
        };
        vec![T::default(); of.values() * boxes]
    };
    Record {
        own: own.collect(),
        snapshots: (0..captures.len()).map(whole).collect(),
        ..Record::new(&instruments.samples, &[], BLOCK)
    }
}

/// Copies samples of a part of a block.
fn gather_samples<T: Real>(samples: &Samples, from: &Record<T>, to: &mut Record<T>) {
    let (part, steps) = (from.block.steps, to.block.steps);
    let before = (from.block.first_step - to.block.first_step) as usize;
    for half in [HalfStep::E, HalfStep::H] {
        for (_, slot) in samples.spots.all(half) {
            let values = &from.samples[slot * part..(slot + 1) * part];
            to.samples[slot * steps + before..][..part].copy_from_slice(values);
        }
    }
}

impl<T: Real> Ranks<'_, T> {
    /// Copies the records of the ranks, which are those of a part of the block.
    pub(super) fn gather(&mut self, part: Block) -> Result<(), DeviceError> {
        let record = &mut self.record;
        let before = Block {
            steps: (part.first_step - record.block.first_step) as usize,
            ..record.block
        };
        for (r, rank) in self.local.iter_mut().enumerate() {
            let arrangement = &rank.arrangement;
            let engine = rank.engine.get_mut();
            engine.collect(0, &mut |_, from, instruments| {
                gather_samples(&instruments.samples, from, record);
                let OwnBoxes { nodes, values, .. } = &mut record.own[r];
                for (n, SceneMonitor { of, .. }) in self.monitors.captures.iter().enumerate() {
                    let len: usize = nodes[n].iter().map(ExactSizeIterator::len).product();
                    let len = len.max(1);
                    let earlier = of.due_in(before).count();
                    let later = values[n].chunks_mut(len).skip(earlier);
                    let boxes = from.snapshots[n].chunks(len);
                    let due = of.due_in(part).count();
                    for (from, to) in boxes.zip(later).take(due) {
                        to.copy_from_slice(&arrangement.restored(&nodes[n], from));
                    }
                }
            })?;
        }
        Ok(())
    }

    /// Brings the record of the block to the processes that take it.
    pub(super) fn unite_record(&mut self) {
        let record = &mut self.record;
        let samples = record.samples.len() / BLOCK * record.block.steps;
        unite(self.processes, &mut record.samples[..samples]);
        for (n, SceneMonitor { of, .. }) in self.monitors.captures.iter().enumerate() {
            if SceneMonitors::stays(&self.monitors.captures, n) {
                continue;
            }
            let due = of.due_in(record.block).count();
            let boxes = record.snapshots[n].chunks_mut(of.values().max(1));
            for (b, whole) in boxes.take(due).enumerate() {
                for own in record.own.iter().filter(|own| own.nodes_of(n) > 0) {
                    let from = &own.values[n][b * own.nodes_of(n)..][..own.nodes_of(n)];
                    BoxInBox::within(&own.nodes[n], &of.nodes).copy(from, whole);
                }
                if !self.whole.is_plain() {
                    whole.copy_from_slice(&self.whole.arranged(&of.nodes, whole));
                }
            }
            unite(
                self.processes,
                &mut record.snapshots[n][..due * of.values()],
            );
        }
        self.record.divided = self.divided_recordings();
    }

    /// The recordings of the block that stay on their ranks.
    fn divided_recordings(&self) -> Vec<DividedRecording> {
        let block = self.record.block;
        let captures = self.monitors.captures.iter().enumerate();
        let divided = captures.filter_map(|(n, m)| Some((n, &m.of, m.shares.as_ref()?)));
        let due = divided.flat_map(|(n, of, shares)| {
            let due = of.due_in(block).enumerate();
            due.map(move |(b, step)| ((n, b, step), of, shares))
        });
        let due: Vec<_> = due.collect();
        let mut boxes = Vec::new();
        for ((n, b, _), of, shares) in &due {
            for n in *n..=*n + usize::from(of.imaginary.is_some()) {
                let own = self.record.own.iter();
                let own = own.map(|own| &own.values[n][b * own.nodes_of(n)..][..own.nodes_of(n)]);
                let own = own.collect();
                boxes.push(OwnValues { shares, own });
            }
        }
        let mut needed = bring(&boxes, self.first, self.processes).into_iter();
        let mut all = Vec::new();
        for ((_, _, step), of, shares) in &due {
            let re = needed.next().unwrap_or_default();
            let im = of.imaginary.and_then(|_| needed.next());
            let values = (self.first..).zip(&re).enumerate().map(|(r, (rank, re))| {
                let im = im.as_ref().map(|im| &im[r][..]);
                (rank, shares.capture(rank, of).combine(re, im))
            });
            let values: Vec<(usize, Vec<Complex>)> = values.collect();
            let parts: [fn(&Complex) -> f64; 2] = [|v| v.re, |v| v.im];
            for (n, part) in parts.iter().enumerate().take(1 + usize::from(im.is_some())) {
                let of_rank =
                    |(rank, v): &(usize, Vec<Complex>)| (*rank, v.iter().map(part).collect());
                all.push(DividedRecording {
                    stream: of.stream + n,
                    half: of.half(),
                    step: *step,
                    parts: values
                        .iter()
                        .filter(|(_, v)| !v.is_empty())
                        .map(of_rank)
                        .collect(),
                });
            }
        }
        all
    }

    /// Hands over the transforms that stay on their ranks, frequency by frequency.
    pub(super) fn take_divided_spectra(
        &mut self,
        take: &mut TakeShares<'_>,
    ) -> Result<(), DeviceError> {
        let mut transforms = self.monitors.transforms.iter();
        if !transforms.any(|m| m.shares.is_some()) {
            return Ok(());
        }
        let mut sums = Vec::new();
        for rank in &mut self.local {
            let (own, _) = rank.engine.get_mut().sums(0)?;
            sums.push((&rank.arrangement, own));
        }
        for (n, SceneMonitor { of, shares }) in self.monitors.transforms.iter().enumerate() {
            let Some(shares) = shares else { continue };
            let frequencies = self.instruments.spectra.transforms()[n].frequencies.len();
            for frequency in 0..frequencies {
                let joined = sums.iter().map(|(_, own)| own.joined(n, frequency));
                let joined: Vec<Vec<T>> = joined.collect();
                let parts = [0, 1].map(|part| {
                    let ranks = sums.iter().zip(&joined).zip(self.first..);
                    let own = ranks.map(|(((arrangement, _), joined), number)| {
                        let [len, _] = shares.values(number);
                        let values = &joined[part * len..][..len];
                        arrangement.restored(&shares.own(number), values)
                    });
                    own.collect::<Vec<Vec<T>>>()
                });
                let boxes = parts.each_ref().map(|own| OwnValues {
                    shares,
                    own: own.iter().map(Vec::as_slice).collect(),
                });
                let needed = bring(&boxes, self.first, self.processes);
                let ranks = (self.first..).zip(needed[0].iter().zip(&needed[1]));
                let values = ranks.map(|(rank, (re, im))| {
                    (rank, shares.capture(rank, of).combine(re, Some(&im[..])))
                });
                let values: Vec<_> = values.filter(|(_, v)| !v.is_empty()).collect();
                take(n, frequency, &values);
            }
        }
        Ok(())
    }

    /// Takes a block from journals: that of the run, and those of what ranks have captured.
    pub(super) fn recall_block(
        &mut self,
        record: &Record<T>,
        captured: &mut [SavedBoxes<'_>],
    ) -> io::Result<()> {
        self.skip(record.block);
        let taken = &mut self.record;
        taken.clear();
        taken.block = record.block;
        taken.samples.copy_from_slice(&record.samples);
        for (n, SceneMonitor { of, .. }) in self.monitors.captures.iter().enumerate() {
            for SavedBoxes { own, entries } in captured.iter_mut() {
                let nodes = owned(own, &of.nodes, &self.whole);
                let len: usize = nodes.iter().map(ExactSizeIterator::len).product();
                if len == 0 {
                    continue;
                }
                let from = BoxInBox::within(&nodes, &of.nodes);
                for b in 0..of.due_in(record.block).count() {
                    let entry = entries.next().ok_or(ErrorKind::UnexpectedEof)??;
                    let mut values = vec![T::default(); len];
                    let bytes = bytes_of_mut(&mut values);
                    if bytes.len() != entry.len() {
                        return Err(ErrorKind::InvalidData.into());
                    }
                    bytes.copy_from_slice(&entry);
                    for own in &mut taken.own {
                        let len = own.nodes_of(n);
                        let to = BoxInBox::within(&own.nodes[n], &of.nodes);
                        from.copy_shared(&values, &to, &mut own.values[n][b * len..][..len]);
                    }
                }
            }
        }
        self.unite_record();
        self.fresh = true;
        Ok(())
    }
}

/// The nodes of a box within one part of the fields whose real parts are among some nodes.
fn owned(own: &NodeBox, nodes: &NodeBox, whole: &Arrangement) -> NodeBox {
    let shift = nodes[2].start - whole.scene.node_of(nodes[2].start);
    let [x, y, z] = own.clone();
    let own = [x, y, z.start + shift..z.end + shift];
    std::array::from_fn(|a| overlap(&own[a], &nodes[a]))
}
