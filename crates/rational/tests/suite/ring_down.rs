//! Modes of signals that ring down.

use crate::functions::{J, Noise};
use poynting_rational::{Complex, Mode, RationalError, RingDown, Signals};
use std::f64::consts::{PI, TAU};

const GHZ: f64 = 1e9;
/// 40 steps per period at 1 GHz.
const STEP: f64 = 25e-12;
/// Of a Q of 1000 at 1 GHz, -40 dB are reached after 2 Q ln(100)/(2 pi) = 1466 periods: a tenth of that.
const TENTH: usize = 5863;

/// A mode with its amplitude in each signal.
struct Exact {
    frequency: f64,
    q: f64,
    amplitudes: Vec<Complex>,
}

impl Exact {
    fn new(frequency: f64, q: f64, amplitudes: &[Complex]) -> Self {
        Self {
            frequency: frequency * GHZ,
            q,
            amplitudes: amplitudes.to_vec(),
        }
    }

    fn rate(&self) -> Complex {
        let damping = 1.0 / (2.0 * self.q);
        Complex::new(-damping, (1.0 - damping * damping).sqrt()) * TAU * self.frequency
    }
}

fn signals(modes: &[Exact], count: usize, noise: f64) -> Signals {
    seeded(7, modes, count, noise)
}

fn seeded(seed: u64, modes: &[Exact], count: usize, noise: f64) -> Signals {
    let mut random = Noise::new(seed);
    let signal = |signal: usize, random: &mut Noise| -> Vec<f64> {
        let value = |n: usize| -> f64 {
            let t = n as f64 * STEP;
            let term = |mode: &Exact| (mode.amplitudes[signal] * (mode.rate() * t).exp()).re;
            modes.iter().map(term).sum()
        };
        (0..count)
            .map(|n| value(n) + noise * random.normal())
            .collect()
    };
    let count = modes[0].amplitudes.len();
    let values = (0..count).map(|k| signal(k, &mut random)).collect();
    Signals::new(STEP, values).unwrap()
}

/// Two modes 1 % apart, a strong one out of the band, and a static field.
fn filter() -> Vec<Exact> {
    let one = Complex::from(1.0);
    vec![
        Exact::new(1.0, 1000.0, &[one, J * 1e-3]),
        Exact::new(1.01, 800.0, &[J * 0.7, one * -2e-3]),
        Exact::new(3.1, 30.0, &[one * 2.0, one * 0.001]),
        Exact::new(1e-9, 0.500001, &[one * 0.3, one * 1e-4]),
    ]
}

fn close(found: &Mode, exact: &Exact, [frequency, q]: [f64; 2]) {
    let off = found.frequency / exact.frequency - 1.0;
    assert!(off.abs() < frequency, "{found:?} {off:e}");
    let off = found.q / exact.q - 1.0;
    assert!(off.abs() < q, "{found:?} {off:e}");
}

#[test]
fn a_tenth_of_the_ring_down_gives_frequency_and_q() {
    let exact = filter();
    let found = RingDown::of(&signals(&exact, TENTH, 0.0), 0.9 * GHZ, 1.1 * GHZ).unwrap();
    assert_eq!(found.modes().len(), 2, "{found:?}");
    for (mode, exact) in found.modes().iter().zip(&exact) {
        close(mode, exact, [1e-7, 1e-4]);
        for (found, exact) in mode.amplitudes.iter().zip(&exact.amplitudes) {
            assert!(
                (found - exact).norm() < 1e-4 * exact.norm(),
                "{found} {exact}"
            );
        }
    }
    assert!(found.error(0) < 1e-4);
}

/// The second signal is a thousand times weaker than the first, and so is its noise.
#[test]
fn noise_is_averaged() {
    let exact = filter();
    let mut signals = [0.01, 1e-5].map(|noise| signals(&exact, TENTH, noise));
    for (k, signals) in signals.iter_mut().enumerate() {
        let only = signals.values()[k].clone();
        *signals = Signals::new(STEP, vec![only]).unwrap();
    }
    let both = signals.iter().map(|signals| signals.values()[0].clone());
    let both = Signals::new(STEP, both.collect()).unwrap();
    let found = RingDown::of(&both, 0.9 * GHZ, 1.1 * GHZ).unwrap();
    assert_eq!(found.modes().len(), 2, "{found:?}");
    for (mode, exact) in found.modes().iter().zip(&exact) {
        // The goal for a filter is 0.02 % and 2 %.
        close(mode, exact, [2e-5, 0.01]);
        assert!((mode.frequency - exact.frequency).abs() < 5.0 * mode.frequency_error);
        assert!((mode.q - exact.q).abs() < 5.0 * mode.q_error);
        assert!(mode.frequency_error < 2e-4 * mode.frequency && mode.q_error < 0.05 * mode.q);
    }
    assert!(
        found.error(0) > 1e-3 && found.error(0) < 0.02,
        "{}",
        found.error(0)
    );
}

/// The errors of frequency and quality factor are within the reported ones, which are not much larger, whatever the noise is.
#[test]
fn reported_errors_hold() {
    let exact = [
        Exact::new(1.0, 1000.0, &[J]),
        Exact::new(1.02, 300.0, &[J * 0.5]),
    ];
    let mut largest = [0.0_f64; 2];
    for seed in 1..=20 {
        let signals = seeded(seed, &exact, TENTH, 0.02);
        let found = RingDown::of(&signals, 0.9 * GHZ, 1.1 * GHZ).unwrap();
        assert_eq!(found.modes().len(), 2, "{found:?}");
        for (mode, exact) in found.modes().iter().zip(&exact) {
            let off = [mode.frequency - exact.frequency, mode.q - exact.q].map(f64::abs);
            let reported = [mode.frequency_error, mode.q_error];
            for k in 0..2 {
                largest[k] = largest[k].max(off[k] / reported[k]);
            }
        }
    }
    assert!(
        largest.iter().all(|&ratio| ratio > 0.1 && ratio < 1.0),
        "{largest:?}"
    );
}

/// Three coupled resonators, 0.3 % apart: less than half of what a Fourier transform of the record resolves.
#[test]
fn modes_of_a_narrow_filter_are_told_apart() {
    let amplitudes = [[1.0, 0.5], [-1.6, 0.1], [0.9, -0.4]].map(|a| a.map(Complex::from));
    let frequencies = [0.997, 1.0, 1.003];
    let modes = frequencies.iter().zip(&amplitudes);
    let exact: Vec<Exact> = modes.map(|(&f, a)| Exact::new(f, 1000.0, a)).collect();
    let found = RingDown::of(&signals(&exact, TENTH, 1e-5), 0.9 * GHZ, 1.1 * GHZ).unwrap();
    assert_eq!(found.modes().len(), 3, "{found:?}");
    for (mode, exact) in found.modes().iter().zip(&exact) {
        close(mode, exact, [2e-5, 0.01]);
        assert!((mode.frequency - exact.frequency).abs() < 2.0 * mode.frequency_error);
        assert!((mode.q - exact.q).abs() < 2.0 * mode.q_error);
    }
}

/// The band is as wide as the time step allows: nothing is decimated, and the mirror images of the modes are found too and left out.
#[test]
fn a_wide_band_needs_no_decimation() {
    let exact = [
        Exact::new(3.0, 40.0, &[J]),
        Exact::new(11.0, 25.0, &[Complex::from(0.2)]),
    ];
    let found = RingDown::of(&signals(&exact, 400, 0.0), 0.0, 20.0 * GHZ).unwrap();
    assert_eq!(found.modes().len(), 2, "{found:?}");
    for (mode, exact) in found.modes().iter().zip(&exact) {
        close(mode, exact, [1e-9, 1e-7]);
        assert!((mode.amplitudes[0] - exact.amplitudes[0]).norm() < 1e-8);
    }
}

#[test]
fn a_mode_without_losses_has_no_end() {
    let exact = [Exact::new(1.0, 1e12, &[J])];
    let found = RingDown::of(&signals(&exact, 2000, 0.0), 0.5 * GHZ, 1.5 * GHZ).unwrap();
    assert_eq!(found.modes().len(), 1, "{found:?}");
    assert!((found.modes()[0].frequency / GHZ - 1.0).abs() < 1e-9);
    assert!(found.modes()[0].q > 1e6);
}

/// exp(-a t) cos(b t) from T on, integrated by parts, at a frequency off the resonance.
#[test]
fn the_tail_of_an_integral_is_its_closed_form() {
    let exact = [Exact::new(1.0, 20.0, &[Complex::from(1.0)])];
    let found = RingDown::of(&signals(&exact, 1000, 0.0), 0.2 * GHZ, 2.0 * GHZ).unwrap();
    let (a, b) = (PI * GHZ / 20.0, exact[0].rate().im);
    let (w, t) = (TAU * 0.93 * GHZ, 17e-9);
    let p = Complex::new(a, w);
    let integral = (-p * t).exp() * (p * (b * t).cos() - b * (b * t).sin()) / (p * p + b * b);
    let tail = found.integral_from(0, 0.93 * GHZ, t);
    assert!(
        (tail - integral).norm() < 1e-6 * integral.norm(),
        "{tail} {integral}"
    );
    let value = (-a * t).exp() * (b * t).cos();
    assert!((found.value(0, t) - value).abs() < 1e-7);
    // The sum with a step of 1/40 of a period is the integral plus half a step of the first value, to the second order.
    let first = (t / STEP).round() as usize;
    let sum = found.sum_from(0, 0.93 * GHZ, first);
    let turned = Complex::cis(-w * t) * value * 0.5 * STEP;
    assert!((sum - integral - turned).norm() < 5e-3 * integral.norm());
}

/// The sum over a tenth of the ring-down and the closed form of the rest are the sum over all of it, to the error that is reported.
#[test]
fn the_tail_completes_a_spectrum() {
    let exact = &filter()[..2];
    for noise in [0.0, 1e-3] {
        let long = signals(exact, 400_000, 0.0);
        let short = signals(exact, TENTH, noise);
        let found = RingDown::of(&short, 0.9 * GHZ, 1.1 * GHZ).unwrap();
        for frequency in [0.97, 0.999, 1.0, 1.003, 1.0101, 1.05] {
            let f = frequency * GHZ;
            let sum = |from: usize, to: usize| -> Complex {
                let term = |n: usize| {
                    long.values()[0][n] * Complex::cis(-TAU * f * STEP * n as f64) * STEP
                };
                (from..to).map(term).sum()
            };
            let (tail, rest) = (found.sum_from(0, f, TENTH), sum(TENTH, 400_000));
            let off = (tail - rest).norm();
            let bound = found.sum_error(0, f, TENTH);
            let all = (sum(0, TENTH) + rest).norm();
            assert!(off < bound + 1e-12 * all, "{frequency}: {off:e} {bound:e}");
            assert!(bound < 0.01 * all, "{frequency}: {bound:e} {all:e}");
            assert!(rest.norm() > 0.5 * all);
        }
    }
}

#[test]
fn signals_without_modes_are_refused() {
    let silent = Signals::new(STEP, vec![vec![0.0; 4000]]).unwrap();
    let found = RingDown::of(&silent, 0.5 * GHZ, 1.5 * GHZ);
    assert_eq!(found, Err(RationalError::Silent));
    let short = signals(&filter(), 12, 0.0);
    let found = RingDown::of(&short, 0.5 * GHZ, 1.5 * GHZ);
    assert!(matches!(
        found,
        Err(RationalError::ShortSignal { samples: 12, .. })
    ));
    let band = RingDown::of(&silent, 2.0 * GHZ, 1.0 * GHZ);
    assert!(matches!(
        band,
        Err(RationalError::Setting { name: "from", .. })
    ));
    let step = Signals::new(0.0, Vec::new());
    assert!(matches!(
        step,
        Err(RationalError::Setting { name: "step", .. })
    ));
}
