//! A filter whose ring-down ends the run: frequency and quality factor of its resonance, and its S-parameters, against a run that lasts until the energy
//! has decayed by 90 dB. The number of steps is compared with that of a decay by 60 dB, where S is still off by 0.005 at the resonance.
//!
//! In the long run the voltage of the second port is fitted by one damped oscillation, v(t) = A exp(-d t) cos(2 pi f t + p), long after everything but the
//! resonance has decayed; then Q = pi f/d.

use super::scattering::{Scattering, row};
use crate::ValidationError;
use crate::bench::{Bench, Signal, quantity, signal};
use crate::model::with;
use crate::spectral::oscillation;
use poynting::{Precision, Results};
use std::f64::consts::PI;

const FILTER: &str = include_str!("../../../scenes/resonator-filter.toml");
/// The error of S-parameters at which the shorter run may end.
const RING_DOWN: f64 = 0.001;
/// Energy relative to its peak that ends a run by default.
const DEFAULT: f64 = 1e-6;

/// One resonator between two irises.
pub(crate) fn ring_down(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let early = with(
        FILTER,
        "energy_decay",
        &format!("\"60 dB\"\nring_down = {RING_DOWN}"),
    );
    let early = bench.simulate(&early, Precision::F32)?;
    let whole = with(FILTER, "energy_decay", "\"90 dB\"");
    let whole = bench.simulate(&whole, Precision::F32)?;
    let [f, q] = resonance(&whole)?;
    let found = quantity(&early, "ring_down/q")?;
    let frequencies = found.axis("frequency").unwrap_or_default();
    let nearest = frequencies
        .iter()
        .zip(&found.data)
        .min_by(|a, b| (a.0 - f).abs().total_cmp(&(b.0 - f).abs()));
    let (early_f, early_q) = nearest.unwrap_or((&f64::NAN, &f64::NAN));
    row(
        bench,
        "frequency",
        100.0 * (early_f / f - 1.0).abs(),
        ("%", 0.02),
    );
    row(bench, "q", 100.0 * (early_q / q - 1.0).abs(), ("%", 2.0));
    let length = early.summary.time_s / decay(&whole)?;
    row(bench, "length", length, ("of the steps", 0.1));
    let [early, whole] = [&early, &whole].map(Scattering::of);
    let (early, whole) = (early?, whole?);
    let mut off = 0.0_f64;
    for (m, n) in [(1, 1), (2, 1)] {
        let pairs = early.entry(m, n).into_iter().zip(whole.entry(m, n));
        off = pairs.fold(off, |off, (a, b)| off.max((a - b).norm()));
    }
    row(bench, "scattering", off, ("of incident", RING_DOWN));
    Ok(())
}

/// When the energy has decayed by 60 dB.
fn decay(results: &Results) -> Result<f64, ValidationError> {
    let energy = signal(results, "energy")?;
    let peak = energy.values.iter().copied().fold(0.0, f64::max);
    let above = energy.values.iter().rposition(|e| *e > DEFAULT * peak);
    Ok(energy.times[above.unwrap_or(0)])
}

/// Frequency and quality factor of what rings in the second half of a run.
fn resonance(results: &Results) -> Result<[f64; 2], ValidationError> {
    let all = signal(results, "port/out/voltage")?;
    let half = all.times.len() / 2;
    let late = Signal {
        times: all.times[half..].to_vec(),
        values: all.values[half..].to_vec(),
    };
    let transmitted = Scattering::of(results)?;
    let magnitudes = transmitted.magnitude(2, 1);
    let peak = magnitudes
        .iter()
        .zip(&transmitted.frequencies)
        .max_by(|a, b| a.0.total_cmp(b.0));
    let near = peak.map_or(f64::NAN, |(_, f)| *f);
    let mode = oscillation(&late, near)?;
    Ok([mode.frequency, PI * mode.frequency / mode.rate])
}
