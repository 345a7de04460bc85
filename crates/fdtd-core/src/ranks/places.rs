//! Where the state of a node is stored.

use crate::setup::Setup;
use poynting_exec::Real;
use poynting_grid::{HalfStep, Spot};
use poynting_scene::Component;
use std::ops::Range;

/// Number of buffers that hold the state of nodes: Ex .. Hz, psi of E and of H, the state of dispersive media of E and of H.
pub const BUFFERS: usize = 10;
const PSI: usize = 6;
const MEMORY: usize = 8;

/// The state of the nodes of a model.
#[derive(Debug, Clone, Copy)]
pub struct Places<'a, T: Real>(pub &'a Setup<T>);

impl<T: Real> Places<'_, T> {
    /// Visits all that a step reads of the nodes of a box, in memory axes and in the real part: `visit(buffer, first, number)`.
    ///
    /// The order depends on the box and on what its nodes are, not on where they are stored.
    pub fn each(&self, nodes: &[Range<usize>; 3], mut visit: impl FnMut(usize, usize, usize)) {
        let Setup {
            layout,
            cpml,
            dispersion,
            ..
        } = self.0;
        let [x, y, z] = nodes;
        let rows = || x.clone().flat_map(|i| y.clone().map(move |j| [i, j]));
        for part in layout.parts() {
            for buffer in 0..PSI {
                rows().for_each(|[i, j]| visit(buffer, layout.row(i, j) + part + z.start, z.len()));
            }
            let all = || rows().flat_map(|[i, j]| z.clone().map(move |k| [i, j, k + part]));
            for half in [HalfStep::E, HalfStep::H] {
                for axis in 0..3 {
                    for place in all()
                        .filter_map(|node| cpml.places(half, axis, node))
                        .flatten()
                    {
                        visit(PSI + half as usize, place, 1);
                    }
                }
                for c in 0..3 {
                    let component = Component::ALL[half.first_component() + c];
                    let spots = all().map(|node| Spot { node, component });
                    for place in spots.flat_map(|spot| dispersion.places(spot)) {
                        visit(MEMORY + half as usize, place, 1);
                    }
                }
            }
        }
    }
}
