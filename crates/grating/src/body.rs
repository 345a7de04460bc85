//! Bodies whose sides are parallel to z: bricks, posts, and what is combined of them.

use std::f64::consts::TAU;

use poynting_scene::{Point, Shape};

use crate::frame::Frame;

/// A point in a plane normal to z.
pub(crate) type Place = [f64; 2];

/// A body.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Body {
    /// A box.
    Brick { low: Point, high: Point },
    /// A circular cylinder along z.
    Post {
        center: Place,
        radius: f64,
        z: [f64; 2],
    },
    /// Points in any of them.
    Union(Vec<Body>),
    /// Points in the first and in none of the others.
    Difference(Vec<Body>),
    /// Points in all of them.
    Intersection(Vec<Body>),
}

/// The axis of a cylinder may deviate from z by this part of its length.
const ALONG: f64 = 1e-9;
/// Points at which it is checked whether one outline lies in another.
const AROUND: u32 = 64;

impl Body {
    /// The body of a shape; or what it is if its sides are not parallel to z.
    pub fn new(shape: &Shape, frame: &Frame) -> Result<Self, &'static str> {
        let all = |shapes: &[Shape]| -> Result<Vec<Self>, &'static str> {
            shapes.iter().map(|shape| Self::new(shape, frame)).collect()
        };
        Ok(match shape {
            Shape::Box { from, to } => {
                let [p, q] = [from, to].map(|corner| frame.point(*corner));
                Self::Brick {
                    low: [0, 1, 2].map(|a| p[a].min(q[a])),
                    high: [0, 1, 2].map(|a| p[a].max(q[a])),
                }
            }
            Shape::Cylinder { from, to, radius } => {
                let [p, q] = [from, to].map(|end| frame.point(*end));
                let across = (q[0] - p[0]).hypot(q[1] - p[1]);
                if across > ALONG * (q[2] - p[2]).abs() {
                    return Err("a cylinder across the open axis");
                }
                Self::Post {
                    center: [p[0], p[1]],
                    radius: *radius,
                    z: [p[2].min(q[2]), p[2].max(q[2])],
                }
            }
            Shape::Union(parts) => Self::Union(all(parts)?),
            Shape::Difference(parts) => Self::Difference(all(parts)?),
            Shape::Intersection(parts) => Self::Intersection(all(parts)?),
            Shape::Sphere { .. } => return Err("a sphere"),
            Shape::Cone { .. } => return Err("a cone"),
            Shape::Polyhedron { .. } | Shape::Sheet { .. } => return Err("a surface from a file"),
            Shape::Almond { .. } => return Err("an almond"),
            Shape::Ogive { .. } => return Err("an ogive"),
            Shape::ConeSphere { .. } => return Err("a cone-sphere"),
        })
    }

    /// Its bricks and posts, and those of its parts.
    pub fn leaves(&self) -> Vec<&Self> {
        match self {
            Self::Brick { .. } | Self::Post { .. } => vec![self],
            Self::Union(parts) | Self::Difference(parts) | Self::Intersection(parts) => {
                parts.iter().flat_map(Self::leaves).collect()
            }
        }
    }

    /// Where a brick or post begins and ends along z.
    pub fn ends(&self) -> Option<[f64; 2]> {
        match self {
            Self::Brick { low, high } => Some([low[2], high[2]]),
            Self::Post { z, .. } => Some(*z),
            _ => None,
        }
    }

    /// Whether a brick or post meets a plane.
    pub fn meets(&self, z: f64) -> bool {
        self.ends().is_some_and(|[low, high]| low <= z && z <= high)
    }

    /// Whether it contains a point.
    pub fn contains(&self, at: Point) -> bool {
        match self {
            Self::Brick { low, high } => (0..3).all(|a| low[a] <= at[a] && at[a] <= high[a]),
            Self::Post { center, radius, z } => {
                let away = (at[0] - center[0]).hypot(at[1] - center[1]);
                z[0] <= at[2] && at[2] <= z[1] && away <= *radius
            }
            Self::Union(parts) => parts.iter().any(|part| part.contains(at)),
            Self::Difference(parts) => {
                let mut others = parts.iter().skip(1);
                parts.first().is_some_and(|first| first.contains(at))
                    && !others.any(|part| part.contains(at))
            }
            Self::Intersection(parts) => parts.iter().all(|part| part.contains(at)),
        }
    }

    /// Points on the outline of a brick or post.
    pub fn outline(&self) -> Vec<Place> {
        match self {
            Self::Brick { low, high } => vec![
                [low[0], low[1]],
                [high[0], low[1]],
                [high[0], high[1]],
                [low[0], high[1]],
            ],
            Self::Post { center, radius, .. } => {
                let point = |n: u32| {
                    let (sin, cos) = (TAU * f64::from(n) / f64::from(AROUND)).sin_cos();
                    [center[0] + radius * cos, center[1] + radius * sin]
                };
                (0..AROUND).map(point).collect()
            }
            _ => Vec::new(),
        }
    }
}
