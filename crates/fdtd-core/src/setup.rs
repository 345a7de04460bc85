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
use poynting_grid::Layout;

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
