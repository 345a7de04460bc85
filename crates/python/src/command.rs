//! The `poynting` command, which the package installs too.

use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs a command line, whose first argument is the name of the program, and returns the exit code.
#[pyfunction]
pub fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| poynting_cli::run(arguments))
}
