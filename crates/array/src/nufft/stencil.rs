//! The nodes that points cover: sums over points for nodes, and over nodes for points.

use super::grid::Grid;
use super::kernel::{Kernel, LANES};
use super::number::{Number, parts, parts_mut};
use super::places::Place;
use num_complex::Complex;
use poynting_exec::SharedSlice;

/// Points of a slab, and where they go.
pub struct Spread<'a, T> {
    pub(super) stencils: Stencils<'a, T>,
    pub(super) strengths: &'a [Complex<T>],
    /// Nodes of the slab and what its points cover beyond.
    pub(super) values: &'a mut [Complex<T>],
    /// The first of them.
    pub(super) first: usize,
}

/// Some of all points, and where their values come from.
pub struct Gather<'a, T> {
    pub(super) stencils: Stencils<'a, T>,
    pub(super) values: &'a [Complex<T>],
    pub(super) out: SharedSlice<'a, Complex<T>>,
}

/// Nodes and weights of points, in one, two or three dimensions alike: a stencil is `rows[0]` times `rows[1]` rows of nodes.
#[derive(Clone, Copy)]
pub struct Stencils<'a, T> {
    kernel: &'a Kernel<T>,
    places: &'a [Place<T>],
    dimensions: usize,
    rows: [usize; 2],
    /// Distances of rows.
    strides: [usize; 2],
}

impl<'a, T: Number> Stencils<'a, T> {
    pub(super) fn new<const D: usize>(
        (grid, kernel): (&Grid<D>, &'a Kernel<T>),
        places: &'a [Place<T>],
    ) -> Self {
        let strides = grid.strides();
        let axis = |back: usize| D.checked_sub(back).map(|axis| strides[axis]);
        let rows = [axis(3), axis(2)];
        Self {
            kernel,
            places,
            dimensions: D,
            rows: rows.map(|stride| if stride.is_some() { kernel.width } else { 1 }),
            strides: rows.map(|stride| stride.unwrap_or(0)),
        }
    }

    /// The weights of the nodes along three axes; those that do not exist have one node of weight 1.
    #[inline(always)]
    fn weights<const P: usize>(&self, place: &Place<T>) -> [[T; P]; 3] {
        let mut weights = [[T::one(); P]; 3];
        let missing = 3 - self.dimensions;
        for (weights, z) in weights.iter_mut().zip(place.between).skip(missing) {
            let mut sums = [T::default(); P];
            for power in &self.kernel.powers {
                for (sum, power) in sums.iter_mut().zip(power) {
                    *sum = *sum * z + *power;
                }
            }
            *weights = sums;
        }
        weights
    }
}

// Without closures, which need not be inlined and then keep the baseline instructions.

impl<T: Number> Spread<'_, T> {
    /// Rows of `P` nodes, `P2` numbers.
    #[inline(always)]
    fn padded<const P: usize, const P2: usize>(self) {
        let nodes = parts_mut(self.values);
        let Stencils { rows, strides, .. } = self.stencils;
        for place in self.stencils.places {
            let weights = self.stencils.weights::<P>(place);
            let strength = self.strengths[place.point as usize];
            let mut along = [T::default(); P2];
            for x in 0..P {
                along[2 * x] = strength.re * weights[2][x];
                along[2 * x + 1] = strength.im * weights[2][x];
            }
            for z in 0..rows[0] {
                for y in 0..rows[1] {
                    let weight = weights[0][z] * weights[1][y];
                    let node = place.node as usize - self.first + z * strides[0] + y * strides[1];
                    let row = &mut nodes[2 * node..2 * node + P2];
                    for x in 0..P2 {
                        row[x] = row[x] + weight * along[x];
                    }
                }
            }
        }
    }
}

impl<T: Number> Gather<'_, T> {
    /// Rows of `P` nodes, `P2` numbers.
    #[inline(always)]
    fn padded<const P: usize, const P2: usize>(self) {
        let nodes = parts(self.values);
        let Stencils { rows, strides, .. } = self.stencils;
        for place in self.stencils.places {
            let weights = self.stencils.weights::<P>(place);
            let mut sums = [T::default(); P2];
            for z in 0..rows[0] {
                for y in 0..rows[1] {
                    let weight = weights[0][z] * weights[1][y];
                    let node = place.node as usize + z * strides[0] + y * strides[1];
                    let row = &nodes[2 * node..2 * node + P2];
                    for x in 0..P2 {
                        sums[x] = sums[x] + weight * row[x];
                    }
                }
            }
            let mut value = Complex::default();
            for x in 0..P {
                value.re = value.re + weights[2][x] * sums[2 * x];
                value.im = value.im + weights[2][x] * sums[2 * x + 1];
            }
            // SAFETY: each point has one place, so no other one writes to it.
            unsafe { self.out.get_mut(place.point as usize, 1)[0] = value };
        }
    }
}

/// Weights beyond the kernel's width are zero, so few lengths of rows are compiled for each precision and instruction set.
macro_rules! for_padded_width {
    ($work:ident) => {
        impl<T: Number> poynting_exec::Kernel for $work<'_, T> {
            type Output = ();
            #[inline(always)]
            fn run(self) {
                match self.stencils.kernel.padded {
                    4 => self.padded::<4, 8>(),
                    8 => self.padded::<8, 16>(),
                    12 => self.padded::<12, 24>(),
                    _ => self.padded::<LANES, { 2 * LANES }>(),
                }
            }
        }
    };
}

for_padded_width!(Spread);
for_padded_width!(Gather);
