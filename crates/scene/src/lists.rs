//! Lists and named tables.

use serde_json::{Value as Json, json};

use crate::decode::{Decode, Defs, Scalar};
use crate::error::Diagnostics;
use crate::tree::{Key, Node, Span, Value};
use crate::values::fits;

/// One value for each of the first axes.
#[derive(Debug, Clone)]
pub(crate) struct Each<T, const AXES: usize> {
    pub span: Span,
    pub items: [T; AXES],
}

/// One value per axis.
pub(crate) type Triple<T> = Each<T, 3>;
/// One value for x and one for y.
pub(crate) type Pair<T> = Each<T, 2>;

impl<T: Scalar, const AXES: usize> Each<T, AXES> {
    pub fn values(&self) -> [f64; AXES] {
        self.items.each_ref().map(T::value)
    }
}

impl<T: Decode, const AXES: usize> Each<T, AXES> {
    const VALUES: &str = if AXES == 2 {
        "two values: x and y"
    } else {
        "three values: x, y and z"
    };
}

impl<T: Decode, const AXES: usize> Decode for Each<T, AXES> {
    fn decode(node: &Node, out: &mut Diagnostics) -> Option<Self> {
        match &node.value {
            Value::Array(items) if items.len() == AXES => {
                // Decode all before giving up on any.
                let read: Vec<_> = items.iter().map(|item| T::decode(item, out)).collect();
                let items: Vec<T> = read.into_iter().collect::<Option<_>>()?;
                items.try_into().ok().map(|items| Self {
                    span: node.span,
                    items,
                })
            }
            Value::Array(items) => {
                let message = format!("`{}` must have {}", out.key(), Self::VALUES);
                let label = format!("this list has length {}", items.len());
                let cure = format!("write {}", out.assignment(out.key(), &Self::example()));
                out.report(node.span, message, label, cure);
                None
            }
            _ => {
                let due = format!("a list of {}", Self::VALUES);
                out.wrong_kind(node, &due, &Self::example());
                None
            }
        }
    }

    fn schema(defs: &mut Defs) -> Json {
        json!({ "type": "array", "items": T::schema(defs), "minItems": AXES, "maxItems": AXES })
    }

    fn what() -> String {
        let names = if AXES == 2 { "[x, y]" } else { "[x, y, z]" };
        format!("{names}, each {}", T::what())
    }

    fn example() -> Json {
        json!(vec![T::example(); AXES])
    }
}

/// One value for all axes, or one per axis.
#[derive(Debug, Clone)]
pub(crate) struct PerAxis<T> {
    pub span: Span,
    pub items: [T; 3],
}

impl<T: Decode + Clone> Decode for PerAxis<T> {
    fn decode(node: &Node, out: &mut Diagnostics) -> Option<Self> {
        let items = if matches!(node.value, Value::Array(_)) {
            Triple::<T>::decode(node, out)?.items
        } else {
            let item = T::decode(node, out)?;
            [item.clone(), item.clone(), item]
        };
        Some(Self {
            span: node.span,
            items,
        })
    }

    fn schema(defs: &mut Defs) -> Json {
        json!({ "anyOf": [T::schema(defs), Triple::<T>::schema(defs)] })
    }

    fn what() -> String {
        format!("{}; or [x, y, z]", T::what())
    }

    fn example() -> Json {
        T::example()
    }
}

/// A list; items with mistakes are dropped, and `complete` is then false.
#[derive(Debug, Clone)]
pub(crate) struct List<T> {
    pub span: Span,
    pub items: Vec<T>,
    pub complete: bool,
}

impl<T: Decode> Decode for List<T> {
    fn decode(node: &Node, out: &mut Diagnostics) -> Option<Self> {
        let Value::Array(nodes) = &node.value else {
            out.wrong_kind(node, "a list", &json!([T::example()]));
            return None;
        };
        let items: Vec<T> = nodes
            .iter()
            .filter_map(|item| T::decode(item, out))
            .collect();
        let complete = items.len() == nodes.len();
        Some(Self {
            span: node.span,
            items,
            complete,
        })
    }

    fn schema(defs: &mut Defs) -> Json {
        json!({ "type": "array", "items": T::schema(defs) })
    }

    fn what() -> String {
        format!("a list, each {}", T::what())
    }

    fn example() -> Json {
        json!([T::example()])
    }
}

/// Several tables in the order of the file; none if the key is absent.
#[derive(Debug, Clone)]
pub(crate) struct Several<T>(pub List<T>);

impl<T: Decode> Decode for Several<T> {
    fn decode(node: &Node, out: &mut Diagnostics) -> Option<Self> {
        if matches!(node.value, Value::Table(_)) {
            let key = out.key().to_string();
            let message = format!("`{key}` must be a list of tables");
            let cure = format!(
                "start each entry with double brackets, [[{key}]]; in JSON write [{{ ... }}]"
            );
            out.report(node.span, message, "this is a single table", cure);
            return Self::missing();
        }
        List::decode(node, out).map_or_else(Self::missing, |list| Some(Self(list)))
    }

    fn schema(defs: &mut Defs) -> Json {
        List::<T>::schema(defs)
    }

    fn what() -> String {
        List::<T>::what()
    }

    fn example() -> Json {
        List::<T>::example()
    }

    fn absent() -> Option<Self> {
        Some(Self(List {
            span: Span::default(),
            items: Vec::new(),
            complete: true,
        }))
    }

    fn missing() -> Option<Self> {
        Some(Self(List {
            span: Span::default(),
            items: Vec::new(),
            complete: false,
        }))
    }
}

/// Tables by name, in the order of the file.
#[derive(Debug, Clone)]
pub(crate) struct Named<T>(pub Vec<(Key, Option<T>)>);

impl<T: Decode> Decode for Named<T> {
    fn decode(node: &Node, out: &mut Diagnostics) -> Option<Self> {
        let Value::Table(pairs) = &node.value else {
            out.wrong_kind(node, "a table of tables", &json!({ "name": {} }));
            return Some(Self(Vec::new()));
        };
        for (key, _) in pairs {
            fits(&key.text, key.span, out);
        }
        let read = |(key, node): &(Key, Node)| {
            (key.clone(), out.at(&key.text, |out| T::decode(node, out)))
        };
        Some(Self(pairs.iter().map(read).collect()))
    }

    fn schema(defs: &mut Defs) -> Json {
        json!({ "type": "object", "additionalProperties": T::schema(defs) })
    }

    fn what() -> String {
        format!("a table of names, each {}", T::what())
    }

    fn example() -> Json {
        json!({})
    }

    fn absent() -> Option<Self> {
        Some(Self(Vec::new()))
    }
}
