//! What runs recorded, and how far two of them are apart.

use super::Judgement;
use super::backend::Run;
use crate::sink::{Sink, SinkError, Stream};
use crate::wiring::ENERGY;
use crate::{FdtdError, Real};
use std::fmt::{Debug, Display};

/// Keeps every stream.
#[derive(Debug, Default)]
pub struct Recording {
    streams: Vec<Kept>,
}

#[derive(Debug)]
struct Kept {
    name: String,
    times: Vec<f64>,
    values: Vec<f64>,
}

impl Sink for Recording {
    fn declare(&mut self, stream: &Stream) -> Result<(), SinkError> {
        self.streams.push(Kept {
            name: stream.name.clone(),
            times: Vec::new(),
            values: Vec::new(),
        });
        Ok(())
    }

    fn append(&mut self, stream: usize, times: &[f64], values: &[f64]) -> Result<(), SinkError> {
        self.streams[stream].times.extend_from_slice(times);
        self.streams[stream].values.extend_from_slice(values);
        Ok(())
    }
}

/// The largest magnitude.
pub fn peak<T: Real>(values: &[T]) -> f64 {
    values.iter().map(|v| v.f64().abs()).fold(0.0, f64::max)
}

/// How far what was found is from what was expected, at its worst.
#[derive(Debug)]
pub struct Comparison {
    tolerance: f64,
    error: f64,
    complaint: Option<String>,
}

impl Comparison {
    /// A comparison that allows `tolerance` relative to a scale; zero means bit for bit.
    pub fn new(tolerance: f64) -> Self {
        Self {
            tolerance,
            error: 0.0,
            complaint: None,
        }
    }

    /// Says what is wrong; the first word counts.
    pub fn complain(&mut self, what: String) {
        self.complaint.get_or_insert(what);
    }

    /// Things that must be equal.
    pub fn equal<V: PartialEq + Debug>(&mut self, what: impl Display, expected: &V, found: &V) {
        if expected != found {
            self.complain(format!("{what}: {found:?} instead of {expected:?}"));
        }
    }

    /// Values that must agree relative to `scale`.
    pub fn values<T: Real>(&mut self, what: impl Display, expected: &[T], found: &[T], scale: f64) {
        if expected.len() != found.len() {
            self.complain(format!("{what}: other number of values"));
        }
        for (n, (e, f)) in expected.iter().zip(found).enumerate() {
            let (e, f) = (e.f64(), f.f64());
            if e.to_bits() == f.to_bits() {
                continue;
            }
            let error = (e - f).abs() / scale;
            self.error = self.error.max(error);
            // A NaN is no agreement either.
            let agrees = self.tolerance > 0.0 && error <= self.tolerance;
            if !agrees {
                self.complain(format!(
                    "{what}, value {n}: {f:e} instead of {e:e}, {error:.1e} of the largest"
                ));
            }
        }
    }

    /// Runs that must be the same to the user. A stream is measured by its own peak, and must not be empty.
    pub fn runs(&mut self, expected: &Run, found: &Run) {
        match (&expected.end, &found.end) {
            (Ok(e), Ok(f)) => {
                self.equal("steps", &e.steps, &f.steps);
                self.equal("end", &e.stopped_by, &f.stopped_by);
            }
            (Err(FdtdError::Diverged(e)), Err(FdtdError::Diverged(f))) => {
                self.equal("step", &e.step, &f.step);
                self.equal("cell", &e.cell, &f.cell);
                self.equal("component", &e.component, &f.component);
                self.equal("material", &e.material, &f.material);
            }
            (e, f) => self.complain(format!("ended as {f:?} instead of {e:?}")),
        }
        let diverged = expected.end.is_err();
        let (expected, found) = (&expected.recording.streams, &found.recording.streams);
        self.equal("streams", &expected.len(), &found.len());
        for (n, (e, f)) in expected.iter().zip(found).enumerate() {
            // Where fields grow without bound the energy is a small difference of large numbers.
            if diverged && n == ENERGY {
                continue;
            }
            self.equal("stream", &e.name, &f.name);
            self.equal(format!("times of {}", e.name), &e.times, &f.times);
            let scale = peak(&e.values);
            if scale == 0.0 || !scale.is_finite() {
                self.complain(format!("the scene leaves {} without a scale", e.name));
            }
            self.values(&e.name, &e.values, &f.values, scale);
        }
    }

    /// The verdict.
    pub fn judge(self) -> Judgement {
        match self.complaint {
            Some(reason) => Judgement::Fail { reason },
            None => Judgement::Pass {
                error: self.error,
                tolerance: self.tolerance,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes(tolerance: f64, expected: f64, found: f64) -> bool {
        let mut comparison = Comparison::new(tolerance);
        comparison.values("x", &[expected], &[found], 2.0);
        matches!(comparison.judge(), Judgement::Pass { .. })
    }

    #[test]
    fn agreement_is_relative_to_the_scale_and_nothing_agrees_with_nan() {
        assert!(passes(0.1, 1.0, 1.1) && !passes(0.1, 1.0, 1.3));
        assert!(!passes(0.1, 1.0, f64::NAN) && !passes(0.1, f64::INFINITY, 1.0));
        assert!(passes(0.0, 1.0, 1.0) && !passes(0.0, 0.0, -0.0));
    }
}
