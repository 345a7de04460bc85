//! The memory of a run as a whole: this program, its model, its results.
//!
//! A run is planned, set up, advanced and evaluated; then its model is dropped, and tables and plots are made. What is freed goes back to the system, so that the
//! memory of the process is at no moment more than what these parts have then.

use crate::RunOptions;
#[cfg(feature = "gpu")]
use poynting_exec::GpuKind;
use poynting_exec::{Budget, Device, Pool, resident_memory};
use poynting_scene::Scene;

/// What takes memory, and its bytes.
pub type Lines = Vec<(&'static str, u64)>;

/// Code and tables of libraries that a run uses and a plan does not, and blocks too small to be returned.
const LIBRARIES: u64 = 16 << 20;
/// Where a system does not say what a process has.
const PROGRAM: u64 = 16 << 20;
/// Stack of a thread, as far as it is used, and the small blocks that it has freed.
const THREAD: u64 = 1 << 20;

/// What the choice between the forms of a matrix leaves in the process, at most. It is announced as well, so that the announced memory gives the same choice.
pub const CHOICE: u64 = 4 << 20;

/// Bytes of this process, its threads and the libraries that a run uses, besides the model and its results.
pub fn program(options: &RunOptions) -> u64 {
    let threads = options.threads.unwrap_or_else(Pool::cores) as u64;
    resident_memory().unwrap_or(PROGRAM) + LIBRARIES + THREAD * threads
}

/// Whether what a device has is memory of this machine.
#[cfg(feature = "gpu")]
pub fn is_shared(device: Device) -> bool {
    let kind = poynting_exec::gpu_device(device).map(|gpu| gpu.kind);
    device == Device::Cpu || matches!(kind, Ok(GpuKind::Integrated | GpuKind::Software))
}

/// Without GPUs there is only the processor.
#[cfg(not(feature = "gpu"))]
pub fn is_shared(_: Device) -> bool {
    true
}

/// Code that the driver of a GPU makes, and its buffers for copies.
const DRIVER: u64 = 60 << 20;

/// A panel of matrix entries on a GPU or on its way back, and the pairs of triangles that it has.
pub const PANEL: u64 = 34 << 20;

/// What models on a device share on this machine, with these bytes copied for one of them after another.
pub fn beside_device(copied: u64) -> Lines {
    vec![
        ("copied to or from the device", copied),
        ("driver of the device", DRIVER),
    ]
}

/// The sum of lines.
pub fn total(lines: &[(&'static str, u64)]) -> u64 {
    lines.iter().map(|(_, bytes)| bytes).sum()
}

/// Quantities of a monitor or port of the method of moments, at most, and bytes that the results file holds for each.
const QUANTITIES: usize = 24;
const OF_A_QUANTITY: u64 = 52 << 10;

/// Bytes that the results file of a run with the method of moments holds, at most.
pub fn files(scene: &Scene) -> u64 {
    let parts = 1 + scene.monitors.len() + scene.ports.len();
    (QUANTITIES * parts) as u64 * OF_A_QUANTITY
}

/// What a run takes besides its models, and how many of them there are.
#[derive(Debug, Clone, Default)]
pub struct Besides {
    /// This process without any model.
    pub program: u64,
    /// What all models share.
    pub shared: Lines,
    /// Results in memory, or the open file that they go to.
    pub results: u64,
    /// Tables and plots, once the models are gone.
    pub completion: u64,
    /// Runs, of which some are made at once.
    pub runs: usize,
}

impl Besides {
    /// How many models of this size fit at once; one is always tried.
    pub fn at_once(&self, model: u64, budget: Budget, threads: usize) -> usize {
        let besides = self.program + total(&self.shared) + self.results;
        let rest = budget.bytes.saturating_sub(besides);
        let fitting = rest / model.max(1);
        (fitting as usize).clamp(1, self.runs.min(threads).max(1))
    }

    /// All lines, for so many models at once.
    pub fn lines(&self, model: &[(&'static str, u64)], at_once: usize) -> Lines {
        let of_one = total(model);
        let of_all = at_once as u64 * of_one;
        let mut lines = model.to_vec();
        if at_once > 1 {
            lines.push(("other runs at the same time", of_all - of_one));
        }
        lines.extend(self.shared.iter().copied());
        lines.extend([
            ("results", self.results),
            ("tables and plots", self.completion.saturating_sub(of_all)),
            ("program", self.program),
        ]);
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BESIDES: Besides = Besides {
        program: 30,
        shared: Vec::new(),
        results: 20,
        completion: 50,
        runs: 4,
    };

    #[test]
    fn runs_at_once_fit_in_the_budget() {
        let at_once = |bytes| BESIDES.at_once(100, Budget { bytes }, 3);
        assert_eq!(
            [at_once(100), at_once(249), at_once(250), at_once(10_000)],
            [1, 1, 2, 3]
        );
        let lines = BESIDES.lines(&[("fields", 100)], 2);
        assert_eq!(total(&lines), 250);
    }

    /// Two models on a GPU have one driver.
    #[test]
    fn what_models_share_is_counted_once() {
        let besides = Besides {
            shared: vec![("driver", 70)],
            ..BESIDES
        };
        let at_once = |bytes| besides.at_once(100, Budget { bytes }, 3);
        assert_eq!([at_once(319), at_once(320)], [1, 2]);
        assert_eq!(total(&besides.lines(&[("fields", 100)], 2)), 320);
    }

    #[test]
    fn plots_are_made_when_the_model_is_gone() {
        let bytes = |fields| total(&BESIDES.lines(&[("fields", fields)], 1));
        assert_eq!([bytes(10), bytes(50), bytes(60)], [100, 100, 110]);
    }
}
