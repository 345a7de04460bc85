//! Which file uses which: every path is followed through re-exports to the file that defines the item.
//!
//! `mod x;` and `pub use` do not count as uses, so a file that only assembles others costs nothing.

use super::module::{Module, Path};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum depth of re-exports; more means a cycle.
const DEEPEST: usize = 20;

/// The files of a crate by path, and the names through which one uses another.
#[derive(Default)]
pub struct Graph {
    modules: BTreeMap<Path, Module>,
    /// For each file those it uses, with the names it uses.
    pub edges: BTreeMap<Path, BTreeMap<Path, BTreeSet<String>>>,
}

impl Graph {
    /// The graph of a crate.
    pub fn of(modules: impl IntoIterator<Item = Module>) -> Self {
        let keyed = modules
            .into_iter()
            .map(|module| (module.path.clone(), module));
        let mut graph = Self {
            modules: keyed.collect(),
            edges: BTreeMap::new(),
        };
        for (from, module) in &graph.modules {
            let mut uses: BTreeMap<Path, BTreeSet<String>> = BTreeMap::new();
            for path in &module.uses {
                let Some(path) = graph.absolute(module, path, 0) else {
                    continue;
                };
                // The name of a module alone is not a use; what is called in it is.
                let Some(to) = graph.definer(&path, 0).filter(|to| *to != path) else {
                    continue;
                };
                if to != *from {
                    let name = path.last().cloned().unwrap_or_default();
                    uses.entry(to).or_default().insert(name);
                }
            }
            graph.edges.insert(from.clone(), uses);
        }
        graph
    }

    /// Groups of more than one file that all use each other, directly or indirectly.
    pub fn cycles(&self) -> Vec<Vec<Path>> {
        let reached: BTreeMap<&Path, BTreeSet<&Path>> = self
            .edges
            .keys()
            .map(|from| (from, self.reach(from)))
            .collect();
        let mut grouped = BTreeSet::new();
        let mut groups = Vec::new();
        for (from, to) in &reached {
            let group: Vec<Path> = { to.iter() }
                .filter(|other| reached[*other].contains(from))
                .map(|other| (*other).clone())
                .collect();
            if group.len() > 1 && grouped.insert(group.clone()) {
                groups.push(group);
            }
        }
        groups
    }

    fn reach(&self, from: &Path) -> BTreeSet<&Path> {
        let mut found = BTreeSet::new();
        let mut open: Vec<&Path> = self.edges[from].keys().collect();
        while let Some(path) = open.pop() {
            if found.insert(path) {
                open.extend(self.edges[path].keys());
            }
        }
        found
    }

    /// A path written in a file, from the crate root; none if it leads to another crate.
    fn absolute(&self, module: &Module, written: &[String], depth: usize) -> Option<Path> {
        let (first, rest) = written.split_first()?;
        let own = &module.path;
        match first.as_str() {
            "crate" => Some(rest.to_vec()),
            "self" => Some([own, rest].concat()),
            "super" => {
                let up = written.iter().take_while(|word| *word == "super").count();
                let kept = own.len().checked_sub(up)?;
                Some([&own[..kept], &written[up..]].concat())
            }
            _ if self.modules.contains_key(&child(own, first)) => Some([own, written].concat()),
            name if depth < DEEPEST => {
                let meant = self.absolute(module, module.names.get(name)?, depth + 1)?;
                Some([&meant, rest].concat())
            }
            _ => None,
        }
    }

    /// The file that defines the item at a path from the root.
    fn definer(&self, path: &[String], depth: usize) -> Option<Path> {
        let mut at = self.modules.get(&Path::new())?;
        for (index, name) in path.iter().enumerate() {
            if let Some(child) = self.modules.get(&child(&at.path, name)) {
                at = child;
                continue;
            }
            let rest = &path[index + 1..];
            return self.through(at, name, rest, depth);
        }
        Some(at.path.clone())
    }

    /// The file that defines a name in a file, which may re-export it; `rest` is the remaining path.
    fn through(&self, at: &Module, name: &str, rest: &[String], depth: usize) -> Option<Path> {
        let own = Some(at.path.clone());
        if depth > DEEPEST || name == "*" || at.items.contains(name) {
            return own;
        }
        let meant = { at.names.get(name) }
            .and_then(|written| self.absolute(at, written, 0))
            .filter(|meant| *meant != child(&at.path, name));
        if let Some(meant) = meant {
            return self.definer(&[&meant, rest].concat(), depth + 1);
        }
        let asked = [&[name.to_owned()], rest].concat();
        let globs = at.globs.iter();
        let found = globs
            .filter_map(|written| self.absolute(at, written, 0))
            .find_map(|glob| {
                let found = self.definer(&[&glob, &asked[..]].concat(), depth + 1)?;
                let named = |module: &Module| module.items.contains(name);
                let defined = found != glob || self.modules.get(&glob).is_some_and(named);
                defined.then_some(found)
            });
        found.or(own)
    }
}

fn child(path: &[String], name: &str) -> Path {
    [path, &[name.to_owned()]].concat()
}
