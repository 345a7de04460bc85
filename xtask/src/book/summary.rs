//! The table of contents: it must list every page exactly once.

use super::links::{resolve, target};
use super::{Fault, Page};
use crate::files::has_ending;
use std::fmt::Write;

/// The table of contents.
pub const SUMMARY: &str = "docs/SUMMARY.md";
/// Every page in these folders belongs to the book.
const FOLDERS: [&str; 2] = ["docs/", "gallery/"];

/// The pages of the book, in order.
pub fn pages(summary: &Page) -> Vec<String> {
    summary
        .links
        .iter()
        .filter_map(|link| resolve(&summary.file, &link.it))
        .collect()
}

/// Pages that the table omits or lists twice; `all` are those of the repository.
pub fn check(summary: &Page, all: &[Page]) -> Vec<Fault> {
    let listed = pages(summary);
    let fault = |place: &str, what: String| Fault {
        place: place.to_owned(),
        what,
    };
    let mut faults = Vec::new();
    for (number, page) in listed.iter().enumerate() {
        if listed[..number].contains(page) {
            faults.push(fault(SUMMARY, format!("{page} is listed twice")));
        }
    }
    for page in all {
        let belongs = FOLDERS.iter().any(|folder| page.file.starts_with(folder));
        let is_listed = listed.contains(&page.file);
        if belongs && page.file != SUMMARY && !is_listed {
            faults.push(fault(&page.file, format!("is not in {SUMMARY}")));
        }
        if !is_listed {
            continue;
        }
        for link in &page.links {
            let path = target(&page.file, &link.it).and_then(|target| target.path);
            let unlisted = path.filter(|path| has_ending(path, "md") && !listed.contains(path));
            if let Some(path) = unlisted {
                let what = format!("links to {path}, which is not in {SUMMARY}");
                faults.push(fault(&page.place(link.line), what));
            }
        }
    }
    faults
}

/// The table with paths relative to the top folder, as in the source of the book.
pub fn from_the_top(text: &str) -> String {
    let mut parts = text.split("](");
    let mut moved = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (path, rest) = part.split_once(')').unwrap_or((part, ""));
        let path = resolve(SUMMARY, path).unwrap_or_default();
        let _ = write!(moved, "]({path}){rest}");
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "# Contents\n\n[Start](../README.md)\n\n- [A](a.md)\n  - [B](sub/b.md)\n- [A](a.md)\n";

    #[test]
    fn a_missing_page_is_named() {
        let summary = Page::parse(SUMMARY, TEXT);
        let all = [
            Page::parse("README.md", "[x](CHANGELOG.md) [y](docs/a.md)"),
            Page::parse("CHANGELOG.md", ""),
            Page::parse("docs/a.md", ""),
            Page::parse("docs/sub/b.md", ""),
            Page::parse("docs/lost.md", ""),
            Page::parse("crates/x/README.md", "[z](y.md)"),
            Page::parse("gallery/README.md", ""),
        ];
        let found: Vec<String> = check(&summary, &all)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            found,
            [
                "docs/SUMMARY.md: docs/a.md is listed twice",
                "README.md:1: links to CHANGELOG.md, which is not in docs/SUMMARY.md",
                "docs/lost.md: is not in docs/SUMMARY.md",
                "gallery/README.md: is not in docs/SUMMARY.md",
            ]
        );
    }

    #[test]
    fn the_source_of_the_book_begins_at_the_top() {
        let moved = from_the_top(TEXT);
        assert!(moved.contains("[Start](README.md)\n"), "{moved}");
        assert!(moved.contains("- [A](docs/a.md)\n  - [B](docs/sub/b.md)\n"));
    }
}
