//! Models one or a few cells thick: whichever axis is thin, they give the same numbers with the same memory. Along z the axes are permuted
//! in memory (`poynting_grid::Arrangement`), which must not affect recorded data.

use crate::common::{Recording, scene};
use poynting_exec::Pool;
use poynting_fdtd::{Config, Job, Outcome, Plan, run};
use poynting_grid::Turn;
use std::ops::ControlFlow;

const MU0: f64 = 1.256_637_061_27e-6;

fn record(text: &str, turn: Option<Turn>) -> (Recording, Outcome, Plan) {
    let scene = scene(text);
    let mut plan = Plan::new(&scene, scene.fdtd.precision).unwrap();
    plan.turn = turn.unwrap_or(plan.turn);
    let mut recording = Recording::default();
    let job = Job {
        scene: &scene,
        plan: &plan,
        sink: &mut recording,
        checkpoint: None,
    };
    let pool = Pool::new(Some(1)).unwrap();
    let outcome = run(job, Config::default(), &pool, &mut |_| {
        ControlFlow::Continue(())
    });
    (recording, outcome.unwrap(), plan)
}

fn peak(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |m, v| f64::max(m, v.abs()))
}

/// Largest difference over the largest value, in the field that a stream belongs to: a component that vanishes has rounding only.
fn agree(name: &str, a: &[f64], b: &[f64], scale: f64) {
    assert_eq!(a.len(), b.len(), "{name}");
    assert!(!a.is_empty(), "{name} is empty");
    let worst = a
        .iter()
        .zip(b)
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, f64::max);
    assert!(worst <= 1e-11 * scale, "{name}: {worst:e} of {scale:e}");
}

/// The largest value of all streams of a unit.
fn scale(recording: &Recording, unit: &str) -> f64 {
    let alike = recording.streams.iter().filter(|(s, ..)| s.unit == unit);
    alike.map(|(_, _, values)| peak(values)).fold(0.0, f64::max)
}

fn as_without_a_turn(text: &str) {
    let (turned, _, plan) = record(text, None);
    assert_ne!(plan.turn, Turn::NONE);
    let (plain, ..) = record(text, Some(Turn::NONE));
    assert_eq!(turned.streams.len(), plain.streams.len());
    for ((a, times, values), (b, plain_times, plain_values)) in
        turned.streams.iter().zip(&plain.streams)
    {
        assert_eq!((&a.name, times), (&b.name, plain_times));
        agree(&a.name, values, plain_values, scale(&plain, &b.unit));
    }
}

const EVERYTHING: &str = r#"
[domain]
from = ["0 mm", "0 mm", "0 mm"]
to = ["40 mm", "25 mm", "3 mm"]
[grid]
spacing = "1 mm"
[fdtd]
precision = "f64"
[boundary]
all = "pml"
z = "pec"
pml = { layers = 5 }
[materials.glass]
eps_r = [4, 3, 5]
sigma = "0.05 S/m"
[materials.water]
eps_inf = 5
debye = [{ delta = 70, tau = "8 ps" }]
[materials.plasma]
eps_inf = 1
drude = [{ plasma = "20 GHz", collision = "1 GHz" }]
[[structures]]
material = "glass"
shape = "sphere"
center = ["9 mm", "12 mm", "1.5 mm"]
radius = "4.3 mm"
[[structures]]
material = "water"
shape = "box"
from = ["22 mm", "5 mm", "0 mm"]
to = ["25 mm", "9 mm", "2 mm"]
[[structures]]
material = "plasma"
shape = "box"
from = ["28 mm", "14 mm", "1 mm"]
to = ["31 mm", "17 mm", "3 mm"]
[[structures]]
material = "pec"
shape = "box"
from = ["15 mm", "6 mm", "1 mm"]
to = ["18 mm", "9 mm", "1 mm"]
[[elements]]
name = "load"
from = ["35 mm", "20 mm", "0 mm"]
to = ["35 mm", "20 mm", "3 mm"]
direction = "z"
resistance = "20 ohm"
inductance = "1 nH"
connection = "series"
[[ports]]
name = "feed"
from = ["16 mm", "7 mm", "0 mm"]
to = ["17 mm", "8 mm", "1 mm"]
direction = "+z"
resistance = "50 ohm"
waveform = { type = "gaussian", amplitude = "1 V", bandwidth = "20 GHz" }
[[sources]]
name = "dipole"
type = "dipole"
at = ["20.3 mm", "18.1 mm", "1.7 mm"]
direction = [1, 2, 3]
waveform = { type = "differentiated-gaussian", amplitude = "1e-6 A m", bandwidth = "20 GHz" }
[[sources]]
name = "hard"
type = "hard-point"
component = "Hy"
at = ["33 mm", "8 mm", "2 mm"]
waveform = { type = "gaussian", amplitude = "1e-3 A/m", bandwidth = "20 GHz" }
[[monitors]]
name = "probe"
type = "probe"
at = ["13.3 mm", "17.7 mm", "1.1 mm"]
[[monitors]]
name = "film"
type = "snapshot"
from = ["5 mm", "5 mm", "0 mm"]
to = ["12 mm", "9 mm", "3 mm"]
components = ["Ex", "Hy", "Ez"]
every_steps = 7
[[monitors]]
name = "map"
type = "field"
from = ["20 mm", "4 mm", "0 mm"]
to = ["32 mm", "18 mm", "3 mm"]
frequencies = ["5 GHz", "9 GHz"]
[[monitors]]
name = "plane"
type = "flux"
from = ["8 mm", "20 mm", "0 mm"]
to = ["30 mm", "20 mm", "3 mm"]
frequencies = ["5 GHz", "9 GHz"]
[[monitors]]
name = "box"
type = "flux"
from = ["6 mm", "6 mm", "0 mm"]
to = ["33 mm", "19 mm", "3 mm"]
frequencies = ["5 GHz", "9 GHz"]
[[monitors]]
name = "heat"
type = "absorption"
frequencies = ["5 GHz", "9 GHz"]
[stop]
steps = 300
"#;

#[test]
fn a_thin_model_with_everything_is_turned_unseen() {
    as_without_a_turn(EVERYTHING);
}

/// One cell between periodic boundaries, and complex fields between Bloch boundaries, with a plane wave in either.
#[test]
fn plane_waves_and_bloch_walls_are_turned_unseen() {
    let wave = |walls: &str, keys: &str| {
        format!(
            "[domain]\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['24 mm', '20 mm', '1 mm']\n[grid]\nspacing = '1 mm'\n\
             [fdtd]\nprecision = 'f64'\n[boundary]\nall = 'pml'\nz = 'periodic'\npml = {{ layers = 5 }}\n{walls}\
             [materials.glass]\neps_r = 4\n[materials.dye]\neps_inf = 2\n\
             lorentz = [{{ delta = 1, frequency = '20 GHz', damping = '2 GHz' }}]\n\
             [[structures]]\nmaterial = 'glass'\nshape = 'cylinder'\nfrom = ['10 mm', '10 mm', '0 mm']\nto = ['10 mm', '10 mm', '1 mm']\nradius = '3.2 mm'\n\
             [[structures]]\nmaterial = 'dye'\nshape = 'box'\nfrom = ['14 mm', '8 mm', '0 mm']\nto = ['16 mm', '12 mm', '1 mm']\n\
             [[sources]]\nname = 'wave'\ntype = 'plane-wave'\n{keys}\
             waveform = {{ type = 'modulated-gaussian', amplitude = '1 V/m', frequency = '18 GHz', bandwidth = '6 GHz' }}\n\
             [[monitors]]\nname = 'p'\ntype = 'probe'\nat = ['9.2 mm', '7.1 mm', '0.3 mm']\n\
             [[monitors]]\nname = 's'\ntype = 'snapshot'\nfrom = ['6 mm', '6 mm', '0 mm']\nto = ['15 mm', '12 mm', '1 mm']\nevery_steps = 9\n\
             [[monitors]]\nname = 'f'\ntype = 'field'\nfrom = ['6 mm', '6 mm', '0 mm']\nto = ['15 mm', '12 mm', '0 mm']\nfrequencies = ['16 GHz', '18 GHz']\n\
             [[monitors]]\nname = 'through'\ntype = 'flux'\nfrom = ['5 mm', '14 mm', '0 mm']\nto = ['18 mm', '14 mm', '1 mm']\nfrequencies = ['18 GHz']\n\
             [stop]\nsteps = 260\n"
        )
    };
    let open = "direction = [1, 0.5, 0]\npolarisation = 'z'\nfrom = ['3 mm', '3 mm', '0 mm']\nto = ['21 mm', '17 mm', '1 mm']\n";
    as_without_a_turn(&wave("", open));
    let between = "direction = [0.3, 0.95, 0]\npolarisation = 'z'\nfrom = ['0 mm', '3 mm', '0 mm']\nto = ['24 mm', '20 mm', '1 mm']\n";
    let bloch = "x = 'bloch'\nbloch = { k = ['110 rad/m', '0 rad/m', '0 rad/m'] }\n";
    as_without_a_turn(&wave(bloch, between));
}

/// A scene with its axes permuted t times: everything with three parts, and components by name.
fn turned(text: &str, t: usize) -> String {
    let mut out = Vec::new();
    for line in text.lines() {
        let mut line = line.to_owned();
        if let Some((key, list)) = line
            .split_once(" = [")
            .filter(|(_, l)| l.matches(',').count() == 2)
        {
            let parts: Vec<&str> = list.trim_end_matches(']').split(", ").collect();
            let parts: Vec<&str> = (0..3).map(|a| parts[(a + 3 - t) % 3]).collect();
            line = format!("{key} = [{}]", parts.join(", "));
        }
        let axis = ["x", "y", "z"][(2 + t) % 3];
        line = line.replace("component = \"Ez\"", &format!("component = \"E{axis}\""));
        if line == "z = \"periodic\"" {
            line = format!("{axis} = \"periodic\"");
        }
        out.push(line);
    }
    out.join("\n")
}

/// The values of a stream of the original scene, taken from the permuted one.
fn found(recording: &Recording, name: &str, t: usize) -> Vec<f64> {
    let parts = name.split('/').map(|part| match part.as_bytes() {
        [field @ (b'E' | b'H'), axis @ b'x'..=b'z'] => {
            let axis = ["x", "y", "z"][(usize::from(axis - b'x') + t) % 3];
            format!("{}{axis}", *field as char)
        }
        _ => part.to_owned(),
    });
    let name = parts.collect::<Vec<_>>().join("/");
    let (stream, _, values) = recording
        .streams
        .iter()
        .find(|(s, ..)| s.name == name)
        .unwrap();
    let n = &stream.shape()[1..];
    if n.len() != 3 {
        return values.clone();
    }
    let [nx, ny, nz] = [0, 1, 2].map(|a| n[(a + t) % 3]);
    let mut back = Vec::new();
    for part in values.chunks(nx * ny * nz) {
        for node in (0..nx * ny * nz).map(|m| [m / (ny * nz), m / nz % ny, m % nz]) {
            let there: Vec<usize> = (0..3).map(|a| node[(a + 3 - t) % 3]).collect();
            back.push(part[(there[0] * n[1] + there[1]) * n[2] + there[2]]);
        }
    }
    back
}

/// The reproducer took 39 times the processor time and 8 times the memory of the same model one cell thick along x, since rows run along z
/// and are padded. Time scales with memory and cells; the test does not use the clock.
#[test]
fn thin_z_2d_slow() {
    let text = include_str!("../data/trouble/thin-z-2d-slow.toml");
    let (thin_z, outcome, plan) = record(text, None);
    let forecast = plan.bytes() as f64 / outcome.bytes as f64;
    assert!((1.0 / 1.5..1.5).contains(&forecast), "{forecast}");
    for t in [1, 2] {
        let (other, other_outcome, _) = record(&turned(text, t), None);
        let memory = outcome.bytes as f64 / other_outcome.bytes as f64;
        assert!((0.7..1.5).contains(&memory), "{memory} with {t}");
        for (stream, _, values) in &thin_z.streams {
            let there = found(&other, &stream.name, t);
            agree(&stream.name, values, &there, scale(&thin_z, &stream.unit));
        }
    }
}

/// The reproducer panicked: faces of the box were placed normal to x, which has no inner plane. A line current I radiates w mu0 |I|^2/8 per
/// length (R. F. Harrington, Time-Harmonic Electromagnetic Fields, sec. 5-1), through any closed surface; a plane that subtends the angle
/// alpha receives alpha/(2 pi) of it in the far field.
#[test]
fn panic_flux_2d() {
    let text = include_str!("../data/trouble/panic-flux-2d.toml");
    let (recording, ..) = record(text, None);
    let flux = |name: &str| recording.get(&format!("flux/{name}")).1[0];
    let cell = 25e-9_f64;
    let current = cell * cell;
    let omega = std::f64::consts::TAU * 193e12;
    let expected = omega * MU0 * current * current / 8.0 * cell;
    let around = flux("around") / expected;
    assert!((around - 1.0).abs() < 0.01, "{around}");
    let through = flux("m") / expected;
    assert!((0.25..0.4).contains(&through), "{through}");
    // No power flows along x in a model that is uniform along x.
    assert!(flux("sideways").abs() < 1e-6 * expected);
    // Between walls there is no plane that power could cross.
    let walls = text.replace("x = \"periodic\"", "x = \"pec\"");
    let scene = scene(&walls);
    let refused = Plan::new(&scene, scene.fdtd.precision)
        .unwrap_err()
        .to_string();
    assert!(
        refused.contains("sideways") && refused.contains("one cell thick"),
        "{refused}"
    );
}
