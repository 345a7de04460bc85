//! Where a run stands, whichever solver makes it.

use std::ops::ControlFlow;

/// Where a run stands.
#[derive(Debug, Clone, Copy)]
pub enum Progress {
    /// Steps in time.
    Fdtd(poynting_fdtd::Progress),
    /// Frequencies.
    Mom(poynting_mom::Progress),
}

impl Progress {
    /// Steps in time, or frequencies, that are done.
    pub fn done(&self) -> u64 {
        match self {
            Self::Fdtd(progress) => progress.step,
            Self::Mom(progress) => progress.frequency as u64,
        }
    }
}

/// Is told where a run stands and may end it.
pub type Observer<'a> = dyn FnMut(&Progress) -> ControlFlow<()> + 'a;
