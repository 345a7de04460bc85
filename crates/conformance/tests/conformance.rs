//! Runs the conformance suites of the solvers: one line per verdict, then a table; fails if any verdict fails.
//!
//! `--matrix FILE` writes the matrix of features and backends, `--check FILE` fails if the file differs from what would be
//! written; both need a GPU. `--device NAME` selects a GPU other than the first. `--text` runs the checks of a GPU on the executed CUDA
//! text only, which needs a C++ compiler (`CXX`) and no GPU.

use poynting_conformance::{fdtd, mom};
use poynting_exec::conformance::{Document, Judgement, Verdict, matrix, table};
use poynting_exec::{Device, DeviceChoice};
use std::path::PathBuf;
use std::process::ExitCode;

const DOCUMENT: Document = Document {
    command: "cargo test -p poynting-conformance --features gpu,cuda,hip --test conformance -- --matrix docs/backends.md",
    introduction: "\
One suite checks every feature of the solvers on every backend and in both precisions
(`crates/conformance/src/fdtd`, `crates/conformance/src/mom`). On the CPU every traversal, and every division of the grid into boxes,
must be bitwise identical to the plain sweep, and the matrix must be the same on any number of threads. So must every run of a scene on
2, 3, 4 and 8 ranks, cut across each axis and across all three, and on 4 processes over MPI. A GPU must agree with the CPU, alone and where
it shares the grid of a scene with another device (in single precision with a second GPU, in double precision with the CPU),
within the tolerance of the last column, in units in the last place (1.2e-7 in single, 2.2e-16 in double precision) of the largest value
of the field, recorded vector or matrix; *exact* means bitwise identical. The GPU runs through Vulkan.

*cuda text, executed on the processor* is the CUDA source of every kernel as the CUDA runtime hands it to NVIDIA's compiler. A C++ compiler
translates it, unchanged, with a header of our own in place of CUDA's (`crates/exec/src/gpu/text/cuda_shim.hpp`), and the solver runs on it as on a GPU, in both
precisions: with products and sums rounded separately and threads in ascending order, and with fused multiply-adds and threads in
descending order. Fresh buffers are filled with NaN. This covers what the source computes, not what a GPU adds to it: threads that run at once, its memory, and NVIDIA's
code generator, for which CI only compiles the same source to PTX (`sm_80`, `sm_90`). No kernel uses barriers, shared memory, warp operations or
atomics; the header has none, and a kernel that used one would fail to compile.
",
};

/// What to do with the matrix.
enum Task {
    None,
    Write(PathBuf),
    Check(PathBuf),
}

struct Arguments {
    gpu: Option<Device>,
    text_only: bool,
    task: Task,
}

fn main() -> ExitCode {
    // Test collectors ask every test program for a list; this one has no individual tests.
    if std::env::args().any(|argument| argument == "--list") {
        return ExitCode::SUCCESS;
    }
    match Arguments::read().and_then(|arguments| arguments.act()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("conformance: {message}");
            ExitCode::FAILURE
        }
    }
}

impl Arguments {
    fn read() -> Result<Self, String> {
        let has_gpus = cfg!(feature = "gpu");
        let mut read = Self {
            gpu: has_gpus.then_some(Device::Gpu(0)),
            text_only: false,
            task: Task::None,
        };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
            match argument.as_str() {
                "--matrix" => read.task = Task::Write(in_repository(&value()?)),
                "--text" => read.text_only = true,
                "--check" => read.task = Task::Check(in_repository(&value()?)),
                "--device" => {
                    let choice = value()?
                        .parse::<DeviceChoice>()
                        .map_err(|e| e.to_string())?;
                    read.gpu = match choice {
                        DeviceChoice::Auto => read.gpu,
                        DeviceChoice::Device(Device::Cpu) => None,
                        DeviceChoice::Device(device) => Some(device),
                        several => return Err(format!("name one GPU, not {several}")),
                    };
                }
                _ => {
                    return Err(format!(
                        "unknown argument `{argument}`; use --matrix FILE, --check FILE, --device NAME or --text"
                    ));
                }
            }
        }
        if (read.gpu.is_none() || read.text_only) && !matches!(read.task, Task::None) {
            return Err("the matrix needs a GPU, and a build with the feature `gpu`".to_owned());
        }
        Ok(read)
    }

    fn act(&self) -> Result<(), String> {
        let mut verdicts = Vec::new();
        if !self.text_only {
            verdicts.extend(fdtd::run(self.gpu, &mut report).map_err(|e| e.to_string())?);
            verdicts.extend(mom::run(self.gpu, &mut report).map_err(|e| e.to_string())?);
        }
        if self.text_only || self.gpu.is_some() {
            verdicts.extend(run_text()?);
        }
        println!("\n{}\n", table(&verdicts));
        let is_failure = |v: &&Verdict| matches!(v.result, Judgement::Fail { .. });
        let failures = verdicts.iter().filter(is_failure).count();
        if failures > 0 {
            return Err(format!("{failures} of {} checks failed", verdicts.len()));
        }
        println!("{} checks, no failures", verdicts.len());
        let matrix =
            || matrix(DOCUMENT, &verdicts).ok_or("the matrix needs a GPU with double precision");
        match &self.task {
            Task::None => Ok(()),
            Task::Write(file) => {
                std::fs::write(file, matrix()?).map_err(|e| format!("{}: {e}", file.display()))
            }
            Task::Check(file) => {
                let found = std::fs::read_to_string(file).unwrap_or_default();
                if found == matrix()? {
                    return Ok(());
                }
                Err(format!(
                    "{} differs from the results of the suite; regenerate it with --matrix",
                    file.display()
                ))
            }
        }
    }
}

/// The executed CUDA text, in both ways of rounding.
#[cfg(feature = "gpu")]
#[expect(clippy::unnecessary_wraps, reason = "a build without GPUs has none")]
fn run_text() -> Result<Vec<Verdict>, String> {
    use poynting_exec::gpu::text::MultiplyAdd;
    let ways = [MultiplyAdd::Separate, MultiplyAdd::Fused];
    let run = |way| poynting_conformance::run_executed(way, &mut report);
    Ok(ways.into_iter().flat_map(run).collect())
}

#[cfg(not(feature = "gpu"))]
fn run_text() -> Result<Vec<Verdict>, String> {
    Err("kernels need a build with the feature `gpu`".to_owned())
}

/// Cargo runs tests in the package folder; files are given relative to the repository root.
fn in_repository(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(file)
}

fn report(verdict: &Verdict) {
    let what = match &verdict.result {
        Judgement::Pass { error, tolerance } => {
            format!("ok      {error:.1e} of {tolerance:.1e}")
        }
        Judgement::Fail { reason } => format!("FAILED  {reason}"),
        Judgement::NotApplicable { reason } => format!("-       {reason}"),
    };
    println!(
        "{} {}  {:30}  {what}",
        verdict.backend, verdict.precision, verdict.feature.name
    );
}
