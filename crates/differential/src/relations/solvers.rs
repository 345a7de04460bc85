//! A metal body in free space is run by FDTD and by the method of moments. The far field must agree within a tenth of its largest value: FDTD's error
//! at metal edges is first order, a quarter of a cell on either side of a body six to twelve cells wide, and the scattered field of such a small body
//! scales with its volume.

use crate::case::{Case, Verdict};
use crate::generate::Family;
use crate::outcome::{Outcome, Overrides, run};
use poynting::{Results, Solver};

const ALLOWED: f64 = 0.1;

pub(super) fn check(case: &Case<'_>) -> Verdict {
    if !Family::Scatterer.has(case.scene) {
        return Verdict::Skipped("another family of scenes");
    }
    let moments = Overrides {
        solver: Some(Solver::Mom),
        ..Overrides::default()
    };
    match (case.base(), &run(case.scene, moments)) {
        (Outcome::Done(a), Outcome::Done(b)) => judge(a, b),
        (Outcome::Broken(why), _) | (_, Outcome::Broken(why)) => Verdict::Disagrees(why.clone()),
        (Outcome::Refused(why), _) | (_, Outcome::Refused(why)) => {
            Verdict::Disagrees(format!("a solver refuses a scene that it supports: {why}"))
        }
    }
}

/// Cross sections, which are independent of the phase reference, as amplitudes.
fn judge(a: &Results, b: &Results) -> Verdict {
    let read = |results: &Results| -> Vec<f64> {
        let rcs = results.get("far/far/rcs").map(|q| q.data.clone());
        rcs.unwrap_or_default().into_iter().map(f64::sqrt).collect()
    };
    let (a, b) = (read(a), read(b));
    if a.is_empty() || a.len() != b.len() {
        return Verdict::Disagrees(format!("{} and {} cross sections", a.len(), b.len()));
    }
    let scale = b.iter().fold(0.0, |m: f64, v| m.max(*v));
    let apart = a.iter().zip(&b).map(|(x, y)| (x - y).abs() / scale);
    let worst = apart.fold(0.0, f64::max);
    if worst <= ALLOWED {
        Verdict::Agrees(worst)
    } else {
        Verdict::Disagrees(format!(
            "far fields differ by {worst:.3} of the largest, {ALLOWED} allowed"
        ))
    }
}
