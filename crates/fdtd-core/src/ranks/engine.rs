//! Ranks in one process, which share its threads.

use crate::block::{BLOCK, Block};
use crate::energy::{Energy, EnergySums};
use crate::engine::{Config, CpuEngine, Engine, Source, Take, WritePart};
use crate::fields::Fields;
use crate::loss::LossMap;
use crate::ranks::rank::{Parcel, Rank};
use crate::ranks::{Exchange, Places, Traffic};
use crate::record::{Record, Samples};
use crate::setup::{Instruments, Setup};
use poynting_exec::{DeviceError, Pool, Processes, Real, SharedSlice, bytes_of, bytes_of_mut};
use poynting_grid::{Arrangement, HalfStep, Region};
use poynting_scene::Component;
use rayon::prelude::*;
use std::io;
use std::time::{Duration, Instant};

/// A model that ranks share.
#[derive(Debug)]
pub struct Whole {
    /// Its monitors.
    pub instruments: Instruments,
    /// Where its nodes would be on one rank.
    pub arrangement: Arrangement,
    /// Where each rank stores its own.
    pub parts: Vec<Arrangement>,
}

/// The ranks of a model in this process: all of them, or one of those that several processes have.
#[derive(Debug)]
pub struct Ranks<'a, T: Real> {
    local: Vec<Rank<'a, T>>,
    /// The number of the first of them.
    first: usize,
    /// The monitors of the whole model.
    instruments: Instruments,
    /// Where its nodes would be on one rank.
    whole: Arrangement,
    record: Record<T>,
    fresh: bool,
    /// Steps between exchanges.
    halo: usize,
    pool: &'a Pool,
    processes: Option<Processes>,
    sent: Traffic,
    stepping: Duration,
}

impl<'a, T: Real> Ranks<'a, T> {
    /// The ranks of these setups, which are all, or the one of this process. They share the threads of `pool`, and each has those of `own`.
    pub fn new(
        setups: Vec<Setup<T>>,
        whole: Whole,
        config: Config,
        [pool, own]: [&'a Pool; 2],
    ) -> Self {
        let Whole {
            instruments,
            arrangement,
            parts,
        } = whole;
        let first = config.processes.map_or(0, |p| p.0.process());
        let losses = (0..instruments.losses.len()).map(|n| {
            let known = LossMap::merged(setups.iter().map(|s| &s.instruments.losses[n]));
            match config.processes {
                Some(processes) => known.united(processes),
                None => known,
            }
        });
        let losses = losses.collect();
        let instruments = Instruments {
            losses,
            ..instruments
        };
        let Instruments {
            samples, captures, ..
        } = &instruments;
        let record = Record::new(samples, captures, BLOCK);
        let ranks = (first..).zip(setups).map(|(rank, setup)| Rank {
            exchange: Exchange::new(rank, Places(&setup), &parts),
            arrangement: parts[rank].clone(),
            engine: CpuEngine::new(setup, config, own),
        });
        Self {
            local: ranks.collect(),
            first,
            record,
            fresh: false,
            halo: config.halo,
            pool,
            processes: config.processes,
            sent: Traffic::default(),
            stepping: Duration::ZERO,
            instruments,
            whole: arrangement,
        }
    }

    /// The messages of each rank.
    pub fn exchanges(&self) -> impl Iterator<Item = &Exchange> {
        self.local.iter().map(|rank| &rank.exchange)
    }

    /// Sends the own nodes to the halos that contain them.
    fn exchange(&mut self) {
        let (ranks, first) = (&mut self.local, self.first);
        let here = first..first + ranks.len();
        let (pool, processes) = (self.pool, self.processes);
        let sent = pool.install(|| {
            let numbered = ranks.par_iter_mut().enumerate();
            let sent = numbered.flat_map_iter(|(n, rank)| rank.pack(first + n));
            sent.collect::<Vec<Parcel<T>>>()
        });
        let values = sent.iter().map(|parcel| parcel.values.len() as u64);
        self.sent = self.sent
            + Traffic {
                messages: sent.len() as u64,
                values: values.sum(),
            };
        let (mut arrived, leaving): (Vec<_>, Vec<_>) = sent
            .into_iter()
            .partition(|parcel| here.contains(&parcel.to));
        if let Some(processes) = processes {
            let expected = ranks.iter().zip(here.clone());
            let expected = expected.flat_map(|(rank, to)| rank.expected(to));
            let mut coming: Vec<_> = expected
                .filter(|parcel| !here.contains(&parcel.from))
                .collect();
            let sends: Vec<_> = leaving
                .iter()
                .map(|parcel| (parcel.to, bytes_of(&parcel.values)))
                .collect();
            let mut receives: Vec<_> = coming
                .iter_mut()
                .map(|parcel| (parcel.from, bytes_of_mut(&mut parcel.values)))
                .collect();
            processes.0.exchange(&sends, &mut receives);
            arrived.append(&mut coming);
        }
        pool.install(|| {
            let numbered = ranks.par_iter_mut().zip(here);
            numbered.for_each(|(rank, number)| {
                rank.unpack(number, &arrived);
            });
        });
    }

    /// Copies the records of the ranks, which are those of a part of the block, into that of the model.
    fn gather(&mut self, part: Block) {
        let record = &mut self.record;
        let before = Block {
            steps: (part.first_step - record.block.first_step) as usize,
            ..record.block
        };
        for rank in &self.local {
            let from = rank.engine.record();
            let Instruments {
                samples, captures, ..
            } = rank.engine.instruments(0);
            gather_samples(samples, from, record);
            for (n, capture) in captures.iter().enumerate() {
                let all = &self.instruments.captures[n];
                let place = rank.part(&self.whole, &capture.nodes, &all.nodes);
                let earlier = capture.due_in(before).count();
                for b in 0..capture.due_in(part).count() {
                    let own = b * capture.values()..(b + 1) * capture.values();
                    let to = (earlier + b) * all.values()..(earlier + b + 1) * all.values();
                    place.copy(&from.snapshots[n][own], &mut record.snapshots[n][to]);
                }
            }
        }
    }

    /// Makes the record known to all processes.
    fn unite_record(&mut self) {
        let record = &mut self.record;
        let samples = record.samples.len() / BLOCK * record.block.steps;
        unite(self.processes, &mut record.samples[..samples]);
        for (capture, values) in self.instruments.captures.iter().zip(&mut record.snapshots) {
            let due = capture.due_in(record.block).count() * capture.values();
            unite(self.processes, &mut values[..due]);
        }
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

/// Makes known to all processes what each has put into its part of some values.
fn unite<T: Real>(processes: Option<Processes>, values: &mut [T]) {
    if let Some(processes) = processes {
        processes.unite(values);
    }
}

impl<T: Real> Engine<T> for Ranks<'_, T> {
    fn block(&self) -> usize {
        BLOCK
    }

    fn instruments(&self, _: usize) -> &Instruments {
        &self.instruments
    }

    fn advance(&mut self, block: Block) -> Result<(), DeviceError> {
        self.record.block = block;
        if self.processes.is_some() {
            self.record.clear();
        }
        for first in (0..block.steps).step_by(self.halo) {
            let part = Block {
                first_step: block.first_step + first as u64,
                steps: self.halo.min(block.steps - first),
            };
            let start = Instant::now();
            let ranks = &mut self.local;
            self.pool.install(|| {
                let all = ranks.par_iter_mut();
                all.try_for_each(|rank| rank.engine.advance(part))
            })?;
            self.exchange();
            self.stepping += start.elapsed();
            self.gather(part);
        }
        self.unite_record();
        self.fresh = true;
        Ok(())
    }

    fn collect(&mut self, _: usize, take: &mut Take<'_, T>) -> Result<(), DeviceError> {
        if std::mem::take(&mut self.fresh) {
            take(0, &self.record, &self.instruments);
        }
        Ok(())
    }

    fn energies(&mut self) -> Result<Vec<Energy>, DeviceError> {
        let mut sums = EnergySums::default();
        for rank in &mut self.local {
            let own = rank
                .arrangement
                .spans
                .each_ref()
                .map(|span| span.own.clone());
            if let Some([_, [x, y, z]]) = rank.arrangement.own(&own) {
                sums.merge(&rank.engine.energy_of(&Region { x, y, z }));
            }
        }
        let sums = match self.processes {
            Some(processes) => sums.added(processes),
            None => sums,
        };
        Ok(vec![sums.energy()])
    }

    fn spectra(&mut self, _: usize) -> Result<Vec<Vec<T>>, DeviceError> {
        let whole = self.instruments.spectra.transforms();
        let mut all: Vec<Vec<T>> = whole
            .iter()
            .map(|transform| vec![T::default(); transform.sums()])
            .collect();
        for rank in &mut self.local {
            let sums = rank.engine.spectra(0)?;
            let own = rank.engine.instruments(0).spectra.transforms();
            for (n, (transform, sums)) in own.iter().zip(sums).enumerate() {
                let part = rank.part(&self.whole, &transform.of.nodes, &whole[n].of.nodes);
                let [own, to] = [transform.of.values(), whole[n].of.values()];
                for (from, to) in sums.chunks(own.max(1)).zip(all[n].chunks_mut(to.max(1))) {
                    part.copy(from, to);
                }
            }
        }
        for sums in &mut all {
            unite(self.processes, sums);
        }
        Ok(all)
    }

    fn skip(&mut self, block: Block) {
        self.local
            .iter_mut()
            .for_each(|rank| rank.engine.skip(block));
    }

    fn save(&mut self, write: &mut WritePart<'_>) -> io::Result<()> {
        let whole = (&self.instruments, &self.whole);
        let numbered = (self.first..).zip(&mut self.local);
        for (number, rank) in numbered {
            write(number, &mut |file| rank.save(whole, file))?;
        }
        Ok(())
    }

    fn load(&mut self, parts: &mut [Box<dyn Source>]) -> io::Result<()> {
        let whole = (&self.instruments, &self.whole);
        for rank in &mut self.local {
            for part in parts.iter_mut() {
                rank.load(whole, &mut **part)?;
            }
        }
        Ok(())
    }

    fn sent(&self) -> Traffic {
        self.sent
    }

    fn exchange(&mut self) {
        self.exchange();
    }

    fn agrees(&mut self, stop: bool) -> bool {
        self.processes.map_or(stop, |processes| processes.any(stop))
    }

    fn inspect(
        &mut self,
        _: usize,
        look: &mut dyn FnMut(Fields<'_, T>),
    ) -> Result<(), DeviceError> {
        let layout = &self.whole.stored;
        let mut fields = Component::ALL.map(|_| vec![T::default(); layout.len()]);
        for rank in &mut self.local {
            let to = &rank.arrangement;
            let own = to.spans.each_ref().map(|span| span.own.clone());
            let Some([nodes, [x, y, z]]) = to.own(&own) else {
                continue;
            };
            let first = nodes.each_ref().map(|range| range.start);
            let Some(first) = self.whole.node(first) else {
                continue;
            };
            let parts: Vec<[usize; 2]> = to
                .stored
                .parts()
                .zip(layout.parts())
                .map(|(a, b)| [a, b])
                .collect();
            rank.engine.inspect(0, &mut |own| {
                for (i, j) in x.clone().flat_map(|i| y.clone().map(move |j| (i, j))) {
                    for [from, into] in &parts {
                        let from = own.layout.row(i, j) + from + z.start;
                        let row = layout.row(first[0] + i - x.start, first[1] + j - y.start);
                        let into = row + into + first[2];
                        for (c, field) in fields.iter_mut().enumerate() {
                            // SAFETY: nothing writes the fields meanwhile.
                            let values = unsafe { own.components[c].get(from, z.len()) };
                            field[into..into + z.len()].copy_from_slice(values);
                        }
                    }
                }
            })?;
        }
        for field in &mut fields {
            unite(self.processes, field);
        }
        let components = fields.each_mut().map(|field| SharedSlice::new(field));
        look(Fields { layout, components });
        Ok(())
    }

    fn bytes(&self) -> u64 {
        self.local.iter().map(|rank| rank.engine.bytes()).sum()
    }

    fn stepping(&self) -> Duration {
        self.stepping
    }

    fn order(&self) -> String {
        let one = self.local.first().map(|rank| rank.engine.order());
        let ranks = self.processes.map_or(self.local.len(), |p| p.0.processes());
        format!("{} on {ranks} ranks", one.unwrap_or_default())
    }

    fn coefficients(&self) -> &'static str {
        self.local
            .first()
            .map_or("", |rank| rank.engine.coefficients())
    }
}
