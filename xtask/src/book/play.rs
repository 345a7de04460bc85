//! Runs the blocks of a page as its reader would: in an empty folder, one after another.
//!
//! | info string | what is done |
//! |---|---|
//! | `toml` | a whole scene: `poynting check` |
//! | `toml file=NAME` | the same, and later commands find it under that name |
//! | `toml in=SCENE` | a part, checked after merging it into a scene of the repository |
//! | `sh` | run, except `cargo install`, since the program is installed |
//! | `python` | run by the tests of the Python package |
//! | `rust from=FILE` | a quotation, which `cargo xtask tidy` compares with the file |
//! | `text` | shown only |
//! | `... skip=REASON` | not run; but subcommands and options of commands must exist |

use super::page::{At, Block};
use super::part::lay;
use super::{Fault, Page};
use crate::Error;
use crate::files::{put, remake};
use crate::repository::{Repository, describe, first_on_path};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// How much of a failed command's output is shown.
const SHOWN_LINES: usize = 12;

/// Where to run blocks, and with which program.
pub struct Stage<'a> {
    /// The source of the scenes into which parts are merged.
    pub repository: &'a Repository,
    /// The `poynting` program.
    pub program: &'a Path,
    /// Parent of the page folders.
    pub folder: PathBuf,
}

impl Stage<'_> {
    /// Runs all blocks of a page; returns the faults.
    pub fn play(&self, page: &Page) -> Result<Vec<Fault>, Error> {
        let folder = self.folder.join(page.file.replace('/', "-"));
        remake(&folder)?;
        let mut faults = Vec::new();
        for block in &page.blocks {
            if let Some(what) = self.block(&folder, block)? {
                let place = page.place(block.line);
                faults.push(Fault { place, what });
            }
        }
        Ok(faults)
    }

    fn block(
        &self,
        folder: &Path,
        At { it: block, .. }: &At<Block>,
    ) -> Result<Option<String>, Error> {
        let Some(language) = block.language.as_deref() else {
            let command = |line: &str| line.trim_start_matches("$ ").starts_with("poynting ");
            let bare = block.text.lines().any(command);
            return Ok(bare.then(|| "contains a command: fence it as ```sh".to_owned()));
        };
        if block.marked("skip").is_some() {
            return Ok(None);
        }
        match language {
            "toml" => self.scene(folder, block),
            "sh" => self.shell(folder, &block.text),
            "rust" if block.marked("from").is_none() => Ok(Some(
                "Rust that is not compiled: quote a file, ```rust from=PATH".to_owned(),
            )),
            "python" | "rust" | "text" | "arrows" => Ok(None),
            other => Ok(Some(format!("unknown language \"{other}\""))),
        }
    }

    fn scene(&self, folder: &Path, block: &Block) -> Result<Option<String>, Error> {
        let text = match block.marked("in") {
            Some(scene) => lay(&self.repository.read(scene)?, &block.text),
            None => block.text.clone(),
        };
        let path = folder.join(block.marked("file").unwrap_or("block.toml"));
        put(&path, text)?;
        let mut check = Command::new(self.program);
        check.arg("check").arg(&path).current_dir(folder);
        run(&mut check)
    }

    fn shell(&self, folder: &Path, text: &str) -> Result<Option<String>, Error> {
        let lines: Vec<&str> = text
            .lines()
            .filter(|line| !line.starts_with("cargo install "))
            .collect();
        let bin = self.program.parent().unwrap_or(Path::new("."));
        let mut bash = Command::new("bash");
        bash.args(["-euo", "pipefail", "-c", &lines.join("\n")])
            .current_dir(folder)
            .env("PATH", first_on_path(bin));
        run(&mut bash)
    }
}

/// The last output of a command, if it failed.
fn run(command: &mut Command) -> Result<Option<String>, Error> {
    let output = command.output().map_err(|source| Error::Start {
        command: describe(command),
        source,
    })?;
    Ok((!output.status.success()).then(|| last_words(&output)))
}

fn last_words(output: &Output) -> String {
    let text = [&output.stdout, &output.stderr]
        .map(|bytes| String::from_utf8_lossy(bytes).into_owned())
        .concat();
    let lines: Vec<&str> = text.lines().collect();
    let from = lines.len().saturating_sub(SHOWN_LINES);
    format!("fails ({})\n{}", output.status, lines[from..].join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Uses a program that refuses every scene.
    fn play(text: &str) -> Vec<String> {
        let folder = std::env::temp_dir().join(format!(
            "poynting-play-{}-{}",
            std::process::id(),
            text.len()
        ));
        let stage = Stage {
            repository: &Repository::open().unwrap(),
            program: Path::new("/bin/false"),
            folder: folder.clone(),
        };
        let faults = stage.play(&Page::parse("p.md", text)).unwrap();
        std::fs::remove_dir_all(folder).unwrap();
        faults.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn blocks_run_one_after_another() {
        let text = "```sh\ncargo install nothing\necho 1 > a\n```\n\n```sh\ngrep -q 1 a\n```\n\n```sh skip=a GPU\nfalse\n```\n\n```text\nx\n```\n";
        assert!(play(text).is_empty());
    }

    #[test]
    fn stale_blocks_are_found() {
        let found = play(
            "# P\n\n```sh\necho gone; false | true\n```\n\n```toml file=a.toml\ntitle = \"x\"\n```\n\n```toml in=crates/scene/scenes/cavity.toml\n[stop]\n```\n",
        );
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(found[0].starts_with("p.md:3: fails") && found[0].ends_with("gone"));
        assert!(found[1].starts_with("p.md:7: fails") && found[2].starts_with("p.md:11: fails"));
    }

    #[test]
    fn nothing_is_left_out_in_silence() {
        let found = play("```rust\nfn f() {}\n```\n\n```ruby\nx\n```\n\n    poynting run a.toml\n");
        assert_eq!(
            found,
            [
                "p.md:1: Rust that is not compiled: quote a file, ```rust from=PATH",
                "p.md:5: unknown language \"ruby\"",
                "p.md:9: contains a command: fence it as ```sh",
            ]
        );
    }
}
