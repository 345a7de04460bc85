//! The value types in the tables of a scene.

use std::marker::PhantomData;
use std::ops::Deref;

use serde_json::{Value as Json, json};

use crate::decode::{Decode, Defs, Scalar};
use crate::error::Diagnostics;
use crate::tree::{Node, Span, Value};

/// A value and its position in the text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct At<T> {
    pub span: Span,
    pub value: T,
}

impl<T: Decode> Decode for At<T> {
    fn decode(node: &Node, out: &mut Diagnostics) -> Option<Self> {
        T::decode(node, out).map(|value| Self {
            span: node.span,
            value,
        })
    }

    fn schema(defs: &mut Defs) -> Json {
        T::schema(defs)
    }

    fn what() -> String {
        T::what()
    }

    fn example() -> Json {
        T::example()
    }
}

impl Decode for f64 {
    fn decode(node: &Node, out: &mut Diagnostics) -> Option<Self> {
        let number = node.number().filter(|n| n.is_finite());
        if number.is_none() {
            out.wrong_kind(node, "a plain number, without a unit", &Self::example());
        }
        number
    }

    fn schema(_: &mut Defs) -> Json {
        json!({ "type": "number" })
    }

    fn what() -> String {
        "a number".to_string()
    }

    fn example() -> Json {
        json!(1.5)
    }
}

impl Scalar for At<f64> {
    fn value(&self) -> f64 {
        self.value
    }

    fn span(&self) -> Span {
        self.span
    }
}

impl Decode for u64 {
    fn decode(node: &Node, out: &mut Diagnostics) -> Option<Self> {
        let count = match node.value {
            Value::Integer(i) => Self::try_from(i).ok().filter(|n| *n > 0),
            // JSON does not distinguish 100 from 1e2; whole floats are meant as counts.
            Value::Float(f) if f >= 1.0 && f.fract() == 0.0 && f < 9e15 => Some(f as Self),
            _ => None,
        };
        if count.is_none() {
            out.wrong_kind(node, "a whole number, 1 or more", &Self::example());
        }
        count
    }

    fn schema(_: &mut Defs) -> Json {
        json!({ "type": "integer", "minimum": 1 })
    }

    fn what() -> String {
        "a whole number".to_string()
    }

    fn example() -> Json {
        json!(10)
    }
}

impl Scalar for At<u64> {
    fn value(&self) -> f64 {
        self.value as f64
    }

    fn span(&self) -> Span {
        self.span
    }
}

impl Decode for String {
    fn decode(node: &Node, out: &mut Diagnostics) -> Option<Self> {
        if let Value::Text(text) = &node.value {
            return Some(text.clone());
        }
        out.wrong_kind(node, "a string in quotes", &Self::example());
        None
    }

    fn schema(_: &mut Defs) -> Json {
        json!({ "type": "string" })
    }

    fn what() -> String {
        "a string".to_string()
    }

    fn example() -> Json {
        json!("text")
    }
}

/// The name of a result, valid as a file name on every system.
#[derive(Debug, Clone)]
pub(crate) struct Name(pub At<String>);

/// Characters of a name: it becomes part of file names, of which common systems allow 255 bytes.
const LONGEST_NAME: usize = 100;

/// Reports a name that is too long.
pub(crate) fn fits(name: &str, span: Span, out: &mut Diagnostics) -> bool {
    let length = name.chars().count();
    if length > LONGEST_NAME {
        let message = format!("a name of {length} characters is too long");
        let cure = format!("use at most {LONGEST_NAME} characters");
        out.report(span, message, "too long", cure);
    }
    length <= LONGEST_NAME
}

impl Decode for Name {
    fn decode(node: &Node, out: &mut Diagnostics) -> Option<Self> {
        let name = At::<String>::decode(node, out)?;
        let fit = |c: char| c.is_ascii_alphanumeric() || "_-. ".contains(c);
        let begins = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if !name.value.starts_with(begins)
            || !name.value.chars().all(fit)
            || name.value.ends_with([' ', '.'])
        {
            let message = format!(
                "{:?} is not a valid name: it becomes part of file names",
                name.value
            );
            let cure =
                "use letters, digits, `_`, `-`, `.` and spaces, a letter or digit first and last";
            out.report(name.span, message, "not a valid name", cure);
            return None;
        }
        if !fits(&name.value, name.span, out) {
            return None;
        }
        Some(Self(name))
    }

    fn schema(_: &mut Defs) -> Json {
        json!({ "type": "string", "maxLength": LONGEST_NAME, "pattern": "^[A-Za-z0-9_]([A-Za-z0-9_. -]*[A-Za-z0-9_-])?$" })
    }

    fn what() -> String {
        "a name".to_string()
    }

    fn example() -> Json {
        json!("name")
    }
}

/// A range of allowed values.
pub(crate) trait Range {
    const TEXT: &'static str;
    fn holds(value: f64) -> bool;
    /// The same for a bare number in the schema.
    fn bounds() -> Json;
}

macro_rules! ranges {
    ($($name:ident: $text:literal, $holds:expr, $bounds:tt;)*) => {
        $(
            #[derive(Debug, Clone, Copy)]
            pub(crate) struct $name;
            impl Range for $name {
                const TEXT: &'static str = $text;
                fn holds(value: f64) -> bool {
                    let holds: fn(f64) -> bool = $holds;
                    holds(value)
                }
                fn bounds() -> Json {
                    json!($bounds)
                }
            }
        )*
    };
}

ranges! {
    Positive: "greater than zero", |x| x > 0.0, { "exclusiveMinimum": 0 };
    NonNegative: "zero or more", |x| x >= 0.0, { "minimum": 0 };
    AtLeastOne: "1 or more", |x| x >= 1.0, { "minimum": 1 };
    AboveOne: "greater than 1", |x| x > 1.0, { "exclusiveMinimum": 1 };
    FromZeroToOne: "from 0 to 1", |x| (0.0..=1.0).contains(&x), { "minimum": 0, "maximum": 1 };
    TwoOrThree: "2 or 3", |x| x == 2.0 || x == 3.0, { "minimum": 2, "maximum": 3 };
    FromTwoToSix: "from 2 to 6", |x| (2.0..=6.0).contains(&x), { "minimum": 2, "maximum": 6 };
    UpToThousand: "1000 or less", |x| x <= 1000.0, { "maximum": 1000 };
    Residual: "from 1e-10 to 1e-1", |x| (1e-10..=1e-1).contains(&x), { "minimum": 1e-10, "maximum": 1e-1 };
    QuadratureError: "from 1e-8 to 1e-2", |x| (1e-8..=1e-2).contains(&x), { "minimum": 1e-8, "maximum": 1e-2 };
    Deviation: "from 0.001 dB to 3 dB", |x| (1e-3..=3.0).contains(&x), {};
    Acute: "greater than 0 and less than 90 deg", |x| x > 0.0 && x < std::f64::consts::FRAC_PI_2, {};
    ToOne: "greater than 0 and at most 1", |x| x > 0.0 && x <= 1.0, { "exclusiveMinimum": 0, "maximum": 1 };
}

/// A number within a range.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Within<R, T>(T, PhantomData<R>);

impl<R, T> Deref for Within<R, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<R: Range, T: Scalar> Decode for Within<R, T> {
    fn decode(node: &Node, out: &mut Diagnostics) -> Option<Self> {
        let scalar = T::decode(node, out)?;
        if !R::holds(scalar.value()) {
            let message = format!("`{}` must be {}", out.key(), R::TEXT);
            let cure = format!("write a value that is {}", R::TEXT);
            out.report(scalar.span(), message, "out of range", cure);
            return None;
        }
        Some(Self(scalar, PhantomData))
    }

    fn schema(defs: &mut Defs) -> Json {
        let mut schema = T::schema(defs);
        if let (Json::Object(map), Json::Object(bounds)) = (&mut schema, R::bounds())
            && map
                .get("type")
                .is_some_and(|t| t == "number" || t == "integer")
        {
            map.extend(bounds);
        }
        schema
    }

    fn what() -> String {
        format!("{}, {}", T::what(), R::TEXT)
    }

    fn example() -> Json {
        T::example()
    }
}

impl<R: Range, T: Scalar> Scalar for Within<R, T> {
    fn value(&self) -> f64 {
        self.0.value()
    }

    fn span(&self) -> Span {
        self.0.span()
    }
}

impl<T: Decode> Decode for Option<T> {
    fn decode(node: &Node, out: &mut Diagnostics) -> Option<Self> {
        T::decode(node, out).map(Some)
    }

    fn schema(defs: &mut Defs) -> Json {
        T::schema(defs)
    }

    fn what() -> String {
        T::what()
    }

    fn example() -> Json {
        T::example()
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

/// A part whose mistakes do not prevent the rest from being checked.
#[derive(Debug, Clone)]
pub(crate) struct Attempt<T>(pub Option<T>);

impl<T: Decode> Decode for Attempt<T> {
    fn decode(node: &Node, out: &mut Diagnostics) -> Option<Self> {
        Some(Self(T::decode(node, out)))
    }

    fn schema(defs: &mut Defs) -> Json {
        T::schema(defs)
    }

    fn what() -> String {
        T::what()
    }

    fn example() -> Json {
        T::example()
    }

    fn missing() -> Option<Self> {
        Some(Self(None))
    }
}
