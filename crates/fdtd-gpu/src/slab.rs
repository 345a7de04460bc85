//! Where nodes lie on a device.
//!
//! A slab is a range of planes along x of one model, or all planes of several models of one size, in one set of
//! buffers: E, H and the coefficients. Every model in it has a ghost plane, row and element on each side, which are zero at a wall
//! and copies of the other end on a periodic axis, so that a kernel looks at its neighbours without asking. A
//! row starts on a boundary that loads prefer; the element before it is the last one of the row before.

use cubecl::prelude::*;
use poynting_exec::GpuLimits;
use poynting_fdtd_core::mapping::Mapping;
use poynting_grid::Layout;
use std::ops::Range;

/// Some planes of some models.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slab {
    /// Which of the stack.
    pub models: Range<usize>,
    /// Updated nodes along x.
    pub x: Range<usize>,
    /// Updated nodes per axis, within the slab.
    pub nodes: [usize; 3],
    /// Elements from row to row, and from plane to plane.
    pub strides: [usize; 2],
    /// Elements before the first row.
    lead: usize,
}

impl Slab {
    /// Cuts a stack of `models` equal grids so that no buffer of `bytes_per_value` exceeds what a kernel may be given.
    pub fn cut(
        layout: &Layout,
        models: usize,
        mapping: &Mapping,
        bytes_per_value: u64,
        limits: GpuLimits,
    ) -> Vec<Self> {
        let active = layout.active();
        let slab = |models: Range<usize>, x: Range<usize>| Self {
            models,
            nodes: [x.len(), active.y.len(), active.z.len()],
            strides: Self::strides(layout, mapping),
            lead: mapping.align,
            x,
        };
        // The largest buffer holds three components, or six coefficients of one half step; kernels count in 32 bits.
        let fits = |s: &Self| {
            let values = 6 * s.component() as u64;
            values * bytes_per_value <= limits.buffer_bytes
                && u32::try_from(values).is_ok()
                && s.models.len() * s.nodes[0] <= MOST_PLANES
        };
        let nx = active.x.len();
        if fits(&slab(0..1, 0..nx)) {
            let mut together = models;
            while !fits(&slab(0..together, 0..nx)) {
                together = together.div_ceil(2);
            }
            let starts = (0..models).step_by(together);
            return starts
                .map(|m| slab(m..(m + together).min(models), 0..nx))
                .collect();
        }
        let mut planes = nx;
        while planes > 1 && !fits(&slab(0..1, 0..planes)) {
            planes = planes.div_ceil(2);
        }
        let cuts = (0..models).flat_map(|m| (0..nx).step_by(planes).map(move |x| (m, x)));
        cuts.map(|(m, x)| slab(m..m + 1, x..(x + planes).min(nx)))
            .collect()
    }

    fn strides(layout: &Layout, mapping: &Mapping) -> [usize; 2] {
        let active = layout.active();
        let row = (active.z.len() + 2).next_multiple_of(mapping.align);
        [row, row * (active.y.len() + 2)]
    }

    /// Elements of one component of one model, or of its index of materials.
    pub fn nodes_of_model(&self) -> usize {
        2 * self.lead + (self.nodes[0] + 2) * self.strides[1]
    }

    /// Elements of one component.
    pub fn component(&self) -> usize {
        self.models.len() * self.nodes_of_model()
    }

    /// Elements of E or of H.
    pub fn field(&self) -> usize {
        3 * self.component()
    }

    /// Place of a node within its model's part of a component.
    pub fn local(&self, [i, j, k]: [usize; 3]) -> usize {
        self.lead + (i + 1 - self.x.start) * self.strides[1] + (j + 1) * self.strides[0] + k
    }

    /// Place of component 0, 1 or 2 of a node in E or in H.
    pub fn place(&self, model: usize, component: usize, node: [usize; 3]) -> usize {
        component * self.component()
            + (model - self.models.start) * self.nodes_of_model()
            + self.local(node)
    }

    /// Its rows of a component of a model: where each lies, and where it lies in the processor's layout.
    pub fn rows(
        &self,
        model: usize,
        component: usize,
        layout: &Layout,
    ) -> impl Iterator<Item = (usize, usize)> {
        let columns = self
            .x
            .clone()
            .flat_map(|i| (0..self.nodes[1]).map(move |j| (i, j)));
        columns.map(move |(i, j)| (self.place(model, component, [i, j, 0]), layout.row(i, j)))
    }

    /// Whether it holds a node of a model.
    pub fn holds(&self, model: usize, node: [usize; 3]) -> bool {
        self.models.contains(&model) && self.x.contains(&node[0])
    }

    /// What a kernel is told of it.
    pub fn shape<R: Runtime>(&self) -> ShapeLaunch<R> {
        let [nx, ny, nz] = self.nodes;
        ShapeLaunch::new(
            nx,
            ny,
            nz,
            self.strides[0],
            self.strides[1],
            self.nodes_of_model(),
            self.component(),
            self.lead,
        )
    }
}

/// Blocks along one direction that every backend can launch.
const MOST_PLANES: usize = 65_535;

/// A slab, in a kernel.
#[derive(CubeType, CubeLaunch, Clone, Copy)]
pub struct Shape {
    /// Updated nodes along x.
    pub nx: usize,
    /// Along y.
    pub ny: usize,
    /// Along z.
    pub nz: usize,
    /// Elements from row to row.
    pub row: usize,
    /// From plane to plane.
    pub plane: usize,
    /// From model to model.
    pub model: usize,
    /// From component to component.
    pub component: usize,
    /// Before the first row.
    pub lead: usize,
}

/// Place of a node within its model's part of a component; as [`Slab::local`].
#[cube]
pub fn local(shape: &Shape, i: usize, j: usize, k: usize) -> usize {
    shape.lead + (i + 1) * shape.plane + (j + 1) * shape.row + k
}
