//! The book itself: its source has the layout of the repository, so that every link between pages and files is valid in both; mdBook
//! converts it to HTML, in which every link must be valid too.

use super::Fault;
use super::links::target;
use super::page::Page;
use super::summary::{self, SUMMARY};
use crate::Error;
use crate::files::{copy, failed, has_ending, put, read, remove};
use crate::repository::{Repository, shown};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The mdBook version.
const VERSION: &str = "0.5.4";
/// Its settings and its style, in `docs`.
const SETTINGS: [&str; 2] = ["book.toml", "book.css"];

/// Builds the book of the pages in the table of contents; returns its folder.
pub fn build(repository: &Repository, folder: &Path, pages: &[&Page]) -> Result<PathBuf, Error> {
    let source = folder.join("src");
    let html = folder.join("html");
    for old in [&source, &html] {
        remove(old)?;
    }
    let summary = summary::from_the_top(&repository.read(SUMMARY)?);
    put(&source.join("SUMMARY.md"), summary)?;
    for file in SETTINGS {
        copy(&repository.root.join("docs").join(file), &folder.join(file))?;
    }
    let take = |file: &str| copy(&repository.root.join(file), &source.join(file));
    for page in pages {
        take(&page.file)?;
        let linked = page
            .links
            .iter()
            .filter_map(|link| target(&page.file, &link.it)?.path);
        for file in linked.filter(|file| !has_ending(file, "md")) {
            take(&file)?;
        }
    }
    let mut mdbook = Command::new(mdbook(repository)?);
    mdbook
        .arg("build")
        .arg(folder)
        .args(["--dest-dir"])
        .arg(&html);
    shown(&mut mdbook)?;
    Ok(html)
}

/// mdBook, installed for this repository if the machine does not have it.
fn mdbook(repository: &Repository) -> Result<PathBuf, Error> {
    let has = |program: &Path| {
        let version = Command::new(program).arg("--version").output();
        version.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains(VERSION))
    };
    let tools = repository.target_dir().join("tools");
    let own = tools.join("bin/mdbook");
    if let Some(found) = [PathBuf::from("mdbook"), own.clone()]
        .into_iter()
        .find(|program| has(program))
    {
        return Ok(found);
    }
    let mut install = repository.cargo(["install", "mdbook", "--version", VERSION, "--locked"]);
    // Without its server, and not optimised: building it takes most of the time.
    install
        .args(["--no-default-features", "--features", "search", "--debug"])
        .arg("--root")
        .arg(&tools)
        .env("CARGO_PROFILE_DEV_DEBUG", "0");
    shown(&mut install)?;
    Ok(own)
}

/// Every dead link in the built pages.
pub fn check(folder: &Path) -> Result<Vec<Fault>, Error> {
    let mut files = Vec::new();
    list(folder, &mut files)?;
    let mut pages = BTreeMap::new();
    for path in &files {
        let name = path
            .strip_prefix(folder)
            .unwrap_or(path)
            .to_string_lossy()
            .into_owned();
        let text = if has_ending(path, "html") {
            read(path)?
        } else {
            String::new()
        };
        pages.insert(name, text);
    }
    Ok(dead_links(&pages))
}

/// `pages` holds the text of every page and an empty text for other files.
fn dead_links(pages: &BTreeMap<String, String>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (name, text) in pages {
        for link in attributes(text, "href").chain(attributes(text, "src")) {
            let Some(target) = target(name, link) else {
                continue;
            };
            let there = target.path.and_then(|path| {
                let path = if path.is_empty() {
                    "index.html".to_owned()
                } else {
                    path
                };
                pages.get(&path)
            });
            let alive = there.is_some_and(|page| {
                let anchor = target.anchor.as_deref().unwrap_or_default();
                anchor.is_empty() || attributes(page, "id").any(|id| id == anchor)
            });
            if !alive {
                faults.push(Fault {
                    place: name.clone(),
                    what: format!("broken link {link} in the built book"),
                });
            }
        }
    }
    faults
}

/// The values of an attribute.
fn attributes<'a>(text: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let begin = format!(" {name}=\"");
    let starts: Vec<usize> = text
        .match_indices(&begin)
        .map(|(at, _)| at + begin.len())
        .collect();
    starts
        .into_iter()
        .filter_map(|at| text[at..].split('"').next())
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Error> {
    for entry in std::fs::read_dir(folder).map_err(failed(folder))?.flatten() {
        let path = entry.path();
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dead_links_of_the_book_are_found() {
        let pages = [
            (
                "index.html",
                r#"<a href="docs/a.html#top"></a><a href="docs/a.html#low"></a>"#,
            ),
            (
                "docs/a.html",
                r#"<h1 id="top"></h1><img src="../p.svg"><a href="https://example.org"></a><a href="b.html">"#,
            ),
            ("p.svg", ""),
        ];
        let pages = pages
            .map(|(name, text)| (name.to_owned(), text.to_owned()))
            .into();
        let found: Vec<String> = dead_links(&pages).iter().map(ToString::to_string).collect();
        assert_eq!(
            found,
            [
                "docs/a.html: broken link b.html in the built book",
                "index.html: broken link docs/a.html#low in the built book",
            ]
        );
    }
}
