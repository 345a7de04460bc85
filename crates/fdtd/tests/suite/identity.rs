//! The result depends only on the scene: not on the traversal, the number of threads, the SIMD level, nor on
//! how coefficients are stored. Bit for bit.

use crate::common::{record, scene};
use poynting_exec::SimdLevel;
use poynting_fdtd::{Config, Storage};
use poynting_fdtd_core::block::BLOCK;
use poynting_fdtd_core::traversal::TileShape;
use poynting_scene::TraversalChoice;

/// Every feature of this solver, in one box; boundaries and precision are filled in.
const EVERYTHING: &str = r#"
title = "everything"
[domain]
from = ["0 mm", "0 mm", "0 mm"]
to = ["23 mm", "41 mm", "37 mm"]
[grid]
max_frequency = "20 GHz"
cells_per_wavelength = 8
[boundary]
BOUNDARY
[materials.glass]
eps_r = [4, 3, 5]
sigma = "0.05 S/m"
[materials.ferrite]
eps_r = 2
mu_r = [3, 2, 4]
sigma_m = "900 ohm/m"
[[structures]]
material = "glass"
shape = "sphere"
center = ["9 mm", "20 mm", "15 mm"]
radius = "7 mm"
[[structures]]
material = "ferrite"
shape = "box"
from = ["12 mm", "5 mm", "20 mm"]
to = ["19 mm", "30 mm", "33 mm"]
[[structures]]
material = "pec"
shape = "box"
from = ["3 mm", "6 mm", "6 mm"]
to = ["15 mm", "9 mm", "6 mm"]
[[sources]]
name = "soft"
type = "soft-point"
component = "Ez"
at = ["11 mm", "33 mm", "11 mm"]
waveform = { type = "gaussian", amplitude = "1 A/m^2", bandwidth = "20 GHz" }
[[sources]]
name = "magnetic"
type = "soft-point"
component = "Hx"
at = ["20 mm", "35 mm", "20 mm"]
waveform = { type = "differentiated-gaussian", amplitude = "1 V/m^2", bandwidth = "20 GHz" }
[[sources]]
name = "hard"
type = "hard-point"
component = "Ey"
at = ["3 mm", "35 mm", "30 mm"]
waveform = { type = "sine", amplitude = "0.01 V/m", frequency = "10 GHz" }
[[sources]]
name = "dipole"
type = "dipole"
at = ["5.3 mm", "37.1 mm", "21.7 mm"]
direction = [1, 2, 3]
waveform = { type = "modulated-gaussian", amplitude = "1e-9 A m", frequency = "12 GHz", bandwidth = "5 GHz" }
[[ports]]
name = "feed"
from = ["5 mm", "6 mm", "0 mm"]
to = ["6 mm", "8 mm", "6 mm"]
direction = "+z"
resistance = "50 ohm"
waveform = { type = "gaussian", amplitude = "1e-3 V", bandwidth = "20 GHz" }
[[monitors]]
name = "inside"
type = "probe"
at = ["13.3 mm", "17.7 mm", "21.1 mm"]
[[monitors]]
name = "corner"
type = "probe"
at = ["22.9 mm", "40.9 mm", "0.1 mm"]
[[monitors]]
name = "box"
type = "snapshot"
from = ["0 mm", "0 mm", "0 mm"]
to = ["23 mm", "41 mm", "37 mm"]
every_steps = 3
stride = [3, 2, 5]
[stop]
steps = 83
[fdtd]
precision = "PRECISION"
"#;

pub fn everything(boundary: &str, precision: &str) -> poynting_scene::Scene {
    scene(
        &EVERYTHING
            .replace("BOUNDARY", boundary)
            .replace("PRECISION", precision),
    )
}

fn assert_identical(boundary: &str, precision: &str) {
    let scene = everything(boundary, precision);
    let base = Config {
        traversal: TraversalChoice::Sweep,
        storage: Storage::Lookup,
        ..Config::default()
    };
    let (expected, ..) = record(&scene, base, 1).unwrap();
    for (stream, times, values) in &expected.streams {
        assert!(
            !times.is_empty() && values.iter().all(|v| v.is_finite()),
            "{}",
            stream.name
        );
        assert!(
            values.iter().any(|v| *v != 0.0),
            "{} stayed zero",
            stream.name
        );
    }
    let tiles_of = |rows| Config {
        traversal: TraversalChoice::Tiles,
        tile: Some(TileShape { rows, steps: BLOCK }),
        ..base
    };
    let variants = [
        (
            Config {
                traversal: TraversalChoice::Tiles,
                ..base
            },
            1,
            "tiles",
        ),
        (tiles_of(1), 2, "tiles of 1 row on 2 threads"),
        (tiles_of(3), 3, "tiles of 3 rows on 3 threads"),
        (tiles_of(8), 5, "tiles of 8 rows on 5 threads"),
        (tiles_of(8), 1, "tiles of 8 rows"),
        (base, 4, "sweep on 4 threads"),
        (
            Config {
                storage: Storage::Direct,
                ..base
            },
            2,
            "direct coefficients",
        ),
        (
            Config {
                simd: SimdLevel::available()[0],
                ..base
            },
            1,
            "baseline SIMD",
        ),
    ];
    for (config, threads, what) in variants {
        let (found, ..) = record(&scene, config, threads).unwrap();
        for ((stream, _, values), (_, _, other)) in expected.streams.iter().zip(&found.streams) {
            let same = values
                .iter()
                .zip(other)
                .all(|(a, b)| a.to_bits() == b.to_bits());
            assert!(
                same && values.len() == other.len(),
                "{} differs: {what}, {boundary}, {precision}",
                stream.name
            );
        }
    }
}

#[test]
fn electric_walls() {
    assert_identical("", "f32");
    assert_identical("", "f64");
}

#[test]
fn magnetic_walls() {
    assert_identical("x_max = 'pmc'\ny = 'pmc'\nz_max = 'pmc'", "f32");
}

#[test]
fn periodic_along_x() {
    assert_identical("x = 'periodic'", "f32");
}

#[test]
fn periodic_along_y_and_z() {
    assert_identical("y = 'periodic'\nz = 'periodic'", "f32");
}

#[test]
fn periodic_all_around() {
    assert_identical("all = 'periodic'", "f64");
}

#[test]
fn bloch_walls() {
    let k = "bloch = { k = ['70 rad/m', '-40 rad/m', '55 rad/m'] }";
    assert_identical(&format!("x = 'bloch'\n{k}"), "f32");
    assert_identical(&format!("y = 'bloch'\nx = 'periodic'\n{k}"), "f32");
    assert_identical(&format!("y = 'bloch'\nz = 'bloch'\n{k}"), "f32");
    assert_identical(
        &format!("z = 'bloch'\nx = 'pml'\npml = {{ layers = 4 }}\n{k}"),
        "f64",
    );
}
