//! Everything the time loop works on besides the fields.

use crate::coefficients::Coefficients;
use crate::cpml::Cpml;
use crate::dispersion::Dispersion;
use crate::drive::Drive;
use crate::fields::Spacings;
use crate::incident::Surface;
use crate::loss::LossMap;
use crate::plane_wave::IncidentLine;
use crate::record::{Capture, Samples};
use crate::seam::Phases;
use crate::spectra::Spectra;
use poynting_exec::Real;
use poynting_grid::Layout;

/// All that a run needs besides its fields.
#[derive(Debug)]
pub struct Setup<T: Real> {
    /// Where rows lie.
    pub layout: Layout,
    /// Reciprocal lengths.
    pub spacings: Spacings<T>,
    /// Absorbing layers.
    pub cpml: Cpml<T>,
    /// Surfaces of plane waves.
    pub surfaces: Vec<Surface<T>>,
    /// Dispersive media.
    pub dispersion: Dispersion<T>,
    /// The phases between Bloch walls.
    pub phases: Phases<T>,
    /// Update coefficients.
    pub coefficients: Coefficients<T>,
    /// Sources and monitors.
    pub instruments: Instruments,
}

/// What drives a run and what reads it.
#[derive(Debug, Clone)]
pub struct Instruments {
    /// Sources.
    pub drive: Drive,
    /// What is read every step.
    pub samples: Samples,
    /// What is read now and then.
    pub captures: Vec<Capture>,
    /// What is transformed.
    pub spectra: Spectra,
    /// What nodes of some transforms lose.
    pub losses: Vec<LossMap>,
    /// Where plane waves come from, in the order of their surfaces.
    pub incident: Vec<IncidentLine>,
}

impl Instruments {
    /// When the last source ends, if all do.
    pub fn sources_end(&self) -> Option<f64> {
        let mut ends = self.incident.iter().map(IncidentLine::end);
        ends.try_fold(self.drive.end()?, |latest, end| Some(latest.max(end?)))
    }
}
