//! Waveforms in time.
//!
//! With x = (t - t0)/tau, t0 the delay:
//!
//! | pulse | shape | magnitude of its spectrum, up to a factor |
//! |---|---|---|
//! | Gaussian | exp(-x^2) | exp(-(pi f tau)^2) |
//! | modulated Gaussian | exp(-x^2) sin(2 pi fc (t - t0) + phase) | exp(-(pi (f - fc) tau)^2) near fc |
//! | differentiated Gaussian | -sqrt(2e) x exp(-x^2) | f exp(-(pi f tau)^2) |
//! | sine | r(t) sin(2 pi f t + phase), r = (1 - cos(pi t/ramp))/2 until `ramp`, then 1 | a line |
//! | phasor | none: the same amplitude at every requested frequency | |
//! | samples | straight lines between the samples, zero outside | |
//!
//! The Fourier pairs are those of R. N. Bracewell, The Fourier Transform and Its Applications, 3rd ed.,
//! McGraw-Hill 2000, ch. 6. The *bandwidth* of a pulse is the frequency at which its spectrum has dropped
//! to a tenth of its peak (-20 dB); for a modulated pulse it is measured from the carrier. With u = pi f tau
//! this is u^2 = ln 10 for the Gaussian, and the root above 1/sqrt(2) of
//! u exp(-u^2) = exp(-1/2)/(10 sqrt(2)) for its derivative.

use std::f64::consts::{E, FRAC_1_SQRT_2, PI};

/// A waveform in time: `amplitude` times a shape whose peak is one.
#[derive(Debug, Clone, PartialEq)]
pub struct Waveform {
    /// Peak value in the unit of what it drives.
    pub amplitude: f64,
    /// The shape.
    pub shape: Pulse,
}

/// The shape of a waveform.
#[derive(Debug, Clone, PartialEq)]
pub enum Pulse {
    /// exp(-((t - delay)/tau)^2).
    Gaussian {
        /// Half width at 1/e.
        tau: f64,
        /// Time of the peak.
        delay: f64,
    },
    /// exp(-((t - delay)/tau)^2) sin(2 pi f (t - delay) + phase).
    ModulatedGaussian {
        /// Half width of the envelope at 1/e.
        tau: f64,
        /// Time of the envelope's peak.
        delay: f64,
        /// Carrier.
        frequency: f64,
        /// Phase in radians.
        phase: f64,
    },
    /// -sqrt(2e) (t - delay)/tau exp(-((t - delay)/tau)^2): peak one, zero mean.
    DifferentiatedGaussian {
        /// Half width of the Gaussian at 1/e.
        tau: f64,
        /// Time of the zero crossing.
        delay: f64,
    },
    /// sin(2 pi f t + phase), with a raised-cosine ramp of `ramp` seconds.
    Sine {
        /// Frequency.
        frequency: f64,
        /// Length of the ramp.
        ramp: f64,
        /// Phase in radians.
        phase: f64,
    },
    /// Equally spaced samples from t = 0, linear between them, zero outside.
    Samples {
        /// Sampling interval.
        interval: f64,
        /// The samples, multiplied by the amplitude.
        values: Vec<f64>,
    },
    /// The same amplitude at every requested frequency; it has no time dependence.
    Phasor,
}

/// A Gaussian is negligible (below 2e-9) this many tau from its centre.
pub(crate) const REACH: f64 = 4.5;

/// pi f tau at which exp(-(pi f tau)^2) is a tenth.
pub(crate) fn gaussian_edge() -> f64 {
    std::f64::consts::LN_10.sqrt()
}

/// pi f tau at which the spectrum of the differentiated Gaussian is a tenth of its peak.
pub(crate) fn differentiated_edge() -> f64 {
    let spectrum = |u: f64| u * (-u * u).exp();
    let target = 0.1 * spectrum(FRAC_1_SQRT_2);
    // The spectrum decreases monotonically above its peak, so bisection cannot miss the root.
    let (mut low, mut high) = (FRAC_1_SQRT_2, 10.0);
    while high - low > 4.0 * f64::EPSILON * high {
        let middle = 0.5 * (low + high);
        if spectrum(middle) > target {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

impl Waveform {
    /// The value at time `t` in seconds.
    pub fn value(&self, t: f64) -> f64 {
        self.amplitude * self.shape.value(t)
    }

    /// The time after which the value is negligible; `None` if it never ends.
    pub fn end(&self) -> Option<f64> {
        self.shape.end()
    }
}

impl Pulse {
    /// The shape at time `t`, whose peak is one; NaN for a phasor, which has no time dependence.
    pub fn value(&self, t: f64) -> f64 {
        match self {
            Self::Gaussian { tau, delay } => (-((t - delay) / tau).powi(2)).exp(),
            Self::ModulatedGaussian {
                tau,
                delay,
                frequency,
                phase,
            } => {
                let carrier = (2.0 * PI * frequency * (t - delay) + phase).sin();
                (-((t - delay) / tau).powi(2)).exp() * carrier
            }
            Self::DifferentiatedGaussian { tau, delay } => {
                let x = (t - delay) / tau;
                -(2.0 * E).sqrt() * x * (-x * x).exp()
            }
            Self::Sine {
                frequency,
                ramp,
                phase,
            } => {
                let rise = match t {
                    t if t < 0.0 => 0.0,
                    t if t < *ramp => 0.5 * (1.0 - (PI * t / ramp).cos()),
                    _ => 1.0,
                };
                rise * (2.0 * PI * frequency * t + phase).sin()
            }
            Self::Samples { interval, values } => sample(values, t / interval),
            Self::Phasor => f64::NAN,
        }
    }

    /// The time after which the shape is negligible; `None` if it never ends.
    pub fn end(&self) -> Option<f64> {
        match self {
            Self::Gaussian { tau, delay }
            | Self::ModulatedGaussian { tau, delay, .. }
            | Self::DifferentiatedGaussian { tau, delay } => Some(delay + REACH * tau),
            Self::Sine { .. } | Self::Phasor => None,
            Self::Samples { interval, values } => {
                Some(interval * values.len().saturating_sub(1) as f64)
            }
        }
    }

    /// The frequency above which the spectrum stays more than 20 dB below its peak; `None` for samples
    /// and phasors.
    pub fn max_frequency(&self) -> Option<f64> {
        match self {
            Self::Gaussian { tau, .. } => Some(gaussian_edge() / (PI * tau)),
            Self::ModulatedGaussian { tau, frequency, .. } => {
                Some(frequency + gaussian_edge() / (PI * tau))
            }
            Self::DifferentiatedGaussian { tau, .. } => Some(differentiated_edge() / (PI * tau)),
            Self::Sine { frequency, .. } => Some(*frequency),
            Self::Samples { .. } | Self::Phasor => None,
        }
    }
}

fn sample(values: &[f64], position: f64) -> f64 {
    if position < 0.0 || values.is_empty() {
        return 0.0;
    }
    let index = position as usize;
    match (values.get(index), values.get(index + 1)) {
        (Some(a), Some(b)) => a + (b - a) * (position - index as f64),
        (Some(last), None) if position <= index as f64 => *last,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TAU: f64 = 20e-12;
    const DELAY: f64 = 120e-12;

    fn pulses() -> [Pulse; 3] {
        [
            Pulse::Gaussian {
                tau: TAU,
                delay: DELAY,
            },
            Pulse::ModulatedGaussian {
                tau: TAU,
                delay: DELAY,
                frequency: 200e9,
                phase: PI / 2.0,
            },
            Pulse::DifferentiatedGaussian {
                tau: TAU,
                delay: DELAY,
            },
        ]
    }

    /// |integral of p(t) exp(-j 2 pi f t) dt| by the trapezoidal rule, exact to rounding for a Gaussian.
    fn spectrum(pulse: &Pulse, frequency: f64) -> f64 {
        let dt = TAU / 200.0;
        let (mut re, mut im) = (0.0, 0.0);
        for n in 0..2400 {
            let t = n as f64 * dt;
            let (sin, cos) = (2.0 * PI * frequency * t).sin_cos();
            re += pulse.value(t) * cos * dt;
            im -= pulse.value(t) * sin * dt;
        }
        re.hypot(im)
    }

    #[test]
    fn the_peak_is_one() {
        for pulse in pulses() {
            let peak = (0..=240_000)
                .map(|n| pulse.value(n as f64 * 1e-15))
                .fold(0.0, f64::max);
            assert!((peak - 1.0).abs() < 1e-6, "{pulse:?}: {peak}");
            assert!(pulse.value(pulse.end().unwrap()).abs() < 2e-8);
        }
    }

    #[test]
    fn the_spectrum_is_20_db_down_at_the_highest_frequency() {
        for pulse in pulses() {
            let edge = pulse.max_frequency().unwrap();
            let peak = (0..2000)
                .map(|n| spectrum(&pulse, n as f64 * edge / 2000.0))
                .fold(0.0, f64::max);
            let db = 20.0 * (spectrum(&pulse, edge) / peak).log10();
            assert!((db + 20.0).abs() < 1e-3, "{pulse:?}: {db} dB");
        }
    }

    #[test]
    fn the_sine_rises_and_stays() {
        let sine = Pulse::Sine {
            frequency: 1e9,
            ramp: 3e-9,
            phase: 0.0,
        };
        assert!(sine.value(-1e-9).abs() < 1e-300);
        assert!((sine.value(1.25e-9) - 0.5 * (1.0 - (PI * 1.25 / 3.0).cos())).abs() < 1e-12);
        assert!((sine.value(10.25e-9) - 1.0).abs() < 1e-9);
        assert_eq!(sine.end(), None);
    }

    #[test]
    fn samples_are_joined_by_lines() {
        let wave = Waveform {
            amplitude: 2.0,
            shape: Pulse::Samples {
                interval: 0.5,
                values: vec![0.0, 1.0, -1.0],
            },
        };
        for (t, value) in [
            (-0.1, 0.0),
            (0.25, 1.0),
            (0.5, 2.0),
            (0.75, 0.0),
            (1.0, -2.0),
            (1.1, 0.0),
        ] {
            assert!((wave.value(t) - value).abs() < 1e-12, "t = {t}");
        }
        assert_eq!(wave.end(), Some(1.0));
        assert_eq!(wave.shape.max_frequency(), None);
    }
}
