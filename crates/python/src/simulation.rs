//! A scene that Python can plan and run.

use crate::bodies::Bodies;
use crate::error::raised;
use crate::marks::{Mark, marks};
use crate::options::Options;
use crate::plan::describe;
use crate::recorded::Recorded;
use crate::watch::Watch;
use poynting::RunOptions;
use poynting_scene::{FileAccess, Scene};
use pyo3::exceptions::{PyBaseException, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use std::time::Duration;

/// Time between checkpoints if the scene defines none.
const CHECKPOINT: Duration = Duration::from_secs(600);

/// A scene, ready to be run.
#[pyclass(frozen, module = "poynting._poynting")]
pub struct Simulation(poynting::Simulation);

#[pymethods]
impl Simulation {
    /// Reads a scene file. Files that it names must be in its folder unless all are allowed.
    #[staticmethod]
    fn from_file(py: Python<'_>, path: PathBuf, allow_files: bool) -> PyResult<Self> {
        let files = if allow_files {
            FileAccess::Anywhere
        } else {
            FileAccess::OwnFolder
        };
        poynting::Simulation::from_path_with(path, files)
            .map(Self)
            .map_err(|e| raised(py, e))
    }

    /// Reads a scene; files that it names are looked for in `base_dir`.
    #[staticmethod]
    fn from_text(py: Python<'_>, text: &str, format: &str, base_dir: PathBuf) -> PyResult<Self> {
        let name = |name: &str| base_dir.join(name).to_string_lossy().into_owned();
        let scene = match format {
            "toml" => Scene::from_toml(text, &name("scene.toml")),
            "json" => Scene::from_json(text, &name("scene.json")),
            _ => {
                return Err(PyValueError::new_err(format!(
                    "format must be \"toml\" or \"json\", not \"{format}\""
                )));
            }
        };
        scene
            .map(|scene| Self(scene.into()))
            .map_err(|e| raised(py, e))
    }

    /// Reads a scene that was built in Python, from JSON whose bare numbers are in SI units.
    #[staticmethod]
    fn from_built(py: Python<'_>, text: &str, base_dir: PathBuf) -> PyResult<Self> {
        let name = base_dir.join("Scene").to_string_lossy().into_owned();
        Scene::from_built(text, &name)
            .map(|scene| Self(scene.into()))
            .map_err(|e| raised(py, e))
    }

    #[getter]
    fn title(&self) -> &str {
        &self.0.scene().title
    }

    #[getter]
    fn text(&self) -> &str {
        &self.0.scene().text
    }

    /// The folder in which files that the scene names are looked for.
    #[getter]
    fn base_dir(&self) -> PathBuf {
        self.0.scene().base_dir.clone()
    }

    /// All tables, in JSON.
    fn json(&self) -> String {
        self.0.scene().to_json().to_string()
    }

    /// The scene in TOML.
    fn toml(&self) -> PyResult<String> {
        let text = self.0.scene().to_toml();
        text.map_err(|e| PyValueError::new_err(e.to_string()))
    }

    /// The structures, for pictures.
    fn bodies(&self, py: Python<'_>) -> PyResult<Bodies> {
        Bodies::of(py, &self.0)
    }

    /// Kind, name and corners of ports, sources, elements, monitors and pieces of wire.
    fn marks(&self) -> Vec<Mark<'_>> {
        marks(self.0.scene())
    }

    /// Corners of the domain; none in open space.
    fn domain(&self) -> Option<[[f64; 3]; 2]> {
        let domain = self.0.scene().domain;
        (!domain.is_space()).then_some([domain.from, domain.to])
    }

    /// Lays the run out.
    fn plan<'py>(&self, py: Python<'py>, options: Options) -> PyResult<Bound<'py, PyDict>> {
        let options = options.read(py)?;
        let planned = py.detach(|| self.planned(&options));
        let (plan, device, bytes) = planned.map_err(|e| raised(py, e))?;
        let report = describe(py, &plan, bytes)?;
        report.set_item("title", self.title())?;
        report.set_item("device", device)?;
        Ok(report)
    }

    /// The page that shows the scene before it is run.
    fn view(&self, py: Python<'_>, options: Options) -> PyResult<String> {
        let options = options.read(py)?;
        let page = py.detach(|| {
            let plan = self.0.plan(&options)?;
            Ok(self.0.view(&plan)?.page()?)
        });
        page.map_err(|e: poynting::Error| raised(py, e))
    }

    /// Runs, and keeps the state meanwhile in a folder if one is given. Also returns what stopped it before its time: Ctrl-C, or an exception of `show`.
    fn run(
        &self,
        py: Python<'_>,
        options: Options,
        show: Option<Py<PyAny>>,
        folder: Option<PathBuf>,
    ) -> PyResult<(Recorded, Option<Py<PyBaseException>>)> {
        let mut options = options.read(py)?;
        let simulation = match &folder {
            Some(folder) => {
                self.keep(&mut options);
                &self.0.kept_in(folder, &options)
            }
            None => &self.0,
        };
        let mut watch = Watch::new(show);
        let results = py.detach(|| simulation.run_with(&options, |progress| watch.look(progress)));
        let results = results.map_err(|e| raised(py, e))?;
        let stopped = watch.stopped.map(|error| error.into_value(py));
        Ok((Recorded(results), stopped))
    }
}

impl Simulation {
    /// Sets how often the state of a run is kept.
    fn keep(&self, options: &mut RunOptions) {
        options.checkpoint = self.0.scene().checkpoint.or(Some(CHECKPOINT));
        options.resume = true;
    }

    fn planned(
        &self,
        options: &RunOptions,
    ) -> Result<(poynting::Plan, String, [u64; 2]), poynting::Error> {
        let plan = self.0.plan(options)?;
        let devices = options.device.resolve_all()?;
        let needed = plan.needed_bytes()?;
        let available = options.available_bytes();
        Ok((plan, devices.to_string(), [needed, available]))
    }
}

/// Name, purpose and text of every example.
#[pyfunction]
pub fn examples() -> Vec<(&'static str, &'static str, &'static str)> {
    poynting_scene::examples()
        .iter()
        .map(|example| (example.name, example.about, example.text))
        .collect()
}
