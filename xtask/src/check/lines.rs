//! Two sequences of steps in parallel.

use super::steps::Step;
use super::times::Times;
use crate::Error;
use crate::files::{failed, make, remove_file};
use crate::repository::Repository;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Runs both sequences; after a failure no further step starts.
pub fn beside_each_other(
    repository: &Repository,
    times: &mut Times,
    lines: [&[Step]; 2],
) -> Result<(), Error> {
    let stage = Stage {
        program: own_copy(&repository.target_dir())?,
        logs: repository.target_dir().join("ci-logs"),
        times: Mutex::new(times),
        stopped: AtomicBool::new(false),
    };
    let outcome = stage.run(lines);
    remove_file(&stage.program)?;
    outcome
}

/// This program under another name: cargo may replace it while it runs.
fn own_copy(folder: &Path) -> Result<PathBuf, Error> {
    let own = std::env::current_exe().map_err(failed(Path::new("xtask")))?;
    let copy = folder.join(format!("ci-step-{}", std::process::id()));
    std::fs::copy(&own, &copy).map_err(failed(&own))?;
    Ok(copy)
}

struct Stage<'a> {
    program: PathBuf,
    logs: PathBuf,
    /// Also serves as the lock for printing.
    times: Mutex<&'a mut Times>,
    stopped: AtomicBool,
}

impl Stage<'_> {
    fn run(&self, lines: [&[Step]; 2]) -> Result<(), Error> {
        make(&self.logs)?;
        std::thread::scope(|scope| {
            let other = scope.spawn(|| self.line(lines[1]));
            let one = self.line(lines[0]);
            let other = other.join().unwrap_or_else(|_| {
                let message = "a sequence of steps was aborted".to_owned();
                Err(Error::Unexpected(message))
            });
            one.and(other)
        })
    }

    fn line(&self, steps: &[Step]) -> Result<(), Error> {
        for step in steps {
            if self.stopped.load(Ordering::Relaxed) {
                break;
            }
            let outcome = self.step(step.name);
            if outcome.is_err() {
                self.stopped.store(true, Ordering::Relaxed);
                return outcome;
            }
        }
        Ok(())
    }

    fn step(&self, name: &str) -> Result<(), Error> {
        println!("-- {name} started");
        let log = self.logs.join(format!("{name}.log"));
        let begin = Instant::now();
        let status = self.process(name, &log);
        let seconds = begin.elapsed().as_secs_f64();
        let passed = status?;
        // A sequence that panicked leaves the times consistent: they are only appended to.
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        let output = std::fs::read(&log).map_err(failed(&log))?;
        println!("== {name}\n{}", String::from_utf8_lossy(&output).trim_end());
        times.ended(name, seconds, passed)?;
        if passed {
            return Ok(());
        }
        Err(Error::Unexpected(format!("step \"{name}\" failed")))
    }

    fn process(&self, name: &str, log: &Path) -> Result<bool, Error> {
        let output = File::create(log).map_err(failed(log))?;
        let errors = output.try_clone().map_err(failed(log))?;
        let mut command = Command::new(&self.program);
        command.args(["step", name]).stdout(output).stderr(errors);
        let status = command.status().map_err(|source| Error::Start {
            command: format!("xtask step {name}"),
            source,
        })?;
        Ok(status.success())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{put, read, remake, remove};
    use std::os::unix::fs::PermissionsExt;

    const fn step(name: &'static str) -> Step {
        Step {
            name,
            task: |_| Ok(()),
        }
    }

    /// Replaces this program by one that fails at the step `bad`, once the other sequence has reached its `last`.
    #[test]
    fn no_step_begins_after_a_failure_and_both_lines_keep_their_output() {
        let folder = std::env::temp_dir().join(format!("poynting-lines-{}", std::process::id()));
        remake(&folder).unwrap();
        let program = folder.join("program");
        let script = "#!/bin/sh\necho \"$1 $2\"; cd \"${0%/*}\"; [ $2 = last ] && touch here\n\
                      [ $2 = bad ] || exit 0\nuntil [ -e here ]; do sleep 0.01; done; exit 1\n";
        put(&program, script).unwrap();
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&program, executable).unwrap();
        let mut times = Times::in_folder(&folder).unwrap();
        let stage = Stage {
            program,
            logs: folder.join("logs"),
            times: Mutex::new(&mut times),
            stopped: AtomicBool::new(false),
        };
        let lines: [&[Step]; 2] = [
            &[step("good"), step("bad"), step("never")],
            &[step("first"), step("last")],
        ];
        let message = stage.run(lines).unwrap_err().to_string();
        assert_eq!(message, "step \"bad\" failed");
        let said = |name: &str| read(&folder.join(format!("logs/{name}.log"))).unwrap_or_default();
        assert_eq!(said("good"), "step good\n");
        assert_eq!(said("last"), "step last\n");
        assert_eq!(said("never"), "");
        let table = read(&folder.join("ci-times.csv")).unwrap();
        assert_eq!(table.matches("passed").count(), 3, "{table}");
        assert_eq!(table.matches("FAILED").count(), 1, "{table}");
        remove(&folder).unwrap();
    }
}
