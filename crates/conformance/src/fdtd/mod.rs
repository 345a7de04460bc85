//! Conformance: every feature on every backend, checked by the same code.
//!
//! Each check is written once, generic over precision and backend: the operators of the time loop on random
//! models, and small scenes from file to recorded results. The processor must match the plain sweep bit for bit in every
//! order; a GPU must agree with the processor within a stated number of roundings. The matrix in the documentation is generated
//! from the verdicts.

mod backend;
mod bloch;
mod check;
mod cpu;
#[cfg(feature = "gpu")]
mod gpu;
mod models;
mod operators;
mod recording;
mod runs;
mod scenes;
#[cfg(feature = "gpu")]
mod shared;
mod suite;
#[cfg(feature = "gpu")]
mod text;

use crate::fdtd::cpu::Cpu;
#[cfg(feature = "gpu")]
pub(crate) use crate::fdtd::gpu::run_on_queue;
#[cfg(feature = "gpu")]
use crate::fdtd::gpu::{run_on_gpu, some_over_gpus};
use crate::fdtd::suite::{run_on, runs_on};
use poynting_exec::conformance::Verdict;
use poynting_exec::{Device, DeviceError, Processes};
#[cfg(feature = "gpu")]
pub use text::kernel_texts;

/// Runs every check on the processor, and on a GPU if one is given; each verdict is reported as it arrives.
pub fn run(
    gpu: Option<Device>,
    report: &mut dyn FnMut(&Verdict),
) -> Result<Vec<Verdict>, DeviceError> {
    let mut verdicts = Vec::new();
    let mut take = |verdict: Verdict| {
        report(&verdict);
        verdicts.push(verdict);
    };
    run_on::<_, f32>(&Cpu::default(), &mut take);
    run_on::<_, f64>(&Cpu::default(), &mut take);
    if let Some(device) = gpu {
        run_on_gpu(device, &mut take)?;
    }
    Ok(verdicts)
}

/// Runs every scene of the suite over four processes, of which this is one, and compares it with the run in this process alone.
pub fn run_over(processes: Processes, report: &mut dyn FnMut(&Verdict)) -> Vec<Verdict> {
    let cpu = Cpu {
        processes: Some(processes),
    };
    let mut verdicts = Vec::new();
    let mut take = |verdict: Verdict| {
        report(&verdict);
        verdicts.push(verdict);
    };
    runs_on::<_, f32>(&cpu, &mut take);
    runs_on::<_, f64>(&cpu, &mut take);
    verdicts
}

/// Runs some of the scenes on the GPUs of four processes, of which this is one.
pub fn run_over_gpus(
    device: Device,
    processes: Processes,
    report: &mut dyn FnMut(&Verdict),
) -> Result<Vec<Verdict>, DeviceError> {
    let mut verdicts = Vec::new();
    some_over_gpus(device, processes, &mut |verdict| {
        report(&verdict);
        verdicts.push(verdict);
    })?;
    Ok(verdicts)
}

#[cfg(not(feature = "gpu"))]
fn some_over_gpus(
    device: Device,
    _: Processes,
    _: &mut dyn FnMut(Verdict),
) -> Result<(), DeviceError> {
    Err(DeviceError::NotInBuild { device })
}

#[cfg(not(feature = "gpu"))]
fn run_on_gpu(device: Device, _: &mut dyn FnMut(Verdict)) -> Result<(), DeviceError> {
    Err(DeviceError::NotInBuild { device })
}
