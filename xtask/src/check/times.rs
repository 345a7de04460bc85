//! Time spent: seconds per step, and per crate compiled in a step.
//!
//! Cargo reports build times only as a page (`--timings`), which the next build overwrites; so the page is read after each step. Everything
//! is written to `ci-times.csv` in cargo's target folder after each step, so that an interrupted run leaves its times too.

use crate::Error;
use crate::files::{put, read, remake, remove_file};
use crate::repository::Repository;
use serde_json::Value;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// How many of the longest to print.
const SHOWN: usize = 10;

/// The times of a run so far.
pub struct Times {
    file: PathBuf,
    page: PathBuf,
    begin: Instant,
    steps: Vec<Step>,
    builds: Vec<Build>,
}

/// A completed step.
#[derive(Debug, Clone, PartialEq)]
struct Step {
    name: String,
    seconds: f64,
    passed: bool,
}

/// A unit compiled or run by cargo: a library, a test, a build script.
#[derive(Debug, Clone, PartialEq)]
struct Build {
    step: String,
    unit: String,
    seconds: f64,
}

impl Times {
    /// Starts the clock. Pages of earlier builds must not be taken for those of this run.
    pub fn begin(repository: &Repository) -> Result<Self, Error> {
        Self::in_folder(&repository.target_dir())
    }

    /// The same, with its files in a given folder.
    pub fn in_folder(target: &Path) -> Result<Self, Error> {
        let pages = target.join("cargo-timings");
        remake(&pages)?;
        Ok(Self {
            file: target.join("ci-times.csv"),
            page: pages.join("cargo-timing.html"),
            begin: Instant::now(),
            steps: Vec::new(),
            builds: Vec::new(),
        })
    }

    /// Seconds since the beginning.
    pub fn elapsed(&self) -> f64 {
        self.begin.elapsed().as_secs_f64()
    }

    /// Runs a step and records its time and those of its builds.
    pub fn step<T>(
        &mut self,
        name: &str,
        task: impl FnOnce() -> Result<T, Error>,
    ) -> Result<T, Error> {
        println!("== {name}");
        let begin = Instant::now();
        let outcome = task();
        self.ended(name, begin.elapsed().as_secs_f64(), outcome.is_ok())?;
        outcome
    }

    /// Records the time of a completed step and of what it compiled.
    pub fn ended(&mut self, name: &str, seconds: f64, passed: bool) -> Result<(), Error> {
        let verdict = verdict(passed);
        println!("== {name}: {verdict} in {seconds:.1} s");
        self.steps.push(Step {
            name: name.to_owned(),
            seconds,
            passed,
        });
        if self.page.exists() {
            self.builds.extend(builds(name, &read(&self.page)?));
            remove_file(&self.page)?;
        }
        put(&self.file, self.table())
    }

    /// The longest steps and builds, printed at the end of a run.
    pub fn longest(&self) -> String {
        let mut text = format!("the longest steps, of {:.0} s in total:\n", self.elapsed());
        let mut steps: Vec<&Step> = self.steps.iter().collect();
        steps.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
        for step in steps.iter().take(SHOWN) {
            let _ = writeln!(text, "{:8.1} s  {}", step.seconds, step.name);
        }
        text.push_str("the longest builds:\n");
        for build in self.longest_builds().iter().take(SHOWN) {
            let Build {
                step,
                unit,
                seconds,
            } = build;
            let _ = writeln!(text, "{seconds:8.1} s  {unit} ({step})");
        }
        let _ = write!(text, "all times: {}", self.file.display());
        text
    }

    fn longest_builds(&self) -> Vec<&Build> {
        let mut sorted: Vec<&Build> = self.builds.iter().collect();
        sorted.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
        sorted
    }

    /// Steps in order, then builds, longest first.
    fn table(&self) -> String {
        let mut text = "what,seconds,step,unit\n".to_owned();
        for step in &self.steps {
            let passed = verdict(step.passed);
            let _ = writeln!(text, "step,{:.1},{},{passed}", step.seconds, step.name);
        }
        for build in self.longest_builds() {
            let _ = writeln!(
                text,
                "build,{:.1},{},{}",
                build.seconds, build.step, build.unit
            );
        }
        text
    }
}

fn verdict(passed: bool) -> &'static str {
    if passed { "passed" } else { "FAILED" }
}

/// The units on cargo's page. Its format is internal to cargo: if it changes, nothing is read, and no step fails.
fn builds(step: &str, page: &str) -> Vec<Build> {
    let Some((_, data)) = page.split_once("const UNIT_DATA = ") else {
        return Vec::new();
    };
    let units: Option<Result<Vec<Value>, _>> =
        serde_json::Deserializer::from_str(data).into_iter().next();
    let build = |unit: &Value| {
        let target = unit["target"].as_str().unwrap_or_default();
        Some(Build {
            step: step.to_owned(),
            unit: format!("{}{}", unit["name"].as_str()?, target.replace('"', "")),
            seconds: unit["duration"].as_f64()?,
        })
    };
    let units = units.and_then(Result::ok).unwrap_or_default();
    units.iter().filter_map(build).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<script>\nDURATION = 9;\nconst UNIT_DATA = [\n  {\"i\": 1, \"name\": \"wgpu\", \"version\": \"29.0.0\", \"mode\": \"todo\",\n\
        \"target\": \"\", \"start\": 0.5, \"duration\": 2.5},\n {\"name\": \"scene\", \"target\": \" test \\\"snapshots\\\"\", \"duration\": 7.25}\n];\n\
        const CONCURRENCY_DATA = [];\n";

    #[test]
    fn the_page_of_cargo_is_read() {
        let found = builds("tests", PAGE);
        let units: Vec<_> = found
            .iter()
            .map(|build| (build.unit.as_str(), build.seconds))
            .collect();
        assert_eq!(units, [("wgpu", 2.5), ("scene test snapshots", 7.25)]);
        assert_eq!(builds("tests", "<html>another page</html>"), []);
        assert_eq!(builds("tests", "const UNIT_DATA = [{\"name\": "), []);
    }

    #[test]
    fn the_longest_come_first_and_a_failed_step_is_told() {
        let folder = std::env::temp_dir().join(format!("poynting-times-{}", std::process::id()));
        let mut times = Times::in_folder(&folder).unwrap();
        times.ended("format", 1.0, true).unwrap();
        put(&times.page, PAGE).unwrap();
        times.ended("tests", 20.0, false).unwrap();
        // The page of one step is not counted for the next.
        times.ended("book", 2.0, true).unwrap();
        let table = read(&times.file).unwrap();
        assert_eq!(
            table.lines().collect::<Vec<_>>(),
            [
                "what,seconds,step,unit",
                "step,1.0,format,passed",
                "step,20.0,tests,FAILED",
                "step,2.0,book,passed",
                "build,7.2,tests,scene test snapshots",
                "build,2.5,tests,wgpu",
            ]
        );
        let longest = times.longest();
        let lines: Vec<&str> = longest.lines().map(str::trim).collect();
        assert_eq!(
            lines[1..4],
            ["20.0 s  tests", "2.0 s  book", "1.0 s  format"]
        );
        assert_eq!(lines[5], "7.2 s  scene test snapshots (tests)");
        crate::files::remove(&folder).unwrap();
    }
}
