//! One rank: a model on its part of the grid.

use crate::ranks::part::{PartEngine, RankEngine};
use crate::ranks::{Exchange, Message, Traffic};
use poynting_exec::{DeviceError, Processes, Real, bytes_of, bytes_of_mut};
use poynting_grid::Arrangement;
use std::ops::Range;

/// A rank of this process.
pub struct Rank<'a, T: Real> {
    /// Its model.
    pub engine: RankEngine<'a, T>,
    /// What it stores of the grid.
    pub arrangement: Arrangement,
    /// Its messages.
    pub messages: Messages<T>,
}

/// The messages of a rank.
pub struct Messages<T> {
    /// The number of the rank.
    pub rank: usize,
    exchange: Exchange,
    /// What it sends, in the order of the exchange. The memory is kept, since fresh memory costs more than the copy.
    sent: Vec<Vec<T>>,
    /// What it receives from other processes.
    received: Vec<Vec<T>>,
}

impl<T: Real> Messages<T> {
    /// The messages of a rank, which its engine prepares for. `is_alone`: all others are in other processes.
    pub fn new(
        (rank, is_alone): (usize, bool),
        exchange: Exchange,
        engine: &mut dyn PartEngine<T>,
    ) -> Self {
        for Message { boxes, .. } in &exchange.sends {
            engine.select(boxes);
        }
        let values = exchange.receives.iter().map(|m| engine.select(&m.boxes));
        let values: Vec<usize> = values.collect();
        let expected = values.into_iter().filter(|_| is_alone);
        Self {
            rank,
            sent: vec![Vec::new(); exchange.sends.len()],
            received: expected.map(|n| vec![T::default(); n]).collect(),
            exchange,
        }
    }

    /// Collects what the rank sends.
    pub fn pack(&mut self, engine: &mut dyn PartEngine<T>) -> Result<(), DeviceError> {
        engine.read(0, &mut self.sent)
    }

    /// What it has sent.
    pub fn traffic(&self) -> Traffic {
        Traffic {
            messages: self.sent.len() as u64,
            values: self.sent.iter().map(|values| values.len() as u64).sum(),
        }
    }

    /// Exchanges messages with the ranks of other processes.
    pub fn swap(&mut self, processes: Processes) {
        let Exchange { sends, receives } = &self.exchange;
        let sends = sends.iter().zip(&self.sent);
        let sends: Vec<(usize, &[u8])> = sends.map(|(m, v)| (m.peer, bytes_of(v))).collect();
        let receives = receives.iter().zip(&mut self.received);
        let mut receives: Vec<(usize, &mut [u8])> =
            receives.map(|(m, v)| (m.peer, bytes_of_mut(v))).collect();
        processes.0.exchange(&sends, &mut receives);
    }

    /// Stores what the rank has received: from other processes, or else from those ranks whose messages are given.
    pub fn unpack(
        &self,
        engine: &mut dyn PartEngine<T>,
        others: &[&Self],
    ) -> Result<(), DeviceError> {
        let from = |peer: usize| {
            let other = others.iter().find(|other| other.rank == peer);
            other.map_or(&[][..], |other| other.sent_to(self.rank))
        };
        let values: Vec<&[T]> = if self.received.is_empty() {
            let receives = self.exchange.receives.iter();
            receives.map(|message| from(message.peer)).collect()
        } else {
            self.received.iter().map(Vec::as_slice).collect()
        };
        engine.write(self.exchange.sends.len(), &values)?;
        engine.fill_ghosts();
        Ok(())
    }

    fn sent_to(&self, rank: usize) -> &[T] {
        self.to(rank).map_or(&[], |message| &self.sent[message])
    }

    /// The selection that the message to a rank has.
    pub fn to(&self, rank: usize) -> Option<usize> {
        let mut sends = self.exchange.sends.iter();
        sends.position(|message| message.peer == rank)
    }

    /// The selections that received messages have, and who sends them.
    pub fn receives(&self) -> impl Iterator<Item = (usize, usize)> {
        let first = self.exchange.sends.len();
        let receives = self.exchange.receives.iter().enumerate();
        receives.map(move |(n, message)| (first + n, message.peer))
    }

    /// Number of selections that the engine has made for them.
    pub fn selections(&self) -> usize {
        self.exchange.sends.len() + self.exchange.receives.len()
    }
}

/// A box of values inside a larger one.
pub struct BoxInBox {
    /// Its lengths.
    pub lengths: [usize; 3],
    /// Those of the larger one.
    pub sizes: [usize; 3],
    /// Where it begins.
    pub offset: [usize; 3],
}

impl BoxInBox {
    /// Where a box that a rank stores lies in a box of the whole model, both in memory axes.
    pub fn new(
        [own, whole]: [&Arrangement; 2],
        [x, y, z]: &[Range<usize>; 3],
        all: &[Range<usize>; 3],
    ) -> Self {
        let lengths = [x.len(), y.len(), z.len()];
        let sizes = all.each_ref().map(ExactSizeIterator::len);
        let scene = own.scene_node([x.start, y.start, z.start]);
        let node = whole.node(scene).unwrap_or_default();
        let first = [
            all[0].start,
            all[1].start,
            whole.stored.node_of(all[2].start),
        ];
        Self {
            lengths,
            sizes,
            offset: std::array::from_fn(|a| node[a].saturating_sub(first[a])),
        }
    }

    /// Where a box of nodes lies in another, both in the axes of the scene.
    pub fn within(own: &[Range<usize>; 3], all: &[Range<usize>; 3]) -> Self {
        Self {
            lengths: own.each_ref().map(ExactSizeIterator::len),
            sizes: all.each_ref().map(ExactSizeIterator::len),
            offset: std::array::from_fn(|a| own[a].start.saturating_sub(all[a].start)),
        }
    }

    /// Copies the values of the box into the larger one.
    pub fn copy<V: Copy>(&self, from: &[V], to: &mut [V]) {
        let [nx, ny, nz] = self.lengths;
        let [_, sy, sz] = self.sizes;
        let [x, y, z] = self.offset;
        if nz == 0 {
            return;
        }
        let rows = (0..nx).flat_map(|i| (0..ny).map(move |j| [i, j]));
        for (row, [i, j]) in from.chunks(nz).zip(rows) {
            let at = ((x + i) * sy + y + j) * sz + z;
            to[at..at + nz].copy_from_slice(row);
        }
    }
}
