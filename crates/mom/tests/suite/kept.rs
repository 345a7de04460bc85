//! What a run that ends early keeps.

use std::ops::ControlFlow;
use std::time::Duration;

use poynting_checkpoint::Folder;
use poynting_mom::{Checkpoint, Ended};

use crate::recorded::{run, whole};

/// Small enough that no checkpoint is worth its time before the run ends.
const DIPOLE: &str = r#"
[[structures]]
name = "lower"
material = "pec"
shape = "box"
from = ["-10 mm", "0 mm", "-250 mm"]
to = ["10 mm", "0 mm", "-10 mm"]
[[structures]]
name = "upper"
material = "pec"
shape = "box"
from = ["-10 mm", "0 mm", "10 mm"]
to = ["10 mm", "0 mm", "250 mm"]
[[ports]]
name = "feed"
from = ["-10 mm", "0 mm", "-10 mm"]
to = ["10 mm", "0 mm", "10 mm"]
direction = "+z"
resistance = "50 ohm"
[network]
frequencies = ["200 MHz", "250 MHz", "300 MHz"]
[mom]
edge = "40 mm"
"#;

/// The first report of a frequency once returned without keeping what was finished before.
#[test]
fn a_run_that_ends_between_frequencies_keeps_the_finished_ones() {
    let (exact, _) = whole(DIPOLE);
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = |resume| Checkpoint {
        folder: Folder::new(folder.path(), "dipole"),
        every: Duration::from_secs(3600),
        resume,
    };
    let (_, stopped) = run(DIPOLE, Some(checkpoint(false)), &mut |progress| {
        if progress.frequency < 2 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    assert_eq!((stopped.frequencies, stopped.ended), (2, Ended::Interrupt));
    let mut first = None;
    let (rest, outcome) = run(DIPOLE, Some(checkpoint(true)), &mut |progress| {
        first.get_or_insert(progress.frequency);
        ControlFlow::Continue(())
    });
    assert_eq!(first, Some(2), "it began again");
    assert_eq!((outcome.frequencies, outcome.ended), (3, Ended::Complete));
    assert_eq!(rest, exact);
}
