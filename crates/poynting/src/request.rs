//! What a run with checkpoints was asked to do, as it is stored beside them.

use crate::Solver;
use poynting_scene::{Precision, json};
use serde_json::Value;
use std::path::PathBuf;
use std::time::Duration;

/// A run that can be continued.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The scene file.
    pub scene: PathBuf,
    /// The solver, if it was given.
    pub solver: Option<Solver>,
    /// How often its state is kept.
    pub every: Duration,
    /// Precision of the fields, if it was given.
    pub precision: Option<Precision>,
}

impl Request {
    /// Reads the text of a description; or says what is wrong with it.
    pub fn from_json(text: &[u8]) -> Result<Self, String> {
        let value: Value = serde_json::from_slice(text).map_err(|e| e.to_string())?;
        let read = || {
            let seconds = value["every_s"].as_f64()?;
            Some(Self {
                scene: PathBuf::from(value["scene"].as_str()?),
                solver: Solver::ALL
                    .into_iter()
                    .find(|solver| value["solver"].as_str() == Some(solver.name())),
                every: Duration::try_from_secs_f64(seconds).ok()?,
                precision: [Precision::F32, Precision::F64]
                    .into_iter()
                    .find(|precision| value["precision"].as_str() == Some(precision.name())),
            })
        };
        read().ok_or_else(|| "not the description of a run".to_owned())
    }

    /// The text of the description.
    pub fn to_json(&self) -> String {
        let value = json!({
            "scene": self.scene,
            "every_s": self.every.as_secs_f64(),
            "solver": self.solver.map(Solver::name),
            "precision": self.precision.map(Precision::name),
        });
        format!("{value:#}\n")
    }
}
