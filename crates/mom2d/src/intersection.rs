//! Elements that cross or touch although they are not neighbours: the currents of such outlines would not be those of one body.
//!
//! Elements are compared with those that overlap them along one axis only, in the order of their lower ends there.

use crate::element::Element;
use crate::side::{Point, cross, dot, norm, sub};

/// Closer than this part of the shorter element is contact.
const CONTACT: f64 = 1e-6;

/// The outlines of two elements that meet without a common node, and where. Arcs are represented by their chords, which are within 0.4 % of the radius.
pub(crate) fn find_crossing(elements: &[Element]) -> Option<([usize; 2], Point)> {
    let middles: Vec<Point> = elements.iter().map(Element::middle).collect();
    let axis = longer_axis(&middles);
    let low = |n: usize| middles[n][axis] - 0.5 * elements[n].length;
    let high = |n: usize| middles[n][axis] + 0.5 * elements[n].length;
    let mut order: Vec<usize> = (0..elements.len()).collect();
    order.sort_by(|&a, &b| low(a).total_cmp(&low(b)));
    let mut found: Option<[usize; 2]> = None;
    for (place, &n) in order.iter().enumerate() {
        let beside = order[place + 1..]
            .iter()
            .take_while(|&&m| low(m) <= high(n));
        for &m in beside {
            let pair = [n.min(m), n.max(m)];
            let gap =
                norm(sub(middles[n], middles[m])) - 0.5 * (elements[n].length + elements[m].length);
            let is_first = found.is_none_or(|first| pair < first);
            if is_first && gap <= 0.0 && meet(pair.map(|n| &elements[n])) {
                found = Some(pair);
            }
        }
    }
    let [first, second] = found?;
    let outlines = [first, second].map(|n| elements[n].outline);
    Some((outlines, middles[first]))
}

/// The axis along which points spread more.
fn longer_axis(points: &[Point]) -> usize {
    let extent = |axis: usize| {
        let values = || points.iter().map(|p| p[axis]);
        values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min)
    };
    usize::from(extent(1) > extent(0))
}

/// Whether two elements meet elsewhere than at a common node.
fn meet([first, second]: [&Element; 2]) -> bool {
    let neighbours = first.nodes.iter().any(|node| second.nodes.contains(node));
    !neighbours && in_contact(chord(first), chord(second), scale(first, second))
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
