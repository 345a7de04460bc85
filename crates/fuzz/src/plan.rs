//! The plan of a scene: `check` makes a quick one, `run` a full one.

use crate::bytes::Bytes;
use crate::generate;
use poynting::{Budget, Effort, Error, ErrorKind, Plan, RunOptions, Scene, Simulation};

/// The memory of the run.
const BUDGET: Budget = Budget { bytes: 64 << 20 };
/// Bytes of a model that is planned in full too.
const SMALL: u64 = 16 << 20;

/// A scene whose keys and values the bytes choose is planned as `check` does. If that says that it can run, `run` does not refuse it; if it is refused
/// for any other reason than its size, so does `run`.
pub fn plan(bytes: &[u8]) {
    let json = generate::scene(&mut Bytes::new(bytes)).to_string();
    let Ok(scene) = Scene::from_json(&json, "scene.json") else {
        return;
    };
    let simulation = Simulation::from(scene);
    let planned = |effort| {
        let options = RunOptions {
            threads: Some(1),
            budget: Some(BUDGET),
            effort,
            ..RunOptions::default()
        };
        checked(&simulation, &options)
    };
    match planned(Effort::Quick) {
        Ok(quick) => {
            if quick.left_out().is_none() && quick.bytes() < SMALL {
                let full = planned(Effort::Full);
                full.unwrap_or_else(|e| panic!("check accepts what run refuses: {e}\n{json}"));
            }
        }
        Err(refused) if refused.kind() == ErrorKind::Memory => {}
        Err(refused) => {
            let full = planned(Effort::Full);
            assert!(
                full.is_err(),
                "run accepts what check refuses: {refused}\n{json}"
            );
        }
    }
}

fn checked(simulation: &Simulation, options: &RunOptions) -> Result<Plan, Error> {
    let plan = simulation.plan(options)?;
    plan.check_memory()?;
    Ok(plan)
}
