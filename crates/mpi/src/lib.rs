//! The processes of a run over MPI.
//!
//! Messages are the halos of the ranks (`crates/fdtd-core/src/ranks`); sums and records use MPI's own collective operations, whose time grows with the
//! logarithm of the number of processes.
#![cfg(feature = "mpi")]

use mpi::collective::SystemOperation;
use mpi::environment::Universe;
use mpi::request::scope;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator as _, CommunicatorCollectives as _, Destination as _, Source as _};
use mpi::{Rank, Threading, initialize_with_threading};
use poynting_exec::{Communicator, Processes};
use std::sync::{Mutex, PoisonError};

/// MPI counts elements in 32 bits; longer messages are sent in parts.
const PART: usize = 1 << 30;

/// MPI, from [`start`] to [`finish`].
static UNIVERSE: Mutex<Option<Universe>> = Mutex::new(None);

/// Joins the other processes. `None` if MPI cannot be started, or was before.
pub fn start() -> Option<Processes> {
    // One thread at a time calls it, but not always the same one.
    let (universe, threading) = initialize_with_threading(Threading::Serialized)?;
    *UNIVERSE.lock().unwrap_or_else(PoisonError::into_inner) = Some(universe);
    (threading >= Threading::Serialized).then_some(Processes(&World))
}

/// Leaves the other processes, once all of them have come to their end.
pub fn finish() {
    drop(
        UNIVERSE
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take(),
    );
}

/// Ends all processes.
pub fn abort(code: u8) -> ! {
    SimpleCommunicator::world().abort(i32::from(code))
}

/// All processes.
#[derive(Debug)]
struct World;

impl Communicator for World {
    fn processes(&self) -> usize {
        SimpleCommunicator::world().size() as usize
    }

    fn process(&self) -> usize {
        SimpleCommunicator::world().rank() as usize
    }

    fn process_of_machine(&self) -> usize {
        let world = SimpleCommunicator::world();
        world.split_shared(world.rank()).rank() as usize
    }

    fn exchange(&self, sends: &[(usize, &[u8])], receives: &mut [(usize, &mut [u8])]) {
        let world = SimpleCommunicator::world();
        scope(|scope| {
            let mut requests = Vec::new();
            for (from, bytes) in receives {
                let from = world.process_at_rank(rank(*from));
                let parts = bytes.chunks_mut(PART);
                requests.extend(parts.map(|part| from.immediate_receive_into(scope, part)));
            }
            for (to, bytes) in sends {
                let to = world.process_at_rank(rank(*to));
                let parts = bytes.chunks(PART);
                requests.extend(parts.map(|part| to.immediate_send(scope, part)));
            }
            for request in requests {
                request.wait();
            }
        });
    }

    fn unite(&self, bytes: &mut [u8]) {
        for part in bytes.chunks_mut(PART) {
            let known = part.to_vec();
            let all = SimpleCommunicator::world();
            all.all_reduce_into(&known[..], part, SystemOperation::bitwise_or());
        }
    }

    fn add(&self, values: &mut [i64]) {
        let own = values.to_vec();
        let all = SimpleCommunicator::world();
        all.all_reduce_into(&own[..], values, SystemOperation::sum());
    }
}

/// The number of a process, as MPI has it.
fn rank(process: usize) -> Rank {
    Rank::try_from(process).unwrap_or(Rank::MAX)
}
