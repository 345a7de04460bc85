//! Errors in a scene: every mistake with its position, its cause and how to fix it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, NamedSource,
    SourceSpan,
};
use serde_json::Value as Json;
use thiserror::Error;

use crate::format::Format;
use crate::tree::{Key, Node, Span};
use crate::visible::{brief, in_place, visible};

/// Why a scene could not be read.
#[derive(Debug, Error, Diagnostic)]
#[non_exhaustive]
pub enum SceneError {
    /// The file could not be opened or is not UTF-8 text.
    #[error("cannot read `{}`", path.display())]
    #[diagnostic(help("check the file name and the read permission"))]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The file's extension does not tell its format.
    #[error("the name of `{}` identifies neither TOML nor JSON", path.display())]
    #[diagnostic(help("give the scene file the extension .toml or .json"))]
    Extension {
        /// The file.
        path: PathBuf,
    },
    /// The text has mistakes.
    #[error("{} in {file}", count(mistakes.len()))]
    Invalid {
        /// The name of the text in messages.
        file: String,
        /// All mistakes, in text order.
        #[related]
        mistakes: Vec<Mistake>,
    },
}

fn count(mistakes: usize) -> String {
    match mistakes {
        1 => "1 error".to_string(),
        n => format!("{n} errors"),
    }
}

/// Mistakes that are shown in full.
const MOST_SHOWN: usize = 50;
/// Characters of a line that is shown.
const LONGEST_LINE: usize = 1000;

impl SceneError {
    /// All messages as plain text with box-drawing characters, no colours.
    pub fn render(&self) -> String {
        self.rendered(GraphicalTheme::unicode_nocolor())
    }

    /// The same in the colours of a terminal.
    pub fn render_in_colour(&self) -> String {
        self.rendered(GraphicalTheme::unicode())
    }

    fn rendered(&self, theme: GraphicalTheme) -> String {
        let handler = GraphicalReportHandler::new_themed(theme)
            .with_links(false)
            .with_width(100)
            .with_context_lines(1);
        let mut text = String::new();
        let mut show = |diagnostic: &dyn Diagnostic| {
            // Writing to a string cannot fail; if a label is out of range, the message is still valid.
            if handler.render_report(&mut text, diagnostic).is_err() {
                text.push_str(&diagnostic.to_string());
            }
            text.push('\n');
        };
        match self {
            Self::Invalid { mistakes, .. } => {
                for mistake in mistakes.iter().take(MOST_SHOWN) {
                    if mistake.has_short_lines() {
                        show(mistake);
                    } else {
                        show(&mistake.without_text());
                    }
                }
                text.push_str(&self.to_string());
                if let Some(more) = mistakes.len().checked_sub(MOST_SHOWN + 1) {
                    let _ = write!(text, "; the last {} are not shown", more + 1);
                }
                text.push('\n');
            }
            other => show(other),
        }
        text
    }

    /// The mistakes in the text, in order; empty if the text could not be read at all.
    pub fn mistakes(&self) -> &[Mistake] {
        match self {
            Self::Invalid { mistakes, .. } => mistakes,
            _ => &[],
        }
    }
}

/// One mistake in a scene.
#[derive(Debug, Error, Diagnostic)]
#[error("{message}")]
pub struct Mistake {
    message: String,
    #[label(collection)]
    labels: Vec<LabeledSpan>,
    #[help]
    cure: String,
    #[source_code]
    text: Arc<NamedSource<String>>,
    start: usize,
}

impl Mistake {
    /// Marks a second, related position.
    pub(crate) fn also(&mut self, span: Span, label: impl Into<String>) {
        self.labels.push(LabeledSpan::new_with_span(
            Some(brief(label)),
            source_span(span),
        ));
    }

    /// Whether the lines around it can be shown.
    fn has_short_lines(&self) -> bool {
        let text = self.text.inner();
        let end = self.start.min(text.len());
        let before = text.as_bytes()[..end].rsplit(|byte| *byte == b'\n').take(2);
        let after = text.as_bytes()[end..].split(|byte| *byte == b'\n').take(2);
        before.chain(after).all(|line| line.len() < LONGEST_LINE)
    }

    /// The same without the lines around it.
    fn without_text(&self) -> MietteDiagnostic {
        let (line, column) = self.line_column();
        let message = format!("{} (line {line}, column {column})", self.message);
        MietteDiagnostic::new(message).with_help(self.cure.as_str())
    }

    /// How to fix it.
    pub fn cure(&self) -> &str {
        &self.cure
    }

    /// Line and column, both starting at one; the column counts characters.
    pub fn line_column(&self) -> (usize, usize) {
        let before = self.text.inner().get(..self.start).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        (
            before.matches('\n').count() + 1,
            before[line_start..].chars().count() + 1,
        )
    }
}

fn source_span(span: Span) -> SourceSpan {
    (span.start, span.end.saturating_sub(span.start)).into()
}

/// The language of the author, in which fixes are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    Toml,
    Json,
    /// JSON built by a Rust program; bare numbers as from Python.
    Rust,
    /// JSON passed from Python: a bare number where a unit is required is in SI units.
    Python,
}

impl From<Format> for Dialect {
    fn from(format: Format) -> Self {
        match format {
            Format::Toml => Self::Toml,
            Format::Json => Self::Json,
        }
    }
}

/// Collects mistakes while a text is read.
pub(crate) struct Diagnostics {
    /// The text as it is shown.
    text: Arc<NamedSource<String>>,
    /// The text itself, if that is another one.
    original: Option<String>,
    dialect: Dialect,
    mistakes: Vec<Mistake>,
    keys: Vec<String>,
    /// Bare numbers taken as SI, with their units added.
    completed: BTreeMap<Span, String>,
    /// The folder that files must be in, if they must.
    own_folder: Option<PathBuf>,
}

impl Diagnostics {
    pub fn new(file: &str, text: &str, dialect: impl Into<Dialect>) -> Self {
        let shown = Arc::new(NamedSource::new(visible(file), in_place(text)));
        let original = (shown.inner() != text).then(|| text.to_owned());
        Self {
            text: shown,
            original,
            dialect: dialect.into(),
            mistakes: Vec::new(),
            keys: Vec::new(),
            completed: BTreeMap::new(),
            own_folder: None,
        }
    }

    /// The same where files must be in this folder.
    pub fn confined_to(self, folder: Option<PathBuf>) -> Self {
        Self {
            own_folder: folder,
            ..self
        }
    }

    /// The folder that files must be in, if they must.
    pub fn own_folder(&self) -> Option<&Path> {
        self.own_folder.as_deref()
    }

    /// Whether a bare number where a unit is required is in SI units.
    pub fn takes_si(&self) -> bool {
        matches!(self.dialect, Dialect::Python | Dialect::Rust)
    }

    /// Records that the bare number at `span` is in `unit`.
    pub fn complete(&mut self, span: Span, unit: &str) {
        let number = self.text.inner().get(span.start..span.end);
        let quantity = format!("\"{} {unit}\"", number.unwrap_or_default());
        self.completed.insert(span, quantity);
    }

    /// The text with a unit added to every number that needs one.
    pub fn completed_text(&self) -> String {
        let text = self.original.as_ref().unwrap_or(self.text.inner());
        let mut whole = String::with_capacity(text.len());
        let mut end = 0;
        for (span, quantity) in &self.completed {
            whole.push_str(&text[end..span.start]);
            whole.push_str(quantity);
            end = span.end;
        }
        whole.push_str(&text[end..]);
        whole
    }

    /// Records a mistake: what is wrong, what is at `span`, and what to write instead.
    pub fn report(
        &mut self,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
        cure: impl Into<String>,
    ) -> &mut Mistake {
        let index = self.mistakes.len();
        self.mistakes.push(Mistake {
            message: brief(message),
            // The header shows the position of the primary label.
            labels: vec![LabeledSpan::new_primary_with_span(
                Some(brief(label)),
                source_span(span),
            )],
            cure: brief(cure),
            text: Arc::clone(&self.text),
            start: span.start,
        });
        &mut self.mistakes[index]
    }

    /// Reads the value of a key; messages in `read` can name the key.
    pub fn at<T>(&mut self, key: &str, read: impl FnOnce(&mut Self) -> T) -> T {
        self.keys.push(key.to_string());
        let value = read(self);
        self.keys.pop();
        value
    }

    /// The key whose value is being read.
    pub fn key(&self) -> &str {
        self.keys.last().map_or("scene", String::as_str)
    }

    /// The assignment of `value` to `key` in the language of this file.
    pub fn assignment(&self, key: &str, value: &Json) -> String {
        match (self.dialect, value) {
            (Dialect::Toml, Json::Object(map)) if self.keys.is_empty() => {
                let keys: Vec<_> = map.keys().map(String::as_str).collect();
                format!("the table [{key}] with the keys {}", list(&keys))
            }
            (Dialect::Toml, _) => format!("{key} = {}", toml_text(value)),
            (Dialect::Json | Dialect::Rust, _) => format!("\"{key}\": {value}"),
            // A Python keyword gets a trailing underscore.
            (Dialect::Python, _) if key == "from" => format!("from_={value}"),
            (Dialect::Python, _) => format!("{key}={value}"),
        }
    }

    /// Reports a value of the wrong kind.
    pub fn wrong_kind(&mut self, node: &Node, due: &str, example: &Json) {
        let (message, cure) = match self.keys.last() {
            Some(key) => {
                let cure = format!("write {}", self.assignment(key, example));
                (format!("`{key}` must be {due}"), cure)
            }
            None => (
                "a scene file must contain one table (in JSON, one object)".to_string(),
                format!("write {example}"),
            ),
        };
        self.report(node.span, message, format!("this is {}", node.kind()), cure);
    }

    /// Reports an unknown key; returns the nearest known one.
    pub fn unknown_key<'k>(
        &mut self,
        key: &Key,
        owner: &str,
        known: &[&'k str],
        hint: Option<String>,
    ) -> Option<&'k str> {
        let near = nearest(&key.text, known);
        let cure = match near {
            Some(near) => format!("write `{near}`"),
            None => hint.unwrap_or_else(|| format!("the keys of {owner} are {}", list(known))),
        };
        let message = format!("unknown key `{}`", key.text);
        self.report(key.span, message, format!("not a key of {owner}"), cure);
        near
    }

    pub fn is_empty(&self) -> bool {
        self.mistakes.is_empty()
    }

    /// The error, with the mistakes in text order.
    pub fn into_error(mut self) -> SceneError {
        self.mistakes.sort_by_key(|mistake| mistake.start);
        SceneError::Invalid {
            file: self.text.name().to_string(),
            mistakes: self.mistakes,
        }
    }
}

/// `a`, `b` and `c` formatted for a message.
pub(crate) fn list(words: &[&str]) -> String {
    words
        .iter()
        .map(|word| format!("`{word}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// The closest word, if one is near enough.
pub(crate) fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let same_letters = known.iter().find(|k| k.eq_ignore_ascii_case(word));
    let reach = (word.chars().count().max(3)) / 3;
    let prefix = || {
        known
            .iter()
            .find(|k| word.len() >= 3 && k.starts_with(word))
    };
    same_letters
        .or_else(|| {
            let distance =
                |k: &str| strsim::damerau_levenshtein(&k.to_lowercase(), &word.to_lowercase());
            known
                .iter()
                .filter(|k| distance(k) <= reach)
                .min_by_key(|k| distance(k))
        })
        .or_else(prefix)
        .copied()
}

fn toml_text(value: &Json) -> String {
    match value {
        Json::Array(items) => {
            format!(
                "[{}]",
                items.iter().map(toml_text).collect::<Vec<_>>().join(", ")
            )
        }
        Json::Object(map) => {
            let pairs: Vec<_> = map
                .iter()
                .map(|(k, v)| format!("{k} = {}", toml_text(v)))
                .collect();
            format!("{{ {} }}", pairs.join(", "))
        }
        other => other.to_string(),
    }
}
