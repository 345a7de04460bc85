//! Rules that the compiler does not know.
//!
//! ARCHITECTURE.md states which crate may use which (a block fenced as `arrows`) and why each external
//! dependency is there (the table under "Dependencies"); both are held against cargo's own view. Paths
//! named in the documents must exist, and code that they quote must stand in the file. Rust files stay short. No file names a place on one machine.

use crate::files::has_ending;
use crate::repository::{Package, Repository};
use crate::{Error, markdown};
use std::fmt;

const ARCHITECTURE: &str = "ARCHITECTURE.md";
/// A code span that starts with one of these is a path.
const FOLDERS: [&str; 6] = ["crates/", "xtask/", "docs/", "gallery/", ".ci/", ".cargo/"];
const WARN_LINES: usize = 400;
const MOST_LINES: usize = 600;
/// Written in two pieces because this file is searched too.
const FORBIDDEN: [&str; 7] = [
    concat!("/wo", "rk/"),
    concat!("/tm", "p/"),
    concat!("/ro", "ot/"),
    concat!("/ho", "me/"),
    concat!("C:\\", "Users"),
    concat!("replace", "-with"),
    concat!("index", "-url"),
];
const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// A broken rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Violation {
    /// A crate uses another that it may not use.
    Arrow { from: String, to: String },
    /// A crate of the workspace has no line among the arrows.
    NoArrows { name: String },
    /// The arrows name a crate that the workspace does not have.
    NoCrate { name: String },
    /// A document names a path that does not exist.
    NoPath { document: String, path: String },
    /// A document quotes code that is not in the file it names.
    NoQuotation { document: String, path: String },
    /// A Rust file is too long.
    TooLong { file: String, lines: usize },
    /// A file names a place on one machine or a registry of one site.
    Place {
        file: String,
        line: usize,
        word: &'static str,
    },
    /// Cargo.lock takes a package from elsewhere than crates.io.
    Registry { line: usize },
    /// A workspace dependency has no row in the table.
    NoReason { name: String },
    /// The table has a row for a dependency that is not one.
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
            Self::NoArrows { name } => {
                write!(
                    f,
                    "crate {name} has no line among the arrows of {ARCHITECTURE}"
                )
            }
            Self::NoCrate { name } => {
                write!(
                    f,
                    "the arrows of {ARCHITECTURE} name {name}, which is no crate here"
                )
            }
            Self::NoPath { document, path } => {
                write!(f, "{document} names `{path}`, which does not exist")
            }
            Self::NoQuotation { document, path } => {
                write!(f, "{document} quotes {path}, which does not hold that text")
            }
            Self::TooLong { file, lines } => {
                write!(
                    f,
                    "{file} has {lines} lines, more than {MOST_LINES}: split it"
                )
            }
            Self::Place { file, line, word } => {
                write!(f, "{file}:{line}: \"{word}\" belongs to one machine only")
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

/// Checks every rule and prints what is broken.
pub fn run(repository: &Repository) -> Result<(), Error> {
    let architecture = repository.read(ARCHITECTURE)?;
    let missing = |part: &str| Error::Missing {
        document: ARCHITECTURE,
        part: part.to_owned(),
    };

    let block = markdown::fenced_block(&architecture, "arrows")
        .ok_or_else(|| missing("block fenced as `arrows`"))?;
    let mut violations = check_arrows(&parse_arrows(&block), &repository.packages());

    let table = markdown::section(&architecture, "Dependencies")
        .ok_or_else(|| missing("section \"Dependencies\""))?;
    let manifest = repository.read("Cargo.toml")?;
    violations.extend(check_table(
        &markdown::first_column(table),
        &dependencies(&manifest),
    ));

    let files = repository.files()?;
    for document in files.iter().filter(|file| has_ending(file, "md")) {
        violations.extend(check_document(repository, document)?);
    }
    for file in files {
        // What is not text has no lines and no words.
        if let Ok(text) = repository.read(&file) {
            violations.extend(check_file(&file, &text));
        }
    }
    for violation in &violations {
        eprintln!("error: {violation}");
    }
    if violations.is_empty() {
        Ok(())
    } else {
        Err(Error::Untidy(violations.len()))
    }
}

/// Lines `crate -> a, b`; nothing after the arrow means that it may use none.
fn parse_arrows<'a>(lines: &[&'a str]) -> Vec<(&'a str, Vec<&'a str>)> {
    lines
        .iter()
        .filter_map(|line| line.split_once("->"))
        .map(|(from, to)| {
            let to = to
                .split(',')
                .map(str::trim)
                .filter(|name| !name.is_empty())
                .collect();
            (from.trim(), to)
        })
        .collect()
}

fn check_arrows(allowed: &[(&str, Vec<&str>)], packages: &[Package]) -> Vec<Violation> {
    let mut violations = Vec::new();
    for package in packages {
        let name = package.name.as_str();
        let Some((_, may_use)) = allowed.iter().find(|(from, _)| *from == name) else {
            violations.push(Violation::NoArrows {
                name: name.to_owned(),
            });
            continue;
        };
        for to in package
            .uses
            .iter()
            .filter(|to| !may_use.contains(&to.as_str()))
        {
            violations.push(Violation::Arrow {
                from: name.to_owned(),
                to: to.clone(),
            });
        }
    }
    let mut named: Vec<&str> = allowed
        .iter()
        .flat_map(|(from, to)| [&[*from], &to[..]].concat())
        .collect();
    named.sort_unstable();
    named.dedup();
    for name in named {
        if !packages.iter().any(|package| package.name == name) {
            violations.push(Violation::NoCrate {
                name: name.to_owned(),
            });
        }
    }
    violations
}

/// Names in `[workspace.dependencies]` that do not come from the workspace itself.
fn dependencies(manifest: &str) -> Vec<&str> {
    manifest
        .lines()
        .skip_while(|line| *line != "[workspace.dependencies]")
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.split_once('='))
        .filter(|(_, value)| !value.contains("path ="))
        .map(|(name, _)| name.trim())
        .filter(|name| !name.is_empty() && !name.starts_with('#'))
        .collect()
}

fn check_table(rows: &[&str], dependencies: &[&str]) -> Vec<Violation> {
    let lacking = dependencies
        .iter()
        .filter(|name| !rows.contains(name))
        .map(|&name| Violation::NoReason {
            name: name.to_owned(),
        });
    let stale = rows
        .iter()
        .filter(|name| !dependencies.contains(name))
        .map(|&name| Violation::NoDependency {
            name: name.to_owned(),
        });
    lacking.chain(stale).collect()
}

/// Quotations and paths of a document.
fn check_document(repository: &Repository, document: &str) -> Result<Vec<Violation>, Error> {
    let text = repository.read(document)?;
    let mut violations = Vec::new();
    for (path, quoted) in markdown::quotations(&text) {
        if !repository.read(path)?.contains(&quoted) {
            violations.push(Violation::NoQuotation {
                document: document.to_owned(),
                path: path.to_owned(),
            });
        }
    }
    let gone = paths(&text).filter(|path| !repository.root.join(path).exists());
    violations.extend(gone.map(|path| Violation::NoPath {
        document: document.to_owned(),
        path: path.to_owned(),
    }));
    Ok(violations)
}

fn paths(document: &str) -> impl Iterator<Item = &str> {
    markdown::code_spans(document)
        .into_iter()
        .filter(|span| FOLDERS.iter().any(|folder| span.starts_with(folder)))
        .filter(|span| !span.contains(char::is_whitespace))
}

fn check_file(file: &str, text: &str) -> Vec<Violation> {
    let mut violations = Vec::new();
    let lines = text.lines().count();
    if has_ending(file, "rs") && lines > WARN_LINES {
        if lines > MOST_LINES {
            violations.push(Violation::TooLong {
                file: file.to_owned(),
                lines,
            });
        } else {
            eprintln!("warning: {file} has {lines} lines, more than {WARN_LINES}");
        }
    }
    if file.starts_with("LICENSE") {
        return violations;
    }
    for (index, line) in text.lines().enumerate() {
        for word in FORBIDDEN.into_iter().filter(|word| names_place(line, word)) {
            violations.push(Violation::Place {
                file: file.to_owned(),
                line: index + 1,
                word,
            });
        }
        if file == "Cargo.lock" && line.starts_with("source = ") && !line.contains(CRATES_IO) {
            violations.push(Violation::Registry { line: index + 1 });
        }
    }
    violations
}

/// Whether `word` stands in the line on its own: `/a/` is a place, `b/a/` is relative to one.
fn names_place(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '}' | ')'))
    })
}

#[cfg(test)]
#[path = "tidy_tests.rs"]
mod tests;
