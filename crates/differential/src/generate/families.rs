//! Scenes of a specific kind, for relations that need one.

use super::family::Family;
use super::frame::{CELL, Frame};
use super::parts::{add_structure, options, ports, push, structure};
use super::{drive, media, monitors, shapes};
use poynting_exec::Random;
use serde_json::{Value, json};

/// Two lumped ports with arbitrary contents, as a network. An absorbing face or the ports remove the energy.
pub fn network(rng: &mut Random) -> Value {
    let mut frame = Frame::any(rng);
    if frame.walls.iter().any(|w| w[0] == "bloch") {
        frame = Frame::open(rng);
    }
    let mut scene = frame.scene(Family::Network.name());
    for n in 0..rng.whole(0..3) {
        structure(&mut scene, rng, &frame, (n, 0));
    }
    for name in ["one", "two"] {
        push(&mut scene, "ports", drive::port(rng, &frame, name, false));
    }
    if rng.chance(0.3) {
        push(&mut scene, "elements", drive::element(rng, &frame, "part"));
    }
    let waveform = json!({ "type": "gaussian", "amplitude": 1.0, "bandwidth": 2.4e10 });
    scene["network"] = json!({ "frequencies": monitors::FREQUENCIES, "waveform": waveform });
    options(&mut scene, rng);
    scene["stop"] = json!({ "steps": 1500, "energy_decay": 60.0 });
    scene
}

/// A waveguide along any axis between two ports, with an obstacle in the middle.
pub fn guide(rng: &mut Random) -> Value {
    let along = rng.whole(0..3);
    let mut cells = [5; 3];
    cells[along] = 34;
    cells[(along + 1) % 3] = 12;
    let mut walls = [["pec"; 2]; 3];
    walls[along] = ["pml"; 2];
    let frame = Frame::plain(cells, walls);
    let mut scene = frame.scene(Family::Guide.name());
    let [low, high] = frame.within(0);
    let (mut from, mut to) = (low, high);
    from[along] = -CELL * rng.within(1.0..3.0);
    to[along] = CELL * rng.within(1.0..3.0);
    let across = (along + 1) % 3;
    to[across] = rng.within(-3.0..6.0) * CELL;
    let medium = if rng.chance(0.3) {
        json!("pec")
    } else {
        media::filling(rng)
    };
    let obstacle = json!({ "shape": "box", "from": from, "to": to });
    add_structure(&mut scene, ("obstacle".to_owned(), medium), obstacle);
    let cross = (along, [low, high]);
    ports(
        &mut scene,
        "waveguide",
        cross,
        [15.0, 5.0].map(|n| n * CELL),
        &[],
    );
    let waveform = json!({ "type": "modulated-gaussian", "amplitude": 1.0, "frequency": 1.7e10, "bandwidth": 4e9 });
    scene["network"] = json!({ "frequencies": [1.55e10, 1.8e10], "waveform": waveform });
    scene["stop"] = json!({ "steps": 3000, "energy_decay": 50.0 });
    scene
}

/// One body whose surface does not follow the grid, between a dipole and a probe. All three are at least one cell apart.
pub fn body(rng: &mut Random) -> Value {
    let frame = Frame::plain([12; 3], [["pec"; 2]; 3]);
    let mut scene = frame.scene(Family::Body.name());
    let center = [0; 3].map(|_| CELL * rng.within(-0.5..0.5));
    let radius = CELL * rng.within(2.5..3.3);
    let shape = match rng.whole(0..4) {
        0 | 1 => json!({ "shape": "sphere", "center": center, "radius": radius }),
        2 => {
            let low = [0, 1, 2].map(|a| center[a] - CELL * rng.within(1.6..2.4));
            let high = [0, 1, 2].map(|a| center[a] + CELL * rng.within(1.6..2.4));
            json!({ "shape": "box", "from": low, "to": high })
        }
        _ => {
            json!({ "shape": "polyhedron", "file": shapes::OCTAHEDRON.0, "unit": 1.3 * radius, "offset": center })
        }
    };
    let medium = if rng.chance(0.3) {
        json!("pec")
    } else {
        media::filling(rng)
    };
    add_structure(&mut scene, ("medium".to_owned(), medium), shape);
    let waveform = json!({ "type": "gaussian", "amplitude": 1e-6, "bandwidth": 1.6e10 });
    let corner = |rng: &mut Random, sign: f64| {
        let place = [0; 3].map(|_| CELL * rng.within(3.6..4.4));
        [
            place[0] * sign,
            place[1] * rng.one_of(&[-1.0, 1.0]),
            place[2],
        ]
    };
    let direction = [0; 3].map(|_| rng.within(-1.0..1.0));
    let source = json!({ "name": "dipole", "type": "dipole", "at": corner(rng, -1.0), "direction": direction, "waveform": waveform });
    push(&mut scene, "sources", source);
    let probe = json!({ "name": "probe", "type": "probe", "at": corner(rng, 1.0), "components": ["Ex", "Ey", "Ez"] });
    push(&mut scene, "monitors", probe);
    scene["stop"]["steps"] = json!(110);
    scene
}

/// A metal body and a plane wave, with its far field.
pub fn scatterer(rng: &mut Random) -> Value {
    let frame = Frame::plain([22; 3], [["pml"; 2]; 3]);
    let mut scene = frame.scene(Family::Scatterer.name());
    let shape = if rng.chance(0.5) {
        json!({ "shape": "sphere", "center": [0.0, 0.0, 0.0], "radius": CELL * rng.within(4.5..6.0) })
    } else {
        let half = [0; 3].map(|_| CELL * rng.whole(3..7) as f64);
        json!({ "shape": "box", "from": half.map(|v| -v), "to": half })
    };
    add_structure(&mut scene, ("metal".to_owned(), json!("pec")), shape);
    let mut wave = drive::plane_wave(rng, &frame, 3);
    wave["waveform"] = json!({ "type": "gaussian", "amplitude": 1.0, "bandwidth": 1.6e10 });
    push(&mut scene, "sources", wave);
    let mut far = monitors::far(&frame, "far", false);
    far["frequencies"] = json!([rng.within(5e9..1.1e10)]);
    push(&mut scene, "monitors", far);
    scene["mom"] = json!({ "elements_per_wavelength": 14.0 });
    scene["stop"] = json!({ "steps": 1200, "energy_decay": 60.0 });
    scene
}
