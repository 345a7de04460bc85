//! `poynting bench austin`: the Austin RCS benchmark suite.

use super::files::write_json;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::format;
use crate::interrupt::Interrupt;
use crate::options::{PrecisionName, bytes, threads};
use crate::output::{Output, note};
use crate::progress::ProgressDisplay;
use clap::ValueEnum;
use poynting::{Budget, MethodChoice, format_bytes};
use poynting_bench::{
    AustinBench, AustinDifference, AustinError, AustinEvent, AustinRow, austin, austin_cases,
};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// The suite and how it is run.
#[derive(Debug, clap::Args)]
pub struct Austin {
    /// Run only this case; --list shows all cases [default: all, which takes a long time]
    #[arg(long, value_name = "NAME")]
    case: Option<String>,
    /// List the cases without running them
    #[arg(long)]
    list: bool,
    /// Matrix method: auto, dense, hmatrix or mlfma [default: that of the case]
    #[arg(long, hide_possible_values = true)]
    method: Option<MethodName>,
    /// Accuracy of compressed matrix products in decimal digits, 2 to 6 [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=6))]
    digits: Option<u8>,
    /// Precision of the matrix: f32 or f64 [default: f64]
    #[arg(long, hide_possible_values = true)]
    precision: Option<PrecisionName>,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZero<usize>>,
    /// Memory limit, e.g. "3 GB" [default: the available memory]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory: Option<u64>,
    /// Folder of the suite, for meshes that are not included in this program
    #[arg(long, value_name = "FOLDER")]
    suite: Option<PathBuf>,
    /// Keep the results of all cases in this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write the table to this file as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum MethodName {
    /// Selected automatically
    Auto,
    /// Full matrix with LU factorisation
    Dense,
    /// H-matrix with low-rank blocks
    Hmatrix,
    /// Multilevel fast multipole algorithm
    Mlfma,
}

impl From<MethodName> for MethodChoice {
    fn from(name: MethodName) -> Self {
        match name {
            MethodName::Auto => Self::Auto,
            MethodName::Dense => Self::Dense,
            MethodName::Hmatrix => Self::HMatrix,
            MethodName::Mlfma => Self::Mlfma,
        }
    }
}

impl Austin {
    /// Runs the cases.
    pub fn execute(&self, out: &mut Output) -> Result<Exit, Failure> {
        if self.list {
            for case in austin_cases() {
                let slow = if case.slow { " (slow)" } else { "" };
                out.line(format_args!("{:<14} {}{slow}", case.name, case.about));
            }
            return Ok(Exit::Success);
        }
        let interrupt = Interrupt::listen();
        let mut headed = false;
        let mut display = ProgressDisplay::lines();
        let report = austin(&self.bench(), &mut |event| {
            match event {
                AustinEvent::Begins(case, method) => {
                    if !headed {
                        out.line(heading());
                    }
                    headed = true;
                    let slow = if case.slow {
                        "; this takes a while"
                    } else {
                        ""
                    };
                    note(format_args!(
                        "{}, method {}{slow}",
                        case.about,
                        method.name()
                    ));
                }
                AustinEvent::Progress(progress) => display.show(progress),
                AustinEvent::Row(row) => show(out, row),
                AustinEvent::Difference(difference) => show_difference(out, difference),
            }
            if interrupt.asked() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        let report = match report {
            Err(AustinError::Interrupted) => return Ok(Exit::Interrupted),
            other => other.map_err(failure)?,
        };
        if let Some(path) = &self.json {
            write_json(path, &report)?;
        }
        Ok(Exit::Success)
    }

    fn bench(&self) -> AustinBench {
        AustinBench {
            case: self.case.clone(),
            method: self.method.map(Into::into),
            digits: self.digits,
            precision: self.precision.map(Into::into),
            threads: self.threads.map(NonZero::get),
            budget: self.memory.map(|limit| Budget {
                bytes: limit.min(Budget::of_this_machine().bytes),
            }),
            suite: self.suite.clone(),
            keep: self.out.clone(),
        }
    }
}

fn failure(error: AustinError) -> Failure {
    match error {
        AustinError::Run { error, case } => {
            note(format_args!("case {case}"));
            Failure::Library(*error)
        }
        other => Failure::Usage {
            message: other.to_string(),
            help: None,
        },
    }
}

fn heading() -> String {
    format!(
        "{:<14} {:>10} {:<8} {:>8} {:>8} {:>10} {:>10} {:>10} {:>10} {:>10}",
        "case",
        "unknowns",
        "method",
        "VV dB",
        "HH dB",
        "core s",
        "cpu s",
        "wall s",
        "memory",
        "iterations"
    )
}

fn show(out: &mut Output, row: &AustinRow) {
    out.line(format_args!(
        "{:<14} {:>10} {:<8} {:>8.4} {:>8.4} {:>10.1} {:>10} {:>10.1} {:>10} {:>10}",
        row.case,
        format::count(row.unknowns),
        row.method,
        row.error_vv_db,
        row.error_hh_db,
        row.core_s,
        row.cpu_s
            .map_or("?".to_owned(), |time| format!("{time:.1}")),
        row.wall_s,
        row.peak_bytes.map_or("?".to_owned(), format_bytes),
        row.iterations
    ));
    if let Some(combinations) = row.combinations.filter(|_| row.right_hand_sides > 2) {
        let solved = format!("{combinations} of {}", row.right_hand_sides);
        let text = format!("solved for {solved} right-hand sides");
        out.line(format_args!("{text:>34}"));
    }
    for score in &row.measured {
        out.line(format_args!(
            "{:>34} {:>8.4} {:>8.4}",
            format!("compared with {}", score.from),
            score.vv_db,
            score.hh_db
        ));
    }
    if let Some(best) = &row.published {
        out.line(format_args!(
            "{:>34} {:>8.4} {:>8.4} {:>10.0} {:>10} {:>10} {:>10}",
            format!("published, {}, {}", best.method, best.mesh),
            best.error_vv_db,
            best.error_hh_db,
            best.core_s,
            "",
            "",
            format_bytes(best.bytes as u64),
        ));
    }
}

fn show_difference(out: &mut Output, difference: &AustinDifference) {
    let [a, b] = &difference.methods;
    out.line(format_args!(
        "{:>34} {:>8.4} {:>8.4}",
        format!("{a} compared with {b}"),
        difference.vv_db,
        difference.hh_db
    ));
}
