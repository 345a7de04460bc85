//! Quantities in a scene file: reading, messages and schema.

use std::marker::PhantomData;

use serde_json::{Value as Json, json};

use crate::decode::{Decode, Defs, Scalar};
use crate::error::{Diagnostics, nearest};
use crate::tree::{Node, Span, Value};
use crate::units::{ALL, read_unit, si_value, split, symbols};
pub(crate) use crate::units::{Dimension, Kind, kind, show_length};

/// Reads the quantity at `node`, which must have the dimension `due`.
pub(crate) fn read(node: &Node, due: &Dimension, out: &mut Diagnostics) -> Option<f64> {
    let Value::Text(text) = &node.value else {
        if let Some(number) = node.number() {
            if out.takes_si() && number.is_finite() {
                out.complete(node.span, si_unit(due));
                return Some(number);
            }
            no_unit(node, &number_text(node), due, out);
        } else {
            out.wrong_kind(
                node,
                &format!("{} with its unit", due.name),
                &json!(due.example),
            );
        }
        return None;
    };
    let (Some(number), unit) = split(text) else {
        let label = format!("{text:?} does not begin with a number");
        let cure = format!("write {}", out.assignment(out.key(), &json!(due.example)));
        out.report(
            node.span,
            format!("`{}` must be {}", out.key(), due.name),
            label,
            cure,
        );
        return None;
    };
    if unit.is_empty() {
        no_unit(node, number, due, out);
        return None;
    }
    let scale = match read_unit(unit) {
        Ok(scale) => scale,
        Err(part) => {
            unknown_unit(node, (number, unit), &part, due, out);
            return None;
        }
    };
    if scale.powers != due.powers {
        let message = format!("`{}` must be {}", out.key(), due.name);
        let is = ALL.iter().find(|d| d.powers == scale.powers);
        let label = match is {
            Some(dimension) => format!("this is {}", dimension.name),
            None => format!("`{unit}` is not a unit of {}", bare_name(due)),
        };
        let cure = format!("give it in {}, for example \"{}\"", units(due), due.example);
        out.report(node.span, message, label, cure);
        return None;
    }
    let value = si_value(number, &scale);
    if value.is_none() {
        let message = format!("`{}` is too large for a floating-point number", out.key());
        out.report(node.span, message, "not finite", "write a smaller exponent");
    }
    value
}

fn number_text(node: &Node) -> String {
    node.number().map_or_else(String::new, |n| n.to_string())
}

fn bare_name(dimension: &Dimension) -> &str {
    dimension
        .name
        .split_once(' ')
        .map_or(dimension.name, |(_, name)| name)
}

fn units(dimension: &Dimension) -> String {
    dimension.units.join(", ")
}

fn no_unit(node: &Node, number: &str, due: &Dimension, out: &mut Diagnostics) {
    let message = format!("`{}` needs a unit", out.key());
    let label = format!("expected {} with a unit, not a bare number", due.name);
    let cure = format!(
        "write \"{number} {}\" (units: {})",
        completing(number, due),
        units(due)
    );
    out.report(node.span, message, label, cure);
}

/// The most likely unit of a bare number: the usual one, or the SI unit if the usual one would be absurd.
fn completing(number: &str, due: &Dimension) -> &'static str {
    let size = number.parse::<f64>().map_or(1.0, f64::abs);
    let usual = size == 0.0 || (1e-3..1e5).contains(&size);
    if usual { due.units[0] } else { si_unit(due) }
}

/// The SI unit of the dimension, which is among the displayed units.
fn si_unit(dimension: &Dimension) -> &'static str {
    let is_si = |unit: &&&str| read_unit(unit).is_ok_and(|scale| scale.is_si());
    let mut units = dimension.units.iter();
    units.find(is_si).unwrap_or(&dimension.units[0])
}

fn unknown_unit(
    node: &Node,
    (number, unit): (&str, &str),
    part: &str,
    due: &Dimension,
    out: &mut Diagnostics,
) {
    let mut known = symbols(Some(&due.powers));
    known.extend(due.units.iter().map(ToString::to_string));
    let all = symbols(None);
    let fitting: Vec<_> = known.iter().map(String::as_str).collect();
    let others: Vec<_> = all.iter().map(String::as_str).collect();
    let cure = match (nearest(unit, &fitting), nearest(part, &others)) {
        (Some(whole), _) => format!("write \"{number} {whole}\""),
        (None, Some(near)) if unit != part => {
            format!("write \"{number} {}\"", unit.replacen(part, near, 1))
        }
        _ => format!("give it in {}, for example \"{}\"", units(due), due.example),
    };
    out.report(
        node.span,
        format!("unknown unit `{unit}`"),
        format!("`{part}` is not a unit"),
        cure,
    );
}

/// A regular expression for the quantities of a dimension.
pub(crate) fn pattern(dimension: &Dimension) -> String {
    let own = symbols(Some(&dimension.powers));
    let unit = if own.is_empty() {
        let symbol = format!("({})(\\^-?[1-4]|[²³])?", symbols(None).join("|"));
        format!("{symbol}([ */·]+{symbol})*")
    } else {
        format!("({})", own.join("|"))
    };
    format!("^\\s*[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?\\s*{unit}\\s*$")
}

/// The schema of a quantity of the dimension.
pub(crate) fn schema(dimension: &Dimension, defs: &mut Defs) -> Json {
    let name = bare_name(dimension).replace(' ', "_");
    defs.refer(&name, |_| {
        json!({
            "type": "string",
            "description": format!("{} with its unit: {}.", dimension.name, units(dimension)),
            "pattern": pattern(dimension),
            "si_unit": si_unit(dimension),
            "examples": [dimension.example],
        })
    })
}

/// A quantity in SI units and its position in the text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Quantity<K> {
    pub span: Span,
    pub value: f64,
    kind: PhantomData<K>,
}

impl<K: Kind> Decode for Quantity<K> {
    fn decode(node: &Node, out: &mut Diagnostics) -> Option<Self> {
        let value = read(node, &K::DIMENSION, out)?;
        Some(Self {
            span: node.span,
            value,
            kind: PhantomData,
        })
    }

    fn schema(defs: &mut Defs) -> Json {
        schema(&K::DIMENSION, defs)
    }

    fn what() -> String {
        K::DIMENSION.name.to_string()
    }

    fn example() -> Json {
        json!(K::DIMENSION.example)
    }
}

impl<K: Kind> Scalar for Quantity<K> {
    fn value(&self) -> f64 {
        self.value
    }

    fn span(&self) -> Span {
        self.span
    }
}

/// A quantity whose dimension depends on what it drives, decoded once that is known.
#[derive(Debug, Clone)]
pub(crate) struct Amplitude(pub Node);

impl Decode for Amplitude {
    fn decode(node: &Node, _: &mut Diagnostics) -> Option<Self> {
        Some(Self(node.clone()))
    }

    fn schema(_: &mut Defs) -> Json {
        json!({ "type": "string", "examples": ["1 V", "1 A/m^2", "1 A m", "1 V/m"] })
    }

    fn what() -> String {
        "a quantity".to_string()
    }

    fn example() -> Json {
        json!("1 V")
    }
}
