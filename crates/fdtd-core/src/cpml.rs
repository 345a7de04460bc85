//! Convolutional perfectly matched layers.
//!
//! Behind an absorbing face every derivative along the face's normal is taken in a stretched coordinate,
//!
//! ```text
//! d/ds = 1/s(w) d/dx,   s = kappa + sigma/(alpha + j w eps0)
//! ```
//!
//! which in the time domain is 1/kappa times the plain derivative plus a convolution, evaluated recursively (J. A.
//! Roden and S. D. Gedney, Microw. Opt. Technol. Lett. 27, 334 (2000)):
//!
//! ```text
//! psi^{n+1/2} = b psi^{n-1/2} + c (d - d')/l     b = exp(-(sigma/kappa + alpha) dt/eps0)
//! E^{n+1}    += gain psi^{n+1/2}                 c = sigma/(sigma kappa + kappa^2 alpha) (b - 1)
//! ```
//!
//! 1/kappa is folded into the grid's reciprocal lengths, so the Yee kernel handles that part; this operator adds psi, two
//! for each half step and axis, only where sigma is not zero. The stretch is independent of the medium: gain is the
//! medium's own, so the PML matches any medium that extends into it.
//!
//! Tested against domains so large that no reflection returns (`poynting validate`, cases `cpml`).

mod profile;

use crate::coefficients::{CHUNK, CoefficientView, Coefficients};
use crate::fields::Fields;
use crate::formula::{convolve, couple, impress};
use crate::operator::Operator;
use crate::yee::load;
use poynting_exec::{Kernel, Real, SharedSlice, SimdLevel};
use poynting_grid::{HalfStep, Layout, Region};
pub use profile::Profile;
use profile::Stretch;
use std::ops::Range;

/// All PMLs of a model.
#[derive(Debug, Clone)]
pub struct Cpml<T> {
    /// Storage of psi: E half step, then H half step.
    pub slabs: [Vec<PsiSlab<T>>; 2],
}

/// The two psi of one PML and half step.
#[derive(Debug, Clone)]
pub struct PsiSlab<T> {
    /// The axis normal to the PML.
    pub axis: usize,
    /// Its nodes.
    pub nodes: Region,
    /// b of each node along the axis.
    pub decay: Vec<T>,
    /// c divided by the plain length, likewise.
    pub gain: Vec<T>,
    /// Start of the first psi in the buffer of the half step.
    start: usize,
}

/// Rows of psi are aligned to this many values for vector loads.
const ROW: usize = 16;

impl<T: Real> Cpml<T> {
    /// The PMLs of a grid.
    pub fn new(layout: &Layout, profiles: &[Profile]) -> Self {
        let slabs = [HalfStep::E, HalfStep::H].map(|half| {
            let mut slabs: Vec<PsiSlab<T>> = Vec::new();
            for profile in profiles {
                // Along z the real and imaginary parts of complex fields have separate layers; along x and y one
                // layer holds both.
                let parts = layout
                    .parts()
                    .filter(|part| profile.axis == 2 || *part == 0);
                for part in parts {
                    let start = slabs.last().map_or(0, PsiSlab::end);
                    slabs.extend(PsiSlab::new(layout, profile, half, [start, part]));
                }
            }
            slabs
        });
        Self { slabs }
    }

    /// Number of psi values in a half step.
    pub fn values(&self, half: HalfStep) -> usize {
        self.slabs[half as usize].last().map_or(0, PsiSlab::end)
    }
}

impl<T: Real> PsiSlab<T> {
    /// A layer whose psi begin at `start`, offset by `part` in each row.
    fn new(
        layout: &Layout,
        profile: &Profile,
        half: HalfStep,
        [start, part]: [usize; 2],
    ) -> Option<Self> {
        let Region { x, y, z } = layout.active();
        let mut nodes = [x, y, z];
        let stretches = profile.of(half);
        let first = stretches.first()?.0;
        let layer = first..first + stretches.len();
        // Along a row the layer is widened to whole vectors; the added nodes have zero coefficients.
        let widened = match profile.axis {
            2 => widened(&layer, layout.cells[2]),
            _ => layer.clone(),
        };
        nodes[profile.axis] = widened.start + part..widened.end + part;
        let number = |of: fn(&Stretch) -> f64| {
            let at = |n: usize| {
                stretches
                    .get(n.wrapping_sub(first))
                    .map_or(0.0, |(_, s)| of(s))
            };
            widened.clone().map(|n| T::of(at(n))).collect()
        };
        let (decay, gain) = (number(|s| s.decay), number(|s| s.gain));
        let [x, y, z] = nodes;
        Some(Self {
            axis: profile.axis,
            nodes: Region { x, y, z },
            decay,
            gain,
            start,
        })
    }

    fn row_length(&self) -> usize {
        self.nodes.z.len().next_multiple_of(ROW)
    }

    /// Number of values of one psi.
    fn values(&self) -> usize {
        self.nodes.x.len() * self.nodes.y.len() * self.row_length()
    }

    fn end(&self) -> usize {
        self.start + 2 * self.values()
    }

    /// Index of node (i, j, k) in a psi.
    #[inline(always)]
    fn place(&self, psi: usize, i: usize, j: usize, k: usize) -> usize {
        let Region { x, y, z } = &self.nodes;
        let row = (i - x.start) * y.len() + (j - y.start);
        self.start + psi * self.values() + row * self.row_length() + (k - z.start)
    }
}

/// A layer at one end of `cells` cells, extended into the grid to a multiple of [`ROW`] where there is room.
fn widened(layer: &Range<usize>, cells: usize) -> Range<usize> {
    let n = layer.len().next_multiple_of(ROW);
    if layer.start < cells - layer.end {
        layer.start..(layer.start + n).min(cells)
    } else {
        layer.end.saturating_sub(n).max(1)..layer.end
    }
}

/// The PMLs acting on the fields of a run.
#[derive(Debug)]
pub struct CpmlOperator<'a, T: Real> {
    cpml: &'a Cpml<T>,
    psi: [SharedSlice<'a, T>; 2],
    fields: Fields<'a, T>,
    coefficients: CoefficientView<'a, T>,
    simd: SimdLevel,
}

impl<'a, T: Real> CpmlOperator<'a, T> {
    /// The PMLs with their state.
    pub fn new(
        cpml: &'a Cpml<T>,
        psi: [SharedSlice<'a, T>; 2],
        fields: Fields<'a, T>,
        coefficients: &'a Coefficients<T>,
        simd: SimdLevel,
    ) -> Self {
        Self {
            cpml,
            psi,
            fields,
            coefficients: coefficients.view(),
            simd,
        }
    }
}

// SAFETY: it writes nodes of the region and their psi, and reads the other field one node away.
unsafe impl<T: Real> Operator for CpmlOperator<'_, T> {
    fn reach(&self) -> usize {
        1
    }

    unsafe fn apply(&self, half: HalfStep, region: &Region, _step: u64) {
        for slab in &self.cpml.slabs[half as usize] {
            let part = slab.nodes.intersection(region);
            if !part.is_empty() {
                self.simd.run(StretchBox {
                    on: self,
                    slab,
                    half,
                    part: &part,
                });
            }
        }
    }
}

/// The part of a PML inside a box.
struct StretchBox<'a, 'b, T: Real> {
    on: &'a CpmlOperator<'b, T>,
    slab: &'a PsiSlab<T>,
    half: HalfStep,
    part: &'a Region,
}

impl<T: Real> Kernel for StretchBox<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let PsiSlab {
            axis,
            nodes,
            decay,
            gain,
            ..
        } = self.slab;
        for i in self.part.x.clone() {
            for j in self.part.y.clone() {
                // SAFETY: the caller of `apply` orders boxes so that rows written here are not touched elsewhere.
                unsafe {
                    match axis {
                        0 => {
                            let n = i - nodes.x.start;
                            self.row(i, j, [decay[n], gain[n]]);
                        }
                        1 => {
                            let n = j - nodes.y.start;
                            self.row(i, j, [decay[n], gain[n]]);
                        }
                        _ => {
                            let at =
                                self.part.z.start - nodes.z.start..self.part.z.end - nodes.z.start;
                            self.row(i, j, [&decay[at.clone()], &gain[at]]);
                        }
                    }
                }
            }
        }
    }
}

/// Nodes whose gains are written out at once.
const STRETCH: usize = 256;

impl<T: Real> StretchBox<'_, '_, T> {
    /// Updates row (i, j), with the given b and c.
    ///
    /// # Safety
    /// As [`Operator::apply`] for the row (i, j) of the part, which lies in the layer.
    #[inline(always)]
    unsafe fn row<N: Numbers<T>>(&self, i: usize, j: usize, [decay, gain]: [N; 2]) {
        let layout = self.on.fields.layout;
        let across = [(self.slab.axis + 1) % 3, (self.slab.axis + 2) % 3];
        let [p, q] = across;
        let z = self.part.z.clone();
        let mut gains = [[T::default(); STRETCH]; 2];
        for start in z.clone().step_by(STRETCH) {
            let n = STRETCH.min(z.end - start);
            let place = layout.row(i, j) + start;
            self.on.coefficients.gains(
                self.half,
                place,
                [q, p],
                gains.each_mut().map(|g| &mut g[..n]),
            );
            let at = start - z.start..start - z.start + n;
            let numbers = [decay.cut(at.clone()), gain.cut(at)];
            // SAFETY: passed on to the caller.
            let mut row = unsafe { self.stretch([i, j, start], n, across) };
            row.update(gains.each_ref().map(|g| &g[..n]), numbers);
        }
    }

    /// The slices needed by `n` nodes starting at a node.
    ///
    /// # Safety
    /// The nodes lie in the part, and while the slices live no other thread touches their target components and psi, nor writes the driver
    /// here or one node away. Only one such set of slices exists for a node at a time.
    #[inline(always)]
    unsafe fn stretch(&self, [i, j, k]: [usize; 3], n: usize, [p, q]: [usize; 2]) -> PsiRow<'_, T> {
        let CpmlOperator { fields, psi, .. } = self.on;
        let layout = fields.layout;
        let here = layout.row(i, j) + k;
        let origin = layout.row(0, 0);
        let strides = [layout.row(1, 0) - origin, layout.row(0, 1) - origin, 1];
        // Around a PML every neighbour exists: it ends one node before the boundary.
        let aside = match self.half {
            HalfStep::E => here - strides[self.slab.axis],
            HalfStep::H => here + strides[self.slab.axis],
        };
        let target = self.half.first_component();
        let driver = self.half.other().first_component();
        // SAFETY: passed on to the caller; each node has its own psi.
        unsafe {
            let write = |c: usize| fields.components[target + c].get_mut(here, n);
            let read = |c: usize, at: usize| fields.components[driver + c].get(at, n);
            let memory = |m: usize| psi[self.half as usize].get_mut(self.slab.place(m, i, j, k), n);
            PsiRow {
                targets: [write(q), write(p)],
                psi: [memory(0), memory(1)],
                drivers: [read(p, here), read(q, here)],
                aside: [read(p, aside), read(q, aside)],
            }
        }
    }
}

/// b or c along a row: one value for the whole row, or one per node.
trait Numbers<T>: Copy {
    fn cut(self, at: Range<usize>) -> Self;
    fn load<const N: usize>(self, k: usize) -> [T; N];
}

impl<T: Real> Numbers<T> for T {
    #[inline(always)]
    fn cut(self, _: Range<usize>) -> Self {
        self
    }
    #[inline(always)]
    fn load<const N: usize>(self, _: usize) -> [T; N] {
        [self; N]
    }
}

impl<T: Real> Numbers<T> for &[T] {
    #[inline(always)]
    fn cut(self, at: Range<usize>) -> Self {
        &self[at]
    }
    #[inline(always)]
    fn load<const N: usize>(self, k: usize) -> [T; N] {
        load(self, k)
    }
}

/// A segment of a PML row. With p and q the transverse axes, the curl along q contains + d(p)/da and that along
/// p - d(q)/da.
struct PsiRow<'a, T> {
    /// Fields along q and p.
    targets: [&'a mut [T]; 2],
    psi: [&'a mut [T]; 2],
    /// Their drivers: components p and q, at the node and at its neighbour.
    drivers: [&'a [T]; 2],
    aside: [&'a [T]; 2],
}

impl<T: Real> PsiRow<'_, T> {
    /// Updates the segment, given the gains of its fields and b and c.
    #[inline(always)]
    fn update<N: Numbers<T>>(&mut self, gains: [&[T]; 2], numbers: [N; 2]) {
        let n = gains[0].len();
        let mut k = 0;
        while k + CHUNK <= n {
            self.chunk::<CHUNK, N>(k, gains, numbers);
            k += CHUNK;
        }
        while k + 4 <= n {
            self.chunk::<4, N>(k, gains, numbers);
            k += 4;
        }
        while k < n {
            self.chunk::<1, N>(k, gains, numbers);
            k += 1;
        }
    }

    #[inline(always)]
    fn chunk<const M: usize, N: Numbers<T>>(
        &mut self,
        k: usize,
        gains: [&[T]; 2],
        [decay, gain]: [N; 2],
    ) {
        let (decay, gain) = (decay.load::<M>(k), gain.load::<M>(k));
        let gains = gains.map(|row| load::<T, M>(row, k));
        let here = self.drivers.map(|row| load::<T, M>(row, k));
        let aside = self.aside.map(|row| load::<T, M>(row, k));
        let mut psi: [[T; M]; 2] = std::array::from_fn(|m| load(&*self.psi[m], k));
        let [mut plus, mut minus]: [[T; M]; 2] =
            std::array::from_fn(|m| load(&*self.targets[m], k));
        for m in 0..2 {
            for n in 0..M {
                psi[m][n] = convolve(psi[m][n], decay[n], gain[n], here[m][n], aside[m][n]);
            }
        }
        for n in 0..M {
            plus[n] = couple(plus[n], gains[0][n], psi[0][n]);
            minus[n] = impress(minus[n], gains[1][n], psi[1][n]);
        }
        for (row, values) in self.psi.iter_mut().zip(psi) {
            row[k..k + M].copy_from_slice(&values);
        }
        for (row, values) in self.targets.iter_mut().zip([plus, minus]) {
            row[k..k + M].copy_from_slice(&values);
        }
    }
}
