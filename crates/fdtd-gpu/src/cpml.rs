//! PMLs on a device: one kernel over the nodes of each layer.

use crate::coefficients::{DeviceCoefficients, find};
use crate::fields::DeviceFields;
use crate::operator::{BlockHalfStep, DeviceOperator};
use crate::slab::{Shape, Slab, local};
use cubecl::prelude::*;
use poynting_exec::Real;
use poynting_exec::gpu::queue::{Buffer, Queue};
use poynting_fdtd_core::coefficients::Materials;
use poynting_fdtd_core::cpml::{Cpml, PsiSlab};
use poynting_fdtd_core::formula::{convolve, couple, impress};
use poynting_grid::{HalfStep, overlap};

/// The PMLs of a stack of models: per slab of the fields and half step.
#[derive(Debug)]
pub struct CpmlMemory<T> {
    slabs: Vec<[Vec<LayerOnDevice<T>>; 2]>,
}

/// The part of a layer inside a slab.
#[derive(Debug)]
struct LayerOnDevice<T> {
    axis: usize,
    /// Its first node within the slab, and its number of nodes.
    first: [usize; 3],
    nodes: [usize; 3],
    /// b, then c along the axis, model by model.
    profile: Buffer<T>,
    /// Both psi, each model by model.
    psi: Buffer<T>,
}

impl<T: Real> CpmlMemory<T> {
    /// Zeros for the PMLs of models of one shape.
    pub fn new<R: Runtime>(queue: &Queue<R>, slabs: &[&Slab], models: &[&Cpml<T>]) -> Self {
        let ghost_phase = |slab: &Slab, half: HalfStep| {
            let layers = &models[slab.models.start].slabs[half as usize];
            let all = (0..layers.len()).map(|n| {
                let of_models = models[slab.models.clone()].iter();
                let of_models: Vec<&PsiSlab<T>> =
                    of_models.map(|m| &m.slabs[half as usize][n]).collect();
                LayerOnDevice::new(queue, slab, &of_models)
            });
            all.flatten().collect()
        };
        let slabs = slabs
            .iter()
            .map(|slab| {
                [
                    ghost_phase(slab, HalfStep::E),
                    ghost_phase(slab, HalfStep::H),
                ]
            })
            .collect();
        Self { slabs }
    }

    /// Where one of the two psi of a node of a slab is stored in the layer normal to an axis: the layer, and the place in its buffer. Of one model.
    pub fn place(
        &self,
        slab: usize,
        half: HalfStep,
        axis: usize,
        which: usize,
        node: [usize; 3],
    ) -> Option<(usize, usize)> {
        let layers = self.slabs[slab][half as usize].iter().enumerate();
        let mut normal = layers.filter(|(_, layer)| layer.axis == axis);
        normal.find_map(|(n, layer)| {
            let mut inside = [0; 3];
            for a in 0..3 {
                inside[a] = node[a].checked_sub(layer.first[a])?;
                if inside[a] >= layer.nodes[a] {
                    return None;
                }
            }
            let [[i, j, k], [nx, ny, nz]] = [inside, layer.nodes];
            Some((n, ((which * nx + i) * ny + j) * nz + k))
        })
    }

    /// The psi of a layer.
    pub fn psi(&self, slab: usize, half: HalfStep, layer: usize) -> &Buffer<T> {
        &self.slabs[slab][half as usize][layer].psi
    }

    /// Total bytes.
    pub fn bytes(&self) -> u64 {
        let layers = self.slabs.iter().flatten().flatten();
        layers.map(|l| l.profile.bytes() + l.psi.bytes()).sum()
    }
}

impl<T: Real> LayerOnDevice<T> {
    fn new<R: Runtime>(queue: &Queue<R>, slab: &Slab, models: &[&PsiSlab<T>]) -> Option<Self> {
        let layer = models[0];
        let x = overlap(&layer.nodes.x, &slab.x);
        if x.is_empty() {
            return None;
        }
        let ranges = [x.clone(), layer.nodes.y.clone(), layer.nodes.z.clone()];
        let skipped = ranges[layer.axis].start
            - [&layer.nodes.x, &layer.nodes.y, &layer.nodes.z][layer.axis].start;
        let along = skipped..skipped + ranges[layer.axis].len();
        let numbers = models
            .iter()
            .flat_map(|m| [&m.decay[along.clone()], &m.gain[along.clone()]].concat());
        let nodes = ranges.each_ref().map(std::ops::Range::len);
        let values = models.len() * nodes.iter().product::<usize>();
        Some(Self {
            axis: layer.axis,
            first: [x.start - slab.x.start, ranges[1].start, ranges[2].start],
            nodes,
            profile: queue.upload(&numbers.collect::<Vec<T>>()),
            psi: queue.zeros(2 * values),
        })
    }
}

/// The PMLs of a stack acting on its fields.
#[derive(Debug)]
pub struct CpmlOnDevice<'a, T> {
    /// The PMLs.
    pub memory: &'a CpmlMemory<T>,
    /// The coefficients, for their gains.
    pub coefficients: &'a DeviceCoefficients<T>,
}

impl<R: Runtime, T: Real> DeviceOperator<R, T> for CpmlOnDevice<'_, T> {
    fn launch(&self, fields: &DeviceFields<'_, R, T>, BlockHalfStep { half, .. }: BlockHalfStep) {
        let parts = fields.slabs.iter().zip(&self.coefficients.slabs);
        for ((slab, own), layers) in parts.zip(&self.memory.slabs) {
            for layer in &layers[half as usize] {
                let [nx, ny, nz] = layer.nodes.map(|n| n as u32);
                let planes = nx * slab.slab.models.len() as u32;
                let [x, y, z] = layer.first;
                let [p, q] = [(layer.axis + 1) % 3, (layer.axis + 2) % 3];
                // SAFETY: threads outside the layer do nothing, and every neighbour exists.
                unsafe {
                    stretch::launch_unchecked::<T, R>(
                        &fields.queue.client,
                        CubeCount::Static(nz.div_ceil(32), ny.div_ceil(4), planes),
                        CubeDim::new_2d(32, 4),
                        slab.of(half).arg(),
                        slab.of(half.other()).arg(),
                        layer.psi.arg(),
                        own.index.arg(),
                        own.coefficients[half as usize].arg(),
                        own.models.arg(),
                        layer.profile.arg(),
                        slab.slab.shape(),
                        LayerLaunch::new(
                            x,
                            y,
                            z,
                            nx as usize,
                            ny as usize,
                            nz as usize,
                            slab.slab.models.len(),
                            p,
                            q,
                        ),
                        layer.axis,
                        half,
                        self.coefficients.materials,
                    );
                }
            }
        }
    }
}

/// The part of a layer, in a kernel.
#[derive(CubeType, CubeLaunch, Clone, Copy)]
pub struct Layer {
    /// Its first node within the slab, along x.
    pub x: usize,
    /// Along y.
    pub y: usize,
    /// Along z.
    pub z: usize,
    /// Nodes along x.
    pub nx: usize,
    /// Along y.
    pub ny: usize,
    /// Along z.
    pub nz: usize,
    /// Models.
    pub models: usize,
    /// The first transverse axis, in cyclic order.
    pub p: usize,
    /// The second transverse axis.
    pub q: usize,
}

/// One half step of a layer.
#[cube(launch_unchecked)]
pub fn stretch<T: Real>(
    target: &mut Array<T>,
    driver: &Array<T>,
    psi: &mut Array<T>,
    index: &Array<u32>,
    coefficients: &Array<T>,
    models: &Array<u32>,
    profile: &Array<T>,
    shape: &Shape,
    layer: &Layer,
    #[comptime] axis: usize,
    #[comptime] half: HalfStep,
    #[comptime] materials: Materials,
) {
    let k = ABSOLUTE_POS_X as usize;
    let j = ABSOLUTE_POS_Y as usize;
    let i = ABSOLUTE_POS_Z as usize % layer.nx;
    let model = ABSOLUTE_POS_Z as usize / layer.nx;
    if j < layer.ny && k < layer.nz {
        let node = local(shape, layer.x + i, layer.y + j, layer.z + k);
        let at = model * shape.model + node;
        let (step, along, depth) = if comptime!(axis == 0) {
            (shape.plane, i, layer.nx)
        } else if comptime!(axis == 1) {
            (shape.row, j, layer.ny)
        } else {
            (1usize.runtime(), k, layer.nz)
        };
        let aside = if comptime!(half == HalfStep::E) {
            at - step
        } else {
            at + step
        };
        let decay = profile[model * 2 * depth + along];
        let gain = profile[model * 2 * depth + depth + along];
        let found = find(index, models, shape, model, node, half, materials);
        let (p, q) = (layer.p * shape.component, layer.q * shape.component);
        let first = ((model * layer.nx + i) * layer.ny + j) * layer.nz + k;
        let second = first + layer.models * layer.nx * layer.ny * layer.nz;
        let of_p = convolve::<T>(psi[first], decay, gain, driver[p + at], driver[p + aside]);
        let of_q = convolve::<T>(psi[second], decay, gain, driver[q + at], driver[q + aside]);
        psi[first] = of_p;
        psi[second] = of_q;
        let gain_q = coefficients[found.gain + layer.q * found.stride];
        let gain_p = coefficients[found.gain + layer.p * found.stride];
        target[q + at] = couple::<T>(target[q + at], gain_q, of_p);
        target[p + at] = impress::<T>(target[p + at], gain_p, of_q);
    }
}
