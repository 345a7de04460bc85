//! Planes that a mesher must snap to.

use crate::aabb::Aabb;
use crate::primitive::Cone;
use crate::solid::{Degeneracy, Kind, Solid};

/// A plane normal to an axis at which a solid begins or ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Feature {
    /// The axis that is normal to the plane.
    pub axis: usize,
    /// Position of the plane along that axis.
    pub coordinate: f64,
    /// What lies in the plane.
    pub kind: FeatureKind,
}

/// What lies in the plane of a feature, strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeatureKind {
    /// A sheet, or a wire: the solid has no thickness across this axis.
    Sheet,
    /// A flat face, or the end of a wire.
    Face,
    /// An edge of a sheet.
    Edge(End),
    /// Only a tangent plane or a corner of the bounds.
    Extent,
}

/// Which end of the solid along the axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The solid lies above.
    Lower,
    /// The solid lies below.
    Upper,
}

/// Two planes closer than this fraction of the bounds are the same.
const SAME: f64 = 1e-9;

impl Solid {
    /// The planes to which a grid should snap; see [`Feature`].
    pub fn features(&self) -> Vec<Feature> {
        of(self)
    }
}

fn of(solid: &Solid) -> Vec<Feature> {
    let bounds = solid.bounds();
    match solid.kind() {
        Kind::Box => box_features(&bounds, solid.degeneracy()),
        Kind::Ball(_) => ends(&bounds, [FeatureKind::Extent; 3]),
        Kind::Cone(cone) => cone_features(cone, &bounds),
        Kind::Polyhedron(poly) | Kind::Sheet(poly) => facet_features(poly.corners(), &bounds),
        Kind::Union(parts) | Kind::Difference(parts) | Kind::Intersection(parts) => {
            boolean_features(parts, &bounds)
        }
    }
}

/// Both ends on all axes, of one kind per axis.
fn ends(b: &Aabb, kinds: [FeatureKind; 3]) -> Vec<Feature> {
    let pair = |axis: usize| [b.min[axis], b.max[axis]].map(|coordinate| (axis, coordinate));
    (0..3)
        .flat_map(pair)
        .map(|(axis, coordinate)| Feature {
            axis,
            coordinate,
            kind: kinds[axis],
        })
        .collect()
}

fn box_features(b: &Aabb, degeneracy: Degeneracy) -> Vec<Feature> {
    let sheet = matches!(degeneracy, Degeneracy::Sheet { .. });
    let mut out = Vec::new();
    for axis in 0..3 {
        let mut push = |coordinate, kind| {
            out.push(Feature {
                axis,
                coordinate,
                kind,
            });
        };
        let (lower, upper) = (b.min[axis], b.max[axis]);
        if upper <= lower {
            push(lower, FeatureKind::Sheet);
        } else if sheet {
            push(lower, FeatureKind::Edge(End::Lower));
            push(upper, FeatureKind::Edge(End::Upper));
        } else {
            push(lower, FeatureKind::Face);
            push(upper, FeatureKind::Face);
        }
    }
    out
}

fn cone_features(cone: &Cone, bounds: &Aabb) -> Vec<Feature> {
    let axis = cone.axis();
    let mut out = ends(bounds, [FeatureKind::Extent; 3]);
    for f in out.iter_mut().filter(|f| Some(f.axis) == axis) {
        let near_from =
            (f.coordinate - cone.from[f.axis]).abs() <= (f.coordinate - cone.to[f.axis]).abs();
        let radius = if near_from {
            cone.radius_from
        } else {
            cone.radius_to
        };
        // The apex is a point, not a face.
        if radius > 0.0 {
            f.kind = FeatureKind::Face;
        }
    }
    out
}

fn facet_features(corners: &[[[f64; 3]; 3]], bounds: &Aabb) -> Vec<Feature> {
    let mut out = Vec::new();
    for axis in 0..3 {
        let tolerance = SAME * bounds.extent()[axis];
        let mut levels: Vec<f64> = corners
            .iter()
            .filter(|t| t.iter().all(|v| (v[axis] - t[0][axis]).abs() <= tolerance))
            .map(|t| t[0][axis])
            .collect();
        levels.sort_by(f64::total_cmp);
        levels.dedup_by(|b, a| *b - *a <= tolerance);
        let mut push = |coordinate, kind| {
            out.push(Feature {
                axis,
                coordinate,
                kind,
            });
        };
        for end in [bounds.min[axis], bounds.max[axis]] {
            if levels.iter().all(|l| (l - end).abs() > tolerance) {
                push(end, FeatureKind::Extent);
            }
        }
        for level in levels {
            push(level, FeatureKind::Face);
        }
    }
    out
}

/// Those of the parts, except outside the result.
fn boolean_features(parts: &[Solid], bounds: &Aabb) -> Vec<Feature> {
    let mut out: Vec<Feature> = Vec::new();
    for f in parts.iter().flat_map(Solid::features) {
        let a = f.axis;
        let inside = bounds.min[a] <= f.coordinate && f.coordinate <= bounds.max[a];
        if inside && !out.contains(&f) {
            out.push(f);
        }
    }
    out
}
