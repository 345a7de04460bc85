//! Ranks in one process and on the CPU: halos are copied straight from the ranks that own their nodes, without messages in between.

use crate::ranks::Traffic;
use crate::ranks::places::BUFFERS;
use crate::ranks::rank::Messages;
use crate::ranks::runs::Runs;
use poynting_exec::{Real, SharedSlice};

/// A rank on the CPU, between blocks.
pub struct Neighbour<'a, T: Real> {
    /// Its messages.
    pub messages: &'a Messages<T>,
    /// The values of each.
    pub selections: &'a [Runs],
    /// The buffers that they are in.
    pub buffers: [SharedSlice<'a, T>; BUFFERS],
}

impl<T: Real> Neighbour<'_, T> {
    /// Copies the halo from the ranks that own it; returns what they would have sent.
    ///
    /// # Safety
    /// Nothing else writes the own nodes of any rank, or the halo of this one, meanwhile.
    pub unsafe fn receive(&self, all: &[Self]) -> Traffic {
        let mut received = Traffic::default();
        for (selection, peer) in self.messages.receives() {
            let from = all.iter().find(|rank| rank.messages.rank == peer);
            let from = from.and_then(|rank| Some((rank, rank.messages.to(self.messages.rank)?)));
            let Some((from, sent)) = from else {
                unreachable!("rank {peer} is in this process and sends part of this halo");
            };
            let (own, sent) = (&self.selections[selection], &from.selections[sent]);
            // SAFETY: a halo consists of nodes that the rank does not own, so that what is written is not read by another rank.
            unsafe { sent.copy(&from.buffers, own, &self.buffers) };
            received = received
                + Traffic {
                    messages: 1,
                    values: own.values as u64,
                };
        }
        received
    }
}
