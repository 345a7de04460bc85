//! Grades a value by its limits.

use poynting_results::{Check, Grade, Value};

/// `Good` up to the first limit, `Caution` up to the second. NaN is never good.
pub(super) fn graded(value: f64, [good, usable]: [f64; 2]) -> Grade {
    if value <= good {
        Grade::Good
    } else if value <= usable {
        Grade::Caution
    } else {
        Grade::Poor
    }
}

/// A check with the sentence for its grade: good, caution, poor.
pub(super) fn check(
    name: &str,
    value: impl Into<Value>,
    limit: &str,
    grade: Grade,
    [good, caution, poor]: [&str; 3],
) -> Check {
    let meaning = match grade {
        Grade::Good => good,
        Grade::Caution => caution,
        Grade::Poor => poor,
    };
    Check {
        name: name.to_owned(),
        value: value.into(),
        limit: limit.to_owned(),
        grade,
        meaning: meaning.to_owned(),
    }
}
