//! Measures of an antenna pattern: direction of the maximum, beamwidth, and front-to-back ratio.
//!
//! Beamwidths are half-power beamwidths (IEEE Std 145-2013): in the plane through the z axis and the maximum, where the angle is theta,
//! and in the cone about the z axis through it, where the angle is phi. A pattern that nowhere falls to half of its maximum in such a cut
//! has a beamwidth of 360 degrees. The front-to-back ratio is the maximum over the level in the opposite direction.
//!
//! Tested against closed forms: a half-wave dipole (78.08 degrees), a cardioid.

use std::f64::consts::{PI, TAU};

/// Directions closer than this are the same, in radians.
const SAME: f64 = 1e-6;
/// Levels closer than this are the same, in dB: of several maxima the first counts, regardless of rounding.
const EQUAL_DB: f64 = 1e-3;
/// Half power, in dB.
const HALF_DB: f64 = 3.010_299_956_639_812;

/// The directions of a pattern: all pairs of these angles in radians, ascending, phi fastest.
#[derive(Debug, Clone, PartialEq)]
pub struct Directions {
    /// From +z.
    pub theta: Vec<f64>,
    /// From +x.
    pub phi: Vec<f64>,
}

/// A measure of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Theta of the maximum.
    PeakTheta,
    /// Phi of the maximum.
    PeakPhi,
    /// Beamwidth in the plane through z.
    BeamwidthTheta,
    /// Beamwidth in the cone about z.
    BeamwidthPhi,
    /// Maximum over the level in the opposite direction.
    FrontToBack,
}

impl Measure {
    /// Its name, unit and description.
    pub fn described(self) -> [&'static str; 3] {
        match self {
            Self::PeakTheta => ["peak_theta", "deg", "theta of the pattern maximum"],
            Self::PeakPhi => ["peak_phi", "deg", "phi of the pattern maximum"],
            Self::BeamwidthTheta => [
                "beamwidth_theta",
                "deg",
                "half-power beamwidth in the plane through z and the maximum",
            ],
            Self::BeamwidthPhi => [
                "beamwidth_phi",
                "deg",
                "half-power beamwidth in the cone about z through the maximum",
            ],
            Self::FrontToBack => [
                "front_to_back",
                "dB",
                "the maximum over the level in the opposite direction",
            ],
        }
    }
}

impl Directions {
    /// The measures that any pattern has in these directions.
    pub fn measures(&self) -> Vec<Measure> {
        let mut measures = vec![Measure::PeakTheta, Measure::PeakPhi];
        let ends = [self.theta.first(), self.theta.last()];
        let from_pole_to_pole =
            matches!(ends, [Some(a), Some(b)] if a.abs() < SAME && (b - PI).abs() < SAME);
        let has_opposite = self.phi.iter().all(|phi| self.opposite(*phi).is_some());
        if from_pole_to_pole && has_opposite && self.theta.len() > 2 {
            measures.push(Measure::BeamwidthTheta);
        }
        if self.goes_round() {
            measures.push(Measure::BeamwidthPhi);
        }
        let is_mirrored = |theta: &f64| place(&self.theta, PI - theta).is_some();
        if has_opposite && self.theta.iter().all(is_mirrored) {
            measures.push(Measure::FrontToBack);
        }
        measures
    }

    /// Index of the largest of these levels, in dB; 0 if there are none.
    pub fn peak(&self, levels: &[f64]) -> usize {
        let largest = levels.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let is_it = |level: &f64| *level >= largest - EQUAL_DB;
        levels.iter().position(is_it).unwrap_or(0)
    }

    /// A measure of levels in dB; NaN if the directions do not provide it.
    pub fn measure(&self, measure: Measure, levels: &[f64]) -> f64 {
        let peak = self.peak(levels);
        let (t, p) = (peak / self.phi.len(), peak % self.phi.len());
        let at = |t: usize, p: usize| levels[t * self.phi.len() + p];
        match measure {
            Measure::PeakTheta => self.theta[t].to_degrees(),
            Measure::PeakPhi => self.phi[p].to_degrees(),
            Measure::BeamwidthTheta => {
                let Some(behind) = self.opposite(self.phi[p]) else {
                    return f64::NAN;
                };
                // A full circle: down on this side, up on the other, each pole once.
                let last = self.theta.len() - 1;
                let down = (0..=last).map(|n| (self.theta[n], at(n, p)));
                let up = (1..last)
                    .rev()
                    .map(|n| (TAU - self.theta[n], at(n, behind)));
                width(&down.chain(up).collect::<Vec<_>>(), t).to_degrees()
            }
            Measure::BeamwidthPhi => {
                // 0 and 360 degrees are the same direction.
                let round = (0..self.phi.len()).filter(|&n| self.phi[n] - self.phi[0] < TAU - SAME);
                let cut: Vec<_> = round.map(|n| (self.phi[n], at(t, n))).collect();
                width(&cut, p % cut.len()).to_degrees()
            }
            Measure::FrontToBack => {
                let behind = self.opposite(self.phi[p]);
                match (place(&self.theta, PI - self.theta[t]), behind) {
                    (Some(t), Some(p)) => levels[peak] - at(t, p),
                    _ => f64::NAN,
                }
            }
        }
    }

    /// The index of phi + 180 degrees.
    fn opposite(&self, phi: f64) -> Option<usize> {
        self.phi.iter().position(|other| {
            let off = (other - phi - PI).rem_euclid(TAU);
            !(SAME..=TAU - SAME).contains(&off)
        })
    }

    /// Whether phi covers the full circle: no gap larger than those between neighbours.
    fn goes_round(&self) -> bool {
        let steps = self.phi.windows(2).map(|w| w[1] - w[0]);
        let largest = steps.fold(0.0, f64::max);
        let ends = [self.phi.first(), self.phi.last()];
        matches!(ends, [Some(a), Some(b)] if self.phi.len() > 3 && TAU - (b - a) < largest + SAME)
    }
}

fn place(angles: &[f64], angle: f64) -> Option<usize> {
    angles.iter().position(|a| (a - angle).abs() < SAME)
}

/// The angle between the half-power points on both sides of a maximum in a full-circle cut; levels are interpolated linearly.
fn width(cut: &[(f64, f64)], peak: usize) -> f64 {
    let n = cut.len();
    let half = cut[peak].1 - HALF_DB;
    let side = |step: usize| {
        let mut walked = 0.0;
        let mut from = peak;
        for _ in 1..n {
            let to = (from + step) % n;
            let [(a, y), (b, z)] = [cut[from], cut[to]];
            let gap = if step == 1 { b - a } else { a - b };
            let gap = gap.rem_euclid(TAU);
            if z < half {
                return Some(walked + gap * (y - half) / (y - z));
            }
            walked += gap;
            from = to;
        }
        None
    };
    match [side(1), side(n - 1)] {
        [Some(after), Some(before)] => before + after,
        _ => TAU,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sphere(step: f64) -> Directions {
        let up_to = |most: f64| {
            let n = (most / step).round() as usize;
            (0..=n)
                .map(|k| (k as f64 * step).to_radians())
                .collect::<Vec<_>>()
        };
        let mut phi = up_to(360.0);
        phi.pop();
        Directions {
            theta: up_to(180.0),
            phi,
        }
    }

    fn levels(of: &Directions, power: impl Fn(f64, f64) -> f64) -> Vec<f64> {
        let pairs = of
            .theta
            .iter()
            .flat_map(|&t| of.phi.iter().map(move |&p| (t, p)));
        pairs
            .map(|(t, p)| 10.0 * power(t, p).max(1e-30).log10())
            .collect()
    }

    /// ((cos(pi/2 cos theta))/sin theta)^2 falls to one half at 90 -+ 39.04 degrees, and is the same at all phi.
    #[test]
    fn a_half_wave_dipole_is_seventy_eight_degrees_wide() {
        let directions = sphere(1.0);
        let pattern = levels(&directions, |t, _| {
            1.6409 * ((0.5 * PI * t.cos()).cos() / t.sin().max(1e-9)).powi(2)
        });
        let of = |m| directions.measure(m, &pattern);
        assert_eq!(directions.measures().len(), 5);
        assert!((of(Measure::PeakTheta) - 90.0).abs() < 1e-9);
        assert!((of(Measure::BeamwidthTheta) - 78.08).abs() < 0.05);
        assert!((of(Measure::BeamwidthPhi) - 360.0).abs() < 1e-9);
        assert!(of(Measure::FrontToBack).abs() < 1e-9);
        assert!((pattern[directions.peak(&pattern)] - 2.151).abs() < 1e-3);
    }

    /// (1 + 0.8 cos)^2 about +x: half power where the cosine is (1.8/sqrt 2 - 1)/0.8, 9 to 1 in amplitude backwards. Its beam crosses
    /// phi = 0, and about +z it crosses the pole.
    #[test]
    fn a_beam_across_zero_and_one_across_the_pole_are_whole() {
        let directions = sphere(2.0);
        let limacon = |cosine: f64| (1.0 + 0.8 * cosine).powi(2);
        let width = 2.0 * ((1.8 / 2.0_f64.sqrt() - 1.0) / 0.8).acos().to_degrees();
        let ratio = 20.0 * 9.0_f64.log10();
        let sideways = levels(&directions, |t, p| limacon(t.sin() * p.cos()));
        for measure in [Measure::BeamwidthPhi, Measure::BeamwidthTheta] {
            let found = directions.measure(measure, &sideways);
            assert!((found - width).abs() < 0.1, "{measure:?}: {found} {width}");
        }
        assert!((directions.measure(Measure::FrontToBack, &sideways) - ratio).abs() < 1e-9);
        let upwards = levels(&directions, |t, _| limacon(t.cos()));
        let found = directions.measure(Measure::BeamwidthTheta, &upwards);
        assert!((found - width).abs() < 0.1, "{found} {width}");
    }

    #[test]
    fn what_the_directions_do_not_show_is_not_measured() {
        let quarter = Directions {
            theta: vec![0.0, 0.5, 1.0, 1.5],
            phi: vec![0.0],
        };
        assert_eq!(quarter.measures(), [Measure::PeakTheta, Measure::PeakPhi]);
        let plane = Directions {
            theta: sphere(10.0).theta,
            phi: vec![0.0, PI],
        };
        assert!(plane.measures().contains(&Measure::FrontToBack));
        assert!(plane.measures().contains(&Measure::BeamwidthTheta));
        assert!(!plane.measures().contains(&Measure::BeamwidthPhi));
    }
}
