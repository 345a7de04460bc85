//! The materials that fill the model, for pictures.

use crate::error::raised;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use poynting::Section;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The structures of a scene.
#[pyclass(frozen, module = "poynting._poynting")]
pub struct Bodies {
    filled: poynting::Bodies,
    /// Names of structures and of their materials.
    names: Vec<(String, String)>,
    materials: Vec<String>,
}

impl Bodies {
    /// The structures of a simulation.
    pub fn of(py: Python<'_>, simulation: &poynting::Simulation) -> PyResult<Self> {
        let bodies = py.detach(|| simulation.bodies());
        let scene = simulation.scene();
        let materials: Vec<String> = scene.materials.iter().map(|m| m.name.clone()).collect();
        let material = |s: &poynting_scene::Structure| &materials[s.material.0 as usize];
        let structures = scene.structures.iter();
        let names = structures.map(|s| (s.name.clone(), material(s).clone()));
        let profiles = scene.profiles.iter();
        let names = names.chain(profiles.map(|p| (p.name.clone(), "pec".to_owned())));
        Ok(Self {
            filled: bodies.map_err(|e| raised(py, e))?,
            names: names.collect(),
            materials,
        })
    }
}

#[pymethods]
impl Bodies {
    /// Names of all materials, in the order of their numbers.
    #[getter]
    fn materials(&self) -> Vec<String> {
        self.materials.clone()
    }

    /// Name, material, smallest and largest corner of every structure.
    fn boxes(&self) -> Vec<(&str, &str, [f64; 3], [f64; 3])> {
        let names = self.names.iter().zip(self.filled.bounds());
        names
            .map(|((name, material), [min, max])| (&**name, &**material, min, max))
            .collect()
    }

    /// The number of the material at every point of a plane across `axis`, shaped `[v, u]`.
    fn section<'py>(
        &self,
        py: Python<'py>,
        axis: usize,
        at: f64,
        u: PyReadonlyArray1<'py, f64>,
        v: PyReadonlyArray1<'py, f64>,
    ) -> PyResult<Bound<'py, PyArray2<u32>>> {
        if axis > 2 {
            return Err(PyValueError::new_err("axis must be 0, 1 or 2"));
        }
        let (u, v) = (u.as_slice()?, v.as_slice()?);
        let section = Section { axis, at, u, v };
        let found = py.detach(|| self.filled.materials(section));
        let numbers = found.iter().map(|material| material.0);
        PyArray1::from_iter(py, numbers).reshape([v.len(), u.len()])
    }
}
