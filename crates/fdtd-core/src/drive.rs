//! Sources impressed on the fields.
//!
//! A current density J on an edge enters Ampere's law as curl H = eps dE/dt + sigma E + J, so a step
//! subtracts gain J^{n+1/2} from E; a magnetic current subtracts gain M^{n+1} from H. A Hertzian dipole of
//! moment I l at an arbitrary point is distributed over the nearest edges with trilinear interpolation
//! weights (the adjoint of sampling a field there), each as J = w I l/(dual volume). A hard source prescribes
//! the field itself.

use crate::block::Block;
use crate::fields::Fields;
use crate::formula::impress;
use crate::operator::Operator;
use poynting_exec::Real;
use poynting_grid::{HalfStep, Region, SpotMap};
use poynting_scene::Waveform;

/// How the value of a signal acts on a driven spot.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Action {
    /// Subtracts `factor * value` from the field.
    Impress {
        /// gain times density per unit of the signal.
        factor: f64,
    },
    /// Sets the field to `value`.
    Prescribe,
}

/// The quantity driven at a spot, per unit of its signal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Excitation {
    /// A current density.
    Density(f64),
    /// The field itself.
    Prescribed,
}

/// A waveform sampled at a fixed fraction of each step.
#[derive(Debug, Clone)]
pub struct Signal {
    /// The time function.
    pub waveform: Waveform,
    /// Sampled at (n + offset) dt.
    pub offset: f64,
}

impl Signal {
    /// The offset for a half step and an excitation.
    pub fn offset(half: HalfStep, excitation: Excitation) -> f64 {
        // E goes from n to n + 1, H from n + 1/2 to n + 3/2; currents act at the midpoint.
        match (half, excitation) {
            (HalfStep::E, Excitation::Density(_)) => 0.5,
            (HalfStep::E, Excitation::Prescribed) | (HalfStep::H, Excitation::Density(_)) => 1.0,
            (HalfStep::H, Excitation::Prescribed) => 1.5,
        }
    }
}

/// A spot driven by a signal.
#[derive(Debug, Clone, Copy)]
pub struct Driven {
    /// Index of the signal.
    pub signal: usize,
    /// Its action.
    pub action: Action,
}

/// All sources of a run.
#[derive(Debug, Clone)]
pub struct Drive {
    /// The signals.
    pub signals: Vec<Signal>,
    /// Where they act.
    pub spots: SpotMap<Driven>,
    /// Time step.
    pub dt: f64,
}

impl Drive {
    /// Values of each signal for the steps of a block, signal by signal.
    pub fn values<T: Real>(&self, block: Block) -> Vec<T> {
        let value = |signal: &Signal, t: usize| {
            let time = ((block.first_step + t as u64) as f64 + signal.offset) * self.dt;
            T::of(signal.waveform.value(time))
        };
        self.signals
            .iter()
            .flat_map(|signal| (0..block.steps).map(move |t| value(signal, t)))
            .collect()
    }

    /// When the last signal ends, if all of them do.
    pub fn end(&self) -> Option<f64> {
        self.signals
            .iter()
            .map(|s| s.waveform.end())
            .try_fold(0.0, |latest: f64, end| Some(latest.max(end?)))
    }
}

/// The sources acting on the fields of a run during a block.
#[derive(Debug)]
pub struct DriveOperator<'a, T> {
    /// The sources.
    pub drive: &'a Drive,
    /// Their values in this block.
    pub values: &'a [T],
    /// The block.
    pub block: Block,
    /// The fields.
    pub fields: Fields<'a, T>,
}

// SAFETY: it writes the driven spots of the region and reads nothing else.
unsafe impl<T: Real> Operator for DriveOperator<'_, T> {
    fn reach(&self) -> usize {
        0
    }

    fn is_needed(&self) -> bool {
        !self.drive.spots.is_empty()
    }

    unsafe fn apply(&self, half: HalfStep, region: &Region, step: u64) {
        let t = (step - self.block.first_step) as usize;
        let spots = &self.drive.spots;
        spots.each_within(half, region, |spot, driven| {
            let value = self.values[driven.signal * self.block.steps + t];
            let [i, j, k] = spot.node;
            let at = self.fields.layout.row(i, j) + k;
            // SAFETY: the spot lies in the region that the caller of `apply` gave to us.
            let field =
                unsafe { &mut self.fields.components[spot.component as usize].get_mut(at, 1)[0] };
            *field = match driven.action {
                Action::Impress { factor } => impress(*field, T::of(factor), value),
                Action::Prescribe => value,
            };
        });
    }
}
