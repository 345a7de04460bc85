//! Node layout on a device.
//!
//! A slab is a range of planes along x of one model, or all planes of several models of one size, in one set of buffers: E, H and
//! the coefficients. Every model in it has a ghost plane, row and element on each side, which are zero at a boundary and copies of
//! the other end on a periodic axis, so that a kernel reads its neighbours without branching. A row starts at an aligned address;
//! the element before it is the last one of the previous row.

use cubecl::prelude::*;
use poynting_exec::GpuLimits;
use poynting_fdtd_core::mapping::Mapping;
use poynting_grid::Layout;
use std::ops::Range;

/// Some planes of some models.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slab {
    /// Range of models in the stack.
    pub models: Range<usize>,
    /// Updated nodes along x.
    pub x: Range<usize>,
    /// Updated nodes per axis, within the slab.
    pub nodes: [usize; 3],
    /// Strides between rows and between planes.
    pub strides: [usize; 2],
    /// Elements before the first row.
    lead: usize,
}

impl Slab {
    /// Cuts a stack of `models` equal grids so that no buffer of `bytes_per_value` exceeds the limit for a kernel.
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
        // The largest buffer holds three components, or six coefficients of one half step; kernels use 32-bit
        // indices.
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

    /// Elements of one component of one model, or of its material index.
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

    /// Offset of a node within its model's part of a component.
    pub fn local(&self, [i, j, k]: [usize; 3]) -> usize {
        self.lead + (i + 1 - self.x.start) * self.strides[1] + (j + 1) * self.strides[0] + k
    }

    /// Offset of component 0, 1 or 2 of a node in E or in H.
    pub fn place(&self, model: usize, component: usize, node: [usize; 3]) -> usize {
        component * self.component()
            + (model - self.models.start) * self.nodes_of_model()
            + self.local(node)
    }

    /// The rows of a component of a model in this slab: the offset of each, and its offset in the CPU layout.
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

    /// The shape passed to a kernel.
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

/// Number of blocks along one direction that every backend can launch.
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
    /// Stride between rows.
    pub row: usize,
    /// Between planes.
    pub plane: usize,
    /// Between models.
    pub model: usize,
    /// Between components.
    pub component: usize,
    /// Elements before the first row.
    pub lead: usize,
}

/// Offset of a node within its model's part of a component; as [`Slab::local`].
#[cube]
pub fn local(shape: &Shape, i: usize, j: usize, k: usize) -> usize {
    shape.lead + (i + 1) * shape.plane + (j + 1) * shape.row + k
}
