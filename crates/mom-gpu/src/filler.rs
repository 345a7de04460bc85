//! A GPU implementation of the panel filler.

use cubecl::prelude::Runtime;
use poynting_exec::gpu::queue::Queue;
use poynting_exec::{Device, GpuDevice, OnDevice, Real, on_device};
use poynting_mom_core::{Assembly, MomError, Pairs, PanelFiller};

use crate::assembly::{fill_queued, width};
use crate::regular::device_bytes;

/// A GPU that integrates separated pairs of triangles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GpuFiller {
    /// The GPU.
    pub device: Device,
    /// Maximum bytes of a buffer, if less than the driver allows.
    pub buffer_bytes: Option<u64>,
}

impl GpuFiller {
    /// With buffers as large as the driver allows.
    pub fn new(device: Device) -> Self {
        Self {
            device,
            buffer_bytes: None,
        }
    }

    fn fill<T: Real>(
        &self,
        pairs: &Pairs<'_, T>,
        assembly: Assembly<'_, T>,
    ) -> Result<(), MomError> {
        let work = Work {
            buffer_bytes: self.buffer_bytes,
            pairs,
            assembly,
        };
        on_device(self.device, work)?
    }
}

impl PanelFiller for GpuFiller {
    fn device(&self) -> Device {
        self.device
    }

    fn with_f32(
        &self,
        pairs: &Pairs<'_, f32>,
        assembly: Assembly<'_, f32>,
    ) -> Result<(), MomError> {
        self.fill(pairs, assembly)
    }

    fn with_f64(
        &self,
        pairs: &Pairs<'_, f64>,
        assembly: Assembly<'_, f64>,
    ) -> Result<(), MomError> {
        self.fill(pairs, assembly)
    }
}

struct Work<'a, 'o, T> {
    buffer_bytes: Option<u64>,
    pairs: &'a Pairs<'o, T>,
    assembly: Assembly<'a, T>,
}

impl<T: Real> OnDevice for Work<'_, '_, T> {
    type Output = Result<(), MomError>;

    fn run<R: Runtime>(self, mut queue: Queue<R>, gpu: &GpuDevice) -> Self::Output {
        if T::BYTES == 8 {
            gpu.require_f64()?;
        }
        if let Some(bytes) = self.buffer_bytes {
            queue.limits.buffer_bytes = bytes;
        }
        let width = width(&queue, self.pairs)?;
        let bytes = device_bytes(self.pairs.count(), width, self.pairs.rules());
        gpu.budget().check_on(gpu, bytes)?;
        fill_queued(&queue, self.pairs, self.assembly)
    }
}
