//! Nothing is changed. A scene runs, or is refused with a message; it never panics, its fields do not grow, and no result is infinite or NaN.
//! All media of the scene language are passive and the schemes are stable, so growth is a bug.

use crate::case::{Case, Verdict};
use crate::outcome::Outcome;

pub(super) fn check(case: &Case<'_>) -> Verdict {
    match case.base() {
        Outcome::Done(_) => Verdict::Agrees(0.0),
        Outcome::Refused(_) => Verdict::Skipped("refused"),
        Outcome::Broken(why) => Verdict::Disagrees(why.clone()),
    }
}
