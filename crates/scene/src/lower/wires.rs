//! Thin wires: segments along the axes.

use super::checker::{AXES, Checker, SAME};
use crate::field::Point;
use crate::measures::Position;
use crate::wire::Wire;
use crate::wire_records::WireRecord;

/// The valid wires.
pub(super) fn wires(records: &[WireRecord], check: &mut Checker<'_>) -> Vec<Wire> {
    check.unique(records.iter().map(|record| &record.name), "wires");
    let wires = records.iter().map(|record| wire(record, check));
    wires.collect()
}

fn wire(record: &WireRecord, check: &mut Checker<'_>) -> Wire {
    let name = record.name.0.value.clone();
    let what = format!("wire {name:?}");
    let points = &record.points;
    if points.items.len() < 2 && points.complete {
        let cure = "list the points where the wire starts, bends and ends: points = [[\"0 m\", \"0 m\", \"0 m\"], \
                    [\"0 m\", \"0 m\", \"1 m\"]]";
        let message = format!("{what} has zero length");
        check
            .out
            .report(points.span, message, "fewer than two points", cure);
    }
    for point in &points.items {
        check.inside(point, &what);
    }
    if points.complete {
        for pair in points.items.windows(2) {
            piece([&pair[0], &pair[1]], &what, check);
        }
    }
    Wire {
        name,
        radius: record.radius.value,
        points: points.items.iter().map(Position::values).collect(),
    }
}

/// Reports a segment that is not along exactly one axis.
fn piece(ends: [&Position; 2], what: &str, check: &mut Checker<'_>) {
    let [from, to] = ends.map(Position::values);
    let axes: Vec<&str> = changes(from, to).map(|axis| AXES[axis]).collect();
    let (message, label, cure) = match axes[..] {
        [_] => return,
        [] => (
            format!("two consecutive points of {what} coincide"),
            "same as the previous point".to_owned(),
            "remove one of the two",
        ),
        [..] => (
            format!("a segment of {what} is not parallel to an axis"),
            format!("changes along {}", axes.join(" and ")),
            "change only one of x, y and z from point to point; approximate an oblique wire by steps, or model it as a \
             `pec` cylinder whose radius the grid resolves",
        ),
    };
    check
        .out
        .report(ends[1].span, message, label, cure)
        .also(ends[0].span, "the previous point");
}

/// The axes along which two points differ.
fn changes(from: Point, to: Point) -> impl Iterator<Item = usize> {
    let largest = (0..3).map(|a| (to[a] - from[a]).abs()).fold(0.0, f64::max);
    (0..3).filter(move |&a| (to[a] - from[a]).abs() > SAME * largest)
}
