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
/// Samples per period of the highest frequency of a waveform: the spectrum repeats at this multiple of that frequency, where nothing overlaps it.
const SAMPLES_PER_PERIOD: f64 = 8.0;
/// Samples of the longest waveform that is examined.
const MOST_SAMPLES: f64 = 1e5;

/// The spectrum of a waveform relative to its largest value.
///
/// Its samples are as far apart as the waveform allows, and not the steps of a run, which may be many orders of magnitude shorter.
pub struct Strength<'a> {
    waveform: &'a Waveform,
    end: f64,
    step: f64,
    largest: f64,
}

impl<'a> Strength<'a> {
    /// The spectrum up to `highest` in a run with steps of `dt`; `None` for a waveform that does not end, or has too many periods to be examined.
    pub fn new(waveform: &'a Waveform, highest: f64, dt: f64) -> Option<Self> {
        let end = waveform.end()?;
        let edge = waveform.shape.max_frequency().unwrap_or(0.0).max(highest);
        let step = dt.max((SAMPLES_PER_PERIOD * edge).recip());
        if end / step > MOST_SAMPLES {
            return None;
        }
        let mut strength = Self {
            waveform,
            end,
            step,
            largest: 1.0,
        };
        let all = (0..=LOOKS).map(|n| strength.at(highest * f64::from(n) / f64::from(LOOKS)));
        strength.largest = all.fold(0.0, f64::max);
        Some(strength)
    }

    /// At a frequency.
    pub fn at(&self, frequency: f64) -> f64 {
        spectrum(self.waveform, frequency, self.end, self.step).norm() / self.largest
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use poynting_scene::Pulse;

    /// A Gaussian exp(-(t/tau)^2) has the spectrum exp(-(pi f tau)^2), whatever the steps of the run are. With steps of 1e-20 s a sum over them would not
    /// end: a permittivity of 1e-15 makes them so short.
    #[test]
    fn the_strength_of_a_gaussian_does_not_depend_on_the_steps() {
        let tau = 0.1e-9;
        let waveform = Waveform {
            amplitude: 2.0,
            shape: Pulse::Gaussian {
                tau,
                delay: 6.0 * tau,
            },
        };
        for dt in [1e-12, 1e-20] {
            let strength = Strength::new(&waveform, 5e9, dt).unwrap();
            for f in [1e9, 3e9, 5e9] {
                let exact = (-(std::f64::consts::PI * f * tau).powi(2)).exp();
                assert!((strength.at(f) / exact - 1.0).abs() < 1e-6, "{f} {dt}");
            }
        }
    }
}
