//! The scene is rotated by one of the 23 rotations of a cube, or transformed by one of the 24 improper maps. All results must agree after they are
//! transformed back, to rounding: Yee's scheme treats the three axes and both directions of each alike, whatever the media, boundaries and grid.

use super::tolerance::ROUNDING;
use crate::agree::Transform;
use crate::case::{Case, Verdict};
use crate::outcome::{Overrides, run};
use crate::turn::Turn;

pub(super) fn rotation(case: &Case<'_>) -> Verdict {
    check(case, Turn::random(case.seed, 1.0))
}

pub(super) fn mirror(case: &Case<'_>) -> Verdict {
    check(case, Turn::random(case.seed, -1.0))
}

fn check(case: &Case<'_>, turn: Turn) -> Verdict {
    let Some(turned) = turn.scene(case.scene) else {
        return Verdict::Skipped("a shape has its axis along x");
    };
    let other = run(&turned, Overrides::default());
    case.against(&other, &Transform { turn, scale: 1.0 }, ROUNDING)
}
