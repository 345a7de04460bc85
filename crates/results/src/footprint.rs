//! The memory that results take besides that of the solver, from their declarations, before there are any.

use crate::{Declaration, Streamed};
use std::collections::HashMap;

/// Bytes of a number in memory.
const NUMBER: u64 = size_of::<f64>() as u64;
/// Bytes per value of a table or a curve: read, written, drawn.
const OF_A_ROW: u64 = NUMBER + 2 * size_of::<(f64, f64)>() as u64;
/// Bytes per node of a plane that is drawn: the strongest and the last, each with its amplitudes.
const OF_A_NODE: u64 = 5 * NUMBER;
/// Bytes per direction of a surface that is written: a point, a face and a level.
const OF_A_DIRECTION: u64 = (3 * size_of::<f64>() + 4 * size_of::<usize>()) as u64 + 2 * NUMBER;

/// Bytes that a file of results holds until these quantities are complete.
#[cfg(feature = "hdf5")]
pub fn file_bytes(quantities: &[Declaration]) -> u64 {
    quantities.iter().map(crate::hdf::held_bytes).sum()
}

/// Without the file the results are in memory.
#[cfg(not(feature = "hdf5"))]
pub fn file_bytes(_: &[Declaration]) -> u64 {
    0
}

/// Bytes that the tables and plots of these quantities take when a run is complete, for the one that takes most; series have this many values.
pub fn completion_bytes(quantities: &[Declaration], rows: u64) -> u64 {
    let mut members: HashMap<&str, u64> = HashMap::new();
    for quantity in quantities {
        *members.entry(quantity.parent_and_leaf().0).or_default() += 1;
    }
    let is_series = |q: &&Declaration| q.axes.len() == 1 && q.streamed == Streamed::Yes;
    let times = quantities.iter().filter(is_series).count() as u64 * rows * NUMBER;
    let of = |quantity: &Declaration| {
        let together = members[quantity.parent_and_leaf().0];
        let shape = &quantity.shape()[1..];
        let values = quantity.slice_len() as u64;
        match shape {
            [] => together * rows * OF_A_ROW,
            [_, _, _] => {
                let thinnest = shape.iter().copied().min().unwrap_or(1).max(1) as u64;
                values / thinnest * OF_A_NODE
            }
            _ => values * (together * NUMBER).max(OF_A_DIRECTION),
        }
    };
    times + quantities.iter().map(of).max().unwrap_or(0) + pictures()
}

/// Bytes of the largest picture while it is drawn.
#[cfg(feature = "plot")]
fn pictures() -> u64 {
    crate::plot::PICTURE_BYTES
}

#[cfg(not(feature = "plot"))]
fn pictures() -> u64 {
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Axis;

    fn axis(name: &str, n: u32) -> Axis {
        Axis::new(name, "m", (0..n).map(f64::from).collect())
    }

    /// A plane of a million nodes takes 40 MB to draw, and a cube of a million nodes has planes of ten thousand.
    #[test]
    fn planes_count_but_not_the_volumes_they_are_cut_from() {
        let bytes = |[x, y, z]: [u32; 3]| {
            let axes = vec![axis("x", x), axis("y", y), axis("z", z)];
            completion_bytes(&[Declaration::samples("a/b", "V", "", axes)], 0) - pictures()
        };
        assert_eq!(bytes([1000, 1, 1000]), 40_000_000);
        assert_eq!(bytes([100, 100, 100]), 400_000);
    }

    #[test]
    fn all_series_of_a_monitor_are_in_one_table() {
        let series = |name: &str| Declaration::series(name, "V", "");
        let all = ["a/x", "a/y", "a/z", "b/x"].map(series);
        let bytes = completion_bytes(&all, 1000) - pictures();
        assert_eq!(bytes, 1000 * (4 * NUMBER + 3 * OF_A_ROW));
    }
}
