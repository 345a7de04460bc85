//! The fields of a stack of models on a device.

use crate::slab::Slab;
use cubecl::prelude::Runtime;
use poynting_exec::gpu::queue::{Buffer, Queue};
use poynting_exec::{Arena, DeviceError, Handle, Real};
use poynting_fdtd_core::mapping::Mapping;
use poynting_grid::{HalfStep, Layout};

/// E and H of some planes.
#[derive(Debug)]
pub struct SlabFields<T> {
    /// Node layout.
    pub slab: Slab,
    /// E and H, three components each.
    pub halves: [Buffer<T>; 2],
}

impl<T: Real> SlabFields<T> {
    /// The field that a half step changes.
    pub fn of(&self, half: HalfStep) -> &Buffer<T> {
        &self.halves[half as usize]
    }
}

/// All fields.
pub struct DeviceFields<'q, R: Runtime, T> {
    /// The device.
    pub queue: &'q Queue<R>,
    /// The mapping of threads to cells.
    pub mapping: Mapping,
    /// The slabs, by model, then along x.
    pub slabs: Vec<SlabFields<T>>,
}

impl<'q, R: Runtime, T: Real> DeviceFields<'q, R, T> {
    /// Fields of zeros.
    pub fn new(queue: &'q Queue<R>, mapping: Mapping, layout: &Layout, models: usize) -> Self {
        let slabs = Slab::cut(layout, models, &mapping, T::BYTES, queue.limits);
        let fields = |slab: Slab| SlabFields {
            halves: [queue.zeros(slab.field()), queue.zeros(slab.field())],
            slab,
        };
        Self {
            slabs: slabs.into_iter().map(fields).collect(),
            queue,
            mapping,
        }
    }

    /// Total bytes.
    pub fn bytes(&self) -> u64 {
        let halves = self.slabs.iter().flat_map(|s| &s.halves);
        halves.map(Buffer::bytes).sum()
    }

    /// Copies the fields of a model back, into buffers with the CPU layout.
    pub fn download(
        &self,
        model: usize,
        layout: &Layout,
        arena: &mut Arena,
        to: [Handle<T>; 6],
    ) -> Result<(), DeviceError> {
        for fields in self.slabs.iter().filter(|f| f.slab.models.contains(&model)) {
            for (half, buffer) in fields.halves.iter().enumerate() {
                let read = self.queue.read(&[(buffer, buffer.len())]);
                let values = cubecl::future::block_on(read)?.swap_remove(0);
                for c in 0..3 {
                    let to = arena.slice_mut(to[3 * half + c]);
                    let n = fields.slab.nodes[2];
                    for (place, row) in fields.slab.rows(model, c, layout) {
                        to[row..row + n].copy_from_slice(&values[place..place + n]);
                    }
                }
            }
        }
        Ok(())
    }
}
