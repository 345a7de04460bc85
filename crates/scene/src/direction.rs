//! Directions.

use serde_json::{Value as Json, json};

use crate::decode::{Decode, Defs, Foreign, read_word};
use crate::error::Diagnostics;
use crate::lists::Triple;
use crate::tree::{Node, Span, Value};
use crate::values::At;

/// A direction along an axis: `z`, `+z`, `-z`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AxisDirection {
    pub span: Span,
    pub axis: usize,
    pub sign: f64,
}

const DIRECTIONS: [&str; 9] = ["x", "y", "z", "+x", "+y", "+z", "-x", "-y", "-z"];

impl Decode for AxisDirection {
    fn decode(node: &Node, out: &mut Diagnostics) -> Option<Self> {
        let word = read_word(node, &DIRECTIONS, Foreign::NONE, out)?;
        let index = DIRECTIONS.iter().position(|d| *d == word)?;
        Some(Self {
            span: node.span,
            axis: index % 3,
            sign: if index < 6 { 1.0 } else { -1.0 },
        })
    }

    fn schema(_: &mut Defs) -> Json {
        json!({ "enum": DIRECTIONS })
    }

    fn what() -> String {
        "a direction such as `z` or `-x`".to_string()
    }

    fn example() -> Json {
        json!("+z")
    }
}

/// A unit vector, given as [`AxisDirection`] or by three numbers of any magnitude.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Direction {
    pub vector: [f64; 3],
}

impl Decode for Direction {
    fn decode(node: &Node, out: &mut Diagnostics) -> Option<Self> {
        if !matches!(node.value, Value::Array(_)) {
            let AxisDirection { axis, sign, .. } = AxisDirection::decode(node, out)?;
            let mut vector = [0.0; 3];
            vector[axis] = sign;
            return Some(Self { vector });
        }
        let vector = Triple::<At<f64>>::decode(node, out)?.values();
        let length = vector.iter().map(|v| v * v).sum::<f64>().sqrt();
        if !(length.is_normal()) {
            let cure = "write, for example, \"z\" or [0, 1, 1]";
            out.report(
                node.span,
                format!("`{}` has zero length", out.key()),
                "all three components are zero",
                cure,
            );
            return None;
        }
        Some(Self {
            vector: vector.map(|v| v / length),
        })
    }

    fn schema(defs: &mut Defs) -> Json {
        json!({ "anyOf": [AxisDirection::schema(defs), Triple::<f64>::schema(defs)] })
    }

    fn what() -> String {
        format!("{}, or [x, y, z]", AxisDirection::what())
    }

    fn example() -> Json {
        json!("z")
    }
}
