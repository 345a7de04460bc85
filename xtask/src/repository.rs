//! The repository: its files, its packages, and how to run a program in it.

use crate::{Error, files};
use serde_json::Value;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The repository this program was built from.
pub struct Repository {
    /// Its top folder.
    pub root: PathBuf,
    metadata: Value,
}

/// A workspace package and the packages it uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    /// Folder name: `fdtd` for `poynting-fdtd`.
    pub name: String,
    /// Workspace packages it needs to build, not counting those of its tests.
    pub uses: Vec<String>,
}

impl Repository {
    /// Queries cargo about the workspace.
    pub fn open() -> Result<Self, Error> {
        let metadata = metadata(Path::new("."), &["--no-deps"])?;
        let root = PathBuf::from(metadata["workspace_root"].as_str().unwrap_or("."));
        Ok(Self { root, metadata })
    }

    /// Cargo's target folder.
    pub fn target_dir(&self) -> PathBuf {
        self.metadata["target_directory"]
            .as_str()
            .map_or_else(|| self.root.join("target"), PathBuf::from)
    }

    /// Cargo's metadata of all compiled crates.
    pub fn metadata(&self, args: &[&str]) -> Result<Value, Error> {
        metadata(&self.root, args)
    }

    /// The workspace packages with their dependencies.
    pub fn packages(&self) -> Vec<Package> {
        packages(&self.metadata)
    }

    /// Every file that git tracks or would track, relative to the top folder.
    pub fn files(&self) -> Result<Vec<String>, Error> {
        let mut git = Command::new("git");
        git.current_dir(&self.root).args([
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ]);
        let listing = output(&mut git)?;
        Ok(listing
            .split('\0')
            .filter(|file| !file.is_empty() && self.root.join(file).is_file())
            .map(str::to_owned)
            .collect())
    }

    /// The text of a file.
    pub fn read(&self, file: &str) -> Result<String, Error> {
        files::read(&self.root.join(file))
    }

    /// A cargo command in the top folder.
    pub fn cargo<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Command {
        let mut command = cargo(&self.root);
        command.args(args);
        command
    }
}

/// Whether cargo-nextest is available.
pub fn has_nextest(repository: &Repository) -> bool {
    repository
        .cargo(["nextest", "--version"])
        .output()
        .is_ok_and(|output| output.status.success())
}

/// Runs a command attached to the terminal.
pub fn run(command: &mut Command) -> Result<(), Error> {
    let status = command
        .status()
        .map_err(|source| start_error(command, source))?;
    if status.success() {
        return Ok(());
    }
    Err(Error::Failed {
        command: describe(command),
        status,
    })
}

/// Prints a command and runs it.
pub fn shown(command: &mut Command) -> Result<(), Error> {
    println!("$ {}", describe(command));
    run(command)
}

/// The output of a command.
pub fn output(command: &mut Command) -> Result<String, Error> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|source| start_error(command, source))?;
    if !output.status.success() {
        return Err(Error::Failed {
            command: describe(command),
            status: output.status,
        });
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The host target triple.
pub fn host() -> Result<String, Error> {
    let about = output(Command::new("rustc").arg("-vV"))?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned)
        .ok_or_else(|| Error::Unexpected("`rustc -vV` names no host".to_owned()))
}

fn cargo(folder: &Path) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(folder);
    command
}

fn metadata(folder: &Path, args: &[&str]) -> Result<Value, Error> {
    let mut cargo = cargo(folder);
    cargo.args(["metadata", "--format-version", "1"]).args(args);
    serde_json::from_str(&output(&mut cargo)?).map_err(|source| Error::Json {
        what: "cargo metadata".into(),
        source,
    })
}

fn start_error(command: &Command, source: std::io::Error) -> Error {
    Error::Start {
        command: describe(command),
        source,
    }
}

/// The command as typed in a shell.
pub fn describe(command: &Command) -> String {
    let program = Path::new(command.get_program())
        .file_name()
        .unwrap_or_default();
    std::iter::once(program)
        .chain(command.get_args())
        .map(OsStr::to_string_lossy)
        .collect::<Vec<_>>()
        .join(" ")
}

/// PATH with a folder prepended.
pub fn first_on_path(folder: &Path) -> OsString {
    let mut path = folder.as_os_str().to_owned();
    if let Some(rest) = std::env::var_os("PATH") {
        path.push(":");
        path.push(rest);
    }
    path
}

fn packages(metadata: &Value) -> Vec<Package> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let all = list(&metadata["packages"]);
    let names: Vec<&str> = all
        .iter()
        .filter_map(|package| package["name"].as_str())
        .collect();
    all.iter()
        .map(|package| Package {
            name: short_name(package["name"].as_str().unwrap_or_default()),
            uses: list(&package["dependencies"])
                .iter()
                .filter(|dependency| dependency["kind"] != "dev")
                .filter_map(|dependency| dependency["name"].as_str())
                .filter(|name| names.contains(name))
                .map(short_name)
                .collect(),
        })
        .collect()
}

fn short_name(package: &str) -> String {
    package
        .strip_prefix("poynting-")
        .unwrap_or(package)
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_arrows_within_the_workspace_and_outside_tests_count() {
        let metadata = serde_json::json!({"packages": [
            {"name": "poynting-scene", "dependencies": []},
            {"name": "poynting-fdtd", "dependencies": [
                {"name": "poynting-scene", "kind": null},
                {"name": "rayon", "kind": null},
                {"name": "poynting", "kind": "dev"},
            ]},
            {"name": "poynting", "dependencies": [{"name": "poynting-fdtd", "kind": "build"}]},
        ]});
        let package = |name: &str, uses: &[&str]| Package {
            name: name.into(),
            uses: uses.iter().map(|&name| name.into()).collect(),
        };
        assert_eq!(
            packages(&metadata),
            [
                package("scene", &[]),
                package("fdtd", &["scene"]),
                package("poynting", &["fdtd"])
            ]
        );
    }

    #[test]
    fn commands_are_described_as_typed() {
        let mut command = Command::new("/usr/bin/cargo");
        command.args(["fmt", "--check"]);
        assert_eq!(describe(&command), "cargo fmt --check");
    }
}
