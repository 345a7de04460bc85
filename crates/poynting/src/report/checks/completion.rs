//! How the run went: how it ended, remaining energy, warnings.

use super::grade::{check, graded};
use poynting_results::{Check, Grade, Quantity, Results};

/// The energy over time.
const ENERGY: &str = "energy";
/// The error of S-parameters that the ring-down has completed.
const RING_DOWN: &str = "quality/ring_down";

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
    let energies = of_runs(results, ENERGY).map(|(_, energy)| energy);
    let mut energies = energies.filter(|q| !q.data.is_empty());
    let is_dead = energies.any(is_zero);
    let zero =
        "All fields are zero: no source has excited them, or the device has not computed them.";
    is_dead.then(|| check("Fields", "zero", "not zero", Grade::Poor, [zero; 3]))
}

/// A quantity in every run of a network, below the name of the run, or in the only one.
fn of_runs<'a>(results: &'a Results, name: &str) -> impl Iterator<Item = (&'a str, &'a Quantity)> {
    let all = results.quantities.iter();
    all.filter_map(move |q| {
        let run = q.declaration.name.strip_suffix(name)?;
        (run.is_empty() || run.ends_with('/')).then_some((run, q))
    })
}

/// How well the ring-down of the ports is known, in the worst of all runs that it ended.
pub fn ring_down(results: &Results) -> Option<Check> {
    let errors = of_runs(results, RING_DOWN).flat_map(|(_, q)| &q.data);
    let worst = errors.copied().reduce(f64::max)?;
    let sentences = [
        "The run ended early: what the ports would still have recorded follows from the modes of the ring-down.",
        "The ring-down is not known well: sharp resonances may be off; use a smaller `ring_down`.",
        "The ring-down is hardly known: spectra of the ports are wrong near resonances; use a smaller `ring_down`.",
    ];
    let value = format!("S known to {worst:.1e}");
    let grade = graded(worst, [0.01, 0.05]);
    Some(check("Ring-down", value, "at most 0.01", grade, sentences))
}

/// Energy decay, in the worst of all runs of a network that were not ended by their ring-down.
pub fn energy(results: &Results) -> Option<Check> {
    let is_known = |run: &str| {
        let mut errors = of_runs(results, RING_DOWN);
        errors.any(|(other, q)| other == run && !q.data.is_empty())
    };
    let (known, open): (Vec<_>, Vec<_>) =
        of_runs(results, ENERGY).partition(|(run, _)| is_known(run));
    if open.is_empty() && !known.is_empty() {
        return None;
    }
    let decay = open
        .into_iter()
        .filter_map(|(_, energy)| decay_db(&energy.data))
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
