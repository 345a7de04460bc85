//! A random scene: JSON with bare numbers in SI units, as [`Scene::from_built`](poynting_scene::Scene::from_built) reads it.
//!
//! Each part occurs with a small probability, so that a scene has few of them and a wrong result points to one. The title
//! names the family; relations that need a specific kind of scene check for it.

mod drive;
mod families;
mod family;
mod frame;
mod lines;
mod media;
mod monitors;
mod parts;
mod shapes;

pub use family::Family;
pub use frame::{AXES, CELL};
pub use monitors::FREQUENCIES;
pub use shapes::OCTAHEDRON;

use frame::Frame;
use parts::{options, push, structure};
use poynting_exec::Random;
use serde_json::Value;

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
