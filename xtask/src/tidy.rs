//! Rules that the compiler does not check.
//!
//! ARCHITECTURE.md states which crate may use which (a block fenced as `arrows`), why each external dependency is needed (the table under
//! "Dependencies") and why a crate is large (under "Large crates"); all this is compared with cargo's metadata and the files. Within a crate, files
//! do not import each other in a cycle. Paths named in the documents must exist, and code they quote must be in the file. Rust files stay short. No
//! file names a machine-specific path.

mod architecture;
mod imports;
mod violation;

use crate::files::has_ending;
use crate::repository::Repository;
use crate::{Error, markdown};
use architecture::{check_arrows, check_sizes, check_table, dependencies, parse_arrows};
use std::collections::BTreeMap;
use violation::{ARCHITECTURE, LARGE_CRATES, MOST_LINES, Violation};

/// A code span that starts with one of these is a path.
const FOLDERS: [&str; 6] = ["crates/", "xtask/", "docs/", "gallery/", ".ci/", ".cargo/"];
const WARN_LINES: usize = 400;
/// Split in two because this file is searched too.
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

/// Checks every rule and prints violations.
pub fn run(repository: &Repository) -> Result<(), Error> {
    let architecture = repository.read(ARCHITECTURE)?;
    let files = repository.files()?;
    let mut violations = check_architecture(repository, &architecture)?;
    violations.extend(check_crates(repository, &architecture, &files)?);
    for document in files.iter().filter(|file| has_ending(file, "md")) {
        violations.extend(check_document(repository, document)?);
    }
    for file in files {
        // Binary files have no lines or words.
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

fn missing(part: &str) -> Error {
    Error::Missing {
        document: ARCHITECTURE,
        part: part.to_owned(),
    }
}

/// Allowed dependencies between crates, and the table of external dependencies.
fn check_architecture(
    repository: &Repository,
    architecture: &str,
) -> Result<Vec<Violation>, Error> {
    let block = markdown::fenced_block(architecture, "arrows")
        .ok_or_else(|| missing("block fenced as `arrows`"))?;
    let mut violations = check_arrows(&parse_arrows(&block), &repository.packages());

    let table = markdown::section(architecture, "Dependencies")
        .ok_or_else(|| missing("section \"Dependencies\""))?;
    // The fuzzer is a workspace of its own.
    let manifests = [
        repository.read("Cargo.toml")?,
        repository.read("fuzz/Cargo.toml")?,
    ];
    let all = manifests.iter().flat_map(|text| dependencies(text));
    violations.extend(check_table(
        &markdown::first_column(table),
        &all.collect::<Vec<_>>(),
    ));
    Ok(violations)
}

/// Sizes of crates, and imports within each.
fn check_crates(
    repository: &Repository,
    architecture: &str,
    files: &[String],
) -> Result<Vec<Violation>, Error> {
    let large = markdown::section(architecture, LARGE_CRATES)
        .ok_or_else(|| missing(&format!("section \"{LARGE_CRATES}\"")))?;
    let mut crates: BTreeMap<&str, Vec<(&str, String)>> = BTreeMap::new();
    for file in files {
        if let Some((name, source)) = source_of(file) {
            let text = repository.read(file)?;
            crates.entry(name).or_default().push((source, text));
        }
    }
    let lines = |texts: &[(&str, String)]| texts.iter().map(|(_, text)| text.lines().count()).sum();
    let sizes: Vec<(&str, usize)> = crates
        .iter()
        .map(|(name, texts)| (*name, lines(texts)))
        .collect();
    let mut violations = check_sizes(&sizes, &markdown::first_column(large));
    for (name, texts) in &crates {
        let texts = texts.iter().map(|(file, text)| (*file, text.as_str()));
        violations.extend(imports::cycles(texts).into_iter().map(|cycle| {
            let name = (*name).to_owned();
            Violation::Cycle { name, cycle }
        }));
    }
    Ok(violations)
}

/// The crate of a Rust file, and the file relative to its `src`.
fn source_of(file: &str) -> Option<(&str, &str)> {
    let (folder, source) = file.split_once("/src/")?;
    let name = folder.strip_prefix("crates/").unwrap_or(folder);
    (has_ending(source, "rs") && !name.contains('/')).then_some((name, source))
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

/// Whether `word` occurs in the line as an absolute path: `/a/` is one, `b/a/` is relative.
fn names_place(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '}' | ')'))
    })
}

#[cfg(test)]
#[path = "tidy_tests.rs"]
mod tests;
