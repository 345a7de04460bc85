//! Bodies of infinite length, drawn as tubes of finite length around the plane.

use poynting_results::{Body, Substance, Triangles};
use poynting_scene::{MonitorKind, Outline, PlanePoint, Point, Profile, Scene};
use std::f64::consts::TAU;

/// Sides of a polygon that represents a circle.
const SIDES: u32 = 180;

/// A body of infinite length, cut off on both sides of the plane.
#[derive(Debug, Clone)]
pub struct Tube {
    /// The points along its outline; the first is repeated at the end of a closed one.
    path: Vec<PlanePoint>,
    /// Where it is cut off along z.
    ends: [f64; 2],
    is_closed: bool,
}

/// The tubes of all outlines.
pub fn tubes(scene: &Scene) -> Vec<Tube> {
    let outlines = scene.profiles.iter().map(|p| path(&p.outline));
    let outlines: Vec<Vec<PlanePoint>> = outlines.collect();
    let ends = ends(scene, &outlines);
    let profiles = scene.profiles.iter().zip(outlines);
    let tube = |(profile, path): (&Profile, _)| Tube {
        path,
        ends,
        is_closed: !matches!(profile.outline, Outline::Strip { .. }),
    };
    profiles.map(tube).collect()
}

/// All bodies.
pub fn all(scene: &Scene) -> Vec<Body> {
    let bodies = scene.profiles.iter().zip(tubes(scene));
    bodies
        .map(|(profile, tube)| Body {
            name: profile.name.clone(),
            material: "pec".to_owned(),
            substance: Substance::Metal,
            surface: tube.wall(),
        })
        .collect()
}

impl Tube {
    /// Whether a point lies inside: a ray from it along x crosses the outline an odd number of times.
    pub fn contains(&self, [x, y, _]: Point) -> bool {
        let crosses = |pair: &[PlanePoint]| {
            let ([a, b], [c, d]) = (pair[0], pair[1]);
            (b > y) != (d > y) && x < a + (y - b) / (d - b) * (c - a)
        };
        let crossings = self.path.windows(2).filter(|pair| crosses(pair)).count();
        self.is_closed && crossings % 2 == 1
    }

    /// Smallest and largest corner.
    pub fn bounds(&self) -> [Point; 2] {
        let [low, high] = [f64::min, f64::max].map(|pick: fn(f64, f64) -> f64| {
            let along = |axis: usize| self.path.iter().map(move |p| p[axis]).reduce(pick);
            [0, 1].map(|axis| along(axis).unwrap_or(0.0))
        });
        [
            [low[0], low[1], self.ends[0]],
            [high[0], high[1], self.ends[1]],
        ]
    }

    /// Its surface, without ends.
    fn wall(&self) -> Triangles {
        let corners = self.path.iter();
        let corners = corners.flat_map(|&[x, y]| self.ends.map(|z| [x, y, z].map(|v| v as f32)));
        let walls = (0..self.path.len().saturating_sub(1) as u32).flat_map(|n| {
            let first = 2 * n;
            [
                [first, first + 2, first + 1],
                [first + 1, first + 2, first + 3],
            ]
        });
        Triangles {
            vertices: corners.collect(),
            triangles: walls.collect(),
        }
    }
}

/// The points along an outline; the first is repeated at the end of a closed one.
fn path(outline: &Outline) -> Vec<PlanePoint> {
    match outline {
        Outline::Circle {
            center: [x, y],
            radius,
        } => {
            let point = |n: u32| {
                let (sin, cos) = (TAU * f64::from(n % SIDES) / f64::from(SIDES)).sin_cos();
                [x + radius * cos, y + radius * sin]
            };
            (0..=SIDES).map(point).collect()
        }
        Outline::Polygon { corners } => corners.iter().chain(corners.first()).copied().collect(),
        Outline::Strip { points } => points.clone(),
    }
}

/// Where tubes end along z: as long as the model is wide, and beyond all planes of monitors.
fn ends(scene: &Scene, outlines: &[Vec<PlanePoint>]) -> [f64; 2] {
    let extent = |axis: usize| {
        let values = || outlines.iter().flatten().map(|p| p[axis]);
        values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min)
    };
    let half = 0.5 * extent(0).max(extent(1)).max(0.0);
    let planes = || {
        let kinds = scene.monitors.iter().map(|m| &m.kind);
        kinds.filter_map(|kind| match kind {
            MonitorKind::Field { from, .. } => Some(from[2]),
            _ => None,
        })
    };
    [
        planes().fold(0.0, f64::min) - half,
        planes().fold(0.0, f64::max) + half,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tubes_have_an_inside_and_bounds() {
        let scene = Scene::from_toml(
            r#"
            dimension = 2
            [[structures]]
            material = "pec"
            shape = "circle"
            center = ["3 m", "0 m"]
            radius = "1 m"
            [[structures]]
            material = "pec"
            shape = "strip"
            points = [["0 m", "0 m"], ["1 m", "0 m"], ["1 m", "1 m"]]
            [[monitors]]
            name = "echo"
            type = "monostatic"
            frequencies = "10 MHz"
            theta = "90 deg"
            phi = "0 deg"
            "#,
            "scene.toml",
        )
        .unwrap();
        let [round, strip] = tubes(&scene).try_into().unwrap();
        assert!(round.contains([3.9, 0.1, 7.0]) && !round.contains([1.9, 0.1, 0.0]));
        assert!(!strip.contains([0.9, 0.5, 0.0]));
        let [low, high] = strip.bounds();
        assert_eq!((low, high), ([0.0, 0.0, -2.0], [1.0, 1.0, 2.0]));
        assert_eq!(strip.wall().triangles.len(), 4);
    }
}
