//! One declaration per table.
//!
//! [`record!`], [`choice!`] and [`words!`] declare a table, a table with variants and a set of words.
//! Reader, defaults, JSON Schema and reference all come from the declaration, so they agree. A default
//! is written as it would be in the file and goes through the same reader.

use serde_json::{Map, Value as Json, json};

use crate::error::{Diagnostics, list, nearest};
use crate::layout::Layout;
use crate::tree::{Key, Node, Span, Value};

/// A value that can occur in a scene file.
pub(crate) trait Decode: Sized {
    /// Decodes it; `None` after at least one mistake was reported.
    fn decode(node: &Node, out: &mut Diagnostics) -> Option<Self>;
    /// Its JSON Schema.
    fn schema(defs: &mut Defs) -> Json;
    /// Its name, with the article: "a length".
    fn what() -> String;
    /// An example, for messages.
    fn example() -> Json;
    /// Its value when the key is absent, if the key is optional.
    fn absent() -> Option<Self> {
        None
    }
    /// A stand-in after its absence was reported, to find more mistakes.
    fn missing() -> Option<Self> {
        None
    }
}

/// A number with a position in the text.
pub(crate) trait Scalar: Decode {
    fn value(&self) -> f64;
    fn span(&self) -> Span;
}

/// The keys of a table, read from it one by one.
pub(crate) trait Fields: Sized {
    fn layout() -> Layout;
    fn read(table: &Table<'_>, out: &mut Diagnostics) -> Option<Self>;
}

/// A variant without keys of its own.
impl Fields for () {
    fn layout() -> Layout {
        Layout::empty()
    }

    fn read(_: &Table<'_>, _: &mut Diagnostics) -> Option<Self> {
        Some(())
    }
}

impl<T: Fields> Decode for T {
    fn decode(node: &Node, out: &mut Diagnostics) -> Option<Self> {
        let layout = T::layout();
        let Value::Table(pairs) = &node.value else {
            out.wrong_kind(
                node,
                &format!("a table: {}", layout.name),
                &layout.example(),
            );
            return None;
        };
        let meant = layout.check_keys(pairs, out);
        T::read(
            &Table {
                span: node.span,
                pairs,
                owner: layout.name,
                meant,
            },
            out,
        )
    }

    fn schema(defs: &mut Defs) -> Json {
        defs.table(T::layout(), |node, out| T::decode(node, out).is_some())
    }

    fn what() -> String {
        T::layout().name.to_string()
    }

    fn example() -> Json {
        T::layout().example()
    }
}

/// A table while it is being read.
pub(crate) struct Table<'a> {
    pub span: Span,
    pub pairs: &'a [(Key, Node)],
    /// The table's name with its article.
    pub owner: &'static str,
    /// Misspelt keys that are present: reported as such, so not as missing.
    pub meant: Vec<&'static str>,
}

impl Table<'_> {
    /// The value of `key`.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.pairs
            .iter()
            .find(|(k, _)| k.text == key)
            .map(|(_, node)| node)
    }

    /// Reads one key.
    pub fn field<T: Decode>(
        &self,
        key: &str,
        default: Option<&Json>,
        out: &mut Diagnostics,
    ) -> Option<T> {
        if let Some(node) = self.get(key) {
            return out.at(key, |out| T::decode(node, out));
        }
        if let Some(default) = default {
            return T::decode(&Node::from_default(default, self.span), out);
        }
        T::absent().or_else(|| {
            self.report_missing(key, &T::example(), out);
            T::missing()
        })
    }

    /// Reads the key that selects a variant; `None` after a report.
    pub fn tag(
        &self,
        key: &str,
        known: &[&'static str],
        default: Option<&'static str>,
        out: &mut Diagnostics,
    ) -> Option<&'static str> {
        let Some(node) = self.get(key) else {
            if default.is_none() {
                self.report_missing(key, &json!(known[0]), out);
            }
            return default;
        };
        out.at(key, |out| read_word(node, known, Foreign::NONE, out))
    }

    fn report_missing(&self, key: &str, example: &Json, out: &mut Diagnostics) {
        if self.meant.contains(&key) {
            return;
        }
        let label = format!("{} needs `{key}`", self.owner);
        let cure = format!("add {}", out.assignment(key, example));
        out.report(self.span, format!("missing key `{key}`"), label, cure);
    }
}

/// Words that users know from elsewhere, and the hint for each.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Foreign {
    pub words: &'static [&'static str],
    pub remark: &'static str,
}

impl Foreign {
    /// No such words.
    pub const NONE: Self = Self {
        words: &[],
        remark: "",
    };
}

/// Reads one of the known words.
pub(crate) fn read_word(
    node: &Node,
    known: &[&'static str],
    foreign: Foreign,
    out: &mut Diagnostics,
) -> Option<&'static str> {
    let Value::Text(text) = &node.value else {
        out.wrong_kind(node, &format!("one of {}", list(known)), &json!(known[0]));
        return None;
    };
    let found = known.iter().find(|word| *word == text).copied();
    if found.is_none() {
        let cure = match nearest(text, known) {
            _ if foreign.words.contains(&text.to_lowercase().as_str()) => {
                format!("{}; write one of {}", foreign.remark, list(known))
            }
            Some(near) => format!("write \"{near}\" (valid values: {})", list(known)),
            None => format!("write one of {}", list(known)),
        };
        let message = format!("{text:?} is not a valid value of `{}`", out.key());
        out.report(node.span, message, "unknown value", cure);
    }
    found
}

/// The named schemas collected so far.
#[derive(Default)]
pub(crate) struct Defs {
    pub schemas: Map<String, Json>,
    pub layouts: Vec<Layout>,
    /// The reader of each table, by name.
    pub readers: Vec<(String, Reader)>,
}

/// Reads a table only to find its mistakes; returns whether there were none.
pub(crate) type Reader = fn(&Node, &mut Diagnostics) -> bool;

impl Defs {
    /// A reference to the schema `name`, made by `make` the first time.
    pub fn refer(&mut self, name: &str, make: impl FnOnce(&mut Self) -> Json) -> Json {
        if !self.schemas.contains_key(name) {
            // Inserted before it is made, because shapes contain shapes.
            self.schemas.insert(name.to_string(), Json::Null);
            let schema = make(self);
            self.schemas.insert(name.to_string(), schema);
        }
        json!({ "$ref": format!("#/$defs/{name}") })
    }

    fn table(&mut self, layout: Layout, reader: Reader) -> Json {
        let name = layout.bare_name().replace(' ', "_").to_lowercase();
        if self.schemas.contains_key(&name) {
            return self.refer(&name, |_| Json::Null);
        }
        self.layouts.push(layout);
        self.readers.push((name.clone(), reader));
        let index = self.layouts.len() - 1;
        self.refer(&name, |defs| {
            // The layout is taken out while its fields add theirs.
            let layout = std::mem::replace(&mut defs.layouts[index], Layout::empty());
            let schema = layout.schema(defs);
            defs.layouts[index] = layout;
            schema
        })
    }
}

/// Declares a table: a struct with a position, a key per field, and at most one [`choice!`] whose keys
/// are next to them.
macro_rules! record {
    (
        $(#[doc = $about:literal])+
        $name:ident as $label:literal {
            $( $(#[doc = $doc:literal])+ $field:ident $([$key:literal])? : $ty:ty $(= $default:tt)? ),* $(,)?
        }
        $(with $flat:ident : $flat_ty:ty)?
    ) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone)]
        #[allow(dead_code, reason = "every record has its place, whether or not a message needs it")]
        pub(crate) struct $name {
            pub span: $crate::tree::Span,
            $( $(#[doc = $doc])+ pub $field: $ty, )*
            $( pub $flat: $flat_ty, )?
        }

        impl $crate::decode::Fields for $name {
            fn layout() -> $crate::layout::Layout {
                $crate::layout::Layout {
                    name: $label,
                    about: concat!($($about),+).trim(),
                    fields: vec![$(
                        $crate::layout::Field::of::<$ty>(
                            record!(@key $field $($key)?),
                            concat!($($doc),+),
                            record!(@default $($default)?),
                        )
                    ),*],
                    choice: record!(@choice $($flat_ty)?),
                }
            }

            fn read(
                table: &$crate::decode::Table<'_>,
                out: &mut $crate::error::Diagnostics,
            ) -> Option<Self> {
                $(
                    let $field = table.field::<$ty>(
                        record!(@key $field $($key)?),
                        record!(@default $($default)?).as_ref(),
                        out,
                    );
                )*
                $( let $flat = <$flat_ty as $crate::decode::Fields>::read(table, out); )?
                Some(Self { span: table.span, $($field: $field?,)* $($flat: $flat?,)? })
            }
        }
    };
    (@key $field:ident) => { stringify!($field) };
    (@key $field:ident $key:literal) => { $key };
    (@default) => { None::<serde_json::Value> };
    (@default $default:tt) => { Some(serde_json::json!($default)) };
    (@choice) => { None };
    (@choice $flat_ty:ty) => { <$flat_ty as $crate::decode::Fields>::layout().choice };
}

/// Declares variants of a table, selected by the word under `tag`, or by the word after it if the key is absent.
macro_rules! choice {
    (
        $(#[doc = $about:literal])+
        $name:ident as $label:literal by $tag:literal $(= $default:literal)? {
            $( $(#[doc = $doc:literal])+ $word:literal => $variant:ident($ty:ty) ),* $(,)?
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone)]
        #[allow(clippy::large_enum_variant, reason = "a scene has few of them, for a moment")]
        pub(crate) enum $name { $( $(#[doc = $doc])+ $variant($ty), )* }

        impl $crate::decode::Fields for $name {
            fn layout() -> $crate::layout::Layout {
                $crate::layout::Layout {
                    name: $label,
                    about: concat!($($about),+).trim(),
                    fields: Vec::new(),
                    choice: Some($crate::layout::Choice {
                        tag: $tag,
                        default: choice!(@default $($default)?),
                        variants: vec![$( $crate::layout::Variant {
                            name: $word,
                            about: concat!($($doc),+).trim(),
                            fields: <$ty as $crate::decode::Fields>::layout().fields,
                        } ),*],
                    }),
                }
            }

            fn read(
                table: &$crate::decode::Table<'_>,
                out: &mut $crate::error::Diagnostics,
            ) -> Option<Self> {
                match table.tag($tag, &[$($word),*], choice!(@default $($default)?), out)? {
                    $( $word => <$ty as $crate::decode::Fields>::read(table, out).map(Self::$variant), )*
                    _ => None,
                }
            }
        }
    };
    (@default) => { None };
    (@default $default:literal) => { Some($default) };
}

/// Declares the words for the values of a type.
macro_rules! words {
    ($ty:ty { $($word:literal => $value:path),* $(,)? }) => {
        $crate::decode::words!($ty { $($word => $value),* } else [] "");
    };
    ($ty:ty { $($word:literal => $value:path),* } else [$($foreign:literal),*] $remark:literal) => {
        impl $crate::decode::Decode for $ty {
            fn decode(node: &$crate::tree::Node, out: &mut $crate::error::Diagnostics) -> Option<Self> {
                let foreign = $crate::decode::Foreign { words: &[$($foreign),*], remark: $remark };
                match $crate::decode::read_word(node, &[$($word),*], foreign, out)? {
                    $( $word => Some($value), )*
                    _ => None,
                }
            }

            fn schema(_: &mut $crate::decode::Defs) -> serde_json::Value {
                serde_json::json!({ "enum": [$($word),*] })
            }

            fn what() -> String {
                $crate::error::list(&[$($word),*])
            }

            fn example() -> serde_json::Value {
                serde_json::json!([$($word),*][0])
            }
        }
    };
}

pub(crate) use {choice, record, words};
