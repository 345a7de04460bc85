//! How far a run is, why it ended, and what it was.

use std::ops::ControlFlow;
use std::time::Duration;

/// Where a run stands.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// Steps done.
    pub step: u64,
    /// Steps at the latest.
    pub max_steps: u64,
    /// Steps that are left, as far as can be told: until the energy has decayed, or to the end that the scene sets. None where the run ends
    /// by its energy alone and that has not begun to fall.
    pub steps_left: Option<u64>,
    /// Energy over its peak in dB, as of the last look.
    pub energy_db: f64,
    /// Time spent in steps.
    pub stepping: Duration,
}

/// Why a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoppedBy {
    /// `stop.steps` was reached, or the limit of a run that has none.
    Steps,
    /// `stop.time` was reached.
    Time,
    /// The energy has decayed.
    EnergyDecay,
    /// The observer asked for it.
    Interrupt,
}

impl StoppedBy {
    /// `steps`, `time`, `energy_decay` or `interrupt`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Steps => "steps",
            Self::Time => "time",
            Self::EnergyDecay => "energy_decay",
            Self::Interrupt => "interrupt",
        }
    }
}

/// What a run was.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Steps done.
    pub steps: u64,
    /// Time spent in steps, without setup and checks.
    pub stepping: Duration,
    /// Bytes of all solver buffers.
    pub bytes: u64,
    /// Last energy and its peak, in joules.
    pub energy: [f64; 2],
    /// Why it ended.
    pub stopped_by: StoppedBy,
    /// The order in which cells were updated.
    pub order: String,
    /// How coefficients were stored.
    pub coefficients: &'static str,
}

impl Outcome {
    /// How far the energy has fallen below its peak, in dB.
    pub fn decay_db(&self) -> f64 {
        let [last, peak] = self.energy;
        10.0 * (peak / last).log10()
    }
}

/// Is told how far a run is, and may end it.
pub type Observer<'a> = dyn FnMut(&Progress) -> ControlFlow<()> + 'a;
