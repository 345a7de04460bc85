//! The cells are updated in tiles, several steps at a time, instead of in sweeps. All results must be bit-identical, as decision 1 of
//! `ARCHITECTURE.md` promises.

use crate::agree::SAME;
use crate::case::{Case, Verdict, compare};
use crate::outcome::{Overrides, run};
use poynting::TraversalChoice;

pub(super) fn check(case: &Case<'_>) -> Verdict {
    let by = |traversal| {
        let overrides = Overrides {
            traversal: Some(traversal),
            ..Overrides::default()
        };
        run(case.scene, overrides)
    };
    let runs = [by(TraversalChoice::Sweep), by(TraversalChoice::Tiles)];
    compare([&runs[0], &runs[1]], &SAME, case.scene, 0.0)
}
