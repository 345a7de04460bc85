//! The built-in cases that `poynting validate` runs on the user's own machine.
//!
//! Every case is a scene that goes through the public library as a user's would, and what the result is
//! held against: a closed form, a published table, or a finer mesh. A case may give several rows: one per mode, per precision, per
//! component. On a GPU the scenes of every case are also run on the processor and the two compared.

mod bench;
mod cases;
mod equality;
mod machine;
mod model;
mod picture;
mod reference;
mod spectral;

use bench::Bench;
use machine::Machine;
use poynting::{Device, Solver};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// How much to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Every feature once: at most five minutes on two cores, twelve on a GPU that a driver plays on them.
    Quick,
    /// Everything.
    Full,
}

/// What to run, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selection {
    /// How much.
    pub effort: Effort,
    /// Only this solver.
    pub solver: Option<String>,
    /// Where.
    pub device: Device,
    /// Only the case of this name.
    pub case: Option<String>,
    /// Threads; one per core when not given.
    pub threads: Option<usize>,
    /// Where pictures of results over references go, if they are asked for.
    pub pictures: Option<PathBuf>,
}

/// One comparison.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// Name of the case, or the case and what of it was compared.
    pub case: String,
    /// `fdtd` or `mom`.
    pub solver: String,
    /// `cpu`, `gpu:0` and the like.
    pub device: String,
    /// `f32` or `f64`.
    pub precision: String,
    /// How far off, in `unit`.
    pub error: f64,
    /// Unit of `error` and `tolerance`.
    pub unit: String,
    /// Largest error that passes.
    pub tolerance: f64,
    /// Whether it passes.
    pub pass: bool,
    /// Seconds since the row before, or since the case began.
    pub wall_s: f64,
}

/// All comparisons of one call.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Report {
    /// In the order in which they were made.
    pub cases: Vec<Row>,
}

impl Report {
    /// Whether all rows pass.
    pub fn passed(&self) -> bool {
        self.cases.iter().all(|row| row.pass)
    }
}

/// A case that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listed {
    /// Its name.
    pub name: &'static str,
    /// Which solver it checks.
    pub solver: Solver,
    /// What it compares, in one line.
    pub about: &'static str,
}

/// Why a validation stops; a case that misses its tolerance does not stop it.
#[derive(Debug, thiserror::Error)]
pub enum ValidationError {
    /// No case has this name.
    #[error("there is no case `{name}`; the nearest is `{nearest}`")]
    UnknownCase {
        /// As asked for.
        name: String,
        /// What may have been meant.
        nearest: String,
    },
    /// No solver has this name.
    #[error("there is no solver `{0}`; write `fdtd` or `mom`")]
    UnknownSolver(String),
    /// A run failed.
    #[error(transparent)]
    Run(#[from] poynting::Error),
    /// A picture could not be drawn.
    #[error(transparent)]
    Picture(#[from] poynting::ResultsError),
    /// A run did not record what the case compares.
    #[error("the case needs `{0}`, which its run did not give")]
    Missing(String),
    /// The signal holds no oscillation near the frequency that the case looks for.
    #[error("no oscillation near {0} Hz in the recorded signal")]
    NoOscillation(f64),
}

/// All cases, in the order in which they run.
pub fn list() -> Vec<Listed> {
    cases::all().map(|case| case.listed).collect()
}

/// Runs the selected cases; `on_row` sees each row as it comes.
pub fn run(selection: &Selection, on_row: &mut dyn FnMut(&Row)) -> Result<Report, ValidationError> {
    let solver = selection.solver.as_deref().map(solver_named).transpose()?;
    let of_solver = cases::all().filter(|case| solver.is_none_or(|s| s == case.listed.solver));
    let chosen = choose(of_solver.collect(), selection.case.as_deref())?;
    let pictures = selection.pictures.as_deref();
    run_on(Machine::of(selection)?, &chosen, pictures, on_row)
}

fn run_on(
    machine: Machine,
    chosen: &[&cases::Case],
    pictures: Option<&Path>,
    on_row: &mut dyn FnMut(&Row),
) -> Result<Report, ValidationError> {
    let mut report = Report::default();
    for case in chosen {
        let mut keep = |row: Row| {
            on_row(&row);
            report.cases.push(row);
        };
        let mut bench = Bench::new(machine, case.listed, pictures, &mut keep);
        (case.run)(&mut bench)?;
        bench.finish()?;
    }
    Ok(report)
}

fn solver_named(name: &str) -> Result<Solver, ValidationError> {
    let solvers = [Solver::Fdtd, Solver::Mom];
    let found = solvers.into_iter().find(|solver| solver.name() == name);
    found.ok_or_else(|| ValidationError::UnknownSolver(name.to_owned()))
}

fn choose(
    cases: Vec<&'static cases::Case>,
    name: Option<&str>,
) -> Result<Vec<&'static cases::Case>, ValidationError> {
    let Some(name) = name else {
        return Ok(cases);
    };
    if let Some(case) = cases.iter().find(|case| case.listed.name == name) {
        return Ok(vec![case]);
    }
    let nearest = cases
        .iter()
        .map(|case| case.listed.name)
        .max_by(|a, b| likeness(a, name).total_cmp(&likeness(b, name)))
        .unwrap_or_default();
    Err(ValidationError::UnknownCase {
        name: name.to_owned(),
        nearest: nearest.to_owned(),
    })
}

/// A part of a name is like the whole; else letters count.
fn likeness(name: &str, asked: &str) -> f64 {
    let part = if name.contains(asked) { 1.0 } else { 0.0 };
    part + strsim::jaro_winkler(name, asked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use machine::Size;
    use poynting::Precision;

    /// What a software GPU is asked for, and what a GPU without double precision is, here on the processor.
    fn coarse_cases_meet_their_tolerances(solver: Solver) {
        for precisions in [&[Precision::F64], &[Precision::F32]] {
            let machine = Machine {
                device: Device::Cpu,
                // Tests run beside each other.
                threads: Some(1),
                size: Size::Coarse,
                precisions,
            };
            let of_solver = cases::all().filter(|case| case.listed.solver == solver);
            let cases: Vec<&cases::Case> = of_solver.collect();
            let report = run_on(machine, &cases, None, &mut |_| ()).unwrap();
            let failed: Vec<&Row> = report.cases.iter().filter(|row| !row.pass).collect();
            assert!(failed.is_empty(), "{failed:#?}");
            for case in cases {
                let name = case.listed.name;
                assert!(report.cases.iter().any(|row| row.case.starts_with(name)));
            }
        }
    }

    #[test]
    #[ignore = "takes minutes; a GPU is asked for some of them in every check"]
    fn coarse_cases_in_time_meet_their_tolerances_in_every_precision() {
        coarse_cases_meet_their_tolerances(Solver::Fdtd);
    }

    #[test]
    #[ignore = "takes minutes; a GPU is asked for some of them in every check"]
    fn coarse_cases_in_frequency_meet_their_tolerances_in_every_precision() {
        coarse_cases_meet_their_tolerances(Solver::Mom);
    }
}
