//! Results for Python.

use crate::error::raised;
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods};
use poynting::Quantity;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::path::PathBuf;

/// The results of a run.
#[pyclass(frozen, module = "poynting._poynting")]
pub struct Recorded(pub poynting::Results);

/// A quantity: values, axes, unit, description.
type Parts<'a, 'py> = (
    Bound<'py, PyArrayDyn<f64>>,
    Vec<(&'a str, &'a str, Bound<'py, PyArray1<f64>>)>,
    &'a str,
    &'a str,
);

#[pymethods]
impl Recorded {
    /// Names of all quantities that have data.
    fn names(&self) -> Vec<&str> {
        let quantities = self.0.quantities.iter();
        quantities
            .filter(|q| has_data(q))
            .map(|q| q.declaration.name.as_str())
            .collect()
    }

    /// Values in the shape of the axes, the axes as (name, unit, values), unit and description.
    fn get<'a, 'py>(&'a self, py: Python<'py>, name: &str) -> PyResult<Option<Parts<'a, 'py>>> {
        let Some(quantity) = self.0.get(name).filter(|q| has_data(q)) else {
            return Ok(None);
        };
        let declaration = &quantity.declaration;
        let values = PyArray1::from_slice(py, &quantity.data).reshape(declaration.shape())?;
        let axes = declaration.axes.iter().map(|axis| {
            let values = PyArray1::from_slice(py, &axis.values);
            (axis.name.as_str(), axis.unit.as_str(), values)
        });
        Ok(Some((
            values,
            axes.collect(),
            &declaration.unit,
            &declaration.description,
        )))
    }

    /// The key figures of the run, in JSON.
    fn summary(&self) -> PyResult<String> {
        serde_json::to_string(&self.0.summary).map_err(|e| PyValueError::new_err(e.to_string()))
    }

    /// The text of the scene.
    fn scene(&self) -> &str {
        &self.0.scene.text
    }

    /// The page of the report.
    fn report(&self, py: Python<'_>) -> PyResult<String> {
        let page = py.detach(|| poynting::report_page(&self.0));
        page.map_err(|e| raised(py, e))
    }

    /// Writes the files that `poynting run` writes; returns their paths.
    fn write(&self, py: Python<'_>, dir: PathBuf) -> PyResult<Vec<PathBuf>> {
        let written = py.detach(|| self.0.write(&dir));
        written.map(|w| w.files).map_err(|e| raised(py, e))
    }
}

/// A declared quantity that received no data is left out.
fn has_data(quantity: &Quantity) -> bool {
    let shape = quantity.declaration.shape();
    quantity.data.len() == shape.iter().product::<usize>()
}

/// Reads a results folder.
#[pyfunction]
pub fn load(py: Python<'_>, dir: PathBuf) -> PyResult<Recorded> {
    let results = py.detach(|| poynting_results::open(&dir));
    results.map(Recorded).map_err(|e| raised(py, e))
}
