//! The scene file reference, written from the output of `poynting schema`: the tables with links between them, and the
//! units of all quantities.

use super::Fault;
use super::page::anchor;
use crate::Error;
use crate::files::put;
use crate::repository::{Repository, output};
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// The page.
pub const PAGE: &str = "docs/scene.md";
const INTRODUCTION: &str = "<!-- Written by `cargo xtask reference` from `poynting schema`; do not edit. -->
# The scene file

Every table of a scene with every key. A scene is TOML or JSON with the same keys. `poynting schema` prints this page as a JSON Schema, with which
editors complete keys and mark errors as you type. The first table is the file itself: its keys are the top-level tables and lists.

";
const QUANTITIES: &str = "quantities";

/// Writes the page.
pub fn write(repository: &Repository, program: &Path) -> Result<(), Error> {
    put(&repository.root.join(PAGE), page(program)?)
}

/// Whether the page matches the program's output.
pub fn check(repository: &Repository, program: &Path) -> Result<Option<Fault>, Error> {
    let stale = repository.read(PAGE)? != page(program)?;
    Ok(stale.then(|| Fault {
        place: PAGE.to_owned(),
        what: "is not up to date with the schema; run `cargo xtask reference`".to_owned(),
    }))
}

fn page(program: &Path) -> Result<String, Error> {
    let ask = |more: &[&str]| output(Command::new(program).arg("schema").args(more));
    let schema: Value = serde_json::from_str(&ask(&[])?).map_err(|source| Error::Json {
        what: "the schema".to_owned(),
        source,
    })?;
    Ok(compose(&ask(&["--reference"])?, &schema))
}

/// Each section of the reference with links in its tables, then the quantities.
fn compose(reference: &str, schema: &Value) -> String {
    let (quantities, units) = quantities(schema);
    let sections: Vec<&str> = reference.split("\n## ").skip(1).collect();
    let mut links: Vec<(&str, String)> = sections
        .iter()
        .filter_map(|section| section.lines().next())
        .map(|name| (name, anchor(name)))
        .collect();
    links.extend(
        quantities
            .iter()
            .map(|name| (name.as_str(), QUANTITIES.to_owned())),
    );
    // "grid lines" before "grid".
    links.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));

    let mut text = INTRODUCTION.to_owned();
    let mut seen = Vec::new();
    for section in sections {
        let mut variants = section.split("\n### ");
        let own = variants.next().unwrap_or_default();
        let _ = writeln!(text, "## {}\n", with_links(own, &links).trim_end());
        let (old, new): (Vec<&str>, Vec<&str>) =
            variants.partition(|variant| seen.contains(&variant.trim_end()));
        for variant in new {
            seen.push(variant.trim_end());
            let _ = writeln!(text, "### {}\n", with_links(variant, &links).trim_end());
        }
        let old: Vec<String> = old
            .iter()
            .filter_map(|variant| variant.lines().next())
            .map(|title| format!("[{title}](#{})", anchor(title)))
            .collect();
        if !old.is_empty() {
            let _ = writeln!(text, "As above: {}.\n", old.join(", "));
        }
    }
    text + &units
}

/// The names of all quantities, and the section about them.
fn quantities(schema: &Value) -> (Vec<String>, String) {
    let mut names = Vec::new();
    let mut text = format!(
        "## {QUANTITIES}\n\nA number and its unit in one string; a bare number is refused. Every unit accepts the usual prefixes, \
         and units can be multiplied and divided as in `\"5 A/m^2\"`.\n\n| quantity | example | units |\n|---|---|---|\n"
    );
    for quantity in schema["$defs"]
        .as_object()
        .into_iter()
        .flat_map(serde_json::Map::values)
    {
        let described = quantity["description"].as_str().unwrap_or_default();
        let example = quantity["examples"][0].as_str();
        if let (Some((what, units)), Some(example)) =
            (described.split_once(" with its unit: "), example)
        {
            let name = what.split_once(' ').map_or(what, |(_, name)| name);
            let units = units.trim_end_matches('.').replace(", ", "`, `");
            let _ = writeln!(text, "| {name} | `\"{example}\"` | `{units}` |");
            names.push(name.to_owned());
        }
    }
    (names, text)
}

/// The second column of every row with links.
fn with_links(text: &str, links: &[(&str, String)]) -> String {
    let mut linked = String::new();
    for line in text.lines() {
        let cells: Vec<&str> = line.split(" | ").collect();
        match &cells[..] {
            [key, value, rest @ ..] if key.starts_with("| `") => {
                let value = link(value, links);
                let cells = [&[*key, value.as_str()], rest].concat();
                linked.push_str(&cells.join(" | "));
            }
            _ => linked.push_str(line),
        }
        linked.push('\n');
    }
    linked
}

/// Turns every name that occurs as a separate word into a link.
fn link(text: &str, links: &[(&str, String)]) -> String {
    let mut linked = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let begins = !linked.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '`' | '-'));
        let found = links.iter().find(|(name, _)| {
            rest.strip_prefix(name)
                .is_some_and(|after| !after.starts_with(|c: char| c.is_alphanumeric() || c == '`'))
        });
        match found {
            Some((name, anchor)) if begins => {
                let _ = write!(linked, "[{name}](#{anchor})");
                rest = &rest[name.len()..];
            }
            _ => {
                linked.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    linked
}

#[cfg(test)]
mod tests {
    use super::*;

    const REFERENCE: &str = "# The scene file\n\n## scene\n\nAll.\n\n| key | value | default | meaning |\n|---|---|---|---|\n\
        | `grid` | the grid | `{}` | The grid. |\n| `lines` | the grid lines |  | A length. |\n\n## grid\n\nHow.\n\n\
        | key | value | default | meaning |\n|---|---|---|---|\n| `spacing` | a length, more than zero; or [x, y, z] | required | Size. |\n\n\
        ### shape = \"box\"\n\nA box.\n\n## grid lines\n\nLines.\n\n### shape = \"box\"\n\nA box.\n";

    #[test]
    fn tables_are_linked_and_variants_told_once() {
        let schema = serde_json::json!({"$defs": {
            "length": {"description": "a length with its unit: mm, m.", "examples": ["4 mm"]},
            "grid": {"description": "How."},
        }});
        let page = compose(REFERENCE, &schema);
        assert!(
            page.contains("| `grid` | the [grid](#grid) | `{}` | The grid. |"),
            "{page}"
        );
        assert!(page.contains("| `lines` | the [grid lines](#grid-lines) |  | A length. |"));
        assert!(
            page.contains("| a [length](#quantities), more than zero; or [x, y, z] | required |")
        );
        assert_eq!(page.matches("### shape = \"box\"").count(), 1);
        assert!(page.contains("As above: [shape = \"box\"](#shape--box).\n"));
        assert!(page.ends_with("| length | `\"4 mm\"` | `mm`, `m` |\n"));
    }
}
