//! One rank: a model on its part of the grid.

use crate::ranks::part::{PartEngine, RankEngine};
use crate::ranks::{Exchange, Message};
use poynting_exec::{DeviceError, Real};
use poynting_grid::Arrangement;
use std::ops::Range;

/// A rank of this process.
pub struct Rank<'a, T: Real> {
    /// Its model.
    pub engine: RankEngine<'a, T>,
    /// What it stores of the grid.
    pub arrangement: Arrangement,
    /// Its messages.
    pub messages: Messages,
}

/// The messages of a rank.
pub struct Messages {
    /// The rank.
    pub rank: usize,
    exchange: Exchange,
    /// Number of values in each message that it receives.
    received: Vec<usize>,
}

/// A message between ranks.
pub struct Parcel<T> {
    /// The rank that sends it.
    pub from: usize,
    /// The rank that receives it.
    pub to: usize,
    /// Its contents.
    pub values: Vec<T>,
}

impl Messages {
    /// The messages of a rank, which its engine prepares for.
    pub fn new<T: Real>(rank: usize, exchange: Exchange, engine: &mut dyn PartEngine<T>) -> Self {
        for Message { boxes, .. } in &exchange.sends {
            engine.select(boxes);
        }
        let received = exchange.receives.iter();
        Self {
            rank,
            received: received.map(|m| engine.select(&m.boxes)).collect(),
            exchange,
        }
    }

    /// What the rank sends.
    pub fn pack<T: Real>(
        &self,
        engine: &mut dyn PartEngine<T>,
    ) -> Result<Vec<Parcel<T>>, DeviceError> {
        let sends = &self.exchange.sends;
        let values = engine.read(0, sends.len())?;
        let parcels = sends.iter().zip(values).map(|(message, values)| Parcel {
            from: self.rank,
            to: message.peer,
            values,
        });
        Ok(parcels.collect())
    }

    /// What it receives, still empty.
    pub fn expected<T: Real>(&self) -> impl Iterator<Item = Parcel<T>> {
        let receives = self.exchange.receives.iter().zip(&self.received);
        receives.map(|(message, values)| Parcel {
            from: message.peer,
            to: self.rank,
            values: vec![T::default(); *values],
        })
    }

    /// Stores what it has received.
    pub fn unpack<T: Real>(
        &self,
        engine: &mut dyn PartEngine<T>,
        arrived: &[Parcel<T>],
    ) -> Result<(), DeviceError> {
        let from = |peer: usize| {
            let mine = |p: &&Parcel<T>| p.to == self.rank && p.from == peer;
            arrived.iter().find(mine).map_or(&[][..], |p| &p.values)
        };
        let receives = self.exchange.receives.iter();
        let values: Vec<&[T]> = receives.map(|message| from(message.peer)).collect();
        engine.write(self.exchange.sends.len(), &values)?;
        engine.fill_ghosts();
        Ok(())
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
