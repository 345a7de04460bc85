//! Scenes with two dimensions: planned and run on the processor, which takes seconds.

use crate::machine::{Machine, host_budget};
use crate::{Error, RunOptions, VERSION};
use poynting_exec::{Device, DeviceChoice, Pool};
use poynting_mom::plane::{Job, Plan, run};
use poynting_mom::{MomError, Observer, Outcome};
use poynting_results::{MomSummary, Summary};
use poynting_scene::Scene;
use std::time::Duration;

/// Plans a scene; the options become those of the processor, without checkpoints.
pub fn planned(scene: &Scene, options: &mut RunOptions) -> Result<Plan, Error> {
    let device = match options.device {
        DeviceChoice::Auto => Device::Cpu,
        _ => options.device.resolve()?,
    };
    if device != Device::Cpu {
        let refusal = MomError::Refused {
            what: format!("{device} with dimension = 2"),
            reason: "matrices are small, and a run takes seconds: remove --device".to_owned(),
        };
        return Err(refusal.into());
    }
    options.device = DeviceChoice::Device(Device::Cpu);
    let precision = options.precision.unwrap_or(scene.mom.precision);
    let limits = (host_budget(device, options), options.effort);
    // Otherwise rayon would start a pool of its own, and panic if the system has no threads left.
    let pool = Pool::new(options.threads)?;
    let mut plan = pool.install(|| Plan::within(scene, precision, limits))?;
    if options.checkpoint.take().is_some() {
        let note = "no checkpoints are written: with dimension = 2 a run takes seconds, and starts again as quickly as it could continue";
        plan.notes.push(note.to_owned());
    }
    Ok(plan)
}

impl Machine {
    /// Runs a scene with two dimensions.
    pub fn solve_plane(
        &self,
        job: Job<'_>,
        observe: &mut Observer<'_>,
    ) -> Result<Outcome, MomError> {
        run(job, &self.pool, observe)
    }

    /// The summary of such a run.
    pub fn plane_summary(
        &self,
        scene: &Scene,
        plan: &Plan,
        outcome: &Outcome,
        wall: Duration,
    ) -> Summary {
        let [assembly_s, factorisation_s, solution_s] = outcome.times.map(|t| t.as_secs_f64());
        Summary {
            title: scene.title.clone(),
            solver: "mom".to_owned(),
            device: Device::Cpu.to_string(),
            precision: "f64".to_owned(),
            threads: self.pool.threads(),
            wall_s: wall.as_secs_f64(),
            peak_bytes: plan.bytes(),
            stopped_by: outcome.ended.name().to_owned(),
            warnings: plan.warnings.clone(),
            notes: plan.notes.clone(),
            version: VERSION.to_owned(),
            mom: Some(MomSummary {
                unknowns: plan.unknowns() as u64,
                elements: Some(plan.mesh.len() as u64),
                equation: plan.equation_name().to_owned(),
                frequencies: outcome.frequencies,
                right_hand_sides: plan.sides,
                method: "dense".to_owned(),
                factors: Some("f64".to_owned()),
                residual: outcome.figures.residual,
                assembly_s,
                factorisation_s,
                solution_s,
                ..MomSummary::default()
            }),
            ..Summary::default()
        }
    }
}
