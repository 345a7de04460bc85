//! Sources and monitors are replaced by a dipole at one point and a probe at another; then the two are exchanged. The probe record must be the same
//! at every time, to rounding: all media of the scene language are reciprocal (C. A. Balanis, Advanced Engineering Electromagnetics, sec. 7.5), the
//! matrix of the scheme is symmetric, and a dipole is distributed with the same weights as a probe. For a network, S must be symmetric, as far as its
//! run has decayed.

use super::tolerance::ROUNDING;
use crate::case::{Case, Verdict};
use crate::outcome::{Outcome, Overrides, run};
use poynting::Results;
use poynting_exec::Random;
use serde_json::{Value, json};

pub(super) fn check(case: &Case<'_>) -> Verdict {
    if case.scene.get("network").is_some() {
        return network(case);
    }
    if (0..3).any(|a| case.scene["boundary"][format!("{}_min", ["x", "y", "z"][a])] == "bloch") {
        return Verdict::Skipped("the phase of Bloch boundaries is directed");
    }
    let rng = &mut Random::new(case.seed);
    let mut inside = || {
        [0, 1, 2].map(|axis| {
            let half = case.scene["domain"]["to"][axis].as_f64().unwrap_or(0.0);
            half * rng.within(-0.85..0.85)
        })
    };
    let places = [inside(), inside()];
    let axes = [0, 1].map(|_| rng.one_of(&["x", "y", "z"]));
    let readings = [0, 1].map(|from| {
        let scene = between(
            case.scene,
            (places[from], axes[from]),
            (places[1 - from], axes[1 - from]),
        );
        run(&scene, Overrides::default())
    });
    match &readings {
        [Outcome::Done(a), Outcome::Done(b)] => same(a, b, axes),
        [Outcome::Refused(_), _] | [_, Outcome::Refused(_)] => Verdict::Skipped("refused"),
        [Outcome::Broken(why), _] | [_, Outcome::Broken(why)] => Verdict::Disagrees(why.clone()),
    }
}

/// The scene with a dipole at one point and a probe at another.
fn between(scene: &Value, dipole: ([f64; 3], &str), probe: ([f64; 3], &str)) -> Value {
    let mut scene = scene.clone();
    for port in scene["ports"].as_array_mut().into_iter().flatten() {
        if let Some(port) = port.as_object_mut() {
            port.shift_remove("waveform");
        }
    }
    let waveform = json!({ "type": "gaussian", "amplitude": 1e-6, "bandwidth": 2.4e10 });
    scene["sources"] = json!([{ "name": "dipole", "type": "dipole", "at": dipole.0, "direction": dipole.1, "waveform": waveform }]);
    scene["monitors"] = json!([{ "name": "probe", "type": "probe", "at": probe.0 }]);
    // Metal that fills the middle leaves nothing to read, so the grid and media need an explicit frequency.
    scene["grid"]["max_frequency"] = json!(2.4e10);
    scene
}

fn same(a: &Results, b: &Results, axes: [&str; 2]) -> Verdict {
    let read = |results: &Results, axis: &str| {
        results
            .get(&format!("probe/probe/E{axis}"))
            .map(|q| q.data.clone())
            .unwrap_or_default()
    };
    // The received field may be zero; then the other components set the scale.
    let largest = |results: &Results| {
        let all = results
            .quantities
            .iter()
            .filter(|q| q.declaration.unit == "V/m");
        all.flat_map(|q| &q.data)
            .fold(0.0, |m: f64, v| m.max(v.abs()))
    };
    let (first, second) = (read(a, axes[1]), read(b, axes[0]));
    let scale = largest(a).max(largest(b)).max(f64::MIN_POSITIVE);
    let apart = |(x, y): (&f64, &f64)| (x - y).abs() / scale;
    let worst = first.iter().zip(&second).map(apart).fold(0.0, f64::max);
    if worst <= ROUNDING {
        Verdict::Agrees(worst)
    } else {
        Verdict::Disagrees(format!(
            "E at the probe differs by {worst:.2e} of its largest value"
        ))
    }
}

fn network(case: &Case<'_>) -> Verdict {
    let Outcome::Done(results) = case.base() else {
        return Verdict::Skipped("refused");
    };
    let Some(left) = residual(results) else {
        return Verdict::Skipped("the fields have not decayed");
    };
    let Some(s) = scattering(results) else {
        return Verdict::Disagrees("there are no S-parameters of two ports".to_owned());
    };
    let apart = s
        .iter()
        .map(|[_, a, b, _]| (a[0] - b[0]).hypot(a[1] - b[1]));
    let worst = apart.fold(0.0, f64::max);
    let allowed = ROUNDING + 10.0 * left;
    if worst <= allowed {
        Verdict::Agrees(worst)
    } else {
        Verdict::Disagrees(format!(
            "S12 and S21 differ by {worst:.2e}, {allowed:.1e} allowed"
        ))
    }
}

/// The remaining fields at the end relative to their peak; none if that is large.
pub(super) fn residual(results: &Results) -> Option<f64> {
    let decay = results.summary.energy_decay_db?;
    (decay >= 50.0).then(|| 10f64.powf(-decay / 20.0))
}

/// S11, S12, S21 and S22 at each frequency.
pub(super) fn scattering(results: &Results) -> Option<Vec<[[f64; 2]; 4]>> {
    let real = &results.get("network/s/real")?.data;
    let imag = &results.get("network/s/imag")?.data;
    let both: Vec<[f64; 2]> = real.iter().zip(imag).map(|(re, im)| [*re, *im]).collect();
    both.len().is_multiple_of(4).then(|| {
        let fours = both.chunks_exact(4);
        fours.map(|s| [s[0], s[1], s[2], s[3]]).collect()
    })
}
