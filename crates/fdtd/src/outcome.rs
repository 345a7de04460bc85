//! Progress of a run, why it ended, and its summary.

use poynting_fdtd_core::engine::OperatorTime;
use poynting_fdtd_core::ranks::Traffic;
use std::ops::ControlFlow;
use std::time::Duration;

/// Progress of a run.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// Steps done.
    pub step: u64,
    /// Those of them that were done before the run was continued.
    pub resumed: u64,
    /// Maximum number of steps.
    pub max_steps: u64,
    /// Estimated remaining steps: until the energy has decayed, or to the end set by the scene. `None` if the run ends by its energy alone
    /// and that has not begun to fall.
    pub steps_left: Option<u64>,
    /// Energy relative to its peak in dB, as of the last check.
    pub energy_db: f64,
    /// Time spent stepping.
    pub stepping: Duration,
}

/// Why a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoppedBy {
    /// `stop.steps` was reached, or the limit of a run that sets none.
    Steps,
    /// `stop.time` was reached.
    Time,
    /// The energy has decayed.
    EnergyDecay,
    /// What the ports would still record is known from the modes of their ring-down.
    RingDown,
    /// The observer requested it.
    Interrupt,
}

impl StoppedBy {
    /// `steps`, `time`, `energy_decay`, `ring_down` or `interrupt`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Steps => "steps",
            Self::Time => "time",
            Self::EnergyDecay => "energy_decay",
            Self::RingDown => "ring_down",
            Self::Interrupt => "interrupt",
        }
    }
}

/// Summary of a run.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Steps done.
    pub steps: u64,
    /// Those of them that were done before the run was continued.
    pub resumed: u64,
    /// Time spent stepping, without setup and checks.
    pub stepping: Duration,
    /// Bytes of all solver buffers.
    pub bytes: u64,
    /// Last energy and its peak, in joules.
    pub energy: [f64; 2],
    /// Why it ended.
    pub stopped_by: StoppedBy,
    /// The order in which cells were updated.
    pub order: String,
    /// What the ranks of this process have sent.
    pub sent: Traffic,
    /// How coefficients were stored.
    pub coefficients: &'static str,
    /// Time of each operator, summed over threads; empty unless the configuration asks for it.
    pub operators: Vec<OperatorTime>,
}

impl Outcome {
    /// How far the energy has fallen below its peak, in dB.
    pub fn decay_db(&self) -> f64 {
        let [last, peak] = self.energy;
        10.0 * (peak / last).log10()
    }
}

/// Is called with the progress of a run, and may end it.
pub type Observer<'a> = dyn FnMut(&Progress) -> ControlFlow<()> + 'a;
