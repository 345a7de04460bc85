//! Surfaces of the shapes of a scene.

use std::path::Path;

use poynting_scene::{Point, Shape};

use super::Body;
use crate::error::GeometryError;
use crate::solid::require_inside;
use crate::surface::{Role, Surface};
use crate::vector::sub;

const MESH_IT: &str = "mesh it with another program and give the file";

/// The surface of a shape in triangles, with edges of about the given length; see [`Body::mesh`]. File names are relative
/// to `base_dir`.
///
/// A box without extent along one axis becomes an open plate. A surface from a file is welded, oriented and refined; it must
/// be closed. Unions, differences and intersections are refused, and so is a wire.
pub fn surface_of(shape: &Shape, base_dir: &Path, edge: f64) -> Result<Surface, GeometryError> {
    let refuse = |shape, cure| Err(GeometryError::NoMesher { shape, cure });
    match shape {
        Shape::Box { from, to } => {
            let flat = sub(*to, *from).iter().filter(|e| **e <= 0.0).count();
            match flat {
                0 | 1 => Body::Box {
                    from: *from,
                    to: *to,
                }
                .mesh(edge),
                2 => refuse("wire", "give it a width, or a radius as a cylinder"),
                _ => refuse("point", "give it an extent"),
            }
        }
        Shape::Sphere { center, radius } => Body::Sphere {
            center: *center,
            radius: *radius,
        }
        .mesh(edge),
        Shape::Cylinder { from, to, radius } => cone([*from, *to], [*radius; 2], edge),
        Shape::Cone {
            from,
            to,
            radius_from,
            radius_to,
        } => cone([*from, *to], [*radius_from, *radius_to], edge),
        Shape::Polyhedron { file, unit, offset } => {
            polyhedron(&base_dir.join(file), *unit, *offset, edge)
        }
        Shape::Union(_) => refuse("union", MESH_IT),
        Shape::Difference(_) => refuse("difference", MESH_IT),
        Shape::Intersection(_) => refuse("intersection", MESH_IT),
    }
}

fn cone(
    [from, to]: [Point; 2],
    [radius_from, radius_to]: [f64; 2],
    edge: f64,
) -> Result<Surface, GeometryError> {
    Body::Cone {
        from,
        to,
        radius_from,
        radius_to,
    }
    .mesh(edge)
}

fn polyhedron(file: &Path, unit: f64, offset: Point, edge: f64) -> Result<Surface, GeometryError> {
    let mut surface = Surface::read(file, unit, offset)?;
    surface.weld(Surface::WELD);
    require_inside(&surface, file)?;
    surface.orient();
    if let Some(finding) = surface.health().fatal(Role::Boundary) {
        return Err(GeometryError::Unfit {
            file: file.to_owned(),
            finding: finding.clone(),
        });
    }
    surface.refine(edge);
    Ok(surface)
}
