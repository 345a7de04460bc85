//! Unit cells by rigorous coupled-wave analysis, on the processor.

use crate::machine::{Machine, host_budget};
use crate::memory;
use crate::{Error, RunOptions, VERSION};
use poynting_exec::{Device, DeviceChoice, Pool};
use poynting_grating::{GratingError, Job, Limits, Observer, Outcome, Plan, run};
use poynting_results::{RcwaSummary, Summary};
use poynting_scene::{Precision, Scene};
use std::time::Duration;

/// Plans a scene; the options become those of the processor, without checkpoints.
pub fn planned(scene: &Scene, options: &mut RunOptions) -> Result<Plan, Error> {
    let device = match options.device {
        DeviceChoice::Auto => Device::Cpu,
        _ => options.device.resolve()?,
    };
    let refused = |what: String, reason: &str| GratingError::Refused {
        what,
        reason: reason.to_owned(),
    };
    if device != Device::Cpu {
        let reason = "eigenvalues are found on the processor: remove --device";
        return Err(refused(device.to_string(), reason).into());
    }
    if options.precision == Some(Precision::F32) {
        let reason = "it solves in double precision only: remove --precision";
        return Err(refused("single precision".to_owned(), reason).into());
    }
    options.device = DeviceChoice::Device(Device::Cpu);
    let limits = Limits {
        budget: host_budget(device, options),
        besides: memory::program(options),
        threads: options.threads.unwrap_or_else(Pool::cores),
    };
    let mut plan = Plan::within(scene, limits)?;
    if options.checkpoint.take().is_some() {
        let note = "no checkpoints are written: the frequencies of RCWA are solved again if a run is interrupted";
        plan.notes.push(note.to_owned());
    }
    Ok(plan)
}

impl Machine {
    /// Runs a scene by rigorous coupled-wave analysis.
    pub fn solve_grating(
        &self,
        job: Job<'_>,
        observe: &mut Observer<'_>,
    ) -> Result<Outcome, GratingError> {
        run(job, &self.pool, observe)
    }

    /// The summary of such a run.
    pub fn grating_summary(
        &self,
        scene: &Scene,
        plan: &Plan,
        outcome: &Outcome,
        wall: Duration,
    ) -> Summary {
        let ended = if outcome.is_interrupted {
            "interrupt"
        } else {
            "complete"
        };
        Summary {
            title: scene.title.clone(),
            solver: "rcwa".to_owned(),
            device: Device::Cpu.to_string(),
            precision: "f64".to_owned(),
            threads: self.pool.threads(),
            wall_s: wall.as_secs_f64(),
            peak_bytes: plan.bytes(),
            stopped_by: ended.to_owned(),
            warnings: plan.warnings.clone(),
            notes: plan.notes.clone(),
            version: VERSION.to_owned(),
            rcwa: Some(RcwaSummary {
                orders: plan.orders().map(|(_, count)| count),
                unknowns: plan.unknowns() as u64,
                layers: plan.layers(),
                frequencies: outcome.frequencies,
                imbalance: outcome.imbalance,
                truncation: outcome.truncation,
                solution_s: outcome.solving.as_secs_f64(),
            }),
            ..Summary::default()
        }
    }
}
