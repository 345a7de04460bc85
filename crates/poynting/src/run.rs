//! A run from start to results: one solver run, or one run per port of a network.

use crate::{Error, Observer, Plan, RunOptions, Simulation, Solver, VERSION, network};
use poynting_results::{Directory, Results, Summary, Written};
use poynting_scene::Network;
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
    pub fn run(&self, options: &RunOptions, observe: &mut Observer<'_>) -> Result<Results, Error> {
        if let Some(network) = self.network(options) {
            return network::run(self, network, options, observe);
        }
        self.run_planned(&self.checked_plan(options)?, options, observe)
    }

    /// Runs and writes the results into `dir` as they arrive; then tables, plots and `summary.json`. A model that does not fit in memory is
    /// refused before the folder is touched.
    pub fn run_into(
        &self,
        plan: &Plan,
        dir: &Path,
        options: &RunOptions,
        observe: &mut Observer<'_>,
    ) -> Result<Finished, Error> {
        self.check_memory(plan, options)?;
        if let Some(network) = self.network(options) {
            let results = network::run(self, network, options, observe)?;
            let Written { files } = results.write(dir)?;
            let summary = results.summary;
            return Ok(Finished { summary, files });
        }
        let mut directory = Directory::create(dir, &self.scene_text(), VERSION)?;
        directory.describe(&self.model(plan, options)?)?;
        let summary = self.record(plan, options, &mut directory, observe)?;
        let Written { files } = directory.finish(&summary)?;
        Ok(Finished { summary, files })
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
