//! The suite: runs the selected cases in order.

use crate::bench::Bench;
use crate::cases::{Case, all};
use crate::machine::Machine;
use crate::{Listed, Report, Row, Selection, ValidationError};
use poynting::Solver;
use std::path::Path;

/// All cases, in the order in which they run.
pub fn list() -> Vec<Listed> {
    all().map(|case| case.listed).collect()
}

/// Runs the selected cases; `on_row` receives each row as it is produced.
pub fn run(selection: &Selection, on_row: &mut dyn FnMut(&Row)) -> Result<Report, ValidationError> {
    let solver = selection.solver.as_deref().map(solver_named).transpose()?;
    let of_solver = all().filter(|case| solver.is_none_or(|s| s == case.listed.solver));
    let chosen = choose(of_solver.collect(), selection.case.as_deref())?;
    let pictures = selection.pictures.as_deref();
    run_on(Machine::of(selection)?, &chosen, pictures, on_row)
}

fn run_on(
    machine: Machine,
    chosen: &[&Case],
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
    let found = Solver::ALL.into_iter().find(|solver| solver.name() == name);
    found.ok_or_else(|| ValidationError::UnknownSolver(name.to_owned()))
}

fn choose(
    cases: Vec<&'static Case>,
    name: Option<&str>,
) -> Result<Vec<&'static Case>, ValidationError> {
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

/// A substring of a name counts as a match; otherwise letters count.
fn likeness(name: &str, asked: &str) -> f64 {
    let part = if name.contains(asked) { 1.0 } else { 0.0 };
    part + strsim::jaro_winkler(name, asked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Size;
    use poynting::{Device, Precision};

    /// The requirements on a software GPU, and on a GPU without double precision, tested here on the CPU.
    fn coarse_cases_meet_their_tolerances(solver: Solver) {
        for precisions in [&[Precision::F64], &[Precision::F32]] {
            let machine = Machine {
                device: Device::Cpu,
                // Tests run in parallel.
                threads: Some(1),
                size: Size::Coarse,
                precisions,
            };
            let of_solver = all().filter(|case| case.listed.solver == solver);
            let cases: Vec<&Case> = of_solver.collect();
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
    #[ignore = "takes minutes; CI runs some of them on a GPU"]
    fn coarse_cases_in_time_meet_their_tolerances_in_every_precision() {
        coarse_cases_meet_their_tolerances(Solver::Fdtd);
    }

    #[test]
    #[ignore = "takes minutes; CI runs some of them on a GPU"]
    fn coarse_cases_in_orders_meet_their_tolerances() {
        coarse_cases_meet_their_tolerances(Solver::Rcwa);
    }

    #[test]
    #[ignore = "takes minutes; CI runs some of them on a GPU"]
    fn coarse_cases_in_frequency_meet_their_tolerances_in_every_precision() {
        coarse_cases_meet_their_tolerances(Solver::Mom);
    }
}
