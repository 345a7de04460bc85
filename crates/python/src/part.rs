//! Individual tables of a scene.

use crate::error::raised;
use poynting_scene::Part;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;

/// Checks a table in JSON, which messages call `label`; returns it with a unit at every number that needs one.
#[pyfunction]
pub fn complete(py: Python<'_>, table: &str, json: &str, label: &str) -> PyResult<String> {
    let part = Part::named(table).ok_or_else(|| PyKeyError::new_err(table.to_owned()))?;
    part.complete(json, label).map_err(|e| raised(py, e))
}

/// The JSON Schema of a scene file.
#[pyfunction]
pub fn schema() -> String {
    poynting_scene::json_schema().to_string()
}
