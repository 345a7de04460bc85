//! Messages for violated rules.

use super::imports::Cycle;
use std::fmt;

/// The document that states the rules.
pub const ARCHITECTURE: &str = "ARCHITECTURE.md";
/// Its section on crates above the size limit.
pub const LARGE_CRATES: &str = "Large crates";
/// Maximum lines of a Rust file.
pub const MOST_LINES: usize = 600;
/// Maximum total lines of the Rust files below a crate's `src`.
pub const MOST_CRATE_LINES: usize = 12_000;

/// A violated rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Violation {
    /// A crate uses another without permission.
    Arrow { from: String, to: String },
    /// A workspace crate has no line among the arrows.
    NoArrows { name: String },
    /// The arrows allow a dependency that no manifest has.
    UnusedArrow { from: String, to: String },
    /// The arrows name a crate that is not in the workspace.
    NoCrate { name: String },
    /// A document names a path that does not exist.
    NoPath { document: String, path: String },
    /// A document quotes code that is not in the file it names.
    NoQuotation { document: String, path: String },
    /// A Rust file is too long.
    TooLong { file: String, lines: usize },
    /// Files of a crate import each other.
    Cycle { name: String, cycle: Cycle },
    /// A crate is large, and the document does not say why.
    TooLarge { name: String, lines: usize },
    /// The document justifies a crate that is not large.
    NotLarge { name: String },
    /// A file names a machine-specific path or a site-specific registry.
    Place {
        file: String,
        line: usize,
        word: &'static str,
    },
    /// Cargo.lock takes a package from a registry other than crates.io.
    Registry { line: usize },
    /// A workspace dependency has no row in the table.
    NoReason { name: String },
    /// The table has a row for something that is not a dependency.
    NoDependency { name: String },
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Arrow { from, to } => write!(
                f,
                "arrow {from} -> {to} is not in {ARCHITECTURE}: remove the dependency, or add the \
                 arrow if the design allows it"
            ),
            Self::UnusedArrow { from, to } => write!(
                f,
                "{ARCHITECTURE} allows the arrow {from} -> {to}, which no Cargo.toml uses: remove it there"
            ),
            Self::NoArrows { name } => {
                write!(
                    f,
                    "crate {name} is missing from the arrows of {ARCHITECTURE}"
                )
            }
            Self::NoCrate { name } => {
                write!(
                    f,
                    "the arrows of {ARCHITECTURE} name {name}, which is not a crate here"
                )
            }
            Self::NoPath { document, path } => {
                write!(f, "{document} refers to `{path}`, which does not exist")
            }
            Self::NoQuotation { document, path } => {
                write!(f, "{document} quotes {path}, but the text is not there")
            }
            Self::TooLong { file, lines } => {
                write!(
                    f,
                    "{file} has {lines} lines, more than {MOST_LINES}: split it"
                )
            }
            Self::Cycle { name, cycle } => write!(f, "crate {name}: {cycle}"),
            Self::TooLarge { name, lines } => write!(
                f,
                "crate {name} has {lines} lines, more than {MOST_CRATE_LINES}: split it, or give the \
                 reason under \"{LARGE_CRATES}\" in {ARCHITECTURE}"
            ),
            Self::NotLarge { name } => write!(
                f,
                "{ARCHITECTURE} lists {name} under \"{LARGE_CRATES}\", but it has at most {MOST_CRATE_LINES} lines"
            ),
            Self::Place { file, line, word } => {
                write!(f, "{file}:{line}: \"{word}\" is specific to one machine")
            }
            Self::Registry { line } => {
                write!(
                    f,
                    "Cargo.lock:{line}: the source of a package is not crates.io"
                )
            }
            Self::NoReason { name } => write!(
                f,
                "dependency {name} has no row in the dependency table of {ARCHITECTURE}"
            ),
            Self::NoDependency { name } => write!(
                f,
                "the dependency table of {ARCHITECTURE} has {name}, which Cargo.toml does not"
            ),
        }
    }
}
