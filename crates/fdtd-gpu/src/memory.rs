//! Device memory of a run, computed before anything is allocated there.

use crate::slab::Slab;
use poynting_exec::{Budget, DeviceError, ExceedsMemory, GpuDevice, GpuLimits, Real};
use poynting_fdtd_core::block::BLOCK;
use poynting_fdtd_core::coefficients::Materials;
use poynting_fdtd_core::incident::Surface;
use poynting_fdtd_core::mapping::Mapping;
use poynting_fdtd_core::record::Capture;
use poynting_fdtd_core::setup::Setup;
use poynting_grid::{HalfStep, Layout};

/// Why models cannot be loaded onto a device.
#[derive(Debug, thiserror::Error)]
pub enum GpuError {
    /// The device cannot be used, or failed.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// They do not fit.
    #[error(transparent)]
    Memory(#[from] ExceedsMemory),
}

/// The size of a model, from its plan.
#[derive(Debug, Clone)]
pub struct Footprint<'a> {
    /// The layout of the fields.
    pub layout: Layout,
    /// Bytes per node of the material index, estimated from the shapes.
    pub index_bytes: u64,
    /// Snapshots taken at intervals.
    pub captures: &'a [Capture],
    /// Number of values sampled every step.
    pub samples: usize,
    /// Number of PML state values.
    pub psi: u64,
    /// Number of Fourier sums.
    pub sums: u64,
    /// Number of values corrected by plane waves per step.
    pub corrections: u64,
    /// Number of state values of dispersive media.
    pub memories: u64,
    /// Bytes of the kinds and places of dispersive media.
    pub dispersive: u64,
}

impl<'a> Footprint<'a> {
    /// The size of a model that is set up.
    pub fn of<T: Real>(setup: &'a Setup<T>) -> Self {
        let Setup {
            layout,
            instruments,
            surfaces,
            cpml,
            dispersion,
            ..
        } = setup;
        let both = |of: &dyn Fn(HalfStep) -> usize| (of(HalfStep::E) + of(HalfStep::H)) as u64;
        let transforms = instruments.spectra.transforms().iter();
        // Twice 32 bits per node, as the device lists them.
        let listed = dispersion
            .runs
            .iter()
            .flatten()
            .map(|run| 8 * run.nodes().len() as u64);
        Self {
            layout: layout.clone(),
            index_bytes: 1,
            captures: &instruments.captures,
            samples: instruments.samples.slots,
            psi: both(&|half| cpml.values(half)),
            sums: transforms.map(|t| t.sums() as u64).sum(),
            corrections: surfaces.iter().map(Surface::bytes).sum::<u64>() / Surface::<T>::BYTES,
            memories: both(&|half| dispersion.values(half)),
            dispersive: listed.sum(),
        }
    }
}

/// Steps of a block where monitors store little.
const LONG_BLOCK: usize = 32;
/// Approximate number of node updates in a block: some hundredths of a second on a fast device, seconds on a slow
/// one.
const BLOCK_NODES: usize = 32_000_000;
/// Maximum bytes of the snapshots of a block.
const SNAPSHOT_BYTES: u64 = 256 << 20;
/// Bytes of the energy sums per column, in double precision at most.
const ENERGY_BYTES: u64 = 3 * 8;

/// Steps per block: many, but few enough that a run can be stopped and that the snapshots do not fill the device.
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

/// Bytes of models of one grid size on a device; `materials` are known once the coefficients are.
pub fn device_bytes<T: Real>(
    models: &[Footprint<'_>],
    gpu: &GpuDevice,
    materials: Option<Materials>,
) -> u64 {
    let Some(first) = models.first() else {
        return 0;
    };
    let layout = &first.layout;
    let slabs = Slab::cut(
        layout,
        models.len(),
        &Mapping::default(),
        T::BYTES,
        gpu.limits,
    );
    let of_node = match materials {
        Some(Materials::Direct) => 12 * T::BYTES,
        Some(Materials::Lookup { bits }) => u64::from(bits / 8),
        None => models.iter().map(|m| m.index_bytes).max().unwrap_or(1),
    };
    let of_slab = |s: &Slab| {
        let nodes = s.component() as u64;
        let columns = (s.models.len() * (s.nodes[1] + 1) * s.nodes[2]) as u64;
        nodes * (6 * T::BYTES + of_node) + columns * ENERGY_BYTES
    };
    let captures: Vec<&[Capture]> = models.iter().map(|m| m.captures).collect();
    let block = block_length::<T>(layout.len(), &captures, gpu.limits);
    let samples: usize = models.iter().map(|m| m.samples * block).sum();
    let boxes = captures.iter().flat_map(|m| m.iter());
    let boxes: usize = boxes.map(|c| c.values() * c.slots(block)).sum();
    let total = |of: fn(&Footprint<'_>) -> u64| models.iter().map(of).sum::<u64>();
    let surfaces = 2 * total(|m| m.corrections) * (size_of::<u32>() as u64 + T::BYTES);
    let values = samples as u64 + boxes as u64 + total(|m| m.psi + m.sums + m.memories);
    slabs.iter().map(of_slab).sum::<u64>() + surfaces + values * T::BYTES + total(|m| m.dispersive)
}

/// Rejects models that do not fit, given their coefficients.
pub fn check<T: Real>(
    models: &[Footprint<'_>],
    materials: Materials,
    gpu: &GpuDevice,
    budget: Budget,
) -> Result<(), GpuError> {
    let refuse = |reason: &str| Err(GpuError::Device(gpu.failed(reason)));
    let Some(layout) = models.first().map(|m| &m.layout) else {
        return Ok(());
    };
    if gpu.limits.buffers.is_some_and(|n| n < MOST_BUFFERS) {
        return refuse("it allows fewer than eight buffers per kernel");
    }
    let slabs = Slab::cut(
        layout,
        models.len(),
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
    let mut captures = models.iter().flat_map(|m| m.captures);
    if captures.any(|c| c.values() as u64 * T::BYTES > gpu.limits.buffer_bytes) {
        return refuse("a snapshot exceeds its largest buffer; record fewer nodes");
    }
    let needed = device_bytes::<T>(models, gpu, Some(materials));
    Ok(budget.check_on(gpu, needed)?)
}

/// Buffers of the largest kernel, including the one added by CubeCL.
const MOST_BUFFERS: u32 = 8;

/// The error for a device without double precision, if it is required.
pub fn require<T: Real>(gpu: &GpuDevice) -> Result<(), DeviceError> {
    if T::BYTES == 8 {
        gpu.require_f64()
    } else {
        Ok(())
    }
}
