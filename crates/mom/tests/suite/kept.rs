//! What a run that ends early keeps.

use std::time::Duration;

use poynting_mom::Ended;

use crate::recorded::{continued, dipole, whole};

/// Small enough that no checkpoint is worth its time before the run ends.
fn small() -> String {
    dipole("edge = \"70 mm\"\nfrequencies = [\"100 MHz\", \"125 MHz\", \"150 MHz\"]")
}

/// The first report of a frequency once returned without keeping what was finished before.
#[test]
fn a_run_that_ends_between_frequencies_keeps_the_finished_ones() {
    let (exact, _) = whole(&small());
    let found = continued(&small(), Duration::from_secs(3600), 2);
    let (_, stopped) = found.part;
    assert_eq!((stopped.frequencies, stopped.ended), (2, Ended::Interrupt));
    let (rest, outcome) = found.rest;
    assert_eq!(found.first, Some(2), "it began again");
    assert_eq!((outcome.frequencies, outcome.ended), (3, Ended::Complete));
    assert_eq!(rest, exact);
}
