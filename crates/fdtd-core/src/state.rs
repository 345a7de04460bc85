//! The state of a run: named buffers of one arena.

use crate::fields::Fields;
use crate::setup::Setup;
use poynting_exec::{Arena, Handle, Real, SharedSlice};
use poynting_grid::{HalfStep, Layout};
use poynting_scene::Component;

/// The buffers of a model.
#[derive(Debug, Clone, Copy)]
pub struct StateBuffers<T> {
    /// Ex .. Hz.
    pub fields: [Handle<T>; 6],
    /// PML state, for the half steps of E and of H.
    pub psi: [Handle<T>; 2],
    /// Fourier sums of E and of H.
    pub sums: [Handle<T>; 2],
    /// State of dispersive media, likewise.
    pub memory: [Handle<T>; 2],
}

/// The same, shared among threads.
#[derive(Debug, Clone, Copy)]
pub struct State<'a, T> {
    /// Ex .. Hz.
    pub fields: Fields<'a, T>,
    /// PML state.
    pub psi: [SharedSlice<'a, T>; 2],
    /// Fourier sums.
    pub sums: [SharedSlice<'a, T>; 2],
    /// State of dispersive media.
    pub memory: [SharedSlice<'a, T>; 2],
}

impl<T: Real> StateBuffers<T> {
    /// Allocates zeros for everything that a setup needs.
    pub fn new(arena: &mut Arena, setup: &Setup<T>) -> Self {
        let len = setup.layout.len();
        let halves = [(HalfStep::E, "E"), (HalfStep::H, "H")];
        Self {
            fields: Component::ALL.map(|c| arena.alloc(c.name(), len)),
            psi: halves
                .map(|(half, name)| arena.alloc(format!("psi {name}"), setup.cpml.values(half))),
            memory: halves.map(|(half, name)| {
                arena.alloc(format!("memory {name}"), setup.dispersion.values(half))
            }),
            sums: halves.map(|(half, name)| {
                arena.alloc(format!("sums {name}"), setup.instruments.spectra.sums(half))
            }),
        }
    }

    /// Shares the buffers.
    pub fn share<'a>(&self, layout: &'a Layout, arena: &'a mut Arena) -> State<'a, T> {
        let [f0, f1, f2, f3, f4, f5] = self.fields;
        let ([p0, p1], [m0, m1], [s0, s1]) = (self.psi, self.memory, self.sums);
        let all = [f0, f1, f2, f3, f4, f5, p0, p1, m0, m1, s0, s1];
        let [f0, f1, f2, f3, f4, f5, p0, p1, m0, m1, s0, s1] = arena.share(all);
        State {
            fields: Fields {
                layout,
                components: [f0, f1, f2, f3, f4, f5],
            },
            psi: [p0, p1],
            sums: [s0, s1],
            memory: [m0, m1],
        }
    }
}
