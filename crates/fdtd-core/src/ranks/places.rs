//! What a step reads of a node, and where the CPU stores it.

use crate::cpml::Cpml;
use crate::dispersion::Dispersion;
use crate::setup::Setup;
use poynting_exec::Real;
use poynting_grid::{CHUNK, HalfStep, Layout, Spot};
use poynting_scene::Component;
use std::ops::Range;

/// Number of buffers that hold the state of nodes: Ex .. Hz, psi of E and of H, the state of dispersive media of E and of H.
pub const BUFFERS: usize = 10;
const PSI: usize = 6;
const MEMORY: usize = 8;

/// A box of nodes in memory axes, in the real part.
pub type NodeBox = [Range<usize>; 3];

/// A value of the state of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeValue {
    /// A component of the field.
    Field(Spot),
    /// The first or the second psi of a half step in the PML normal to an axis.
    Psi {
        /// The half step.
        half: HalfStep,
        /// The axis.
        axis: usize,
        /// 0 or 1.
        which: usize,
        /// The node.
        node: [usize; 3],
    },
    /// A state value of a dispersive medium: the current, then the state variables.
    Memory {
        /// The component that it acts on.
        spot: Spot,
        /// Which value.
        value: usize,
    },
}

impl NodeValue {
    /// The node, in either part.
    pub fn node(&self) -> [usize; 3] {
        match self {
            Self::Field(spot) | Self::Memory { spot, .. } => spot.node,
            Self::Psi { node, .. } => *node,
        }
    }

    /// The same value of the n-th node after this one along z.
    fn along(mut self, n: usize) -> Self {
        match &mut self {
            Self::Field(spot) | Self::Memory { spot, .. } => spot.node[2] += n,
            Self::Psi { node, .. } => node[2] += n,
        }
        self
    }
}

/// The state of the nodes of a model.
#[derive(Debug, Clone, Copy)]
pub struct Places<'a, T: Real> {
    /// The layout of its fields.
    pub layout: &'a Layout,
    /// Its PMLs.
    pub cpml: &'a Cpml<T>,
    /// Its dispersive media.
    pub dispersion: &'a Dispersion<T>,
}

impl<'a, T: Real> Places<'a, T> {
    /// The state of the nodes of a model.
    pub fn of(setup: &'a Setup<T>) -> Self {
        Self {
            layout: &setup.layout,
            cpml: &setup.cpml,
            dispersion: &setup.dispersion,
        }
    }

    /// Visits all that a step reads of the nodes of a box, where consecutive values along z are visited one after another.
    ///
    /// The order depends on the box and on what its nodes are, not on where they are stored. For every single node it is that of a box with this node alone.
    pub fn each(&self, nodes: &NodeBox, mut visit: impl FnMut(NodeValue)) {
        self.each_stretch(nodes, |first, len| {
            (0..len).for_each(|n| visit(first.along(n)));
        });
    }

    /// Visits the same in the same order, by stretches: the first value and the number of those along z that follow it, here and where the CPU stores
    /// them.
    pub fn each_stretch(&self, [x, y, z]: &NodeBox, mut visit: impl FnMut(NodeValue, usize)) {
        let parts = self.layout.parts().filter(|_| !z.is_empty());
        for part in parts {
            let rows = || x.clone().flat_map(|i| y.clone().map(move |j| [i, j]));
            let z = z.start + part..z.end + part;
            for component in Component::ALL {
                for [i, j] in rows() {
                    let node = [i, j, z.start];
                    visit(NodeValue::Field(Spot { node, component }), z.len());
                }
            }
            for half in [HalfStep::E, HalfStep::H] {
                for axis in 0..3 {
                    rows().for_each(|at| self.each_psi((half, axis), at, &z, &mut visit));
                }
                let first = half.first_component();
                for component in &Component::ALL[first..first + 3] {
                    rows().for_each(|at| self.each_memory(*component, at, &z, &mut visit));
                }
            }
        }
    }

    /// Visits the psi of a row in the PMLs normal to an axis, which are stored chunk by chunk.
    fn each_psi(
        &self,
        (half, axis): (HalfStep, usize),
        [i, j]: [usize; 2],
        z: &Range<usize>,
        visit: &mut impl FnMut(NodeValue, usize),
    ) {
        let inside: Vec<Range<usize>> = self.cpml.within(half, axis, [i, j], z);
        for which in 0..2 {
            for range in &inside {
                let mut k = range.start;
                while k < range.end {
                    let end = range.end.min((k / CHUNK + 1) * CHUNK);
                    let first = NodeValue::Psi {
                        half,
                        axis,
                        which,
                        node: [i, j, k],
                    };
                    visit(first, end - k);
                    k = end;
                }
            }
        }
    }

    /// Visits the state of a dispersive component of a row.
    fn each_memory(
        &self,
        component: Component,
        [i, j]: [usize; 2],
        z: &Range<usize>,
        visit: &mut impl FnMut(NodeValue, usize),
    ) {
        let runs = self.dispersion.along(component, [i, j], z);
        let most = runs.iter().map(|(_, values)| *values).max();
        for value in 0..most.unwrap_or(0) {
            for (nodes, _) in runs.iter().filter(|(_, values)| value < *values) {
                let node = [i, j, nodes.start];
                let spot = Spot { node, component };
                visit(NodeValue::Memory { spot, value }, nodes.len());
            }
        }
    }

    /// Where the CPU stores a value: the buffer, and the offset in it.
    pub fn on_cpu(&self, value: NodeValue) -> (usize, usize) {
        match value {
            NodeValue::Field(Spot { node, component }) => {
                let [i, j, k] = node;
                (component as usize, self.layout.row(i, j) + k)
            }
            NodeValue::Psi {
                half,
                axis,
                which,
                node,
            } => (
                PSI + half as usize,
                self.cpml.places(half, axis, node)[which],
            ),
            NodeValue::Memory { spot, value } => {
                let place = self.dispersion.places(spot).nth(value);
                (MEMORY + spot.half() as usize, place.unwrap_or_default())
            }
        }
    }
}
