//! The nodes of a PML and their coefficients.

use super::profile::{Profile, Stretch};
use poynting_exec::Real;
use poynting_grid::{HalfStep, Layout, Region};

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
}

impl<T: Real> PsiSlab<T> {
    /// A layer, offset by `part` in each row.
    pub fn new(layout: &Layout, profile: &Profile, half: HalfStep, part: usize) -> Option<Self> {
        let Region { x, y, z } = layout.active();
        let mut nodes = [x, y, z];
        let stretches = profile.of(half);
        let first = stretches.first()?.0 + part;
        nodes[profile.axis] = first..first + stretches.len();
        let number =
            |of: fn(&Stretch) -> f64| stretches.iter().map(|(_, s)| T::of(of(s))).collect();
        let [x, y, z] = nodes;
        Some(Self {
            axis: profile.axis,
            nodes: Region { x, y, z },
            decay: number(|s| s.decay),
            gain: number(|s| s.gain),
        })
    }
}
