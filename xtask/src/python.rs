//! The Python package as a user gets it: a wheel is built, installed into its own environment, and tested there; then a new user's first
//! script is run in an environment that contains only the wheel and its dependencies.
//!
//! The wheel has the profile `dev` with all features, in cargo's usual folder: its crates are those that the workspace tests have
//! built, and only the module itself is relinked.
//!
//! `cargo xtask python --in-place` is for those who edit the package. Nothing is packed or copied: the tests use the Python files of the
//! repository, so a change to these alone only needs the tests to be run.

use crate::Error;
use crate::files::{find, is_drawn, put, read, remove};
use crate::repository::{Repository, shown};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The packages that build the wheel, its dependencies, and those used by the tests.
const PACKAGES: [&str; 15] = [
    "maturin>=1.9.4,<2",
    "numpy",
    "pytest",
    "pytest-xdist",
    "h5py",
    "jsonschema",
    "matplotlib",
    "xarray",
    "scikit-rf",
    "mypy",
    // For a notebook with a tqdm progress bar.
    "tqdm",
    "ipykernel",
    "ipywidgets",
    "nbclient",
    "nbformat",
];

/// For those who edit the package: its files are tested in place.
const IN_PLACE: &str = "--in-place";

/// Builds, installs and tests the package.
pub fn run(repository: &Repository) -> Result<(), Error> {
    if std::env::args().nth(2).as_deref() == Some(IN_PLACE) {
        return in_place(repository);
    }
    let package = Package::new(repository);
    package.prepare()?;
    let wheel = package.build()?;
    package.install(&wheel)?;
    package.test(&[])?;
    first_script(repository, &wheel)
}

/// Tests the package files in place, with a module that is rebuilt if anything in Rust has changed. Documents are not run: they are not part of the
/// package.
pub fn in_place(repository: &Repository) -> Result<(), Error> {
    let package = Package::new(repository);
    package.prepare()?;
    package.put_in_place()?;
    package.test(&["test_docs.py"])
}

/// The crate of the package, and its own environment.
struct Package {
    crate_dir: PathBuf,
    wheels: PathBuf,
    environment: PathBuf,
}

impl Package {
    fn new(repository: &Repository) -> Self {
        Self {
            crate_dir: repository.root.join("crates/python"),
            wheels: repository.target_dir().join("wheels"),
            environment: repository.target_dir().join("python"),
        }
    }

    fn python(&self) -> PathBuf {
        self.environment.join("bin/python")
    }

    fn prepare(&self) -> Result<(), Error> {
        prepare(&self.environment, &PACKAGES)
    }

    /// Maturin; all its tasks build the module in the same way, so after one of them the others compile nothing.
    fn maturin(&self, task: &str) -> Command {
        let mut maturin = Command::new(self.environment.join("bin/maturin"));
        maturin
            .args([task, "--profile", "dev", "--all-features", "--locked"])
            .arg("--manifest-path")
            .arg(self.crate_dir.join("Cargo.toml"))
            .env("VIRTUAL_ENV", &self.environment);
        maturin
    }

    /// Builds the wheel; returns its path.
    fn build(&self) -> Result<PathBuf, Error> {
        // The wheel of an earlier version must not be installed instead of this one.
        remove(&self.wheels)?;
        let mut maturin = self.maturin("build");
        maturin.arg("--interpreter").arg(self.python());
        shown(maturin.arg("--out").arg(&self.wheels))?;
        only_wheel(&self.wheels)
    }

    fn install(&self, wheel: &Path) -> Result<(), Error> {
        // The version does not change between builds, so pip must be told to reinstall.
        let replace = ["--force-reinstall", "--no-deps"].map(OsStr::new);
        pip(
            &self.python(),
            replace.into_iter().chain([wheel.as_os_str()]),
        )
    }

    /// Builds the module if anything in Rust has changed, and puts it next to the Python files; the environment uses the package from there.
    fn put_in_place(&self) -> Result<(), Error> {
        let mut maturin = self.maturin("develop");
        if self.is_in_place() {
            maturin.arg("--skip-install");
        }
        shown(&mut maturin)
    }

    /// Whether the environment uses the Python files of the repository. Installing a wheel later ends that.
    fn is_in_place(&self) -> bool {
        let source = self.crate_dir.join("python");
        let versions = std::fs::read_dir(self.environment.join("lib"));
        let mut folders = versions.into_iter().flatten().flatten();
        folders.any(|version| {
            let path = version.path().join("site-packages/poynting.pth");
            read(&path).is_ok_and(|text| Path::new(text.trim_end()) == source)
        })
    }

    fn test(&self, left_out: &[&str]) -> Result<(), Error> {
        let python = self.python();
        let tests = self.crate_dir.join("tests");
        // The table classes must match the schema.
        let generator = self.crate_dir.join("generate.py");
        command(&python, [generator.as_os_str(), "--check".as_ref()])?;
        let mut pytest = Command::new(&python);
        pytest
            .args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider"])
            // Two at a time: many tests wait for a process to start.
            .args(["--numprocesses", "2", "--dist", "worksteal"])
            .arg(&tests)
            // Keep mypy's cache of numpy and matplotlib: building it takes longer than all other tests.
            .env("MYPY_CACHE_DIR", self.environment.join("mypy"));
        for file in left_out {
            pytest.arg("--ignore").arg(tests.join(file));
        }
        shown(&mut pytest)
    }
}

/// What a new user does: installs the wheel with its plots into a new environment, asks the installed command for its version, and runs the
/// example, which must produce its pictures.
pub fn first_script(repository: &Repository, wheel: &Path) -> Result<(), Error> {
    first_script_with("python3", repository, wheel)
}

/// The same with a given interpreter.
pub fn first_script_with(
    interpreter: impl AsRef<OsStr>,
    repository: &Repository,
    wheel: &Path,
) -> Result<(), Error> {
    let clean = clean_environment(repository);
    remove(&clean)?;
    make_environment(interpreter, &clean)?;
    let python = clean.join("bin/python");
    let mut with_plots = wheel.as_os_str().to_owned();
    with_plots.push("[plot]");
    pip(&python, [with_plots.as_os_str()])?;
    command(clean.join("bin/poynting"), [OsStr::new("--version")])?;
    let script = repository.root.join("crates/python/examples/patch.py");
    let mut first = Command::new(&python);
    first
        .arg(&script)
        .current_dir(&clean)
        .env("MPLBACKEND", "Agg");
    shown(&mut first)?;
    ["s11.png", "pattern.png"]
        .iter()
        .try_for_each(|picture| is_drawn(&clean.join(picture)))
}

/// The environment in which the first script runs.
pub fn clean_environment(repository: &Repository) -> PathBuf {
    repository.target_dir().join("python-clean")
}

/// Creates an environment with these packages. They are recorded in it: asking pip whether everything is installed takes seconds.
pub fn prepare(environment: &Path, packages: &[&str]) -> Result<(), Error> {
    let python = environment.join("bin/python");
    if !python.exists() {
        // An environment whose Python has moved is useless.
        remove(environment)?;
        make_environment("python3", environment)?;
    }
    let note = environment.join("packages.txt");
    let wanted = packages.join("\n");
    if read(&note).is_ok_and(|held| held == wanted) {
        return Ok(());
    }
    pip(&python, packages.iter().map(OsStr::new))?;
    put(&note, wanted)
}

fn make_environment(interpreter: impl AsRef<OsStr>, folder: &Path) -> Result<(), Error> {
    command(
        interpreter,
        ["-m".as_ref(), "venv".as_ref(), folder.as_os_str()],
    )
}

fn pip<'a>(python: &Path, what: impl IntoIterator<Item = &'a OsStr>) -> Result<(), Error> {
    let install = [
        "-m",
        "pip",
        "--quiet",
        "--disable-pip-version-check",
        "install",
    ];
    command(python, install.map(OsStr::new).into_iter().chain(what))
}

fn command<'a>(
    program: impl AsRef<OsStr>,
    arguments: impl IntoIterator<Item = &'a OsStr>,
) -> Result<(), Error> {
    let mut command = Command::new(program);
    shown(command.args(arguments))
}

/// The wheel in a folder, which must serve all Python versions.
pub fn only_wheel(folder: &Path) -> Result<PathBuf, Error> {
    find(folder, ".whl").and_then(|wheel| {
        if wheel.to_string_lossy().contains("-abi3-") {
            return Ok(wheel);
        }
        let message = format!("no abi3 wheel in {}", folder.display());
        Err(Error::Unexpected(message))
    })
}
