//! What a table may contain, as data: the source of the check for unknown keys, the JSON Schema and the
//! reference.

use std::fmt::Write;

use serde_json::{Map, Value as Json, json};

use crate::decode::{Decode, Defs};
use crate::error::{Diagnostics, list};
use crate::tree::{Key, Node, Value};

/// One key of a table.
pub(crate) struct Field {
    pub key: &'static str,
    about: &'static str,
    // Called only for display: shapes contain shapes.
    what: fn() -> String,
    schema: fn(&mut Defs) -> Json,
    example: fn() -> Json,
    default: Option<Json>,
    required: bool,
}

impl Field {
    pub fn of<T: Decode>(key: &'static str, about: &'static str, default: Option<Json>) -> Self {
        let required = default.is_none() && T::absent().is_none();
        Self {
            key,
            about: about.trim(),
            what: T::what,
            schema: T::schema,
            example: T::example,
            default,
            required,
        }
    }
}

/// One of several sets of keys, selected by the value of a key.
pub(crate) struct Variant {
    pub name: &'static str,
    pub about: &'static str,
    pub fields: Vec<Field>,
}

/// The key that selects and its variants.
pub(crate) struct Choice {
    pub tag: &'static str,
    /// The variant if the key is absent.
    pub default: Option<&'static str>,
    pub variants: Vec<Variant>,
}

/// Everything that a table may contain.
pub(crate) struct Layout {
    /// Its name with the article.
    pub name: &'static str,
    pub about: &'static str,
    pub fields: Vec<Field>,
    pub choice: Option<Choice>,
}

impl Layout {
    /// A layout without keys, a placeholder for one that is taken out.
    pub fn empty() -> Self {
        Self {
            name: "",
            about: "",
            fields: Vec::new(),
            choice: None,
        }
    }

    /// The name without its article, as in the schema.
    pub fn bare_name(&self) -> &'static str {
        self.name
            .split_once(' ')
            .map_or(self.name, |(_, name)| name)
    }

    /// The required keys, each with an example.
    pub fn example(&self) -> Json {
        let first = self
            .choice
            .as_ref()
            .and_then(|choice| Some((choice.tag, choice.variants.first()?)));
        let mut example = Map::new();
        if let Some((tag, variant)) = first {
            example.insert(tag.to_string(), json!(variant.name));
        }
        let fields = self
            .fields
            .iter()
            .chain(first.iter().flat_map(|(_, variant)| &variant.fields));
        for field in fields.filter(|field| field.required) {
            example.insert(field.key.to_string(), (field.example)());
        }
        Json::Object(example)
    }

    /// Reports every key of `pairs` that the table does not have; returns the keys that were meant.
    pub fn check_keys(&self, pairs: &[(Key, Node)], out: &mut Diagnostics) -> Vec<&'static str> {
        let mut known: Vec<_> = self.fields.iter().map(|field| field.key).collect();
        let mut owner = self.name.to_string();
        if let Some(choice) = &self.choice {
            let tag = pairs
                .iter()
                .find(|(key, _)| key.text == choice.tag)
                .map(|(_, node)| node);
            let tag = match (tag.map(|node| &node.value), choice.default) {
                (Some(Value::Text(tag)), _) => tag,
                (None, Some(default)) => default,
                _ => return Vec::new(),
            };
            // Without a known variant every other key would be reported as wrong for no good reason.
            let Some(variant) = choice.variants.iter().find(|v| v.name == tag) else {
                return Vec::new();
            };
            known.push(choice.tag);
            known.extend(variant.fields.iter().map(|field| field.key));
            owner = format!("{owner} of {} `{tag}`", choice.tag);
        }
        let unknown = pairs
            .iter()
            .filter(|(key, _)| !known.contains(&key.text.as_str()));
        let report = |(key, _): &(Key, Node)| {
            let hint = self.hint_of_other_variant(&key.text, &owner, &known);
            out.unknown_key(key, &owner, &known, hint)
        };
        unknown.filter_map(report).collect()
    }

    fn hint_of_other_variant(&self, key: &str, owner: &str, known: &[&str]) -> Option<String> {
        let choice = self.choice.as_ref()?;
        let has = |variant: &&Variant| variant.fields.iter().any(|field| field.key == key);
        let others: Vec<_> = choice.variants.iter().filter(has).map(|v| v.name).collect();
        (!others.is_empty()).then(|| {
            let others = list(&others);
            format!(
                "`{key}` belongs to {others}; the keys of {owner} are {}",
                list(known)
            )
        })
    }

    /// The JSON Schema of the table.
    pub fn schema(&self, defs: &mut Defs) -> Json {
        let Some(choice) = &self.choice else {
            return object(self.about, self.fields.iter(), None, defs);
        };
        let variants: Vec<_> = choice
            .variants
            .iter()
            .map(|variant| {
                let fields = self.fields.iter().chain(&variant.fields);
                let mut schema = object(
                    variant.about,
                    fields,
                    Some((choice.tag, variant.name)),
                    defs,
                );
                if choice.default == Some(variant.name)
                    && let Some(required) = schema["required"].as_array_mut()
                {
                    required.retain(|key| key != choice.tag);
                }
                schema
            })
            .collect();
        let required: Vec<_> = choice
            .default
            .map_or(Some(choice.tag), |_| None)
            .into_iter()
            .collect();
        json!({ "description": self.about, "type": "object", "required": required, "oneOf": variants })
    }

    /// A Markdown section: one row per key.
    pub fn reference(&self, text: &mut String) {
        let rows = |text: &mut String, fields: &[Field]| {
            text.push_str("\n| key | value | default | meaning |\n|---|---|---|---|\n");
            for field in fields {
                let default = match (&field.default, field.required) {
                    (Some(default), _) => format!("`{default}`"),
                    (None, true) => "required".to_string(),
                    (None, false) => String::new(),
                };
                let _ = writeln!(
                    text,
                    "| `{}` | {} | {default} | {} |",
                    field.key,
                    (field.what)(),
                    field.about
                );
            }
        };
        let _ = writeln!(text, "\n## {}\n\n{}", self.bare_name(), self.about);
        if !self.fields.is_empty() {
            rows(text, &self.fields);
        }
        for variant in self.choice.iter().flat_map(|choice| &choice.variants) {
            let tag = self.choice.as_ref().map_or("", |choice| choice.tag);
            let is_default = self.choice.as_ref().and_then(|c| c.default) == Some(variant.name);
            let or_absent = if is_default { ", or none" } else { "" };
            let _ = writeln!(
                text,
                "\n### {tag} = \"{}\"{or_absent}\n\n{}",
                variant.name, variant.about
            );
            if !variant.fields.is_empty() {
                rows(text, &variant.fields);
            }
        }
    }
}

fn object<'a>(
    about: &str,
    fields: impl Iterator<Item = &'a Field>,
    tag: Option<(&str, &str)>,
    defs: &mut Defs,
) -> Json {
    let mut properties = Map::new();
    let mut required = Vec::new();
    if let Some((tag, name)) = tag {
        properties.insert(
            tag.to_string(),
            json!({ "const": name, "description": about }),
        );
        required.push(tag.to_string());
    }
    for field in fields {
        let mut schema = (field.schema)(defs);
        if let Json::Object(map) = &mut schema {
            map.insert("description".to_string(), json!(field.about));
            if let Some(default) = &field.default {
                map.insert("default".to_string(), default.clone());
            }
        }
        properties.insert(field.key.to_string(), schema);
        if field.required {
            required.push(field.key.to_string());
        }
    }
    json!({
        "description": about,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}
