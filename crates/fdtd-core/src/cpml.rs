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
//! 1/kappa is folded into the grid's reciprocal lengths, so the Yee kernel handles that part; psi is added to it, two
//! for each half step and axis, only where sigma is not zero. The stretch is independent of the medium: gain is the
//! medium's own, so the PML matches any medium that extends into it.
//!
//! Tested against domains so large that no reflection returns (`poynting validate`, cases `cpml`).

mod profile;
mod rows;
mod slab;

use poynting_exec::{Real, SharedSlice};
use poynting_grid::{HalfStep, Layout, overlap};
pub use profile::Profile;
use rows::PsiLayout;
pub use rows::{Across, Layer, NoLayer, RowLayers, Stretched};
pub use slab::PsiSlab;
use std::ops::Range;

/// All PMLs of a model.
#[derive(Debug, Clone)]
pub struct Cpml<T> {
    /// Those of the E half step, then those of the H half step.
    pub slabs: [Vec<PsiSlab<T>>; 2],
    /// The same, row by row.
    rows: [PsiLayout<T>; 2],
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
                slabs.extend(parts.filter_map(|part| PsiSlab::new(layout, profile, half, part)));
            }
            slabs
        });
        Self {
            rows: slabs.each_ref().map(|slabs| PsiLayout::new(layout, slabs)),
            slabs,
        }
    }

    /// The nodes of a row that PMLs normal to an axis contain, in ascending order.
    pub fn within(
        &self,
        half: HalfStep,
        axis: usize,
        [i, j]: [usize; 2],
        z: &Range<usize>,
    ) -> Vec<Range<usize>> {
        let slabs = self.slabs[half as usize].iter();
        let slabs = slabs.filter(|slab| slab.axis == axis);
        let mut nodes = slabs.map(|slab| &slab.nodes);
        let mut ranges: Vec<Range<usize>> = match axis {
            0 if nodes.any(|nodes| nodes.x.contains(&i)) => vec![z.clone()],
            1 if nodes.any(|nodes| nodes.y.contains(&j)) => vec![z.clone()],
            0 | 1 => Vec::new(),
            _ => nodes.map(|nodes| overlap(&nodes.z, z)).collect(),
        };
        ranges.retain(|range| !range.is_empty());
        ranges.sort_unstable_by_key(|range| range.start);
        ranges
    }

    /// Where the two psi of a node are stored that a PML normal to an axis contains.
    pub fn places(&self, half: HalfStep, axis: usize, node: [usize; 3]) -> [usize; 2] {
        self.rows[half as usize].places(axis, node)
    }

    /// Number of psi values in a half step.
    pub fn values(&self, half: HalfStep) -> usize {
        self.rows[half as usize].values()
    }
}

/// The PMLs of a run, with their psi.
#[derive(Debug)]
pub struct Layers<'a, T> {
    cpml: &'a Cpml<T>,
    psi: [SharedSlice<'a, T>; 2],
}

impl<'a, T: Real> Layers<'a, T> {
    /// The PMLs with their state; `None` if there are none.
    pub fn new(cpml: &'a Cpml<T>, psi: [SharedSlice<'a, T>; 2]) -> Option<Self> {
        for half in [HalfStep::E, HalfStep::H] {
            assert!(
                psi[half as usize].len() >= cpml.values(half),
                "a PML has no room for its state"
            );
        }
        let is_empty = cpml.slabs.iter().all(Vec::is_empty);
        (!is_empty).then_some(Self { cpml, psi })
    }

    /// Whether row j of a plane and the row before it lie in the same PML normal to y, or both in none.
    pub fn joins(&self, half: HalfStep, j: usize) -> bool {
        self.cpml.rows[half as usize].joins(j)
    }

    /// The PMLs of consecutive rows of plane i, all in the same PML normal to y if any; `None` if the half step has none.
    #[inline(always)]
    pub fn rows(&self, half: HalfStep, i: usize, rows: Range<usize>) -> Option<RowLayers<'_, T>> {
        let half = half as usize;
        let is_empty = self.cpml.slabs[half].is_empty();
        (!is_empty).then(|| self.cpml.rows[half].of(&self.psi[half], i, rows))
    }
}
