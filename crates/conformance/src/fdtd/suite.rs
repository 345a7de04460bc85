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

/// Scenes with much to exchange: psi, dispersive media, plane waves, line ports, complex fields, surfaces and boxes that are cut.
#[cfg(feature = "gpu")]
const SOME: [&str; 6] = [
    "Curved dispersive bodies and metal",
    "Flux and far field",
    "Oblique plane waves",
    "Bloch boundaries along all axes",
    "Line ports",
    "Snapshots in a run",
];

/// Runs some of the scenes on a backend.
#[cfg(feature = "gpu")]
pub fn some_runs_on<B: Backend + 'static, T: Real>(backend: &B, take: &mut dyn FnMut(Verdict)) {
    let mut some = runs::checks::<B, T>();
    some.retain(|check| SOME.contains(&check.feature.name));
    assert_eq!(some.len(), SOME.len(), "a scene has another name");
    judge::<B, T>(backend, some, take);
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
