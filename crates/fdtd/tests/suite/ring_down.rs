//! Runs that end as soon as the ring-down of their ports is known.

use crate::common::{Recording, record, scene};
use poynting_exec::RankChoice;
use poynting_fdtd::{Config, Outcome, StoppedBy};
use poynting_scene::Scene;
use std::f64::consts::PI;

/// A metal box with two short ports that hardly load its first resonance, near 9.8 GHz.
fn cavity(stop: &str) -> String {
    format!(
        "[domain]\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['24 mm', '4 mm', '20 mm']\n[grid]\nspacing = '1 mm'\n\
         [[ports]]\nname = 'in'\nfrom = ['5 mm', '0 mm', '6 mm']\nto = ['5 mm', '2 mm', '6 mm']\ndirection = '+y'\nresistance = '50 ohm'\n\
         waveform = {{ type = 'modulated-gaussian', amplitude = '1 V', frequency = '10 GHz', bandwidth = '4 GHz' }}\n\
         [[ports]]\nname = 'out'\nfrom = ['18 mm', '0 mm', '13 mm']\nto = ['18 mm', '2 mm', '13 mm']\ndirection = '+y'\nresistance = '50 ohm'\n\
         [network]\nfrequencies = {{ from = '9 GHz', to = '10.5 GHz', count = 31 }}\n\
         [stop]\ntime = '400 ns'\n{stop}\n"
    )
}

/// With its first port driven.
fn driven(stop: &str) -> Scene {
    scene(&cavity(stop)).driving("in")
}

/// The same, ending with its ring-down.
pub fn ringing() -> Scene {
    driven(EARLY)
}

fn recorded(stop: &str, config: Config) -> (Recording, Outcome) {
    let (recording, outcome, _) = record(&driven(stop), config, 1).unwrap();
    (recording, outcome)
}

/// A complex spectrum.
fn spectrum(recording: &Recording, name: &str) -> Vec<[f64; 2]> {
    let part = |part: &str| recording.get(&format!("port/{name}/{part}")).1;
    let both = part("real").iter().zip(part("imag"));
    both.map(|(re, im)| [*re, *im]).collect()
}

const EARLY: &str = "ring_down = 0.001";

/// What the modes add to the spectra of a short run makes them those of a run in which nothing rings any more.
#[test]
fn the_spectra_of_a_short_run_are_complete() {
    let (whole, long) = recorded("energy_decay = '80 dB'", Config::default());
    let (early, short) = recorded(EARLY, Config::default());
    assert_eq!(long.stopped_by, StoppedBy::EnergyDecay);
    assert_eq!(short.stopped_by, StoppedBy::RingDown);
    assert!(
        4 * short.steps < long.steps,
        "{} of {}",
        short.steps,
        long.steps
    );
    let source = spectrum(&early, "in/spectrum/source");
    for port in ["in", "out"] {
        let name = format!("{port}/spectrum/voltage");
        let pairs = spectrum(&early, &name)
            .into_iter()
            .zip(spectrum(&whole, &name));
        for (n, ([a, b], [c, d])) in pairs.enumerate() {
            let off = (a - c).hypot(b - d) / source[n][0].hypot(source[n][1]);
            assert!(off < 0.002, "{port}, frequency {n}: {off:e}");
        }
    }
    let (frequencies, q) = early.get("ring_down/q");
    let (times, volts) = whole.get("port/out/voltage");
    let [frequency, quality] = crossings(times, volts);
    let nearest = (0..q.len())
        .min_by(|a, b| {
            let off = |n: usize| (frequencies[n] - frequency).abs();
            off(*a).total_cmp(&off(*b))
        })
        .unwrap();
    let off = [
        frequencies[nearest] / frequency - 1.0,
        q[nearest] / quality - 1.0,
    ];
    assert!(
        off[0].abs() < 2e-4 && off[1].abs() < 0.02,
        "{off:?}, Q = {quality}"
    );
    let (_, errors) = early.get("quality/ring_down");
    assert!(errors.len() == 31 && errors.iter().all(|error| *error <= 0.001));
}

/// Frequency and quality factor of the last half of a signal, by its zeros and by the peaks between them.
fn crossings(times: &[f64], values: &[f64]) -> [f64; 2] {
    let (mut zeros, mut peaks) = (Vec::new(), Vec::new());
    let mut peak = [0.0_f64; 2];
    for n in times.len() / 2..times.len() - 1 {
        let [a, b] = [values[n], values[n + 1]];
        if a.abs() > peak[1] {
            peak = [times[n], a.abs()];
        }
        if a <= 0.0 && b > 0.0 {
            zeros.push(times[n] + (times[n + 1] - times[n]) * a / (a - b));
            peaks.push(peak);
            peak = [0.0; 2];
        }
    }
    let frequency = (zeros.len() - 1) as f64 / (zeros[zeros.len() - 1] - zeros[0]);
    let (first, last) = (peaks[1], peaks[peaks.len() - 1]);
    let rate = (first[1] / last[1]).ln() / (last[0] - first[0]);
    [frequency, PI * frequency / rate]
}

/// The decision is the same, and so is every bit.
#[test]
fn ranks_end_at_the_same_step() {
    let (plain, outcome) = recorded(EARLY, Config::default());
    let config = Config {
        ranks: RankChoice::Parts([2, 1, 2]),
        ..Config::default()
    };
    let (divided, other) = recorded(EARLY, config);
    assert_eq!(
        (outcome.steps, outcome.stopped_by),
        (other.steps, other.stopped_by)
    );
    plain.assert_same_bits(&divided, "four ranks");
}

/// Without an end of the sources there is nothing to fit, and a run that ends for another reason keeps the spectra that it has recorded.
#[test]
fn a_run_that_ends_otherwise_keeps_what_it_has() {
    let limit = "steps = 1200";
    let (plain, _) = recorded(limit, Config::default());
    let (ringing, outcome) = recorded(&format!("{limit}\n{EARLY}"), Config::default());
    assert_eq!(outcome.stopped_by, StoppedBy::Steps);
    let name = "port/out/spectrum/voltage/real";
    assert_eq!(plain.get(name), ringing.get(name));
    assert!(ringing.get("ring_down/q").1.is_empty());
}
