//! A scene that can be planned and run.

use crate::machine::Machine;
use crate::memory::{self, Besides};
use crate::{Error, Layout, Observer, Plan, Progress, RunOptions, Solver, grating, model, plane};
use poynting_exec::{Budget, Device, Pool, Processes, return_freed_memory};
use poynting_fdtd::{Checkpoint, Config, Folder, Job};
use poynting_observe::Sink;
use poynting_results::{Model, Results, SceneText, Summary, completion_bytes, file_bytes};
use poynting_scene::{Dimension, FileAccess, Format, Precision, Scene};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A scene, ready to run.
#[derive(Debug, Clone)]
pub struct Simulation {
    scene: Scene,
    file: PathBuf,
    /// Where a run keeps its state.
    checkpoint: Option<PathBuf>,
}

/// Where a run that writes its results into `dir` keeps its state meanwhile.
pub fn checkpoint_folder(dir: &Path) -> PathBuf {
    dir.join("checkpoint")
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
            checkpoint: None,
        }
    }
}

impl Simulation {
    /// Reads a scene file, TOML or JSON by its extension. Files that it names must be in its folder.
    pub fn from_path(path: impl AsRef<Path>) -> Result<Self, Error> {
        Self::from_path_with(path, FileAccess::OwnFolder)
    }

    /// The same with a choice of the files that the scene may name.
    pub fn from_path_with(path: impl AsRef<Path>, files: FileAccess) -> Result<Self, Error> {
        let file = path.as_ref().to_path_buf();
        Ok(Self {
            scene: Scene::from_path_with(&file, files)?,
            file,
            checkpoint: None,
        })
    }

    /// Reads a scene in TOML. Files that it names are looked for in the current folder.
    pub fn from_toml(text: &str) -> Result<Self, Error> {
        Ok(Self::from(Scene::from_toml(text, "scene.toml")?))
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
        let mut options = *options;
        options.checkpoint = options.checkpoint.or(scene.checkpoint);
        let layout = match self.solver(&options) {
            Solver::Fdtd => {
                let precision = options.precision.unwrap_or(scene.fdtd.precision);
                let plan = poynting_fdtd::Plan::within(scene, precision, options.planning())?;
                Layout::Fdtd(Box::new(plan))
            }
            Solver::Mom if scene.dimension == Dimension::Two => {
                Layout::Plane(Box::new(plane::planned(scene, &mut options)?))
            }
            Solver::Rcwa => Layout::Grating(Box::new(grating::planned(scene, &mut options)?)),
            Solver::Mom => {
                let precision = options.precision.unwrap_or(scene.mom.precision);
                let budget = crate::machine::host_budget(options.device.resolve()?, &options);
                let besides = || {
                    return_freed_memory();
                    memory::program(&options) + memory::CHOICE + memory::files(scene)
                };
                // Otherwise rayon would start a pool of its own, and panic if the system has no threads left.
                let pool = Pool::new(options.threads)?;
                let plan = pool.install(|| {
                    poynting_mom::Plan::within(scene, precision, (budget, options.effort), besides)
                })?;
                Layout::Mom(Box::new(plan))
            }
        };
        // What planning has freed makes room for the model.
        return_freed_memory();
        let mut plan = Plan {
            options,
            layout,
            memory: Vec::new(),
        };
        let mut besides = self.besides(&plan.layout, &options);
        besides.shared = plan.shared();
        let threads = options.threads.unwrap_or_else(Pool::cores);
        let budget = options.budget.unwrap_or_else(Budget::of_this_machine);
        let model = plan.model();
        let at_once = besides.at_once(memory::total(&model), budget, threads);
        plan.memory = besides.lines(&model, at_once);
        Ok(plan)
    }

    /// What a planned run takes besides its models.
    fn besides(&self, layout: &Layout, options: &RunOptions) -> Besides {
        let runs = self.runs(options);
        let (choice, results, completion) = match layout {
            Layout::Fdtd(plan) => {
                let streams = &plan.binding.streams;
                let kept = match runs {
                    1 => file_bytes(streams),
                    // In memory until all runs are combined; then they are written. A combination has as much as a run, and once more while it is computed.
                    runs => {
                        let network = self.scene.network.as_ref();
                        let combined = network.map_or(0, |n| 2 * n.combinations.len());
                        plan.results_bytes() * (runs + combined) as u64 + file_bytes(streams)
                    }
                };
                (0, kept, completion_bytes(streams, plan.counted_steps()))
            }
            Layout::Mom(plan) => {
                let streams = poynting_mom::declarations(&self.scene, plan);
                let rows = plan.frequencies.len() as u64;
                let completion = completion_bytes(&streams, rows);
                (memory::CHOICE, file_bytes(&streams), completion)
            }
            Layout::Plane(plan) => {
                let streams = poynting_mom::plane::declarations(&self.scene, plan);
                let rows = plan.frequencies.len() as u64;
                (0, file_bytes(&streams), completion_bytes(&streams, rows))
            }
            Layout::Grating(plan) => {
                let streams = poynting_grating::declarations(&self.scene, plan);
                let rows = plan.frequencies.len() as u64;
                (0, file_bytes(&streams), completion_bytes(&streams, rows))
            }
        };
        Besides {
            program: memory::program(options) + choice,
            shared: Vec::new(),
            results,
            completion,
            runs,
        }
    }

    /// The same for a run that is already planned and fits.
    pub(crate) fn run_planned(
        &self,
        plan: &Plan,
        observe: &mut Observer<'_>,
    ) -> Result<Results, Error> {
        let mut results = self.begun(plan)?;
        results.summary = self.record(plan, &mut results, observe)?;
        results.require_finite()?;
        Ok(results)
    }

    /// Results without quantities yet.
    pub(crate) fn begun(&self, plan: &Plan) -> Result<Results, Error> {
        Ok(Results {
            model: Some(self.model(plan)?),
            ..Results::new(self.scene_text())
        })
    }

    /// The model, for display.
    pub(crate) fn model(&self, plan: &Plan) -> Result<Model, Error> {
        let devices = plan.options.device.resolve_all()?;
        Ok(model::of(&self.scene, plan, devices))
    }

    /// The same file with another scene.
    pub(crate) fn with_scene(&self, scene: Scene) -> Self {
        Self {
            scene,
            ..self.clone()
        }
    }

    /// Removes the state of a run that is complete.
    pub(crate) fn forget_state(&self, summary: &Summary) {
        if let Some(folder) = self.checkpoint.as_ref().filter(|_| !summary.is_partial()) {
            // Nothing depends on it any more.
            let _ = std::fs::remove_dir_all(folder);
        }
    }

    /// The same scene, whose runs keep their state in the folder `checkpoint` of `parent` while they last, if [`RunOptions::checkpoint`] says how often.
    /// [`RunOptions::resume`] says whether to continue from what is there. [`Simulation::run_into`] does this for its own folder.
    #[must_use]
    pub fn kept_in(&self, parent: &Path, options: &RunOptions) -> Self {
        let folder = options.checkpoint.map(|_| checkpoint_folder(parent));
        Self {
            checkpoint: folder,
            ..self.clone()
        }
    }

    /// The same with checkpoints in a folder of its own.
    pub(crate) fn kept_apart(&self, name: &str) -> Self {
        Self {
            checkpoint: self.checkpoint.as_ref().map(|folder| folder.join(name)),
            ..self.clone()
        }
    }

    /// Where checkpoints of a run go, and how often; `model` is what tells it from other runs of the scene.
    fn kept(&self, options: &RunOptions, model: &str) -> Option<(Folder, Duration)> {
        let (folder, every) = self.checkpoint.as_ref().zip(options.checkpoint)?;
        let mut scene = DefaultHasher::new();
        self.scene.text.hash(&mut scene);
        let key = format!("{} {model} {:016x}", crate::VERSION, scene.finish());
        Some((Folder::new(folder, &key), every))
    }

    /// Checkpoints of an FDTD run.
    fn checkpoint(&self, options: &RunOptions, precision: Precision) -> Option<Checkpoint> {
        let (folder, every) = self.kept(options, precision.name())?;
        let ranks = options.rank_config().ranks.ranks();
        let devices = options.device.resolve_all().map_or(1, |d| d.all().len());
        Some(Checkpoint {
            folder,
            every,
            resume: options.resume,
            parts: ranks.max(devices),
            is_first: options.processes.is_none_or(Processes::is_first),
        })
    }

    /// Checkpoints of a run with the method of moments. Whatever changes its matrix, such as the memory that decides on its form, makes it another run.
    fn mom_checkpoint(
        &self,
        options: &RunOptions,
        plan: &poynting_mom::Plan,
        device: Device,
    ) -> Option<poynting_mom::Checkpoint> {
        let model = format!(
            "mom {} {} {} {} {} {} {device}",
            plan.precision.name(),
            plan.factors.name(),
            plan.method.name(),
            plan.unknowns(),
            plan.preconditioner.name(),
            plan.panel,
        );
        let (folder, every) = self.kept(options, &model)?;
        Some(poynting_mom::Checkpoint {
            folder,
            every,
            resume: options.resume,
        })
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

    pub(crate) fn checked_plan(&self, options: &RunOptions) -> Result<Plan, Error> {
        let plan = self.plan(options)?;
        plan.check_memory()?;
        Ok(plan)
    }

    pub(crate) fn record(
        &self,
        plan: &Plan,
        sink: &mut dyn Sink,
        observe: &mut Observer<'_>,
    ) -> Result<Summary, Error> {
        let start = Instant::now();
        plan.require_all()?;
        let options = &plan.options;
        let machine = Machine::new(options)?;
        let scene = &self.scene;
        match &plan.layout {
            Layout::Fdtd(plan) => {
                let job = Job {
                    scene,
                    plan,
                    sink,
                    checkpoint: self.checkpoint(options, plan.precision),
                };
                let told = &mut |progress: &_| observe(&Progress::Fdtd(*progress));
                let outcome = machine.run(job, self.config(options), options, told)?;
                Ok(machine.summary(scene, plan, &outcome, start.elapsed()))
            }
            Layout::Mom(plan) => {
                let device = machine.mom_device(plan, options)?;
                let job = poynting_mom::Job {
                    scene,
                    plan,
                    sink,
                    checkpoint: self.mom_checkpoint(options, plan, device),
                };
                let told = &mut |progress: &_| observe(&Progress::Mom(*progress));
                let outcome = machine.solve(job, device, options, told)?;
                Ok(machine.mom_summary(scene, plan, &outcome, start.elapsed()))
            }
            Layout::Plane(plan) => {
                let job = poynting_mom::plane::Job { scene, plan, sink };
                let told = &mut |progress: &_| observe(&Progress::Mom(*progress));
                let outcome = machine.solve_plane(job, told)?;
                Ok(machine.plane_summary(scene, plan, &outcome, start.elapsed()))
            }
            Layout::Grating(plan) => {
                let job = poynting_grating::Job { scene, plan, sink };
                let told = &mut |progress: &_| observe(&Progress::Rcwa(*progress));
                let outcome = machine.solve_grating(job, told)?;
                Ok(machine.grating_summary(scene, plan, &outcome, start.elapsed()))
            }
        }
    }

    /// The solver configuration.
    pub(crate) fn config(&self, options: &RunOptions) -> Config {
        Config {
            traversal: options.traversal.unwrap_or(self.scene.fdtd.traversal),
            ..options.rank_config()
        }
    }
}
