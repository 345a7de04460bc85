//! The Yee update on a device.
//!
//! A thread handles one column of nodes (j, k), with neighbouring threads along z, and marches along x over part of
//! it, all of it, or a single node. Both halves are one kernel as on the CPU: E looks back and marches up, H looks
//! ahead and marches down, so that the plane just left is the neighbour needed next and stays in registers.

use crate::coefficients::{DeviceCoefficients, OFFSETS, find};
use crate::fields::DeviceFields;
use crate::operator::{BlockHalfStep, DeviceOperator};
use crate::slab::{Shape, local};
use cubecl::prelude::*;
use poynting_exec::Real;
use poynting_fdtd_core::coefficients::Materials;
use poynting_fdtd_core::formula::{advance, curl};
use poynting_grid::HalfStep;

/// The Yee operator of a stack of models.
#[derive(Debug)]
pub struct YeeOnDevice<'a, T> {
    /// The coefficients of the models.
    pub coefficients: &'a DeviceCoefficients<T>,
}

impl<R: Runtime, T: Real> DeviceOperator<R, T> for YeeOnDevice<'_, T> {
    fn launch(&self, fields: &DeviceFields<'_, R, T>, BlockHalfStep { half, .. }: BlockHalfStep) {
        for (slab, own) in fields.slabs.iter().zip(&self.coefficients.slabs) {
            let [nx, ny, nz] = slab.slab.nodes.map(|n| n as u32);
            let march = fields.mapping.march_length(slab.slab.nodes[0]);
            let [bz, by] = fields.mapping.block;
            let segments = nx.div_ceil(march as u32) * slab.slab.models.len() as u32;
            // SAFETY: threads outside the slab do nothing, and ghosts exist on every side.
            unsafe {
                yee::launch_unchecked::<T, R>(
                    &fields.queue.client,
                    CubeCount::Static(nz.div_ceil(bz), ny.div_ceil(by), segments),
                    CubeDim::new_2d(bz, by),
                    slab.of(half).arg(),
                    slab.of(half.other()).arg(),
                    own.index.arg(),
                    own.coefficients[half as usize].arg(),
                    own.spacings.arg(),
                    own.models.arg(),
                    slab.slab.shape(),
                    march,
                    half,
                    self.coefficients.materials,
                );
            }
        }
    }
}

/// One half step of every updated node of a slab.
#[cube(launch_unchecked)]
pub fn yee<T: Real>(
    target: &mut Array<T>,
    driver: &Array<T>,
    index: &Array<u32>,
    coefficients: &Array<T>,
    spacings: &Array<T>,
    models: &Array<u32>,
    shape: &Shape,
    march: usize,
    #[comptime] half: HalfStep,
    #[comptime] materials: Materials,
) {
    let k = ABSOLUTE_POS_X as usize;
    let j = ABSOLUTE_POS_Y as usize;
    let segments = shape.nx.div_ceil(march);
    let model = ABSOLUTE_POS_Z as usize / segments;
    let from = (ABSOLUTE_POS_Z as usize % segments) * march;
    if j < shape.ny && k < shape.nz {
        let count = min(march, shape.nx - from);
        let lengths = models[model * OFFSETS] as usize
            + comptime!(half.first_component() / 3) * (shape.nx + shape.ny + shape.nz);
        let over_y = spacings[lengths + shape.nx + j];
        let over_z = spacings[lengths + shape.nx + shape.ny + k];
        let (cy, cz) = (shape.component, 2 * shape.component);
        let start = model * shape.model;
        // The plane before the first one of the march.
        let aside = if comptime!(half == HalfStep::E) {
            start + local(shape, from, j, k) - shape.plane
        } else {
            start + local(shape, from + count, j, k)
        };
        let mut y_aside = driver[cy + aside];
        let mut z_aside = driver[cz + aside];
        for s in 0..count {
            let i = if comptime!(half == HalfStep::E) {
                from + s
            } else {
                from + count - 1 - s
            };
            let node = local(shape, i, j, k);
            let at = start + node;
            let (row, next) = if comptime!(half == HalfStep::E) {
                (at - shape.row, at - 1)
            } else {
                (at + shape.row, at + 1)
            };
            let over_x = spacings[lengths + i];
            let x = driver[at];
            let y = driver[cy + at];
            let z = driver[cz + at];
            let along_x = curl::<T>(z, driver[cz + row], over_y, y, driver[cy + next], over_z);
            let along_y = curl::<T>(x, driver[next], over_z, z, z_aside, over_x);
            let along_z = curl::<T>(y, y_aside, over_x, x, driver[row], over_y);
            let found = find(index, models, shape, model, node, half, materials);
            let (keep, gain) = (found.keep, found.gain);
            target[at] = advance::<T>(coefficients[keep], coefficients[gain], target[at], along_x);
            let (keep, gain) = (keep + found.stride, gain + found.stride);
            target[cy + at] = advance::<T>(
                coefficients[keep],
                coefficients[gain],
                target[cy + at],
                along_y,
            );
            let (keep, gain) = (keep + found.stride, gain + found.stride);
            target[cz + at] = advance::<T>(
                coefficients[keep],
                coefficients[gain],
                target[cz + at],
                along_z,
            );
            y_aside = y;
            z_aside = z;
        }
    }
}
