//! Several values of one quantity: one, a list, or a range of equal steps.

use serde_json::{Value as Json, json};

use crate::decode::{Decode, Defs, Scalar, record, words};
use crate::error::Diagnostics;
use crate::measures::Frequency;
use crate::quantity::{Quantity, kind};
use crate::tree::{Node, Span, Value};
use crate::values::{Deviation, Within};
use std::marker::PhantomData;

/// Frequencies of which few are solved and the others interpolated, by the method of moments.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Adaptive {
    /// Allowed error of results above -40 dB, in dB; that of phases is the angle of the same relative error.
    pub tolerance: f64,
}

impl Default for Adaptive {
    fn default() -> Self {
        Self { tolerance: 0.1 }
    }
}

/// How the results at the frequencies of a range are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SweepMethod {
    /// Each is solved.
    Direct,
    /// Few are solved.
    Adaptive,
}

words! { SweepMethod { "direct" => Self::Direct, "adaptive" => Self::Adaptive } }

/// Distinct values in increasing order.
#[derive(Debug, Clone)]
pub(crate) struct Sweep<T, R> {
    pub span: Span,
    pub values: Vec<f64>,
    pub adaptive: Option<Adaptive>,
    kind: PhantomData<(T, R)>,
}

pub(crate) type Frequencies = Sweep<Frequency, FrequencyRange>;
pub(crate) type Angles = Sweep<Angle, AngleRange>;
type Angle = Quantity<kind::Angle>;

record! {
    /// Equally spaced frequencies.
    FrequencyRange as "a frequency range" {
        /// The first.
        from: Frequency,
        /// The last.
        to: Frequency,
        /// Number of values, both ends included.
        count: u64,
        /// With `adaptive` the method of moments solves few of the frequencies, which it selects, and interpolates the
        /// currents at the others by rational functions; with `direct` it solves each. FDTD has all of them from one
        /// run in any case.
        method: SweepMethod = "direct",
        /// Allowed error of what an adaptive sweep interpolates, where it is above -40 dB; 0.1 dB if absent.
        tolerance: Option<Within<Deviation, Quantity<kind::Ratio>>>,
    }
}

record! {
    /// Equally spaced angles.
    AngleRange as "an angle range" {
        /// The first.
        from: Angle,
        /// The last.
        to: Angle,
        /// Number of values, both ends included.
        count: u64,
    }
}

/// The largest number of values of a range. A spectrum has thousands of frequencies and a pattern thousands of angles; more is a mistake.
const MOST: u64 = 100_000;

/// A range with its ends.
pub(crate) trait Range: Decode {
    fn count(&self) -> u64;
    fn values(&self) -> Vec<f64>;
    /// Whether few of them are solved.
    fn adaptive(&self, _: &mut Diagnostics) -> Option<Adaptive> {
        None
    }
}

impl Range for FrequencyRange {
    fn count(&self) -> u64 {
        self.count
    }

    fn values(&self) -> Vec<f64> {
        spread(self.from.value, self.to.value, self.count)
    }

    fn adaptive(&self, out: &mut Diagnostics) -> Option<Adaptive> {
        match (self.method, &self.tolerance) {
            (SweepMethod::Adaptive, Some(given)) => Some(Adaptive {
                tolerance: given.value,
            }),
            (SweepMethod::Adaptive, None) => Some(Adaptive::default()),
            (SweepMethod::Direct, Some(given)) => {
                let message = "`tolerance` has no effect where each frequency is solved";
                let cure = "remove `tolerance`, or add method = \"adaptive\"";
                out.report(given.span, message, "for an adaptive sweep", cure);
                None
            }
            (SweepMethod::Direct, None) => None,
        }
    }
}

impl Range for AngleRange {
    fn count(&self) -> u64 {
        self.count
    }

    fn values(&self) -> Vec<f64> {
        spread(self.from.value, self.to.value, self.count)
    }
}

fn spread(from: f64, to: f64, count: u64) -> Vec<f64> {
    let last = count.max(2) - 1;
    let at = |n: u64| from + (to - from) * (n as f64 / last as f64);
    (0..count).map(at).collect()
}

/// The values of a range, unless they are too many.
fn bounded(range: &impl Range, node: &Node, out: &mut Diagnostics) -> Option<Vec<f64>> {
    let count = range.count();
    if count > MOST {
        let message = format!("`{}` has too many values", out.key());
        let label = format!("{count} values; at most {MOST} are allowed");
        out.report(node.span, message, label, "write a smaller `count`");
        return None;
    }
    Some(range.values())
}

impl<T: Scalar, R: Range> Decode for Sweep<T, R> {
    fn decode(node: &Node, out: &mut Diagnostics) -> Option<Self> {
        let mut adaptive = None;
        let mut values = match &node.value {
            Value::Table(_) => {
                let range = R::decode(node, out)?;
                adaptive = range.adaptive(out);
                bounded(&range, node, out)?
            }
            Value::Array(items) => {
                let read: Vec<_> = items.iter().map(|item| T::decode(item, out)).collect();
                let read: Vec<T> = read.into_iter().collect::<Option<_>>()?;
                read.iter().map(Scalar::value).collect()
            }
            _ => vec![T::decode(node, out)?.value()],
        };
        if values.is_empty() {
            let message = format!("`{}` is empty", out.key());
            let cure = format!("write {}", out.assignment(out.key(), &Self::example()));
            out.report(node.span, message, "an empty list", cure);
            return None;
        }
        values.sort_by(f64::total_cmp);
        values.dedup();
        Some(Self {
            span: node.span,
            values,
            adaptive,
            kind: PhantomData,
        })
    }

    fn schema(defs: &mut Defs) -> Json {
        let list = json!({ "type": "array", "items": T::schema(defs), "minItems": 1 });
        json!({ "anyOf": [T::schema(defs), list, R::schema(defs)] })
    }

    fn what() -> String {
        format!("{}; a list of them; or {{ from, to, count }}", T::what())
    }

    fn example() -> Json {
        json!([T::example()])
    }
}
