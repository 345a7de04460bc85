//! All checks of the method of moments, one after another.

use poynting_exec::conformance::Verdict;
use poynting_exec::{Device, DeviceError};

use super::{compressed, factors, matrix};

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
    matrix::run_on_cpu::<f32>(&mut take);
    matrix::run_on_cpu::<f64>(&mut take);
    factors::run_on_cpu::<f32>(&mut take);
    factors::run_on_cpu::<f64>(&mut take);
    compressed::run_on_cpu::<f32>(&mut take);
    compressed::run_on_cpu::<f64>(&mut take);
    if let Some(device) = gpu {
        run_on_gpu(device, &mut take)?;
    }
    Ok(verdicts)
}

#[cfg(feature = "gpu")]
use super::gpu::run_on_gpu;

#[cfg(not(feature = "gpu"))]
fn run_on_gpu(device: Device, _: &mut dyn FnMut(Verdict)) -> Result<(), DeviceError> {
    Err(DeviceError::NotInBuild { device })
}
