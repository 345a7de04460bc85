//! The suite's score: the mean over all directions of |max(s, TH) - max(ref, TH)| in dB with TH = max(ref) - 80 dB (A. E. Yilmaz and
//! others, Austin RCS benchmark suite). Levels more than 80 dB below the largest echo are clipped on both sides.

use serde::Serialize;

/// Depth of the threshold below the largest level, in dB.
const SILENCE: f64 = 80.0;
/// Angles with a smaller difference are taken as equal, in degrees: files have at least two decimals.
const SAME: f64 = 1e-3;

/// Levels over angle.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Curve {
    /// Angles phi in degrees.
    pub phi: Vec<f64>,
    /// Levels in dB over 1 m^2.
    pub level: Vec<f64>,
}

/// Why two curves cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CurveError {
    /// Missing from the results.
    #[error("the results contain no `{0}`")]
    Missing(String),
    /// A line of a reference is not four numbers.
    #[error("line {0} of the reference does not have the form `frequency theta phi level`")]
    Line(usize),
    /// Their directions differ.
    #[error("the result and the reference have different directions")]
    Directions,
}

impl Curve {
    /// Reads lines `frequency_Hz theta_deg phi_deg RCS_dBsm`.
    pub fn read(text: &str) -> Result<Self, CurveError> {
        let mut curve = Self::default();
        for (n, line) in text.lines().enumerate() {
            let numbers: Vec<f64> = line
                .split_whitespace()
                .map_while(|word| word.parse().ok())
                .collect();
            let [_, _, phi, level] = numbers[..] else {
                return Err(CurveError::Line(n + 1));
            };
            curve.phi.push(phi);
            curve.level.push(level);
        }
        Ok(curve)
    }

    /// The mean difference from a reference, in dB.
    fn off(&self, reference: &Self) -> Result<f64, CurveError> {
        let count = reference.phi.len();
        let same = |(a, b): (&f64, &f64)| (a - b).abs() < SAME;
        if count == 0 || self.phi.len() != count || !self.phi.iter().zip(&reference.phi).all(same) {
            return Err(CurveError::Directions);
        }
        let largest = reference.level.iter().copied().fold(f64::MIN, f64::max);
        let threshold = largest - SILENCE;
        let pairs = self.level.iter().zip(&reference.level);
        let sum: f64 = pairs
            .map(|(s, r)| (s.max(threshold) - r.max(threshold)).abs())
            .sum();
        Ok(sum / count as f64)
    }
}

/// The mean difference of both polarisations from a reference.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Score {
    /// The name of the reference.
    pub from: String,
    /// In dB, E along theta transmitted and received.
    pub vv_db: f64,
    /// In dB, the same along phi.
    pub hh_db: f64,
}

impl Score {
    /// The curves are V and H.
    pub fn of(from: &str, found: &[Curve; 2], reference: &[Curve; 2]) -> Result<Self, CurveError> {
        Ok(Self {
            from: from.to_owned(),
            vv_db: found[0].off(&reference[0])?,
            hh_db: found[1].off(&reference[1])?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: levels below -70 are clipped to -70, so the differences are 1, 0 and 30.
    #[test]
    fn silence_is_80_db_below_the_largest_echo() {
        let reference = Curve::read("1e9 90 0 10\n1e9 90 1 -75 \n1e9 90 2 -100\n").unwrap();
        let found = Curve {
            phi: vec![0.0, 1.0, 2.0],
            level: vec![11.0, -200.0, -40.0],
        };
        assert!((found.off(&reference).unwrap() - 31.0 / 3.0).abs() < 1e-12);
        assert_eq!(reference.off(&reference), Ok(0.0));
        let both = [found.clone(), reference.clone()];
        let score = Score::of("x", &both, &[reference.clone(), reference.clone()]).unwrap();
        assert!((score.vv_db - 31.0 / 3.0).abs() < 1e-12 && score.hh_db == 0.0);
    }

    #[test]
    fn other_directions_and_other_lines_are_refused() {
        let curve = Curve::read("1e9 90 -0.00 10\n1e9 90 0.5 11").unwrap();
        let mut other = curve.clone();
        other.phi[1] = 1.0;
        assert_eq!(curve.off(&other), Err(CurveError::Directions));
        other.phi.pop();
        assert_eq!(curve.off(&other), Err(CurveError::Directions));
        assert_eq!(
            Curve::read("1e9 90 0 1\n1e9 x 0 1"),
            Err(CurveError::Line(2))
        );
    }
}
