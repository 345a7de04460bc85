//! Surfaces of structures and wires.

use poynting_geometry::{Surface, outline};
use poynting_results::{Body, Substance, Triangles};
use poynting_scene::{MaterialKind, Scene, Shape, Structure};

/// Bodies with more triangles are not drawn.
const MOST_TRIANGLES: usize = 400_000;
/// A wire of zero thickness is drawn with this fraction of the model's size as its radius.
const HAIR: f64 = 2e-3;

/// All bodies, and those that could not be shown.
pub fn all(scene: &Scene) -> (Vec<Body>, Vec<String>) {
    let mut bodies = Vec::new();
    let mut missing = Vec::new();
    for structure in &scene.structures {
        match body(scene, structure) {
            Ok(body) => bodies.push(body),
            Err(why) => missing.push(format!("structure `{}`: {why}", structure.name)),
        }
    }
    bodies.extend(wires(scene));
    (bodies, missing)
}

fn body(scene: &Scene, structure: &Structure) -> Result<Body, String> {
    let material = &scene.materials[structure.material.0 as usize];
    let thick = thickened(&structure.shape, HAIR * size(scene));
    let surface = outline(&thick, &scene.base_dir).map_err(|e| e.to_string())?;
    if surface.triangles.len() > MOST_TRIANGLES {
        let count = surface.triangles.len();
        return Err(format!("{count} triangles are too many to display"));
    }
    let substance = if material.kind.is_metal() || matches!(material.kind, MaterialKind::Pmc) {
        Substance::Metal
    } else {
        Substance::Medium
    };
    Ok(named(
        &structure.name,
        (&material.name, substance),
        &surface,
    ))
}

fn named(name: &str, (material, substance): (&str, Substance), surface: &Surface) -> Body {
    Body {
        name: name.to_owned(),
        material: material.to_owned(),
        substance,
        surface: triangles(surface),
    }
}

/// A surface in single precision, which is enough for display.
pub fn triangles(surface: &Surface) -> Triangles {
    let vertices = surface.vertices.iter();
    Triangles {
        vertices: vertices.map(|v| v.map(|x| x as f32)).collect(),
        triangles: surface.triangles.clone(),
    }
}

/// A box of zero width is a wire, drawn as a thin cylinder to be visible.
fn thickened(shape: &Shape, radius: f64) -> Shape {
    match shape {
        Shape::Box { from, to } if (0..3).filter(|&a| from[a] >= to[a]).count() == 2 => {
            Shape::Cylinder {
                from: *from,
                to: *to,
                radius,
            }
        }
        other => other.clone(),
    }
}

/// A cylinder for each segment of each wire.
fn wires(scene: &Scene) -> Vec<Body> {
    let hair = HAIR * size(scene);
    let mut bodies = Vec::new();
    for wire in &scene.wires {
        let mut whole = Surface::default();
        for ends in wire.points.windows(2) {
            let piece = Shape::Cylinder {
                from: ends[0],
                to: ends[1],
                radius: wire.radius.max(hair),
            };
            // The scene reader has checked that each segment has a length.
            if let Ok(surface) = outline(&piece, &scene.base_dir) {
                whole.append(&surface);
            }
        }
        bodies.push(named(&wire.name, ("wire", Substance::Metal), &whole));
    }
    bodies
}

/// The largest extent of the domain, or of the shapes given by points.
fn size(scene: &Scene) -> f64 {
    let domain = &scene.domain;
    if !domain.is_space() {
        return (0..3)
            .map(|a| domain.to[a] - domain.from[a])
            .fold(0.0, f64::max);
    }
    let corners = scene.structures.iter().filter_map(|s| match &s.shape {
        Shape::Box { from, to } => Some([*from, *to]),
        _ => None,
    });
    let extents = corners.flat_map(|[from, to]| (0..3).map(move |a| to[a] - from[a]));
    extents.fold(0.0, f64::max)
}
