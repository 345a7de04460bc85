//! Ghost planes: the values a kernel sees beyond the end of a slab.
//!
//! After E has been advanced, the ghosts behind the last node receive the first node of the next slab, or of the same one
//! around a periodic axis; after H, those before the first node receive the last node of the previous slab. Only
//! components transverse to the axis are read through a ghost. Complex fields are multiplied by the Bloch phase when copied
//! around a periodic axis; between slabs they are copied like any others.

use crate::fields::DeviceFields;
use crate::operator::{BlockHalfStep, DeviceOperator};
use crate::slab::Slab;
use cubecl::prelude::*;
use poynting_exec::Real;
use poynting_exec::gpu::queue::{Buffer, Queue};
use poynting_fdtd_core::formula::{turned_im, turned_re};
use poynting_fdtd_core::periodic::{Phases, ghost_phase};
use poynting_grid::{HalfStep, Layout};

/// Planes copied after each half step.
#[derive(Debug)]
pub struct Halo<T> {
    halves: [Vec<Copy>; 2],
    /// Per half step and slab: the phases of complex fields, model by model and axis by axis.
    phases: [Vec<Buffer<T>>; 2],
}

/// A plane of two components of all models of a slab, from one slab to another or within it.
#[derive(Debug, Clone)]
struct Copy {
    axis: usize,
    half: HalfStep,
    slabs: [usize; 2],
    /// Offset of the first node of the first component, and its destination.
    from: usize,
    to: usize,
    /// Number of rows and of nodes per row, with their strides in elements.
    rows: [usize; 2],
    nodes: [usize; 2],
    /// Components, in elements from the first one.
    components: [usize; 2],
    /// Number of models and their stride in elements.
    models: [usize; 2],
    /// If fields are complex and this is a periodic boundary: offset of the imaginary part.
    turn: Option<usize>,
}

impl<T: Real> Halo<T> {
    /// The copies needed for these slabs, given the phases of each model.
    pub fn new<R: Runtime>(
        queue: &Queue<R>,
        layout: &Layout,
        slabs: &[&Slab],
        phases: &[Phases<T>],
    ) -> Self {
        let halves = [HalfStep::E, HalfStep::H].map(|half| {
            // What lies at a seam is then copied like other nodes.
            let seams = (0..3).flat_map(|axis| seam_copies(layout, slabs, axis, half));
            let mut copies: Vec<Copy> = seams.collect();
            for (n, slab) in slabs.iter().enumerate() {
                let wrapped = (1..3).filter(|axis| layout.periodic[*axis]);
                let around = |axis| Copy::between([n, n], [slab, slab], axis, half).around(layout);
                copies.extend(wrapped.map(around));
                if let Some(next) = after(layout, slabs, n) {
                    let copy = Copy::between([n, next], [slab, slabs[next]], 0, half);
                    let is_last = slab.x.end == layout.active().x.end;
                    copies.push(if is_last { copy.around(layout) } else { copy });
                }
            }
            copies
        });
        let phases = [HalfStep::E, HalfStep::H].map(|half| {
            let of_slab = |slab: &&Slab| {
                let models = phases[slab.models.clone()].iter().flatten();
                let numbers: Vec<T> = models.flat_map(|phase| ghost_phase(half, *phase)).collect();
                queue.upload(&numbers)
            };
            slabs.iter().map(of_slab).collect()
        });
        Self { halves, phases }
    }
}

/// The copies into the seam of an axis, if it has one: E of the node after it, H of the node before it.
fn seam_copies(layout: &Layout, slabs: &[&Slab], axis: usize, half: HalfStep) -> Vec<Copy> {
    let (Some(seam), Some(part)) = (layout.seams[axis], layout.imaginary) else {
        return Vec::new();
    };
    let end = match half {
        HalfStep::E => seam + 1,
        HalfStep::H => seam - 1,
    };
    let at = |n: usize, along: usize| {
        let slab = slabs[n];
        let mut node = [slab.x.start, 0, 0];
        node[axis] = along;
        slab.place(slab.models.start, 0, node)
    };
    let holds = |n: &usize, along: usize| axis != 0 || slabs[*n].x.contains(&along);
    let from = (0..slabs.len()).filter(|n| holds(n, end));
    let to = (0..slabs.len()).filter(|n| holds(n, seam));
    // Along x one slab of each model has either plane; along the other axes every slab has both.
    from.zip(to)
        .map(|(from, to)| {
            let slab = slabs[from];
            Copy {
                slabs: [from, to],
                from: at(from, end),
                to: at(to, seam),
                turn: Some(part),
                nodes: match axis {
                    2 => [slab.nodes[1], slab.strides[0]],
                    _ => [layout.part().z.end, 1],
                },
                ..Copy::between([from, to], [slab, slabs[to]], axis, half)
            }
        })
        .collect()
}

/// The next slab along x, around a periodic axis.
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
    fn between(n: [usize; 2], [left, right]: [&Slab; 2], axis: usize, half: HalfStep) -> Self {
        let strides = [left.strides[1], left.strides[0], 1];
        let start = |slab: &Slab| slab.place(slab.models.start, 0, [slab.x.start, 0, 0]);
        let end = |slab: &Slab| start(slab) + (slab.nodes[axis] - 1) * strides[axis];
        // E behind the end is the first of the next; H before the start is the last of the previous one.
        let (slabs, from, to) = match half {
            HalfStep::E => ([n[1], n[0]], start(right), end(left) + strides[axis]),
            HalfStep::H => (n, end(left), start(right) - strides[axis]),
        };
        let [row, node] = match axis {
            0 => [1, 2],
            1 => [0, 2],
            _ => [0, 1],
        };
        // Both slabs of a pair have the same rows; along x the number of planes, and so the size of a component, may
        // differ.
        Self {
            slabs,
            from,
            to,
            rows: [left.nodes[row], strides[row]],
            nodes: [left.nodes[node], strides[node]],
            components: [(axis + 1) % 3, (axis + 2) % 3],
            models: [left.models.len(), left.nodes_of_model()],
            axis,
            half,
            turn: None,
        }
    }

    /// The same around a periodic axis, whose real part ends before the imaginary one.
    fn around(self, layout: &Layout) -> Self {
        let Some(part) = layout.imaginary else {
            return self;
        };
        let turn = Some(part);
        if self.axis < 2 {
            let nodes = [layout.part().z.end, 1];
            return Self {
                nodes,
                turn,
                ..self
            };
        }
        match self.half {
            HalfStep::E => Self {
                to: self.from + layout.cells[2],
                turn,
                ..self
            },
            HalfStep::H => Self {
                from: self.to + layout.cells[2],
                turn,
                ..self
            },
        }
    }
}

impl<R: Runtime, T: Real> DeviceOperator<R, T> for Halo<T> {
    fn launch(&self, fields: &DeviceFields<'_, R, T>, BlockHalfStep { half, .. }: BlockHalfStep) {
        for copy in &self.halves[half as usize] {
            for component in copy.components {
                match copy.turn {
                    None => copy.launch(fields, component),
                    Some(part) => {
                        let phases = &self.phases[half as usize][copy.slabs[0]];
                        copy.launch_turned(fields, component, part, phases);
                    }
                }
            }
        }
    }
}

impl Copy {
    fn plane<R: Runtime, T: Real>(
        &self,
        fields: &DeviceFields<'_, R, T>,
        component: usize,
    ) -> (CubeCount, CubeDim, PlaneLaunch<R>) {
        let [from, to] = self.slabs.map(|n| &fields.slabs[n].slab);
        let plane = PlaneLaunch::new(
            self.from + component * from.component(),
            self.to + component * to.component(),
            self.rows[0],
            self.rows[1],
            self.nodes[0],
            self.nodes[1],
            self.models[1],
        );
        let (rows, nodes) = (self.rows[0] as u32, self.nodes[0] as u32);
        let models = self.models[0] as u32;
        let count = CubeCount::Static(nodes.div_ceil(32), rows.div_ceil(4), models);
        (count, CubeDim::new_2d(32, 4), plane)
    }

    fn launch<R: Runtime, T: Real>(&self, fields: &DeviceFields<'_, R, T>, component: usize) {
        let client = &fields.queue.client;
        let [from, to] = self.slabs.map(|n| fields.slabs[n].of(self.half).arg());
        let (count, dim, plane) = self.plane(fields, component);
        // SAFETY: threads outside the plane do nothing; its nodes and ghosts exist in both slabs.
        unsafe {
            if self.slabs[0] == self.slabs[1] {
                copy_within::launch_unchecked::<T, R>(client, count, dim, to, plane);
            } else {
                copy_across::launch_unchecked::<T, R>(client, count, dim, from, to, plane);
            }
        }
    }

    fn launch_turned<R: Runtime, T: Real>(
        &self,
        fields: &DeviceFields<'_, R, T>,
        component: usize,
        part: usize,
        phases: &Buffer<T>,
    ) {
        let (client, axis) = (&fields.queue.client, self.axis);
        let [from, to] = self.slabs.map(|n| fields.slabs[n].of(self.half).arg());
        let (count, dim, plane) = self.plane(fields, component);
        let phases = phases.arg();
        // SAFETY: as above, for both parts; there is a phase for every model of the slab.
        unsafe {
            if self.slabs[0] == self.slabs[1] {
                turn_within::launch_unchecked::<T, R>(
                    client, count, dim, to, phases, plane, axis, part,
                );
            } else {
                turn_across::launch_unchecked::<T, R>(
                    client, count, dim, from, to, phases, plane, axis, part,
                );
            }
        }
    }
}

/// A plane of nodes and its destination, in a kernel.
#[derive(CubeType, CubeLaunch, Clone, Copy)]
pub struct Plane {
    /// Offset of its first node.
    pub from: usize,
    /// Destination of that node.
    pub to: usize,
    /// Number of rows.
    pub rows: usize,
    /// Stride between rows.
    pub row: usize,
    /// Nodes per row.
    pub nodes: usize,
    /// Stride between nodes.
    pub node: usize,
    /// Stride between models.
    pub model: usize,
}

/// Offset of a node from the first.
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

/// Offset of the phase of this thread's model along an axis.
#[cube]
fn phase_at(axis: usize) -> usize {
    6 * ABSOLUTE_POS_Z as usize + 2 * axis
}

/// Copies a plane within a buffer, multiplied by the phase of an axis; imaginary parts lie `part` later.
#[cube(launch_unchecked)]
pub fn turn_within<T: Real>(
    field: &mut Array<T>,
    phases: &Array<T>,
    plane: &Plane,
    axis: usize,
    part: usize,
) {
    if is_inside(plane) {
        let n = offset(plane);
        let (re, im) = (field[plane.from + n], field[plane.from + part + n]);
        let cos = phases[phase_at(axis)];
        let sin = phases[phase_at(axis) + 1];
        field[plane.to + n] = turned_re::<T>(re, im, cos, sin);
        field[plane.to + part + n] = turned_im::<T>(re, im, cos, sin);
    }
}

/// The same into another buffer of the same strides.
#[cube(launch_unchecked)]
pub fn turn_across<T: Real>(
    from: &Array<T>,
    to: &mut Array<T>,
    phases: &Array<T>,
    plane: &Plane,
    axis: usize,
    part: usize,
) {
    if is_inside(plane) {
        let n = offset(plane);
        let (re, im) = (from[plane.from + n], from[plane.from + part + n]);
        let cos = phases[phase_at(axis)];
        let sin = phases[phase_at(axis) + 1];
        to[plane.to + n] = turned_re::<T>(re, im, cos, sin);
        to[plane.to + part + n] = turned_im::<T>(re, im, cos, sin);
    }
}
