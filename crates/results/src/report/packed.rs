//! Arrays as base64 of little-endian numbers, which a page can read without parsing them one by one.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Serialize, Serializer};

/// Numbers in four bytes each.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Floats(pub Vec<f32>);

impl Floats {
    /// Rounds to single precision; values out of its range become infinite, which no plot shows.
    pub fn of(values: &[f64]) -> Self {
        Self(values.iter().map(|v| *v as f32).collect())
    }
}

impl Serialize for Floats {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bytes: Vec<u8> = self.0.iter().flat_map(|v| v.to_le_bytes()).collect();
        serializer.serialize_str(&STANDARD.encode(bytes))
    }
}

/// Frames with two bytes per value, each normalised to its largest magnitude, which is enough for colours.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Frames {
    /// The factor for the values of each frame.
    pub scales: Vec<f32>,
    /// All frames, one after another.
    pub values: Shorts,
}

/// Whole numbers in two bytes each.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Shorts(pub Vec<i16>);

impl Serialize for Shorts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bytes: Vec<u8> = self.0.iter().flat_map(|v| v.to_le_bytes()).collect();
        serializer.serialize_str(&STANDARD.encode(bytes))
    }
}

impl Frames {
    /// Adds a frame.
    pub fn push(&mut self, frame: impl Iterator<Item = f64> + Clone) {
        let finite = |v: &f64| v.is_finite();
        let largest = frame
            .clone()
            .filter(finite)
            .fold(0.0, |m: f64, v| m.max(v.abs()));
        let scale = largest / f64::from(i16::MAX);
        let short = |v: f64| {
            if scale > 0.0 {
                (v / scale).round() as i16
            } else {
                0
            }
        };
        self.values.0.extend(frame.map(short));
        self.scales.push(scale as f32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_keeps_its_values_to_a_part_in_thirty_thousand() {
        let mut frames = Frames::default();
        let values = [[0.5, -3.0, 2.0], [0.0; 3], [1e-9, 2e-9, f64::NAN]];
        for frame in values {
            frames.push(frame.into_iter());
        }
        for (n, frame) in values.iter().enumerate() {
            for (m, value) in frame.iter().filter(|v| v.is_finite()).enumerate() {
                let found = f64::from(frames.values.0[3 * n + m]) * f64::from(frames.scales[n]);
                let largest = frame.iter().fold(0.0, |a: f64, v| a.max(v.abs()));
                assert!(
                    (found - value).abs() <= largest / 3e4,
                    "{found} for {value}"
                );
            }
        }
    }

    #[test]
    fn numbers_are_little_endian() {
        let text = serde_json::to_string(&Floats::of(&[1.0, -2.5])).unwrap();
        assert_eq!(text, "\"AACAPwAAIMA=\"");
    }
}
