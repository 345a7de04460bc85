//! The energy on a device.
//!
//! One thread sums a column along x, another the columns of a row along z; the host adds the rows. Double precision
//! is used where the device supports it, as on the CPU. Elsewhere sums are in single precision: lengths are scaled to
//! cells and the storage to the time step, so that the sums neither underflow nor overflow for fields between about
//! 1e-15 and 1e15.

use crate::coefficients::{DeviceCoefficients, OFFSETS, find};
use crate::fields::DeviceFields;
use crate::slab::{Shape, Slab, local};
use cubecl::prelude::*;
use poynting_exec::gpu::queue::{Buffer, Queue};
use poynting_exec::{DeviceError, Real};
use poynting_fdtd_core::coefficients::Materials;
use poynting_fdtd_core::energy::Energy;
use poynting_fdtd_core::fields::Spacings;
use poynting_fdtd_core::formula::{curl, length, step_back, storage, stored};
use poynting_grid::{HalfStep, Region, overlap};
use poynting_scene::Precision;
use std::ops::Range;

/// Sums of a column or a row: electric; magnetic as conserved; magnetic squares.
const SUMS: usize = 3;

/// The energies of a stack of models. The precision of their sums is that of the device and not part of the engine's type, so that
/// an engine is compiled once per runtime and field precision.
pub trait EnergyOnDevice<R: Runtime, T: Real> {
    /// Total bytes.
    fn bytes(&self) -> u64;

    /// The energy that some nodes of each model have, given their time steps.
    fn of(
        &self,
        fields: &DeviceFields<'_, R, T>,
        coefficients: &DeviceCoefficients<T>,
        nodes: &Region,
        dt: &[f64],
    ) -> Result<Vec<Energy>, DeviceError>;
}

/// Buffers for sums in double precision where the device supports it, else in single precision.
pub fn energy_on_device<R: Runtime, T: Real>(
    fields: &DeviceFields<'_, R, T>,
    spacings: &Spacings<T>,
    sums: Precision,
) -> Box<dyn EnergyOnDevice<R, T>> {
    match sums {
        Precision::F32 => Box::new(EnergySums::<f32>::new(fields, spacings)),
        Precision::F64 => Box::new(EnergySums::<f64>::new(fields, spacings)),
    }
}

/// Buffers for the sums of a stack of models, accumulated in `A`.
#[derive(Debug)]
struct EnergySums<A> {
    /// Per slab: sums of columns and of rows.
    slabs: Vec<[Buffer<A>; 2]>,
    /// Reciprocal of the unit of length.
    over_unit: f64,
}

impl<A: Real> EnergySums<A> {
    /// Buffers for these fields; the unit of length is about the smallest cell in `spacings`.
    fn new<R: Runtime, T: Real>(fields: &DeviceFields<'_, R, T>, spacings: &Spacings<T>) -> Self {
        let over = spacings.primal.iter().flatten().map(|over| over.f64());
        let slab = |s: &Slab| {
            let rows = SUMS * s.models.len() * s.nodes[1];
            [
                fields.queue.zeros(rows * s.nodes[2]),
                fields.queue.zeros(rows),
            ]
        };
        Self {
            slabs: fields.slabs.iter().map(|f| slab(&f.slab)).collect(),
            // A power of two scales exactly, so that a model's energy does not depend on the other models of the
            // stack.
            over_unit: over.fold(0.0, f64::max).log2().round().exp2(),
        }
    }

    fn add_columns<R: Runtime, T: Real>(
        &self,
        fields: &DeviceFields<'_, R, T>,
        coefficients: &DeviceCoefficients<T>,
        n: usize,
        [x, y, z]: [Range<usize>; 3],
        half: HalfStep,
    ) {
        let (slab, of) = (&fields.slabs[n], &coefficients.slabs[n]);
        let [ny, nz] = [&y, &z].map(|range| range.len() as u32);
        let models = slab.slab.models.len() as u32;
        // SAFETY: threads outside the slab do nothing, and ghosts exist on every side.
        unsafe {
            add_columns::launch_unchecked::<T, A, R>(
                &fields.queue.client,
                CubeCount::Static(nz.div_ceil(32), ny.div_ceil(4), models),
                CubeDim::new_2d(32, 4),
                slab.of(half).arg(),
                slab.of(half.other()).arg(),
                of.index.arg(),
                of.coefficients[half as usize].arg(),
                of.spacings.arg(),
                of.models.arg(),
                self.slabs[n][0].arg(),
                slab.slab.shape(),
                WindowLaunch::new(x.start, x.end, y.start, y.len(), z.start, z.len()),
                A::of(self.over_unit),
                half,
                coefficients.materials,
            );
        }
    }
}

impl<R: Runtime, T: Real, A: Real> EnergyOnDevice<R, T> for EnergySums<A> {
    fn bytes(&self) -> u64 {
        self.slabs.iter().flatten().map(Buffer::bytes).sum()
    }

    fn of(
        &self,
        fields: &DeviceFields<'_, R, T>,
        coefficients: &DeviceCoefficients<T>,
        Region { x, y, z }: &Region,
        dt: &[f64],
    ) -> Result<Vec<Energy>, DeviceError> {
        for (n, [columns, rows]) in self.slabs.iter().enumerate() {
            let slab = &fields.slabs[n].slab;
            let inside = overlap(x, &slab.x);
            let inside = inside.start - slab.x.start..inside.end - slab.x.start;
            for half in [HalfStep::E, HalfStep::H] {
                let nodes = [inside.clone(), y.clone(), z.clone()];
                self.add_columns(fields, coefficients, n, nodes, half);
            }
            let (count, nz) = (y.len() * slab.models.len(), z.len());
            let (cubes, dim) = Queue::<R>::grid(count);
            // SAFETY: threads beyond the last row do nothing.
            unsafe {
                add_rows::launch_unchecked::<A, R>(
                    &fields.queue.client,
                    cubes,
                    dim,
                    columns.arg(),
                    rows.arg(),
                    count,
                    nz,
                );
            }
        }
        let wanted: Vec<_> = self
            .slabs
            .iter()
            .zip(&fields.slabs)
            .map(|([_, rows], fields)| (rows, SUMS * y.len() * fields.slab.models.len()))
            .collect();
        let answers = cubecl::future::block_on(fields.queue.read(&wanted))?;
        let mut energies = vec![Energy::default(); dt.len()];
        for (fields, rows) in fields.slabs.iter().zip(&answers) {
            let per_model = SUMS * y.len();
            for (model, sums) in fields.slab.models.clone().zip(rows.chunks(per_model)) {
                let scale = 0.5 * dt[model] / self.over_unit.powi(3);
                for sum in sums.chunks(SUMS) {
                    let [electric, conserved, squares] = [0, 1, 2].map(|n| scale * sum[n].f64());
                    energies[model].conserved += electric + conserved;
                    energies[model].squares += electric + squares;
                }
            }
        }
        Ok(energies)
    }
}

/// Three numbers of a node.
#[derive(CubeType, Clone, Copy)]
struct Triple<A: Real> {
    x: A,
    y: A,
    z: A,
}

/// Three numbers that lie `stride` apart.
#[cube]
fn triple<T: Real, A: Real>(numbers: &Array<T>, at: usize, stride: usize) -> Triple<A> {
    Triple::<A> {
        x: A::cast_from(numbers[at]),
        y: A::cast_from(numbers[at + stride]),
        z: A::cast_from(numbers[at + 2 * stride]),
    }
}

/// A length in these units.
#[cube]
fn cells_long<T: Real, A: Real>(spacings: &Array<T>, at: usize, over_unit: A) -> A {
    length::<A>(A::cast_from(spacings[at])) * over_unit
}

/// A box of nodes of a slab, in a kernel.
#[derive(CubeType, CubeLaunch, Clone, Copy)]
struct Window {
    /// First plane.
    x: usize,
    /// The plane after the last one.
    end: usize,
    /// First row.
    y: usize,
    /// Rows.
    ny: usize,
    /// First node of a row.
    z: usize,
    /// Nodes of a row.
    nz: usize,
}

/// Sums the energy of one field along x.
#[cube(launch_unchecked)]
fn add_columns<T: Real, A: Real>(
    field: &Array<T>,
    other: &Array<T>,
    index: &Array<u32>,
    coefficients: &Array<T>,
    spacings: &Array<T>,
    models: &Array<u32>,
    sums: &mut Array<A>,
    shape: &Shape,
    window: &Window,
    over_unit: A,
    #[comptime] half: HalfStep,
    #[comptime] materials: Materials,
) {
    let column = ABSOLUTE_POS_X as usize;
    let row = ABSOLUTE_POS_Y as usize;
    let model = ABSOLUTE_POS_Z as usize;
    if row < window.ny && column < window.nz {
        let (j, k) = (window.y + row, window.z + column);
        let dual = models[model * OFFSETS] as usize;
        let primal = dual + shape.nx + shape.ny + shape.nz;
        // Along its own axis E spans a cell and H the distance between cell centres; transversely the other way
        // round.
        let (own, across) = if comptime!(half == HalfStep::E) {
            (primal, dual)
        } else {
            (dual, primal)
        };
        let (y, z) = (shape.nx + j, shape.nx + shape.ny + k);
        let own_y = cells_long::<T, A>(spacings, own + y, over_unit);
        let own_z = cells_long::<T, A>(spacings, own + z, over_unit);
        let across_y = cells_long::<T, A>(spacings, across + y, over_unit);
        let across_z = cells_long::<T, A>(spacings, across + z, over_unit);
        let mut conserved = A::of(0.0);
        let mut squares = A::of(0.0);
        for i in window.x..window.end {
            let own_x = cells_long::<T, A>(spacings, own + i, over_unit);
            let across_x = cells_long::<T, A>(spacings, across + i, over_unit);
            let volume = Triple::<A> {
                x: own_x * across_y * across_z,
                y: across_x * own_y * across_z,
                z: across_x * across_y * own_z,
            };
            let node = local(shape, i, j, k);
            let at = model * shape.model + node;
            let now = triple::<T, A>(field, at, shape.component);
            let found = find(index, models, shape, model, node, half, materials);
            let keep = triple::<T, A>(coefficients, found.keep, found.stride);
            let gain = triple::<T, A>(coefficients, found.gain, found.stride);
            let weight = Triple::<A> {
                x: storage::<A>(keep.x, gain.x, A::of(1.0)),
                y: storage::<A>(keep.y, gain.y, A::of(1.0)),
                z: storage::<A>(keep.z, gain.z, A::of(1.0)),
            };
            squares += stored::<A>(weight.x, volume.x, now.x, now.x)
                + stored::<A>(weight.y, volume.y, now.y, now.y)
                + stored::<A>(weight.z, volume.z, now.z, now.z);
            if comptime!(half == HalfStep::H) {
                let curls = curls_ahead::<T>(other, spacings, shape, primal, i, j, k, at);
                let x = step_back::<A>(keep.x, gain.x, now.x, A::cast_from(curls.x));
                let y = step_back::<A>(keep.y, gain.y, now.y, A::cast_from(curls.y));
                let z = step_back::<A>(keep.z, gain.z, now.z, A::cast_from(curls.z));
                conserved += stored::<A>(weight.x, volume.x, now.x, x)
                    + stored::<A>(weight.y, volume.y, now.y, y)
                    + stored::<A>(weight.z, volume.z, now.z, z);
            }
        }
        let to = ((model * window.ny + row) * window.nz + column) * SUMS;
        if comptime!(half == HalfStep::E) {
            sums[to] = squares;
        } else {
            sums[to + 1] = conserved;
            sums[to + 2] = squares;
        }
    }
}

/// The driver of H at a node: the three components of -curl E.
#[cube]
fn curls_ahead<T: Real>(
    e: &Array<T>,
    spacings: &Array<T>,
    shape: &Shape,
    primal: usize,
    i: usize,
    j: usize,
    k: usize,
    at: usize,
) -> Triple<T> {
    let over_x = spacings[primal + i];
    let over_y = spacings[primal + shape.nx + j];
    let over_z = spacings[primal + shape.nx + shape.ny + k];
    let (cy, cz) = (shape.component, 2 * shape.component);
    let (x, y, z) = (e[at], e[cy + at], e[cz + at]);
    let (plane, row, next) = (at + shape.plane, at + shape.row, at + 1);
    Triple::<T> {
        x: curl::<T>(z, e[cz + row], over_y, y, e[cy + next], over_z),
        y: curl::<T>(x, e[next], over_z, z, e[cz + plane], over_x),
        z: curl::<T>(y, e[cy + plane], over_x, x, e[row], over_y),
    }
}

/// Sums columns along z.
#[cube(launch_unchecked)]
fn add_rows<A: Real>(columns: &Array<A>, rows: &mut Array<A>, count: usize, nz: usize) {
    let row = ABSOLUTE_POS;
    if row < count {
        for n in 0..SUMS {
            let mut sum = A::of(0.0);
            for k in 0..nz {
                sum += columns[(row * nz + k) * SUMS + n];
            }
            rows[row * SUMS + n] = sum;
        }
    }
}
