//! Where plates meet away from their borders, their meshes get common lines, so that they share vertices: a strip standing on
//! a plate, a port between the two, plates that share part of an edge.
//!
//! A plate is meshed on a product of lines. Each plate takes over the lines of the plates that it touches, where it touches them,
//! until no plate gets a new one; equal intervals are divided identically. Next to a line from a narrow plate, cells grow
//! by a factor of two from the width of that plate.

use poynting_scene::{Point, Shape};

use crate::aabb::Aabb;
use crate::vector::norm;

/// Points closer than this fraction of the size of all plates coincide.
const SAME: f64 = 1e-9;
/// Growth factor of the cells next to a narrow plate.
const GROWTH: f64 = 2.0;

/// Lines of a plate along each axis, ascending; one where it has no extent.
pub type Lines = [Vec<f64>; 3];

/// A plate with its required lines.
struct Plate {
    bounds: Aabb,
    lines: Lines,
}

/// The lines of those shapes that are plates, `None` for all others, with edges of about `edge`.
pub fn lines(shapes: &[&Shape], edge: f64) -> Vec<Option<Lines>> {
    let mut plates: Vec<Option<Plate>> = shapes.iter().map(|shape| plate(shape)).collect();
    let bounds = plates.iter().flatten().map(|p| p.bounds);
    let Some(all) = bounds.reduce(|a, b| a.union(&b)) else {
        return shapes.iter().map(|_| None).collect();
    };
    let near = SAME * norm(all.extent());
    let asked = exchange(&mut plates, near);
    for (n, axis, at, width) in asked {
        if let Some(plate) = &mut plates[n] {
            grade(&mut plate.lines[axis], (at, width), edge, near);
        }
    }
    exchange(&mut plates, near);
    let divided = |plate: Plate| plate.lines.map(|lines| divide(&lines, edge));
    plates.into_iter().map(|p| p.map(divided)).collect()
}

/// A box with zero extent along one axis.
fn plate(shape: &Shape) -> Option<Plate> {
    let Shape::Box { from, to } = shape else {
        return None;
    };
    let flat = (0..3).filter(|&a| to[a] <= from[a]).count();
    (flat == 1).then(|| Plate {
        bounds: Aabb {
            min: *from,
            max: *to,
        },
        lines: [0, 1, 2].map(|a| {
            if to[a] > from[a] {
                vec![from[a], to[a]]
            } else {
                vec![from[a]]
            }
        }),
    })
}

/// Passes lines on between touching plates. Returns plate, axis and position of each new line, and the length along which the plates touch.
fn exchange(plates: &mut [Option<Plate>], near: f64) -> Vec<(usize, usize, f64, f64)> {
    let mut asked = Vec::new();
    loop {
        let before = asked.len();
        for own in 0..plates.len() {
            for other in 0..plates.len() {
                let (Some(plate), Some(touching)) = (&plates[own], &plates[other]) else {
                    continue;
                };
                let Some(common) = common(&plate.bounds, &touching.bounds, near) else {
                    continue;
                };
                let width = common.extent().into_iter().fold(0.0, f64::max);
                let new = missing(plate, touching, &common, near);
                asked.extend(new.iter().map(|&(axis, at)| (own, axis, at, width)));
                if let Some(plate) = &mut plates[own] {
                    for (axis, at) in new {
                        insert(&mut plate.lines[axis], at);
                    }
                }
            }
        }
        if asked.len() == before {
            return asked;
        }
    }
}

/// The intersection of two boxes, if they touch.
fn common(a: &Aabb, b: &Aabb, near: f64) -> Option<Aabb> {
    let min: Point = std::array::from_fn(|i| a.min[i].max(b.min[i]));
    let max: Point = std::array::from_fn(|i| a.max[i].min(b.max[i]));
    let touch = (0..3).all(|i| max[i] >= min[i] - near);
    touch.then(|| Aabb {
        min,
        max: std::array::from_fn(|i| max[i].max(min[i])),
    })
}

/// Lines of another plate within the intersection that a plate lacks, each once.
fn missing(plate: &Plate, other: &Plate, common: &Aabb, near: f64) -> Vec<(usize, f64)> {
    let mut new: Vec<(usize, f64)> = Vec::new();
    for axis in (0..3).filter(|&a| plate.lines[a].len() > 1) {
        let within = common.min[axis] - near..=common.max[axis] + near;
        for &at in other.lines[axis].iter().filter(|at| within.contains(at)) {
            let known = plate.lines[axis].iter().any(|x| (x - at).abs() <= near)
                || new
                    .iter()
                    .any(|&(a, x)| a == axis && (x - at).abs() <= near);
            if !known {
                new.push((axis, at));
            }
        }
    }
    new
}

fn insert(lines: &mut Vec<f64>, at: f64) {
    let place = lines.partition_point(|x| *x < at);
    lines.insert(place, at);
}

/// Adds graded lines on both sides of a line, up to cells of `edge`.
fn grade(lines: &mut Vec<f64>, (at, width): (f64, f64), edge: f64, near: f64) {
    if width <= near {
        return;
    }
    for side in [-1.0, 1.0] {
        let (mut x, mut step) = (at, width);
        while step < edge {
            x += side * step;
            let ends = lines[0]..lines[lines.len() - 1];
            let free = |line: &f64| (line - x).abs() > 0.5 * step;
            if !ends.contains(&x) || !lines.iter().all(free) {
                break;
            }
            insert(lines, x);
            step *= GROWTH;
        }
    }
}

/// Divides each interval into equal parts of at most `edge`.
pub fn divide(lines: &[f64], edge: f64) -> Vec<f64> {
    let mut all = Vec::new();
    for w in lines.windows(2) {
        let n = ((w[1] - w[0]) / edge - 1e-9).ceil().max(1.0) as usize;
        all.extend((0..n).map(|i| w[0] + (w[1] - w[0]) * i as f64 / n as f64));
    }
    all.extend(lines.last());
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(from: Point, to: Point) -> Shape {
        Shape::Box { from, to }
    }

    #[test]
    fn a_strip_on_a_plate_gives_it_lines() {
        let plate = sheet([-10.0, -10.0, 0.0], [10.0, 10.0, 0.0]);
        let strip = sheet([-1.0, 0.0, 0.0], [1.0, 0.0, 5.0]);
        let found = lines(&[&plate, &strip], 5.0);
        let [x, y, z] = found[0].as_ref().unwrap();
        for at in [-1.0, 1.0] {
            assert!(x.contains(&at), "{x:?}");
        }
        assert!(y.contains(&0.0) && z == &[0.0], "{y:?} {z:?}");
        // Cells of 2, then 4, then at most 5.
        assert!(x.contains(&3.0) && x.contains(&7.0), "{x:?}");
        assert!(
            x.windows(2)
                .all(|w| w[1] - w[0] <= 5.0 + 1e-12 && w[1] > w[0])
        );
        let strip = found[1].as_ref().unwrap();
        assert_eq!(
            (&strip[0], &strip[1], &strip[2]),
            (&vec![-1.0, 1.0], &vec![0.0], &vec![0.0, 5.0])
        );
    }

    #[test]
    fn plates_that_meet_along_whole_edges_keep_their_lines() {
        let plate = sheet([0.0, 0.0, 0.0], [10.0, 10.0, 0.0]);
        let wall = sheet([0.0, 10.0, 0.0], [10.0, 10.0, 4.0]);
        let found = lines(&[&plate, &wall], 3.0);
        assert_eq!(found[0].as_ref().unwrap()[0], divide(&[0.0, 10.0], 3.0));
        assert!(
            lines(
                &[&Shape::Sphere {
                    center: [0.0; 3],
                    radius: 1.0
                }],
                1.0
            )[0]
            .is_none()
        );
    }
}
