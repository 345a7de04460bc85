//! Progress of a run, for any solver.

use std::ops::ControlFlow;

/// Progress of a run.
#[derive(Debug, Clone, Copy)]
pub enum Progress {
    /// Time steps.
    Fdtd(poynting_fdtd::Progress),
    /// Frequencies.
    Mom(poynting_mom::Progress),
    /// Frequencies of RCWA.
    Rcwa(poynting_grating::Progress),
}

impl Progress {
    /// Time steps, or frequencies, completed.
    pub fn done(&self) -> u64 {
        match self {
            Self::Fdtd(progress) => progress.step,
            Self::Mom(progress) => progress.frequency as u64,
            Self::Rcwa(progress) => progress.frequency as u64,
        }
    }
}

/// Receives the progress of a run and may stop it.
pub type Observer<'a> = dyn FnMut(&Progress) -> ControlFlow<()> + 'a;
