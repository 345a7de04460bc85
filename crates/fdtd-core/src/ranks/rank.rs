//! One rank: a model on its part of the grid.

use crate::engine::CpuEngine;
use crate::ranks::{Exchange, Message};
use poynting_exec::Real;
use poynting_grid::Arrangement;
use std::ops::Range;

/// A rank of this process.
#[derive(Debug)]
pub struct Rank<'a, T: Real> {
    /// Its model.
    pub engine: CpuEngine<'a, T>,
    /// What it stores of the grid.
    pub arrangement: Arrangement,
    /// Its messages.
    pub exchange: Exchange,
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

impl<T: Real> Rank<'_, T> {
    /// What it sends.
    pub fn pack(&mut self, number: usize) -> Vec<Parcel<T>> {
        let (_, buffers) = self.engine.model();
        let sends = self.exchange.sends.iter();
        let parcel = |message: &Message| Parcel {
            from: number,
            to: message.peer,
            // SAFETY: the buffers are borrowed mutably.
            values: unsafe { message.pack(&buffers) },
        };
        sends.map(parcel).collect()
    }

    /// What it receives, still empty.
    pub fn expected(&self, number: usize) -> impl Iterator<Item = Parcel<T>> {
        let receives = self.exchange.receives.iter();
        receives.map(move |message| Parcel {
            from: message.peer,
            to: number,
            values: vec![T::default(); message.values],
        })
    }

    /// Stores what it has received.
    pub fn unpack(&mut self, number: usize, arrived: &[Parcel<T>]) {
        let (_, buffers) = self.engine.model();
        for message in &self.exchange.receives {
            let is_from_there = |p: &&Parcel<T>| p.to == number && p.from == message.peer;
            for parcel in arrived.iter().filter(is_from_there) {
                // SAFETY: the buffers are borrowed mutably.
                unsafe { message.unpack(&parcel.values, &buffers) };
            }
        }
        self.engine.fill_ghosts();
    }

    /// Where a box that this rank stores lies in a box of the whole model, both in memory axes.
    pub fn part(
        &self,
        whole: &Arrangement,
        [x, y, z]: &[Range<usize>; 3],
        all: &[Range<usize>; 3],
    ) -> BoxInBox {
        let lengths = [x.len(), y.len(), z.len()];
        let sizes = all.each_ref().map(ExactSizeIterator::len);
        let scene = self.arrangement.scene_node([x.start, y.start, z.start]);
        let node = whole.node(scene).unwrap_or_default();
        let first = [
            all[0].start,
            all[1].start,
            whole.stored.node_of(all[2].start),
        ];
        BoxInBox {
            lengths,
            sizes,
            offset: std::array::from_fn(|a| node[a].saturating_sub(first[a])),
        }
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
