//! The device of a run, and its entry in the summary.

use crate::plan::{Layout, Plan as AnyPlan};
use crate::{Error, RunOptions, VERSION};
use poynting_exec::{Budget, Device, DeviceChoice, Pool};
use poynting_fdtd::{Config, FdtdError, Job, Observer, Outcome, Plan, rank_plan};
use poynting_mom::MomError;
use poynting_results::MomSummary;
use poynting_results::Summary;
use poynting_scene::Scene;
use std::ops::ControlFlow;
use std::time::Duration;

/// The machine that runs scenes.
#[derive(Debug)]
pub struct Machine {
    /// The device.
    pub device: Device,
    pool: Pool,
}

impl Machine {
    /// The requested machine.
    pub fn new(options: &RunOptions) -> Result<Self, Error> {
        Ok(Self {
            device: options.device.resolve()?,
            pool: Pool::new(options.threads)?,
        })
    }

    /// Refuses a plan that does not fit.
    pub fn check_memory(plan: &AnyPlan) -> Result<(), Error> {
        let options = &plan.options;
        match &plan.layout {
            Layout::Fdtd(plan) => Ok(Self::check_grid(plan, options)?),
            Layout::Mom(plan) => {
                let budget = host_budget(options.device.resolve()?, options);
                Ok(budget.check(plan.bytes()).map_err(MomError::Memory)?)
            }
        }
    }

    fn check_grid(plan: &Plan, options: &RunOptions) -> Result<(), FdtdError> {
        let device = options.device.resolve()?;
        let budget = options.budget.map_or_else(|| device.budget(), Ok)?;
        let mut needed = needed_bytes(&[plan], device);
        if device == Device::Cpu {
            let [most, all] = rank_plan(plan, &options.rank_config())?.stored();
            let here = options.processes.map_or(all, |_| most);
            needed = (needed as f64 * here) as u64;
        }
        let fits = match describe(device) {
            None => budget.check(needed),
            Some(gpu) => budget.check_on(&gpu, needed),
        };
        Ok(fits?)
    }

    /// Runs one scene.
    pub fn run(
        &self,
        job: Job<'_>,
        config: Config,
        options: &RunOptions,
        observe: &mut Observer<'_>,
    ) -> Result<Outcome, FdtdError> {
        if self.device == Device::Cpu {
            return poynting_fdtd::run(job, config, &self.pool, observe);
        }
        if config.ranks.ranks() > 1 {
            return Err(FdtdError::RanksOnGpu);
        }
        if job.checkpoint.is_some() {
            return Err(FdtdError::CheckpointOnGpu);
        }
        let mut outcomes = self.run_stack(vec![job], config, options, observe)?;
        outcomes.remove(0)
    }

    /// Exchanges the halos of the ranks of a scene, without steps in between.
    pub fn exchange(
        &self,
        job: &Job<'_>,
        config: Config,
        next: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<(), FdtdError> {
        poynting_fdtd::exchange(job, config, &self.pool, next)
    }

    /// Runs scenes of the same grid size together on a GPU.
    #[cfg(feature = "gpu")]
    pub fn run_stack(
        &self,
        jobs: Vec<Job<'_>>,
        config: Config,
        options: &RunOptions,
        observe: &mut Observer<'_>,
    ) -> Result<Vec<Result<Outcome, FdtdError>>, FdtdError> {
        let gpu = poynting_fdtd::GpuConfig {
            device: self.device,
            mapping: options.mapping,
            tuning: &poynting_exec::gpu::tuning::Tuning::of_user(),
            budget: options.budget,
            pool: &self.pool,
        };
        poynting_fdtd::run_stack(jobs, config, gpu, observe)
    }

    /// Unreachable: a build without GPU support has already refused them.
    #[cfg(not(feature = "gpu"))]
    pub fn run_stack(
        &self,
        _: Vec<Job<'_>>,
        _: Config,
        _: &RunOptions,
        _: &mut Observer<'_>,
    ) -> Result<Vec<Result<Outcome, FdtdError>>, FdtdError> {
        Err(poynting_exec::DeviceError::NotInBuild {
            device: self.device,
        }
        .into())
    }

    /// Runs one scene by the method of moments.
    pub fn solve(
        &self,
        job: poynting_mom::Job<'_>,
        options: &RunOptions,
        observe: &mut poynting_mom::Observer<'_>,
    ) -> Result<poynting_mom::Outcome, MomError> {
        // A GPU that was not requested stays unused if it has nothing to do.
        let device = match options.device {
            DeviceChoice::Auto if job.plan.method.is_compressed() => Device::Cpu,
            _ => self.device,
        };
        self.run_mom(job, device, options, observe)
    }

    /// The same on a selected device.
    #[cfg(feature = "gpu")]
    fn run_mom(
        &self,
        job: poynting_mom::Job<'_>,
        device: Device,
        options: &RunOptions,
        observe: &mut poynting_mom::Observer<'_>,
    ) -> Result<poynting_mom::Outcome, MomError> {
        let gpu = poynting_mom_gpu::GpuFiller::new(device);
        let config = poynting_mom::Config {
            filler: (device != Device::Cpu).then_some(&gpu),
            budget: host_budget(self.device, options),
        };
        poynting_mom::run(job, config, &self.pool, observe)
    }

    /// Unreachable: a build without GPU support has already refused them.
    #[cfg(not(feature = "gpu"))]
    fn run_mom(
        &self,
        job: poynting_mom::Job<'_>,
        device: Device,
        options: &RunOptions,
        observe: &mut poynting_mom::Observer<'_>,
    ) -> Result<poynting_mom::Outcome, MomError> {
        if device != Device::Cpu {
            return Err(poynting_exec::DeviceError::NotInBuild { device }.into());
        }
        let config = poynting_mom::Config {
            filler: None,
            budget: host_budget(self.device, options),
        };
        poynting_mom::run(job, config, &self.pool, observe)
    }

    /// The summary of a method-of-moments run.
    pub fn mom_summary(
        &self,
        scene: &Scene,
        plan: &poynting_mom::Plan,
        outcome: &poynting_mom::Outcome,
        wall: Duration,
    ) -> Summary {
        let [assembly_s, factorisation_s, solution_s] = outcome.times.map(|t| t.as_secs_f64());
        let device = if plan.method.is_compressed() {
            Device::Cpu
        } else {
            self.device
        };
        Summary {
            title: scene.title.clone(),
            solver: "mom".to_owned(),
            device: device.to_string(),
            precision: plan.precision.name().to_owned(),
            threads: self.pool.threads(),
            wall_s: wall.as_secs_f64(),
            peak_bytes: plan.bytes(),
            stopped_by: outcome.ended.name().to_owned(),
            ports: plan.ports.iter().map(|p| p.name.clone()).collect(),
            warnings: [&plan.warnings[..], &outcome.warnings[..]].concat(),
            version: VERSION.to_owned(),
            mom: Some(MomSummary {
                unknowns: plan.unknowns() as u64,
                triangles: plan.space.triangles().len() as u64,
                equation: plan.equation.name().to_owned(),
                frequencies: outcome.frequencies,
                right_hand_sides: plan.sides,
                method: plan.method.name().to_owned(),
                condition: outcome.figures.condition,
                residual: outcome.figures.residual,
                iterations: outcome.figures.iterations,
                solved_sides: outcome.figures.rank,
                product_error: outcome.figures.product_error,
                assembly_s,
                factorisation_s,
                solution_s,
            }),
            ..Summary::default()
        }
    }

    /// The summary of a run.
    pub fn summary(
        &self,
        scene: &Scene,
        plan: &Plan,
        outcome: &Outcome,
        wall: Duration,
    ) -> Summary {
        let cells = plan.cells();
        let updates = cells as f64 * outcome.steps as f64;
        Summary {
            title: scene.title.clone(),
            solver: "fdtd".to_owned(),
            device: self.device.to_string(),
            precision: plan.precision.name().to_owned(),
            threads: self.pool.threads(),
            traversal: outcome.order.clone(),
            grid: plan.meshed.grid.cells(),
            cells,
            steps: outcome.steps,
            dt_s: plan.dt,
            time_s: outcome.steps as f64 * plan.dt,
            wall_s: wall.as_secs_f64(),
            mcells_per_s: updates / outcome.stepping.as_secs_f64() / 1e6,
            peak_bytes: outcome.bytes,
            bytes_per_cell: outcome.bytes as f64 / cells as f64,
            energy_decay_db: (outcome.energy[1] > 0.0).then(|| outcome.decay_db()),
            stopped_by: outcome.stopped_by.name().to_owned(),
            ports: Vec::new(),
            warnings: plan.warnings.clone(),
            notes: plan.notes.clone(),
            version: VERSION.to_owned(),
            mom: None,
        }
    }
}

/// Host memory available for a matrix: a requested budget counts unless it is for a GPU.
pub fn host_budget(device: Device, options: &RunOptions) -> Budget {
    let asked = options.budget.filter(|_| device == Device::Cpu);
    asked.unwrap_or_else(Budget::of_this_machine)
}

/// Total bytes of several models on a device.
#[cfg(feature = "gpu")]
pub fn needed_bytes(plans: &[&Plan], device: Device) -> u64 {
    match poynting_exec::gpu_device(device) {
        Ok(gpu) => poynting_fdtd::device_bytes(plans, &gpu),
        Err(_) => plans.iter().map(|plan| plan.bytes()).sum(),
    }
}

#[cfg(not(feature = "gpu"))]
pub fn needed_bytes(plans: &[&Plan], _: Device) -> u64 {
    plans.iter().map(|plan| plan.bytes()).sum()
}

/// The name of a GPU in messages; none for the processor.
#[cfg(feature = "gpu")]
pub fn describe(device: Device) -> Option<String> {
    let gpu = poynting_exec::gpu_device(device);
    gpu.ok().map(|gpu| gpu.to_string())
}

#[cfg(not(feature = "gpu"))]
pub fn describe(_: Device) -> Option<String> {
    None
}
