//! A run from start to results: one solver run, or one run per port of a network.

use crate::nowhere::Nowhere;
use crate::{Error, Observer, Plan, Progress, RunOptions, Simulation, Solver, network};
use poynting_results::{Results, Summary, Written};
use poynting_scene::Network;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// A run whose results are in a folder.
#[derive(Debug, Clone)]
pub struct Finished {
    /// The key figures of the run.
    pub summary: Summary,
    /// The files written.
    pub files: Vec<PathBuf>,
}

impl Simulation {
    /// Runs and keeps the results in memory.
    pub fn run(&self, options: &RunOptions) -> Result<Results, Error> {
        self.run_with(options, |_| ControlFlow::Continue(()))
    }

    /// The same with an observer, which receives the progress and may stop the run: the results are then those up to that point.
    pub fn run_with(
        &self,
        options: &RunOptions,
        mut observe: impl FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<Results, Error> {
        let results = match self.network(options) {
            Some(network) => network::run(self, network, options, &mut observe)?,
            None => self.run_planned(&self.checked_plan(options)?, &mut observe)?,
        };
        self.forget_state(&results.summary);
        Ok(results)
    }

    /// Runs a plan of this scene and writes the results into `dir` as they arrive; then tables, plots and `summary.json`. A model that does not
    /// fit in memory is refused before the folder is touched.
    pub fn run_into(
        &self,
        plan: &Plan,
        dir: &Path,
        mut observe: impl FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<Finished, Error> {
        plan.check_memory()?;
        let kept = self.kept_in(dir, &plan.options);
        let done = match self.network(&plan.options) {
            Some(network) => {
                let results = network::run(&kept, network, &plan.options, &mut observe)?;
                finished(&results, dir)?
            }
            None => kept.record_into(plan, dir, &mut observe)?,
        };
        kept.forget_state(&done.summary);
        Ok(done)
    }

    /// Takes part in a run whose results another process writes into `dir`.
    pub fn assist(
        &self,
        plan: &Plan,
        dir: &Path,
        mut observe: impl FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        plan.check_memory()?;
        let kept = self.kept_in(dir, &plan.options);
        match self.network(&plan.options) {
            Some(network) => network::run(&kept, network, &plan.options, &mut observe).map(drop),
            None => kept
                .record(plan, &mut Nowhere { is_read: true }, &mut observe)
                .map(drop),
        }
    }

    #[cfg(feature = "hdf5")]
    fn record_into(
        &self,
        plan: &Plan,
        dir: &Path,
        observe: &mut Observer<'_>,
    ) -> Result<Finished, Error> {
        let scene = self.scene_text();
        let mut directory = poynting_results::Directory::create(dir, &scene, crate::VERSION)?;
        directory.describe(&self.model(plan)?)?;
        let summary = self.record(plan, &mut directory, observe)?;
        let Written { files } = directory.finish(&summary)?;
        Ok(Finished { summary, files })
    }

    /// Without a file that can grow, the results are in memory until the end.
    #[cfg(not(feature = "hdf5"))]
    fn record_into(
        &self,
        plan: &Plan,
        dir: &Path,
        observe: &mut Observer<'_>,
    ) -> Result<Finished, Error> {
        finished(&self.run_planned(plan, observe)?, dir)
    }

    /// Number of runs for the scene: one per driven port of a network; the method of moments solves for all at once.
    pub fn runs(&self, options: &RunOptions) -> usize {
        self.network(options)
            .map_or(1, |network| network.driven().len())
    }

    /// The first of the runs.
    pub(crate) fn first_run(&self, options: &RunOptions) -> Self {
        let first = self.network(options).and_then(|network| {
            let port = *network.driven().first()?;
            Some(self.with_scene(self.scene().driving(&network.ports[port])))
        });
        first.unwrap_or_else(|| self.clone())
    }

    /// The network, if it takes several runs; the method of moments solves for all ports at once.
    fn network(&self, options: &RunOptions) -> Option<&Network> {
        let network = self.scene().network.as_ref();
        network.filter(|_| self.solver(options) == Solver::Fdtd)
    }
}

fn finished(results: &Results, dir: &Path) -> Result<Finished, Error> {
    let Written { files } = results.write(dir)?;
    let summary = results.summary.clone();
    Ok(Finished { summary, files })
}
