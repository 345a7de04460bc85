//! Everything the time loop needs besides the fields.

use crate::coefficients::Coefficients;
use crate::cpml::Cpml;
use crate::dispersion::Dispersion;
use crate::drive::Drive;
use crate::fields::Spacings;
use crate::incident::Surface;
use crate::loss::LossMap;
use crate::periodic::Phases;
use crate::plane_wave::IncidentLine;
use crate::record::{Capture, Samples};
use crate::spectra::Spectra;
use poynting_exec::Real;
use poynting_grid::{HalfStep, Layout, Region};

/// All data of a run besides its fields.
#[derive(Debug)]
pub struct Setup<T: Real> {
    /// The row layout.
    pub layout: Layout,
    /// Reciprocal lengths.
    pub spacings: Spacings<T>,
    /// PMLs.
    pub cpml: Cpml<T>,
    /// Surfaces of plane waves.
    pub surfaces: Vec<Surface<T>>,
    /// Dispersive media.
    pub dispersion: Dispersion<T>,
    /// The Bloch phases.
    pub phases: Phases<T>,
    /// Update coefficients.
    pub coefficients: Coefficients<T>,
    /// Sources and monitors.
    pub instruments: Instruments,
}

impl<T: Real> Setup<T> {
    /// The nodes at which the Yee update can change a field: those of the layout without the last ones along each axis, if these lie on a
    /// wall that fixes E. E is then zero there, and so is the curl that drives the H normal to the wall; the other components do not exist.
    pub fn updated(&self) -> Region {
        let Region {
            mut x,
            mut y,
            mut z,
        } = self.layout.active();
        for (axis, nodes) in [&mut x, &mut y, &mut z].into_iter().enumerate() {
            let is_open = || self.last(axis).iter().any(|last| !self.is_still(last));
            if !(self.layout.periodic[axis] || is_open()) {
                nodes.end -= 1;
            }
        }
        Region { x, y, z }
    }

    /// The last nodes along an axis, of each part of the fields if the axis is z.
    fn last(&self, axis: usize) -> Vec<Region> {
        let Region { x, y, z } = self.layout.active();
        let n = self.layout.cells[axis];
        match axis {
            0 => vec![Region { x: n..n + 1, y, z }],
            1 => vec![Region { x, y: n..n + 1, z }],
            _ => {
                let plane = |part: usize| Region {
                    x: x.clone(),
                    y: y.clone(),
                    z: n + part..n + part + 1,
                };
                self.layout.parts().map(plane).collect()
            }
        }
    }

    /// Whether E is fixed at these nodes, and no source acts on them.
    fn is_still(&self, nodes: &Region) -> bool {
        let Region { x, y, z } = nodes;
        let is_fixed = |place: usize| {
            let tuple = self.coefficients.at(place);
            (0..3).all(|c| [tuple.keep[c], tuple.gain[c]] == [T::default(); 2])
        };
        let mut rows = x.clone().flat_map(|i| y.clone().map(move |j| (i, j)));
        let mut patches = self.surfaces.iter().flat_map(|s| s.halves.iter().flatten());
        let spots = &self.instruments.drive.spots;
        let is_driven = [HalfStep::E, HalfStep::H]
            .into_iter()
            .any(|half| spots.within(half, nodes).next().is_some());
        !is_driven
            && patches.all(|patch| patch.nodes.intersection(nodes).is_empty())
            && rows.all(|(i, j)| z.clone().all(|k| is_fixed(self.layout.row(i, j) + k)))
    }
}

/// Sources and monitors of a run.
#[derive(Debug, Clone)]
pub struct Instruments {
    /// Sources.
    pub drive: Drive,
    /// Samples taken every step.
    pub samples: Samples,
    /// Snapshots taken at intervals.
    pub captures: Vec<Capture>,
    /// Fourier transforms.
    pub spectra: Spectra,
    /// Losses at the nodes of some transforms.
    pub losses: Vec<LossMap>,
    /// Incident fields of plane waves, in the order of their surfaces.
    pub incident: Vec<IncidentLine>,
}

impl Instruments {
    /// When the last source ends, if all of them do.
    pub fn sources_end(&self) -> Option<f64> {
        let mut ends = self.incident.iter().map(IncidentLine::end);
        ends.try_fold(self.drive.end()?, |latest, end| Some(latest.max(end?)))
    }
}
