//! A random scene: JSON with bare numbers in SI units, as [`Scene::from_built`](poynting_scene::Scene::from_built) reads it.
//!
//! Each part occurs with a small probability, so that a scene has few of them and a wrong result points to one. The title
//! names the family; relations that need a specific kind of scene check for it.

mod drive;
mod families;
mod frame;
mod lines;
mod media;
mod monitors;
mod shapes;

pub use frame::AXES;
pub use monitors::FREQUENCIES;
pub use shapes::OCTAHEDRON;

use crate::random::Random;
use frame::Frame;
use serde_json::{Value, json};

/// The families of scenes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Anything.
    General,
    /// Two lumped ports whose S-parameters are requested.
    Network,
    /// A hollow waveguide with a port at either end.
    Guide,
    /// A line of two conductors with a port at either end.
    Line,
    /// A body whose surface does not follow the grid.
    Body,
    /// A metal body in free space, which both solvers support.
    Scatterer,
}

impl Family {
    /// The title of its scenes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::General => "general",
            Self::Network => "network",
            Self::Guide => "guide",
            Self::Line => "line",
            Self::Body => "body",
            Self::Scatterer => "scatterer",
        }
    }

    /// Whether a scene is of this family.
    pub fn has(self, scene: &Value) -> bool {
        scene["title"] == self.name()
    }
}

/// The scene for a seed.
pub fn scene(seed: u64) -> Value {
    let rng = &mut Random::new(seed);
    match rng.whole(0..100) {
        0..72 => general(rng),
        72..84 => families::network(rng),
        84..86 => families::guide(rng),
        86..88 => lines::line(rng),
        88..95 => families::body(rng),
        _ => families::scatterer(rng),
    }
}

fn general(rng: &mut Random) -> Value {
    let frame = if rng.chance(0.3) {
        Frame::open(rng)
    } else {
        Frame::any(rng)
    };
    let mut scene = frame.scene(Family::General.name());
    let wave = frame.is_open() && rng.chance(0.4);
    let open = frame.is_open() && (wave || rng.chance(0.6));
    let margin = if open { 4 } else { 0 };
    for n in 0..rng.whole(0..4) {
        structure(&mut scene, rng, &frame, (n, margin));
    }
    if wave {
        push(&mut scene, "sources", drive::plane_wave(rng, &frame, 3));
    } else {
        let source = drive::source(rng, &frame, "first");
        push(&mut scene, "sources", source);
        if rng.chance(0.2) {
            push(&mut scene, "sources", drive::source(rng, &frame, "second"));
        }
        if rng.chance(0.15) {
            let driven = rng.chance(0.5);
            push(
                &mut scene,
                "ports",
                drive::port(rng, &frame, "port", driven),
            );
        }
        if rng.chance(0.15) {
            push(&mut scene, "elements", drive::element(rng, &frame, "part"));
        }
        if rng.chance(0.08) {
            push(&mut scene, "wires", drive::wire(rng, &frame, "wire"));
        }
    }
    let probe = monitors::probe(rng, &frame, "probe");
    push(&mut scene, "monitors", probe);
    for n in 0..rng.whole(0..4) {
        let monitor = monitors::any(rng, &frame, &format!("monitor {n}"));
        push(&mut scene, "monitors", monitor);
    }
    options(&mut scene, rng);
    scene
}

/// Adds to one of the lists.
fn push(scene: &mut Value, list: &str, item: Value) {
    if let Some(list) = scene[list].as_array_mut() {
        list.push(item);
    }
}

/// Adds a structure with its own medium.
fn structure(scene: &mut Value, rng: &mut Random, frame: &Frame, (n, margin): (usize, usize)) {
    let name = format!("medium {n}");
    let flat = rng.chance(0.15);
    let medium = match rng.whole(0..10) {
        0 | 1 => json!("pec"),
        2 if !flat => json!("pmc"),
        3 => media::conductor(rng),
        _ if flat => media::film(rng),
        _ => media::filling(rng),
    };
    let shape = if flat {
        shapes::sheet(rng, frame, margin)
    } else {
        shapes::solid(rng, frame, margin)
    };
    add_structure(scene, (name, medium), shape);
}

/// Adds a shape of a medium, given as the name of a built-in one or as a table.
fn add_structure(scene: &mut Value, (name, medium): (String, Value), mut shape: Value) {
    shape["name"] = json!(format!("structure of {name}"));
    shape["material"] = if medium.is_string() {
        medium
    } else {
        scene["materials"][&name] = medium;
        json!(name)
    };
    push(scene, "structures", shape);
}

/// Solver options and the stop condition.
fn options(scene: &mut Value, rng: &mut Random) {
    scene["stop"]["steps"] = json!(rng.whole(100..220));
    if rng.chance(0.3) {
        scene["fdtd"]["surfaces"] = json!("staircase");
    }
    if rng.chance(0.2) {
        scene["fdtd"]["courant"] = json!(rng.within(0.4..0.99));
    }
}
