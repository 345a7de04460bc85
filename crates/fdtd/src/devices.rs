//! One model on several devices: a rank on each, with its share of the grid.

use crate::error::FdtdError;
use crate::gpu::GpuConfig;
use crate::job::Job;
use crate::outcome::{Observer, Outcome};
use crate::plan::Plan;
use crate::ranks::{FieldsStay, divide, undivided};
use crate::setup::{setup_rank, whole};
use crate::simulation::run_models;
use poynting_exec::{Device, Pool};
use poynting_fdtd_core::block::BLOCK;
use poynting_fdtd_core::engine::Config;
use poynting_fdtd_core::on_cpu::OnCpu;
use poynting_fdtd_core::ranks::{PartEngine, PartOn};
use poynting_fdtd_core::setup::Setup;
use poynting_fdtd_gpu::run::{OnGpu, Options, Parts};
use poynting_grid::{Arrangement, Division};
use poynting_scene::{Precision, Scene};

/// A device and its share of the grid, relative to those of the others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DeviceShare {
    /// The device.
    pub device: Device,
    /// Its share.
    pub share: f64,
}

/// Runs a scene on several devices. The device of `gpu` is not used. If several processes share the run, each has one device, and all parts are alike.
pub fn run_on_devices(
    mut job: Job<'_>,
    config: Config,
    shares: &[DeviceShare],
    gpu: GpuConfig<'_>,
    observe: &mut Observer<'_>,
) -> Result<Outcome, FdtdError> {
    let weights: Vec<f64> = shares.iter().map(|device| device.share).collect();
    let (scene, plan) = (job.scene, job.plan);
    let halo = config.halo.min(BLOCK);
    let (first, division) = match config.processes {
        Some(processes) => (processes.0.process(), divide(plan, &config)?),
        None => (0, undivided(plan).share(&weights, halo)?),
    };
    let stay = FieldsStay::of(&mut job, &config, division.spans.len());
    let mut parts = JobParts {
        devices: shares.iter().map(|device| device.device).collect(),
        first,
        division,
        stay,
        scene,
        plan,
        jobs: vec![job],
        config,
        gpu,
        observe,
        outcomes: Vec::new(),
    };
    match plan.precision {
        Precision::F32 => f32::run_parts(&mut parts)?,
        Precision::F64 => f64::run_parts(&mut parts)?,
    }
    parts.outcomes.remove(0)
}

/// The parts of a job.
struct JobParts<'j, 'r> {
    devices: Vec<Device>,
    /// The number of the first part in this process.
    first: usize,
    division: Division,
    stay: FieldsStay,
    scene: &'j Scene,
    plan: &'j Plan,
    /// The job, until it runs.
    jobs: Vec<Job<'j>>,
    config: Config,
    gpu: GpuConfig<'r>,
    observe: &'r mut Observer<'r>,
    outcomes: Vec<Result<Outcome, FdtdError>>,
}

impl JobParts<'_, '_> {
    /// The model of a part, and what it stores.
    fn model<T: OnCpu>(&self, part: usize) -> (Setup<T>, Arrangement) {
        let spans = &self.division.spans[self.first + part];
        let storage = self.config.storage;
        setup_rank((self.scene, self.plan), spans, storage, self.gpu.pool)
    }
}

impl<T: OnCpu> Parts<T> for JobParts<'_, '_> {
    fn device(&self, part: usize) -> Option<Device> {
        Some(self.devices[part]).filter(|device| *device != Device::Cpu)
    }

    fn options(&self, device: Device) -> Options<'_> {
        GpuConfig { device, ..self.gpu }.options()
    }

    fn count(&self) -> usize {
        self.devices.len()
    }

    fn steps(&self) -> u64 {
        self.plan.max_steps
    }

    fn set_up(&self, part: usize) -> Setup<T> {
        self.model(part).0
    }

    fn run(&mut self, engines: Vec<Box<dyn PartEngine<T> + '_>>) {
        let pool: &Pool = self.gpu.pool;
        let mut engines = engines.into_iter();
        let part = |n: usize| {
            if self.devices[n] != Device::Cpu
                && let Some(engine) = engines.next()
            {
                let spans = self.division.spans[self.first + n].clone();
                (PartOn::Device(engine), self.plan.arrangement_of::<T>(spans))
            } else {
                let (model, to) = self.model(n);
                (PartOn::Cpu(Box::new(model)), to)
            }
        };
        let parts = (0..self.devices.len()).map(part).collect();
        let whole = whole::<T>(self.plan, (self.division.clone(), self.stay));
        let mut ranks = T::ranks(parts, whole, self.config, [pool, pool]);
        let jobs = std::mem::take(&mut self.jobs);
        self.outcomes = run_models(&mut *ranks, jobs, self.observe);
    }
}
