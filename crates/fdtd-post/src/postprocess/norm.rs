//! Normalisation of spectra.
//!
//! With S(f) the Fourier integral of a waveform of amplitude A, X(f) A/S(f) is the phasor that the field would have if
//! the source were a sine of amplitude A: its peak value, and its phase relative to the source.

use poynting_physics::Complex;
use poynting_scene::Waveform;
use std::f64::consts::TAU;

/// A divisor of spectra.
#[derive(Debug, Clone, PartialEq)]
pub enum Norm {
    /// The spectrum of a waveform divided by its amplitude.
    Waveform(Waveform),
    /// None.
    One,
}

impl Norm {
    /// The divisor at a frequency after `time` of a run with steps of `dt`.
    pub fn at(&self, frequency: f64, time: f64, dt: f64) -> Complex {
        match self {
            Self::Waveform(waveform) => {
                driven(waveform, frequency, time, dt) * waveform.amplitude.recip()
            }
            Self::One => Complex::from(1.0),
        }
    }
}

/// The spectrum of a waveform truncated at `time`.
pub fn driven(waveform: &Waveform, frequency: f64, time: f64, dt: f64) -> Complex {
    let end = waveform.end().map_or(time, |end| end.min(time));
    spectrum(waveform, frequency, end, dt)
}

/// Number of frequencies searched for the largest spectrum of a waveform.
const LOOKS: u32 = 64;

/// The spectrum of a waveform at a frequency relative to its largest value up to `highest`.
pub fn relative_strength(
    waveform: &Waveform,
    frequency: f64,
    highest: f64,
    dt: f64,
) -> Option<f64> {
    let end = waveform.end()?;
    let at = |f: f64| spectrum(waveform, f, end, dt).norm();
    let all = (0..=LOOKS).map(|n| at(highest * f64::from(n) / f64::from(LOOKS)));
    Some(at(frequency) / all.fold(0.0, f64::max))
}

/// The Fourier integral of a waveform from zero to `end`, by the sum over steps.
pub fn spectrum(waveform: &Waveform, frequency: f64, end: f64, dt: f64) -> Complex {
    // An end on a step is rounded to either side of it.
    let steps = (end / dt - 1e-6).ceil() as u64;
    let mut sum = Complex::default();
    for n in 0..=steps {
        let time = n as f64 * dt;
        sum += Complex::cis(-TAU * (frequency * time).fract()) * waveform.value(time);
    }
    sum * dt
}
