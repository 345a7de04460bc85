//! What a plane wave rejects and reports, and that a run knows when it has left.

use crate::common::{record, scene};
use poynting_fdtd::{Config, FdtdError, Plan, StoppedBy};
use poynting_scene::Precision;

const WAVE: &str = "direction = '-z'\npolarisation = 'x'";

fn model(keys: &str, extra: &str) -> String {
    format!(
        r#"
title = "wave"
[domain]
from = ["0 mm", "0 mm", "0 mm"]
to = ["20 mm", "20 mm", "20 mm"]
[grid]
spacing = "1 mm"
[boundary]
all = "pml"
[[sources]]
name = "w"
type = "plane-wave"
from = ["4 mm", "4 mm", "4 mm"]
to = ["16 mm", "16 mm", "16 mm"]
{keys}
waveform = {{ type = "gaussian", amplitude = "1 V/m", bandwidth = "10 GHz" }}
{extra}
"#
    )
}

fn body(material: &str, from: [f64; 3], to: [f64; 3]) -> String {
    let at = |p: [f64; 3]| format!("['{} mm', '{} mm', '{} mm']", p[0], p[1], p[2]);
    format!(
        "[materials.glass]\neps_r = 2\n[[structures]]\nname = 'body'\nmaterial = '{material}'\nshape = 'box'\nfrom = {}\nto = {}",
        at(from),
        at(to)
    )
}

fn plan(text: &str) -> Result<Plan, FdtdError> {
    Plan::new(&scene(text), Precision::F64)
}

/// The incident field is known in free space only: exactly one empty cell is required on every side of the surface.
#[test]
fn what_touches_the_surface_is_refused_by_name() {
    for (material, from, to, free) in [
        ("glass", [5.0; 3], [15.0; 3], true),
        ("glass", [4.5; 3], [15.0; 3], false),
        ("glass", [5.0; 3], [15.0, 15.0, 15.2], false),
        ("vacuum", [0.0; 3], [20.0; 3], true),
        ("glass", [0.0, 0.0, 0.0], [20.0, 20.0, 3.0], true),
        ("glass", [0.0, 0.0, 0.0], [20.0, 20.0, 6.0], false),
        ("pec", [6.0, 6.0, 5.0], [14.0, 14.0, 5.0], true),
        ("pec", [6.0, 6.0, 4.0], [14.0, 14.0, 4.0], false),
        ("pec", [6.0, 8.0, 8.0], [16.0, 8.0, 8.0], false),
    ] {
        let text = model(WAVE, &body(material, from, to));
        let problem = plan(&text).err().map(|e| e.to_string());
        let named =
            |p: &String| p.contains("`w`") && p.contains("`body`") && p.contains("free space");
        assert_eq!(
            problem.is_none(),
            free,
            "{material} {from:?} {to:?}: {problem:?}"
        );
        assert!(problem.as_ref().is_none_or(named), "{problem:?}");
    }
}

#[test]
fn what_a_user_would_not_expect_is_said() {
    let says = |text: &str, what: &str| {
        let plan = plan(text).unwrap();
        let mut told = plan.warnings.iter().chain(&plan.notes);
        told.any(|w| w.contains(what))
    };
    let plain = model(WAVE, "");
    for what in ["moved", "outside", "leaks"] {
        assert!(!says(&plain, what), "{what}");
    }
    assert!(says(&plain.replace("\"16 mm\"", "\"15.7 mm\""), "moved"));
    assert!(says(
        &model(WAVE, &body("glass", [0.0; 3], [20.0, 20.0, 2.0])),
        "`body` lies outside the box"
    ));
    let graded = |keys: &str| {
        let lines: Vec<String> = (0..=20)
            .map(|i| format!("'{} mm'", f64::from(i) + if i % 2 == 1 { 0.1 } else { 0.0 }))
            .collect();
        let lines = lines.join(", ");
        let lines = format!("lines = {{ x = [{lines}], y = [{lines}], z = [{lines}] }}");
        model(keys, "").replace("spacing = \"1 mm\"", &lines)
    };
    assert!(says(
        &graded("direction = [0, 1, 1]\npolarisation = 'x'"),
        "2.5e-3 of the wave leaks"
    ));
    assert!(!says(&graded(WAVE), "leaks"));
}

#[test]
fn a_box_needs_a_cell_to_the_faces() {
    let close = model(WAVE, "").replace(
        "\"16 mm\", \"16 mm\", \"16 mm\"",
        "\"16 mm\", \"16 mm\", \"19.7 mm\"",
    );
    let problem = plan(&close).unwrap_err().to_string();
    assert!(
        problem.contains("one cell away") && problem.contains("along z"),
        "{problem}"
    );
}

/// An empty box: when the wave has left it, so has the energy. A run that did not know when the wave ends would take its arrival
/// for an instability.
#[test]
fn a_run_waits_for_the_wave_and_ends_after_it() {
    for keys in [WAVE, "theta = '60 deg'\nphi = '200 deg'\npsi = '20 deg'"] {
        let text = model(keys, "[stop]\nenergy_decay = '60 dB'");
        let (_, outcome, plan) = record(&scene(&text), Config::default(), 1).unwrap();
        assert_eq!(outcome.stopped_by, StoppedBy::EnergyDecay);
        // 2 x 4.5 tau, 12 mm to 20 mm of travel, and up to 128 steps until the next check.
        let pulse = 9.0 * 10f64.ln().sqrt() / (std::f64::consts::PI * 10e9);
        let time = outcome.steps as f64 * plan.dt;
        assert!((pulse..1.9 * pulse).contains(&time), "{time:e} {pulse:e}");
        // 12 mm cubed of eps0/2 (1 V/m)^2 on average over the pulse, twice with H.
        assert!(outcome.energy[1] > 1e-18, "{:e}", outcome.energy[1]);
    }
}
