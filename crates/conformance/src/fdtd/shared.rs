//! A GPU that shares a model: in single precision with other GPUs, in double precision with the processor.

use crate::fdtd::check::text_of;
use poynting_exec::gpu::tuning::Tuning;
use poynting_exec::{Device, Pool, Processes, RankChoice};
use poynting_fdtd::{
    DeviceShare, FdtdError, GpuConfig, Job, Mapping, Observer, Outcome, run_on_devices,
};
use poynting_fdtd_core::engine::Config;
use poynting_scene::Precision;
use std::ops::ControlFlow;

/// Runs models one after another, each shared. Thin halos: the scenes are small, and what is not exchanged should be missed.
pub fn run_shared(
    gpu: Device,
    jobs: Vec<Job<'_>>,
    observe: &mut Observer<'_>,
) -> Result<Vec<Result<Outcome, FdtdError>>, String> {
    let config = |_| Config {
        halo: 2,
        ..Config::default()
    };
    let shares = |precision| match precision {
        Precision::F32 => vec![(gpu, 3.0), (gpu, 2.0)],
        Precision::F64 => vec![(Device::Cpu, 2.0), (gpu, 3.0)],
    };
    run_each(jobs, shares, config, observe)
}

/// Runs models one after another, each over four processes, of which this is one.
pub fn run_over(
    processes: Processes,
    gpu: Device,
    jobs: Vec<Job<'_>>,
    observe: &mut Observer<'_>,
) -> Result<Vec<Result<Outcome, FdtdError>>, String> {
    let parts = |precision| match precision {
        Precision::F32 => [1, 2, 2],
        Precision::F64 => [4, 1, 1],
    };
    let config = |precision| Config {
        ranks: RankChoice::Parts(parts(precision)),
        halo: 2,
        processes: Some(processes),
        ..Config::default()
    };
    let is_odd = processes.0.process() % 2 == 1;
    let shares = |precision| match precision {
        Precision::F64 if is_odd => vec![(Device::Cpu, 1.0)],
        Precision::F32 | Precision::F64 => vec![(gpu, 1.0)],
    };
    run_each(jobs, shares, config, observe)
}

fn run_each(
    jobs: Vec<Job<'_>>,
    shares: impl Fn(Precision) -> Vec<(Device, f64)>,
    config: impl Fn(Precision) -> Config,
    observe: &mut Observer<'_>,
) -> Result<Vec<Result<Outcome, FdtdError>>, String> {
    let pool = Pool::new(Some(1)).map_err(text_of)?;
    let tuning = Tuning::default();
    let run = |job: Job<'_>| {
        let precision = job.plan.precision;
        let shares = shares(precision).into_iter();
        let shares = shares.map(|(device, share)| DeviceShare { device, share });
        let shares: Vec<DeviceShare> = shares.collect();
        let gpu = GpuConfig {
            device: Device::Cpu,
            mapping: Some(Mapping::default()),
            tuning: &tuning,
            budget: None,
            pool: &pool,
        };
        let mut look = |progress: &_| -> ControlFlow<()> { observe(progress) };
        run_on_devices(job, config(precision), &shares, gpu, &mut look)
    };
    Ok(jobs.into_iter().map(run).collect())
}
