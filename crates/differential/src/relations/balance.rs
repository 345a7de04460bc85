//! A box on grid lines that contains no source and no port gets monitors: the flux out of it, the fluxes through its six faces, and the power
//! dissipated by media in it. The faces must add up to the box to rounding. The inward flux must equal the dissipated power (Poynting's theorem,
//! which also holds on the grid), as far as the run has decayed: a spectrum truncated when the fields are a fraction r of their peak has a relative
//! error of the order of r. Where little power flows beside what is stored, the error is larger by that ratio, but still decreases with r: then a
//! longer run decides.

use super::reciprocity::residual;
use super::tolerance::ROUNDING;
use crate::case::{Case, Verdict};
use crate::generate::FREQUENCIES;
use crate::outcome::{Outcome, Overrides, run};
use crate::turn::numbers;
use poynting::Results;
use poynting_exec::Random;
use serde_json::{Value, json};

pub(super) fn check(case: &Case<'_>) -> Verdict {
    if case.scene.get("network").is_some() {
        return Verdict::Skipped("a network has no monitors");
    }
    let Some([low, high]) = free_box(case) else {
        return Verdict::Skipped("no box without a source");
    };
    let mut scene = case.scene.clone();
    let mut monitors = vec![
        json!({ "name": "box", "type": "flux", "from": low, "to": high, "frequencies": FREQUENCIES }),
        json!({ "name": "heat", "type": "absorption", "from": low, "to": high, "frequencies": FREQUENCIES }),
    ];
    for axis in 0..3 {
        for (side, end) in [low, high].into_iter().enumerate() {
            let (mut from, mut to) = (low, high);
            from[axis] = end[axis];
            to[axis] = end[axis];
            let name = format!("face {axis} {side}");
            monitors.push(json!({ "name": name, "type": "flux", "from": from, "to": to, "frequencies": FREQUENCIES }));
        }
    }
    scene["monitors"] = Value::Array(monitors);
    let mut amplified = 10.0;
    for (steps, decay) in [(1200, 70.0), (6000, 110.0)] {
        scene["stop"] = json!({ "steps": steps, "energy_decay": decay });
        let results = match run(&scene, Overrides::default()) {
            Outcome::Done(results) => results,
            Outcome::Refused(_) => return Verdict::Skipped("refused"),
            Outcome::Broken(why) => return Verdict::Disagrees(why),
        };
        match judge(&results, amplified) {
            Ok(worst) => return Verdict::Agrees(worst),
            Err(why) if steps > 1200 => return Verdict::Disagrees(why.message),
            Err(why) => amplified = 10.0 * why.over_residual,
        }
    }
    Verdict::Skipped("no run")
}

/// A balance that does not hold.
struct Imbalance {
    message: String,
    /// The difference over what is left of the fields.
    over_residual: f64,
}

/// Differences up to this multiple of what is left of the fields are allowed.
fn judge(results: &Results, amplified: f64) -> Result<f64, Imbalance> {
    let read = |name: &str| {
        results
            .get(name)
            .map(|q| q.data.clone())
            .unwrap_or_default()
    };
    let (out, heat) = (read("flux/box"), read("absorption/heat"));
    let mut worst: f64 = 0.0;
    for n in 0..FREQUENCIES.len() {
        let mut sum = 0.0;
        let mut gross = 0.0;
        for axis in 0..3 {
            for side in 0..2 {
                let flux = read(&format!("flux/face {axis} {side}"))[n];
                sum += if side == 1 { flux } else { -flux };
                gross += flux.abs();
            }
        }
        if gross == 0.0 {
            continue;
        }
        let apart = (sum - out[n]).abs() / gross;
        if apart > ROUNDING {
            return Err(Imbalance {
                message: format!("the faces sum to {sum:e} W, the box gives {:e} W", out[n]),
                over_residual: 0.0,
            });
        }
        let Some(left) = residual(results) else {
            continue;
        };
        let apart = (out[n] + heat[n]).abs() / (gross + heat[n].abs());
        let allowed = ROUNDING + amplified * left;
        if apart > allowed {
            let (out, heat) = (out[n], heat[n]);
            return Err(Imbalance {
                message: format!(
                    "{:e} W flow in, {heat:e} W are absorbed: they differ by {apart:.1e} of the power through the faces, {allowed:.1e} allowed",
                    -out
                ),
                over_residual: apart / left,
            });
        }
        worst = worst.max(apart);
    }
    Ok(worst)
}

/// A box on grid lines, at least one cell away from the faces of the domain, sources and ports.
fn free_box(case: &Case<'_>) -> Option<[[f64; 3]; 2]> {
    let rng = &mut Random::new(case.seed);
    let scene = case.scene;
    let spacing = &scene["grid"]["spacing"];
    let mut busy = Vec::new();
    for list in ["sources", "ports"] {
        for item in scene[list].as_array()? {
            let at = |key: &str| item[key].as_array().and_then(|p| numbers(p));
            match item["type"].as_str() {
                Some("plane-wave") => return None,
                _ => busy.push([at("at").or(at("from"))?, at("at").or(at("to"))?]),
            }
        }
    }
    'attempts: for _ in 0..20 {
        let (mut low, mut high) = ([0.0; 3], [0.0; 3]);
        let mut room = [0.0; 3];
        for axis in 0..3 {
            let cell = spacing.as_f64().or_else(|| spacing[axis].as_f64())?;
            let half = scene["domain"]["to"][axis].as_f64()?;
            let cells = (2.0 * half / cell).round() as usize;
            if cells < 5 {
                continue 'attempts;
            }
            let first = rng.whole(1..cells - 2);
            let last = rng.whole(first + 1..cells);
            low[axis] = -half + cell * first as f64;
            high[axis] = -half + cell * last as f64;
            room[axis] = 1.6 * cell;
        }
        let away = |[from, to]: &[[f64; 3]; 2]| {
            (0..3).any(|a| to[a] < low[a] - room[a] || from[a] > high[a] + room[a])
        };
        if busy.iter().all(away) {
            return Some([low, high]);
        }
    }
    None
}
