//! Run options, by the names that users write.

use crate::error::raised;
use poynting::{DeviceChoice, Precision, RankChoiceError, RunOptions, Solver};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The options of `check` and `run`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Options {
    device: String,
    threads: Option<usize>,
    precision: Option<String>,
    solver: Option<String>,
    ranks: Option<String>,
}

impl Options {
    /// The library's options.
    pub fn read(&self, py: Python<'_>) -> PyResult<RunOptions> {
        let device: Result<DeviceChoice, _> = self.device.parse();
        if self.threads == Some(0) {
            return Err(PyValueError::new_err("threads must be at least 1"));
        }
        Ok(RunOptions {
            device: device.map_err(|e| raised(py, e))?,
            threads: self.threads,
            precision: one_of(
                "precision",
                self.precision.as_deref(),
                [Precision::F32, Precision::F64].map(|p| (p.name(), p)),
            )?,
            solver: one_of(
                "solver",
                self.solver.as_deref(),
                Solver::ALL.map(|s| (s.name(), s)),
            )?,
            ranks: match &self.ranks {
                None => None,
                Some(ranks) => Some(
                    ranks
                        .parse()
                        .map_err(|e: RankChoiceError| PyValueError::new_err(e.to_string()))?,
                ),
            },
            ..RunOptions::default()
        })
    }
}

fn one_of<T: Copy, const N: usize>(
    what: &str,
    asked: Option<&str>,
    known: [(&str, T); N],
) -> PyResult<Option<T>> {
    let Some(asked) = asked else { return Ok(None) };
    if let Some((_, value)) = known.iter().find(|(name, _)| *name == asked) {
        return Ok(Some(*value));
    }
    let names = known.map(|(name, _)| format!("\"{name}\"")).join(" or ");
    Err(PyValueError::new_err(format!(
        "{what} must be {names}, not \"{asked}\""
    )))
}
