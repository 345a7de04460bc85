//! The CUDA text of the kernels, executed on the processor: every check of a GPU, on a device that needs no hardware.

use crate::{fdtd, mom};
use poynting_exec::conformance::{EXECUTED, Verdict};
use poynting_exec::gpu::text::{Cuda, Mode, MultiplyAdd, TextDevice, TextRuntime};

/// Runs every check of both solvers on the text; each verdict is reported as it arrives.
pub fn run_executed(multiply_add: MultiplyAdd, report: &mut dyn FnMut(&Verdict)) -> Vec<Verdict> {
    let queue = TextRuntime::<Cuda>::queue(&TextDevice {
        number: 0,
        mode: Mode::Execute(multiply_add),
    });
    let [separate, fused] = EXECUTED;
    let name = match multiply_add {
        MultiplyAdd::Separate => separate,
        MultiplyAdd::Fused => fused,
    };
    let mut verdicts = Vec::new();
    let mut take = |verdict: Verdict| {
        report(&verdict);
        verdicts.push(verdict);
    };
    fdtd::run_on_queue(name, queue.clone(), &mut take);
    mom::run_on_queue(name, &queue, &mut take);
    verdicts
}
