//! Surfaces of the shapes of a scene.

use std::path::Path;

use poynting_scene::{Point, Shape};

use super::Body;
use crate::error::GeometryError;
use crate::size::MeshSize;
use crate::surface::{Role, Surface, require_inside};
use crate::vector::sub;

const MESH_IT: &str = "mesh it with another program and use the mesh file";

/// The surface of a shape in triangles, with edges of about the given size; see [`Body::mesh`]. File names are relative
/// to `base_dir`.
///
/// A box with zero extent along one axis becomes an open plate. A surface from a file is welded, oriented and refined; that of a
/// polyhedron must be closed, that of a sheet need not be. Unions, differences, intersections and wires are rejected.
pub fn surface_of(
    shape: &Shape,
    base_dir: &Path,
    size: impl Into<MeshSize>,
) -> Result<Surface, GeometryError> {
    let size = size.into();
    let refuse = |shape, cure| Err(GeometryError::NoMesher { shape, cure });
    match shape {
        Shape::Box { from, to } => {
            let flat = sub(*to, *from).iter().filter(|e| **e <= 0.0).count();
            match flat {
                0 | 1 => Body::Box {
                    from: *from,
                    to: *to,
                }
                .mesh(size),
                2 => refuse("wire", "give it a width, or model it as a cylinder"),
                _ => refuse("point", "give it an extent"),
            }
        }
        Shape::Sphere { center, radius } => Body::Sphere {
            center: *center,
            radius: *radius,
        }
        .mesh(size),
        Shape::Cylinder { from, to, radius } => cone([*from, *to], [*radius; 2], size),
        Shape::Cone {
            from,
            to,
            radius_from,
            radius_to,
        } => cone([*from, *to], [*radius_from, *radius_to], size),
        Shape::Polyhedron { file, unit, offset } => {
            polyhedron(&base_dir.join(file), *unit, *offset, size)
        }
        Shape::Sheet { file, unit, offset } => sheet(&base_dir.join(file), *unit, *offset, size),
        Shape::Almond { length, center } => {
            let length = *length;
            placed(&Body::Almond { length }, *center, size)
        }
        Shape::Ogive {
            length,
            radius,
            center,
        } => {
            let (length, radius) = (*length, *radius);
            placed(&Body::Ogive { length, radius }, *center, size)
        }
        Shape::ConeSphere {
            radius,
            half_angle,
            center,
        } => {
            let (radius, half_angle) = (*radius, *half_angle);
            placed(&Body::ConeSphere { radius, half_angle }, *center, size)
        }
        Shape::Union(_) => refuse("union", MESH_IT),
        Shape::Difference(_) => refuse("difference", MESH_IT),
        Shape::Intersection(_) => refuse("intersection", MESH_IT),
    }
}

fn cone(
    [from, to]: [Point; 2],
    [radius_from, radius_to]: [f64; 2],
    size: MeshSize,
) -> Result<Surface, GeometryError> {
    Body::Cone {
        from,
        to,
        radius_from,
        radius_to,
    }
    .mesh(size)
}

/// A body that is made about the origin, moved to its position.
fn placed(body: &Body, center: Point, size: MeshSize) -> Result<Surface, GeometryError> {
    let mut surface = body.mesh(size)?;
    for v in &mut surface.vertices {
        *v = std::array::from_fn(|a| v[a] + center[a]);
    }
    Ok(surface)
}

fn polyhedron(
    file: &Path,
    unit: f64,
    offset: Point,
    size: MeshSize,
) -> Result<Surface, GeometryError> {
    let mut surface = Surface::read(file, unit, offset)?;
    surface.weld(Surface::WELD);
    require_inside(&surface, file)?;
    ready(surface, file, Role::Boundary, size)
}

fn sheet(file: &Path, unit: f64, offset: Point, size: MeshSize) -> Result<Surface, GeometryError> {
    let mut surface = Surface::read(file, unit, offset)?;
    surface.weld(Surface::WELD);
    ready(surface, file, Role::Sheet, size)
}

/// Orients and refines a surface that is fit for its role.
fn ready(
    mut surface: Surface,
    file: &Path,
    role: Role,
    size: MeshSize,
) -> Result<Surface, GeometryError> {
    surface.orient();
    if let Some(finding) = surface.health().fatal(role) {
        return Err(GeometryError::Unfit {
            file: file.to_owned(),
            finding: finding.clone(),
        });
    }
    surface.refine(size)?;
    Ok(surface)
}
