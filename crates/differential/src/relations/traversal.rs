//! The cells are updated in tiles, several steps at a time, instead of in sweeps. All results must be bit-identical, as decision 1 of
//! `ARCHITECTURE.md` promises.

use crate::agree::SAME;
use crate::outcome::{How, run};
use crate::trial::{Trial, Verdict, compare};
use poynting::TraversalChoice;

pub(super) fn check(trial: &Trial<'_>) -> Verdict {
    let by = |traversal| {
        let how = How {
            traversal: Some(traversal),
            ..How::default()
        };
        run(trial.scene, how)
    };
    let runs = [by(TraversalChoice::Sweep), by(TraversalChoice::Tiles)];
    compare([&runs[0], &runs[1]], &SAME, trial.scene, 0.0)
}
