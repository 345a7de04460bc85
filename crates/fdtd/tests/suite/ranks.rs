//! The result does not depend on how many ranks share the grid, nor where it is cut. Bit for bit.

use crate::common::{record, scene};
use crate::identity::everything;
use poynting_exec::RankChoice;
use poynting_fdtd::{Config, rank_plan};
use poynting_scene::{Model, Scene, TraversalChoice};

/// Compares runs on ranks with the run on one. In the first of them fields are gathered; in the others they stay on their ranks.
fn assert_identical(scene: &Scene, cuts: &[[usize; 3]]) {
    let (expected, ..) = record(scene, Config::default(), 1).unwrap();
    let traversals = [TraversalChoice::Sweep, TraversalChoice::Tiles];
    for (n, ranks) in cuts.iter().enumerate() {
        let config = Config {
            ranks: RankChoice::Parts(*ranks),
            halo: [8, 3, 1][n % 3],
            traversal: traversals[n % 2],
            gathered_bytes: if n == 0 { u64::MAX } else { 0 },
            ..Config::default()
        };
        let (found, ..) = record(scene, config, 2).unwrap();
        assert_eq!(found.parts.is_empty(), n == 0);
        expected.assert_same_bits(&found, &format!("{ranks:?}"));
    }
}

const CUTS: [[usize; 3]; 6] = [
    [2, 1, 1],
    [1, 3, 1],
    [1, 1, 2],
    [2, 2, 1],
    [2, 2, 2],
    [1, 4, 1],
];

#[test]
fn walls_and_layers() {
    assert_identical(&everything("", "f32"), &CUTS);
    assert_identical(&everything("x_max = 'pmc'\ny = 'pmc'", "f64"), &CUTS);
    assert_identical(
        &everything("all = 'pml'\npml = { layers = 5 }", "f32"),
        &CUTS,
    );
}

#[test]
fn periodic_axes() {
    assert_identical(
        &everything("x = 'periodic'\nz = 'pml'", "f32"),
        &[[1, 3, 1], [1, 1, 2], [1, 2, 2]],
    );
    let long = everything("y = 'periodic'\nz = 'pml'", "f32");
    assert_identical(&long, &[[2, 1, 1], [1, 2, 1], [1, 3, 1], [2, 2, 2]]);
}

#[test]
fn bloch_walls() {
    let k = "bloch = { k = ['70 rad/m', '-40 rad/m', '0 rad/m'] }";
    let scene = everything(&format!("x = 'bloch'\ny = 'bloch'\n{k}"), "f32");
    assert_identical(&scene, &CUTS);
}

/// Dispersive media, losses, frequency-domain monitors, a far field and a plane wave, all of them cut.
pub fn media() -> Scene {
    scene(
        r#"
[domain]
from = ["0 mm", "0 mm", "0 mm"]
to = ["26 mm", "24 mm", "22 mm"]
[grid]
spacing = "1 mm"
[boundary]
all = "pml"
pml = { layers = 5 }
[materials.water]
eps_inf = 5
debye = [{ delta = 70, tau = "8 ps" }]
[materials.plasma]
drude = [{ plasma = "20 GHz", collision = "1 GHz" }]
[[structures]]
material = "water"
shape = "sphere"
center = ["13 mm", "12 mm", "11 mm"]
radius = "4.3 mm"
[[structures]]
material = "plasma"
shape = "box"
from = ["8 mm", "8 mm", "8 mm"]
to = ["12 mm", "16 mm", "10 mm"]
[[sources]]
name = "wave"
type = "plane-wave"
from = ["4 mm", "4 mm", "4 mm"]
to = ["22 mm", "20 mm", "18 mm"]
direction = [0.3, 0.4, 0.8]
polarisation = [1, 0, 0]
waveform = { type = "gaussian", amplitude = "1 V/m", bandwidth = "12 GHz" }
[[monitors]]
name = "far"
type = "far-field"
from = ["2 mm", "2 mm", "2 mm"]
to = ["24 mm", "22 mm", "20 mm"]
frequencies = ["5 GHz", "9 GHz"]
theta = ["30 deg", "90 deg"]
phi = ["0 deg", "45 deg"]
[[monitors]]
name = "map"
type = "field"
from = ["6 mm", "6 mm", "11 mm"]
to = ["20 mm", "18 mm", "11 mm"]
frequencies = ["5 GHz", "9 GHz"]
[[monitors]]
name = "through"
type = "flux"
from = ["6 mm", "6 mm", "6 mm"]
to = ["20 mm", "18 mm", "16 mm"]
frequencies = ["5 GHz"]
[[monitors]]
name = "heat"
type = "absorption"
frequencies = ["5 GHz", "9 GHz"]
[stop]
steps = 200
"#,
    )
}

#[test]
fn media_monitors_and_waves() {
    assert_identical(&media(), &CUTS);
}

/// The same scene, ended after so many steps.
fn with_steps(scene: &Scene, steps: u64) -> Scene {
    let mut model = Model::clone(scene);
    model.stop.steps = Some(steps);
    Scene::unchecked(model)
}

/// What 2 to 64 ranks send is what their plan says, to the value.
#[test]
fn traffic_is_as_planned() {
    let k = "bloch = { k = ['70 rad/m', '-40 rad/m', '0 rad/m'] }";
    let scenes = [
        everything("all = 'pml'\npml = { layers = 5 }", "f32"),
        everything(
            &format!("x = 'bloch'\ny = 'periodic'\nz = 'pml'\n{k}"),
            "f64",
        ),
        media(),
    ];
    for mut scene in scenes {
        let steps = 19;
        scene = with_steps(&scene, steps);
        for ranks in [2, 5, 64] {
            let config = Config {
                ranks: RankChoice::Number(ranks),
                ..Config::default()
            };
            let (_, outcome, plan) = record(&scene, config, 2).unwrap();
            let planned = rank_plan(&plan, &config).unwrap();
            // Blocks end at multiples of 8 steps, and exchanges follow every `halo` steps of a block.
            let exchanges = [8u64, 8, 3].map(|steps| steps.div_ceil(planned.halo as u64));
            let exchanges: u64 = exchanges.iter().sum();
            assert_eq!(
                outcome.sent.messages,
                exchanges * planned.traffic().messages,
                "{ranks}"
            );
            assert_eq!(
                outcome.sent.values,
                exchanges * planned.traffic().values,
                "{ranks}"
            );
        }
    }
}

/// Points behind a symmetry plane belong to the rank that owns their images, as do those between two parts to one of them.
#[test]
fn fields_behind_symmetry_planes() {
    let monitor = |name: &str, kind: &str| {
        format!(
            "[[monitors]]\nname = '{name}'\n{kind}\nfrom = ['-18 mm', '-16 mm', '2 mm']\nto = ['20 mm', '15 mm', '9 mm']\n"
        )
    };
    let monitors = [
        monitor(
            "film",
            "type = 'snapshot'\nevery_steps = 5\nstride = [1, 2, 1]",
        ),
        monitor("map", "type = 'field'\nfrequencies = ['5 GHz', '9 GHz']"),
    ];
    let scene = scene(&format!(
        r#"
[domain]
from = ["-20 mm", "-16 mm", "0 mm"]
to = ["20 mm", "16 mm", "12 mm"]
[grid]
spacing = "1 mm"
[boundary]
x = "pml"
y = "pmc"
pml = {{ layers = 4 }}
[symmetry]
x = "magnetic"
y = "magnetic"
[[sources]]
name = "current"
type = "soft-point"
component = "Ez"
at = ["0 mm", "0 mm", "5.5 mm"]
waveform = {{ type = "gaussian", amplitude = "1 A/m^2", bandwidth = "12 GHz" }}
{}
[stop]
steps = 60
"#,
        monitors.concat()
    ));
    assert_identical(&scene, &CUTS);
}
