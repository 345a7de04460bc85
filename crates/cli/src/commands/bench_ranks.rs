//! `poynting bench ranks`: what predicts the time of a run on many ranks.

use crate::commands::bench_fdtd::seconds;
use crate::commands::files::write_json;
use crate::failure::Failure;
use crate::format;
use crate::options::PrecisionName;
use crate::output::Output;
use crate::processes;
use poynting::{Pool, Precision, format_bytes};
use poynting_bench::{ExchangeRow, Place, RankBench, RankReport, ranks};
use std::num::NonZero;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct BenchRanks {
    /// Ranks in this process, each on a thread [default: one per core, and at least 2]
    #[arg(long, value_name = "N", conflicts_with = "mpi")]
    ranks: Option<NonZero<usize>>,
    /// Measure between the processes that mpirun or srun has started, one rank each
    #[arg(long)]
    mpi: bool,
    /// Number of threads of each process [default: one per core]
    #[arg(long, value_name = "N", requires = "mpi")]
    threads: Option<NonZero<usize>>,
    /// Precision of the fields: f32 or f64 [default: f32]
    #[arg(long, hide_possible_values = true)]
    precision: Option<PrecisionName>,
    /// Cells along each axis of the cube of each rank, for the cell rate
    #[arg(long, default_value = "128", value_name = "N")]
    cells: NonZero<usize>,
    /// Measuring time in seconds; the cell rate is the median of three measurements
    #[arg(long, default_value = "1", value_name = "S", value_parser = seconds)]
    seconds: f64,
    /// Write the figures to this file as JSON, for `poynting check --costs`
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

impl BenchRanks {
    /// Measures.
    pub fn execute(&self, out: &mut Output) -> Result<(), Failure> {
        let all = processes::join(self.mpi)?;
        let place = match all {
            Some(all) => Place::Processes {
                all,
                threads: self.threads.map(NonZero::get),
            },
            None => Place::Threads(self.ranks.map_or(Pool::cores().max(2), NonZero::get)),
        };
        if place.ranks() < 2 {
            return Err(Failure::Usage {
                message: "a single rank exchanges no messages".to_owned(),
                help: Some("measure two ranks or more".to_owned()),
            });
        }
        let bench = RankBench {
            place,
            precision: self.precision.map_or(Precision::F32, Into::into),
            cells: self.cells.get(),
            seconds: self.seconds,
        };
        let report = ranks(&bench).map_err(|e| processes::end_all(all, e.into()))?;
        if all.is_some_and(|all| !all.is_first()) {
            return Ok(());
        }
        print(&report, out);
        if let Some(path) = &self.json {
            write_json(path, &report)?;
            out.line(format_args!(
                "next: poynting check SCENE --ranks N --costs {}",
                path.display()
            ));
        }
        Ok(())
    }
}

fn print(report: &RankReport, out: &mut Output) {
    let RankReport { ranks, threads, .. } = report;
    let each = format::plural(*threads as u64, "thread");
    out.line(match report.between {
        "processes" => format!("{ranks} ranks, each in a process with {each}"),
        _ => format!("{ranks} ranks in one process, each on a thread"),
    });
    out.heading("Exchanges");
    let head = ["parts", "messages", "bytes", "measured", "fitted", "error"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(report.exchanges.iter().map(cells));
    for row in format::table(&rows) {
        out.line(row);
    }
    out.heading("Constants");
    let mut row = |name: &str, value: String, of: String| {
        out.line(format_args!("  {name:<10} {value:<15} {of}"));
    };
    row(
        "cell rate",
        format!("{} Mcells/s", format::number(report.mcells_per_s)),
        format!(
            "per rank, {}, {} cells each, all at once",
            report.precision,
            format::count((report.cells as u64).pow(3))
        ),
    );
    row(
        "latency",
        format::si(report.latency_s, "s"),
        "per message".to_owned(),
    );
    row(
        "bandwidth",
        format::si(report.bytes_per_s, "B/s"),
        "received per rank, packing and unpacking included".to_owned(),
    );
}

fn cells(row: &ExchangeRow) -> Vec<String> {
    let [x, y, z] = row.parts;
    vec![
        format!("{x} x {y} x {z}"),
        format::count(row.messages),
        format_bytes(row.bytes),
        format::si(row.seconds, "s"),
        format::si(row.fitted_s, "s"),
        format!("{:+.0} %", 100.0 * row.error()),
    ]
}
