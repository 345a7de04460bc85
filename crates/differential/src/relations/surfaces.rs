//! One body between a dipole and a probe is run with conformal surfaces, and with staircase cells of a third of the size. The change at the probe due
//! to the body, relative to the run without it, must agree: it scales with the body's volume, and a staircase with steps of h/3 has an error of at
//! most h/6, which is 3 (h/6)/r of the volume of a body of radius r; with r = 2.5 h or more that is 0.2, if all steps were on one side. A quarter is
//! allowed. Where the difference is larger, such as at an octahedron, whose inscribed ball is small, half the cell size decides.

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
    match difference(case.scene) {
        Ok(part) if part <= ALLOWED => Verdict::Agrees(part),
        Ok(_) => match difference(&refined(case.scene, 2.0)) {
            Ok(part) if part <= ALLOWED => Verdict::Agrees(part),
            Ok(part) => Verdict::Disagrees(format!(
                "with half the cell size, the scattered field differs by {part:.3} of its largest value, {ALLOWED} allowed"
            )),
            Err(verdict) => verdict,
        },
        Err(verdict) => verdict,
    }
}

/// The largest difference of the scattered field, relative to its largest value.
fn difference(scene: &Value) -> Result<f64, Verdict> {
    let mut fine = refined(scene, FINER);
    fine["fdtd"]["surfaces"] = json!("staircase");
    let runs = [scene, &without(scene), &fine, &without(&fine)]
        .map(|scene| run(scene, Overrides::default()));
    let mut done = Vec::new();
    for outcome in &runs {
        match outcome {
            Outcome::Done(results) => done.push(results),
            Outcome::Refused(_) => return Err(Verdict::Skipped("refused")),
            Outcome::Broken(why) => return Err(Verdict::Disagrees(why.clone())),
        }
    }
    let (mut apart, mut scale) = (0.0f64, 0.0f64);
    for component in ["Ex", "Ey", "Ez"] {
        let signals = [0, 1, 2, 3].map(|n| Signal::of(done[n], component));
        let [
            Some(with),
            Some(without),
            Some(fine_with),
            Some(fine_without),
        ] = signals
        else {
            return Err(Verdict::Disagrees(format!("no {component} at the probe")));
        };
        let last = fine_with.end().min(fine_without.end()).min(without.end());
        for (time, value) in with
            .times
            .iter()
            .zip(with.values)
            .filter(|(t, _)| **t <= last)
        {
            let coarse = value - without.at(*time);
            let fine = fine_with.at(*time) - fine_without.at(*time);
            apart = apart.max((coarse - fine).abs());
            scale = scale.max(fine.abs());
        }
    }
    Ok(apart / scale.max(f64::MIN_POSITIVE))
}

/// A component at the probe. Time steps depend on the media and on how their surfaces are treated.
struct Signal<'a> {
    times: &'a [f64],
    values: &'a [f64],
}

impl<'a> Signal<'a> {
    fn of(results: &'a Results, component: &str) -> Option<Self> {
        let quantity = results.get(&format!("probe/probe/{component}"))?;
        Some(Self {
            times: quantity.axis("time")?,
            values: &quantity.data,
        })
    }

    fn end(&self) -> f64 {
        self.times.last().copied().unwrap_or(0.0)
    }

    /// Interpolated between two steps.
    fn at(&self, time: f64) -> f64 {
        let last = self.times.len() - 1;
        let after = self.times.partition_point(|t| *t < time).clamp(1, last);
        let [from, to] = [self.times[after - 1], self.times[after]];
        let part = ((time - from) / (to - from)).clamp(0.0, 1.0);
        self.values[after - 1] + part * (self.values[after] - self.values[after - 1])
    }
}

fn refined(scene: &Value, by: f64) -> Value {
    let mut fine = scene.clone();
    let cell = scene["grid"]["spacing"].as_f64().unwrap_or(0.0);
    let steps = scene["stop"]["steps"].as_u64().unwrap_or(0);
    fine["grid"]["spacing"] = json!(cell / by);
    fine["stop"]["steps"] = json!(steps * by as u64);
    fine
}

fn without(scene: &Value) -> Value {
    let mut empty = scene.clone();
    empty["structures"] = json!([]);
    empty
}
