//! A run as Python sees it: now and then it may show how far it is, and asks whether the user had enough.

use poynting::{MomStage, Progress};
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Time between two looks: short for people, long for a solver.
const EVERY: Duration = Duration::from_millis(100);

/// Looks into Python while a run goes on without it.
pub struct Watch {
    show: Option<Py<PyAny>>,
    looked: Instant,
    /// What ended the run: Ctrl-C, or what `show` raised.
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

    /// Takes note of where the run stands.
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

/// Steps in time, or three stages a frequency.
fn position(progress: &Progress) -> (u64, u64) {
    match progress {
        // Until it is known when the run will end, nothing of it is done.
        Progress::Fdtd(p) => match p.steps_left {
            Some(left) => (p.step, p.step + left),
            None => (0, p.max_steps),
        },
        Progress::Mom(p) => (
            3 * p.frequency as u64 + p.stage as u64,
            3 * p.frequencies as u64,
        ),
    }
}

fn text(progress: &Progress) -> String {
    match progress {
        // Until the first look at the energy there is none.
        Progress::Fdtd(p) if !p.energy_db.is_finite() => format!("step {}", p.step),
        Progress::Fdtd(p) => format!("step {}, energy {:.1} dB", p.step, p.energy_db),
        Progress::Mom(p) => {
            let what = match p.stage {
                MomStage::Assembly => "matrix",
                MomStage::Factorisation => "factors",
                MomStage::Solution => "solutions",
            };
            let (n, all) = (p.frequency + 1, p.frequencies);
            let residual = p
                .iteration
                .map(|s| format!(", step {}, residual {:.1e}", s.iteration, s.residual));
            format!(
                "frequency {n} of {all}: {what}{}",
                residual.unwrap_or_default()
            )
        }
    }
}
