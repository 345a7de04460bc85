//! Bookkeeping of a conformance suite: the checks, their results, and the table of both.
//!
//! Solvers supply the checks, generic over precision and backend. This module decides whether two results agree.

mod matrix;

pub use matrix::{Document, matrix, table};

use crate::Real;
use std::fmt::{Debug, Display};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Backends that execute the CUDA text of the kernels on the processor: products and sums rounded one after the other, and fused.
pub const EXECUTED: [&str; 2] = ["text", "fused text"];

/// A row of the matrix.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Feature {
    /// Its group.
    pub group: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What is checked.
    pub checks: &'static str,
    /// How closely a GPU must agree.
    pub within: Within,
}

/// How closely results must agree, relative to the largest value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Within {
    /// Bit for bit: nothing is computed, or nothing may differ.
    Exactly,
    /// This many units in the last place of the precision.
    Ulps(u32),
}

impl Within {
    /// As a fraction of the largest value.
    pub fn tolerance<T: Real>(self) -> f64 {
        match self {
            Self::Exactly => 0.0,
            Self::Ulps(n) => f64::from(n) * T::ULP,
        }
    }
}

/// Result of one check.
#[derive(Debug, Clone, PartialEq)]
pub enum Judgement {
    /// It agrees.
    Pass {
        /// The largest difference, relative to the largest value.
        error: f64,
        /// The tolerance.
        tolerance: f64,
    },
    /// It does not.
    Fail {
        /// Where and by how much.
        reason: String,
    },
    /// The backend does not have this feature.
    NotApplicable {
        /// Why, in one line.
        reason: &'static str,
    },
}

/// A cell of the matrix.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// Its row.
    pub feature: Feature,
    /// `cpu`, `gpu` or one of [`EXECUTED`].
    pub backend: &'static str,
    /// `f32` or `f64`.
    pub precision: &'static str,
    /// Its result.
    pub result: Judgement,
}

impl Verdict {
    /// The result of a check in the precision `T`. A panic fails its own check and not the suite.
    pub fn of<T: Real>(
        feature: Feature,
        backend: &'static str,
        check: impl FnOnce() -> Judgement,
    ) -> Self {
        let panicked = |_| Judgement::Fail {
            reason: "panicked; see the message above".to_owned(),
        };
        Self {
            feature,
            backend,
            precision: if T::BYTES == 4 { "f32" } else { "f64" },
            result: catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(panicked),
        }
    }
}

/// The largest magnitude.
pub fn peak<T: Real>(values: &[T]) -> f64 {
    values.iter().map(|v| v.f64().abs()).fold(0.0, f64::max)
}

/// The worst deviation of the actual from the expected values.
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

    /// Whether it allows no difference.
    pub fn is_exact(&self) -> bool {
        self.tolerance == 0.0
    }

    /// Records a failure; the first one is kept.
    pub fn complain(&mut self, what: String) {
        self.complaint.get_or_insert(what);
    }

    /// Requires equality.
    pub fn equal<V: PartialEq + Debug>(&mut self, what: impl Display, expected: &V, found: &V) {
        if expected != found {
            self.complain(format!("{what}: {found:?} instead of {expected:?}"));
        }
    }

    /// Requires agreement relative to `scale`.
    pub fn values<T: Real>(&mut self, what: impl Display, expected: &[T], found: &[T], scale: f64) {
        if expected.len() != found.len() {
            self.complain(format!("{what}: different number of values"));
        }
        for (n, (e, f)) in expected.iter().zip(found).enumerate() {
            let (e, f) = (e.f64(), f.f64());
            if e.to_bits() == f.to_bits() {
                continue;
            }
            let error = (e - f).abs() / scale;
            self.error = self.error.max(error);
            // A NaN does not agree either.
            let agrees = self.tolerance > 0.0 && error <= self.tolerance;
            if !agrees {
                self.complain(format!(
                    "{what}, value {n}: {f:e} instead of {e:e}, {error:.1e} of the largest value"
                ));
            }
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
