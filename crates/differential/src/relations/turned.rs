//! The scene is rotated by one of the 23 rotations of a cube, or transformed by one of the 24 improper maps. All results must agree after they are
//! transformed back, to rounding: Yee's scheme treats the three axes and both directions of each alike, whatever the media, boundaries and grid.

use super::tolerance::ROUNDING;
use crate::agree::Lens;
use crate::outcome::{How, run};
use crate::trial::{Trial, Verdict};
use crate::turn::Turn;

pub(super) fn rotation(trial: &Trial<'_>) -> Verdict {
    check(trial, Turn::random(trial.seed, 1.0))
}

pub(super) fn mirror(trial: &Trial<'_>) -> Verdict {
    check(trial, Turn::random(trial.seed, -1.0))
}

fn check(trial: &Trial<'_>, turn: Turn) -> Verdict {
    let Some(turned) = turn.scene(trial.scene) else {
        return Verdict::Skipped("a shape has its axis along x");
    };
    let other = run(&turned, How::default());
    trial.against(&other, &Lens { turn, scale: 1.0 }, ROUNDING)
}
