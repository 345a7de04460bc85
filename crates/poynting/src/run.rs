//! A run from start to results: one solver run, or one run per port of a network.

#[cfg(feature = "hdf5")]
use crate::ErrorKind;
use crate::{Error, Observer, Plan, Progress, RunOptions, Simulation, Solver, network};
#[cfg(feature = "hdf5")]
use poynting_results::ResultsError;
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
            None => kept.assist_into(plan, dir, &mut observe),
        }
    }

    /// Writes what the ranks of this process have of large quantities.
    #[cfg(feature = "hdf5")]
    fn assist_into(
        &self,
        plan: &Plan,
        dir: &Path,
        observe: &mut Observer<'_>,
    ) -> Result<(), Error> {
        // The first process has begun the folder.
        any(plan, false);
        let mut assistant = poynting_results::Assistant::join(dir);
        let recorded = self.record(plan, &mut assistant, observe);
        let recorded = unless_alone(recorded)?;
        let closed = assistant.close();
        let is_whole = recorded.as_ref().is_ok_and(|summary| !summary.is_partial());
        // It may now put the parts together, if they are results.
        any(plan, closed.is_err() || is_whole && assistant.has_failed());
        let summary = recorded?;
        closed?;
        Ok(assistant.finish(&summary)?)
    }

    /// Without files that can grow, all results are in the memory of all processes.
    #[cfg(not(feature = "hdf5"))]
    fn assist_into(&self, plan: &Plan, _: &Path, observe: &mut Observer<'_>) -> Result<(), Error> {
        let mut nowhere = crate::nowhere::Nowhere { is_read: true };
        self.record(plan, &mut nowhere, observe).map(drop)
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
        // Other processes write into the same folder.
        any(plan, false);
        let recorded = self.record(plan, &mut directory, observe);
        let recorded = unless_alone(recorded)?;
        let closed = directory.close_parts();
        let is_failed = any(plan, closed.is_err());
        closed?;
        // Also after a failure, whose records are kept.
        directory.join_parts()?;
        let summary = recorded?;
        if is_failed {
            return Err(ResultsError::FailedElsewhere.into());
        }
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

/// How a run ended, unless by a failure that other processes do not have, so that they are not to be waited for.
#[cfg(feature = "hdf5")]
fn unless_alone(recorded: Result<Summary, Error>) -> Result<Result<Summary, Error>, Error> {
    match recorded {
        Err(e) if e.kind() != ErrorKind::Diverged => Err(e),
        common => Ok(common),
    }
}

/// Waits until all processes are here; whether any of them has failed.
#[cfg(feature = "hdf5")]
fn any(plan: &Plan, has_failed: bool) -> bool {
    let processes = plan.options.processes;
    processes.map_or(has_failed, |processes| processes.any(has_failed))
}

fn finished(results: &Results, dir: &Path) -> Result<Finished, Error> {
    let Written { files } = results.write(dir)?;
    let summary = results.summary.clone();
    Ok(Finished { summary, files })
}
