//! Ghost planes: what a kernel sees beyond the end of a slab.
//!
//! After E has been advanced, the ghosts behind the last node get the first node of the next slab, or of the same
//! one around the seam of a periodic axis; after H, those before the first node get the last node of the slab before.
//! Only components across the axis are read through a ghost.

use super::fields::DeviceFields;
use super::operator::{DeviceOperator, Moment};
use super::slab::Slab;
use crate::{Half, Layout, Real};
use cubecl::prelude::*;

/// Planes that are copied after each half step.
#[derive(Debug)]
pub struct Halo {
    halves: [Vec<Copy>; 2],
}

/// A plane of two components of all models of a slab, from one slab to another or within it.
#[derive(Debug, Clone)]
struct Copy {
    slabs: [usize; 2],
    /// Place of the first node of the first component, and where it goes.
    from: usize,
    to: usize,
    /// Rows and nodes of a row, with the elements from one to the next.
    rows: [usize; 2],
    nodes: [usize; 2],
    /// Components, in elements from the first one.
    components: [usize; 2],
    /// Models, and elements from one to the next.
    models: [usize; 2],
}

impl Halo {
    /// What must be copied for these slabs.
    pub fn new(layout: &Layout, slabs: &[&Slab]) -> Self {
        let halves = [Half::E, Half::H].map(|half| {
            let mut copies = Vec::new();
            for (n, slab) in slabs.iter().enumerate() {
                let seams = (1..3).filter(|axis| layout.periodic[*axis]);
                copies.extend(seams.map(|axis| Copy::between([n, n], [slab, slab], axis, half)));
                if let Some(next) = after(layout, slabs, n) {
                    copies.push(Copy::between([n, next], [slab, slabs[next]], 0, half));
                }
            }
            copies
        });
        Self { halves }
    }
}

/// The slab that follows along x, around the seam of a periodic axis.
fn after(layout: &Layout, slabs: &[&Slab], n: usize) -> Option<usize> {
    let slab = slabs[n];
    let of_model = |s: &&Slab| s.models == slab.models;
    if slab.x.end < layout.active().x.end {
        return Some(n + 1);
    }
    let first = slabs.iter().position(of_model)?;
    layout.periodic[0].then_some(first)
}

impl Copy {
    /// The copy between the end of slab `n[0]` and the start of slab `n[1]`, which may be the same.
    fn between(n: [usize; 2], [left, right]: [&Slab; 2], axis: usize, half: Half) -> Self {
        let strides = [left.strides[1], left.strides[0], 1];
        let start = |slab: &Slab| slab.place(slab.models.start, 0, [slab.x.start, 0, 0]);
        let end = |slab: &Slab| start(slab) + (slab.nodes[axis] - 1) * strides[axis];
        // E behind the end is the first of the next; H before the start is the last of the one before.
        let (slabs, from, to) = match half {
            Half::E => ([n[1], n[0]], start(right), end(left) + strides[axis]),
            Half::H => (n, end(left), start(right) - strides[axis]),
        };
        let [row, node] = match axis {
            0 => [1, 2],
            1 => [0, 2],
            _ => [0, 1],
        };
        // Both slabs of a pair have the same rows; along x they may have another number of planes, so another component.
        Self {
            slabs,
            from,
            to,
            rows: [left.nodes[row], strides[row]],
            nodes: [left.nodes[node], strides[node]],
            components: [(axis + 1) % 3, (axis + 2) % 3],
            models: [left.models.len(), left.nodes_of_model()],
        }
    }
}

impl<R: Runtime, T: Real> DeviceOperator<R, T> for Halo {
    fn launch(&self, fields: &DeviceFields<'_, R, T>, Moment { half, .. }: Moment) {
        let client = &fields.queue.client;
        for copy in &self.halves[half as usize] {
            let [from, to] = copy.slabs.map(|n| &fields.slabs[n]);
            for component in copy.components {
                let plane = || {
                    PlaneLaunch::new(
                        copy.from + component * from.slab.component(),
                        copy.to + component * to.slab.component(),
                        copy.rows[0],
                        copy.rows[1],
                        copy.nodes[0],
                        copy.nodes[1],
                        copy.models[1],
                    )
                };
                let (rows, nodes) = (copy.rows[0] as u32, copy.nodes[0] as u32);
                let models = copy.models[0] as u32;
                let count = CubeCount::Static(nodes.div_ceil(32), rows.div_ceil(4), models);
                let dim = CubeDim::new_2d(32, 4);
                // SAFETY: threads outside of the plane do nothing; its places and ghosts exist in both slabs.
                unsafe {
                    if copy.slabs[0] == copy.slabs[1] {
                        let field = to.of(half).arg();
                        copy_within::launch_unchecked::<T, R>(client, count, dim, field, plane());
                    } else {
                        let (from, to) = (from.of(half).arg(), to.of(half).arg());
                        copy_across::launch_unchecked::<T, R>(
                            client,
                            count,
                            dim,
                            from,
                            to,
                            plane(),
                        );
                    }
                }
            }
        }
    }
}

/// A plane of nodes and where it goes, in a kernel.
#[derive(CubeType, CubeLaunch, Clone, Copy)]
pub struct Plane {
    /// Place of its first node.
    pub from: usize,
    /// Place to which that goes.
    pub to: usize,
    /// Rows.
    pub rows: usize,
    /// Elements from row to row.
    pub row: usize,
    /// Nodes of a row.
    pub nodes: usize,
    /// Elements from node to node.
    pub node: usize,
    /// Elements from model to model.
    pub model: usize,
}

/// Place of a node relative to the first.
#[cube]
fn offset(plane: &Plane) -> usize {
    ABSOLUTE_POS_Z as usize * plane.model
        + ABSOLUTE_POS_Y as usize * plane.row
        + ABSOLUTE_POS_X as usize * plane.node
}

#[cube]
fn is_inside(plane: &Plane) -> bool {
    (ABSOLUTE_POS_X as usize) < plane.nodes && (ABSOLUTE_POS_Y as usize) < plane.rows
}

/// Copies a plane within a buffer.
#[cube(launch_unchecked)]
pub fn copy_within<T: Real>(field: &mut Array<T>, plane: &Plane) {
    if is_inside(plane) {
        let n = offset(plane);
        field[plane.to + n] = field[plane.from + n];
    }
}

/// Copies a plane into another buffer of the same strides.
#[cube(launch_unchecked)]
pub fn copy_across<T: Real>(from: &Array<T>, to: &mut Array<T>, plane: &Plane) {
    if is_inside(plane) {
        let n = offset(plane);
        to[plane.to + n] = from[plane.from + n];
    }
}
