//! Random media of every kind.

use poynting_exec::Random;
use serde_json::{Value, json};

/// Number of kinds of bulk media.
const FILLING: usize = 15;

/// A bulk medium.
pub fn filling(rng: &mut Random) -> Value {
    let eps = rng.within(1.3..6.0);
    let three =
        |rng: &mut Random, range: std::ops::Range<f64>| [0; 3].map(|_| rng.within(range.clone()));
    match rng.whole(0..FILLING) {
        0 => json!({ "eps_r": three(rng, 1.3..6.0) }),
        1 => json!({ "eps_r": eps, "mu_r": rng.within(1.2..3.0) }),
        2 => json!({ "mu_r": three(rng, 1.2..3.0) }),
        3 => json!({ "eps_r": eps, "sigma": rng.within(0.01..5.0) }),
        4 => json!({ "eps_r": eps, "sigma": three(rng, 0.01..5.0) }),
        5 => json!({ "eps_r": eps, "sigma_m": rng.within(1e3..1e5) }),
        6 => {
            json!({ "eps_inf": eps, "debye": [{ "delta": rng.within(0.5..8.0), "tau": rng.within(3e-12..3e-11) }] })
        }
        7 => {
            json!({ "eps_inf": eps, "lorentz": [{ "delta": rng.within(0.5..3.0), "frequency": rng.within(5e9..2e10), "damping": rng.within(5e8..3e9) }] })
        }
        8 => {
            json!({ "drude": [{ "plasma": rng.within(8e9..3e10), "collision": rng.within(1e9..5e9) }] })
        }
        9 => {
            json!({ "eps_inf": three(rng, 1.3..4.0), "sigma": 0.1, "debye": [{ "delta": 2.0, "tau": 1e-11 }] })
        }
        10 => {
            json!({ "eps_inf": eps, "poles": [{ "pole": [-3e9, rng.within(3e10..9e10)], "residue": [0.0, -rng.within(1e9..2e10)] }] })
        }
        11 => {
            json!({ "eps_r": eps, "mu_inf": 1.0, "magnetic": { "lorentz": [{ "delta": rng.within(0.5..2.0), "frequency": rng.within(5e9..2e10), "damping": 2e9 }] } })
        }
        12 => {
            json!({ "eps_r": eps, "loss_tangent": rng.within(0.001..0.05), "loss_tangent_at": 1e10 })
        }
        13 => json!({ "library": rng.one_of(&["water", "fr4", "muscle", "ro4003c", "ptfe"]) }),
        _ => json!({ "eps_r": eps }),
    }
}

/// A metal modelled by its surface only.
pub fn conductor(rng: &mut Random) -> Value {
    let mut metal = json!({ "conductor": rng.within(1e3..6e7) });
    if rng.chance(0.3) {
        metal["mu_r"] = json!(rng.within(1.0..5.0));
    }
    if rng.chance(0.3) {
        metal["roughness"] = json!(rng.within(1e-7..2e-6));
    }
    if rng.chance(0.3) {
        metal["thickness"] = json!(rng.within(1e-6..1e-4));
    }
    metal
}

/// A film for boxes of zero thickness.
pub fn film(rng: &mut Random) -> Value {
    json!({ "sheet_resistance": rng.within(10.0..500.0) })
}
