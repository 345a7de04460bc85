//! Chosen values of the state of nodes on the CPU.

use crate::ranks::places::{BUFFERS, NodeBox, Places};
use poynting_exec::{Real, SharedSlice};

/// Values that are read and written together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Runs {
    /// Number of values.
    pub values: usize,
    runs: Vec<Run>,
}

/// Consecutive values of a buffer.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Run {
    buffer: usize,
    at: usize,
    len: usize,
}

impl Runs {
    /// All values of the nodes of some boxes.
    pub fn new<T: Real>(places: Places<'_, T>, boxes: &[NodeBox]) -> Self {
        let mut runs: Vec<Run> = Vec::new();
        for nodes in boxes {
            places.each(nodes, |value| {
                let (buffer, at) = places.on_cpu(value);
                match runs.last_mut() {
                    Some(run) if run.buffer == buffer && run.at + run.len == at => run.len += 1,
                    _ => runs.push(Run { buffer, at, len: 1 }),
                }
            });
        }
        Self {
            values: runs.iter().map(|run| run.len).sum(),
            runs,
        }
    }

    /// Reads the values.
    ///
    /// # Safety
    /// Nothing writes the buffers meanwhile.
    pub unsafe fn read<T: Real>(&self, buffers: &[SharedSlice<'_, T>; BUFFERS]) -> Vec<T> {
        let mut values = Vec::with_capacity(self.values);
        for Run { buffer, at, len } in &self.runs {
            // SAFETY: passed on to the caller.
            values.extend_from_slice(unsafe { buffers[*buffer].get(*at, *len) });
        }
        values
    }

    /// Writes the values.
    ///
    /// # Safety
    /// Nothing else uses the buffers meanwhile.
    pub unsafe fn write<T: Real>(&self, values: &[T], buffers: &[SharedSlice<'_, T>; BUFFERS]) {
        assert_eq!(values.len(), self.values, "a message has another length");
        let mut rest = values;
        for Run { buffer, at, len } in &self.runs {
            let (part, after) = rest.split_at(*len);
            // SAFETY: passed on to the caller.
            unsafe { buffers[*buffer].get_mut(*at, *len) }.copy_from_slice(part);
            rest = after;
        }
    }
}
