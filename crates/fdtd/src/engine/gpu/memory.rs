//! Bytes that a run takes on a device, known before anything is allocated there.

use super::slab::Slab;
use crate::coefficients::Materials;
use crate::plan::Plan;
use crate::record::Capture;
use crate::setup::Setup;
use crate::traversal::BLOCK;
use crate::{FdtdError, Mapping, Real};
use poynting_exec::{Budget, DeviceError, GpuDevice, GpuLimits};
use poynting_scene::Precision;

/// Steps of a block where monitors keep little.
const LONG_BLOCK: usize = 32;
/// Updates of nodes in a block, about: some hundredths of a second on a fast device, seconds on a slow one.
const BLOCK_NODES: usize = 32_000_000;
/// Bytes that the snapshots of a block may take.
const SNAPSHOT_BYTES: u64 = 256 << 20;
/// Numbers that the energy sums up per column, in double precision at most.
const ENERGY_BYTES: u64 = 3 * 8;

/// Steps of a block: many, unless they last long, so that a run can be stopped, or snapshots of so many would fill the device.
pub fn block_length<T: Real>(nodes: usize, models: &[&[Capture]], limits: GpuLimits) -> usize {
    let mut block = (BLOCK_NODES / (nodes * models.len())).clamp(BLOCK, LONG_BLOCK);
    let bytes = |c: &Capture, block: usize| (c.values() * c.slots(block)) as u64 * T::BYTES;
    let all = |block: usize| {
        models
            .iter()
            .flat_map(move |m| m.iter().map(move |c| bytes(c, block)))
    };
    let fits = |block: usize| {
        all(block).sum::<u64>() <= SNAPSHOT_BYTES && all(block).all(|b| b <= limits.buffer_bytes)
    };
    while block > 1 && !fits(block) {
        block /= 2;
    }
    block
}

/// Bytes of models of one grid size on a device, as far as their plans tell.
pub fn device_bytes(plans: &[&Plan], gpu: &GpuDevice) -> u64 {
    match plans.first().map(|plan| plan.precision) {
        None => 0,
        Some(Precision::F32) => of_plans::<f32>(plans, gpu, None),
        Some(Precision::F64) => of_plans::<f64>(plans, gpu, None),
    }
}

/// Refuses models that do not fit, their coefficients being known.
pub fn check<T: Real>(
    plans: &[&Plan],
    setups: &[Setup<T>],
    gpu: &GpuDevice,
    budget: Budget,
) -> Result<(), FdtdError> {
    let refuse = |reason: &str| Err(FdtdError::Device(gpu.failed(reason)));
    let Some(layout) = setups.first().map(|s| &s.layout) else {
        return Ok(());
    };
    if gpu.limits.buffers.is_some_and(|n| n < MOST_BUFFERS) {
        return refuse("it gives a kernel fewer than eight buffers");
    }
    let slabs = Slab::cut(
        layout,
        setups.len(),
        &Mapping::default(),
        T::BYTES,
        gpu.limits,
    );
    if slabs
        .iter()
        .any(|s| s.field() as u64 * T::BYTES > gpu.limits.buffer_bytes)
    {
        return refuse("one plane of the grid exceeds its largest buffer");
    }
    let mut captures = plans.iter().flat_map(|plan| &plan.wiring.captures);
    if captures.any(|c| c.values() as u64 * T::BYTES > gpu.limits.buffer_bytes) {
        return refuse("a snapshot exceeds its largest buffer; record fewer nodes");
    }
    let needed = of_plans::<T>(plans, gpu, Some(Materials::of_stack(setups)));
    Ok(budget.check_on(gpu, needed)?)
}

/// Buffers of the largest kernel, with the one that CubeCL adds.
const MOST_BUFFERS: u32 = 8;

fn of_plans<T: Real>(plans: &[&Plan], gpu: &GpuDevice, materials: Option<Materials>) -> u64 {
    let Some(first) = plans.first() else { return 0 };
    let layout = first.layout::<T>();
    let slabs = Slab::cut(
        &layout,
        plans.len(),
        &Mapping::default(),
        T::BYTES,
        gpu.limits,
    );
    let of_node = match materials {
        Some(Materials::Direct) => 12 * T::BYTES,
        Some(Materials::Lookup { bits }) => u64::from(bits / 8),
        None => plans.iter().map(|plan| plan.index_bytes).max().unwrap_or(1),
    };
    let of_slab = |s: &Slab| {
        let nodes = s.component() as u64;
        let columns = (s.models.len() * (s.nodes[1] + 1) * s.nodes[2]) as u64;
        nodes * (6 * T::BYTES + of_node) + columns * ENERGY_BYTES
    };
    let captures: Vec<&[Capture]> = plans.iter().map(|p| p.wiring.captures.as_slice()).collect();
    let block = block_length::<T>(layout.len(), &captures, gpu.limits);
    let terms = plans.iter().flat_map(|plan| &plan.wiring.channels);
    let samples: usize = terms.map(|channel| channel.terms.len() * block).sum();
    let bundled = plans.iter().flat_map(|plan| &plan.wiring.bundles);
    let samples = samples + bundled.map(|b| b.len() * block).sum::<usize>();
    let boxes = captures.iter().flat_map(|m| m.iter());
    let boxes: usize = boxes.map(|c| c.values() * c.slots(block)).sum();
    let psi = plans.iter().map(|plan| plan.psi_values::<T>()).sum::<u64>();
    let sums = plans.iter().map(|plan| plan.spectral_sums()).sum::<u64>();
    let corrections = plans.iter().map(|plan| plan.corrections()).sum::<u64>();
    let surfaces = 2 * corrections * (size_of::<u32>() as u64 + T::BYTES);
    let memories = plans.iter().map(|plan| plan.memory_values()).sum::<u64>();
    let values = samples as u64 + boxes as u64 + psi + sums + memories;
    let dispersive = plans.iter().map(|plan| plan.dispersive.device_bytes::<T>());
    slabs.iter().map(of_slab).sum::<u64>() + surfaces + values * T::BYTES + dispersive.sum::<u64>()
}

/// The error of a device without double precision, where it is asked for.
pub fn require<T: Real>(gpu: &GpuDevice) -> Result<(), DeviceError> {
    if T::BYTES == 8 {
        gpu.require_f64()
    } else {
        Ok(())
    }
}
