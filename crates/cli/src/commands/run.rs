//! `poynting run`: a scene in, a folder of results out.

use crate::exit::Exit;
use crate::failure::{Failure, nearest};
use crate::format;
use crate::interrupt::Interrupt;
use crate::meter::Meter;
use crate::options::{Machine, TraversalName};
use crate::output::{Output, note};
use poynting::{
    Error, ErrorKind, Plan, Pool, RunOptions, SceneError, Simulation, StoppedBy, Summary,
};
use poynting_scene::examples;
use std::io::ErrorKind as Io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Run a scene and write its results
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  poynting run cavity.toml
  poynting run cavity.toml --out results/cavity --threads 4
  poynting run cavity.toml --precision f64

Ctrl-C ends the run and writes what there is; a second Ctrl-C ends it at once.")]
pub struct Run {
    /// The scene, TOML or JSON
    scene: PathBuf,
    /// The folder for the results [default: SCENE-results]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Order of updates: auto, sweep or tiles; the result is the same [default: that of the scene]
    #[arg(long, hide_possible_values = true)]
    traversal: Option<TraversalName>,
    /// Print nothing but errors
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    machine: Machine,
}

impl Run {
    /// Runs.
    pub fn execute(&self, out: &mut Output) -> Result<Exit, Failure> {
        let mut options = self.machine.options()?;
        options.traversal = self.traversal.map(Into::into);
        let simulation = open(&self.scene)?;
        let plan = simulation.plan(&options)?;
        if !self.quiet {
            let needed = simulation.needed_bytes(&plan, &options)?;
            header(out, &simulation.scene().title, &plan, needed, &options);
        }
        let dir = self.out.clone().unwrap_or_else(|| default_dir(&self.scene));
        let interrupt = Interrupt::listen();
        let mut meter = if self.quiet {
            Meter::hidden()
        } else {
            Meter::of(&plan)
        };
        let outcome = simulation.run_into(&plan, &dir, &options, &mut |progress| {
            meter.show(progress);
            if interrupt.asked() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        meter.finish();
        let finished = outcome.map_err(|e| with_what_is_left(e, &dir))?;
        if !self.quiet {
            list_files(out, &finished.files);
            footer(out, &finished.summary);
        }
        if finished.summary.stopped_by == StoppedBy::Interrupt.name() {
            note(format_args!(
                "interrupted after step {}: what was recorded until then is in {}",
                format::count(finished.summary.steps),
                dir.display()
            ));
            return Ok(Exit::Interrupted);
        }
        Ok(Exit::Success)
    }
}

/// Reads a scene file; a name that does not exist is answered with what might have been meant.
pub fn open(path: &Path) -> Result<Simulation, Failure> {
    Simulation::from_path(path).map_err(|error| match &error {
        Error::Scene(e) if matches!(&**e, SceneError::Read { source, .. } if source.kind() == Io::NotFound) => {
            Failure::Files {
                message: format!("there is no file `{}`", path.display()),
                help: Some(instead_of(path)),
            }
        }
        _ => Failure::Library(error),
    })
}

fn instead_of(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    if examples().iter().any(|e| e.name == stem) {
        return format!("`poynting new {stem}` writes this example scene");
    }
    let folder = path
        .parent()
        .filter(|p| *p != Path::new(""))
        .unwrap_or(Path::new("."));
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_scene = |p: &PathBuf| p.extension().is_some_and(|e| e == "toml" || e == "json");
    let names: Vec<String> = entries
        .map(|e| e.path())
        .filter(is_scene)
        .filter_map(|p| Some(p.file_name()?.to_str()?.to_owned()))
        .collect();
    let wanted = path.file_name().unwrap_or_default().to_string_lossy();
    match nearest(&wanted, names.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{}`?", path.with_file_name(near).display()),
        None => "`poynting new` lists example scenes, `poynting new cavity` writes one".to_owned(),
    }
}

/// `cavity-results` for `scenes/cavity.toml`.
fn default_dir(scene: &Path) -> PathBuf {
    let stem = scene.file_stem().unwrap_or_default().to_string_lossy();
    PathBuf::from(format!("{stem}-results"))
}

fn header(out: &mut Output, title: &str, plan: &Plan, needed: u64, options: &RunOptions) {
    let [x, y, z] = plan.meshed.grid.cells();
    out.line(title);
    out.line(format_args!(
        "  grid    {x} x {y} x {z} = {}",
        format::plural(plan.cells(), "cell")
    ));
    out.line(format_args!(
        "  time    at most {} of {}, {}",
        format::plural(plan.max_steps, "step"),
        format::si(plan.dt, "s"),
        format::si(plan.max_steps as f64 * plan.dt, "s"),
    ));
    out.line(format_args!(
        "  memory  {} needed, {} available",
        poynting::format_bytes(needed),
        poynting::format_bytes(options.budget.map_or(0, |b| b.bytes))
    ));
    out.line(format_args!(
        "  device  {}, {}, {}",
        options.device,
        format::plural(options.threads.unwrap_or_else(Pool::cores) as u64, "thread"),
        plan.precision.name()
    ));
    for warning in &plan.warnings {
        out.line(format::wrapped("  warning: ", warning));
    }
}

/// Pictures first: they are what one looks at.
fn list_files(out: &mut Output, files: &[PathBuf]) {
    let of = |ending: &'static str| {
        files
            .iter()
            .filter(move |f| f.extension().is_some_and(|e| e == ending))
    };
    for (kind, ending) in [
        ("picture", "png"),
        ("table", "csv"),
        ("data", "h5"),
        ("summary", "json"),
    ] {
        for file in of(ending) {
            out.line(format_args!("{:<9}{}", format!("{kind}:"), file.display()));
        }
    }
}

fn footer(out: &mut Output, summary: &Summary) {
    let energy = match summary.energy_decay_db {
        Some(db) => format!(", energy {db:.1} dB below its peak"),
        None => String::new(),
    };
    let reason = [
        (StoppedBy::Steps, "the number of steps"),
        (StoppedBy::Time, "the simulated time"),
        (StoppedBy::EnergyDecay, "the decay of the energy"),
        (StoppedBy::Interrupt, "an interrupt"),
    ];
    let reason = reason
        .into_iter()
        .find(|(by, _)| by.name() == summary.stopped_by);
    let reason = reason.map_or(summary.stopped_by.as_str(), |(_, text)| text);
    out.line(format_args!(
        "{} in {}, {} Mcells/s{energy}, stopped by {reason}",
        format::plural(summary.steps, "step"),
        format::duration(summary.wall_s),
        format::number(summary.mcells_per_s),
    ));
}

/// A run that diverged has recorded something up to there.
fn with_what_is_left(error: Error, dir: &Path) -> Failure {
    if error.kind() != ErrorKind::Diverged {
        return Failure::Library(error);
    }
    let dir = dir.display();
    Failure::Unfinished {
        error: Box::new(error),
        help: format!("what was recorded until then is in {dir}; `poynting plot {dir}` draws it"),
    }
}
