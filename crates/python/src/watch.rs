//! A run as seen from Python: it periodically shows its progress, and checks whether the user wants to stop.

use poynting::{MomStage, Progress};
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Time between two checks: short for people, long for a solver.
const EVERY: Duration = Duration::from_millis(100);

/// Calls into Python while a run proceeds without the GIL.
pub struct Watch {
    show: Option<Py<PyAny>>,
    looked: Instant,
    /// What stopped the run: Ctrl-C, or an exception raised by `show`.
    pub stopped: Option<PyErr>,
}

impl Watch {
    /// Calls `show(done, total, text)`.
    pub fn new(show: Option<Py<PyAny>>) -> Self {
        Self {
            show,
            looked: Instant::now(),
            stopped: None,
        }
    }

    /// Handles the current progress.
    pub fn look(&mut self, progress: &Progress) -> ControlFlow<()> {
        let (done, total) = position(progress);
        if self.looked.elapsed() < EVERY && done < total {
            return ControlFlow::Continue(());
        }
        self.looked = Instant::now();
        let looked = Python::attach(|py| {
            py.check_signals()?;
            if let Some(show) = &self.show {
                show.call1(py, (done, total, text(progress)))?;
            }
            Ok(())
        });
        match looked {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.stopped = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

/// Time steps, three stages per frequency, or frequencies.
fn position(progress: &Progress) -> (u64, u64) {
    match progress {
        // Until the end of the run can be estimated, progress is zero.
        Progress::Fdtd(p) => match p.steps_left {
            Some(left) => (p.step, p.step + left),
            None => (0, p.max_steps),
        },
        Progress::Mom(p) => (
            3 * p.frequency as u64 + p.stage as u64,
            3 * p.frequencies as u64,
        ),
        Progress::Rcwa(p) => (p.frequency as u64, p.frequencies as u64),
    }
}

fn text(progress: &Progress) -> String {
    match progress {
        // There is no energy value before the first check.
        Progress::Fdtd(p) if !p.energy_db.is_finite() => format!("step {}", p.step),
        Progress::Fdtd(p) => format!("step {}, energy {:.1} dB", p.step, p.energy_db),
        Progress::Mom(p) => {
            let what = match p.stage {
                MomStage::Assembly => "assembly",
                MomStage::Factorisation => "factorisation",
                MomStage::Solution => "solution",
            };
            let (n, all) = (p.frequency + 1, p.frequencies);
            let most = if p.is_adaptive { "at most " } else { "" };
            let residual = p
                .iteration
                .map(|s| format!(", iteration {}, residual {:.1e}", s.iteration, s.residual));
            format!(
                "frequency {n} of {most}{all}: {what}{}",
                residual.unwrap_or_default()
            )
        }
        Progress::Rcwa(p) => format!("frequency {} of {}", p.frequency + 1, p.frequencies),
    }
}
