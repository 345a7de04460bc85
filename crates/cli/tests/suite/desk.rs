//! Runs the command as a user would, in its own folder.

// A failing helper fails its test.
#![allow(clippy::unwrap_used)]

use poynting_results::Results;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A resonating box of 20 x 10 x 12 cells; `{steps}` is filled in.
const SMALL: &str = r#"
title = "small"
[domain]
from = ["0 mm", "0 mm", "0 mm"]
to = ["20 mm", "10 mm", "12 mm"]
[grid]
spacing = "1 mm"
[[sources]]
name = "current"
type = "soft-point"
component = "Ey"
at = ["7 mm", "4.5 mm", "5 mm"]
waveform = { type = "differentiated-gaussian", amplitude = "1 A/m^2", bandwidth = "20 GHz" }
[[monitors]]
name = "corner"
type = "probe"
at = ["13 mm", "5 mm", "8 mm"]
components = ["Ey", "Hx"]
[[monitors]]
name = "plane"
type = "snapshot"
from = ["0 mm", "5 mm", "0 mm"]
to = ["20 mm", "5 mm", "12 mm"]
components = ["Ey"]
every_steps = 50
[stop]
steps = {steps}
"#;

/// A small scene that ends after `steps` steps.
pub fn small_scene(steps: u64) -> String {
    SMALL.replace("{steps}", &steps.to_string())
}

/// The output and exit code of the command.
pub struct Said {
    pub out: String,
    pub err: String,
    pub code: Option<i32>,
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        Self {
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
            code: output.status.code(),
        }
    }
}

impl Said {
    /// Asserts an exit code; shows all output if it differs.
    pub fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}\n{}", self.out, self.err);
        self
    }
}

/// A folder in which commands are run.
pub struct Desk(TempDir);

impl Desk {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(Path::new(env!("CARGO_BIN_EXE_poynting")));
        command.args(args).current_dir(self.0.path());
        command
    }

    /// Runs to the end.
    pub fn poynting(&self, args: &[&str]) -> Said {
        self.command(args).output().unwrap().into()
    }

    /// Starts the command without waiting.
    pub fn start(&self, args: &[&str]) -> Child {
        let mut command = self.command(args);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    }
    /// Waits for a checkpoint of a run in a folder after this one, and returns its step; none if the run has ended.
    pub fn next_checkpoint(&self, folder: &str, run: &mut Child, after: u64) -> Option<u64> {
        let start = Instant::now();
        while run.try_wait().unwrap().is_none() {
            let files = std::fs::read_dir(self.path(folder).join("checkpoint"));
            let names = files.into_iter().flatten().flatten();
            let steps = names.filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                let step = name.strip_prefix("step-")?.strip_suffix(".json")?;
                step.parse().ok()
            });
            if let Some(step) = steps.max().filter(|step| *step > after) {
                return Some(step);
            }
            assert!(start.elapsed() < Duration::from_secs(60), "no checkpoint");
            std::thread::sleep(Duration::from_millis(2));
        }
        None
    }

    /// The bits of all values of all quantities in a results folder.
    pub fn bits(&self, folder: &str) -> Vec<(String, Vec<u64>)> {
        let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect();
        let Results { quantities, .. } = poynting_results::open(&self.path(folder)).unwrap();
        assert!(!quantities.is_empty(), "{folder}");
        let named = quantities.iter();
        named
            .map(|q| (q.declaration.name.clone(), bits(&q.data)))
            .collect()
    }
}
