//! Surface meshes of bodies.
//!
//! Planes are divided into squares with a diagonal, a sphere from an icosahedron, and every other body by rings
//! around its axis (`rings.rs`). The facets of a curved body are inscribed, so it would act as a smaller one: a sphere is
//! scaled, other bodies are widened across their axis, until the volume is that of the body. The mesh
//! depends on the numbers alone, and the number of triangles is known in advance.

mod almond;
mod cuts;
mod flat;
mod join;
mod revolved;
mod rings;
mod shape;
mod sphere;

use poynting_scene::Point;

use crate::error::GeometryError;
use crate::size::MeshSize;
use crate::surface::Surface;
use crate::vector::{cross, dot, norm, sub};
pub use join::surface_of_all;
use rings::Rings;
pub use shape::surface_of;

/// A body whose surface can be meshed. Lengths in metres, angles in radians.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Body {
    /// Ball.
    Sphere {
        /// Centre.
        center: Point,
        /// Radius.
        radius: f64,
    },
    /// Axis-aligned box; with zero extent along one axis, a plate.
    Box {
        /// Smallest corner.
        from: Point,
        /// Largest corner.
        to: Point,
    },
    /// Right circular cone, truncated unless one radius is zero, a cylinder when they are equal.
    Cone {
        /// Centre of the first end.
        from: Point,
        /// Centre of the second end.
        to: Point,
        /// Radius at `from`.
        radius_from: f64,
        /// Radius at `to`.
        radius_to: f64,
    },
    /// Cone that ends smoothly in a sphere. Its axis is x, the tip on the negative side; the cone ends at x = 0.
    ConeSphere {
        /// Radius of the sphere.
        radius: f64,
        /// Angle between the axis and the cone.
        half_angle: f64,
    },
    /// NASA almond: the tip at x = 7/12 of the length, wide along y and flat along z.
    Almond {
        /// From end to end.
        length: f64,
    },
    /// A circular arc revolved about its chord, the x axis; the middle at the origin.
    Ogive {
        /// From tip to tip.
        length: f64,
        /// In the middle.
        radius: f64,
    },
}

impl Body {
    /// Volume in closed form; zero for a plate.
    pub fn volume(&self) -> f64 {
        match *self {
            Self::Sphere { radius, .. } => 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3),
            Self::Box { from, to } => sub(to, from).iter().product(),
            Self::Cone {
                from,
                to,
                radius_from,
                radius_to,
            } => revolved::cone_volume(norm(sub(to, from)), radius_from, radius_to),
            Self::ConeSphere { radius, half_angle } => {
                revolved::cone_sphere_volume(radius, half_angle)
            }
            Self::Almond { length } => almond::volume(length),
            Self::Ogive { length, radius } => revolved::ogive_volume(length, radius),
        }
    }

    /// A closed surface (a plate is open), oriented outwards, with the volume of the body.
    ///
    /// Edges are as long as `edge`, or shorter where the shape requires it: along the sides of squares in planes, along
    /// rings and from ring to ring on bodies with an axis (the diagonals are longer), and on a sphere on average.
    pub fn mesh(&self, size: impl Into<MeshSize>) -> Result<Surface, GeometryError> {
        let size = size.into();
        let edge = size.edge;
        self.triangles(size)?;
        Ok(match *self {
            Self::Sphere { center, radius } => sphere::mesh(center, radius, edge),
            Self::Box { from, to } => flat::mesh(from, to, edge),
            Self::Cone { from, to, .. } => {
                let mut surface = self.rings(edge)?.mesh(self.volume());
                turn(&mut surface, from, sub(to, from));
                surface
            }
            _ => self.rings(edge)?.mesh(self.volume()),
        })
    }

    /// Number of triangles that [`Body::mesh`] makes.
    pub fn triangles(&self, size: impl Into<MeshSize>) -> Result<usize, GeometryError> {
        self.check()?;
        let MeshSize { edge, most } = size.into();
        if !(edge > 0.0 && edge.is_finite()) {
            return Err(GeometryError::BadSize {
                body: self.name(),
                quantity: "edge length",
                value: edge,
            });
        }
        let triangles = match *self {
            Self::Sphere { radius, .. } => sphere::triangles(radius, edge),
            Self::Box { from, to } => flat::triangles(from, to, edge),
            _ => self.rings(edge)?.triangles() as f64,
        };
        // Also not a number, from lengths whose squares overflow.
        if triangles.is_nan() || triangles > most as f64 {
            return Err(GeometryError::TooManyTriangles {
                shape: 1,
                edge,
                triangles,
                most,
            });
        }
        Ok(triangles as usize)
    }

    fn too_fine(&self, edge: f64) -> GeometryError {
        GeometryError::TooFine {
            body: self.name(),
            edge,
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Sphere { .. } => "sphere",
            Self::Box { .. } => "box",
            Self::Cone { .. } => "cone or cylinder",
            Self::ConeSphere { .. } => "cone-sphere",
            Self::Almond { .. } => "almond",
            Self::Ogive { .. } => "ogive",
        }
    }

    fn rings(&self, edge: f64) -> Result<Rings, GeometryError> {
        let pieces = match *self {
            Self::Cone {
                from,
                to,
                radius_from,
                radius_to,
            } => revolved::cone(norm(sub(to, from)), radius_from, radius_to),
            Self::ConeSphere { radius, half_angle } => revolved::cone_sphere(radius, half_angle),
            Self::Ogive { length, radius } => vec![revolved::ogive(length, radius)],
            Self::Almond { length } => vec![almond::piece(length)],
            Self::Sphere { .. } | Self::Box { .. } => Vec::new(),
        };
        Rings::new(pieces, edge).ok_or_else(|| self.too_fine(edge))
    }

    fn check(&self) -> Result<(), GeometryError> {
        let positive = |x: f64| x > 0.0 && x.is_finite();
        // The requirements of each body, and whether they are met.
        let sizes = match *self {
            Self::Sphere { radius, .. } => vec![("radius", radius, positive(radius))],
            Self::Box { from, to } => {
                let extent = sub(to, from);
                let flat = extent.iter().filter(|e| **e == 0.0).count();
                let each = extent.map(|e| ("extent", e, e == 0.0 || positive(e)));
                let both = ("extent along two axes", 0.0, flat < 2);
                each.into_iter().chain([both]).collect()
            }
            Self::Cone {
                from,
                to,
                radius_from: r,
                radius_to: s,
            } => {
                let length = norm(sub(to, from));
                vec![
                    ("length", length, positive(length)),
                    ("radius", r, r == 0.0 || positive(r)),
                    ("radius", s, positive(s) || (s == 0.0 && r > 0.0)),
                ]
            }
            Self::ConeSphere { radius, half_angle } => vec![
                ("radius", radius, positive(radius)),
                (
                    "half angle",
                    half_angle,
                    half_angle > 0.0 && half_angle < std::f64::consts::FRAC_PI_2,
                ),
            ],
            Self::Almond { length } => vec![("length", length, positive(length))],
            Self::Ogive { length, radius } => vec![
                ("length", length, positive(length)),
                // Beyond half the length it is no longer the minor arc of a circle.
                ("radius", radius, radius > 0.0 && radius <= 0.5 * length),
            ],
        };
        match sizes.into_iter().find(|(.., sound)| !sound) {
            None => Ok(()),
            Some((quantity, value, _)) => Err(GeometryError::BadSize {
                body: self.name(),
                quantity,
                value,
            }),
        }
    }
}

/// Rotates the x axis to a direction and moves the origin to a point. Onto a coordinate axis this only renames axes.
fn turn(surface: &mut Surface, origin: Point, direction: Point) {
    let length = norm(direction);
    let e = direction.map(|d| d / length);
    let main = (0..3).fold(0, |m, a| if e[a].abs() > e[m].abs() { a } else { m });
    let mut f = [0.0; 3];
    f[(main + 1) % 3] = 1.0;
    let along = dot(f, e);
    f = std::array::from_fn(|a| f[a] - along * e[a]);
    let size = norm(f);
    f = f.map(|x| x / size);
    let g = cross(e, f);
    for v in &mut surface.vertices {
        let [x, y, z] = *v;
        *v = std::array::from_fn(|a| origin[a] + (x * e[a] + y * f[a] + z * g[a]));
    }
}
