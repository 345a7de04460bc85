//! Transforms on a device: the sums stay there for the whole run.

use crate::fields::DeviceFields;
use crate::operator::{BlockHalfStep, DeviceOperator};
use crate::record::{Frame, frame, place_in};
use crate::slab::Shape;
use cubecl::prelude::*;
use poynting_exec::gpu::queue::{Buffer, Queue};
use poynting_exec::{DeviceError, Real};
use poynting_fdtd_core::block::Block;
use poynting_fdtd_core::formula::couple;
use poynting_fdtd_core::spectra::{Spectra, Transform};

/// The transforms of a stack of models.
#[derive(Debug)]
pub struct SpectraOnDevice<T> {
    transforms: Vec<TransformOnDevice<T>>,
    /// Factors of the current block: per model, step by step.
    factors: Buffer<T>,
    /// Start of each model's factors, and their number per step.
    models: Vec<(usize, usize)>,
}

#[derive(Debug)]
struct TransformOnDevice<T> {
    model: usize,
    what: Transform,
    sums: Buffer<T>,
}

impl<T: Real> SpectraOnDevice<T> {
    /// Zeros for the transforms of these models.
    pub fn new<R: Runtime>(queue: &Queue<R>, models: &[&Spectra]) -> Self {
        let all = models.iter().enumerate().flat_map(|(model, spectra)| {
            let transforms = spectra.transforms().iter();
            transforms.map(move |what| (model, what))
        });
        let transforms = all.map(|(model, what)| TransformOnDevice {
            model,
            what: what.clone(),
            sums: queue.zeros(what.sums()),
        });
        Self {
            transforms: transforms.collect(),
            factors: queue.upload(&[]),
            models: vec![(0, 0); models.len()],
        }
    }

    /// Sends the factors of a block: per model its spectra and its time step.
    pub fn begin<'a, R: Runtime>(
        &mut self,
        queue: &Queue<R>,
        models: impl Iterator<Item = (&'a Spectra, f64)>,
        block: Block,
    ) {
        if self.transforms.is_empty() {
            return;
        }
        let mut all: Vec<T> = Vec::new();
        for (place, (spectra, dt)) in self.models.iter_mut().zip(models) {
            *place = (all.len(), spectra.factors_per_step);
            all.extend(spectra.factors::<T>(block, dt));
        }
        self.factors = queue.upload(&all);
    }

    /// Replaces the sums of each transform.
    pub fn set_sums<R: Runtime>(&mut self, queue: &Queue<R>, sums: &[Vec<T>]) {
        for (transform, sums) in self.transforms.iter_mut().zip(sums) {
            transform.sums = queue.upload(sums);
        }
    }

    /// Bytes of all sums.
    pub fn bytes(&self) -> u64 {
        self.transforms.iter().map(|t| t.sums.bytes()).sum()
    }

    /// The sums of each transform of a model.
    pub fn sums<R: Runtime>(
        &self,
        queue: &Queue<R>,
        model: usize,
    ) -> Result<Vec<Vec<T>>, DeviceError> {
        let mine = self.transforms.iter().filter(|t| t.model == model);
        let wanted: Vec<_> = mine.map(|t| (&t.sums, t.what.sums())).collect();
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        cubecl::future::block_on(queue.read(&wanted))
    }
}

impl<R: Runtime, T: Real> DeviceOperator<R, T> for SpectraOnDevice<T> {
    fn launch(&self, fields: &DeviceFields<'_, R, T>, at: BlockHalfStep) {
        let step = at.block.first_step + at.step as u64;
        for TransformOnDevice { model, what, sums } in &self.transforms {
            if what.of.half() != at.half || !what.of.is_due(step) {
                continue;
            }
            let (start, per_step) = self.models[*model];
            for slab in &fields.slabs {
                let Some((frame, nodes)) = frame(&slab.slab, *model, &what.of, 0) else {
                    continue;
                };
                let (count, dim) = Queue::<R>::grid(nodes);
                // SAFETY: threads beyond the last node do nothing; the box lies in the slab.
                unsafe {
                    add::launch_unchecked::<T, R>(
                        &fields.queue.client,
                        count,
                        dim,
                        slab.of(at.half).arg(),
                        sums.arg(),
                        self.factors.arg(),
                        frame,
                        slab.slab.shape(),
                        start + at.step * per_step + what.factors,
                        2 * what.frequencies.len(),
                        what.of.values(),
                    );
                }
            }
        }
    }
}

/// Adds the value of each node of a box to its sums: `parts` of them, `values` apart, each with its factor.
#[cube(launch_unchecked)]
pub fn add<T: Real>(
    field: &Array<T>,
    sums: &mut Array<T>,
    factors: &Array<T>,
    frame: &Frame,
    shape: &Shape,
    first: usize,
    parts: usize,
    values: usize,
) {
    let n = ABSOLUTE_POS;
    if n < frame.count {
        let value = field[place_in(frame, shape, n)];
        for part in 0..parts {
            let at = part * values + frame.to + n;
            sums[at] = couple::<T>(sums[at], factors[first + part], value);
        }
    }
}
