//! The GPU engine: fields, coefficients and monitors stay on the device for the whole run, and kernels follow one
//! another half step by half step. The host sends the source values once per block and requests the records, which
//! arrive while the next block is running.

use crate::coefficients::DeviceCoefficients;
use crate::cpml::{CpmlMemory, CpmlOnDevice};
use crate::dispersion::DispersionOnDevice;
use crate::drive::DriveOnDevice;
use crate::energy::{EnergyOnDevice, energy_on_device};
use crate::fields::DeviceFields;
use crate::halo::Halo;
use crate::incident::IncidentOnDevice;
use crate::memory::block_length;
use crate::operator::{BlockHalfStep, DeviceOperator};
use crate::record::{MonitorsOnDevice, PendingRecord, SamplesOnDevice, SnapshotsOnDevice};
use crate::slab::Slab;
use crate::spectra::SpectraOnDevice;
use crate::yee::YeeOnDevice;
use cubecl::prelude::Runtime;
use poynting_exec::gpu::queue::Queue;
use poynting_exec::{Arena, DeviceError, Real};
use poynting_fdtd_core::block::Block;
use poynting_fdtd_core::energy::Energy;
use poynting_fdtd_core::engine::{Engine, Take};
use poynting_fdtd_core::fields::Fields;
use poynting_fdtd_core::incident::tables;
use poynting_fdtd_core::mapping::Mapping;
use poynting_fdtd_core::setup::{Instruments, Setup};
use poynting_fdtd_core::sums::Sums;
use poynting_grid::{HalfStep, Layout, Region};
use poynting_scene::{Component, Precision};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// A stack of models on a device.
pub struct GpuEngine<'q, R: Runtime, T: Real> {
    pub(crate) layout: Layout,
    block: usize,
    pub(crate) fields: DeviceFields<'q, R, T>,
    /// Coefficients of all models.
    pub coefficients: DeviceCoefficients<T>,
    pub(crate) cpml: CpmlMemory<T>,
    incident: IncidentOnDevice<T>,
    pub(crate) dispersion: DispersionOnDevice<T>,
    drive: DriveOnDevice<T>,
    pub(crate) halo: Halo<T>,
    monitors: MonitorsOnDevice<T>,
    pub(crate) spectra: SpectraOnDevice<T>,
    energy: Box<dyn EnergyOnDevice<R, T>>,
    pub(crate) models: Vec<Instruments>,
    /// Records in transit, with the time of their launch.
    pending: VecDeque<(Instant, PendingRecord<'q, T>)>,
    /// Time from the launch of a block, or the arrival of the previous one, to its own arrival.
    stepping: Duration,
    arrived: Instant,
}

impl<'q, R: Runtime, T: Real> GpuEngine<'q, R, T> {
    /// Copies models of one grid size to the device. Energies are summed in the precision `sums`.
    pub fn new(
        queue: &'q Queue<R>,
        mapping: Mapping,
        models: Vec<Setup<T>>,
        sums: Precision,
    ) -> Self {
        let layout = models[0].layout.clone();
        let fields = DeviceFields::new(queue, mapping, &layout, models.len());
        let slabs: Vec<&Slab> = fields.slabs.iter().map(|f| &f.slab).collect();
        let coefficients = DeviceCoefficients::new(queue, slabs.iter().copied(), &models);
        let layers: Vec<_> = models.iter().map(|m| &m.cpml).collect();
        let cpml = CpmlMemory::new(queue, &slabs, &layers);
        let waves = models.iter();
        let waves = waves.map(|m| (m.instruments.incident.as_slice(), m.surfaces.as_slice()));
        let incident = IncidentOnDevice::new(queue, &slabs, &waves.collect::<Vec<_>>());
        let dispersive: Vec<_> = models.iter().map(|m| &m.dispersion).collect();
        let dispersion = DispersionOnDevice::new(queue, &slabs, &dispersive);
        let phases: Vec<_> = models.iter().map(|m| m.phases).collect();
        let energy = energy_on_device(&fields, &models[0].spacings, sums);
        let models: Vec<Instruments> = models.into_iter().map(|m| m.instruments).collect();
        let drives: Vec<_> = models.iter().map(|m| &m.drive).collect();
        let samples: Vec<_> = models.iter().map(|m| &m.samples).collect();
        let captures: Vec<_> = models.iter().map(|m| m.captures.as_slice()).collect();
        let spectra: Vec<_> = models.iter().map(|m| &m.spectra).collect();
        let block = block_length::<T>(layout.len(), &captures, queue.limits);
        Self {
            drive: DriveOnDevice::new(queue, &slabs, &drives),
            halo: Halo::new(queue, &layout, &slabs, &phases),
            monitors: MonitorsOnDevice {
                samples: SamplesOnDevice::new(queue, &slabs, &samples, block),
                snapshots: SnapshotsOnDevice::new(queue, &captures, block),
            },
            spectra: SpectraOnDevice::new(queue, &spectra),
            energy,
            block,
            layout,
            coefficients,
            cpml,
            incident,
            dispersion,
            models,
            pending: VecDeque::new(),
            stepping: Duration::ZERO,
            arrived: Instant::now(),
            fields,
        }
    }

    /// The energy that some nodes of each model have, as of the last requested step.
    pub(crate) fn energies_in(&self, nodes: &Region) -> Result<Vec<Energy>, DeviceError> {
        let dt: Vec<f64> = self.models.iter().map(|m| m.drive.dt).collect();
        self.energy.of(&self.fields, &self.coefficients, nodes, &dt)
    }
}

impl<R: Runtime, T: Real> Engine<T> for GpuEngine<'_, R, T> {
    fn block(&self) -> usize {
        self.block
    }

    fn instruments(&self, model: usize) -> &Instruments {
        &self.models[model]
    }

    fn advance(&mut self, block: Block) -> Result<(), DeviceError> {
        let launched = Instant::now();
        let queue = self.fields.queue;
        let drives = self.models.iter().map(|m| &m.drive);
        self.drive.begin(queue, drives, block);
        let waves = self.models.iter_mut().map(|m| m.incident.as_mut_slice());
        self.incident.begin(queue, waves, block);
        let spectra = self.models.iter().map(|m| (&m.spectra, m.drive.dt));
        self.spectra.begin(queue, spectra, block);
        let yee = YeeOnDevice {
            coefficients: &self.coefficients,
        };
        let cpml = CpmlOnDevice {
            memory: &self.cpml,
            coefficients: &self.coefficients,
        };
        let MonitorsOnDevice { samples, snapshots } = &self.monitors;
        let operators: [&dyn DeviceOperator<R, T>; 9] = [
            &yee,
            &cpml,
            &self.incident,
            &self.drive,
            &self.dispersion,
            &self.halo,
            samples,
            snapshots,
            &self.spectra,
        ];
        for step in 0..block.steps {
            for half in [HalfStep::E, HalfStep::H] {
                for operator in operators {
                    operator.launch(&self.fields, BlockHalfStep { half, step, block });
                }
            }
        }
        let record = self.monitors.ask(queue, block);
        self.pending.push_back((launched, record));
        Ok(())
    }

    fn collect(&mut self, in_flight: usize, take: &mut Take<'_, T>) -> Result<(), DeviceError> {
        while self.pending.len() > in_flight
            && let Some((launched, pending)) = self.pending.pop_front()
        {
            let record = pending.arrive()?;
            let since = launched.max(self.arrived);
            self.arrived = Instant::now();
            self.stepping += self.arrived - since;
            self.monitors.deliver(record, &self.models, take);
        }
        Ok(())
    }

    fn energies(&mut self) -> Result<Vec<Energy>, DeviceError> {
        self.energies_in(&self.layout.active())
    }

    fn sums(&mut self, model: usize) -> Result<(Sums<'_, T>, &Instruments), DeviceError> {
        let sums = self.spectra.sums(self.fields.queue, model)?;
        let instruments = &self.models[model];
        Ok((Sums::brought(&instruments.spectra, sums), instruments))
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

    fn skip(&mut self, block: Block) {
        for model in &mut self.models {
            tables::<T>(&mut model.incident, block);
        }
    }

    fn bytes(&self) -> u64 {
        self.fields.bytes()
            + self.coefficients.bytes()
            + self.cpml.bytes()
            + self.incident.bytes()
            + self.dispersion.bytes()
            + self.monitors.bytes()
            + self.spectra.bytes()
            + self.energy.bytes()
    }

    fn stepping(&self) -> Duration {
        self.stepping
    }

    fn order(&self) -> String {
        self.fields.mapping.to_string()
    }

    fn coefficients(&self) -> &'static str {
        self.coefficients.materials.name()
    }
}
