//! Fields in the frequency domain: running Fourier integrals.
//!
//! ```text
//! X(f) = sum over recorded steps n of x(t_n) exp(-j 2 pi f t_n) m dt
//! ```
//!
//! where every m-th step is recorded and t_n is the time of the component itself, (n + 1) dt for E and (n + 3/2) dt for H,
//! so that the half-step offset between them needs no correction. For complex fields both parts are transformed, X = X_re +
//! j X_im. Memory and time per step do not depend on the length of the run. For fields without content above 1/(m dt) - f
//! the sum equals the integral (S. D. Gedney, Introduction to the FDTD Method, ch. 5; Parseval's theorem and the
//! conservation of flux are tested in `crates/fdtd/tests/suite/spectra.rs`).

use crate::block::Block;
use crate::fields::Fields;
use crate::formula::couple;
use crate::operator::Operator;
use crate::record::Capture;
use crate::sums::Sums;
use poynting_exec::{Kernel, Real, SharedSlice, SimdLevel};
use poynting_grid::{Arrangement, HalfStep, Region, overlap};
use std::f64::consts::TAU;

/// One component in a box of nodes, transformed.
#[derive(Debug, Clone)]
pub struct Transform {
    /// The nodes, the interval in steps, and how output values are formed from them.
    pub of: Capture,
    /// In hertz.
    pub frequencies: Vec<f64>,
    /// Start of its sums in the buffer of its half step.
    start: usize,
    /// Start of its factors among those of a step.
    pub factors: usize,
}

impl Transform {
    /// Number of sums: for each frequency the real parts of all nodes, then the imaginary parts.
    pub fn sums(&self) -> usize {
        2 * self.frequencies.len() * self.of.values()
    }
}

/// All transforms of a run.
#[derive(Debug, Clone, Default)]
pub struct Spectra {
    transforms: Vec<Transform>,
    sums: [usize; 2],
    /// Number of factors per step.
    pub factors_per_step: usize,
}

impl Spectra {
    /// Adds a transform and returns its index. For complex fields the transform of the imaginary part follows it.
    pub fn add(&mut self, of: Capture, frequencies: Vec<f64>) -> usize {
        let number = self.transforms.len();
        let imaginary = of.imaginary_part();
        self.push(of, frequencies.clone());
        if let Some(imaginary) = imaginary {
            self.push(imaginary, frequencies);
        }
        number
    }

    /// Adds the transform of one part of a field.
    fn push(&mut self, of: Capture, frequencies: Vec<f64>) {
        let half = of.half() as usize;
        let transform = Transform {
            start: self.sums[half],
            factors: self.factors_per_step,
            of,
            frequencies,
        };
        self.sums[half] += transform.sums();
        self.factors_per_step += 2 * transform.frequencies.len();
        self.transforms.push(transform);
    }

    /// The transforms of the own nodes in memory order; the sums of each are in that order.
    #[must_use]
    pub fn arranged(&self, to: &Arrangement) -> Self {
        let mut arranged = Self::default();
        for transform in &self.transforms {
            arranged.push(transform.of.arranged(to), transform.frequencies.clone());
        }
        arranged
    }

    /// All transforms.
    pub fn transforms(&self) -> &[Transform] {
        &self.transforms
    }

    /// Number of sums of a half step.
    pub fn sums(&self, half: HalfStep) -> usize {
        self.sums[half as usize]
    }

    /// cos(2 pi f t) m dt and -sin(2 pi f t) m dt of each step of a block, transform by transform.
    pub fn factors<T: Real>(&self, block: Block, dt: f64) -> Vec<T> {
        let mut all = Vec::with_capacity(self.factors_per_step * block.steps);
        for step in block.first_step..block.first_step + block.steps as u64 {
            for Transform {
                of, frequencies, ..
            } in &self.transforms
            {
                let time = of.half().time_of(step, dt);
                let weight = of.every as f64 * dt;
                for frequency in frequencies {
                    // The phase is reduced first, so that long runs lose no precision.
                    let (sin, cos) = (TAU * (frequency * time).fract()).sin_cos();
                    all.extend([T::of(weight * cos), T::of(-weight * sin)]);
                }
            }
        }
        all
    }

    /// The sums of each transform, from the buffers of both half steps, where those of a row of nodes lie together.
    pub fn split<T: Real>(&self, buffers: [&[T]; 2]) -> Vec<Vec<T>> {
        let sums = Sums::in_rows(self, buffers);
        let transforms = 0..self.transforms.len();
        transforms.map(|transform| sums.all(transform)).collect()
    }

    /// Those of a transform at one of its frequencies: the real parts of all nodes, then the imaginary parts.
    pub(crate) fn parts<T: Real>(
        &self,
        buffers: [&[T]; 2],
        transform: usize,
        frequency: usize,
    ) -> Vec<T> {
        let t = &self.transforms[transform];
        let sums = &buffers[t.of.half() as usize][t.start..][..t.sums()];
        let (parts, nodes) = (2 * t.frequencies.len(), t.of.nodes[2].len());
        let mut all = Vec::with_capacity(2 * t.of.values());
        for part in [2 * frequency, 2 * frequency + 1] {
            for row in sums.chunks((parts * nodes).max(1)) {
                all.extend_from_slice(&row[part * nodes..][..nodes]);
            }
        }
        all
    }

    /// The inverse.
    pub fn join<T: Real>(&self, sums: &[Vec<T>], buffers: &mut [&mut [T]; 2]) {
        for (t, sums) in self.transforms.iter().zip(sums) {
            let (parts, nodes) = (2 * t.frequencies.len(), t.of.nodes[2].len());
            let rows = t.of.values() / nodes.max(1);
            let buffer = &mut buffers[t.of.half() as usize][t.start..][..t.sums()];
            for (n, values) in sums.chunks(nodes.max(1)).enumerate() {
                let (part, row) = (n / rows, n % rows);
                buffer[(row * parts + part) * nodes..][..nodes].copy_from_slice(values);
            }
        }
    }
}

/// The transforms of a run's fields during a block.
#[derive(Debug)]
pub struct SpectraOperator<'a, T> {
    /// The transforms.
    pub spectra: &'a Spectra,
    /// The sums of both half steps.
    pub sums: [SharedSlice<'a, T>; 2],
    /// Factors of the block.
    pub factors: &'a [T],
    /// The block.
    pub block: Block,
    /// The fields.
    pub fields: Fields<'a, T>,
    /// Instructions to use.
    pub simd: SimdLevel,
}

// SAFETY: it reads nodes of the region and writes the sums of these nodes.
unsafe impl<T: Real> Operator for SpectraOperator<'_, T> {
    fn reach(&self) -> usize {
        0
    }

    fn is_needed(&self) -> bool {
        !self.spectra.transforms.is_empty()
    }

    unsafe fn apply(&self, half: HalfStep, region: &Region, step: u64) {
        for transform in &self.spectra.transforms {
            let [x, y, _] = &transform.of.nodes;
            let is_inside = !overlap(x, &region.x).is_empty() && !overlap(y, &region.y).is_empty();
            if is_inside && transform.of.half() == half && transform.of.is_due(step) {
                self.simd.run(AddBox {
                    on: self,
                    transform,
                    region,
                    step,
                });
            }
        }
    }
}

/// The part of a transform inside a box.
struct AddBox<'a, 'b, T> {
    on: &'a SpectraOperator<'b, T>,
    transform: &'a Transform,
    region: &'a Region,
    step: u64,
}

impl<T: Real> Kernel for AddBox<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let SpectraOperator {
            spectra,
            sums,
            factors,
            block,
            fields,
            ..
        } = self.on;
        let Transform {
            of,
            frequencies,
            start,
            factors: first,
        } = self.transform;
        let [xs, ys, zs] = &of.nodes;
        let z = overlap(zs, &self.region.z);
        if z.is_empty() {
            return;
        }
        let t = (self.step - block.first_step) as usize;
        let factors = &factors[t * spectra.factors_per_step + first..][..2 * frequencies.len()];
        let sums = sums[of.half() as usize];
        for i in overlap(xs, &self.region.x) {
            for j in overlap(ys, &self.region.y) {
                let from = fields.layout.row(i, j) + z.start;
                let row = (i - xs.start) * ys.len() + (j - ys.start);
                let to = start + row * factors.len() * zs.len();
                // SAFETY: the row lies in the caller's region; each node has its own sums.
                unsafe {
                    let field = fields.components[of.component as usize].get(from, z.len());
                    if let ([value], 1) = (field, zs.len()) {
                        let sums = sums.get_mut(to, factors.len());
                        for (sum, factor) in sums.iter_mut().zip(factors) {
                            *sum = couple(*sum, *factor, *value);
                        }
                        continue;
                    }
                    for (n, factor) in factors.iter().enumerate() {
                        let sum = sums.get_mut(to + n * zs.len() + z.start - zs.start, z.len());
                        for (sum, value) in sum.iter_mut().zip(field) {
                            *sum = couple(*sum, *factor, *value);
                        }
                    }
                }
            }
        }
    }
}
