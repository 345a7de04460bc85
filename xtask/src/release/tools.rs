//! The programs that build wheels and old-glibc programs, from PyPI, in an environment of their own.

use crate::Error;
use crate::python::prepare;
use crate::repository::{Repository, first_on_path};
use std::path::PathBuf;
use std::process::Command;

/// The oldest glibc that wheel and program run on: that of RHEL 8, Debian 10 and Ubuntu 20.04 or later.
pub const GLIBC: &str = "2.28";
/// The same as a platform tag of a wheel, without the processor.
pub const MANYLINUX: &str = "manylinux_2_28";

const PACKAGES: [&str; 5] = [
    "maturin>=1.9.4,<2",
    "ziglang",
    "cargo-zigbuild",
    "auditwheel",
    "abi3audit",
];

/// The environment.
pub struct Tools {
    bin: PathBuf,
}

impl Tools {
    /// Installs what is missing.
    pub fn ready(repository: &Repository) -> Result<Self, Error> {
        let environment = repository.target_dir().join("release-tools");
        prepare(&environment, &PACKAGES)?;
        Ok(Self {
            bin: environment.join("bin"),
        })
    }

    /// A program of the environment, run in the top folder. The Python of the environment is first on PATH, because zig is one of its modules.
    pub fn command(&self, repository: &Repository, program: &str) -> Command {
        let mut command = Command::new(self.bin.join(program));
        command
            .current_dir(&repository.root)
            .env("PATH", first_on_path(&self.bin));
        command
    }

    /// Its Python.
    pub fn python(&self) -> PathBuf {
        self.bin.join("python")
    }
}
