//! Update coefficients: one small index per node into a table of tuples, or the tuples themselves.
//!
//! A model has few distinct tuples compared with its nodes, so the index is one byte while there are at most
//! 256 of them, then two, then four. Where nearly every node differs, the table would outgrow the
//! coefficients themselves; they are then stored directly.

use crate::coefficients::patterns::{PatternView, Patterns};
use crate::coefficients::view::CoefficientView;
use crate::tuple::Tuple;
use poynting_exec::{Arena, Handle, Real};
use std::sync::OnceLock;

/// How coefficients are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Storage {
    /// Whichever takes fewer bytes.
    Auto,
    /// One index per node.
    Lookup,
    /// Twelve coefficients per node.
    Direct,
}

/// How the coefficients of a node are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Materials {
    /// An index into a table of tuples.
    Lookup {
        /// Bits of the index: 8, 16 or 32.
        bits: u32,
    },
    /// The coefficients themselves.
    Direct,
}

impl Materials {
    /// `u8`, `u16`, `u32` or `direct`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lookup { bits: 8 } => "u8",
            Self::Lookup { bits: 16 } => "u16",
            Self::Lookup { .. } => "u32",
            Self::Direct => "direct",
        }
    }

    /// The kind that serves all models of a stack.
    pub fn of_stack(kinds: impl Iterator<Item = Self>) -> Self {
        let both = |a: Self, b: Self| match (a, b) {
            (Self::Lookup { bits: a }, Self::Lookup { bits: b }) => Self::Lookup { bits: a.max(b) },
            _ => Self::Direct,
        };
        kinds.reduce(both).unwrap_or(Self::Lookup { bits: 8 })
    }

    /// Bits of the index; zero if there is none.
    pub fn bits(self) -> u32 {
        match self {
            Self::Lookup { bits } => bits,
            Self::Direct => 0,
        }
    }
}

/// Storage of the coefficients of a run.
#[derive(Debug)]
pub struct Coefficients<T: Real> {
    pub(super) arena: Arena,
    pub(super) store: Store<T>,
    /// Made when a CPU first asks for them.
    pub(super) patterns: OnceLock<Patterns<T>>,
}

/// The index or the coefficients in their arena.
#[derive(Debug)]
pub(super) enum Store<T: Real> {
    U8(Handle<u8>, Vec<Tuple<T>>),
    U16(Handle<u16>, Vec<Tuple<T>>),
    U32(Handle<u32>, Vec<Tuple<T>>),
    Direct([Handle<T>; 12]),
}

impl<T: Real> Coefficients<T> {
    /// Total bytes.
    pub fn bytes(&self) -> u64 {
        let table = match &self.store {
            Store::U8(_, t) | Store::U16(_, t) | Store::U32(_, t) => {
                t.len() * size_of::<Tuple<T>>()
            }
            Store::Direct(_) => 0,
        };
        let patterns = self.patterns.get().map_or(0, Patterns::bytes);
        self.arena.bytes() + table as u64 + patterns
    }

    /// How the coefficients are found.
    pub fn kind(&self) -> Materials {
        match self.store {
            Store::U8(..) => Materials::Lookup { bits: 8 },
            Store::U16(..) => Materials::Lookup { bits: 16 },
            Store::U32(..) => Materials::Lookup { bits: 32 },
            Store::Direct(_) => Materials::Direct,
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

    /// The coefficients of chunks, for the update of the fields.
    pub fn patterns(&self) -> PatternView<'_, T> {
        let view = self.view();
        PatternView::new(self.patterns.get_or_init(|| Patterns::new(&view)), view)
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
