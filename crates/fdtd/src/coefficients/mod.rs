//! Update coefficients: one small index a node into a table of tuples, or the tuples themselves.
//!
//! A model has few distinct tuples compared with its nodes, so the index is one byte while there are at
//! most 256 of them, then two, then four. Where nearly every node differs, the table would outgrow
//! the coefficients stored directly; then they are.

mod average;
mod build;
#[cfg(feature = "gpu")]
pub(crate) mod gpu;
mod overrides;
mod paint;
mod update;

pub use average::{Constitution, Tuple};
pub use build::{Medium, Storage, build, lengths};
pub use overrides::{EdgeLoad, Overrides};
pub use update::CoefficientView;

use crate::Real;
use poynting_exec::{Arena, Handle};

/// Where the coefficients of a run are kept.
#[derive(Debug)]
pub struct Coefficients<T: Real> {
    arena: Arena,
    store: Store<T>,
}

#[derive(Debug)]
enum Store<T: Real> {
    U8(Handle<u8>, Vec<Tuple<T>>),
    U16(Handle<u16>, Vec<Tuple<T>>),
    U32(Handle<u32>, Vec<Tuple<T>>),
    Direct([Handle<T>; 12]),
}

impl<T: Real> Coefficients<T> {
    /// Bytes of all of it.
    pub fn bytes(&self) -> u64 {
        let table = match &self.store {
            Store::U8(_, t) | Store::U16(_, t) | Store::U32(_, t) => {
                t.len() * size_of::<Tuple<T>>()
            }
            Store::Direct(_) => 0,
        };
        self.arena.bytes() + table as u64
    }

    /// `u8`, `u16`, `u32` or `direct`.
    pub fn kind(&self) -> &'static str {
        match self.store {
            Store::U8(..) => "u8",
            Store::U16(..) => "u16",
            Store::U32(..) => "u32",
            Store::Direct(_) => "direct",
        }
    }

    /// The tuple at a place of the layout.
    pub fn at(&self, place: usize) -> Tuple<T> {
        match &self.store {
            Store::U8(h, t) => t[usize::from(self.arena.slice(*h)[place])],
            Store::U16(h, t) => t[usize::from(self.arena.slice(*h)[place])],
            Store::U32(h, t) => t[self.arena.slice(*h)[place] as usize],
            Store::Direct(h) => Tuple {
                keep: std::array::from_fn(|c| self.arena.slice(h[c])[place]),
                gain: std::array::from_fn(|c| self.arena.slice(h[6 + c])[place]),
            },
        }
    }

    /// A view for the time loop.
    pub fn view(&self) -> CoefficientView<'_, T> {
        match &self.store {
            Store::U8(h, t) => CoefficientView::U8(self.arena.slice(*h), t),
            Store::U16(h, t) => CoefficientView::U16(self.arena.slice(*h), t),
            Store::U32(h, t) => CoefficientView::U32(self.arena.slice(*h), t),
            Store::Direct(h) => CoefficientView::Direct(h.map(|h| self.arena.slice(h))),
        }
    }
}
