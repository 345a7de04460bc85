//! Commands named in the pages: each subcommand and option must exist, whether or not the command is run.

use super::{Fault, Page};
use crate::Error;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Cached help texts of the subcommands.
pub struct Manual<'a> {
    program: &'a Path,
    pages: BTreeMap<Vec<String>, Option<String>>,
}

impl<'a> Manual<'a> {
    /// The manual of a `poynting` program.
    pub fn of(program: &'a Path) -> Self {
        Self {
            program,
            pages: BTreeMap::new(),
        }
    }

    /// Commands and options named in a page that the program does not have.
    pub fn check(&mut self, page: &Page) -> Result<Vec<Fault>, Error> {
        let spans = page.spans.iter().map(|span| (span.line, span.it.as_str()));
        let shells = page
            .blocks
            .iter()
            .filter(|block| block.it.language.as_deref() == Some("sh"));
        let lines = shells.flat_map(|block| {
            let numbered = (block.line + 1..).zip(block.it.text.lines());
            numbered.collect::<Vec<_>>()
        });
        let mut faults = Vec::new();
        for (line, text) in spans.chain(lines) {
            for command in commands(text) {
                if let Some(what) = self.wrong(&command)? {
                    let place = page.place(line);
                    faults.push(Fault { place, what });
                }
            }
        }
        Ok(faults)
    }

    fn wrong(&mut self, words: &[&str]) -> Result<Option<String>, Error> {
        let Some(first) = words.first().filter(|word| is_name(word)) else {
            return Ok(None);
        };
        let mut path = vec![(*first).to_owned()];
        let Some(mut help) = self.help(&path)? else {
            return Ok(Some(format!("there is no `poynting {first}`")));
        };
        if let Some(second) = words.get(1).filter(|word| lists(&help, word)) {
            path.push((*second).to_owned());
            help = self.help(&path)?.unwrap_or_default();
        }
        let options = words.iter().filter(|word| word.starts_with("--"));
        let mut unknown = options
            .map(|option| option.split('=').next().unwrap_or(option))
            .filter(|option| !has_option(&help, option));
        Ok(unknown
            .next()
            .map(|option| format!("`poynting {}` has no {option}", path.join(" "))))
    }

    fn help(&mut self, path: &[String]) -> Result<Option<String>, Error> {
        if !self.pages.contains_key(path) {
            let mut command = Command::new(self.program);
            command.args(path).arg("--help");
            let output = command.output().map_err(|source| Error::Start {
                command: crate::repository::describe(&command),
                source,
            })?;
            let help = output
                .status
                .success()
                .then(|| String::from_utf8_lossy(&output.stdout).into_owned());
            self.pages.insert(path.to_vec(), help);
        }
        Ok(self.pages.get(path).cloned().flatten())
    }
}

/// The words after each `poynting` that begins a command.
fn commands(text: &str) -> Vec<Vec<&str>> {
    text.split(['|', ';'])
        .flat_map(|part| part.split("&&"))
        .filter_map(|part| {
            let bare = part.split(" #").next()?.trim().trim_start_matches("$ ");
            let rest = bare.strip_prefix("poynting ")?;
            Some(rest.split_whitespace().collect())
        })
        .collect()
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase()) && !word.contains(['.', '/', '(', ':'])
}

/// Whether a help text lists a subcommand: two spaces, the name, and more spaces.
fn lists(help: &str, name: &str) -> bool {
    help.lines()
        .skip_while(|line| *line != "Commands:")
        .take_while(|line| !line.is_empty())
        .any(|line| line.split_whitespace().next() == Some(name) && line.starts_with("  "))
}

fn has_option(help: &str, option: &str) -> bool {
    help.lines()
        .flat_map(|line| line.split([' ', ',']))
        .any(|word| word == option)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HELP: &str = "Measure\n\nCommands:\n  fdtd  Grids\n  mom   Surfaces\n\nOptions:\n      --json <FILE>  \
                        For others\n  -q, --quiet  Nothing\n";

    #[test]
    fn commands_are_found_in_lines() {
        assert_eq!(
            commands("poynting new a && poynting run a.toml --quiet # comment --x"),
            [vec!["new", "a"], vec!["run", "a.toml", "--quiet"]]
        );
        assert!(commands("cargo install poynting --locked").is_empty());
    }

    #[test]
    fn a_stale_option_is_named() {
        let mut manual = Manual::of(Path::new("poynting"));
        let pages = [("bench", Some(HELP)), ("draw", None)];
        for (name, help) in pages {
            manual
                .pages
                .insert(vec![name.to_owned()], help.map(str::to_owned));
        }
        let mut wrong = |text: &str| manual.wrong(&text.split(' ').collect::<Vec<_>>()).unwrap();
        assert_eq!(wrong("bench --json x --quiet"), None);
        assert_eq!(
            wrong("bench --jsn x").as_deref(),
            Some("`poynting bench` has no --jsn")
        );
        assert_eq!(
            wrong("draw").as_deref(),
            Some("there is no `poynting draw`")
        );
    }
}
