//! Processes that share a run.

use crate::Real;
use crate::arena::bytes_of_mut;
use std::fmt::Debug;

/// How the processes of a run reach each other. All of them call its functions in the same order.
pub trait Communicator: Debug + Send + Sync {
    /// Number of processes.
    fn processes(&self) -> usize;

    /// The number of this one, from 0.
    fn process(&self) -> usize;

    /// The number of this one among those on its machine, from 0.
    fn process_of_machine(&self) -> usize;

    /// Sends messages to processes, and receives those that they send to this one: at most one from each, as long as its buffer.
    fn exchange(&self, sends: &[(usize, &[u8])], receives: &mut [(usize, &mut [u8])]);

    /// The bitwise or of the bytes of all processes, on all of them. If one process holds a value and the others hold zeros in its place, all then hold it.
    fn unite(&self, bytes: &mut [u8]);

    /// The sums of integers over all processes, on all of them.
    fn add(&self, values: &mut [i64]);
}

/// The processes of a run.
#[derive(Debug, Clone, Copy)]
pub struct Processes(pub &'static dyn Communicator);

impl Processes {
    /// Whether this one writes the results.
    pub fn is_first(self) -> bool {
        self.0.process() == 0
    }

    /// Gives all processes the values of which each holds some, with zeros in place of the others.
    pub fn unite<T: Real>(self, values: &mut [T]) {
        self.0.unite(bytes_of_mut(values));
    }

    /// The least of the numbers that the processes have, which are below 64.
    pub fn least(self, number: usize) -> usize {
        let mut numbers = (1u64 << number).to_le_bytes();
        self.0.unite(&mut numbers);
        u64::from_le_bytes(numbers).trailing_zeros() as usize
    }

    /// Whether any process says so.
    pub fn any(self, flag: bool) -> bool {
        let mut byte = [u8::from(flag)];
        self.0.unite(&mut byte);
        byte[0] != 0
    }
}

impl PartialEq for Processes {
    /// There is one set of processes per program.
    fn eq(&self, other: &Self) -> bool {
        self.0.process() == other.0.process() && self.0.processes() == other.0.processes()
    }
}

impl Eq for Processes {}
