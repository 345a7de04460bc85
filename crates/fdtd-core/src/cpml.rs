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
//! 1/kappa is folded into the grid's reciprocal lengths, so the Yee kernel handles that part; psi is added to each row after it, two
//! for each half step and axis, only where sigma is not zero. The stretch is independent of the medium: gain is the
//! medium's own, so the PML matches any medium that extends into it.
//!
//! Tested against domains so large that no reflection returns (`poynting validate`, cases `cpml`).

mod profile;

use crate::coefficients::{Coefficients, Pattern, PatternRow, PatternView};
use crate::fields::Fields;
use crate::formula::{convolve, couple, impress};
use crate::yee::{load, store};
use poynting_exec::{Real, SharedSlice};
use poynting_grid::{CHUNK, HalfStep, Layout, Region};
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
    /// Chunks of a row that contain its nodes; psi is stored for all nodes of these.
    chunks: Range<usize>,
    /// For a PML normal to z: b and c of the nodes of these chunks, zero outside the PML. Empty otherwise.
    along_row: [Vec<T>; 2],
    /// Start of the first psi in the buffer of the half step.
    start: usize,
}

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

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.slabs.iter().all(Vec::is_empty)
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
        let first = stretches.first()?.0 + part;
        nodes[profile.axis] = first..first + stretches.len();
        let number =
            |of: fn(&Stretch) -> f64| stretches.iter().map(|(_, s)| T::of(of(s))).collect();
        let [decay, gain]: [Vec<T>; 2] = [number(|s| s.decay), number(|s| s.gain)];
        let [x, y, z] = nodes;
        let chunks = z.start / CHUNK..z.end.div_ceil(CHUNK);
        let along_row = [&decay, &gain].map(|numbers| {
            let mut padded = Vec::new();
            if profile.axis == 2 {
                padded.resize(chunks.len() * CHUNK, T::default());
                padded[z.start - chunks.start * CHUNK..][..z.len()].copy_from_slice(numbers);
            }
            padded
        });
        Some(Self {
            axis: profile.axis,
            nodes: Region { x, y, z },
            decay,
            gain,
            chunks,
            along_row,
            start,
        })
    }

    /// Number of values of one psi.
    fn values(&self) -> usize {
        self.nodes.x.len() * self.nodes.y.len() * self.chunks.len() * CHUNK
    }

    fn end(&self) -> usize {
        self.start + 2 * self.values()
    }

    /// Index of row (i, j) in a psi.
    #[inline(always)]
    fn row(&self, psi: usize, i: usize, j: usize) -> usize {
        let Region { x, y, .. } = &self.nodes;
        let row = (i - x.start) * y.len() + (j - y.start);
        self.start + psi * self.values() + row * self.chunks.len() * CHUNK
    }
}

/// The PMLs acting on the fields of a run.
#[derive(Debug)]
pub struct Layers<'a, T: Real> {
    cpml: &'a Cpml<T>,
    psi: [SharedSlice<'a, T>; 2],
    fields: Fields<'a, T>,
    coefficients: PatternView<'a, T>,
}

impl<'a, T: Real> Layers<'a, T> {
    /// The PMLs with their state; `None` if there are none.
    pub fn new(
        cpml: &'a Cpml<T>,
        psi: [SharedSlice<'a, T>; 2],
        fields: Fields<'a, T>,
        coefficients: &'a Coefficients<T>,
    ) -> Option<Self> {
        for half in [HalfStep::E, HalfStep::H] {
            assert!(
                psi[half as usize].len() >= cpml.values(half),
                "a PML has no room for its state"
            );
        }
        (!cpml.is_empty()).then(|| Self {
            cpml,
            psi,
            fields,
            coefficients: coefficients.patterns(),
        })
    }

    /// Adds the convolution terms of all PMLs that contain row (i, j); `space` holds the coefficients of a chunk that are not kept.
    ///
    /// # Safety
    /// The row is one of the layout. No other thread touches its target components and psi, or writes the driver within one node of it.
    #[inline(always)]
    pub unsafe fn add_to_row(&self, half: HalfStep, i: usize, j: usize, space: &mut Pattern<T>) {
        for slab in &self.cpml.slabs[half as usize] {
            let Region { x, y, .. } = &slab.nodes;
            if !(x.contains(&i) && y.contains(&j)) {
                continue;
            }
            let row = self.row(slab, half, i, j);
            // SAFETY: passed on to the caller.
            unsafe {
                match slab.axis {
                    0 => row.update([slab.decay[i - x.start], slab.gain[i - x.start]], space),
                    1 => row.update([slab.decay[j - y.start], slab.gain[j - y.start]], space),
                    _ => row.update(slab.along_row.each_ref().map(Vec::as_ptr), space),
                }
            }
        }
    }

    /// The part of row (i, j) in a PML that contains it.
    #[inline(always)]
    fn row(&self, slab: &PsiSlab<T>, half: HalfStep, i: usize, j: usize) -> PsiRow<'_, T> {
        let Self { fields, psi, .. } = self;
        let layout = fields.layout;
        let here = layout.row(i, j) + slab.chunks.start * CHUNK;
        let origin = layout.row(0, 0);
        let strides = [layout.row(1, 0) - origin, layout.row(0, 1) - origin, 1];
        // Around a PML every neighbour exists: it ends one node before the boundary.
        let aside = match half {
            HalfStep::E => here - strides[slab.axis],
            HalfStep::H => here + strides[slab.axis],
        };
        let across = [(slab.axis + 1) % 3, (slab.axis + 2) % 3];
        let first =
            |half: HalfStep, c: usize| fields.components[half.first_component() + c].pointer(0);
        let memory = |m: usize| psi[half as usize].pointer(slab.row(m, i, j));
        PsiRow {
            coefficients: self.coefficients.row(half, here, slab.chunks.len()),
            across,
            targets: across.map(|c| first(half, c)),
            drivers: across.map(|c| first(half.other(), c).cast_const()),
            psi: [memory(0), memory(1)],
            here,
            aside,
        }
    }
}

/// b or c along a row: one value for the whole row, or one per node.
trait Numbers<T>: Copy {
    /// The values of the chunk at node `k`.
    ///
    /// # Safety
    /// The chunk lies within them.
    unsafe fn chunk(self, k: usize) -> [T; CHUNK];
}

impl<T: Real> Numbers<T> for T {
    #[inline(always)]
    unsafe fn chunk(self, _: usize) -> [T; CHUNK] {
        [self; CHUNK]
    }
}

impl<T: Real> Numbers<T> for *const T {
    #[inline(always)]
    unsafe fn chunk(self, k: usize) -> [T; CHUNK] {
        // SAFETY: passed on to the caller.
        unsafe { load(self, k) }
    }
}

/// The chunks of a row in a PML. With p and q the transverse axes, the curl along q contains + d(p)/da and that along
/// p - d(q)/da.
struct PsiRow<'a, T> {
    coefficients: PatternRow<'a, T>,
    /// p and q.
    across: [usize; 2],
    /// The components along p and q that are updated, and those that drive them.
    targets: [*mut T; 2],
    drivers: [*const T; 2],
    /// That of the field along q, then along p.
    psi: [*mut T; 2],
    /// Offsets of the first node and of its neighbour along the axis of the PML.
    here: usize,
    aside: usize,
}

impl<T: Real> PsiRow<'_, T> {
    /// Updates the chunks with these b and c.
    ///
    /// # Safety
    /// As [`Layers::add_to_row`]; there are numbers for all chunks.
    #[inline(always)]
    unsafe fn update<N: Numbers<T>>(&self, [decay, gain]: [N; 2], space: &mut Pattern<T>) {
        let Self {
            across: [p, q],
            targets: [target_p, target_q],
            drivers,
            here,
            aside,
            ..
        } = *self;
        for n in 0..self.coefficients.len() {
            let k = n * CHUNK;
            let pattern = self.coefficients.chunk(n, space);
            // SAFETY: passed on to the caller.
            unsafe {
                let (decay, gain) = (decay.chunk(k), gain.chunk(k));
                let [gain_p, gain_q] = [pattern.gain[p], pattern.gain[q]];
                let driver = drivers.map(|row| load(row, here + k));
                let beside = drivers.map(|row| load(row, aside + k));
                let mut psi = self.psi.map(|row| load(row, k));
                let mut along_p = load(target_p, here + k);
                let mut along_q = load(target_q, here + k);
                for m in 0..2 {
                    for n in 0..CHUNK {
                        psi[m][n] =
                            convolve(psi[m][n], decay[n], gain[n], driver[m][n], beside[m][n]);
                    }
                }
                for n in 0..CHUNK {
                    along_q[n] = couple(along_q[n], gain_q[n], psi[0][n]);
                    along_p[n] = impress(along_p[n], gain_p[n], psi[1][n]);
                }
                for (row, values) in self.psi.into_iter().zip(psi) {
                    store(row, k, values);
                }
                store(target_p, here + k, along_p);
                store(target_q, here + k, along_q);
            }
        }
    }
}
