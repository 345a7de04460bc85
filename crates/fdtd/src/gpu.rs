//! Running a stack of scenes on a GPU.

use crate::error::FdtdError;
use crate::job::Job;
use crate::outcome::{Observer, Outcome};
use crate::plan::Plan;
use crate::setup::setup;
use crate::simulation::run_models;
use poynting_exec::gpu::tuning::Tuning;
use poynting_exec::{Budget, Device, GpuDevice, Pool, Real};
use poynting_fdtd_core::coefficients::Storage;
use poynting_fdtd_core::engine::{Config, Engine};
use poynting_fdtd_core::mapping::Mapping;
use poynting_fdtd_core::setup::Setup;
use poynting_fdtd_gpu::memory::{self, Footprint};
use poynting_fdtd_gpu::run::{OnGpu, Options, Stack};
use poynting_scene::Precision;

/// GPU options.
#[derive(Debug, Clone, Copy)]
pub struct GpuConfig<'a> {
    /// The device.
    pub device: Device,
    /// The mapping of threads to cells; the fastest measured one if not given.
    pub mapping: Option<Mapping>,
    /// Where the fastest mappings are cached.
    pub tuning: &'a Tuning,
    /// Memory that may be used there; all free memory if not given.
    pub budget: Option<Budget>,
    /// Threads that build coefficients.
    pub pool: &'a Pool,
}

impl<'a> GpuConfig<'a> {
    /// The options of the device.
    pub fn options(&self) -> Options<'a> {
        Options {
            device: self.device,
            mapping: self.mapping,
            tuning: self.tuning,
            budget: self.budget,
        }
    }
}

type Outcomes = Vec<Result<Outcome, FdtdError>>;

/// Runs scenes of one grid size and precision together; returns the outcome of each, in order.
pub fn run_stack(
    jobs: Vec<Job<'_>>,
    config: Config,
    gpu: GpuConfig<'_>,
    observe: &mut Observer<'_>,
) -> Result<Outcomes, FdtdError> {
    let Some(first) = jobs.first() else {
        return Ok(Vec::new());
    };
    let precision = first.plan.precision;
    let shape = first.plan.stack_shape();
    if jobs.iter().any(|job| job.plan.stack_shape() != shape) {
        return Err(FdtdError::UnequalStack);
    }
    let mut stack = JobStack {
        jobs,
        storage: config.storage,
        pool: gpu.pool,
        observe,
        outcomes: Vec::new(),
    };
    match precision {
        Precision::F32 => f32::run_stack(&mut stack, gpu.options())?,
        Precision::F64 => f64::run_stack(&mut stack, gpu.options())?,
    }
    Ok(stack.outcomes)
}

/// Estimated bytes of models of one grid size on a device, from their plans.
pub fn device_bytes(plans: &[&Plan], gpu: &GpuDevice) -> u64 {
    match plans.first().map(|plan| plan.precision) {
        None => 0,
        Some(Precision::F32) => bytes_as::<f32>(plans, gpu),
        Some(Precision::F64) => bytes_as::<f64>(plans, gpu),
    }
}

fn bytes_as<T: Real>(plans: &[&Plan], gpu: &GpuDevice) -> u64 {
    let footprints: Vec<_> = plans.iter().map(|plan| footprint::<T>(plan)).collect();
    memory::device_bytes::<T>(&footprints, gpu, None)
}

/// The size of a model, from its plan.
fn footprint<T: Real>(plan: &Plan) -> Footprint<'_> {
    let binding = &plan.binding;
    let terms: usize = binding.channels.iter().map(|c| c.terms.len()).sum();
    let bundled: usize = binding.bundles.iter().map(Vec::len).sum();
    Footprint {
        layout: plan.layout::<T>(),
        index_bytes: plan.index_bytes,
        captures: &binding.captures,
        samples: terms + bundled,
        psi: plan.psi_values::<T>(),
        sums: plan.spectral_sums(),
        corrections: plan.corrections(),
        memories: plan.memory_values(),
        dispersive: plan.dispersive.device_bytes::<T>(),
    }
}

/// Jobs advanced together.
struct JobStack<'j, 'r> {
    jobs: Vec<Job<'j>>,
    storage: Storage,
    pool: &'r Pool,
    observe: &'r mut Observer<'r>,
    outcomes: Outcomes,
}

impl<T: Real> Stack<T> for JobStack<'_, '_> {
    fn footprints(&self) -> Vec<Footprint<'_>> {
        let plans = self.jobs.iter().map(|job| job.plan);
        plans.map(footprint::<T>).collect()
    }

    fn steps(&self) -> u64 {
        let steps = self.jobs.iter().map(|job| job.plan.max_steps);
        steps.max().unwrap_or(0)
    }

    fn set_up(&self) -> Vec<Setup<T>> {
        let (pool, storage) = (self.pool, self.storage);
        let one = |Job { scene, plan, .. }: &Job<'_>| {
            let (scene, plan) = (*scene, *plan);
            pool.install(|| setup::<T>(scene, plan, storage))
        };
        self.jobs.iter().map(one).collect()
    }

    fn run(&mut self, engine: &mut dyn Engine<T>) {
        let jobs = std::mem::take(&mut self.jobs);
        self.outcomes = run_models(engine, jobs, self.observe);
    }
}
