//! What a step reads of a node, and where the CPU stores it.

use crate::cpml::Cpml;
use crate::dispersion::Dispersion;
use crate::setup::Setup;
use poynting_exec::Real;
use poynting_grid::{HalfStep, Layout, Spot};
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
    pub fn each(&self, [x, y, z]: &NodeBox, mut visit: impl FnMut(NodeValue)) {
        for part in self.layout.parts() {
            let rows = || x.clone().flat_map(|i| y.clone().map(move |j| [i, j]));
            let row = |[i, j]: [usize; 2]| z.clone().map(move |k| [i, j, k + part]);
            for component in Component::ALL {
                let spots = rows().flat_map(row).map(|node| Spot { node, component });
                spots.for_each(|spot| visit(NodeValue::Field(spot)));
            }
            for half in [HalfStep::E, HalfStep::H] {
                for axis in 0..3 {
                    for at in rows() {
                        let inside = |node: &[usize; 3]| self.cpml.holds(half, axis, *node);
                        for which in 0..2 {
                            row(at).filter(inside).for_each(|node| {
                                visit(NodeValue::Psi {
                                    half,
                                    axis,
                                    which,
                                    node,
                                });
                            });
                        }
                    }
                }
                let first = half.first_component();
                for component in &Component::ALL[first..first + 3] {
                    rows().for_each(|at| self.each_memory(row(at), *component, &mut visit));
                }
            }
        }
    }

    /// Visits the state of a dispersive component of nodes of a row.
    fn each_memory(
        &self,
        nodes: impl Iterator<Item = [usize; 3]>,
        component: Component,
        visit: &mut impl FnMut(NodeValue),
    ) {
        let spots = nodes.map(|node| Spot { node, component });
        let dispersive = spots.map(|spot| (spot, self.dispersion.places(spot).count()));
        let dispersive: Vec<(Spot, usize)> = dispersive.filter(|(_, values)| *values > 0).collect();
        let most = dispersive.iter().map(|(_, values)| *values).max();
        for value in 0..most.unwrap_or(0) {
            for (spot, _) in dispersive.iter().filter(|(_, values)| value < *values) {
                let spot = *spot;
                visit(NodeValue::Memory { spot, value });
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
