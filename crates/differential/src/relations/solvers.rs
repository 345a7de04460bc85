//! A metal body in free space is run by FDTD and by the method of moments. The far field must agree within a tenth of its largest value: FDTD's error
//! at metal edges is first order, a quarter of a cell on either side of a body six to twelve cells wide, and the scattered field of such a small body
//! scales with its volume. Where it does not, half the cell size decides.

use crate::case::{Case, Verdict};
use crate::generate::Family;
use crate::outcome::{Outcome, Overrides, run};
use poynting::{Results, Solver};
use serde_json::{Value, json};

const ALLOWED: f64 = 0.1;

pub(super) fn check(case: &Case<'_>) -> Verdict {
    if !Family::Scatterer.has(case.scene) {
        return Verdict::Skipped("another family of scenes");
    }
    let moments = Overrides {
        solver: Some(Solver::Mom),
        ..Overrides::default()
    };
    let moments = run(case.scene, moments);
    match compare(case.base(), &moments) {
        Ok(apart) if apart <= ALLOWED => Verdict::Agrees(apart),
        Ok(_) => match compare(&run(&finer(case.scene), Overrides::default()), &moments) {
            Ok(apart) if apart <= ALLOWED => Verdict::Agrees(apart),
            Ok(apart) => Verdict::Disagrees(format!(
                "far fields differ by {apart:.3} of the largest with half the cell size, {ALLOWED} allowed"
            )),
            Err(why) => Verdict::Disagrees(why),
        },
        Err(why) => Verdict::Disagrees(why),
    }
}

fn finer(scene: &Value) -> Value {
    let mut fine = scene.clone();
    let cell = scene["grid"]["spacing"].as_f64().unwrap_or(0.0);
    let steps = scene["stop"]["steps"].as_u64().unwrap_or(0);
    let layers = scene["boundary"]["pml"]["layers"].as_u64().unwrap_or(0);
    fine["grid"]["spacing"] = json!(0.5 * cell);
    fine["stop"]["steps"] = json!(2 * steps);
    fine["boundary"]["pml"]["layers"] = json!(2 * layers);
    fine
}

/// The largest difference of the far fields relative to the largest far field.
fn compare(a: &Outcome, b: &Outcome) -> Result<f64, String> {
    match (a, b) {
        (Outcome::Done(a), Outcome::Done(b)) => difference(a, b),
        (Outcome::Broken(why), _) | (_, Outcome::Broken(why)) => Err(why.clone()),
        (Outcome::Refused(why), _) | (_, Outcome::Refused(why)) => {
            Err(format!("a solver refuses a scene that it supports: {why}"))
        }
    }
}

/// Cross sections, which are independent of the phase reference, as amplitudes.
fn difference(a: &Results, b: &Results) -> Result<f64, String> {
    let read = |results: &Results| -> Vec<f64> {
        let rcs = results.get("far/far/rcs").map(|q| q.data.clone());
        rcs.unwrap_or_default().into_iter().map(f64::sqrt).collect()
    };
    let (a, b) = (read(a), read(b));
    if a.is_empty() || a.len() != b.len() {
        return Err(format!("{} and {} cross sections", a.len(), b.len()));
    }
    let scale = b.iter().fold(0.0, |m: f64, v| m.max(*v));
    let apart = a.iter().zip(&b).map(|(x, y)| (x - y).abs() / scale);
    Ok(apart.fold(0.0, f64::max))
}
