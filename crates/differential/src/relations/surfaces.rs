//! One body between a dipole and a probe is run with conformal surfaces, and with staircase cells of a third of the size. The change at the probe due
//! to the body, relative to the run without it, must agree: it scales with the body's volume, and a staircase with steps of h/3 has an error of at
//! most h/6, which is 3 (h/6)/r of the volume of a body of radius r; with r = 2.5 h or more that is 0.2, if all steps were on one side. A quarter is
//! allowed.

use crate::case::{Case, Verdict};
use crate::generate::Family;
use crate::outcome::{Outcome, Overrides, run};
use poynting::Results;
use serde_json::{Value, json};

const FINER: f64 = 3.0;
const ALLOWED: f64 = 0.25;

pub(super) fn check(case: &Case<'_>) -> Verdict {
    if !Family::Body.has(case.scene) {
        return Verdict::Skipped("another family of scenes");
    }
    let fine = refined(case.scene);
    let runs = [
        run(case.scene, Overrides::default()),
        run(&without(case.scene), Overrides::default()),
        run(&fine, Overrides::default()),
        run(&without(&fine), Overrides::default()),
    ];
    let mut done = Vec::new();
    for outcome in &runs {
        match outcome {
            Outcome::Done(results) => done.push(results),
            Outcome::Refused(_) => return Verdict::Skipped("refused"),
            Outcome::Broken(why) => return Verdict::Disagrees(why.clone()),
        }
    }
    let (mut apart, mut scale) = (0.0f64, 0.0f64);
    for component in ["Ex", "Ey", "Ez"] {
        let name = format!("probe/probe/{component}");
        let effect = |with: &Results, without: &Results, every: usize| -> Vec<f64> {
            let read = |results: &Results| {
                results
                    .get(&name)
                    .map(|q| q.data.clone())
                    .unwrap_or_default()
            };
            let pairs: Vec<f64> = read(with)
                .iter()
                .zip(read(without))
                .map(|(x, y)| x - y)
                .collect();
            pairs.into_iter().skip(every - 1).step_by(every).collect()
        };
        let coarse = effect(done[0], done[1], 1);
        let fine = effect(done[2], done[3], FINER as usize);
        for (x, y) in coarse.iter().zip(&fine) {
            apart = apart.max((x - y).abs());
            scale = scale.max(y.abs());
        }
    }
    let part = apart / scale.max(f64::MIN_POSITIVE);
    if part <= ALLOWED {
        Verdict::Agrees(part)
    } else {
        Verdict::Disagrees(format!(
            "the scattered field differs by {part:.3} of its largest value, {ALLOWED} allowed"
        ))
    }
}

fn refined(scene: &Value) -> Value {
    let mut fine = scene.clone();
    let cell = scene["grid"]["spacing"].as_f64().unwrap_or(0.0);
    let steps = scene["stop"]["steps"].as_u64().unwrap_or(0);
    fine["grid"]["spacing"] = json!(cell / FINER);
    fine["stop"]["steps"] = json!(steps * FINER as u64);
    fine["fdtd"]["surfaces"] = json!("staircase");
    fine
}

fn without(scene: &Value) -> Value {
    let mut empty = scene.clone();
    empty["structures"] = json!([]);
    empty
}
