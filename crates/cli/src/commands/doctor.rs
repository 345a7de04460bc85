//! `poynting doctor`: what this machine has, what is missing, and how to get it.

use super::devices;
use crate::exit::Exit;
use crate::format;
use crate::output::Output;
use poynting::{RunOptions, VERSION, cpu_device, format_bytes, measure_speed};
use std::process::Command;
use std::time::Duration;

/// Bytes per cell in single precision.
const CELL_BYTES: u64 = 28;
/// Bytes per entry of a dense matrix in double precision.
const ENTRY_BYTES: u64 = 16;
/// Duration of the speed measurement.
const SPEED_TEST: Duration = Duration::from_millis(500);
const HUGE_PAGES: &str = "/sys/kernel/mm/transparent_hugepage/enabled";
/// Prints the version of the package, or fails.
const ASK_PYTHON: &str = "import poynting; print(poynting.__version__)";

/// One item that was checked.
struct Finding {
    what: &'static str,
    found: String,
    /// What could be better, and how to fix it.
    cure: Option<String>,
}

impl Finding {
    fn fine(what: &'static str, found: impl Into<String>) -> Self {
        Self {
            what,
            found: found.into(),
            cure: None,
        }
    }

    fn lacking(what: &'static str, found: impl Into<String>, cure: impl Into<String>) -> Self {
        Self {
            cure: Some(cure.into()),
            ..Self::fine(what, found)
        }
    }
}

/// Checks the machine, and tries the solver.
pub fn execute(out: &mut Output) -> Exit {
    let mut findings = vec![program()];
    findings.extend(processor());
    findings.extend(huge_pages());
    findings.extend(gpu());
    findings.extend([folder(), python(), speed()]);
    for finding in &findings {
        let mark = if finding.cure.is_none() { "ok" } else { "--" };
        let bullet = format!("{mark}  {:<11} ", finding.what);
        out.line(format::wrapped(&bullet, &finding.found));
        if let Some(cure) = &finding.cure {
            let bullet = " ".repeat(bullet.chars().count());
            out.line(format::wrapped(&bullet, cure));
        }
    }
    let lacking = findings.iter().filter(|f| f.cure.is_some()).count();
    out.line(match lacking {
        0 => "\nNothing is missing.".to_owned(),
        1 => "\nOne item can be improved; items marked ok work without it.".to_owned(),
        n => format!("\n{n} items can be improved; items marked ok work without them."),
    });
    Exit::Success
}

fn program() -> Finding {
    let features = [
        ("gpu", cfg!(feature = "gpu")),
        ("cuda", cfg!(feature = "cuda")),
        ("hip", cfg!(feature = "hip")),
    ];
    let has = features.iter().filter(|(_, on)| *on).map(|(name, _)| *name);
    let has: Vec<&str> = has.collect();
    let built = if has.is_empty() {
        "without GPU features".to_owned()
    } else {
        format!("with {}", has.join(", "))
    };
    let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
    Finding::fine(
        "poynting",
        format!("{VERSION} for {os} on {arch}, built {built}"),
    )
}

fn processor() -> [Finding; 2] {
    let cpu = cpu_device();
    let cores = format::plural(cpu.cores as u64, "core");
    let cells = format::number((cpu.available / CELL_BYTES) as f64 / 1e6);
    let unknowns = ((cpu.available / ENTRY_BYTES) as f64).sqrt() as u64;
    let memory = format!(
        "{}, {} available: enough for about {cells} million cells (FDTD, f32) or a dense matrix of {} unknowns (MoM, f64)",
        format_bytes(cpu.memory),
        format_bytes(cpu.available),
        format::count(unknowns),
    );
    [
        Finding::fine("processor", format!("{}, {cores}, {}", cpu.name, cpu.simd)),
        Finding::fine("memory", memory),
    ]
}

/// Large fields run faster on huge pages; only Linux reports whether a program may use them.
fn huge_pages() -> Option<Finding> {
    let text = std::fs::read_to_string(HUGE_PAGES).ok()?;
    Some(if text.contains("[never]") {
        Finding::lacking(
            "huge pages",
            "disabled",
            format!("large grids run slower; to enable, as root: echo madvise > {HUGE_PAGES}"),
        )
    } else {
        Finding::fine("huge pages", "available")
    })
}

fn gpu() -> Vec<Finding> {
    let (found, absent) = devices::gpus();
    if found.is_empty() {
        let (why, cure) = if cfg!(feature = "gpu") {
            let cure = "install a Vulkan driver: that of NVIDIA or AMD, or mesa-vulkan-drivers on Debian; everything also runs on the CPU".to_owned();
            (absent.join("; "), cure)
        } else {
            let cure = format!(
                "everything runs on the CPU; for GPU support: {}",
                devices::WITH_GPU
            );
            ("not supported by this build".to_owned(), cure)
        };
        return vec![Finding::lacking("GPU", why, cure)];
    }
    let gpus = found.into_iter();
    gpus.map(|name| Finding::fine("GPU", name)).collect()
}

/// Results go into the current folder unless another is given.
fn folder() -> Finding {
    let probe = std::path::Path::new(".poynting-doctor");
    let written = std::fs::write(probe, b"").and_then(|()| std::fs::remove_file(probe));
    match written {
        Ok(()) => Finding::fine("folder", "results can be written here"),
        Err(e) => Finding::lacking(
            "folder",
            format!("results cannot be written here: {e}"),
            "change to another folder, or choose one with --out",
        ),
    }
}

fn python() -> Finding {
    // Python imports from the current folder first, where a stranger's files may lie: it is asked in an empty one.
    let empty = tempfile::tempdir();
    let asked = empty.iter().find_map(|empty| {
        ["python3", "python"].iter().find_map(|name| {
            let mut python = Command::new(name);
            python.args(["-c", ASK_PYTHON]).current_dir(empty.path());
            Some((*name, python.output().ok()?))
        })
    });
    match asked {
        Some((name, answer)) if answer.status.success() => {
            let version = String::from_utf8_lossy(&answer.stdout).trim().to_owned();
            Finding::fine(
                "Python",
                format!("{name} has the package poynting {version}"),
            )
        }
        Some((name, _)) => Finding::lacking(
            "Python",
            format!("{name} was found, but without the package poynting"),
            format!(
                "needed only for scripts and notebooks; in a clone of the repository: {name} -m pip install \"./crates/python[plot]\""
            ),
        ),
        None => Finding::lacking(
            "Python",
            "not found",
            "needed only for scripts and notebooks: install Python 3.9 or newer",
        ),
    }
}

/// Runs a small grid briefly.
fn speed() -> Finding {
    match measure_speed(&RunOptions::default(), SPEED_TEST) {
        Ok(speed) => Finding::fine(
            "trial",
            format!(
                "FDTD runs at {} million cells per second",
                format::number(speed)
            ),
        ),
        Err(error) => Finding::lacking("trial", "FDTD did not run", error.to_string()),
    }
}
