//! A dispersive slab whose faces lie off the grid lines, against the closed form.

use crate::common::{record, scene};
use poynting_fdtd::Config;
use poynting_physics::Complex;
use poynting_physics::constants::C0;
use poynting_physics::slab::{Polarisation, Slab};
use poynting_scene::MaterialKind;
use std::f64::consts::TAU;

/// A slab whose faces lie off the grid lines, and a pulse at normal incidence: the largest error of r and t over the
/// band.
fn slab_error(material: &str, cell: f64, surfaces: &str) -> f64 {
    let text = format!(
        r#"
title = "slab"
[domain]
from = ["0 mm", "0 mm", "-4 mm"]
to = ["1 mm", "1 mm", "8 mm"]
[grid]
spacing = ["1 mm", "1 mm", "{cell} mm"]
[boundary]
x = "periodic"
y = "periodic"
z = "pml"
[materials.slab]
{material}
[[structures]]
material = "slab"
shape = "box"
from = ["0 mm", "0 mm", "{front} mm"]
to = ["1 mm", "1 mm", "{back} mm"]
[[sources]]
name = "wave"
type = "plane-wave"
from = ["0 mm", "0 mm", "-2 mm"]
to = ["1 mm", "1 mm", "7 mm"]
direction = [0, 0, 1]
polarisation = [1, 0, 0]
waveform = {{ type = "gaussian", amplitude = "1 V/m", bandwidth = "40 GHz" }}
[[monitors]]
name = "r"
type = "field"
from = ["0.5 mm", "0 mm", "-3 mm"]
to = ["0.5 mm", "0 mm", "-3 mm"]
components = ["Ex"]
frequencies = ["10 GHz", "17 GHz", "25 GHz"]
[[monitors]]
name = "t"
type = "field"
from = ["0.5 mm", "0 mm", "6 mm"]
to = ["0.5 mm", "0 mm", "6 mm"]
components = ["Ex"]
frequencies = ["10 GHz", "17 GHz", "25 GHz"]
[stop]
energy_decay = "80 dB"
time = "3 ns"
[fdtd]
precision = "f64"
surfaces = "{surfaces}"
"#,
        front = FRONT * 1e3,
        back = BACK * 1e3,
    );
    let scene = scene(&text);
    let medium = scene.materials.iter().find(|m| m.name == "slab").unwrap();
    let MaterialKind::Medium(medium) = &medium.kind else {
        panic!("no medium")
    };
    let (recording, ..) = record(&scene, Config::default(), 1).unwrap();
    let phasor = |name: &str, n: usize| {
        let part = |part: &str| recording.get(&format!("field/{name}/Ex/{part}")).1[n];
        Complex::new(part("real"), part("imag"))
    };
    let mut worst = 0.0_f64;
    for (n, f) in [10e9, 17e9, 25e9].into_iter().enumerate() {
        let k = TAU * f / C0;
        let [re, im] = medium.permittivity(f)[0];
        let slab = Slab::dielectric(Complex::new(re, im), BACK - FRONT);
        let exact = slab.response(TAU * f, 0.0, Polarisation::Te);
        // The phase reference of the wave is at z = -2 mm.
        let r = phasor("r", n) * Complex::cis(k * (2.0 * FRONT + 5e-3));
        let t = phasor("t", n) * Complex::cis(k * (6e-3 - BACK + FRONT + 2e-3));
        worst = worst.max((r - exact.r).norm()).max((t - exact.t).norm());
    }
    worst
}

/// Faces of that slab, in metres.
const FRONT: f64 = 0.137e-3;
const BACK: f64 = 3.318e-3;

#[test]
fn a_slab_off_the_grid_reflects_and_transmits_as_the_closed_form_says() {
    for material in [
        "eps_inf = 2\ndebye = [{ delta = 6, tau = '4 ps' }]",
        "drude = [{ plasma = '20 GHz', collision = '2 GHz' }]",
    ] {
        let [coarse, fine] = [0.2, 0.1].map(|cell| slab_error(material, cell, "conformal"));
        let filled = slab_error(material, 0.2, "staircase");
        println!("{coarse:.2e} {fine:.2e}, filled {filled:.2e}");
        assert!(fine < 0.4 * coarse, "{material}: {coarse:e} {fine:e}");
        assert!(coarse < 0.3 * filled, "{material}: {coarse:e} {filled:e}");
    }
}
