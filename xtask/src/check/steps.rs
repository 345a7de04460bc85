//! The steps of CI.
//!
//! Only two builds: `dev` with all features, for clippy, the tests and GPU runs, and `release` without features, for
//! the program that the quick start installs (where warnings are also errors) and that validation and benchmark then use. The wheel is
//! built from the first.

use crate::figures::{bench, validate};
use crate::repository::{Repository, has_nextest, shown};
use crate::{
    Error, book, deny, gallery, hdf5, instructions, python, quickstart, release, report, tarball,
    tidy,
};
use std::path::Path;
use std::process::Command;

/// A named step.
pub struct Step {
    /// Also its name for `cargo xtask step`.
    pub name: &'static str,
    /// What it does.
    pub task: fn(&Repository) -> Result<(), Error>,
}

const fn step(name: &'static str, task: fn(&Repository) -> Result<(), Error>) -> Step {
    Step { name, task }
}

/// One after another: quick steps first, then those that use all cores. Some tests are sensitive to timing.
pub const FIRST: [Step; 10] = [
    step("format", |repository| {
        cargo(repository, &["fmt", "--all", "--check"])
    }),
    step("tidy", tidy::run),
    step("licences and duplicates", deny::run),
    step("metadata of the crates", release::packages::check),
    step("no GPU without its feature", no_gpu_without_its_feature),
    step("the library without default features", library_alone),
    step("clippy", clippy),
    step("documentation of the code", documentation),
    step("the command with GPUs", with_gpus),
    step("tests", tests),
];

/// Steps that need only what the tests have built. Most of them use one core.
pub const ON_THE_TESTS: [Step; 9] = [
    step("doc tests", doc_tests),
    step("conformance", conformance),
    step("conformance over MPI", conformance_over_mpi),
    step("kills", kills),
    step("faults", faults),
    step("fuzz", fuzz),
    step("CUDA and HIP kernels", kernels),
    step("validation on the GPU", validation_on_the_gpu),
    step("gallery", gallery::run),
];

/// Steps that need the program or the Python package as users install them.
pub const AS_INSTALLED: [Step; 9] = [
    step("release build", |repository| {
        quickstart::install(repository).map(drop)
    }),
    step("quick start", quickstart::first_run),
    step("memory", |repository| {
        memory(repository, &quickstart::program(repository))
    }),
    step("tarball", |repository| {
        tarball::run(repository, &quickstart::program(repository))
    }),
    step("reports", |repository| {
        report::run(repository, &quickstart::program(repository))
    }),
    step("validation", |repository| {
        validate(repository, &quickstart::program(repository), "cpu", &[]).map(drop)
    }),
    // After the validation, since it lists its cases.
    step("book", |repository| {
        book::run(repository, &quickstart::program(repository))
    }),
    step("benchmark", |repository| {
        let program = quickstart::program(repository);
        bench(repository, &program)?;
        instructions::count(repository, &program)
    }),
    step("Python", python::run),
];

/// Cases validated on a GPU here: the conformance suite compares every feature with the processor, so one case of each kind is enough. All
/// of them take half an hour on a software driver.
const GPU_CASES: [&str; 6] = [
    "cavity-resonances",
    "bloch-wall",
    "plane-wave-half-space",
    "pec-sphere-bistatic",
    "lumped-elements",
    "mom-austin-sphere",
];

/// Name prefixes of crates that only a build with the feature `gpu` may use.
const GPU_CRATES: [&str; 5] = ["ash ", "cubecl", "cudarc", "naga", "wgpu"];

/// Name prefixes of crates that only the default features `hdf5` and `plot` of the library may use.
const FILE_CRATES: [&str; 4] = ["cmake ", "hdf5", "ndarray", "plotters"];

/// For every command that compiles for `dev`.
const ALL_FEATURES: [&str; 2] = ["--all-features", "--locked"];

fn cargo(repository: &Repository, args: &[&str]) -> Result<(), Error> {
    shown(&mut repository.cargo(args))
}

fn clippy(repository: &Repository) -> Result<(), Error> {
    let build = ["clippy", "--workspace", "--all-targets", "--timings"];
    let warnings = ["--", "-D", "warnings"];
    cargo(repository, &[&build, &ALL_FEATURES[..], &warnings].concat())
}

/// A dead link is an error.
fn documentation(repository: &Repository) -> Result<(), Error> {
    let mut doc = repository.cargo(["doc", "--workspace", "--no-deps", "--timings"]);
    doc.args(ALL_FEATURES).env("RUSTDOCFLAGS", "-D warnings");
    shown(&mut doc)
}

/// What users build, and no other step does: the workspace features include more.
fn with_gpus(repository: &Repository) -> Result<(), Error> {
    let check = ["check", "--package", "poynting-cli", "--features", "gpu"];
    cargo(
        repository,
        &[&check, &["--locked", "--timings"][..]].concat(),
    )
}

fn tests(repository: &Repository) -> Result<(), Error> {
    let run: &[&str] = if has_nextest(repository) {
        &["nextest", "run", "--workspace", "--timings"]
    } else {
        println!("cargo-nextest is not installed: using cargo test");
        &[
            "test",
            "--workspace",
            "--lib",
            "--bins",
            "--tests",
            "--timings",
        ]
    };
    cargo(repository, &[run, &ALL_FEATURES].concat())
}

fn doc_tests(repository: &Repository) -> Result<(), Error> {
    let doc_tests = ["test", "--workspace", "--doc"];
    cargo(repository, &[&doc_tests, &ALL_FEATURES[..]].concat())
}

/// On the CPU, on the first GPU, and on the CUDA text of the kernels, executed on the processor.
fn conformance(repository: &Repository) -> Result<(), Error> {
    let suite = ["--test", "conformance", "--", "--check", "docs/backends.md"];
    cargo(
        repository,
        &[&["test", "--workspace"], &ALL_FEATURES[..], &suite].concat(),
    )
}

/// The program starts itself as four processes.
fn conformance_over_mpi(repository: &Repository) -> Result<(), Error> {
    let suite = ["test", "--workspace", "--test", "processes"];
    cargo(repository, &[&suite, &ALL_FEATURES[..]].concat())
}

/// Runs that are killed and continued.
fn kills(repository: &Repository) -> Result<(), Error> {
    let program = repository.target_dir().join("debug/poynting");
    let mut kills = Command::new(repository.root.join(".ci/kills"));
    shown(kills.arg(program).args(["--kills", "20"]))
}

/// Runs whose calls of the operating system fail.
fn faults(repository: &Repository) -> Result<(), Error> {
    let program = repository.target_dir().join("debug/poynting");
    let mut faults = Command::new(repository.root.join(".ci/faults"));
    shown(faults.arg(program).arg("--quick"))
}

/// Every reader of a stranger's files gets mutated inputs for about two minutes: as many as each time and from the same seed, so that only a change of the
/// program makes the step fail. The build is instrumented; only the HDF5 library is shared.
fn fuzz(repository: &Repository) -> Result<(), Error> {
    let mut fuzz = Command::new(repository.root.join(".ci/fuzz"));
    let built = format!("--cargo={}", hdf5::options(repository));
    fuzz.args(["--executions", "200000", "--seed", "1", &built]);
    shown(fuzz.env("CARGO_TARGET_DIR", repository.target_dir()))
}

/// Runs that must take the memory which their check announces.
fn memory(repository: &Repository, program: &Path) -> Result<(), Error> {
    let mut memory = Command::new(repository.root.join(".ci/memory"));
    shown(memory.arg(program).arg("--quick"))
}

/// The kernel sources written by a test of each solver.
fn kernels(repository: &Repository) -> Result<(), Error> {
    let mut ptx = Command::new(repository.root.join(".ci/ptx"));
    shown(ptx.arg(repository.target_dir().join("tmp/kernels")))
}

fn validation_on_the_gpu(repository: &Repository) -> Result<(), Error> {
    let program = repository.target_dir().join("debug/poynting");
    GPU_CASES
        .iter()
        .try_for_each(|case| validate(repository, &program, "gpu", &["--case", case]).map(drop))
}

/// The command without features must stay light.
fn no_gpu_without_its_feature(repository: &Repository) -> Result<(), Error> {
    depends_on_none(repository, &["--package", "poynting-cli"], &GPU_CRATES)
}

/// The library without its default features needs no cmake.
fn library_alone(repository: &Repository) -> Result<(), Error> {
    let alone = ["--package", "poynting", "--no-default-features"];
    depends_on_none(repository, &alone, &FILE_CRATES)?;
    let results = ["--package", "poynting-results", "--locked"];
    let warnings = ["--", "-D", "warnings"];
    cargo(
        repository,
        &[&["clippy"], &alone[..], &results, &warnings].concat(),
    )
}

/// Refuses crates with these name prefixes in a build of a package.
fn depends_on_none(repository: &Repository, build: &[&str], heavy: &[&str]) -> Result<(), Error> {
    let tree = repository
        .cargo(["tree", "--locked", "--edges", "normal,build"])
        .args(["--prefix", "none"])
        .args(build)
        .output()
        .map_err(|source| Error::Start {
            command: "cargo tree".to_owned(),
            source,
        })?;
    let text = String::from_utf8_lossy(&tree.stdout);
    let is_heavy = |line: &&str| heavy.iter().any(|name| line.starts_with(name));
    match text.lines().find(is_heavy) {
        None if tree.status.success() && !text.is_empty() => Ok(()),
        Some(found) => Err(Error::Unexpected(format!(
            "a build with {} depends on {found}",
            build.join(" ")
        ))),
        None => Err(Error::Unexpected("`cargo tree` printed nothing".to_owned())),
    }
}
