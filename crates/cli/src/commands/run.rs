//! `poynting run`: a scene in, a folder of results out.

use super::{antenna, compare, resonances};
use crate::exit::Exit;
use crate::failure::{Failure, nearest};
use crate::format;
use crate::heading;
use crate::interrupt::Interrupt;
use crate::kept_job::{KeptJob, duration};
use crate::options::{Machine, SceneFiles, SolverName, TraversalName};
use crate::output::{Output, note};
use crate::place::located;
use crate::processes;
use crate::progress::ProgressDisplay;
use poynting::{
    Error, ErrorKind, Plan, Processes, RankChoice, RunOptions, SceneError, Simulation, Solver,
    StoppedBy, Summary, results,
};
use poynting_scene::examples;
use std::io::ErrorKind as Io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Run a scene and write its results
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  poynting run cavity.toml
  poynting run cavity.toml --out results/cavity --threads 4
  poynting run cavity.toml --precision f64
  poynting run sphere.toml --solver both
  mpirun -n 4 poynting run cavity.toml --mpi
  poynting run cavity.toml --checkpoint '10 min'
  poynting run --resume cavity-results

Ctrl-C ends the run and writes partial results; a second Ctrl-C ends it immediately.")]
pub struct Run {
    /// Scene file, TOML or JSON
    #[arg(required_unless_present = "resume")]
    scene: Option<PathBuf>,
    /// Results folder [default: SCENE-results]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Keep the state of the run in the results folder this often, e.g. "10 min", and when SIGTERM ends it [default: as the scene says, else never]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    checkpoint: Option<Duration>,
    /// Continue the run whose checkpoint is in this results folder; the number of ranks, processes and threads may differ
    #[arg(long, value_name = "DIR", conflicts_with_all = ["scene", "out", "solver", "precision"])]
    resume: Option<PathBuf>,
    /// Traversal of the grid: auto, sweep or tiles; results are identical [default: that of the scene]
    #[arg(long, hide_possible_values = true)]
    traversal: Option<TraversalName>,
    /// Ranks that share the grid of FDTD on the CPU, each on a thread: their number, or along x, y and z as AxBxC; results are identical [default: 1]
    #[arg(long, value_name = "N")]
    ranks: Option<RankChoice>,
    /// Solver: fdtd, mom, rcwa or both [default: mom if the scene has no domain, otherwise fdtd]
    #[arg(long, hide_possible_values = true)]
    solver: Option<SolverName>,
    /// Share the grid of FDTD among the processes that mpirun or srun has started, one rank each; results are identical
    #[arg(long)]
    mpi: bool,
    /// Print errors only
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    files: SceneFiles,
    #[command(flatten)]
    machine: Machine,
}

impl Run {
    /// Runs the scene.
    pub fn execute(&self, out: &mut Output) -> Result<Exit, Failure> {
        let processes = processes::join(self.mpi)?;
        let is_first = processes.is_none_or(Processes::is_first);
        let opened = self.machine.options_in(processes).map_err(Failure::from);
        let opened = opened.and_then(|options| {
            let job = self.job()?;
            Ok((options, open(&job.scene, self.files)?, job))
        });
        let (mut options, simulation, job) = processes::agree(processes, opened)?;
        let (file, dir) = (&job.scene, &job.dir);
        options.traversal = self.traversal.map(Into::into);
        options.ranks = self.ranks;
        options.checkpoint = job.every;
        options.resume = self.resume.is_some();
        options.precision = options.precision.or(job.precision);
        let interrupt = Interrupt::listen();
        // Without checkpoints the request has no effect; without this call it would end the run.
        poynting::listen_for_save_requests();
        let running = Running {
            simulation: &simulation,
            file,
            interrupt: &interrupt,
            quiet: self.quiet || !is_first,
            job: Some(&job),
        };
        match self.solver {
            Some(SolverName::Both) => {
                let other = Solver::in_frequency(simulation.scene());
                check_solver(&options, other)?;
                if options.checkpoint.is_some() {
                    return Err(Failure::Usage {
                        message: "--checkpoint applies to a run of one solver".to_owned(),
                        help: Some("use --solver fdtd, mom or rcwa".to_owned()),
                    });
                }
                Running {
                    job: None,
                    ..running
                }
                .both(out, &options, dir)
            }
            one => {
                options.solver = one.and_then(SolverName::solver).or(job.solver);
                running.one(out, &options, dir)
            }
        }
    }
}

impl Run {
    /// What to run: given on the command line, or what a checkpoint belongs to.
    fn job(&self) -> Result<KeptJob, Failure> {
        if let Some(dir) = &self.resume {
            let mut kept = KeptJob::read(dir)?;
            kept.every = self.checkpoint.or(kept.every);
            return Ok(kept);
        }
        let scene = self.scene.clone().unwrap_or_default();
        Ok(KeptJob {
            dir: self.out.clone().unwrap_or_else(|| default_dir(&scene)),
            scene,
            solver: self.solver.and_then(SolverName::solver),
            every: self.checkpoint,
            precision: self.machine.precision.map(Into::into),
        })
    }
}

/// The plan of a run, or the failure with the scene lines it refers to.
pub fn plan_of(
    simulation: &Simulation,
    options: &RunOptions,
    file: &Path,
) -> Result<Plan, Failure> {
    let plan = simulation.plan(options);
    plan.map_err(|e| located(e, simulation.scene(), file))
}

/// Refuses a plan that does not fit, with the scene lines it refers to.
fn check_memory(plan: &Plan, simulation: &Simulation, file: &Path) -> Result<(), Failure> {
    let fits = plan.check_memory();
    fits.map_err(|e| located(e, simulation.scene(), file))
}

/// Refuses what only FDTD can do.
fn check_solver(options: &RunOptions, solver: Solver) -> Result<(), Failure> {
    let given = [
        ("--mpi", options.processes.is_some()),
        ("--ranks", options.ranks.is_some()),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) if solver != Solver::Fdtd => Err(Failure::Usage {
            message: format!(
                "{option} applies to FDTD, not to {}",
                if solver == Solver::Mom {
                    "the method of moments"
                } else {
                    "RCWA"
                }
            ),
            help: Some(format!("omit {option}, or select --solver fdtd")),
        }),
        _ => Ok(()),
    }
}

/// A scene being run.
struct Running<'a> {
    simulation: &'a Simulation,
    file: &'a Path,
    interrupt: &'a Interrupt,
    quiet: bool,
    /// For the checkpoint; none if the run cannot be continued.
    job: Option<&'a KeptJob>,
}

impl Running<'_> {
    /// Runs both solvers, each into its own folder, and compares the results.
    fn both(&self, out: &mut Output, options: &RunOptions, dir: &Path) -> Result<Exit, Failure> {
        // Report what one of them refuses before the other has worked for hours.
        let mut planned = Vec::new();
        let other = Solver::in_frequency(self.simulation.scene());
        for solver in [Solver::Fdtd, other] {
            let options = RunOptions {
                solver: Some(solver),
                ..*options
            };
            let (simulation, left) = self.simulation.for_solver(solver);
            let plan = plan_of(&simulation, &options, self.file)?;
            check_memory(&plan, &simulation, self.file)?;
            for monitor in left {
                note(format_args!(
                    "{} does not support monitor `{monitor}`; only the other solver records it",
                    solver.name()
                ));
            }
            planned.push((simulation, plan, dir.join(solver.name())));
        }
        for (simulation, plan, folder) in &planned {
            let part = Running {
                simulation,
                ..*self
            };
            let exit = part.planned(out, plan, folder)?;
            if exit != Exit::Success {
                return Ok(exit);
            }
            if !self.quiet {
                out.line("");
            }
        }
        if !self.quiet {
            let name = other.name();
            let [first, second] = ["fdtd", name].map(|solver| results::open(&dir.join(solver)));
            let (first, second) = (first?, second?);
            out.line(format_args!("fdtd compared with {name}"));
            compare::show(out, &poynting::compare(&first, &second));
            compare::draw(
                out,
                [("fdtd", &first), (name, &second)],
                &dir.join("compare"),
            )?;
        }
        Ok(Exit::Success)
    }

    fn one(&self, out: &mut Output, options: &RunOptions, dir: &Path) -> Result<Exit, Failure> {
        let plan = plan_of(self.simulation, options, self.file).and_then(|plan| {
            check_solver(options, plan.solver())?;
            Ok(plan)
        });
        let plan = processes::agree(options.processes, plan)?;
        let ended = self.planned(out, &plan, dir);
        ended.map_err(|failure| processes::end_all(options.processes, failure))
    }

    fn planned(&self, out: &mut Output, plan: &Plan, dir: &Path) -> Result<Exit, Failure> {
        let simulation = self.simulation;
        if !self.quiet {
            heading::print(out, &simulation.scene().title, plan, plan.needed_bytes()?);
        }
        let fits = check_memory(plan, simulation, self.file);
        processes::agree(plan.options.processes, fits)?;
        let is_first = plan.options.processes.is_none_or(Processes::is_first);
        let kept = self.job.zip(plan.options.checkpoint);
        if let Some((job, every)) = kept.filter(|_| is_first) {
            job.write(every)?;
        }
        let mut display = if self.quiet {
            ProgressDisplay::hidden()
        } else {
            ProgressDisplay::of(plan)
        };
        let watch = |progress: &_| {
            display.show(progress);
            if self.interrupt.asked() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        // The first process writes the results.
        let outcome = if is_first {
            simulation.run_into(plan, dir, watch).map(Some)
        } else {
            simulation.assist(plan, dir, watch).map(|()| None)
        };
        display.finish();
        let Some(finished) = outcome.map_err(|e| with_what_is_left(e, dir))? else {
            return Ok(Exit::Success);
        };
        if !self.quiet {
            list_files(out, &finished.files);
            let series = results::open_series(dir)?;
            antenna::show(out, &series);
            resonances::show(out, &series);
            footer(out, &finished.summary);
            for warning in finished.summary.warnings.iter().skip(plan.warnings().len()) {
                out.line(format::wrapped("warning: ", warning));
            }
            out.line(format_args!("next: poynting report {}", dir.display()));
        }
        if finished.summary.stopped_by == StoppedBy::Interrupt.name() {
            note(format_args!(
                "interrupted after {}: partial results were written to {}",
                match finished.summary.frequencies() {
                    Some(count) => format::count_of(count, "frequency", "frequencies"),
                    None => format!("step {}", format::count(finished.summary.steps)),
                },
                dir.display()
            ));
            return Ok(Exit::Interrupted);
        }
        Ok(Exit::Success)
    }
}

/// Reads a scene file; if it does not exist, suggests what might have been meant.
pub fn open(path: &Path, files: SceneFiles) -> Result<Simulation, Failure> {
    Simulation::from_path_with(path, files.access()).map_err(|error| match &error {
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

/// Plots first, since users look at them first.
fn list_files(out: &mut Output, files: &[PathBuf]) {
    let of = |ending: &'static str| {
        files
            .iter()
            .filter(move |f| f.extension().is_some_and(|e| e == ending))
    };
    for (kind, ending) in [
        ("plot", "png"),
        ("table", "csv"),
        ("surface", "vtu"),
        ("data", "h5"),
        ("summary", "json"),
    ] {
        for file in of(ending) {
            out.line(format_args!("{:<9}{}", format!("{kind}:"), file.display()));
        }
    }
    let is_touchstone = |f: &&PathBuf| {
        let ending = f.extension().unwrap_or_default().to_string_lossy();
        let ports = ending.strip_prefix('s').and_then(|e| e.strip_suffix('p'));
        ports.is_some_and(|n| n.parse::<u32>().is_ok())
    };
    for file in files.iter().filter(is_touchstone) {
        out.line(format_args!("network: {}", file.display()));
    }
}

/// `condition 1.2e3, ` and how the solutions were refined, or the iteration count.
fn worth(mom: &results::MomSummary) -> String {
    let condition = mom
        .condition
        .map(|c| format!("condition {c:.1e}{}", refinement(mom)));
    let iteration = mom.iterations.map(|steps| {
        let sides = match mom.solved_sides {
            Some(solved) if solved < mom.right_hand_sides => {
                format!(
                    " for {solved} combinations of {} right-hand sides",
                    mom.right_hand_sides
                )
            }
            _ => String::new(),
        };
        let error = mom.product_error.unwrap_or(f64::NAN);
        format!(
            "product error {error:.1e}, {}{sides}",
            format::count_of(steps, "iteration", "iterations")
        )
    });
    let worth = condition.or(iteration).map(|worth| worth + ", ");
    worth.unwrap_or_default()
}

/// What was done to the solutions of factors in single precision.
fn refinement(mom: &results::MomSummary) -> String {
    if mom.factored_again {
        return ", factored again in double precision".to_owned();
    }
    let steps = mom.iterations.map(|n| format::count_of(n, "step", "steps"));
    steps.map_or_else(String::new, |steps| {
        format!(", factors in single precision refined in {steps}")
    })
}

/// How many frequencies were solved, and how well they predict the others.
fn show_sweep(out: &mut Output, sweep: &results::SweepSummary) {
    let error = sweep.error_db.map_or_else(
        || "as large as the results".to_owned(),
        |db| format!("about {db:.1e} dB"),
    );
    let why = match sweep.ended.as_str() {
        "converged" => "two successive solutions were predicted",
        "budget" => "the largest number of solves was reached",
        _ => "all frequencies are solved",
    };
    let corrected = match sweep.corrected {
        0 => String::new(),
        n => format!(
            "; the network was made passive at {}",
            format::count_of(n, "frequency", "frequencies")
        ),
    };
    out.line(format_args!(
        "adaptive sweep: {} solved, {} interpolated with an error of {error}; it ended because {why}{corrected}",
        format::count_of(sweep.solved, "frequency", "frequencies"),
        format::count(sweep.interpolated as u64),
    ));
}

fn footer(out: &mut Output, summary: &Summary) {
    if let Some(rcwa) = &summary.rcwa {
        let truncation = rcwa.truncation.map(|change| {
            format!("; a quarter of the orders changes efficiencies by at most {change:.1e}")
        });
        out.line(format_args!(
            "{} in {}; power balance {:.1e}{}",
            format::count_of(rcwa.frequencies, "frequency", "frequencies"),
            format::duration(summary.wall_s),
            rcwa.imbalance,
            truncation.unwrap_or_default(),
        ));
        return;
    }
    if let Some(mom) = &summary.mom {
        if let Some(sweep) = &mom.sweep {
            show_sweep(out, sweep);
        }
        out.line(format_args!(
            "{} in {}: assembly {}, {} {}, solution {}; {}residual {:.1e}",
            format::count_of(mom.frequencies, "frequency", "frequencies"),
            format::duration(summary.wall_s),
            format::duration(mom.assembly_s),
            if mom.factors.is_some() || mom.condition.is_some() {
                "factorisation"
            } else {
                "preconditioning"
            },
            format::duration(mom.factorisation_s),
            format::duration(mom.solution_s),
            worth(mom),
            mom.residual,
        ));
        return;
    }
    let energy = match summary.energy_decay_db {
        Some(db) => format!(", energy {db:.1} dB below its peak"),
        None => String::new(),
    };
    let reason = [
        (StoppedBy::Steps, "the step limit"),
        (StoppedBy::Time, "the time limit"),
        (StoppedBy::EnergyDecay, "the energy decay"),
        (StoppedBy::RingDown, "the ring-down"),
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

/// A diverged run leaves partial results.
fn with_what_is_left(error: Error, dir: &Path) -> Failure {
    let has_diverged = error.kind() == ErrorKind::Diverged && matches!(error, Error::Fdtd(_));
    if !has_diverged {
        return Failure::Library(error);
    }
    let draft = poynting_results::unfinished(dir);
    let draft = draft.display();
    Failure::Unfinished {
        error: Box::new(error),
        help: format!(
            "partial results were written to {draft}; `poynting plot {draft}` plots them"
        ),
    }
}
