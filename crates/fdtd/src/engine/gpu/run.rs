//! Running a stack of scenes on a GPU.

use super::GpuEngine;
use super::memory::{check, device_bytes, require};
use super::queue::Queue;
use crate::setup::Setup;
use crate::simulation::{Job, Observer, Outcome, run_models};
use crate::{Config, FdtdError, Mapping, Plan, Real};
use cubecl::prelude::{ComputeClient, Runtime};
use poynting_exec::gpu::tuning::Tuning;
use poynting_exec::{Budget, Device, GpuDevice, OnDevice, Pool, on_device};
use poynting_scene::Precision;
use std::marker::PhantomData;

/// How scenes are run on a GPU.
#[derive(Debug, Clone, Copy)]
pub struct GpuConfig<'a> {
    /// Which.
    pub device: Device,
    /// How threads lie over cells; what was measured to be fastest when not given.
    pub mapping: Option<Mapping>,
    /// Where the fastest mappings are remembered.
    pub tuning: &'a Tuning,
    /// Memory that may be used there; what is free when not given.
    pub budget: Option<Budget>,
    /// Threads that build coefficients.
    pub pool: &'a Pool,
}

/// Runs scenes of one grid size and precision together; what became of each, in their order.
pub fn run_stack(
    jobs: Vec<Job<'_>>,
    config: Config,
    gpu: GpuConfig<'_>,
    observe: &mut Observer<'_>,
) -> Result<Vec<Result<Outcome, FdtdError>>, FdtdError> {
    let Some(first) = jobs.first() else {
        return Ok(Vec::new());
    };
    let precision = first.plan.precision;
    let shape = first.plan.stack_shape();
    if jobs.iter().any(|job| job.plan.stack_shape() != shape) {
        return Err(FdtdError::UnequalStack);
    }
    let stack = Stack {
        jobs,
        config,
        gpu,
        observe,
    };
    match precision {
        Precision::F32 => on_device(gpu.device, As::<f32>::new(stack))?,
        Precision::F64 => on_device(gpu.device, As::<f64>::new(stack))?,
    }
}

struct Stack<'j, 'r> {
    jobs: Vec<Job<'j>>,
    config: Config,
    gpu: GpuConfig<'r>,
    observe: &'r mut Observer<'r>,
}

/// The stack in one precision.
struct As<'j, 'r, T> {
    stack: Stack<'j, 'r>,
    kind: PhantomData<T>,
}

impl<'j, 'r, T> As<'j, 'r, T> {
    fn new(stack: Stack<'j, 'r>) -> Self {
        Self {
            stack,
            kind: PhantomData,
        }
    }
}

type Outcomes = Result<Vec<Result<Outcome, FdtdError>>, FdtdError>;

impl<T: Real> OnDevice for As<'_, '_, T> {
    type Output = Outcomes;

    fn run<R: Runtime>(self, client: ComputeClient<R>, gpu: &GpuDevice) -> Outcomes {
        let queue = Queue {
            client,
            device: gpu.device,
            limits: gpu.limits,
        };
        require::<T>(gpu)?;
        // Energies are summed in double precision where there is one.
        if gpu.has_f64 {
            self.stack.step::<R, T, f64>(&queue, gpu)
        } else {
            self.stack.step::<R, T, f32>(&queue, gpu)
        }
    }
}

impl Stack<'_, '_> {
    fn step<R: Runtime, T: Real, A: Real>(self, queue: &Queue<R>, gpu: &GpuDevice) -> Outcomes {
        let mapping = self.gpu.mapping.unwrap_or_default();
        let mapping = mapping.within(gpu.limits.block_threads);
        let budget = self.gpu.budget.unwrap_or_else(|| gpu.budget());
        let plans: Vec<&Plan> = self.jobs.iter().map(|job| job.plan).collect();
        budget.check_on(gpu, device_bytes(&plans, gpu))?;
        let (pool, storage) = (self.gpu.pool, self.config.storage);
        let setup = |Job { scene, plan, .. }: &Job<'_>| {
            let (scene, plan) = (*scene, *plan);
            pool.install(|| Setup::<T>::new(scene, plan, storage))
        };
        let setups: Vec<Setup<T>> = self.jobs.iter().map(setup).collect();
        check(&plans, &setups, gpu, budget)?;
        let mut engine = GpuEngine::<R, T, A>::new(queue, mapping, setups);
        if self.gpu.mapping.is_none() {
            let longest = self.jobs.iter().map(|job| job.plan.max_steps).max();
            engine.tune(longest.unwrap_or(0), gpu, self.gpu.tuning);
        }
        Ok(run_models(&mut engine, self.jobs, self.observe))
    }
}
