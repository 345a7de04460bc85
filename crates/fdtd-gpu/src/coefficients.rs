//! Coefficients on a device: one index per node, packed into words, and a table of tuples; or the coefficients
//! themselves. Models of a stack share equal data: a sweep over a permittivity has one index and many tables.

use crate::slab::{Shape, Slab};
use cubecl::prelude::*;
use poynting_exec::Real;
use poynting_exec::gpu::queue::{Buffer, Queue};
use poynting_fdtd_core::coefficients::{CoefficientView, Coefficients, Materials};
use poynting_fdtd_core::setup::Setup;
use poynting_grid::HalfStep;

/// Entries per model in `models`: offsets of its spacings, its coefficients of E and of H, and its index.
pub const OFFSETS: usize = 4;

/// Coefficients of one tuple in the table: `keep` of the six components, then `gain`.
const TUPLE: usize = 12;

/// The coefficients of a stack of models.
#[derive(Debug)]
pub struct DeviceCoefficients<T> {
    /// How coefficients are found.
    pub materials: Materials,
    /// Per slab.
    pub slabs: Vec<SlabCoefficients<T>>,
}

/// The coefficients of a slab.
#[derive(Debug)]
pub struct SlabCoefficients<T> {
    /// Indices, packed.
    pub index: Buffer<u32>,
    /// The table, or the coefficients of the E half and of the H half.
    pub coefficients: [Buffer<T>; 2],
    /// Reciprocal lengths: dual along x, y, z, then primal.
    pub spacings: Buffer<T>,
    /// Offsets of the parts of each model.
    pub models: Buffer<u32>,
}

impl<T: Real> DeviceCoefficients<T> {
    /// Copies the media of a stack of models to a device.
    pub fn new<'a, R: Runtime>(
        queue: &Queue<R>,
        slabs: impl Iterator<Item = &'a Slab>,
        models: &[Setup<T>],
    ) -> Self {
        let materials = Materials::of_stack(models.iter().map(|m| m.coefficients.kind()));
        let slabs = slabs
            .map(|slab| SlabCoefficients::new(queue, slab, materials, models))
            .collect();
        Self { materials, slabs }
    }

    /// Total bytes.
    pub fn bytes(&self) -> u64 {
        let of = |s: &SlabCoefficients<T>| {
            let tables = match self.materials {
                Materials::Lookup { .. } => s.coefficients[0].bytes(),
                Materials::Direct => s.coefficients.iter().map(Buffer::bytes).sum(),
            };
            s.index.bytes() + tables + s.spacings.bytes() + s.models.bytes()
        };
        self.slabs.iter().map(of).sum()
    }
}

/// Numbers of several models one after another, without duplicates.
#[derive(Debug)]
struct Shared<N> {
    all: Vec<N>,
    parts: Vec<std::ops::Range<usize>>,
}

impl<N: Copy + PartialEq> Shared<N> {
    fn new() -> Self {
        Self {
            all: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// The offset of a part.
    fn put(&mut self, part: &[N]) -> u32 {
        let known = self
            .parts
            .iter()
            .find(|at| self.all[(*at).clone()] == *part);
        let start = known.map_or(self.all.len(), |at| at.start);
        if start == self.all.len() {
            self.all.extend_from_slice(part);
            self.parts.push(start..self.all.len());
        }
        start as u32
    }
}

impl<T: Real> SlabCoefficients<T> {
    fn new<R: Runtime>(
        queue: &Queue<R>,
        slab: &Slab,
        materials: Materials,
        models: &[Setup<T>],
    ) -> Self {
        let (mut index, mut spacings) = (Shared::new(), Shared::new());
        let mut coefficients = [Shared::new(), Shared::new()];
        let mut offsets = Vec::new();
        for model in &models[slab.models.clone()] {
            offsets.push(spacings.put(&lengths(slab, model)));
            if let Materials::Lookup { bits } = materials {
                let table = coefficients[0].put(&table(&model.coefficients));
                let index = index.put(&packed(slab, model, bits));
                offsets.extend([table, table, index]);
            } else {
                let halves = [HalfStep::E, HalfStep::H]
                    .into_iter()
                    .zip(&mut coefficients);
                offsets
                    .extend(halves.map(|(half, shared)| shared.put(&unpacked(slab, model, half))));
                offsets.push(0);
            }
        }
        let table = queue.upload(&coefficients[0].all);
        let second = match materials {
            Materials::Lookup { .. } => table.clone(),
            Materials::Direct => queue.upload(&coefficients[1].all),
        };
        Self {
            index: queue.upload(&index.all),
            coefficients: [table, second],
            spacings: queue.upload(&spacings.all),
            models: queue.upload(&offsets),
        }
    }
}

/// Reciprocal lengths of a model within a slab.
fn lengths<T: Real>(slab: &Slab, model: &Setup<T>) -> Vec<T> {
    let [_, ny, nz] = slab.nodes;
    let kinds = [&model.spacings.dual, &model.spacings.primal];
    kinds
        .into_iter()
        .flat_map(|[x, y, z]| [&x[slab.x.clone()], &y[..ny], &z[..nz]].concat())
        .collect()
}

fn table<T: Real>(coefficients: &Coefficients<T>) -> Vec<T> {
    let tuples = match coefficients.view() {
        CoefficientView::U8(_, t) | CoefficientView::U16(_, t) | CoefficientView::U32(_, t) => t,
        CoefficientView::Direct(_) => &[],
    };
    let numbers = tuples.iter().flat_map(|t| t.keep.into_iter().chain(t.gain));
    numbers.collect()
}

fn packed<T: Real>(slab: &Slab, model: &Setup<T>, bits: u32) -> Vec<u32> {
    let per_word = (32 / bits) as usize;
    let mut words = vec![0u32; slab.nodes_of_model().div_ceil(per_word)];
    let view = model.coefficients.view();
    for (to, from) in slab.rows(slab.models.start, 0, &model.layout) {
        for k in 0..slab.nodes[2] {
            let number = match view {
                CoefficientView::U8(index, _) => u32::from(index[from + k]),
                CoefficientView::U16(index, _) => u32::from(index[from + k]),
                CoefficientView::U32(index, _) => index[from + k],
                CoefficientView::Direct(_) => 0,
            };
            words[(to + k) / per_word] |= number << ((to + k) % per_word * bits as usize);
        }
    }
    words
}

fn unpacked<T: Real>(slab: &Slab, model: &Setup<T>, half: HalfStep) -> Vec<T> {
    let n = slab.nodes_of_model();
    let first = half.first_component();
    let mut numbers = vec![T::default(); 6 * n];
    for (to, from) in slab.rows(slab.models.start, 0, &model.layout) {
        for k in 0..slab.nodes[2] {
            let tuple = model.coefficients.at(from + k);
            for c in 0..3 {
                numbers[c * n + to + k] = tuple.keep[first + c];
                numbers[(3 + c) * n + to + k] = tuple.gain[first + c];
            }
        }
    }
    numbers
}

/// Offsets of the coefficients of a node: the first component, and the stride between components.
#[derive(CubeType, Clone, Copy)]
pub struct Found {
    /// First `keep`.
    pub keep: usize,
    /// First `gain`.
    pub gain: usize,
    /// From one component to the next.
    pub stride: usize,
}

/// Finds the coefficients of the components of a half step at a node, given its offset within its model.
#[cube]
pub fn find(
    index: &Array<u32>,
    models: &Array<u32>,
    shape: &Shape,
    model: usize,
    node: usize,
    #[comptime] half: HalfStep,
    #[comptime] materials: Materials,
) -> Found {
    let start = models[model * OFFSETS + comptime!(1 + half as usize)] as usize;
    if comptime!(materials == Materials::Direct) {
        Found {
            keep: start + node,
            gain: start + 3 * shape.model + node,
            stride: shape.model,
        }
    } else {
        let bits = comptime!(materials.bits());
        let words = models[model * OFFSETS + 3] as usize;
        let tuple = if comptime!(bits == 32) {
            index[words + node]
        } else {
            let per_word = comptime!((32 / bits) as usize);
            let word = index[words + node / per_word];
            let shift = (node % per_word) as u32 * bits;
            (word >> shift) & comptime!((1u32 << (bits % 32)) - 1)
        };
        let at = start + tuple as usize * TUPLE + comptime!(half.first_component());
        Found {
            keep: at,
            gain: at + 6,
            stride: 1usize.runtime(),
        }
    }
}
