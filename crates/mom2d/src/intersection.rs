//! Elements that cross or touch although they are not neighbours: the currents of such outlines would not be those of one body.

use crate::element::Element;
use crate::side::{Point, cross, dot, norm, sub};

/// Closer than this part of the shorter element is contact.
const CONTACT: f64 = 1e-6;

/// The outlines of two elements that meet without a common node, and where. Arcs are represented by their chords, which are within 0.4 % of the radius.
pub(crate) fn find_crossing(elements: &[Element]) -> Option<([usize; 2], Point)> {
    elements.iter().enumerate().find_map(|(n, first)| {
        let others = elements.iter().skip(n + 1);
        let meets = |second: &&Element| {
            let neighbours = first.nodes.iter().any(|node| second.nodes.contains(node));
            !neighbours
                && first.gap(second) <= 0.0
                && in_contact(chord(first), chord(second), scale(first, second))
        };
        let second = others.into_iter().find(meets)?;
        Some(([first.outline, second.outline], first.middle()))
    })
}

fn scale(first: &Element, second: &Element) -> f64 {
    CONTACT * first.length.min(second.length)
}

fn chord(element: &Element) -> [Point; 2] {
    [element.side.point(0.0), element.side.point(1.0)]
}

fn in_contact(first: [Point; 2], second: [Point; 2], contact: f64) -> bool {
    let sides = |line: [Point; 2], of: [Point; 2]| {
        of.map(|p| cross(sub(line[1], line[0]), sub(p, line[0])))
    };
    let apart = |[a, b]: [f64; 2]| a * b < 0.0;
    let crossing = apart(sides(first, second)) && apart(sides(second, first));
    let touching = || {
        let near = |line, ends: [Point; 2]| ends.iter().any(|&p| distance(line, p) <= contact);
        near(first, second) || near(second, first)
    };
    crossing || touching()
}

/// The distance of a point from a line between two points.
fn distance([from, to]: [Point; 2], at: Point) -> f64 {
    let along = sub(to, from);
    let part = (dot(sub(at, from), along) / dot(along, along)).clamp(0.0, 1.0);
    norm(sub(
        at,
        [from[0] + part * along[0], from[1] + part * along[1]],
    ))
}
