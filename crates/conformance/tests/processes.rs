//! Runs every scene of the conformance suite over four processes, and some on their GPUs; each compares what it has received with a run of its own.

use poynting_conformance::fdtd;
use poynting_exec::conformance::{Judgement, Verdict};
use poynting_exec::{Device, DeviceError, Processes};
use std::process::{Command, ExitCode};

const PROCESSES: usize = 4;
/// Tells the program that it is one of them.
const STARTED: &str = "POYNTING_CONFORMANCE_PROCESS";
/// More processes than cores, and as any user, with Open MPI.
const ANYWHERE: [(&str, &str); 4] = [
    ("OMPI_ALLOW_RUN_AS_ROOT", "1"),
    ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"),
    ("OMPI_MCA_rmaps_base_oversubscribe", "1"),
    ("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe"),
];

fn main() -> ExitCode {
    // Test collectors ask every test program for a list; this one has no individual tests.
    if std::env::args().any(|argument| argument == "--list") {
        return ExitCode::SUCCESS;
    }
    let outcome = if std::env::var_os(STARTED).is_some() {
        compare()
    } else {
        start_all()
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("conformance: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Starts this program as four processes.
fn start_all() -> Result<(), String> {
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    let mut all = Command::new("mpirun");
    all.args(["-n", &PROCESSES.to_string()]).arg(program);
    let ended = all.env(STARTED, "1").envs(ANYWHERE).status();
    match ended {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("mpirun: {status}")),
        Err(e) => Err(format!("cannot start mpirun: {e}")),
    }
}

/// What one of the processes does.
fn compare() -> Result<(), String> {
    let processes = poynting_mpi::start().ok_or("MPI cannot be started")?;
    let found = processes.0.processes();
    let failures = (found == PROCESSES).then(|| failures(processes));
    poynting_mpi::finish();
    match failures {
        Some(0) => Ok(()),
        Some(failures) => Err(format!("{failures} failures")),
        None => Err(format!("{found} processes instead of {PROCESSES}")),
    }
}

/// The number of scenes that differ in any process: on processors, then on GPUs.
fn failures(processes: Processes) -> i64 {
    let mut failures = counted(processes, "on processors", |report| {
        Ok(fdtd::run_over(processes, report))
    });
    if cfg!(feature = "gpu") {
        failures += counted(processes, "on GPUs", |report| {
            fdtd::run_over_gpus(Device::Gpu(0), processes, report)
        });
    }
    failures
}

/// Runs scenes over all processes and counts those that differ.
fn counted(
    processes: Processes,
    place: &str,
    run: impl Fn(&mut dyn FnMut(&Verdict)) -> Result<Vec<Verdict>, DeviceError>,
) -> i64 {
    let process = processes.0.process();
    let verdicts = run(&mut |verdict| {
        if let Judgement::Fail { reason } = &verdict.result {
            let name = verdict.feature.name;
            eprintln!("process {process}: {name} {}: {reason}", verdict.precision);
        }
    });
    let mut failures = [0];
    match verdicts {
        Ok(verdicts) => {
            let results = || verdicts.iter().map(|verdict| &verdict.result);
            let failed = results().filter(|result| matches!(result, Judgement::Fail { .. }));
            failures[0] = failed.map(|_| 1).sum();
            if processes.is_first() {
                let passed = results().filter(|result| matches!(result, Judgement::Pass { .. }));
                println!("{} scenes over four processes {place}", passed.count());
            }
        }
        Err(e) => {
            eprintln!("process {process}: {e}");
            failures[0] = 1;
        }
    }
    processes.0.add(&mut failures);
    if processes.is_first() {
        println!("{} failures", failures[0]);
    }
    failures[0]
}
