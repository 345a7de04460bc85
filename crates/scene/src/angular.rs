//! Angular frequencies: plasma and collision frequencies, resonances, poles.
//!
//! They are written as users know them, as a frequency ("28.7 GHz" is 2 pi 28.7e9 rad/s; "9.03 eV" by E = h f) or directly
//! ("2e10 rad/s"). A plain "1/s" is refused: it would leave a factor of 2 pi ambiguous.

use std::f64::consts::TAU;

use poynting_physics::Complex;
use serde_json::{Value as Json, json};

use crate::decode::{Decode, Defs, Scalar};
use crate::error::Diagnostics;
use crate::quantity::{self, Dimension, Kind, kind};
use crate::tree::{Node, Span, Value};
use crate::units::{Powers, read_unit, si_value, split, symbols};

const RAD_PER_S: Powers = [0, 0, -1, 0, 1, 0];

/// Its name in messages.
const DIMENSION: Dimension = Dimension {
    name: "a frequency",
    powers: kind::Frequency::DIMENSION.powers,
    units: &["GHz", "Hz", "THz", "eV", "rad/s"],
    example: "10 GHz",
};

/// An angular frequency in rad/s and its position in the text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Angular {
    pub span: Span,
    pub value: f64,
}

impl Decode for Angular {
    fn decode(node: &Node, out: &mut Diagnostics) -> Option<Self> {
        let at = |value| Self {
            span: node.span,
            value,
        };
        if let Value::Text(text) = &node.value
            && let (Some(number), unit) = split(text)
            && let Ok(scale) = read_unit(unit)
        {
            if scale.powers == RAD_PER_S {
                return si_value(number, &scale).map(at).or_else(|| {
                    let message =
                        format!("`{}` is too large for a floating-point number", out.key());
                    out.report(node.span, message, "not finite", "write a smaller exponent");
                    None
                });
            }
            let plain = symbols(Some(&DIMENSION.powers));
            if scale.powers == DIMENSION.powers && !plain.iter().any(|s| s == unit) {
                let message = format!(
                    "the unit of `{}` is ambiguous: frequency or angular frequency",
                    out.key()
                );
                let label = format!("`{unit}` can mean Hz or rad/s");
                let cure = format!(
                    "write \"{number} rad/s\" for an angular frequency, or \"{number} Hz\" for a frequency"
                );
                out.report(node.span, message, label, cure);
                return None;
            }
        }
        quantity::read(node, &DIMENSION, out).map(|hertz| at(TAU * hertz))
    }

    fn schema(defs: &mut Defs) -> Json {
        let frequency = quantity::schema(&kind::Frequency::DIMENSION, defs);
        defs.refer("angular_frequency", |_| {
            let rad = r"^\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?\s*rad/s\s*$";
            json!({ "anyOf": [frequency, { "type": "string", "pattern": rad }] })
        })
    }

    fn what() -> String {
        "a frequency, or an angular frequency in rad/s".to_string()
    }

    fn example() -> Json {
        json!(DIMENSION.example)
    }
}

impl Scalar for Angular {
    fn value(&self) -> f64 {
        self.value
    }

    fn span(&self) -> Span {
        self.span
    }
}

/// A complex angular frequency, `[real, imaginary]`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ComplexAngular {
    pub span: Span,
    pub parts: [Angular; 2],
}

impl ComplexAngular {
    pub fn value(&self) -> Complex {
        let [re, im] = self.parts.map(|part| part.value);
        Complex::new(re, im)
    }
}

impl Decode for ComplexAngular {
    fn decode(node: &Node, out: &mut Diagnostics) -> Option<Self> {
        if let Value::Array(items) = &node.value
            && let [re, im] = items.as_slice()
        {
            // Decode both before giving up on either.
            let (re, im) = (Angular::decode(re, out), Angular::decode(im, out));
            return Some(Self {
                span: node.span,
                parts: [re?, im?],
            });
        }
        out.wrong_kind(
            node,
            "a list of two values: real and imaginary part",
            &Self::example(),
        );
        None
    }

    fn schema(defs: &mut Defs) -> Json {
        json!({ "type": "array", "items": Angular::schema(defs), "minItems": 2, "maxItems": 2 })
    }

    fn what() -> String {
        format!("[real, imaginary], each {}", Angular::what())
    }

    fn example() -> Json {
        json!(["-1e9 rad/s", "6e10 rad/s"])
    }
}
