//! The scene is run in single precision. All results must agree with those in double precision to single rounding: 2^-24 of the largest field per
//! update, accumulated over the steps at worst, and 32 times that: spectra are divided by that of a pulse, which is an eighth of its peak or more
//! at the monitor frequencies, and a monitor sees a quarter or less of the largest field. That one is next to a source, where a probe and a field monitor are
//! added. The power through planes is left out: in a reactive field it is the small difference of large numbers.

use crate::agree::SAME;
use crate::case::{Case, Verdict, compare};
use crate::generate::FREQUENCIES;
use crate::outcome::{Outcome, Overrides, run};
use poynting::Precision;
use serde_json::{Value, json};

pub(super) fn check(case: &Case<'_>) -> Verdict {
    let Outcome::Done(double) = case.base() else {
        return Verdict::Skipped("refused");
    };
    let tolerance = 32.0 * 2f64.powi(-24) * double.summary.steps as f64;
    let overrides = Overrides {
        precision: Some(Precision::F32),
        ..Overrides::default()
    };
    let scene = with_probes(case.scene);
    let runs = [Overrides::default(), overrides].map(|o| without_flux(run(&scene, o)));
    compare([&runs[0], &runs[1]], &SAME, &scene, tolerance)
}

fn with_probes(scene: &Value) -> Value {
    let mut probed = scene.clone();
    let sources = scene["sources"].as_array().into_iter().flatten();
    let places = sources.filter_map(|s| s.get("at"));
    if let (None, Some(monitors)) = (scene.get("network"), probed["monitors"].as_array_mut()) {
        for (n, at) in places.enumerate() {
            monitors.extend([
                json!({ "name": format!("source {n}"), "type": "probe", "at": at }),
                json!({ "name": format!("spectrum {n}"), "type": "field", "from": at, "to": at, "frequencies": FREQUENCIES }),
            ]);
        }
    }
    probed
}

fn without_flux(mut outcome: Outcome) -> Outcome {
    if let Outcome::Done(results) = &mut outcome {
        let is_flux = |name: &str| name.starts_with("flux/");
        results.quantities.retain(|q| !is_flux(&q.declaration.name));
    }
    outcome
}
