//! The fields of a run and the lengths of its grid, as operators see them.

use poynting_exec::{Arena, Handle, Real, SharedSlice};
use poynting_grid::{HalfStep, Layout};

/// Reciprocal lengths per axis: `dual` between cell centres (for E), `primal` between nodes (for H).
#[derive(Debug, Clone, PartialEq)]
pub struct Spacings<T> {
    /// 1/length between neighbouring cell centres, one per node.
    pub dual: [Vec<T>; 3],
    /// 1/length of the cell after each node, zero after the last.
    pub primal: [Vec<T>; 3],
}

impl<T> Spacings<T> {
    /// The lengths used by the differences of a half step.
    pub fn of(&self, half: HalfStep) -> &[Vec<T>; 3] {
        match half {
            HalfStep::E => &self.dual,
            HalfStep::H => &self.primal,
        }
    }
}

/// The six components of a run, shared among threads.
#[derive(Debug, Clone, Copy)]
pub struct Fields<'a, T> {
    /// The row layout.
    pub layout: &'a Layout,
    /// Ex, Ey, Ez, Hx, Hy, Hz.
    pub components: [SharedSlice<'a, T>; 6],
}

impl<'a, T: Real> Fields<'a, T> {
    /// Shares the buffers of an arena.
    pub fn new(layout: &'a Layout, arena: &'a mut Arena, handles: [Handle<T>; 6]) -> Self {
        Self {
            layout,
            components: arena.share(handles),
        }
    }
}
