//! The common tree of both text formats; every node has its position in the text.

use jsonc_parser::ast;
use serde_json::Value as Json;
use toml::de::{DeTable, DeValue};

use crate::format::Format;

/// A byte range of the scene's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Span {
    pub start: usize,
    pub end: usize,
}

impl Span {
    /// The same start, cut at the first line end: a mark that spans many lines hides the position.
    fn on_one_line(self, text: &str) -> Self {
        let line = text.get(self.start..self.end).unwrap_or_default();
        let length = line.find(['\n', '\r']).unwrap_or(line.len());
        Self {
            start: self.start,
            end: self.start + length,
        }
    }
}

impl From<std::ops::Range<usize>> for Span {
    fn from(range: std::ops::Range<usize>) -> Self {
        Self {
            start: range.start,
            end: range.end,
        }
    }
}

/// A value and its position.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub span: Span,
    pub value: Value,
}

/// A key of a table and its position.
#[derive(Debug, Clone)]
pub(crate) struct Key {
    pub span: Span,
    pub text: String,
}

/// A value in a scene file.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    Table(Vec<(Key, Node)>),
    Array(Vec<Node>),
    Text(String),
    Integer(i64),
    Float(f64),
    Bool,
    /// Valid in the language but unused in scenes: a date, or null.
    Other,
}

impl Node {
    /// The kind of value, with its article, for messages.
    pub fn kind(&self) -> String {
        let kind = match self.value {
            Value::Table(_) => "a table",
            Value::Array(_) => "a list",
            Value::Text(_) => "a string",
            Value::Integer(i) => return format!("the number {i}"),
            Value::Float(f) => return format!("the number {f}"),
            Value::Bool => "true or false",
            Value::Other => "null or a date",
        };
        kind.to_string()
    }

    /// The number, if this is one.
    pub fn number(&self) -> Option<f64> {
        match self.value {
            Value::Integer(i) => Some(i as f64),
            Value::Float(f) => Some(f),
            _ => None,
        }
    }

    /// The same without positions.
    pub fn to_json(&self) -> Json {
        match &self.value {
            Value::Table(pairs) => {
                let members = pairs.iter().map(|(k, v)| (k.text.clone(), v.to_json()));
                Json::Object(members.collect())
            }
            Value::Array(items) => items.iter().map(Self::to_json).collect(),
            Value::Text(text) => Json::from(text.as_str()),
            Value::Integer(i) => Json::from(*i),
            Value::Float(f) => Json::from(*f),
            Value::Bool | Value::Other => Json::Null,
        }
    }

    /// A default value, as if written at `span`.
    pub fn from_default(json: &Json, span: Span) -> Self {
        let value = match json {
            Json::Null => Value::Other,
            Json::Bool(_) => Value::Bool,
            Json::Number(n) => n.as_i64().map_or_else(
                || Value::Float(n.as_f64().unwrap_or(f64::NAN)),
                Value::Integer,
            ),
            Json::String(s) => Value::Text(s.clone()),
            Json::Array(list) => Value::Array(
                list.iter()
                    .map(|item| Self::from_default(item, span))
                    .collect(),
            ),
            Json::Object(map) => Value::Table(
                map.iter()
                    .map(|(k, v)| {
                        (
                            Key {
                                span,
                                text: k.clone(),
                            },
                            Self::from_default(v, span),
                        )
                    })
                    .collect(),
            ),
        };
        Self { span, value }
    }
}

/// Why a text cannot be parsed.
#[derive(Debug)]
pub(crate) struct SyntaxError {
    pub span: Span,
    pub message: String,
    pub help: String,
}

/// Reads either form.
pub(crate) fn parse(text: &str, format: Format) -> Result<Node, SyntaxError> {
    match format {
        Format::Toml => parse_toml(text),
        Format::Json => parse_json(text),
    }
}

/// Reads TOML.
pub(crate) fn parse_toml(text: &str) -> Result<Node, SyntaxError> {
    match DeTable::parse(text) {
        Ok(table) => {
            let value = toml_table(table.get_ref(), text);
            Ok(Node {
                span: Span::default(),
                value,
            })
        }
        Err(error) => {
            let span = Span::from(error.span().unwrap_or(0..0)).on_one_line(text);
            let help = toml_help(text, span, error.message());
            Err(SyntaxError {
                span,
                message: format!("not valid TOML: {}", error.message()),
                help,
            })
        }
    }
}

fn toml_table(table: &DeTable<'_>, text: &str) -> Value {
    let mut pairs: Vec<_> = table
        .iter()
        .map(|(key, value)| {
            let key = Key {
                span: key.span().into(),
                text: key.get_ref().to_string(),
            };
            let span = Span::from(value.span()).on_one_line(text);
            (
                key,
                Node {
                    span,
                    value: toml_value(value.get_ref(), text),
                },
            )
        })
        .collect();
    // The map is sorted by key; users expect the order of the file.
    pairs.sort_by_key(|(key, _)| key.span);
    Value::Table(pairs)
}

fn toml_value(value: &DeValue<'_>, text: &str) -> Value {
    match value {
        DeValue::String(s) => Value::Text(s.to_string()),
        DeValue::Integer(i) => i64::from_str_radix(i.as_str(), i.radix()).map_or_else(
            |_| Value::Float(i.as_str().parse().unwrap_or(f64::INFINITY)),
            Value::Integer,
        ),
        DeValue::Float(f) => Value::Float(f.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(_) => Value::Bool,
        DeValue::Datetime(_) => Value::Other,
        DeValue::Array(list) => Value::Array(
            list.iter()
                .map(|item| Node {
                    span: Span::from(item.span()).on_one_line(text),
                    value: toml_value(item.get_ref(), text),
                })
                .collect(),
        ),
        DeValue::Table(table) => toml_table(table, text),
    }
}

/// The fix for the most common mistakes: a quantity without quotes, a duplicate key or table.
fn toml_help(text: &str, span: Span, message: &str) -> String {
    let start = text[..span.start]
        .rfind(['\n', '=', '[', ','])
        .map_or(0, |i| i + 1);
    let rest = &text[start..];
    let end = rest.find(['\n', ',', ']', '}', '#']).unwrap_or(rest.len());
    let word = rest[..end].trim();
    let starts_as_number = word.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
    if starts_as_number && word.ends_with(char::is_alphanumeric) && !word.contains('"') {
        return format!("put the quantity in quotes: write \"{word}\"");
    }
    if message.contains("must be quoted") {
        return format!("put strings in double quotes: write \"{word}\"");
    }
    if message.contains("basic string") {
        return "close the string with a double quote on the same line".to_string();
    }
    if message.contains("duplicate") {
        return "keep one of the two; start each of several structures, sources, ports or monitors \
                with double brackets: [[structures]]"
            .to_string();
    }
    "write one `key = value` per line, strings in double quotes and lists in brackets: \
     at = [\"1 mm\", \"2 mm\", \"0 mm\"]"
        .to_string()
}

/// Reads strict JSON.
fn parse_json(text: &str) -> Result<Node, SyntaxError> {
    let strict = jsonc_parser::ParseOptions {
        allow_comments: false,
        allow_loose_object_property_names: false,
        allow_trailing_commas: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let parsed =
        jsonc_parser::parse_to_ast(text, &jsonc_parser::CollectOptions::default(), &strict)
            .map_err(|error| {
                let range = error.range();
                let message = error.kind().to_string();
                SyntaxError {
                    span: Span {
                        start: range.start,
                        end: range.end,
                    }
                    .on_one_line(text),
                    help: json_help(&message).to_string(),
                    message: format!("not valid JSON: {message}"),
                }
            })?;
    let Some(root) = parsed.value else {
        return Err(SyntaxError {
            span: Span::default(),
            message: "the file is empty".to_string(),
            help: "write one object: { \"domain\": { ... }, ... }".to_string(),
        });
    };
    json_value(&root, text)
}

fn json_help(message: &str) -> &'static str {
    let message = message.to_lowercase();
    if message.contains("comment") {
        "JSON has no comments: remove this one, or write the scene in TOML, which has comments (#)"
    } else if message.contains("trailing comma") {
        "remove the comma before the closing bracket"
    } else if message.contains("comma") {
        "put a comma between the two members"
    } else {
        "write \"key\": value, with commas between members and strings in double quotes"
    }
}

fn json_value(value: &ast::Value<'_>, text: &str) -> Result<Node, SyntaxError> {
    use jsonc_parser::common::Ranged;
    let range = value.range();
    let span = Span {
        start: range.start,
        end: range.end,
    }
    .on_one_line(text);
    let value = match value {
        ast::Value::StringLit(s) => Value::Text(s.value.to_string()),
        ast::Value::NumberLit(n) => n.value.parse().map_or_else(
            |_| Value::Float(n.value.parse().unwrap_or(f64::NAN)),
            Value::Integer,
        ),
        ast::Value::BooleanLit(_) => Value::Bool,
        ast::Value::NullKeyword(_) => Value::Other,
        ast::Value::Array(list) => {
            let items: Result<_, _> = list.elements.iter().map(|e| json_value(e, text)).collect();
            Value::Array(items?)
        }
        ast::Value::Object(object) => Value::Table(json_object(object, text)?),
    };
    Ok(Node { span, value })
}

fn json_object(object: &ast::Object<'_>, text: &str) -> Result<Vec<(Key, Node)>, SyntaxError> {
    use jsonc_parser::common::Ranged;
    let mut pairs: Vec<(Key, Node)> = Vec::with_capacity(object.properties.len());
    for property in &object.properties {
        let range = property.name.range();
        let span = Span {
            start: range.start,
            end: range.end,
        };
        let key = Key {
            span,
            text: property.name.as_str().to_string(),
        };
        if pairs.iter().any(|(earlier, _)| earlier.text == key.text) {
            return Err(SyntaxError {
                span,
                message: format!("the key `{}` is given twice", key.text),
                help: "keep one of the two".to_string(),
            });
        }
        pairs.push((key, json_value(&property.value, text)?));
    }
    Ok(pairs)
}
