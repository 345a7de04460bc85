//! The ranks of this process, on its threads and on devices.

use crate::block::{BLOCK, Block};
use crate::energy::{Energy, EnergySums};
use crate::engine::{Config, CpuEngine, Engine, SavedBoxes, Source, Take, TakeShares, WritePart};
use crate::fields::Fields;
use crate::loss::LossMap;
use crate::ranks::gathered::begin_record;
use crate::ranks::halos::{self, on_each};
use crate::ranks::part::{PartEngine, RankEngine};
use crate::ranks::places::NodeBox;
use crate::ranks::rank::{BoxInBox, Messages, Rank};
use crate::ranks::shares::SceneMonitors;
use crate::ranks::{Exchange, Traffic};
use crate::record::Record;
use crate::setup::{Instruments, Setup};
use crate::spectra::Transform;
use crate::sums::Sums;
use poynting_exec::{DeviceError, Pool, Processes, Real, SharedSlice};
use poynting_grid::{Arrangement, Division, Region};
use poynting_scene::Component;
use std::io;
use std::time::{Duration, Instant};

/// A model that ranks share.
#[derive(Debug)]
pub struct Whole {
    /// Its monitors.
    pub instruments: Instruments,
    /// Where its nodes would be on one rank.
    pub arrangement: Arrangement,
    /// What each rank stores.
    pub division: Division,
    /// Its monitors in the axes of the scene.
    pub monitors: SceneMonitors,
}

/// What is to advance a rank.
pub enum PartOn<'a, T: Real> {
    /// Threads of the CPU.
    Cpu(Box<Setup<T>>),
    /// A device.
    Device(Box<dyn PartEngine<T> + 'a>),
}

/// The ranks of a model in this process: all of them, or one of those that several processes have.
pub struct Ranks<'a, T: Real> {
    pub(super) local: Vec<Rank<'a, T>>,
    /// The number of the first of them.
    pub(super) first: usize,
    /// The monitors of the whole model.
    pub(super) instruments: Instruments,
    /// The same in the axes of the scene.
    pub(super) monitors: SceneMonitors,
    /// Where its nodes would be on one rank.
    pub(super) whole: Arrangement,
    pub(super) record: Record<T>,
    pub(super) fresh: bool,
    /// Steps between exchanges.
    halo: usize,
    pool: &'a Pool,
    pub(super) processes: Option<Processes>,
    sent: Traffic,
    stepping: Duration,
}

impl<'a, T: Real> Ranks<'a, T> {
    /// The ranks of these parts, which are all, or the one of this process, with what each stores. They share the threads of `pool`, and each has those
    /// of `own`.
    pub fn new(
        parts: Vec<(PartOn<'a, T>, Arrangement)>,
        model: Whole,
        config: Config,
        [pool, own]: [&'a Pool; 2],
    ) -> Self {
        let Whole {
            mut instruments,
            arrangement: whole,
            division,
            monitors,
        } = model;
        let is_alone = config.processes.is_some();
        let first = config.processes.map_or(0, |p| p.0.process());
        let ranks = (first..).zip(parts).map(|(rank, (part, arrangement))| {
            let mut engine = match part {
                PartOn::Cpu(setup) => {
                    RankEngine::Cpu(Box::new(CpuEngine::new(*setup, config, own)))
                }
                PartOn::Device(engine) => RankEngine::Device(engine),
            };
            let exchange = Exchange::new((rank, &arrangement), &division);
            Rank {
                messages: Messages::new((rank, is_alone), exchange, engine.get_mut()),
                arrangement,
                engine,
            }
        });
        let local: Vec<Rank<'a, T>> = ranks.collect();
        for (n, losses) in instruments.losses.iter_mut().enumerate() {
            let of_ranks = local.iter().map(|rank| rank.engine.get().instruments(0));
            let known = LossMap::merged(of_ranks.map(|own| &own.losses[n]));
            *losses = match config.processes {
                Some(processes) => known.united(processes),
                None => known,
            };
        }
        let record = begin_record(&instruments, (first, &local[..]), &monitors);
        // Records of a device that are large make its blocks short. All ranks exchange after the same step.
        let blocks = local.iter().map(|rank| rank.engine.get().block());
        let steps = blocks.fold(division.halo, usize::min);
        Self {
            first,
            record,
            fresh: false,
            halo: config.processes.map_or(steps, |all| all.least(steps)),
            local,
            pool,
            processes: config.processes,
            sent: Traffic::default(),
            stepping: Duration::ZERO,
            instruments,
            monitors,
            whole,
        }
    }

    /// Brings the own nodes to the halos that contain them.
    fn exchange_halos(&mut self) -> Result<(), DeviceError> {
        let sent = halos::exchange(&mut self.local, self.pool, self.processes)?;
        self.sent = self.sent + sent;
        Ok(())
    }
}

/// Makes known to all processes what each has put into its part of some values.
pub(super) fn unite<T: Real>(processes: Option<Processes>, values: &mut [T]) {
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
            let ranks = self.local.iter_mut().map(|rank| (&mut rank.engine, ()));
            on_each(self.pool, ranks, |engine, ()| engine.advance(part))?;
            self.exchange_halos()?;
            self.stepping += start.elapsed();
            self.gather(part)?;
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
        let ranks = self.local.iter_mut();
        let ranks = ranks.filter_map(|rank| {
            let own = &rank.arrangement;
            let [_, [x, y, z]] = own.own(&own.own_nodes())?;
            Some((&mut rank.engine, Region { x, y, z }))
        });
        let of_ranks = on_each(self.pool, ranks, |engine, own| engine.energy_of(&own))?;
        let mut sums = EnergySums::default();
        for own in &of_ranks {
            sums.merge(own);
        }
        let sums = match self.processes {
            Some(processes) => sums.added(processes),
            None => sums,
        };
        Ok(vec![sums.energy()])
    }

    fn sums(&mut self, _: usize) -> Result<(Sums<'_, T>, &Instruments), DeviceError> {
        let whole = self.instruments.spectra.transforms();
        let stays = |n: usize| SceneMonitors::stays(&self.monitors.transforms, n);
        let sums = |(n, of): (usize, &Transform)| {
            let sums = if stays(n) { 0 } else { of.sums() };
            vec![T::default(); sums]
        };
        let mut all: Vec<Vec<T>> = whole.iter().enumerate().map(sums).collect();
        for Rank {
            engine,
            arrangement,
            ..
        } in &mut self.local
        {
            let (sums, own) = engine.get_mut().sums(0)?;
            let own = own.spectra.transforms().iter().enumerate();
            for (n, transform) in own.filter(|(n, _)| !stays(*n)) {
                let arrangements = [&*arrangement, &self.whole];
                let part = BoxInBox::new(arrangements, &transform.of.nodes, &whole[n].of.nodes);
                let [own, to] = [transform.of.values(), whole[n].of.values()];
                let frequencies = all[n].chunks_mut((2 * to).max(1));
                for (frequency, to_both) in frequencies.enumerate() {
                    let from = sums.at(n, frequency);
                    for (from, to) in from.chunks(own.max(1)).zip(to_both.chunks_mut(to.max(1))) {
                        part.copy(from, to);
                    }
                }
            }
        }
        for sums in &mut all {
            unite(self.processes, sums);
        }
        let sums = Sums::brought(&self.instruments.spectra, all);
        Ok((sums, &self.instruments))
    }

    fn divided_spectra(&mut self, take: &mut TakeShares<'_>) -> Result<(), DeviceError> {
        self.take_divided_spectra(take)
    }

    fn monitors(&self) -> Option<&SceneMonitors> {
        Some(&self.monitors)
    }

    fn ranks(&self) -> Vec<(usize, NodeBox)> {
        let own = self.local.iter().map(|rank| rank.arrangement.own_nodes());
        (self.first..).zip(own).collect()
    }

    fn recall(&mut self, record: &Record<T>, captured: &mut [SavedBoxes<'_>]) -> io::Result<()> {
        self.recall_block(record, captured)
    }

    fn skip(&mut self, block: Block) {
        self.local
            .iter_mut()
            .for_each(|rank| rank.engine.get_mut().skip(block));
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

    fn exchange(&mut self) -> Result<(), DeviceError> {
        self.exchange_halos()
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
            let Some([nodes, [x, y, z]]) = to.own(&to.own_nodes()) else {
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
            rank.engine.get_mut().inspect(0, &mut |own| {
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
        let engines = self.local.iter().map(|rank| rank.engine.get());
        engines.map(Engine::bytes).sum()
    }

    fn stepping(&self) -> Duration {
        self.stepping
    }

    fn order(&self) -> String {
        let orders = self.local.iter().map(|rank| rank.engine.get().order());
        let mut orders: Vec<String> = orders.collect();
        orders.dedup();
        let ranks = self.processes.map_or(self.local.len(), |p| p.0.processes());
        format!("{} on {ranks} ranks", orders.join(" and "))
    }

    fn coefficients(&self) -> &'static str {
        self.local
            .first()
            .map_or("", |rank| rank.engine.get().coefficients())
    }
}
