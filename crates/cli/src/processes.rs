//! The processes that `mpirun` or `srun` has started.

use crate::exit::Exit;
use crate::failure::Failure;
use poynting::Processes;

/// Variables in which launchers tell the number of processes.
const COUNTS: [&str; 3] = ["OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS"];

/// The processes that share the run, if it is one over MPI.
pub fn join(over_mpi: bool) -> Result<Option<Processes>, Failure> {
    if over_mpi {
        return start().map(Some);
    }
    let counts = COUNTS.iter().filter_map(|name| std::env::var(name).ok());
    let several = counts.filter_map(|n| n.parse().ok()).any(|n: usize| n > 1);
    if several {
        return Err(Failure::Usage {
            message: "several processes were started, each of which would run the whole scene"
                .to_owned(),
            help: Some("add --mpi, and they share it".to_owned()),
        });
    }
    Ok(None)
}

#[cfg(feature = "mpi")]
fn start() -> Result<Processes, Failure> {
    poynting_mpi::start().ok_or_else(|| Failure::Usage {
        message: "MPI cannot be started".to_owned(),
        help: Some("start the program with mpirun or srun".to_owned()),
    })
}

#[cfg(not(feature = "mpi"))]
fn start() -> Result<Processes, Failure> {
    Err(Failure::Usage {
        message: "this program was built without MPI".to_owned(),
        help: Some("build it with --features mpi".to_owned()),
    })
}

/// Goes on only if all processes can. What all of them report, the first one reports.
pub fn agree<V>(processes: Option<Processes>, outcome: Result<V, Failure>) -> Result<V, Failure> {
    let Some(processes) = processes else {
        return outcome;
    };
    let failed = i64::from(outcome.is_err());
    let mut counts = [failed, failed * i64::from(processes.is_first())];
    processes.0.add(&mut counts);
    match outcome {
        Err(failure) if counts[1] > 0 && !processes.is_first() => {
            Err(Failure::Told(failure.exit()))
        }
        Ok(_) if counts[0] > 0 => Err(Failure::Told(Exit::Usage)),
        outcome => outcome,
    }
}

/// Leaves the other processes.
#[cfg(feature = "mpi")]
pub fn leave() {
    poynting_mpi::finish();
}

/// There are none.
#[cfg(not(feature = "mpi"))]
pub fn leave() {}

/// Ends all processes after a failure of this one, which the others wait for.
#[cfg(feature = "mpi")]
pub fn end_all(processes: Option<Processes>, failure: Failure) -> Failure {
    if processes.is_some() {
        failure.show();
        poynting_mpi::abort(failure.exit() as u8);
    }
    failure
}

/// There are none.
#[cfg(not(feature = "mpi"))]
pub fn end_all(_: Option<Processes>, failure: Failure) -> Failure {
    failure
}
