//! Shared by the cavity cases: excite a box, then evaluate a mode.

use crate::ValidationError;
use crate::bench::{Bench, Comparison, Signal, signal};
use crate::model::Model;
use crate::spectral::oscillation;
use poynting::{Precision, Results};
use poynting_physics::cavity::Damped;
use poynting_physics::dispersion::YeeCavity;

/// The box of the reference table, in metres.
pub(crate) const SIZE: [f64; 3] = [0.025, 0.0125, 0.06];

/// The waveforms of these cases have ended by then, in seconds.
const QUIET: f64 = 1e-9;

/// A box that has been excited.
pub(crate) struct Rung {
    results: Results,
}

impl Rung {
    pub fn new(
        bench: &mut Bench<'_>,
        model: &Model,
        precision: Precision,
    ) -> Result<Self, ValidationError> {
        Ok(Self {
            results: bench.simulate(model.text(), precision)?,
        })
    }

    /// The mode near a frequency in a component recorded by the probe `p`.
    pub fn mode(&self, component: &str, near: f64) -> Result<Damped, ValidationError> {
        let all = signal(&self.results, &format!("probe/p/{component}"))?;
        let quiet = all.times.partition_point(|t| *t < QUIET);
        let ringing = Signal {
            times: all.times[quiet..].to_vec(),
            values: all.values[quiet..].to_vec(),
        };
        oscillation(&ringing, near)
    }

    /// The grid and the time step that were used, for the dispersion relation.
    pub fn yee(&self, size: [f64; 3]) -> YeeCavity {
        YeeCavity {
            size,
            cells: self.results.summary.grid,
            dt: self.results.summary.dt_s,
        }
    }
}

/// Number of steps of 0.99 of the limit in `time` seconds on uniform cells in vacuum.
pub(crate) fn steps_for(time: f64, size: [f64; 3], cells: [usize; 3]) -> usize {
    let cell = [0, 1, 2].map(|a| size[a] / cells[a] as f64);
    let limit = poynting_physics::dispersion::courant_limit(cell, poynting_physics::constants::C0);
    (time / (0.99 * limit)).ceil() as usize
}

/// |a/b - 1|.
pub(crate) fn relative(a: f64, b: f64) -> f64 {
    (a / b - 1.0).abs()
}

/// A row that compares a frequency with a closed form, in percent.
pub(crate) fn percent(
    of: &str,
    precision: Precision,
    error: f64,
    tolerance: f64,
) -> Comparison<'_> {
    Comparison {
        of,
        precision,
        error: 100.0 * error,
        unit: "%",
        tolerance,
    }
}

/// A row that compares a frequency with the dispersion relation of the scheme, with a tolerance of 1e-5.
pub(crate) fn exact(of: &str, precision: Precision, error: f64) -> Comparison<'_> {
    Comparison {
        of,
        precision,
        error,
        unit: "relative",
        tolerance: 1e-5,
    }
}
