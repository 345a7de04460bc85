//! One mesh of all structures and ports.
//!
//! A port is a strip across its gap, split in the middle along its width: two sheets whose common edges carry the voltage.

use poynting_geometry::{GeometryError, Surface, surface_of_all};
use poynting_scene::{Point, Port, Scene, Shape};

use super::bounds::Bounds;
use poynting_mom_core::error::MomError;

/// The mesh, and what its tags mean.
pub struct Meshed {
    /// All triangles; the tag is the index of the part, from one.
    pub surface: Surface,
    /// Parts in the order of their tags.
    pub parts: Vec<Part>,
}

/// Origin of a triangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A structure, by index.
    Structure(usize),
    /// One half of the strip of a port, by index.
    Port(usize),
}

/// Meshes structures and ports with edges of about `edge`.
pub fn mesh(scene: &Scene, edge: f64, bounds: Bounds) -> Result<Meshed, MomError> {
    let mut parts: Vec<Part> = (0..scene.structures.len()).map(Part::Structure).collect();
    let mut strips = Vec::new();
    for (n, port) in scene.ports.iter().enumerate() {
        strips.extend(halves(port)?);
        parts.extend([Part::Port(n); 2]);
    }
    let structures = scene.structures.iter().map(|s| &s.shape);
    let shapes: Vec<&Shape> = structures.chain(&strips).collect();
    let size = bounds.mesh(edge);
    let surface = surface_of_all(&shapes, &scene.base_dir, size).map_err(|error| match error {
        GeometryError::TooManyTriangles {
            shape, triangles, ..
        } => bounds.refusal(&name(scene, parts[shape - 1]), edge, triangles),
        GeometryError::OfShape { shape, cause } => MomError::Structure {
            structure: name(scene, parts[shape - 1]),
            cause: *cause,
        },
        GeometryError::Collision { first, second, at } => MomError::Collision {
            first: name(scene, parts[first - 1]),
            second: name(scene, parts[second - 1]),
            at,
        },
        other => other.into(),
    })?;
    let meshed = Meshed { surface, parts };
    within_domain(scene, &meshed)?;
    Ok(meshed)
}

fn name(scene: &Scene, part: Part) -> String {
    match part {
        Part::Structure(n) => format!("structure `{}`", scene.structures[n].name),
        Part::Port(n) => format!("port `{}`", scene.ports[n].name),
    }
}

/// The two halves of the strip of a port.
fn halves(port: &Port) -> Result<[Shape; 2], MomError> {
    let across = [(port.axis + 1) % 3, (port.axis + 2) % 3];
    let flat = across.iter().filter(|&&a| port.from[a] >= port.to[a]);
    let flat = flat.count();
    if flat != 1 {
        let has = if flat == 2 { "no width" } else { "a volume" };
        return Err(MomError::Refused {
            what: format!("port `{}`, which has {has},", port.name),
            reason: "a port must be a strip: give it an extent along its direction and along one other axis".to_owned(),
        });
    }
    let middle = 0.5 * (port.from[port.axis] + port.to[port.axis]);
    let cut = |mut corner: Point| {
        corner[port.axis] = middle;
        corner
    };
    Ok([
        Shape::Box {
            from: port.from,
            to: cut(port.to),
        },
        Shape::Box {
            from: cut(port.from),
            to: port.to,
        },
    ])
}

/// In the other solver, anything that touches an absorbing face of the domain would extend to infinity.
fn within_domain(scene: &Scene, meshed: &Meshed) -> Result<(), MomError> {
    if scene.domain.is_space() {
        return Ok(());
    }
    let surface = &meshed.surface;
    for (triangle, tag) in surface.triangles.iter().zip(&surface.tags) {
        for &vertex in triangle {
            let at = surface.vertices[vertex as usize];
            let inside = (0..3).all(|a| scene.domain.from[a] < at[a] && at[a] < scene.domain.to[a]);
            if !inside {
                let part = meshed.parts[*tag as usize - 1];
                return Err(MomError::Refused {
                    what: name(scene, part),
                    reason: format!(
                        "it reaches the face of the domain at {at:?} m, beyond which it would extend to infinity, like an infinite ground plane; enlarge or remove `domain`"
                    ),
                });
            }
        }
    }
    Ok(())
}
