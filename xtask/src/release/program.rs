//! The program as a tarball for every Linux with glibc 2.28 or later. HDF5 and everything else is linked in. A fully static program could not load
//! a Vulkan driver, so glibc remains.

use super::dist::keep;
use super::tools::{GLIBC, Tools};
use crate::Error;
use crate::repository::{Repository, shown};
use crate::tarball;
use std::process::Command;

/// Builds the program, checks what it needs, packs it and tries what was packed.
pub fn run(repository: &Repository) -> Result<(), Error> {
    let tools = Tools::ready(repository)?;
    let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let mut build = tools.command(repository, "cargo-zigbuild");
    build
        .args(["zigbuild", "--release", "--locked"])
        .args(["--package", "poynting-cli", "--features", "gpu"])
        .args(["--target", &format!("{target}.{GLIBC}")]);
    shown(&mut build)?;
    let program = repository
        .target_dir()
        .join(target)
        .join("release/poynting");
    let mut needs = Command::new(tools.python());
    needs
        .arg(repository.root.join(".ci/needs"))
        .arg(&program)
        .arg(GLIBC);
    shown(&mut needs)?;
    let archive = tarball::pack(repository, &program)?;
    keep(repository, &archive)
}
