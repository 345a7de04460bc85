//! What a rank sends and receives between blocks.

use crate::ranks::places::{BUFFERS, Places};
use poynting_exec::{Real, SharedSlice};
use poynting_grid::{Arrangement, Division};
use std::ops::Range;

/// What a rank sends to another one, or receives from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The other rank.
    pub peer: usize,
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

/// The messages of a rank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// Own nodes that belong to the halo of others.
    pub sends: Vec<Message>,
    /// The halo.
    pub receives: Vec<Message>,
}

impl Exchange {
    /// The messages of a rank with this number and arrangement.
    pub fn new<T: Real>(
        (rank, to): (usize, &Arrangement),
        places: Places<'_, T>,
        division: &Division,
    ) -> Self {
        let receive = |(from, boxes): (usize, Vec<_>)| {
            let pieces = boxes.iter().flat_map(|nodes| to.pieces(nodes));
            Message::new(from, places, pieces.map(|[_, stored]| stored))
        };
        // Who has nodes of this rank in its halo has nodes in the halo of this rank. Both take the boxes in the order of the receiver.
        let send = |peer: usize| {
            let boxes = division.halo_boxes(peer).filter(|(from, _)| *from == rank);
            let boxes = boxes.flat_map(|(_, boxes)| boxes);
            let stored = boxes.filter_map(|nodes| Some(to.own(&nodes)?[1].clone()));
            Message::new(peer, places, stored)
        };
        Self {
            sends: division
                .halo_boxes(rank)
                .map(|(peer, _)| send(peer))
                .collect(),
            receives: division.halo_boxes(rank).map(receive).collect(),
        }
    }
}

impl Message {
    fn new<T: Real>(
        peer: usize,
        places: Places<'_, T>,
        boxes: impl Iterator<Item = [Range<usize>; 3]>,
    ) -> Self {
        let mut runs: Vec<Run> = Vec::new();
        for nodes in boxes {
            places.each(&nodes, |buffer, at, len| match runs.last_mut() {
                Some(run) if run.buffer == buffer && run.at + run.len == at => run.len += len,
                _ => runs.push(Run { buffer, at, len }),
            });
        }
        Self {
            peer,
            values: runs.iter().map(|run| run.len).sum(),
            runs,
        }
    }

    /// The values to send.
    ///
    /// # Safety
    /// Nothing writes the buffers meanwhile.
    pub unsafe fn pack<T: Real>(&self, buffers: &[SharedSlice<'_, T>; BUFFERS]) -> Vec<T> {
        let mut values = Vec::with_capacity(self.values);
        for Run { buffer, at, len } in &self.runs {
            // SAFETY: passed on to the caller.
            values.extend_from_slice(unsafe { buffers[*buffer].get(*at, *len) });
        }
        values
    }

    /// Stores received values.
    ///
    /// # Safety
    /// Nothing else uses the buffers meanwhile.
    pub unsafe fn unpack<T: Real>(&self, values: &[T], buffers: &[SharedSlice<'_, T>; BUFFERS]) {
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
