//! Power conservation: radiated versus accepted power, scattered power versus what the wave loses, and power out of the ports versus power in.

use super::grade::{check, graded};
use crate::report::network;
use poynting_results::{Check, Results};

/// Radiated power cannot exceed the power from the ports, and equals it if nothing dissipates any.
pub fn balance(results: &Results) -> Vec<Check> {
    let lossless = results.model.as_ref().is_some_and(|m| m.is_lossless);
    let off = |e: f64| if lossless { (e - 1.0).abs() } else { e - 1.0 };
    let limit = if lossless {
        "100 % within 2 %, because the model is lossless"
    } else {
        "at most 102 %"
    };
    let all = results.quantities.iter();
    // The efficiencies of diffraction orders are parts of a wave, and have a check of their own.
    let is_radiated = |name: &str| name.ends_with("/efficiency") && !name.starts_with("orders/");
    let found = all.filter(|q| is_radiated(&q.declaration.name));
    found
        .filter_map(|q| q.data.iter().copied().max_by(|a, b| off(*a).total_cmp(&off(*b))))
        .map(|worst| {
            let value = format!("{:.1} % of the accepted power is radiated", 100.0 * worst);
            let sentences = [
                "Radiated and accepted power are consistent.",
                "Radiated and accepted power are inconsistent by several percent: run longer, or refine the grid.",
                "Radiated and accepted power are inconsistent: check the ports, the far-field box and the grid.",
            ];
            check("Power balance", value, limit, graded(off(worst), [0.02, 0.1]), sentences)
        })
        .collect()
}

/// Conductors of infinite length scatter all that the wave loses.
pub fn scattered(results: &Results) -> Option<Check> {
    let error = results.get("solution/power_error")?;
    let worst = error.data.iter().copied().reduce(f64::max)?;
    let sentences = [
        "The bodies scatter what the wave loses.",
        "The bodies scatter somewhat more or less than the wave loses: write more `elements_per_wavelength`.",
        "The bodies scatter more or less than the wave loses: bodies may be too close to each other, or the equation resonates; write more `elements_per_wavelength`, or equation = \"auto\".",
    ];
    let grade = graded(worst, [1e-3, 1e-2]);
    let limit = "total and extinction width equal within 1e−3";
    Some(check("Power balance", (worst, ""), limit, grade, sentences))
}

/// Orders and layers share the power of the wave, and media without loss absorb none of it.
pub fn orders(results: &Results) -> Option<Check> {
    let rcwa = results.summary.rcwa.as_ref()?;
    let lossless = results.model.as_ref().is_some_and(|m| m.is_lossless);
    let largest = |name: &str| {
        let values = results.get(name).map(|q| q.data.iter());
        values
            .into_iter()
            .flatten()
            .fold(0.0, |a: f64, b| a.max(b.abs()))
    };
    let absorbed = if lossless {
        largest("grating/absorptance")
    } else {
        0.0
    };
    let worst = rcwa.imbalance.max(absorbed);
    let sentences = [
        "Orders and layers have all of the power of the wave.",
        "A small part of the power is missing: two media may differ by many orders of magnitude, or an order may graze.",
        "The powers do not add up to that of the wave: the modes of a layer are not accurate; write fewer `orders`, or change the frequency slightly.",
    ];
    let grade = graded(worst, [1e-8, 1e-4]);
    let limit = if lossless {
        "reflected and transmitted power add up to that of the wave within 1e−8"
    } else {
        "reflected, transmitted and absorbed power add up to that of the wave within 1e−8"
    };
    Some(check("Power balance", (worst, ""), limit, grade, sentences))
}

/// Passivity and reciprocity of S-parameters.
pub fn network(results: &Results) -> Vec<Check> {
    let Some(quality) = network::quality(results) else {
        return Vec::new();
    };
    let value = format!(
        "largest singular value {:.4} at {} GHz",
        quality.gain,
        (quality.gain_at / 1e5).round() / 1e4
    );
    let sentences = [
        "The network is passive at all frequencies.",
        "At some frequencies slightly more power leaves the ports than enters: run longer.",
        "At some frequencies more power leaves the ports than enters: the fields had not decayed, or a port is too close to a discontinuity.",
    ];
    let grade = graded(quality.gain, [1.02, 1.1]);
    let mut checks = vec![check("Passivity", value, "at most 1.02", grade, sentences)];
    checks.extend(quality.asymmetry.map(|asymmetry| {
        let sentences = [
            "Transmission is the same in both directions.",
            "Transmission differs slightly between the two directions: run longer, or lengthen the ports.",
            "Transmission differs between the two directions: the S-parameters are wrong.",
        ];
        let grade = graded(asymmetry, [0.02, 0.1]);
        let limit = "|S_mn − S_nm| at most 0.02";
        check("Reciprocity", (asymmetry, ""), limit, grade, sentences)
    }));
    checks
}
