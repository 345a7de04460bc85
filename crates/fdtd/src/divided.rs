//! The streams of a run whose values stay on several ranks.

use crate::plan::Plan;
use poynting_fdtd_core::ranks::{SceneMonitor, SceneMonitors, Shares};
use poynting_fdtd_post::postprocess::Output;
use poynting_observe::{Part, Sink, SinkError};
use std::collections::BTreeMap;
use std::ops::Range;

/// The shares of each stream that stays on its ranks.
pub fn divided<'m>(plan: &Plan, monitors: &'m SceneMonitors) -> BTreeMap<usize, &'m Shares> {
    let snapshots = monitors
        .captures
        .iter()
        .flat_map(|SceneMonitor { of, shares }| {
            let streams = of.stream..=of.stream + usize::from(of.imaginary.is_some());
            let shares = shares.as_ref().map(|shares| (streams, shares));
            shares
                .into_iter()
                .flat_map(|(streams, shares)| streams.map(move |n| (n, shares)))
        });
    let fields = plan
        .binding
        .outputs
        .iter()
        .filter_map(|output| match output {
            Output::Field(field) => {
                let shares = monitors.transforms[field.transform].shares.as_ref()?;
                Some(field.streams.map(|stream| (stream, shares)))
            }
            _ => None,
        });
    snapshots.chain(fields.flatten()).collect()
}

/// Announces all streams.
pub fn declare(
    plan: &Plan,
    sink: &mut dyn Sink,
    divided: &BTreeMap<usize, &Shares>,
) -> Result<(), SinkError> {
    for (n, stream) in plan.binding.streams.iter().enumerate() {
        if let Some(shares) = divided.get(&n)
            && let Some(in_parts) = sink.parts()
        {
            in_parts.declare(stream, &parts(shares))?;
        } else {
            sink.declare(stream)?;
        }
    }
    Ok(())
}

/// What each rank has, without those that have nothing.
fn parts(shares: &Shares) -> Vec<Part> {
    let part = |rank: usize| Part {
        rank,
        runs: shares.points(rank).map(runs).to_vec(),
    };
    let parts = (0..shares.ranks()).map(part);
    parts.filter(|part| part.slice_len() > 0).collect()
}

/// Increasing indices as runs.
fn runs(indices: &[usize]) -> Vec<Range<usize>> {
    let runs = indices.chunk_by(|a, b| a + 1 == *b);
    runs.filter_map(|run| Some(*run.first()?..run.last()? + 1))
        .collect()
}
