//! Links and pictures: every target must exist.

use super::{Fault, Page};
use std::path::Path;

/// The target of a link: a path from the top folder, and a heading in it.
#[derive(Debug, PartialEq, Eq)]
pub struct Target {
    /// `None` if the path leaves the repository.
    pub path: Option<String>,
    /// The part after `#`.
    pub anchor: Option<String>,
}

/// Every dead link. `root` is the top folder, `pages` are all pages of the repository.
pub fn check(root: &Path, pages: &[Page]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for page in pages {
        for link in &page.links {
            let Some(target) = target(&page.file, &link.it) else {
                continue;
            };
            if let Some(what) = wrong(root, pages, &target) {
                faults.push(Fault {
                    place: page.place(link.line),
                    what: format!("{} {what}", link.it),
                });
            }
        }
    }
    faults
}

/// `None` for a web address.
pub fn target(file: &str, link: &str) -> Option<Target> {
    if ["http://", "https://", "mailto:"]
        .iter()
        .any(|scheme| link.starts_with(scheme))
    {
        return None;
    }
    let (path, anchor) = match link.split_once('#') {
        Some((path, anchor)) => (path, Some(anchor.to_owned())),
        None => (link, None),
    };
    let path = if path.is_empty() {
        Some(file.to_owned())
    } else {
        resolve(file, path)
    };
    Some(Target { path, anchor })
}

/// Converts a path relative to the folder of `file` to one relative to the top folder.
pub fn resolve(file: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

fn wrong(root: &Path, pages: &[Page], target: &Target) -> Option<String> {
    let Some(path) = &target.path else {
        return Some("points outside the repository".to_owned());
    };
    // A folder is not a page.
    if !root.join(path).is_file() {
        return Some(format!("is broken: there is no file {path}"));
    }
    let anchor = target.anchor.as_ref()?;
    let page = pages.iter().find(|page| page.file == *path);
    let known = page.is_some_and(|page| page.anchors.contains(anchor));
    (!known).then(|| format!("is broken: {path} has no heading #{anchor}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_count_from_the_folder_of_the_page() {
        assert_eq!(resolve("docs/a.md", "b.md").as_deref(), Some("docs/b.md"));
        assert_eq!(
            resolve("docs/ports/a.md", "../../x/./y.svg").as_deref(),
            Some("x/y.svg")
        );
        assert_eq!(resolve("README.md", "../b.md"), None);
    }

    #[test]
    fn broken_links_are_named() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let text = "# Top\n[here](#top) [file](Cargo.toml) [net](https://example.org/x)\n\n\
                    [gone](gone.md)\n\n[out](../x)\n\n[other](#bottom)\n\n![no picture](src)\n";
        let pages = [Page::parse("src/a.md", text), Page::parse("b.md", text)];
        let found = check(root, &pages[1..]);
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(
            found,
            [
                "b.md:2: #top is broken: there is no file b.md",
                "b.md:4: gone.md is broken: there is no file gone.md",
                "b.md:6: ../x points outside the repository",
                "b.md:8: #bottom is broken: there is no file b.md",
                "b.md:10: src is broken: there is no file src",
            ]
        );
    }

    #[test]
    fn a_heading_must_be_there() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let page = Page::parse("Cargo.toml", "# Top\n[a](#top) [b](#bottom)\n");
        let found = check(root, &[page]);
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].what,
            "#bottom is broken: Cargo.toml has no heading #bottom"
        );
    }
}
