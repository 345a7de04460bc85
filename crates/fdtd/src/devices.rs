//! One model on several devices: a rank on each, with its share of the grid.

use crate::error::FdtdError;
use crate::gpu::GpuConfig;
use crate::job::Job;
use crate::outcome::{Observer, Outcome};
use crate::ranks::undivided;
use crate::setup::{instruments_of_ranks, setup_part};
use crate::simulation::run_models;
use poynting_exec::{Device, Pool};
use poynting_fdtd_core::block::BLOCK;
use poynting_fdtd_core::engine::Config;
use poynting_fdtd_core::on_cpu::OnCpu;
use poynting_fdtd_core::ranks::{PartEngine, PartOn, Whole};
use poynting_fdtd_core::setup::Setup;
use poynting_fdtd_gpu::run::{OnGpu, Options, Parts};
use poynting_grid::{Arrangement, Division};
use poynting_scene::Precision;

/// A device and its share of the grid, relative to those of the others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DeviceShare {
    /// The device.
    pub device: Device,
    /// Its share.
    pub share: f64,
}

/// Runs a scene on several devices. The device of `gpu` is not used.
pub fn run_on_devices(
    job: Job<'_>,
    config: Config,
    shares: &[DeviceShare],
    gpu: GpuConfig<'_>,
    observe: &mut Observer<'_>,
) -> Result<Outcome, FdtdError> {
    let weights: Vec<f64> = shares.iter().map(|device| device.share).collect();
    let division = undivided(job.plan).share(&weights, config.halo.min(BLOCK))?;
    let mut parts = JobParts {
        devices: shares.iter().map(|device| device.device).collect(),
        job: Some(job),
        config,
        division,
        gpu,
        observe,
        outcome: None,
    };
    match parts.precision() {
        Precision::F32 => f32::run_parts(&mut parts)?,
        Precision::F64 => f64::run_parts(&mut parts)?,
    }
    parts.outcome.unwrap_or(Err(FdtdError::UnequalStack))
}

/// The parts of a job.
struct JobParts<'j, 'r> {
    devices: Vec<Device>,
    /// Until it runs.
    job: Option<Job<'j>>,
    config: Config,
    division: Division,
    gpu: GpuConfig<'r>,
    observe: &'r mut Observer<'r>,
    outcome: Option<Result<Outcome, FdtdError>>,
}

impl JobParts<'_, '_> {
    fn precision(&self) -> Precision {
        self.job
            .as_ref()
            .map_or(Precision::F32, |job| job.plan.precision)
    }

    /// What a part stores, and its model.
    fn model<T: OnCpu>(&self, part: usize) -> Option<(Setup<T>, Arrangement)> {
        let Job { scene, plan, .. } = self.job.as_ref()?;
        let (scene, plan, storage) = (*scene, *plan, self.config.storage);
        let to = plan.arrangement_of::<T>(self.division.spans[part].clone());
        let set_up = || setup_part(scene, plan, storage, to.clone());
        Some((self.gpu.pool.install(set_up), to))
    }
}

impl<T: OnCpu> Parts<T> for JobParts<'_, '_> {
    fn device(&self, part: usize) -> Option<Options<'_>> {
        let device = self.devices[part];
        (device != Device::Cpu).then_some(Options {
            device,
            mapping: self.gpu.mapping,
            tuning: self.gpu.tuning,
            budget: self.gpu.budget,
        })
    }

    fn count(&self) -> usize {
        self.devices.len()
    }

    fn steps(&self) -> u64 {
        self.job.as_ref().map_or(0, |job| job.plan.max_steps)
    }

    fn set_up(&self, part: usize) -> Option<Setup<T>> {
        Some(self.model(part)?.0)
    }

    fn run(&mut self, engines: Vec<Box<dyn PartEngine<T> + '_>>) {
        let pool: &Pool = self.gpu.pool;
        let mut engines = engines.into_iter();
        let spans = self.division.spans.clone();
        let mut parts = Vec::new();
        for (part, device) in self.devices.iter().enumerate() {
            if *device == Device::Cpu {
                let model = self.model::<T>(part);
                parts.extend(model.map(|(setup, to)| (PartOn::Cpu(Box::new(setup)), to)));
            } else if let (Some(engine), Some(job)) = (engines.next(), &self.job) {
                let to = job.plan.arrangement_of::<T>(spans[part].clone());
                parts.push((PartOn::Device(engine), to));
            }
        }
        let Some(job) = self.job.take() else {
            return;
        };
        let arrangement = job.plan.arrangement::<T>();
        let whole = Whole {
            instruments: instruments_of_ranks(job.plan, &arrangement),
            arrangement,
            division: self.division.clone(),
        };
        let mut ranks = T::ranks(parts, whole, self.config, [pool, pool]);
        let mut outcomes = run_models(&mut *ranks, vec![job], self.observe);
        self.outcome = outcomes.pop();
    }
}
