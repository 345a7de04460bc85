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
mod matrix;
mod models;
mod open;
mod operators;
mod random;
mod recording;
mod rows;
mod runs;
mod scenes;

pub use matrix::{matrix, table};

use crate::Real;
use backend::{Backend, Part};
use poynting_exec::{Device, DeviceError};
use poynting_scene::Precision;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A row of the matrix.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Feature {
    /// What it belongs to.
    pub group: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What is checked.
    pub checks: &'static str,
    /// How closely a GPU must agree.
    pub within: Within,
}

/// How closely results must agree, relative to the largest value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Within {
    /// Bit for bit: nothing is computed, or nothing may differ.
    Exactly,
    /// So many units in the last place of the fields' precision.
    Ulps(u32),
}

impl Within {
    fn tolerance<T: Real>(self) -> f64 {
        let ulp = match precision::<T>() {
            Precision::F32 => f64::from(f32::EPSILON),
            Precision::F64 => f64::EPSILON,
        };
        match self {
            Self::Exactly => 0.0,
            Self::Ulps(n) => f64::from(n) * ulp,
        }
    }
}

/// What became of one check.
#[derive(Debug, Clone, PartialEq)]
pub enum Judgement {
    /// It agrees.
    Pass {
        /// The largest difference, relative to the largest value.
        error: f64,
        /// What is allowed.
        tolerance: f64,
    },
    /// It does not.
    Fail {
        /// Where and by how much.
        reason: String,
    },
    /// The backend has no such thing.
    NotApplicable {
        /// Why, in one line.
        reason: &'static str,
    },
}

/// A cell of the matrix.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// Its row.
    pub feature: Feature,
    /// `cpu` or `gpu`.
    pub backend: &'static str,
    /// Precision of the fields.
    pub precision: Precision,
    /// What became of it.
    pub result: Judgement,
}

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
use gpu::run_on_gpu;

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
        take(Verdict {
            feature,
            backend: B::NAME,
            precision: precision::<T>(),
            result: match lacks {
                Some(reason) => Judgement::NotApplicable { reason },
                None => guarded(|| compare(backend, tolerance)),
            },
        });
    }
}

/// A panic fails its own check and not the suite.
fn guarded(check: impl FnOnce() -> Judgement) -> Judgement {
    catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|_| Judgement::Fail {
        reason: "panicked; its message stands above".to_owned(),
    })
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
