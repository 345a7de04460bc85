//! The contents of one file: the items it defines, the names it re-exports, and every path it uses.

use super::tokens::{is_word, tokens};
use std::collections::{BTreeMap, BTreeSet};

/// A module path ending in an item, from the crate root.
pub type Path = Vec<String>;

/// One file of a crate.
#[derive(Debug, Default, PartialEq)]
pub struct Module {
    /// Its own path.
    pub path: Path,
    /// Its own items, including those of inline modules.
    pub items: BTreeSet<String>,
    /// Imported and re-exported names with their paths, as written.
    pub names: BTreeMap<String, Path>,
    /// Modules it re-exports by glob, as written.
    pub globs: Vec<Path>,
    /// Paths it imports or calls, as written.
    pub uses: Vec<Path>,
}

/// Keywords followed by the name of an item.
const ITEMS: [&str; 9] = [
    "struct", "enum", "trait", "fn", "type", "const", "static", "union", "mod",
];

impl Module {
    /// Reads the text of a file.
    pub fn read(path: Path, text: &str) -> Self {
        let mut reader = Reader {
            tokens: tokens(text),
            at: 0,
            depth: 0,
            inner: Vec::new(),
            module: Self {
                path,
                ..Self::default()
            },
        };
        while reader.at < reader.tokens.len() {
            reader.step();
        }
        reader.module
    }
}

/// A position in the text.
struct Reader<'a> {
    tokens: Vec<&'a str>,
    at: usize,
    depth: usize,
    /// Brace depths of the inline modules open here.
    inner: Vec<usize>,
    module: Module,
}

impl<'a> Reader<'a> {
    fn peek(&self, ahead: usize) -> &'a str {
        self.tokens
            .get(self.at + ahead)
            .copied()
            .unwrap_or_default()
    }

    fn step(&mut self) {
        let token = self.peek(0);
        match token {
            "{" => self.depth += 1,
            "}" => {
                self.depth = self.depth.saturating_sub(1);
                self.inner.retain(|depth| *depth <= self.depth);
            }
            "pub" if self.peek(1) == "(" => return self.visibility(),
            "use" => return self.statement(),
            "mod" if self.peek(2) == "{" => self.inner.push(self.depth + 1),
            _ if is_word(token) && self.peek(1) == "::" => return self.path(),
            _ => {}
        }
        self.item(token);
        self.at += 1;
    }

    /// `pub(in a::b)` names no item.
    fn visibility(&mut self) {
        while self.at < self.tokens.len() && self.peek(0) != ")" {
            self.at += 1;
        }
        self.at += 1;
        if self.peek(0) == "use" {
            self.statement();
        }
    }

    /// The name of an item at file level, or in an inline module.
    fn item(&mut self, keyword: &str) {
        let level = self.inner.last().copied().unwrap_or(0);
        // Not `*const T`, not `&'static T`.
        if self.at > 0 && matches!(self.tokens[self.at - 1], "*" | "'") {
            return;
        }
        if keyword == "macro_rules" {
            self.module.items.insert(self.peek(2).to_owned());
        } else if ITEMS.contains(&keyword) && (self.depth == level || keyword == "mod") {
            let name = if self.peek(1) == "mut" { 2 } else { 1 };
            self.module.items.insert(self.peek(name).to_owned());
        }
    }

    fn statement(&mut self) {
        let public = self.at > 0 && matches!(self.tokens[self.at - 1], "pub" | ")");
        self.at += 1;
        self.tree(&[], public);
    }

    /// A subtree of a `use` statement below a prefix.
    fn tree(&mut self, prefix: &[&'a str], public: bool) {
        let mut path = prefix.to_vec();
        loop {
            let token = self.peek(0);
            self.at += 1;
            match token {
                "{" => {
                    while !matches!(self.peek(0), "}" | "") {
                        self.tree(&path, public);
                        if self.peek(0) == "," {
                            self.at += 1;
                        }
                    }
                    self.at += 1;
                    return;
                }
                "::" => {}
                "*" => return self.glob(&path, public),
                word if is_word(word) => {
                    path.push(word);
                    if self.peek(0) != "::" {
                        break;
                    }
                }
                _ => return,
            }
        }
        let mut name = path.last().copied().unwrap_or_default();
        if name == "self" && path.len() > 1 {
            path.pop();
            name = path.last().copied().unwrap_or_default();
        }
        if self.peek(0) == "as" {
            name = self.peek(1);
            self.at += 2;
        }
        let path = self.written(&path);
        let names = &mut self.module.names;
        if self.inner.is_empty() {
            names.insert(name.to_owned(), path.clone());
        } else {
            // The file's own imports take precedence over those of an inline module.
            names.entry(name.to_owned()).or_insert(path.clone());
        }
        if !public {
            self.module.uses.push(path);
        }
    }

    fn glob(&mut self, path: &[&str], public: bool) {
        let mut path = self.written(path);
        if public {
            self.module.globs.push(path);
        } else {
            path.push("*".to_owned());
            self.module.uses.push(path);
        }
    }

    /// A path outside of `use`: `crate::a::f()`, `a::B`.
    fn path(&mut self) {
        let begin = self.at;
        while is_word(self.peek(0)) && self.peek(1) == "::" && is_word(self.peek(2)) {
            self.at += 2;
        }
        self.at += 1;
        // A path that continues from a type or begins with `::` belongs to another crate or is already known.
        if begin == 0 || self.tokens[begin - 1] != "::" {
            let words: Vec<&str> = self.tokens[begin..self.at]
                .iter()
                .filter(|token| is_word(token))
                .copied()
                .collect();
            let path = self.written(&words);
            self.module.uses.push(path);
        }
    }

    /// Resolves `super` to file level: within an inline module, the first one only leads out of that module.
    fn written(&self, path: &[&str]) -> Path {
        let mut path = path.to_vec();
        for _ in &self.inner {
            match path[..] {
                ["super", "super", ..] => drop(path.remove(0)),
                ["super", ..] => path[0] = "self",
                _ => break,
            }
        }
        path.into_iter().map(str::to_owned).collect()
    }
}
