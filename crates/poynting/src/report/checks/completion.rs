//! How the run went: how it ended, remaining energy, warnings.

use super::grade::{check, graded};
use poynting_results::{Check, Grade, Quantity, Results};

pub fn end(results: &Results) -> Check {
    let (value, grade) = match results.summary.stopped_by.as_str() {
        "unfinished" => ("not completed", Grade::Poor),
        "interrupt" => ("interrupted", Grade::Poor),
        _ => ("completed", Grade::Good),
    };
    let lacking = "The run did not complete: these are partial results.";
    let sentences = ["The run completed.", lacking, lacking];
    check("End of the run", value, "completed", grade, sentences)
}

/// Whether there were any fields, in every run of a network.
pub fn excitation(results: &Results) -> Option<Check> {
    let is_zero = |q: &Quantity| q.data.iter().all(|energy| *energy == 0.0);
    let mut energies = energies(results).filter(|q| !q.data.is_empty());
    let is_dead = energies.any(is_zero);
    let zero =
        "All fields are zero: no source has excited them, or the device has not computed them.";
    is_dead.then(|| check("Fields", "zero", "not zero", Grade::Poor, [zero; 3]))
}

fn energies(results: &Results) -> impl Iterator<Item = &Quantity> {
    let is_energy = |name: &str| name == "energy" || name.ends_with("/energy");
    let all = results.quantities.iter();
    all.filter(move |q| is_energy(&q.declaration.name))
}

/// Energy decay, in the worst of all runs of a network.
pub fn energy(results: &Results) -> Option<Check> {
    let decay = energies(results)
        .filter_map(|q| decay_db(&q.data))
        .reduce(f64::min)
        .or(results.summary.energy_decay_db)?;
    let mut axes = results.quantities.iter().flat_map(|q| &q.declaration.axes);
    let in_frequency = axes.any(|axis| axis.name == "frequency");
    let (grade, good) = if in_frequency {
        let good = "Almost no energy was left in the fields when the run ended.";
        (graded(-decay, [-40.0, -20.0]), good)
    } else {
        let good = "Only time-domain fields were recorded, so no spectrum is truncated.";
        (Grade::Good, good)
    };
    let sentences = [
        good,
        "The fields were still ringing when the run ended: sharp resonances appear too broad; run longer.",
        "Much energy was left in the fields when the run ended: spectra are truncated; run longer.",
    ];
    let value = format!("{decay:.1} dB below the peak");
    Some(check(
        "Energy left",
        value,
        "at least 40 dB",
        grade,
        sentences,
    ))
}

/// The level of the last value below the largest.
fn decay_db(energy: &[f64]) -> Option<f64> {
    let peak = energy.iter().copied().fold(0.0, f64::max);
    let last = energy.last()?.max(f64::MIN_POSITIVE);
    (peak > 0.0).then(|| 10.0 * (peak / last).log10())
}

pub fn warnings(results: &Results) -> Check {
    let warnings = &results.summary.warnings;
    let (value, grade) = match warnings.len() {
        0 => ("none".to_owned(), Grade::Good),
        n => (n.to_string(), Grade::Caution),
    };
    let said = format!("The solver reported: {}.", warnings.join("; "));
    let notes = match results.summary.notes.join("; ") {
        notes if notes.is_empty() => notes,
        notes => format!(" Notes: {notes}."),
    };
    let good = format!("The solver reported no warnings.{notes}");
    check("Warnings", value, "none", grade, [&good, &said, &said])
}
