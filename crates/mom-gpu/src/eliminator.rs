//! A GPU implementation of the eliminator.

use cubecl::prelude::Runtime;
use poynting_exec::gpu::queue::Queue;
use poynting_exec::{Device, GpuDevice, OnDevice, on_device};
use poynting_linalg::Split;
use poynting_mom_core::{Eliminator, Factorisation, MomError, Precision};

use crate::elimination::StripsOnDevice;

/// A GPU that takes part in LU decompositions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GpuEliminator {
    /// The GPU.
    pub device: Device,
    /// How many columns it takes.
    pub split: Split,
    /// Maximum bytes for strips, if less than the device has.
    pub bytes: Option<u64>,
}

impl GpuEliminator {
    /// With as many columns as take the time that the CPU takes for the others.
    pub fn new(device: Device) -> Self {
        Self {
            device,
            split: Split::Measured,
            bytes: None,
        }
    }

    fn run<T: Precision>(
        &self,
        size: usize,
        factorisation: Factorisation<'_, T>,
    ) -> Result<(), MomError> {
        let work = Work {
            bytes: self.bytes,
            size,
            factorisation,
        };
        on_device(self.device, work)?
    }
}

impl Eliminator for GpuEliminator {
    fn split(&self) -> Split {
        self.split
    }

    fn with_f32(&self, size: usize, work: Factorisation<'_, f32>) -> Result<(), MomError> {
        self.run(size, work)
    }

    fn with_f64(&self, size: usize, work: Factorisation<'_, f64>) -> Result<(), MomError> {
        self.run(size, work)
    }
}

struct Work<'a, T: Precision> {
    bytes: Option<u64>,
    size: usize,
    factorisation: Factorisation<'a, T>,
}

impl<T: Precision> OnDevice for Work<'_, T> {
    type Output = Result<(), MomError>;

    fn run<R: Runtime>(self, queue: Queue<R>, gpu: &GpuDevice) -> Self::Output {
        if T::BYTES == 8 {
            gpu.require_f64()?;
        }
        let most = gpu.budget().bytes;
        let bytes = self.bytes.map_or(most, |bytes| bytes.min(most));
        let mut strips = StripsOnDevice::<R, T>::new(&queue, self.size, bytes);
        (self.factorisation)(&mut strips)
    }
}
