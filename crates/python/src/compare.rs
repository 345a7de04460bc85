//! Compares two results.

use crate::recorded::Recorded;
use pyo3::prelude::*;

/// Quantity, unit, number of values, mean, worst, and its location as (axis, value, unit).
type Difference = (
    String,
    &'static str,
    usize,
    f64,
    f64,
    Vec<(String, f64, String)>,
);

/// The differences of what both have, and the names of what was left out with the reason.
#[pyfunction]
pub fn compare(
    py: Python<'_>,
    first: &Recorded,
    second: &Recorded,
) -> (Vec<Difference>, Vec<(String, &'static str)>) {
    let found = py.detach(|| poynting::compare(&first.0, &second.0));
    let differences = found.differences.into_iter();
    let parts = differences.map(|d| (d.quantity, d.unit, d.values, d.mean, d.worst, d.at));
    (parts.collect(), found.left_out)
}
