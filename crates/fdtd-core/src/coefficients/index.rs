//! Numbers tuples as they arrive and keeps the index in the narrowest type that holds it.
//! The index starts with one byte per node and widens when necessary.

use crate::coefficients::store::{Coefficients, Storage, Store};
use crate::tuple::Tuple;
use poynting_exec::{Arena, Handle, Real};
use std::collections::HashMap;
use std::sync::OnceLock;

/// A run of nodes with one tuple.
#[derive(Debug, Clone, Copy)]
pub struct Run {
    /// Number of nodes.
    pub len: usize,
    /// Their tuple.
    pub tuple: Tuple<f64>,
}

/// Coefficients while their index is being built.
#[derive(Debug)]
pub struct GrowingIndex<T: Real> {
    arena: Arena,
    width: Width,
    table: Vec<Tuple<T>>,
    numbers: HashMap<[u64; 12], u32>,
    len: usize,
}

#[derive(Debug)]
enum Width {
    U8(Handle<u8>),
    U16(Handle<u16>),
    U32(Handle<u32>),
}

impl<T: Real> GrowingIndex<T> {
    /// An index of `len` places, all of them fixed.
    pub fn new(len: usize) -> Self {
        let mut arena = Arena::new();
        let width = Width::U8(arena.alloc("coefficient index", len));
        // Padding points at the first tuple, the one for fixed components.
        let table = vec![Tuple::FIXED.cast()];
        let numbers = HashMap::from([([0; 12], 0)]);
        Self {
            arena,
            width,
            table,
            numbers,
            len,
        }
    }

    /// Writes a run starting at `at`.
    pub fn fill(&mut self, at: usize, run: &Run) {
        let tuple = run.tuple.cast::<T>();
        let mut key = [0; 12];
        for c in 0..6 {
            key[c] = tuple.keep[c].f64().to_bits();
            key[6 + c] = tuple.gain[c].f64().to_bits();
        }
        let number = *self.numbers.entry(key).or_insert_with(|| {
            self.table.push(tuple);
            self.table.len() as u32 - 1
        });
        self.widen_for(number);
        match self.width {
            Width::U8(h) => self.arena.slice_mut(h)[at..at + run.len].fill(number as u8),
            Width::U16(h) => self.arena.slice_mut(h)[at..at + run.len].fill(number as u16),
            Width::U32(h) => self.arena.slice_mut(h)[at..at + run.len].fill(number),
        }
    }

    fn widen_for(&mut self, number: u32) {
        match self.width {
            Width::U8(h) if number > u32::from(u8::MAX) => {
                let mut wide = Arena::new();
                let to = wide.alloc::<u16>("coefficient index", self.len);
                for (t, f) in wide.slice_mut(to).iter_mut().zip(self.arena.slice(h)) {
                    *t = u16::from(*f);
                }
                (self.arena, self.width) = (wide, Width::U16(to));
            }
            Width::U16(h) if number > u32::from(u16::MAX) => {
                let mut wide = Arena::new();
                let to = wide.alloc::<u32>("coefficient index", self.len);
                for (t, f) in wide.slice_mut(to).iter_mut().zip(self.arena.slice(h)) {
                    *t = u32::from(*f);
                }
                (self.arena, self.width) = (wide, Width::U32(to));
            }
            _ => {}
        }
    }

    /// The coefficients in the requested storage.
    pub fn finish(self, storage: Storage) -> Coefficients<T> {
        let width = match self.width {
            Width::U8(_) => 1,
            Width::U16(_) => 2,
            Width::U32(_) => 4,
        };
        let lookup_bytes = width * self.len + self.table.len() * size_of::<Tuple<T>>();
        let direct_bytes = self.len * size_of::<Tuple<T>>();
        let store = match self.width {
            Width::U8(h) => Store::U8(h, self.table),
            Width::U16(h) => Store::U16(h, self.table),
            Width::U32(h) => Store::U32(h, self.table),
        };
        let lookup = Coefficients {
            arena: self.arena,
            store,
            patterns: OnceLock::new(),
        };
        let direct = match storage {
            Storage::Auto => lookup_bytes > direct_bytes,
            Storage::Lookup => false,
            Storage::Direct => true,
        };
        if direct {
            spread(&lookup, self.len)
        } else {
            lookup
        }
    }
}

/// The same coefficients, stored directly.
fn spread<T: Real>(lookup: &Coefficients<T>, len: usize) -> Coefficients<T> {
    let mut arena = Arena::new();
    let handles: [Handle<T>; 12] =
        std::array::from_fn(|c| arena.alloc(format!("coefficient {c}"), len));
    for (c, handle) in handles.iter().enumerate() {
        for (place, value) in arena.slice_mut(*handle).iter_mut().enumerate() {
            let tuple = lookup.at(place);
            *value = if c < 6 {
                tuple.keep[c]
            } else {
                tuple.gain[c - 6]
            };
        }
    }
    Coefficients {
        arena,
        store: Store::Direct(handles),
        patterns: OnceLock::new(),
    }
}
