//! What one file says of itself and of others: the items that it defines, the names that it re-exports, and every path that it uses.

use super::tokens::{is_word, tokens};
use std::collections::{BTreeMap, BTreeSet};

/// A path of modules and at last an item, from the root of the crate.
pub type Path = Vec<String>;

/// One file of a crate.
#[derive(Debug, Default, PartialEq)]
pub struct Module {
    /// Its own path.
    pub path: Path,
    /// Items of its own, those of modules within the file among them.
    pub items: BTreeSet<String>,
    /// Names that it has from elsewhere and what they stand for, as written: both its imports and its re-exports.
    pub names: BTreeMap<String, Path>,
    /// Modules of which it re-exports everything, as written.
    pub globs: Vec<Path>,
    /// What it imports or calls by a path, as written.
    pub uses: Vec<Path>,
}

/// Words after which an item has its name.
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

/// A place in the text.
struct Reader<'a> {
    tokens: Vec<&'a str>,
    at: usize,
    depth: usize,
    /// Depths of the braces of modules within the file that are open here.
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

    /// The name of an item at the level of the file, or of a module in it.
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

    /// A part of a `use` statement below a prefix.
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
            // The file's own imports say more than those that a module in it makes of them.
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
        // What goes on from a type or begins with `::` is of another crate or known already.
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

    /// With `super` as the file would say it: within a module of the file, the first one only leads out of that.
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
