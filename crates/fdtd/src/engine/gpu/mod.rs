//! A GPU: fields, coefficients and monitors stay there for the whole run, and kernels follow one another half step by
//! half step. The host sends the values of the sources once a block and asks for what was recorded, which
//! arrives while the next block is under way.

pub mod fields;
pub mod halo;
pub mod operator;
pub mod queue;
pub mod run;
pub mod slab;
pub mod text;
mod tune;

use super::{Engine, Take};
use crate::coefficients::gpu::DeviceMedium;
use crate::drive::gpu::DriveOnDevice;
use crate::energy::Energy;
use crate::energy::gpu::EnergyOnDevice;
use crate::record::Capture;
use crate::record::gpu::{MonitorsOnDevice, PendingRecord, SamplesOnDevice, SnapshotsOnDevice};
use crate::setup::{Instruments, Setup};
use crate::traversal::{BLOCK, Block};
use crate::yee::Fields;
use crate::yee::gpu::YeeOnDevice;
use crate::{Half, Layout, Mapping, Real};
use cubecl::prelude::Runtime;
use fields::DeviceFields;
use halo::Halo;
use operator::{DeviceOperator, Moment};
use poynting_exec::{Arena, DeviceError};
use poynting_scene::Component;
use queue::Queue;
use slab::Slab;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Steps of a block where monitors keep little.
const LONG_BLOCK: usize = 32;
/// Updates of nodes in a block, about: some hundredths of a second on a fast device, seconds on a slow one.
const LONG_BLOCK_NODES: usize = 32_000_000;
/// Bytes that snapshots of a long block may take.
const SNAPSHOT_BYTES: u64 = 256 << 20;

/// A stack of models on a device, energies accumulated in `A`.
pub struct GpuEngine<'q, R: Runtime, T: Real, A: Real> {
    layout: Layout,
    block: usize,
    fields: DeviceFields<'q, R, T>,
    medium: DeviceMedium<T>,
    drive: DriveOnDevice<T>,
    halo: Halo,
    monitors: MonitorsOnDevice<T>,
    energy: EnergyOnDevice<A>,
    models: Vec<Instruments>,
    pending: VecDeque<PendingRecord<'q, T>>,
    stepping: Duration,
}

impl<'q, R: Runtime, T: Real, A: Real> GpuEngine<'q, R, T, A> {
    /// Copies models of one grid size to the device.
    pub fn new(queue: &'q Queue<R>, mapping: Mapping, models: Vec<Setup<T>>) -> Self {
        let layout = models[0].layout.clone();
        let fields = DeviceFields::new(queue, mapping, &layout, models.len());
        let slabs: Vec<&Slab> = fields.slabs.iter().map(|f| &f.slab).collect();
        let medium = DeviceMedium::new(queue, slabs.iter().copied(), &models);
        let smallest = models[0].spacings.primal.iter().flatten();
        let over_unit = smallest.map(|over| over.f64()).fold(0.0, f64::max);
        let models: Vec<Instruments> = models.into_iter().map(|m| m.instruments).collect();
        let drives: Vec<_> = models.iter().map(|m| &m.drive).collect();
        let samples: Vec<_> = models.iter().map(|m| &m.samples).collect();
        let captures: Vec<_> = models.iter().map(|m| m.captures.as_slice()).collect();
        let block = block_length::<T>(layout.len(), &captures);
        Self {
            drive: DriveOnDevice::new(queue, &slabs, &drives),
            halo: Halo::new(&layout, &slabs),
            monitors: MonitorsOnDevice {
                samples: SamplesOnDevice::new(queue, &slabs, &samples, block),
                snapshots: SnapshotsOnDevice::new(queue, &captures, block),
            },
            energy: EnergyOnDevice::new(&fields, 1.0 / over_unit),
            block,
            layout,
            medium,
            models,
            pending: VecDeque::new(),
            stepping: Duration::ZERO,
            fields,
        }
    }

    /// Counts the time of `work` as stepping.
    fn timed<O>(&mut self, work: impl FnOnce(&mut Self) -> O) -> O {
        let start = Instant::now();
        let output = work(self);
        self.stepping += start.elapsed();
        output
    }
}

/// Steps of a block: many, unless they last long, so that a run can be stopped, or snapshots of so many would fill the device.
fn block_length<T: Real>(nodes: usize, models: &[&[Capture]]) -> usize {
    let quick = (LONG_BLOCK_NODES / (nodes * models.len())).clamp(BLOCK, LONG_BLOCK);
    let bytes = |c: &Capture| (c.values() * c.slots(quick)) as u64 * T::BYTES;
    let all: u64 = models.iter().flat_map(|m| m.iter()).map(bytes).sum();
    if all > SNAPSHOT_BYTES { BLOCK } else { quick }
}

impl<R: Runtime, T: Real, A: Real> Engine<T> for GpuEngine<'_, R, T, A> {
    fn block(&self) -> usize {
        self.block
    }

    fn instruments(&self, model: usize) -> &Instruments {
        &self.models[model]
    }

    fn advance(&mut self, block: Block) -> Result<(), DeviceError> {
        self.timed(|engine| {
            let queue = engine.fields.queue;
            let drives = engine.models.iter().map(|m| &m.drive);
            engine.drive.begin(queue, drives, block);
            let yee = YeeOnDevice {
                medium: &engine.medium,
            };
            let MonitorsOnDevice { samples, snapshots } = &engine.monitors;
            let operators: [&dyn DeviceOperator<R, T>; 5] =
                [&yee, &engine.drive, &engine.halo, samples, snapshots];
            for step in 0..block.steps {
                for half in [Half::E, Half::H] {
                    let at = Moment { half, step, block };
                    for operator in operators {
                        operator.launch(&engine.fields, at);
                    }
                }
            }
            engine.pending.push_back(engine.monitors.ask(queue, block));
        });
        Ok(())
    }

    fn collect(&mut self, in_flight: usize, take: &mut Take<'_, T>) -> Result<(), DeviceError> {
        while self.pending.len() > in_flight
            && let Some(pending) = self.pending.pop_front()
        {
            let arrived = self.timed(|_| pending.arrive())?;
            self.monitors.deliver(arrived, &self.models, take);
        }
        Ok(())
    }

    fn energies(&mut self) -> Result<Vec<Energy>, DeviceError> {
        let dt: Vec<f64> = self.models.iter().map(|m| m.drive.dt).collect();
        self.energy.of(&self.fields, &self.medium, &dt)
    }

    fn inspect(
        &mut self,
        model: usize,
        look: &mut dyn FnMut(Fields<'_, T>),
    ) -> Result<(), DeviceError> {
        let mut arena = Arena::new();
        let handles = Component::ALL.map(|c| arena.alloc(c.name(), self.layout.len()));
        self.fields
            .download(model, &self.layout, &mut arena, handles)?;
        look(Fields::new(&self.layout, &mut arena, handles));
        Ok(())
    }

    fn bytes(&self) -> u64 {
        self.fields.bytes() + self.medium.bytes() + self.monitors.bytes() + self.energy.bytes()
    }

    fn stepping(&self) -> Duration {
        self.stepping
    }

    fn order(&self) -> String {
        self.fields.mapping.to_string()
    }

    fn coefficients(&self) -> &'static str {
        self.medium.materials.name()
    }
}
