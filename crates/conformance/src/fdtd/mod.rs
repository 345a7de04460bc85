//! Conformance: every feature on every backend, checked by one text.
//!
//! Each check is written once, over a precision and a backend: the operators of the time loop on random
//! models, and small scenes from their file to what they record. The processor must give the bits of the plain sweep in every
//! order; a GPU must agree with the processor within a stated number of roundings. The matrix of the documents is made
//! from the verdicts.

mod backend;
mod bloch;
mod courses;
mod cpu;
mod dispersive;
#[cfg(feature = "gpu")]
mod gpu;
mod lines;
mod models;
mod open;
mod operators;
mod random;
mod recording;
mod rows;
mod runs;
mod scenes;
#[cfg(feature = "gpu")]
mod text;

use crate::fdtd::backend::{Backend, Part};
use poynting_exec::conformance::{Feature, Judgement, Verdict};
use poynting_exec::{Device, DeviceError, Real};
use poynting_scene::Precision;
use std::fmt::Display;
#[cfg(feature = "gpu")]
pub use text::kernel_texts;

/// Compares a backend with the processor within a tolerance.
type Compare<B> = dyn Fn(&B, f64) -> Judgement;

/// A row with its check.
struct Check<B> {
    feature: Feature,
    /// What a backend must have for it.
    needs: Option<Part>,
    compare: Box<Compare<B>>,
}

/// Runs every check on the processor, and on a GPU if one is given; each verdict is reported as it comes.
pub fn run(
    gpu: Option<Device>,
    report: &mut dyn FnMut(&Verdict),
) -> Result<Vec<Verdict>, DeviceError> {
    let mut verdicts = Vec::new();
    let mut take = |verdict: Verdict| {
        report(&verdict);
        verdicts.push(verdict);
    };
    run_on::<_, f32>(&cpu::Cpu, &mut take);
    run_on::<_, f64>(&cpu::Cpu, &mut take);
    if let Some(device) = gpu {
        run_on_gpu(device, &mut take)?;
    }
    Ok(verdicts)
}

#[cfg(feature = "gpu")]
use crate::fdtd::gpu::run_on_gpu;

#[cfg(not(feature = "gpu"))]
fn run_on_gpu(device: Device, _: &mut dyn FnMut(Verdict)) -> Result<(), DeviceError> {
    Err(DeviceError::NotInBuild { device })
}

fn run_on<B: Backend + 'static, T: Real>(backend: &B, take: &mut dyn FnMut(Verdict)) {
    for Check {
        feature,
        needs,
        compare,
    } in operators::checks::<B, T>()
        .into_iter()
        .chain(runs::checks::<B, T>())
    {
        let lacks = needs.and_then(|part| backend.lacks(part, precision::<T>()));
        let tolerance = if B::EXACT {
            0.0
        } else {
            feature.within.tolerance::<T>()
        };
        take(Verdict::of::<T>(feature, B::NAME, || match lacks {
            Some(reason) => Judgement::NotApplicable { reason },
            None => compare(backend, tolerance),
        }));
    }
}

fn precision<T: Real>() -> Precision {
    if T::BYTES == 4 {
        Precision::F32
    } else {
        Precision::F64
    }
}

fn text_of(error: impl Display) -> String {
    error.to_string()
}
