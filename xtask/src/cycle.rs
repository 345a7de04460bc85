//! Developer turnaround time: from a changed line to the end of the tests of its crate.
//!
//! Everything is built once without being timed. Then a line is changed, the tests of its crate run with incremental compilation, as on a
//! developer's machine, and the line is restored. Rebuilding the rest of the workspace does not count: nobody waits for it to see
//! whether the change was right.

mod edit;

use crate::files::put;
use crate::repository::{Repository, describe, has_nextest, run as run_command};
use crate::{Error, python};
use edit::Edit;
use std::fmt::Write;
use std::process::Command;
use std::time::Instant;

/// A line to change, and the time limit for its tests.
struct Change {
    /// The name a developer would use.
    name: &'static str,
    /// The file with the line.
    file: &'static str,
    tests: Tests,
    most_seconds: f64,
}

/// What to run after a change.
enum Tests {
    /// Those of a package, with these features.
    Package(&'static str, &'static [&'static str]),
    /// Those of the Python package.
    Python,
}

/// One line of each kind of work.
const CHANGES: [Change; 5] = [
    Change {
        name: "mesher",
        file: "crates/grid/src/auto.rs",
        tests: Tests::Package("poynting-grid", &[]),
        most_seconds: 20.0,
    },
    Change {
        name: "Yee kernel",
        file: "crates/fdtd-core/src/yee.rs",
        tests: Tests::Package("poynting-fdtd-core", &[]),
        most_seconds: 40.0,
    },
    Change {
        name: "GPU kernel",
        file: "crates/fdtd-gpu/src/yee.rs",
        tests: Tests::Package("poynting-fdtd-gpu", &["gpu"]),
        most_seconds: 60.0,
    },
    Change {
        name: "RWG integrand",
        file: "crates/mom-core/src/integrand.rs",
        tests: Tests::Package("poynting-mom-core", &[]),
        most_seconds: 40.0,
    },
    Change {
        name: "Python class",
        file: "crates/python/python/poynting/_results.py",
        tests: Tests::Python,
        most_seconds: 20.0,
    },
];

/// Makes every change, or those whose name contains `asked`, and prints the times; fails if one took too long.
pub fn run(repository: &Repository, asked: &str) -> Result<(), Error> {
    let mut table = String::new();
    let mut faults = 0;
    for change in CHANGES.iter().filter(|change| change.name.contains(asked)) {
        let (verdict, fault) = match seconds(repository, change) {
            Ok(seconds) => (format!("{seconds:6.1} s"), seconds > change.most_seconds),
            Err(error) => {
                eprintln!("error: {}: {error}", change.name);
                ("FAILED  ".to_owned(), true)
            }
        };
        faults += usize::from(fault);
        let Change {
            name,
            file,
            most_seconds,
            ..
        } = change;
        let sign = if fault { "!" } else { " " };
        let _ = writeln!(
            table,
            "{sign} {verdict} of {most_seconds:3.0} s  {name:13}  {file}"
        );
    }
    let file = repository.target_dir().join("edit-cycle.txt");
    put(&file, &table)?;
    println!("time from a changed line to the end of its tests:\n{table}");
    match faults {
        0 => Ok(()),
        count => {
            let message = format!("{count} change(s) failed or took too long");
            Err(Error::Unexpected(message))
        }
    }
}

/// Seconds from the change to the end of its tests.
fn seconds(repository: &Repository, change: &Change) -> Result<f64, Error> {
    let path = repository.root.join(change.file);
    match change.tests {
        Tests::Package(package, features) => {
            // Rebuilding after an earlier change must not be counted for this one.
            run_command(&mut tests(repository, package, features, Run::BuildOnly))?;
            let mut tests = tests(repository, package, features, Run::Whole);
            println!("== {}\n$ {}", change.name, describe(&tests));
            let _edit = Edit::make(&path, "// A line more.\n")?;
            timed(&mut tests)
        }
        Tests::Python => {
            python::in_place(repository)?;
            println!("== {}", change.name);
            let _edit = Edit::make(&path, "# A line more.\n")?;
            let begin = Instant::now();
            python::in_place(repository)?;
            Ok(begin.elapsed().as_secs_f64())
        }
    }
}

fn timed(command: &mut Command) -> Result<f64, Error> {
    let begin = Instant::now();
    run_command(command)?;
    Ok(begin.elapsed().as_secs_f64())
}

/// Whether tests are run or only built.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Run {
    BuildOnly,
    Whole,
}

fn tests(repository: &Repository, package: &str, features: &[&str], run: Run) -> Command {
    let mut command = if has_nextest(repository) {
        repository.cargo(["nextest", "run", "--status-level", "fail"])
    } else {
        repository.cargo(["test", "--quiet"])
    };
    command
        .args(["--package", package, "--locked", "--features"])
        .arg(features.join(","))
        .env("CARGO_INCREMENTAL", "1");
    if run == Run::BuildOnly {
        command.arg("--no-run");
    }
    command
}
