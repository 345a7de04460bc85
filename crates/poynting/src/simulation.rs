//! A scene that can be planned and run.

use crate::machine::{Machine, needed_bytes};
use crate::{Error, Observer, Plan, Progress, RunOptions, Solver, model};
use poynting_exec::{Device, Pool};
use poynting_fdtd::{Config, Job};
use poynting_mom::{Forecast, Plan as MomPlan};
use poynting_observe::Sink;
use poynting_results::{Model, Results, SceneText, Summary};
use poynting_scene::{Format, Scene};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A scene, ready to run.
#[derive(Debug, Clone)]
pub struct Simulation {
    scene: Scene,
    file: PathBuf,
}

impl From<Scene> for Simulation {
    fn from(scene: Scene) -> Self {
        let file = match scene.format {
            Format::Toml => "scene.toml",
            Format::Json => "scene.json",
        };
        Self {
            scene,
            file: PathBuf::from(file),
        }
    }
}

impl Simulation {
    /// Reads a scene file, TOML or JSON by its extension.
    pub fn from_path(path: impl AsRef<Path>) -> Result<Self, Error> {
        let file = path.as_ref().to_path_buf();
        Ok(Self {
            scene: Scene::from_path(&file)?,
            file,
        })
    }

    /// The scene.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The solver of a run.
    pub fn solver(&self, options: &RunOptions) -> Solver {
        options.solver.unwrap_or_else(|| Solver::of(&self.scene))
    }

    /// Plans the run: grid or mesh, memory, warnings. Nothing large is allocated.
    pub fn plan(&self, options: &RunOptions) -> Result<Plan, Error> {
        let scene = &self.scene;
        Ok(match self.solver(options) {
            Solver::Fdtd => {
                let precision = options.precision.unwrap_or(scene.fdtd.precision);
                Plan::Fdtd(Box::new(poynting_fdtd::Plan::new(scene, precision)?))
            }
            Solver::Mom => {
                let precision = options.precision.unwrap_or(scene.mom.precision);
                let budget = crate::machine::host_budget(options.device.resolve()?, options);
                Plan::Mom(Box::new(poynting_mom::Plan::new(scene, precision, budget)?))
            }
        })
    }

    /// The same for a run that is already planned and fits.
    pub(crate) fn run_planned(
        &self,
        plan: &Plan,
        options: &RunOptions,
        observe: &mut Observer<'_>,
    ) -> Result<Results, Error> {
        let mut results = self.begun(plan, options)?;
        results.summary = self.record(plan, options, &mut results, observe)?;
        results.require_finite()?;
        Ok(results)
    }

    /// Results without quantities yet.
    pub(crate) fn begun(&self, plan: &Plan, options: &RunOptions) -> Result<Results, Error> {
        Ok(Results {
            model: Some(self.model(plan, options)?),
            ..Results::new(self.scene_text())
        })
    }

    /// The model, for display.
    pub(crate) fn model(&self, plan: &Plan, options: &RunOptions) -> Result<Model, Error> {
        Ok(model::of(&self.scene, plan, options.device.resolve()?))
    }

    /// The same file with another scene.
    pub(crate) fn with_scene(&self, scene: Scene) -> Self {
        let file = self.file.clone();
        Self { scene, file }
    }

    pub(crate) fn scene_text(&self) -> SceneText {
        let file_name = self
            .file
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        SceneText {
            text: self.scene.text.clone(),
            file_name,
            format: match self.scene.format {
                Format::Toml => "toml",
                Format::Json => "json",
            }
            .to_owned(),
        }
    }

    /// How long a method-of-moments run will take, from samples of its work, which themselves take some seconds. None on a GPU, which assembles
    /// dense matrices at a different rate.
    pub fn forecast(
        &self,
        plan: &MomPlan,
        options: &RunOptions,
    ) -> Result<Option<Forecast>, Error> {
        if options.device.resolve()? != Device::Cpu {
            return Ok(None);
        }
        let pool = Pool::new(options.threads)?;
        Ok(Some(pool.install(|| plan.forecast())?))
    }

    /// Bytes needed on the device of the run.
    pub fn needed_bytes(&self, plan: &Plan, options: &RunOptions) -> Result<u64, Error> {
        let device = options.device.resolve()?;
        Ok(match plan {
            Plan::Fdtd(plan) => needed_bytes(&[plan], device),
            // The matrix and its factors stay on the processor.
            Plan::Mom(plan) => plan.bytes(),
        })
    }

    /// Refuses a plan that does not fit on the device of the run.
    pub fn check_memory(&self, plan: &Plan, options: &RunOptions) -> Result<(), Error> {
        Machine::check_memory(plan, options)
    }

    pub(crate) fn checked_plan(&self, options: &RunOptions) -> Result<Plan, Error> {
        let plan = self.plan(options)?;
        self.check_memory(&plan, options)?;
        Ok(plan)
    }

    pub(crate) fn record(
        &self,
        plan: &Plan,
        options: &RunOptions,
        sink: &mut dyn Sink,
        observe: &mut Observer<'_>,
    ) -> Result<Summary, Error> {
        let start = Instant::now();
        let machine = Machine::new(options)?;
        let scene = &self.scene;
        match plan {
            Plan::Fdtd(plan) => {
                let job = Job { scene, plan, sink };
                let told = &mut |progress: &_| observe(&Progress::Fdtd(*progress));
                let outcome = machine.run(job, self.config(options), options, told)?;
                Ok(machine.summary(scene, plan, &outcome, start.elapsed()))
            }
            Plan::Mom(plan) => {
                let job = poynting_mom::Job { scene, plan, sink };
                let told = &mut |progress: &_| observe(&Progress::Mom(*progress));
                let outcome = machine.solve(job, options, told)?;
                Ok(machine.mom_summary(scene, plan, &outcome, start.elapsed()))
            }
        }
    }

    /// The solver configuration.
    pub(crate) fn config(&self, options: &RunOptions) -> Config {
        Config {
            traversal: options.traversal.unwrap_or(self.scene.fdtd.traversal),
            ..Config::default()
        }
    }
}
