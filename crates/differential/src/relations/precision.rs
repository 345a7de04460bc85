//! The scene is run in single precision. All results must agree with those in double precision to single rounding: 2^-24 of the largest field per
//! update, accumulated over the steps at worst, and eight times that because spectra are divided by that of a pulse, which is a fraction of its peak
//! at the monitor frequencies.

use crate::agree::SAME;
use crate::case::{Case, Verdict};
use crate::outcome::{Outcome, Overrides, run};
use poynting::Precision;

pub(super) fn check(case: &Case<'_>) -> Verdict {
    let Outcome::Done(double) = case.base() else {
        return Verdict::Skipped("refused");
    };
    let tolerance = 8.0 * 2f64.powi(-24) * double.summary.steps as f64;
    let single = run(
        case.scene,
        Overrides {
            precision: Some(Precision::F32),
            ..Overrides::default()
        },
    );
    case.against(&single, &SAME, tolerance)
}
