//! The quick start of README.md, run as a new user would.
//!
//! The block is run literally; cargo is only told to report its times and to use the HDF5 library that the tests have built. `cargo install` lines
//! run in the repository, where the user is after cloning it; all others run in an empty folder, without access to the repository. Cargo installs
//! into a separate folder, which is first on PATH. At the end every picture that the section names must exist.

use crate::files::{failed, remake, remove};
use crate::repository::{Repository, first_on_path, run as run_command};
use crate::{Error, hdf5, markdown};
use std::path::{Path, PathBuf};
use std::process::Command;

const README: &str = "README.md";
const HEADING: &str = "Quick start";

/// What the README promises.
#[derive(Debug, PartialEq, Eq)]
struct QuickStart<'a> {
    install: Vec<&'a str>,
    first_run: Vec<&'a str>,
    pictures: Vec<&'a str>,
}

/// Runs the block and returns the installed `poynting` program.
pub fn run(repository: &Repository) -> Result<PathBuf, Error> {
    let program = install(repository)?;
    first_run(repository)?;
    Ok(program)
}

/// Runs the lines that install the program, and returns it.
pub fn install(repository: &Repository) -> Result<PathBuf, Error> {
    let readme = repository.read(README)?;
    // Cargo refuses to overwrite a program that came from another clone.
    remove(&install_root(repository))?;
    // The options only change the reporting of the build, and whether HDF5 is built a second time.
    let install = parse(&readme)?.install;
    let hdf5 = hdf5::options(repository);
    let lines: Vec<String> = install
        .iter()
        .map(|line| format!("{line} --timings{hdf5}"))
        .collect();
    shell(repository, &repository.root, &lines.join("\n"))?;
    Ok(program(repository))
}

/// The path of that program.
pub fn program(repository: &Repository) -> PathBuf {
    install_root(repository).join("bin/poynting")
}

/// Runs the lines after the installation, with the installed program.
pub fn first_run(repository: &Repository) -> Result<(), Error> {
    let readme = repository.read(README)?;
    let quick_start = parse(&readme)?;
    let folder = std::env::temp_dir().join(format!("poynting-quickstart-{}", std::process::id()));
    remake(&folder)?;
    let outcome = shell(repository, &folder, &quick_start.first_run.join("\n"))
        .and_then(|()| find_pictures(&folder, &quick_start.pictures));
    remove(&folder)?;
    outcome
}

fn install_root(repository: &Repository) -> PathBuf {
    repository.target_dir().join("quickstart")
}

fn shell(repository: &Repository, folder: &Path, lines: &str) -> Result<(), Error> {
    let root = install_root(repository);
    let mut bash = Command::new("bash");
    bash.args(["-xeuo", "pipefail", "-c", lines])
        .current_dir(folder)
        // Without features some code is unused; clippy checks with all features.
        .env("RUSTFLAGS", "-Dwarnings")
        .env("PATH", first_on_path(&root.join("bin")))
        .env("CARGO_INSTALL_ROOT", root);
    run_command(&mut bash)
}

fn parse(readme: &str) -> Result<QuickStart<'_>, Error> {
    let missing = |part: &str| Error::Missing {
        document: README,
        part: part.to_owned(),
    };
    let section =
        markdown::section(readme, HEADING).ok_or_else(|| missing("section \"Quick start\""))?;
    let block = markdown::fenced_block(section, "sh")
        .ok_or_else(|| missing("```sh block in its quick start"))?;
    let (install, first_run): (Vec<_>, Vec<_>) = block
        .into_iter()
        .partition(|line| line.starts_with("cargo install "));
    let pictures: Vec<_> = markdown::code_spans(section)
        .into_iter()
        .filter(|span| {
            Path::new(span)
                .extension()
                .is_some_and(|ending| ending == "png")
        })
        .collect();
    for (part, empty) in [
        (
            "`cargo install` line in its quick start",
            install.is_empty(),
        ),
        (
            "command after the installation in its quick start",
            first_run.is_empty(),
        ),
        (
            "`.png` picture named in its quick start",
            pictures.is_empty(),
        ),
    ] {
        if empty {
            return Err(missing(part));
        }
    }
    Ok(QuickStart {
        install,
        first_run,
        pictures,
    })
}

fn find_pictures(folder: &Path, pictures: &[&str]) -> Result<(), Error> {
    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
    for picture in pictures {
        let path = folder.join(picture);
        let bytes = std::fs::read(&path).map_err(failed(&path))?;
        if !bytes.starts_with(PNG) {
            return Err(Error::Unexpected(format!("{picture} is not a PNG image")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn install_lines_are_told_from_the_first_run() {
        let readme = "# P\n## Quick start\n\n```sh\ncargo install --path crates/cli\npoynting new \
                      cavity\npoynting run cavity.toml\n```\n\nSee `out/probe.png`.\n## Next\n`b.png`\n";
        let quick_start = parse(readme).unwrap();
        assert_eq!(quick_start.install, ["cargo install --path crates/cli"]);
        assert_eq!(
            quick_start.first_run,
            ["poynting new cavity", "poynting run cavity.toml"]
        );
        assert_eq!(quick_start.pictures, ["out/probe.png"]);
    }

    #[test]
    fn a_quick_start_without_a_picture_is_refused() {
        let readme = "## Quick start\n```sh\ncargo install x\npoynting new cavity\n```\n";
        let error = parse(readme).unwrap_err().to_string();
        assert_eq!(
            error,
            "README.md has no `.png` picture named in its quick start"
        );
    }

    #[test]
    fn a_picture_must_exist_and_be_one() {
        let folder = std::env::temp_dir().join(format!("poynting-xtask-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("good.png"), b"\x89PNG\r\n\x1a\n...").unwrap();
        std::fs::write(folder.join("bad.png"), b"<svg/>").unwrap();
        let outcomes = ["good.png", "bad.png", "none.png"].map(|p| find_pictures(&folder, &[p]));
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(outcomes[0].is_ok());
        assert!(matches!(outcomes[1], Err(Error::Unexpected(_))));
        assert!(matches!(outcomes[2], Err(Error::File { .. })));
    }
}
