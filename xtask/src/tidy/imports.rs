//! Files of a crate that import each other in a cycle can only be read, tested and moved together; two may, more may not.

mod graph;
mod module;
mod tokens;

use graph::Graph;
use module::{Module, Path};
use std::fmt;

/// A file and its submodule file may use each other.
const MOST_FILES: usize = 2;

/// Files that import each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cycle {
    /// Number of files.
    pub files: usize,
    /// Which file uses which, and for which names.
    pub edges: Vec<(String, String, Vec<String>)>,
}

impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} files form an import cycle:", self.files)?;
        self.edges.iter().try_for_each(|(from, to, names)| {
            write!(f, "\n    {from} -> {to}: {}", names.join(", "))
        })
    }
}

/// The cycles in a crate that are too long; takes its files relative to its `src`, and their text.
pub fn cycles<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<Cycle> {
    let modules = files.into_iter().filter_map(|(file, text)| {
        // Binaries next to the library are separate crates.
        let path = module_path(file).filter(|path| path.first().is_none_or(|top| top != "bin"))?;
        Some(Module::read(path, text))
    });
    let graph = Graph::of(modules);
    let cycles = graph.cycles();
    let long = cycles.iter().filter(|group| group.len() > MOST_FILES);
    long.map(|group| describe(&graph, group)).collect()
}

/// `grid/mod.rs` is the module `grid`, `lib.rs` the root.
fn module_path(file: &str) -> Option<Path> {
    let mut path: Path = { file.strip_suffix(".rs")?.split('/') }
        .map(str::to_owned)
        .collect();
    let root = path.len() == 1 && matches!(path[0].as_str(), "lib" | "main");
    if root || path.last().is_some_and(|last| last == "mod") {
        path.pop();
    }
    Some(path)
}

fn describe(graph: &Graph, group: &[Path]) -> Cycle {
    let name = |path: &Path| match path.len() {
        0 => "the root".to_owned(),
        _ => path.join("::"),
    };
    let edges = group.iter().flat_map(|from| {
        let within = graph.edges[from]
            .iter()
            .filter(|(to, _)| group.contains(to));
        within.map(move |(to, names)| (name(from), name(to), names.iter().cloned().collect()))
    });
    Cycle {
        files: group.len(),
        edges: edges.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        cycles(files.iter().copied())
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn a_file_that_only_puts_others_together_costs_nothing() {
        let files = [
            ("lib.rs", "mod grid; pub use grid::{Lines, fill};"),
            (
                "grid/mod.rs",
                "mod lines; mod fill; pub use lines::Lines; pub(crate) use fill::fill;",
            ),
            ("grid/lines.rs", "pub struct Lines;"),
            (
                "grid/fill.rs",
                "use super::Lines; pub fn fill() -> Lines { Lines }",
            ),
        ];
        assert_eq!(found(&files), [""; 0]);
    }

    #[test]
    fn a_parent_with_types_that_calls_its_children_is_a_cycle() {
        let files = [
            ("lib.rs", "mod grid;"),
            (
                "grid/mod.rs",
                "mod snap; mod fill; use snap::snap; pub struct Lines; fn make() { snap(); fill::fill() }",
            ),
            ("grid/snap.rs", "use super::Lines; pub fn snap() {}"),
            (
                "grid/fill.rs",
                "pub fn fill() -> crate::grid::Lines { todo!() }",
            ),
        ];
        assert_eq!(
            found(&files),
            [
                "3 files form an import cycle:\n    grid -> grid::fill: fill\n    grid -> grid::snap: snap\n    \
              grid::fill -> grid: Lines\n    grid::snap -> grid: Lines"
            ]
        );
    }

    #[test]
    fn two_files_may_know_each_other() {
        let files = [
            ("lib.rs", "mod error; mod fault;"),
            (
                "error.rs",
                "use crate::fault::Fault; pub struct Error(Fault);",
            ),
            (
                "fault.rs",
                "use crate::error::Error; pub struct Fault(Box<Error>);",
            ),
        ];
        assert_eq!(found(&files), [""; 0]);
    }

    #[test]
    fn re_exports_lead_to_the_file_with_the_item() {
        // By name, by an alias, by glob, and through an imported module.
        let ring = |last: &'static str| {
            [
                (
                    "lib.rs",
                    "mod a; mod b; mod c; mod front; pub use front::*;",
                ),
                (
                    "front.rs",
                    "pub use crate::a::A as First; pub use crate::b::*;",
                ),
                ("a.rs", "pub struct A; fn f() { crate::B::new() }"),
                ("b.rs", "use crate::c; pub struct B; fn f() { c::go() }"),
                ("c.rs", last),
            ]
        };
        let closed = found(&ring("use crate::First; pub fn go() {}"));
        assert_eq!(closed.len(), 1);
        assert!(closed[0].starts_with("3 files"), "{closed:?}");
        assert!(closed[0].contains("c -> a: First"), "{closed:?}");
        assert_eq!(found(&ring("pub fn go() {}")), [""; 0]);
    }

    #[test]
    fn tests_in_a_file_belong_to_it() {
        let files = [
            (
                "lib.rs",
                "mod a; mod b; struct Root; fn f() { a::f(); b::f() }",
            ),
            (
                "a.rs",
                "pub fn f() {} #[cfg(test)] mod tests { use super::*; fn g() { super::f() } }",
            ),
            (
                "b.rs",
                "pub fn f() {} mod inner { use super::super::Root; pub(in crate::a) fn h() {} } // use crate::a::f;",
            ),
        ];
        assert_eq!(found(&files), [""; 0]);
        let mut third = files;
        third[1].1 = "mod tests { use super::super::Root; } use crate::Root;";
        assert!(found(&third)[0].starts_with("3 files"));
    }
}
