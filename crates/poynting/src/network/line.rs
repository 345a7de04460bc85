//! The waves on a line from voltages and currents at several of its planes.
//!
//! At a frequency, with y the distance from the reference plane into the model,
//!
//! ```text
//! V(y) = A e^{-j beta y} + B e^{+j beta y},   Z I(y) = A e^{-j beta y} - B e^{+j beta y}
//! ```
//!
//! beta is the best fit to the voltages (for a given beta the best A and B follow from linear least squares). Where the planes span only a small part
//! of a wavelength it is poorly determined, but beta^2 is a smooth function of frequency, so it is fitted with each frequency weighted by the
//! curvature of its misfit:
//!
//! ```text
//! lines of two conductors   beta^2 = k^2 (p0 + p1 (f/f_max)^2)        hollow waveguides   beta^2 = p0 k^2 - p1 kc^2
//! ```
//!
//! Then Z is fitted in the same way, with the power of the wave Re(V I^*)/2, and finally A and B from all voltages and currents. No model
//! of the line is assumed, so the waves are measured on the line as the grid represents it.
//!
//! Tested: known waves are recovered, even at frequencies where the planes span a hundredth of a wavelength.

use poynting_linalg::{Complex, Mat, c64, solve_real};
use poynting_physics::constants::C0;
use std::f64::consts::TAU;

/// Search range of the effective permittivity, and the number of values tried.
const PERMITTIVITIES: [f64; 2] = [0.4, 120.0];
const TRIES: usize = 400;
/// Steps of a golden-section search, which reduce the interval to 1e-8: the differences of values near a minimum are no larger than rounding.
const SECTIONS: usize = 40;
/// Relative step of the differences by which Newton's method finds the rest, and how often it is applied.
const NEWTON_STEP: f64 = 1e-4;
const NEWTON_STEPS: usize = 2;
/// Relative search range of beta about the first guess, and then about the first fit.
const AROUND: [f64; 2] = [0.25, 0.05];

/// How a line's phase constant and impedance depend on frequency.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Family {
    /// Two conductors: nearly TEM.
    Tem,
    /// A hollow waveguide with this cut-off wavenumber in rad/m, transverse electric.
    Te(f64),
    /// The same, transverse magnetic.
    Tm(f64),
}

/// Spectra at the planes of a line in one run.
#[derive(Debug, Clone)]
pub struct Taps {
    /// Distance of each voltage and of each current from the reference plane.
    pub positions: [Vec<f64>; 2],
    /// By frequency, then by plane.
    pub voltages: Vec<Vec<c64>>,
    /// The same.
    pub currents: Vec<Vec<c64>>,
}

/// Propagation on a line.
#[derive(Debug, Clone, PartialEq)]
pub struct Propagation {
    /// In rad/m, by frequency.
    pub beta: Vec<f64>,
    /// In ohm, by frequency.
    pub impedance: Vec<f64>,
    /// The highest frequency in hertz at which the mode does not propagate, if any.
    pub cut_off: Option<f64>,
}

impl Propagation {
    /// The best fit to the runs.
    pub fn fit(frequencies: &[f64], family: Family, runs: &[&Taps]) -> Self {
        let fit = Fit {
            frequencies,
            family,
            runs,
        };
        let mut beta = fit.guess();
        for around in AROUND {
            beta = fit.refined(&beta, around);
        }
        let is_slow = |n: &usize| beta[*n] <= 1.01 * fit.slowest(*n);
        let cut_off = (0..beta.len()).rfind(is_slow).map(|n| frequencies[n]);
        let impedance = fit.impedance(&beta);
        Self {
            beta,
            impedance,
            cut_off,
        }
    }

    /// What is wrong and at which frequency, if it is not a line at all.
    pub fn fault(&self, frequencies: &[f64]) -> Option<String> {
        let is_sound = |x: f64| x.is_finite() && x > 0.0;
        let all = self.beta.iter().zip(&self.impedance).zip(frequencies);
        let mut bad = all.filter(|((beta, z), _)| !is_sound(**beta) || !is_sound(**z));
        bad.next().map(|((beta, z), f)| {
            format!(
                "its phase constant is {beta:.4} rad/m and its impedance {z:.4} ohm at {} GHz",
                f / 1e9
            )
        })
    }

    /// A and B at the reference plane.
    pub fn waves(&self, taps: &Taps, n: usize) -> [c64; 2] {
        let z = self.impedance[n];
        let voltages = taps.voltages[n].iter().copied().zip(&taps.positions[0]);
        let currents = taps.currents[n].iter().zip(&taps.positions[1]);
        let rows = voltages.map(|(v, y)| (v, *y, 1.0));
        let rows = rows.chain(currents.map(|(i, y)| (*i * z, *y, -1.0)));
        separated(rows, self.beta[n]).0
    }
}

/// The least-squares fit of value = A e^{-j beta y} + sign B e^{+j beta y}, and its sum of squared residuals.
fn separated(rows: impl Iterator<Item = (c64, f64, f64)>, beta: f64) -> ([c64; 2], f64) {
    let zero = Complex::new(0.0, 0.0);
    let (mut count, mut cross, mut sides, mut squares) = (0.0, zero, [zero; 2], 0.0);
    for (value, y, sign) in rows {
        let turn = c64::cis(beta * y);
        count += 1.0;
        cross += turn * turn * sign;
        sides[0] += turn * value;
        sides[1] += turn.conj() * value * sign;
        squares += value.norm_sqr();
    }
    let determinant = count * count - cross.norm_sqr();
    let a = (sides[0] * count - cross * sides[1]) / determinant;
    let b = (sides[1] * count - cross.conj() * sides[0]) / determinant;
    let explained = (a.conj() * sides[0] + b.conj() * sides[1]).re;
    ([a, b], (squares - explained).max(0.0))
}

struct Fit<'a> {
    frequencies: &'a [f64],
    family: Family,
    runs: &'a [&'a Taps],
}

impl Fit<'_> {
    fn k(&self, n: usize) -> f64 {
        TAU * self.frequencies[n] / C0
    }

    /// The part of the voltages not explained by a wave with this beta, relative to all of them.
    fn misfit(&self, n: usize, beta: f64) -> f64 {
        let (mut left, mut all) = (0.0, 0.0);
        for taps in self.runs {
            let rows = taps.voltages[n].iter().copied().zip(&taps.positions[0]);
            left += separated(rows.map(|(v, y)| (v, *y, 1.0)), beta).1;
            all += taps.voltages[n].iter().map(c64::norm_sqr).sum::<f64>();
        }
        if all > 0.0 { left / all } else { 0.0 }
    }

    /// beta if a medium with this relative permittivity fills the line.
    fn filled(&self, n: usize, permittivity: f64) -> f64 {
        let kc = match self.family {
            Family::Tem => 0.0,
            Family::Te(kc) | Family::Tm(kc) => kc,
        };
        let squared = permittivity * self.k(n).powi(2) - kc * kc;
        squared.max(self.slowest(n).powi(2)).sqrt()
    }

    /// A placeholder phase constant below cut-off, where no wave propagates: it fits nothing.
    fn slowest(&self, n: usize) -> f64 {
        1e-3 * self.k(n)
    }

    /// The permittivity that best fits all frequencies.
    fn guess(&self) -> Vec<f64> {
        let all = 0..self.frequencies.len();
        let [low, high] = PERMITTIVITIES;
        let tried = (0..=TRIES).map(|n| low * (high / low).powf(n as f64 / TRIES as f64));
        let misfit =
            |e: f64| -> f64 { all.clone().map(|n| self.misfit(n, self.filled(n, e))).sum() };
        let scored = tried.map(|e| (misfit(e), e));
        let best = scored
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map_or(1.0, |(_, e)| e);
        all.clone().map(|n| self.filled(n, best)).collect()
    }

    /// beta at each frequency near a guess, and the smooth function of the family fitted to them.
    fn refined(&self, guess: &[f64], around: f64) -> Vec<f64> {
        let found: Vec<[f64; 2]> = (0..guess.len())
            .map(|n| self.nearest(n, guess[n], around))
            .collect();
        let highest = self.frequencies.last().copied().unwrap_or(1.0);
        let basis = |n: usize| match self.family {
            Family::Tem => {
                let squared = (self.frequencies[n] / highest).powi(2);
                vec![self.k(n).powi(2), squared * self.k(n).powi(2)]
            }
            Family::Te(kc) | Family::Tm(kc) => vec![self.k(n).powi(2), -kc * kc],
        };
        // The curvature of the misfit in beta, converted to beta^2.
        let data: Vec<(f64, f64)> = found
            .iter()
            .map(|[b, w]| (b * b, w / (4.0 * b * b)))
            .collect();
        let squared = smooth(&data, basis).into_iter().enumerate();
        let beta = |(n, s): (usize, f64)| s.max(self.slowest(n).powi(2)).sqrt();
        squared.map(beta).collect()
    }

    /// The beta with the least misfit near a guess, by golden-section search and Newton's method, and the curvature there.
    fn nearest(&self, n: usize, guess: f64, around: f64) -> [f64; 2] {
        const GOLDEN: f64 = 0.618_033_988_749_894_9;
        let (mut low, mut high) = (guess * (1.0 - around), guess * (1.0 + around));
        let inner =
            |low: f64, high: f64| [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
        for _ in 0..SECTIONS {
            let [a, b] = inner(low, high);
            if self.misfit(n, a) < self.misfit(n, b) {
                high = b;
            } else {
                low = a;
            }
        }
        let mut best = f64::midpoint(low, high);
        let around = |at: f64, step: f64| [at - step, at, at + step].map(|b| self.misfit(n, b));
        for _ in 0..NEWTON_STEPS {
            let step = NEWTON_STEP * best;
            let [before, at, after] = around(best, step);
            let curvature = before + after - 2.0 * at;
            if curvature > 0.0 {
                let moved = 0.5 * (before - after) / curvature;
                best += step * moved.clamp(-1.0, 1.0);
            }
        }
        let step = 0.02 * best;
        let [before, at, after] = around(best, step);
        [best, ((before + after - 2.0 * at) / (step * step)).max(0.0)]
    }

    /// Z at each frequency from all runs, and the smooth function of the family fitted to them.
    fn impedance(&self, beta: &[f64]) -> Vec<f64> {
        let data: Vec<(f64, f64)> = (0..beta.len()).map(|n| self.ratio(n, beta[n])).collect();
        let highest = self.frequencies.last().copied().unwrap_or(1.0);
        smooth(&data, |n| {
            let shape = match self.family {
                Family::Tem => 1.0,
                Family::Te(_) => self.k(n) / beta[n],
                Family::Tm(_) => beta[n] / self.k(n),
            };
            let x = (self.frequencies[n] / highest).powi(2);
            match self.family {
                Family::Tem => vec![shape, shape * x, shape * x * x],
                Family::Te(_) | Family::Tm(_) => vec![shape, shape * x],
            }
        })
    }

    /// The best Z at a frequency with its weight: how well the voltages alone separate the two waves.
    fn ratio(&self, n: usize, beta: f64) -> (f64, f64) {
        let (mut product, mut squares, mut span) = (0.0, 0.0, 0.0_f64);
        for taps in self.runs {
            let rows = taps.voltages[n].iter().copied().zip(&taps.positions[0]);
            let ([a, b], _) = separated(rows.map(|(v, y)| (v, *y, 1.0)), beta);
            for (current, y) in taps.currents[n].iter().zip(&taps.positions[1]) {
                let turn = c64::cis(beta * y);
                let difference = a * turn.conj() - b * turn;
                product += (current.conj() * difference).re;
                squares += current.norm_sqr();
            }
            let ends = [taps.positions[0].first(), taps.positions[0].last()];
            if let [Some(first), Some(last)] = ends {
                span = span.max((last - first).abs());
            }
        }
        let certainty = (beta * span).min(1.0).powi(2);
        // A frequency without signal carries no information.
        if squares > 0.0 {
            (product / squares, certainty)
        } else {
            (0.0, 0.0)
        }
    }
}

/// The weighted least-squares fit of values in a basis, evaluated at every index.
fn smooth(data: &[(f64, f64)], basis: impl Fn(usize) -> Vec<f64>) -> Vec<f64> {
    let rows: Vec<Vec<f64>> = (0..data.len()).map(basis).collect();
    let columns = rows.first().map_or(0, Vec::len).min(data.len());
    let scale: Vec<f64> = (0..columns)
        .map(|c| {
            rows.iter()
                .map(|r| r[c].abs())
                .fold(f64::MIN_POSITIVE, f64::max)
        })
        .collect();
    let total: f64 = data.iter().map(|(_, w)| w).sum();
    let weight = |n: usize| if total > 0.0 { data[n].1 / total } else { 1.0 };
    let sum = |of: &dyn Fn(usize) -> f64| (0..data.len()).map(|n| weight(n) * of(n)).sum::<f64>();
    let normal = Mat::from_fn(columns, columns, |i, j| {
        sum(&|n| rows[n][i] / scale[i] * rows[n][j] / scale[j]) + if i == j { 1e-14 } else { 0.0 }
    });
    let side = Mat::from_fn(columns, 1, |i, _| {
        sum(&|n| rows[n][i] / scale[i] * data[n].0)
    });
    let solution = solve_real(normal.as_ref(), side.as_ref());
    let value = |row: &Vec<f64>| {
        (0..columns)
            .map(|c| solution[(c, 0)] * row[c] / scale[c])
            .sum()
    };
    rows.iter().map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Waves on a dispersive line over 10 mm.
    fn taps(
        frequencies: &[f64],
        beta: impl Fn(f64) -> f64,
        z: impl Fn(f64) -> f64,
    ) -> (Taps, Vec<[c64; 2]>) {
        let positions = [0, 1].map(|h| {
            (0..11)
                .map(|n| -0.02 + 1e-3 * f64::from(n) + 5e-4 * f64::from(h))
                .collect::<Vec<f64>>()
        });
        let wave = |f: f64| {
            [
                c64::cis(f / 7e8),
                c64::cis(f / 3e8) * (0.3 + 0.6 * (f / 2e9).sin().abs()),
            ]
        };
        let row = |f: f64, y: f64, sign: f64| {
            let [a, b] = wave(f);
            a * c64::cis(-beta(f) * y) + b * c64::cis(beta(f) * y) * sign
        };
        let of = |h: usize, sign: f64, over: &dyn Fn(f64) -> f64| {
            let at = |f: &f64| {
                positions[h]
                    .iter()
                    .map(|y| row(*f, *y, sign) / over(*f))
                    .collect()
            };
            frequencies.iter().map(at).collect()
        };
        let taps = Taps {
            voltages: of(0, 1.0, &|_| 1.0),
            currents: of(1, -1.0, &z),
            positions: positions.clone(),
        };
        (taps, frequencies.iter().map(|f| wave(*f)).collect())
    }

    #[test]
    fn waves_that_are_put_in_come_out() {
        let frequencies: Vec<f64> = (1..=40).map(|n| 0.25e9 * f64::from(n)).collect();
        let beta = |f: f64| TAU * f / C0 * (1.88 + 0.05 * (f / 1e10).powi(2)).sqrt();
        let z = |f: f64| 50.0 + 2.0 * (f / 1e10).powi(2);
        let (taps, waves) = taps(&frequencies, beta, z);
        let fit = Propagation::fit(&frequencies, Family::Tem, &[&taps]);
        for (n, f) in frequencies.iter().enumerate() {
            assert!(
                (fit.beta[n] / beta(*f) - 1.0).abs() < 1e-5,
                "{f} {}",
                fit.beta[n] / beta(*f)
            );
            assert!(
                (fit.impedance[n] / z(*f) - 1.0).abs() < 1e-4,
                "{f} {}",
                fit.impedance[n]
            );
            let [a, b] = fit.waves(&taps, n);
            assert!((a - waves[n][0]).norm() + (b - waves[n][1]).norm() < 1e-3);
        }
    }

    #[test]
    fn a_guide_has_its_cut_off() {
        let kc: f64 = 137.4;
        let frequencies: Vec<f64> = (0..20).map(|n| 8e9 + 2e8 * f64::from(n)).collect();
        let beta = |f: f64| ((TAU * f / C0).powi(2) - kc * kc).sqrt();
        let z = |f: f64| 376.73 * TAU * f / C0 / beta(f);
        let (taps, _) = taps(&frequencies, beta, z);
        let fit = Propagation::fit(&frequencies, Family::Te(kc), &[&taps]);
        for (n, f) in frequencies.iter().enumerate() {
            assert!((fit.beta[n] / beta(*f) - 1.0).abs() < 1e-5);
            assert!((fit.impedance[n] / z(*f) - 1.0).abs() < 1e-5);
        }
        assert_eq!(fit.cut_off, None);
        // Rounding stays rounding: sums in another order move the minimum of the misfit by no more.
        let mut reversed = taps;
        reversed.positions.iter_mut().for_each(|y| y.reverse());
        let rows = reversed.voltages.iter_mut().chain(&mut reversed.currents);
        rows.for_each(|row| row.reverse());
        let again = Propagation::fit(&frequencies, Family::Te(kc), &[&reversed]);
        for (one, other) in fit.beta.iter().zip(&again.beta) {
            assert!((one / other - 1.0).abs() < 1e-11, "{one} {other}");
        }
    }
}
