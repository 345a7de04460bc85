//! Several values of one quantity: one, a list, or a range of equal steps.

use serde_json::{Value as Json, json};

use crate::decode::{Decode, Defs, Scalar, record};
use crate::error::Diagnostics;
use crate::measures::Frequency;
use crate::quantity::{Quantity, kind};
use crate::tree::{Node, Value};
use std::marker::PhantomData;

/// Distinct values in increasing order.
#[derive(Debug, Clone)]
pub(crate) struct Sweep<T, R> {
    pub values: Vec<f64>,
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
}

impl Range for FrequencyRange {
    fn count(&self) -> u64 {
        self.count
    }

    fn values(&self) -> Vec<f64> {
        spread(self.from.value, self.to.value, self.count)
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
        let mut values = match &node.value {
            Value::Table(_) => bounded(&R::decode(node, out)?, node, out)?,
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
            values,
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
