//! What a case works with: it runs scenes as the user asked for, and hands back rows.

use crate::{Effort, Row, Selection, ValidationError};
use poynting::{Precision, Results, RunOptions, Scene, Simulation};
use std::ops::ControlFlow;
use std::time::Instant;

/// A comparison: what was compared, how far off it is and how far it may be.
pub(crate) struct Comparison<'a> {
    /// What of the case this is; empty when the case has one row per precision.
    pub of: &'a str,
    pub precision: Precision,
    pub error: f64,
    pub unit: &'a str,
    pub tolerance: f64,
}

/// A recorded signal on equidistant times.
pub(crate) struct Signal {
    pub times: Vec<f64>,
    pub values: Vec<f64>,
}

/// Where a case runs.
pub(crate) struct Bench<'a> {
    selection: &'a Selection,
    case: &'static str,
    keep: &'a mut dyn FnMut(Row),
    since: Instant,
}

impl<'a> Bench<'a> {
    pub fn new(selection: &'a Selection, case: &'static str, keep: &'a mut dyn FnMut(Row)) -> Self {
        Self {
            selection,
            case,
            keep,
            since: Instant::now(),
        }
    }

    /// `quick` or `full`, by what was asked for.
    pub fn by_effort<T>(&self, quick: T, full: T) -> T {
        match self.selection.effort {
            Effort::Quick => quick,
            Effort::Full => full,
        }
    }

    /// The user's options, in a given precision.
    pub fn options(&self, precision: Precision) -> RunOptions {
        RunOptions {
            device: self.selection.device.into(),
            threads: self.selection.threads,
            precision: Some(precision),
            ..RunOptions::default()
        }
    }

    /// Runs a scene as the user asked for.
    pub fn simulate(&self, scene: &str, precision: Precision) -> Result<Results, ValidationError> {
        self.simulate_with(scene, &self.options(precision))
    }

    /// Runs a scene with options of its own.
    pub fn simulate_with(
        &self,
        scene: &str,
        options: &RunOptions,
    ) -> Result<Results, ValidationError> {
        let scene = Scene::from_toml(scene, &format!("{}.toml", self.case))
            .map_err(poynting::Error::from)?;
        Ok(Simulation::from(scene).run(options, &mut |_| ControlFlow::Continue(()))?)
    }

    /// Hands back a row.
    pub fn row(&mut self, comparison: &Comparison<'_>) {
        let case = match comparison.of {
            "" => self.case.to_owned(),
            of => format!("{}/{of}", self.case),
        };
        let row = Row {
            case,
            solver: "fdtd".to_owned(),
            device: self.selection.device.to_string(),
            precision: comparison.precision.name().to_owned(),
            error: comparison.error,
            unit: comparison.unit.to_owned(),
            tolerance: comparison.tolerance,
            // Written so that an error that is not a number fails.
            pass: comparison.error <= comparison.tolerance,
            wall_s: self.since.elapsed().as_secs_f64(),
        };
        self.since = Instant::now();
        (self.keep)(row);
    }
}

/// A recorded quantity that depends on time alone.
pub(crate) fn signal(results: &Results, name: &str) -> Result<Signal, ValidationError> {
    let missing = || ValidationError::Missing(name.to_owned());
    let quantity = results.get(name).ok_or_else(missing)?;
    let times = quantity.axis("time").ok_or_else(missing)?;
    Ok(Signal {
        times: times.to_vec(),
        values: quantity.data.clone(),
    })
}
