//! All checks on one backend in one precision, in the order of the matrix.

use crate::fdtd::backend::Backend;
use crate::fdtd::check::{Check, precision};
use crate::fdtd::{operators, runs};
use poynting_exec::Real;
use poynting_exec::conformance::{Judgement, Verdict};

/// Runs every check on a backend.
pub fn run_on<B: Backend + 'static, T: Real>(backend: &B, take: &mut dyn FnMut(Verdict)) {
    judge::<B, T>(backend, operators::checks::<B, T>(), take);
    runs_on::<B, T>(backend, take);
}

/// Runs every scene on a backend.
pub fn runs_on<B: Backend + 'static, T: Real>(backend: &B, take: &mut dyn FnMut(Verdict)) {
    judge::<B, T>(backend, runs::checks::<B, T>(), take);
}

fn judge<B: Backend, T: Real>(backend: &B, checks: Vec<Check<B>>, take: &mut dyn FnMut(Verdict)) {
    for Check {
        feature,
        needs,
        compare,
    } in checks
    {
        let lacks = needs.and_then(|part| backend.lacks(part, precision::<T>()));
        let tolerance = if B::EXACT {
            0.0
        } else {
            feature.within.tolerance::<T>()
        };
        take(Verdict::of::<T>(feature, backend.name(), || match lacks {
            Some(reason) => Judgement::NotApplicable { reason },
            None => compare(backend, tolerance),
        }));
    }
}
