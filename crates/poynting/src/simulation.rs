//! A scene that can be planned and run.

use crate::forward::Forward;
use crate::{Error, RunOptions, VERSION};
use poynting_exec::{Budget, Pool};
use poynting_fdtd::{Config, Outcome, Plan, Progress};
use poynting_results::{Directory, Recorder, Results, SceneText, Summary, Written};
use poynting_scene::{Format, Scene};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What is called between blocks of steps; it may ask to stop.
pub type Observer<'a> = dyn FnMut(&Progress) -> ControlFlow<()> + 'a;

/// A scene, ready to be run.
#[derive(Debug, Clone)]
pub struct Simulation {
    scene: Scene,
    file: PathBuf,
}

/// A run whose results are in a folder.
#[derive(Debug, Clone)]
pub struct Finished {
    /// The figures of the run.
    pub summary: Summary,
    /// The files that were written.
    pub files: Vec<PathBuf>,
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

    /// Lays the run out: grid, time step, memory, warnings. Nothing large is allocated.
    pub fn plan(&self, options: &RunOptions) -> Result<Plan, Error> {
        Ok(Plan::new(
            &self.scene,
            options.precision.unwrap_or(self.scene.fdtd.precision),
        )?)
    }

    /// Runs and keeps the results in memory.
    pub fn run(&self, options: &RunOptions, observe: &mut Observer<'_>) -> Result<Results, Error> {
        let mut results = Results::new(self.scene_text());
        results.summary = self.record(options, &mut results, observe)?;
        Ok(results)
    }

    /// Runs and writes the results into `dir` as they come; then tables, plots and `summary.json`.
    pub fn run_into(
        &self,
        dir: &Path,
        options: &RunOptions,
        observe: &mut Observer<'_>,
    ) -> Result<Finished, Error> {
        let plan = self.checked_plan(options)?;
        let mut directory = Directory::create(dir, &self.scene_text(), VERSION)?;
        let summary = self.record_planned(&plan, options, &mut directory, observe)?;
        let Written { files } = directory.finish(&summary)?;
        Ok(Finished { summary, files })
    }

    fn scene_text(&self) -> SceneText {
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

    fn checked_plan(&self, options: &RunOptions) -> Result<Plan, Error> {
        let plan = self.plan(options)?;
        plan.check_memory(options.budget.unwrap_or_else(Budget::of_this_machine))?;
        Ok(plan)
    }

    fn record(
        &self,
        options: &RunOptions,
        recorder: &mut impl Recorder,
        observe: &mut Observer<'_>,
    ) -> Result<Summary, Error> {
        let plan = self.checked_plan(options)?;
        self.record_planned(&plan, options, recorder, observe)
    }

    fn record_planned(
        &self,
        plan: &Plan,
        options: &RunOptions,
        recorder: &mut impl Recorder,
        observe: &mut Observer<'_>,
    ) -> Result<Summary, Error> {
        let start = Instant::now();
        let config = Config {
            traversal: options.traversal.unwrap_or(self.scene.fdtd.traversal),
            ..Config::default()
        };
        let pool = Pool::new(options.threads)?;
        let mut sink = Forward::new(recorder);
        let outcome = poynting_fdtd::run(&self.scene, plan, config, &pool, &mut sink, observe)?;
        Ok(Summary {
            title: self.scene.title.clone(),
            device: options.device.name().to_owned(),
            threads: pool.threads(),
            wall_s: start.elapsed().as_secs_f64(),
            ..summarize(plan, &outcome)
        })
    }
}

fn summarize(plan: &Plan, outcome: &Outcome) -> Summary {
    let cells = plan.cells();
    Summary {
        solver: "fdtd".to_owned(),
        precision: plan.precision.name().to_owned(),
        traversal: outcome.traversal.name().to_owned(),
        grid: plan.meshed.grid.cells(),
        cells,
        steps: outcome.steps,
        dt_s: plan.dt,
        time_s: outcome.steps as f64 * plan.dt,
        mcells_per_s: cells as f64 * outcome.steps as f64 / outcome.stepping.as_secs_f64() / 1e6,
        peak_bytes: outcome.bytes,
        bytes_per_cell: outcome.bytes as f64 / cells as f64,
        energy_decay_db: (outcome.energy[1] > 0.0).then(|| outcome.decay_db()),
        stopped_by: outcome.stopped_by.name().to_owned(),
        warnings: plan.warnings.clone(),
        version: VERSION.to_owned(),
        ..Summary::default()
    }
}
