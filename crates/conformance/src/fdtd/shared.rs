//! A GPU that shares a model: with another one in single precision, with the processor in double precision.

use crate::fdtd::check::text_of;
use poynting_exec::gpu::tuning::Tuning;
use poynting_exec::{Device, Pool};
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
    let pool = Pool::new(Some(1)).map_err(text_of)?;
    let tuning = Tuning::default();
    let run = |job: Job<'_>| {
        let shares = match job.plan.precision {
            Precision::F32 => [(gpu, 3.0), (gpu, 2.0)],
            Precision::F64 => [(Device::Cpu, 2.0), (gpu, 3.0)],
        };
        let shares = shares.map(|(device, share)| DeviceShare { device, share });
        let gpu = GpuConfig {
            device: gpu,
            mapping: Some(Mapping::default()),
            tuning: &tuning,
            budget: None,
            pool: &pool,
        };
        let config = Config {
            halo: 2,
            ..Config::default()
        };
        let mut look = |progress: &_| -> ControlFlow<()> { observe(progress) };
        run_on_devices(job, config, &shares, gpu, &mut look)
    };
    Ok(jobs.into_iter().map(run).collect())
}
