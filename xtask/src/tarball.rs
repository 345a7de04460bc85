//! A plain tarball for those who do not build from source: the program, its completions, the licences of it and of what it contains. It
//! is unpacked in an empty folder, and must run there.

use crate::Error;
use crate::files::{copy, make, put, remove};
use crate::repository::{Repository, output, shown};
use crate::third_party;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Documents shipped with the program.
const DOCUMENTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];
/// Shells, and the file name each expects for its completions.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "poynting.bash"),
    ("zsh", "_poynting"),
    ("fish", "poynting.fish"),
];

/// Packs a `poynting` program, and tests the package.
pub fn run(repository: &Repository, program: &Path) -> Result<(), Error> {
    pack(repository, program).map(drop)
}

/// The same; returns the path of the package.
pub fn pack(repository: &Repository, program: &Path) -> Result<PathBuf, Error> {
    let folder = repository.target_dir().join("tarball");
    remove(&folder)?;
    // `poynting 0.1.0` becomes `poynting-0.1.0-x86_64-linux`.
    let version = output(Command::new(program).arg("--version"))?;
    let (system, machine) = (std::env::consts::OS, std::env::consts::ARCH);
    let name = format!("{}-{machine}-{system}", version.trim().replace(' ', "-"));
    let packed = folder.join(&name);
    fill(repository, program, &packed)?;
    let archive = folder.join(format!("{name}.tar.gz"));
    tar(&folder, &["-czf", &archive.to_string_lossy(), &name])?;

    let elsewhere = folder.join("unpacked");
    make(&elsewhere)?;
    tar(&elsewhere, &["-xzf", &archive.to_string_lossy()])?;
    let unpacked = elsewhere.join(&name).join("poynting");
    third_party::check(&unpacked.with_file_name(third_party::FILE))?;
    for arguments in [
        &["doctor"][..],
        &["new", "cavity"],
        &["check", "cavity.toml"],
    ] {
        let mut command = Command::new(&unpacked);
        shown(command.args(arguments).current_dir(&elsewhere))?;
    }
    println!("tarball: {}", archive.display());
    Ok(archive)
}

fn fill(repository: &Repository, program: &Path, packed: &Path) -> Result<(), Error> {
    let completions = packed.join("completions");
    copy(program, &packed.join("poynting"))?;
    for document in DOCUMENTS {
        copy(&repository.root.join(document), &packed.join(document))?;
    }
    let licences = third_party::text(repository)?;
    put(&packed.join(third_party::FILE), licences)?;
    for (shell, file) in COMPLETIONS {
        let script = output(Command::new(program).args(["completions", shell]))?;
        put(&completions.join(file), script)?;
    }
    Ok(())
}

/// Runs tar in a folder.
pub fn tar(folder: &Path, arguments: &[&str]) -> Result<(), Error> {
    shown(Command::new("tar").args(arguments).current_dir(folder))
}
