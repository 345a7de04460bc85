//! Plane waves on a device: one thread per corrected component.
//!
//! Faces normal to one axis have no node in common, so all of them are one launch; faces normal to different axes meet at the
//! edges of the box and are launched in turn, as are the waves of a model and the contributions of the imaginary part of a
//! wave. Those of different models are launched together.

use crate::fields::DeviceFields;
use crate::operator::{BlockHalfStep, DeviceOperator};
use crate::slab::Slab;
use cubecl::prelude::*;
use poynting_exec::Real;
use poynting_exec::gpu::queue::{Buffer, Queue};
use poynting_fdtd_core::block::Block;
use poynting_fdtd_core::formula::couple;
use poynting_fdtd_core::incident::{Patch, Surface, tables};
use poynting_fdtd_core::plane_wave::IncidentLine;
use poynting_fdtd_core::plane_wave::lagrange::lagrange_weight;
use poynting_grid::HalfStep;
use poynting_scene::Component;

/// The waves of a stack of models.
#[derive(Debug)]
pub struct IncidentOnDevice<T> {
    /// The launches per slab and half step.
    slabs: Vec<[Vec<Corrections<T>>; 2]>,
    /// The tables of the current block, step by step.
    table: Buffer<T>,
    /// Number of values of all tables per step.
    per_step: usize,
}

/// Corrections that may be made concurrently.
#[derive(Debug)]
struct Corrections<T> {
    /// Offset of the corrected value, and of the first point in the tables of a step.
    places: Buffer<u32>,
    /// Position between the points, and factor.
    numbers: Buffer<T>,
    count: usize,
}

/// The waves of a model: its lines and their surfaces.
pub type Waves<'a, T> = (&'a [IncidentLine], &'a [Surface<T>]);

impl<T: Real> IncidentOnDevice<T> {
    /// Copies the surfaces of all waves to the device.
    pub fn new<R: Runtime>(queue: &Queue<R>, slabs: &[&Slab], models: &[Waves<'_, T>]) -> Self {
        let of_slab = |slab: &&Slab| {
            [HalfStep::E, HalfStep::H].map(|half| {
                let most = models.iter().map(|(lines, _)| lines.len()).max();
                let axes = (0..most.unwrap_or(0)).flat_map(|wave| [0, 1, 2].map(|n| (wave, n)));
                let groups = axes.flat_map(|(wave, normal)| {
                    [0, 1].map(|part| Group {
                        wave,
                        normal,
                        part,
                        half,
                    })
                });
                groups
                    .filter_map(|group| Corrections::new(queue, slab, models, group))
                    .collect()
            })
        };
        let lines = models.iter().flat_map(|(lines, _)| *lines);
        Self {
            slabs: slabs.iter().map(of_slab).collect(),
            table: queue.upload(&[]),
            per_step: lines.map(values).sum(),
        }
    }

    /// Sends the tables of a block.
    pub fn begin<'a, R: Runtime>(
        &mut self,
        queue: &Queue<R>,
        models: impl Iterator<Item = &'a mut [IncidentLine]>,
        block: Block,
    ) {
        if self.per_step == 0 {
            return;
        }
        let tables: Vec<Vec<T>> = models.flat_map(|lines| tables::<T>(lines, block)).collect();
        let steps = (0..block.steps).flat_map(|t| {
            let step = tables.iter().flat_map(move |table| {
                let values = table.len() / block.steps;
                &table[t * values..][..values]
            });
            step.copied()
        });
        self.table = queue.upload(&steps.collect::<Vec<T>>());
    }

    /// Total bytes.
    pub fn bytes(&self) -> u64 {
        let all = self.slabs.iter().flatten().flatten();
        let corrections = all.map(|c| c.places.bytes() + c.numbers.bytes());
        corrections.sum::<u64>() + self.table.bytes()
    }
}

/// Number of values of a line per step.
fn values(line: &IncidentLine) -> usize {
    line.components() * line.points()
}

/// One launch: the n-th wave of every model, faces normal to one axis, its real (0) or its imaginary part (1).
#[derive(Clone, Copy)]
struct Group {
    wave: usize,
    normal: usize,
    part: usize,
    half: HalfStep,
}

impl Group {
    fn has<T>(&self, wave: usize, patch: &Patch<T>) -> bool {
        let part = patch.incident / Component::ALL.len();
        [wave, patch.normal, part] == [self.wave, self.normal, self.part]
    }
}

impl<T: Real> Corrections<T> {
    fn new<R: Runtime>(
        queue: &Queue<R>,
        slab: &Slab,
        models: &[Waves<'_, T>],
        group: Group,
    ) -> Option<Self> {
        let (mut places, mut numbers) = (Vec::new(), Vec::new());
        let mut start = 0;
        for (model, (lines, surfaces)) in models.iter().enumerate() {
            for (n, (line, surface)) in lines.iter().zip(*surfaces).enumerate() {
                let patches = surface.halves[group.half as usize].iter();
                for patch in patches.filter(|patch| group.has(n, patch)) {
                    let first = start + patch.incident * line.points();
                    gather(slab, model, (patch, first), (&mut places, &mut numbers));
                }
                start += values(line);
            }
        }
        let count = places.len() / 2;
        (count > 0).then(|| Self {
            places: queue.upload(&places),
            numbers: queue.upload(&numbers),
            count,
        })
    }
}

/// Adds the nodes of a patch that lie in a slab; the points of its component begin at `first` in the tables of a step.
fn gather<T: Real>(
    slab: &Slab,
    model: usize,
    (patch, first): (&Patch<T>, usize),
    (places, numbers): (&mut Vec<u32>, &mut Vec<T>),
) {
    for (n, node) in patch.every_node().into_iter().enumerate() {
        if slab.holds(model, node) {
            let place = slab.place(model, patch.target.axis(), node);
            places.extend([place as u32, first as u32 + patch.first[n]]);
            numbers.extend([patch.x[n], patch.factor[n]]);
        }
    }
}

impl<R: Runtime, T: Real> DeviceOperator<R, T> for IncidentOnDevice<T> {
    fn launch(&self, fields: &DeviceFields<'_, R, T>, at: BlockHalfStep) {
        for (slab, halves) in fields.slabs.iter().zip(&self.slabs) {
            for corrections in &halves[at.half as usize] {
                let (count, dim) = Queue::<R>::grid(corrections.count);
                // SAFETY: threads beyond the last entry do nothing; offsets were made for these buffers, and are
                // distinct.
                unsafe {
                    correct::launch_unchecked::<T, R>(
                        &fields.queue.client,
                        count,
                        dim,
                        slab.of(at.half).arg(),
                        corrections.places.arg(),
                        corrections.numbers.arg(),
                        self.table.arg(),
                        corrections.count,
                        at.step * self.per_step,
                    );
                }
            }
        }
    }
}

/// Corrects every value of a list; the tables of the step begin at `start`.
#[cube(launch_unchecked)]
pub fn correct<T: Real>(
    field: &mut Array<T>,
    places: &Array<u32>,
    numbers: &Array<T>,
    table: &Array<T>,
    count: usize,
    start: usize,
) {
    let n = ABSOLUTE_POS;
    if n < count {
        let at = places[2 * n] as usize;
        let first = start + places[2 * n + 1] as usize;
        let x = numbers[2 * n];
        let mut incident = table[first + 2];
        if x != T::of(-0.5) {
            let (near, middle, far) = (T::of(0.5), T::of(1.5), T::of(2.5));
            incident = T::of(0.0);
            let weight = lagrange_weight::<T>(x, T::of(-2.5), near, middle);
            incident = couple::<T>(incident, weight, table[first]);
            let weight = lagrange_weight::<T>(x, T::of(-1.5), near, far);
            incident = couple::<T>(incident, weight, table[first + 1]);
            let weight = lagrange_weight::<T>(x, T::of(-0.5), middle, far);
            incident = couple::<T>(incident, weight, table[first + 2]);
            let weight = lagrange_weight::<T>(x, near, middle, far);
            incident = couple::<T>(incident, weight, table[first + 3]);
            let weight = lagrange_weight::<T>(x, middle, near, far);
            incident = couple::<T>(incident, weight, table[first + 4]);
            let weight = lagrange_weight::<T>(x, far, near, middle);
            incident = couple::<T>(incident, weight, table[first + 5]);
        }
        field[at] = couple::<T>(field[at], numbers[2 * n + 1], incident);
    }
}
