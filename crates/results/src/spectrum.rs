//! The spectrum of a time series: X(f) = ∫ x(t) e^{-j2πft} dt by the FFT of the samples
//! (Oppenheim and Schafer, *Discrete-Time Signal Processing*, ch. 8 and 10).
//!
//! A record that has not decayed by its end is weighted with the falling half of a Hann window,
//! cos²(πt/2T): the pulse at the start is preserved, and the truncation causes no side lobes.

use realfft::RealFftPlanner;
use std::f64::consts::FRAC_PI_2;
use std::ops::Range;

/// Magnitudes over frequency.
#[derive(Debug, Clone, PartialEq)]
pub struct Spectrum {
    /// Frequency step in hertz; the first frequency is zero.
    pub step: f64,
    /// |X(f)| in the unit of the series times seconds.
    pub magnitude: Vec<f64>,
}

/// Shorter records have no useful spectrum.
const FEWEST: usize = 16;
/// A record whose last tenth is below this fraction of its peak has decayed.
const DIED_AWAY: f64 = 1e-3;

impl Spectrum {
    /// The spectrum of equally spaced samples; none if they are not equally spaced, too few, or not finite.
    pub fn of(times: &[f64], samples: &[f64]) -> Option<Self> {
        let n = samples.len();
        if n < FEWEST || times.len() != n || !samples.iter().all(|x| x.is_finite()) {
            return None;
        }
        let dt = (times[n - 1] - times[0]) / (n - 1) as f64;
        let even = |w: &[f64]| ((w[1] - w[0]) - dt).abs() <= 1e-6 * dt;
        if dt <= 0.0 || !dt.is_finite() || !times.windows(2).all(even) {
            return None;
        }
        // At least twice the length: a resonance between two bins keeps its height.
        let padded = (2 * n).next_power_of_two();
        let mut input = vec![0.0; padded];
        input[..n].copy_from_slice(samples);
        if !died_away(samples) {
            for (i, x) in input[..n].iter_mut().enumerate() {
                *x *= (FRAC_PI_2 * i as f64 / n as f64).cos().powi(2);
            }
        }
        let fft = RealFftPlanner::new().plan_fft_forward(padded);
        let mut output = fft.make_output_vec();
        fft.process(&mut input, &mut output).ok()?;
        let magnitude = output.iter().map(|z| z.norm() * dt).collect();
        Some(Self {
            step: 1.0 / (padded as f64 * dt),
            magnitude,
        })
    }

    /// The largest magnitude.
    pub fn peak(&self) -> f64 {
        self.magnitude.iter().copied().fold(0.0, f64::max)
    }

    /// The frequency of the largest magnitude in a range of frequencies, to the nearest step; none if the range has no step.
    pub fn strongest(&self, range: Range<f64>) -> Option<f64> {
        let frequencies = (0..self.magnitude.len()).map(|n| n as f64 * self.step);
        let all = frequencies.zip(&self.magnitude);
        let inside = all.filter(|(frequency, _)| range.contains(frequency));
        Some(inside.max_by(|a, b| a.1.total_cmp(b.1))?.0)
    }

    /// The highest frequency at which the magnitude reaches `floor`.
    pub fn highest(&self, floor: f64) -> f64 {
        let last = self
            .magnitude
            .iter()
            .rposition(|&m| m >= floor)
            .unwrap_or(0);
        last as f64 * self.step
    }
}

fn died_away(samples: &[f64]) -> bool {
    let largest = |part: &[f64]| part.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    largest(&samples[samples.len() * 9 / 10..]) <= DIED_AWAY * largest(samples)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    /// exp(-((t-d)/τ)²) has |X(f)| = τ √π exp(-(πfτ)²).
    #[test]
    fn a_gaussian_has_its_closed_form() {
        let (tau, delay, dt) = (1e-9, 6e-9, 0.05e-9);
        let times: Vec<f64> = (0..400).map(|i| i as f64 * dt).collect();
        let x: Vec<f64> = times
            .iter()
            .map(|t| (-((t - delay) / tau).powi(2)).exp())
            .collect();
        let s = Spectrum::of(&times, &x).unwrap();
        for (i, m) in s.magnitude.iter().take(60).enumerate() {
            let f = i as f64 * s.step;
            let exact = tau * PI.sqrt() * (-(PI * f * tau).powi(2)).exp();
            assert!(
                (m - exact).abs() < 1e-12 * tau,
                "{f:e} Hz: {m:e} against {exact:e}"
            );
        }
    }

    /// cos(2πf₀t) that rises smoothly and is cut off at a maximum: the jump alone would appear at 2f₀
    /// with 1/(2πf₀) / (T/2), a hundredth of the peak.
    #[test]
    fn a_cut_record_has_no_side_lobes() {
        let times: Vec<f64> = (0..1000).map(|i| f64::from(i) * 1e-11).collect();
        let rise = |t: f64| 1.0 - (-(t / 1e-9).powi(2)).exp();
        let x: Vec<f64> = times
            .iter()
            .map(|t| rise(*t) * (2.0 * PI * 3e9 * t).cos())
            .collect();
        let s = Spectrum::of(&times, &x).unwrap();
        let top = s.strongest(0.0..f64::INFINITY).unwrap();
        assert!((top - 3e9).abs() <= s.step);
        assert_eq!(s.strongest(0.0..0.0), None);
        assert!(s.magnitude[(6e9 / s.step) as usize] < 1e-4 * s.peak());
    }

    #[test]
    fn uneven_samples_have_none() {
        let mut times: Vec<f64> = (0..64).map(f64::from).collect();
        times[5] += 0.1;
        assert_eq!(Spectrum::of(&times, &[1.0; 64]), None);
    }
}
