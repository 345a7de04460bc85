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
            places.each_stretch(nodes, |first, len| {
                let (buffer, at) = places.on_cpu(first);
                match runs.last_mut() {
                    Some(run) if run.buffer == buffer && run.at + run.len == at => run.len += len,
                    _ => runs.push(Run { buffer, at, len }),
                }
            });
        }
        Self {
            values: runs.iter().map(|run| run.len).sum(),
            runs,
        }
    }

    /// Reads the values, in place of those that `values` had.
    ///
    /// # Safety
    /// Nothing writes the buffers meanwhile.
    pub unsafe fn read<T: Real>(
        &self,
        buffers: &[SharedSlice<'_, T>; BUFFERS],
        values: &mut Vec<T>,
    ) {
        values.clear();
        values.reserve(self.values);
        for Run { buffer, at, len } in &self.runs {
            // SAFETY: passed on to the caller.
            values.extend_from_slice(unsafe { buffers[*buffer].get(*at, *len) });
        }
    }

    /// Copies the values to where as many others are.
    ///
    /// # Safety
    /// Nothing writes these values meanwhile, and nothing else uses the others.
    pub unsafe fn copy<T: Real>(
        &self,
        buffers: &[SharedSlice<'_, T>; BUFFERS],
        to: &Self,
        into: &[SharedSlice<'_, T>; BUFFERS],
    ) {
        assert_eq!(self.values, to.values, "a halo has another size");
        // Both are in the same order, but in runs of different lengths.
        let mut targets = to.runs.iter();
        let (mut buffer, mut free) = (0, 0..0);
        for run in &self.runs {
            let (mut at, end) = (run.at, run.at + run.len);
            while at < end {
                if free.is_empty()
                    && let Some(next) = targets.next()
                {
                    (buffer, free) = (next.buffer, next.at..next.at + next.len);
                }
                let len = free.len().min(end - at);
                // SAFETY: passed on to the caller.
                unsafe {
                    let values = buffers[run.buffer].get(at, len);
                    into[buffer]
                        .get_mut(free.start, len)
                        .copy_from_slice(values);
                }
                at += len;
                free.start += len;
            }
        }
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
