//! The device of a run, and its entry in the summary.

#[cfg(feature = "gpu")]
use crate::memory::is_shared;
#[cfg(feature = "gpu")]
use crate::nowhere::Nowhere;
use crate::plan::{Layout, Plan as AnyPlan};
#[cfg(feature = "gpu")]
use crate::probe::PROBE;
#[cfg(feature = "gpu")]
use crate::shares::proportional;
use crate::shares::{capacities, fits};
use crate::{Error, RunOptions, VERSION};
#[cfg(feature = "gpu")]
use poynting_exec::gpu::tuning::Tuning;
use poynting_exec::{Budget, Device, DeviceChoice, Devices, Pool};
use poynting_fdtd::{Config, FdtdError, Job, Observer, Outcome, Plan, rank_plan};
#[cfg(feature = "gpu")]
use poynting_fdtd::{DeviceShare, Progress};
use poynting_mom::MomError;
use poynting_results::Summary;
use poynting_results::{MomSummary, SweepSummary};
#[cfg(feature = "gpu")]
use poynting_scene::Precision;
use poynting_scene::Scene;
use std::ops::ControlFlow;
use std::time::Duration;

/// How long the speed of a device is measured.
#[cfg(feature = "gpu")]
const MEASURED: Duration = Duration::from_millis(300);

/// The machine that runs scenes.
#[derive(Debug)]
pub struct Machine {
    /// The devices.
    pub devices: Devices,
    /// Its threads.
    pub pool: Pool,
    /// Whether the user chose the number of threads.
    is_chosen: bool,
}

/// Fewer nodes do not keep a thread busy: waiting for others then takes longer than their help saves (`docs/performance.md`).
const NODES_PER_THREAD: u64 = 40_000;

impl Machine {
    /// The requested machine.
    pub fn new(options: &RunOptions) -> Result<Self, Error> {
        Ok(Self {
            devices: options.device.resolve_all()?,
            pool: Pool::new(options.threads)?,
            is_chosen: options.threads.is_some(),
        })
    }

    /// The threads of a run: as many as were chosen, else no more than are of use.
    fn threads(&self, plan: &Plan) -> usize {
        let useful = (plan.cells() / NODES_PER_THREAD).max(1);
        if self.is_chosen {
            self.pool.threads()
        } else {
            self.pool.threads().min(useful as usize)
        }
    }

    /// Runs one scene on the CPU.
    fn run_on_cpu(
        &self,
        job: Job<'_>,
        config: Config,
        observe: &mut Observer<'_>,
    ) -> Result<Outcome, FdtdError> {
        let threads = self.threads(job.plan);
        if threads == self.pool.threads() {
            return poynting_fdtd::run(job, config, &self.pool, observe);
        }
        poynting_fdtd::run(job, config, &Pool::new(Some(threads))?, observe)
    }

    /// Refuses a plan that does not fit.
    pub fn check_memory(plan: &AnyPlan) -> Result<(), Error> {
        let options = &plan.options;
        match &plan.layout {
            Layout::Fdtd(grid) => Self::check_grid(plan, grid),
            Layout::Mom(mom) => {
                Self::check_host(plan)?;
                if options.checkpoint.is_none() {
                    mom.check_disk()?;
                }
                Ok(())
            }
            Layout::Plane(_) | Layout::Grating(_) => Self::check_host(plan),
        }
    }

    fn check_host(plan: &AnyPlan) -> Result<(), Error> {
        let options = &plan.options;
        let budget = host_budget(options.device.resolve()?, options);
        Ok(budget.check(plan.bytes()).map_err(MomError::Memory)?)
    }

    fn check_grid(whole: &AnyPlan, plan: &Plan) -> Result<(), Error> {
        let options = &whole.options;
        let devices = options.device.resolve_all()?;
        let ranks = options.rank_config();
        let Some(device) = devices.one() else {
            if ranks.ranks.ranks() > 1 {
                return Err(FdtdError::RanksOnGpu.into());
            }
            let capacities = capacities(devices, options, |device| needed_bytes(&[plan], device))?;
            return Ok(fits(plan.bytes(), &capacities).map_err(FdtdError::from)?);
        };
        let budget = options.budget.map_or_else(|| device.budget(), Ok)?;
        let share = if device == Device::Cpu || options.processes.is_some() {
            let [most, all] = rank_plan(plan, &ranks)?.stored();
            options.processes.map_or(all, |_| most)
        } else if ranks.ranks.ranks() > 1 {
            return Err(FdtdError::RanksOnGpu.into());
        } else {
            1.0
        };
        let needed = whole.needed_bytes_for(share)?;
        let fits = match describe(device) {
            None => budget.check(needed),
            Some(gpu) => budget.check_on(&gpu, needed),
        };
        Ok(fits.map_err(FdtdError::from)?)
    }

    /// Runs one scene.
    pub fn run(
        &self,
        job: Job<'_>,
        config: Config,
        options: &RunOptions,
        observe: &mut Observer<'_>,
    ) -> Result<Outcome, FdtdError> {
        match self.devices.one() {
            Some(Device::Cpu) => return self.run_on_cpu(job, config, observe),
            Some(_) if job.checkpoint.is_none() && config.processes.is_none() => {}
            // A part of a grid can be saved, also if it is the only one here.
            _ => return self.run_shared(job, config, options, observe),
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
        let tuning = Tuning::of_user();
        let gpu = self.gpu_config(self.devices.single()?, options, &tuning);
        poynting_fdtd::run_stack(jobs, config, gpu, observe)
    }

    #[cfg(feature = "gpu")]
    fn gpu_config<'a>(
        &'a self,
        device: Device,
        options: &RunOptions,
        tuning: &'a Tuning,
    ) -> poynting_fdtd::GpuConfig<'a> {
        poynting_fdtd::GpuConfig {
            device,
            mapping: options.mapping,
            tuning,
            budget: options.budget,
            pool: &self.pool,
        }
    }

    /// Runs one scene on several devices, which share the grid.
    #[cfg(feature = "gpu")]
    fn run_shared(
        &self,
        job: Job<'_>,
        config: Config,
        options: &RunOptions,
        observe: &mut Observer<'_>,
    ) -> Result<Outcome, FdtdError> {
        let shares = self.shares(job.plan, options)?;
        let tuning = Tuning::of_user();
        let gpu = self.gpu_config(Device::Cpu, options, &tuning);
        poynting_fdtd::run_on_devices(job, config, &shares, gpu, observe)
    }

    /// The share of the grid of each device, from a short measurement of its speed.
    #[cfg(feature = "gpu")]
    fn shares(&self, plan: &Plan, options: &RunOptions) -> Result<Vec<DeviceShare>, FdtdError> {
        if let (Some(device), Some(_)) = (self.devices.one(), options.processes) {
            return Ok(vec![DeviceShare { device, share: 1.0 }]);
        }
        let needed = |device| needed_bytes(&[plan], device);
        let capacities = capacities(self.devices, options, needed)?;
        fits(plan.bytes(), &capacities)?;
        let devices = self.devices.all().iter();
        let speeds: Vec<f64> = match self.devices.one() {
            Some(_) => vec![1.0],
            None => devices
                .clone()
                .map(|device| self.speed_of(*device, plan.precision, options))
                .collect::<Result<_, _>>()?,
        };
        let shares = proportional(&speeds, &capacities);
        let shares = devices.zip(shares).map(|(device, share)| DeviceShare {
            device: *device,
            share,
        });
        Ok(shares.collect())
    }

    /// The speed of a device.
    #[cfg(feature = "gpu")]
    fn speed_of(
        &self,
        device: Device,
        precision: Precision,
        options: &RunOptions,
    ) -> Result<f64, FdtdError> {
        let Ok(scene) = Scene::from_toml(PROBE, "speed.toml") else {
            return Ok(1.0);
        };
        let plan = Plan::new(&scene, precision)?;
        let alone = Self {
            devices: device.into(),
            pool: Pool::new(Some(self.pool.threads()))?,
            is_chosen: true,
        };
        let job = Job {
            scene: &scene,
            plan: &plan,
            sink: &mut Nowhere { is_read: false },
            checkpoint: None,
        };
        let mut observe = |progress: &Progress| {
            if progress.stepping > MEASURED {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let whole = RunOptions {
            budget: None,
            ..*options
        };
        let outcome = alone.run(job, Config::default(), &whole, &mut observe)?;
        Ok(outcome.steps as f64 / outcome.stepping.as_secs_f64())
    }

    /// Unreachable: a build without GPU support has already refused them.
    #[cfg(not(feature = "gpu"))]
    fn run_shared(
        &self,
        job: Job<'_>,
        config: Config,
        _: &RunOptions,
        observe: &mut Observer<'_>,
    ) -> Result<Outcome, FdtdError> {
        poynting_fdtd::run(job, config, &self.pool, observe)
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
        let device = self.devices.single()?;
        Err(poynting_exec::DeviceError::NotInBuild { device }.into())
    }

    /// The device that integrates the entries of a matrix.
    pub fn mom_device(
        &self,
        plan: &poynting_mom::Plan,
        options: &RunOptions,
    ) -> Result<Device, MomError> {
        // A GPU that was not requested stays unused if it has nothing to do.
        match options.device {
            DeviceChoice::Auto if plan.method.is_compressed() => Ok(Device::Cpu),
            _ => Ok(self.devices.single()?),
        }
    }

    /// Runs one scene by the method of moments.
    #[cfg(feature = "gpu")]
    pub fn solve(
        &self,
        job: poynting_mom::Job<'_>,
        device: Device,
        options: &RunOptions,
        observe: &mut poynting_mom::Observer<'_>,
    ) -> Result<poynting_mom::Outcome, MomError> {
        let filler = poynting_mom_gpu::GpuFiller::new(device);
        let eliminator = poynting_mom_gpu::GpuEliminator::new(device);
        let config = poynting_mom::Config {
            filler: (device != Device::Cpu).then_some(&filler),
            // A device that shares the memory of this machine would need the matrix twice.
            eliminator: (!is_shared(device)).then_some(&eliminator),
            budget: host_budget(device, options),
        };
        poynting_mom::run(job, config, &self.pool, observe)
    }

    /// Unreachable: a build without GPU support has already refused them.
    #[cfg(not(feature = "gpu"))]
    pub fn solve(
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
            eliminator: None,
            budget: host_budget(device, options),
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
        let devices = if plan.method.is_compressed() {
            Device::Cpu.into()
        } else {
            self.devices
        };
        Summary {
            title: scene.title.clone(),
            solver: "mom".to_owned(),
            device: devices.to_string(),
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
                elements: None,
                equation: plan.equation.name().to_owned(),
                frequencies: outcome.frequencies,
                right_hand_sides: plan.sides,
                method: plan.method.name().to_owned(),
                factors: (!plan.method.is_compressed()).then(|| plan.factors.name().to_owned()),
                factored_again: outcome.figures.is_factored_again,
                condition: outcome.figures.condition,
                residual: outcome.figures.residual,
                iterations: outcome.figures.iterations,
                solved_sides: outcome.figures.rank,
                product_error: outcome.figures.product_error,
                sweep: sweep_summary(plan, outcome),
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
        let updates = cells as f64 * (outcome.steps - outcome.resumed) as f64;
        Summary {
            title: scene.title.clone(),
            solver: "fdtd".to_owned(),
            device: self.devices.to_string(),
            precision: plan.precision.name().to_owned(),
            threads: self.threads(plan),
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
            rcwa: None,
        }
    }
}

/// What an adaptive sweep did.
fn sweep_summary(
    plan: &poynting_mom::Plan,
    outcome: &poynting_mom::Outcome,
) -> Option<SweepSummary> {
    let (planned, swept) = plan.sweep.as_ref().zip(outcome.sweep)?;
    Some(SweepSummary {
        solved: swept.solved,
        interpolated: swept.interpolated,
        tolerance_db: planned.decibels,
        error_db: swept.decibels(),
        ended: swept.end_name().to_owned(),
        corrected: swept.corrected,
    })
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
    if device == Device::Cpu {
        return None;
    }
    let gpu = poynting_exec::gpu_device(device);
    gpu.ok().map(|gpu| gpu.to_string())
}

#[cfg(not(feature = "gpu"))]
pub fn describe(_: Device) -> Option<String> {
    None
}
