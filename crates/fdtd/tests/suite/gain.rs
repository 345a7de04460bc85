//! Gain and realised gain: the power balance between ports, media and the far field.

use crate::common::{Recording, record, scene};
use poynting_fdtd::Config;
use std::f64::consts::TAU;

const FREQUENCIES: [f64; 2] = [7e9, 10e9];
const PULSE: &str =
    "waveform = { type = 'differentiated-gaussian', amplitude = '2 V', bandwidth = '16 GHz' }\n";
const FAR: &str = "frequencies = ['7 GHz', '10 GHz']\nevery_steps = 1\ntheta = ['35 deg', '60 deg', '90 deg']\nphi = ['0 deg', '30 deg']\n";
/// The far field of a dipole.
const AROUND: &str = "[[monitors]]\nname = 'f'\ntype = 'far-field'\nfrom = ['-9 mm', '-9 mm', '-10 mm']\nto = ['9 mm', '9 mm', '10 mm']\n";

fn wire(from: i32, to: i32) -> String {
    format!(
        "[[structures]]\nmaterial = 'pec'\nshape = 'box'\nfrom = ['0 mm', '0 mm', '{from} mm']\nto = ['0 mm', '0 mm', '{to} mm']\n"
    )
}

fn port(name: &str, z: [i32; 2], ohms: f64, waveform: &str) -> String {
    format!(
        "[[ports]]\nname = '{name}'\nfrom = ['0 mm', '0 mm', '{} mm']\nto = ['0 mm', '0 mm', '{} mm']\n\
         direction = '+z'\nresistance = '{ohms} ohm'\n{waveform}",
        z[0], z[1]
    )
}

/// Open space, or the half space above a ground.
fn run(z_min: &str, parts: &[&str]) -> Recording {
    let below = if z_min == "pec" { 0 } else { -13 };
    let text = format!(
        "[domain]\nfrom = ['-12 mm', '-12 mm', '{below} mm']\nto = ['12 mm', '12 mm', '13 mm']\n[grid]\nspacing = '1 mm'\n\
         [boundary]\nall = 'pml'\nz_min = '{z_min}'\npml = {{ layers = 7 }}\n[stop]\nenergy_decay = '110 dB'\n[fdtd]\nprecision = 'f64'\n{}",
        parts.concat()
    );
    let (recording, ..) = record(&scene(&text), Config::default(), 1).unwrap();
    recording
}

/// A dipole of 14 mm with a gap of 2 mm.
fn dipole(ohms: f64, more: &[&str]) -> Recording {
    let own = [
        wire(-7, -1),
        wire(1, 7),
        port("feed", [-1, 1], ohms, PULSE),
        AROUND.to_owned(),
        FAR.to_owned(),
    ];
    let own: Vec<&str> = own.iter().map(String::as_str).collect();
    run("pml", &[&own, more].concat())
}

fn get<'a>(found: &'a Recording, what: &str) -> &'a [f64] {
    found.get(&format!("far/f/{what}")).1
}

/// Largest difference in dB between two levels that should be this far apart.
fn off(a: &[f64], b: &[f64], apart: f64) -> f64 {
    assert_eq!(a.len(), b.len());
    let off = a.iter().zip(b).map(|(a, b)| (a - b - apart).abs());
    off.fold(0.0, f64::max)
}

const BOX: &str = "from = ['-10 mm', '-10 mm', '-11 mm']\nto = ['10 mm', '10 mm', '11 mm']\nfrequencies = ['7 GHz', '10 GHz']\nevery_steps = 1\n";

#[test]
fn without_losses_gain_is_directivity() {
    let flux = format!("[[monitors]]\nname = 'out'\ntype = 'flux'\n{BOX}");
    let found = dipole(73.0, &[&flux]);
    assert!(off(get(&found, "gain"), get(&found, "directivity"), 0.0) < 1e-6);
    let out = found.get("flux/out").1;
    for (accepted, out) in get(&found, "accepted_power").iter().zip(out) {
        assert!((accepted / out - 1.0).abs() < 1e-6, "{accepted} {out}");
    }
}

/// With S11 = 2 V/V_s - 1, the reflection of a source of the port's resistance.
#[test]
fn realised_gain_lacks_what_is_reflected() {
    let found = dipole(73.0, &[]);
    let (times, voltage) = found.get("port/feed/voltage");
    let dt = times[1] - times[0];
    let waveform = &scene(&format!(
        "[domain]\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['9 mm', '9 mm', '9 mm']\n[grid]\nspacing = '1 mm'\n[stop]\nsteps = 9\n{}",
        port("feed", [3, 4], 73.0, PULSE)
    ))
    .ports[0]
        .excitation
        .clone()
        .unwrap();
    let [gain, realised] = ["gain", "realised_gain"].map(|what| get(&found, what));
    for (n, f) in FREQUENCIES.into_iter().enumerate() {
        // Fourier sums of V and V_s: real and imaginary parts.
        let mut sums = [0.0; 4];
        for (time, v) in times.iter().zip(voltage) {
            let (sin, cos) = (TAU * f * time).sin_cos();
            let v_s = waveform.value(*time);
            for (sum, part) in sums
                .iter_mut()
                .zip([v * cos, -v * sin, v_s * cos, -v_s * sin])
            {
                *sum += part * dt;
            }
        }
        let [v_re, v_im, s_re, s_im] = sums;
        let square = s_re * s_re + s_im * s_im;
        let re = (v_re * s_re + v_im * s_im) / square;
        let im = (v_im * s_re - v_re * s_im) / square;
        let places = 6 * n..6 * (n + 1);
        let error = |passed: f64| {
            assert!(passed > 0.1 && passed < 0.99, "{passed}");
            let level = 10.0 * passed.log10();
            off(&realised[places.clone()], &gain[places.clone()], level)
        };
        // 1 - |S11|^2; but the resistor sees the mean of two steps, cos(w dt/2) of the field.
        let reflected = (2.0 * re - 1.0).powi(2) + (2.0 * im).powi(2);
        assert!(error(1.0 - reflected) < 0.05);
        let resisted = (0.5 * TAU * f * dt).cos() * (re * re + im * im);
        let error = error(4.0 * (re - resisted));
        assert!(error < 1e-5, "{f}: {error}");
    }
}

/// Two ports with unequal fields on several edges, one of them a load, and a lossy block: power not radiated is absorbed.
#[test]
fn gain_lacks_what_is_absorbed() {
    let lossy = "[materials.clay]\neps_r = 4\nsigma = '0.4 S/m'\n[[structures]]\nmaterial = 'clay'\nshape = 'box'\n\
        from = ['1 mm', '-3 mm', '-4 mm']\nto = ['5 mm', '2 mm', '5 mm']\n";
    let wide = "[[ports]]\nname = 'load'\nfrom = ['-5 mm', '-2 mm', '-2 mm']\nto = ['-3 mm', '1 mm', '1 mm']\n\
        direction = '+z'\nresistance = '90 ohm'\n\
        [[ports]]\nname = 'in clay'\nfrom = ['2 mm', '0 mm', '-1 mm']\nto = ['3 mm', '0 mm', '2 mm']\n\
        direction = '-z'\nresistance = '40 ohm'\n";
    let lost = format!("[[monitors]]\nname = 'lost'\ntype = 'absorption'\n{BOX}");
    let found = dipole(60.0, &[lossy, wide, &lost]);
    let [gain, directivity] = ["gain", "directivity"].map(|what| get(&found, what));
    let accepted = get(&found, "accepted_power");
    for (n, lost) in found.get("absorption/lost").1.iter().enumerate() {
        let radiated = 1.0 - lost / accepted[n];
        assert!(radiated > 0.05 && radiated < 0.95, "{radiated}");
        let places = 6 * n..6 * (n + 1);
        let level = 10.0 * radiated.log10();
        let error = off(&gain[places.clone()], &directivity[places], level);
        assert!(error < 1e-5, "{error}");
    }
}

/// A monopole over a ground is half a dipole: all of its power goes into half of the directions.
#[test]
fn a_monopole_over_ground_has_twice_the_gain_of_its_dipole() {
    let whole = dipole(100.0, &[]);
    let half = AROUND.replace("'-10 mm'", "'0 mm'");
    let [arm, feed] = [wire(1, 7), port("feed", [0, 1], 50.0, PULSE)];
    let over = run("pec", &[&arm, &feed, &half, FAR]);
    let twice = 10.0 * 2.0_f64.log10();
    for what in ["gain", "realised_gain", "directivity"] {
        let error = off(get(&over, what), get(&whole, what), twice);
        assert!(error < 1e-5, "{what}: {error}");
    }
}

/// Planes that cut the port: an eighth of the model has the gain of the whole.
#[test]
fn symmetry_planes_leave_gains_as_they_are() {
    let whole = dipole(73.0, &[]);
    let planes = "[symmetry]\nx = 'magnetic'\ny = 'magnetic'\nz = 'electric'\n";
    let eighth = dipole(73.0, &[planes]);
    for what in ["gain", "realised_gain", "directivity"] {
        let error = off(get(&eighth, what), get(&whole, what), 0.0);
        assert!(error < 1e-5, "{what}: {error}");
    }
    let [a, b] = [&whole, &eighth].map(|r| get(r, "accepted_power"));
    for (a, b) in a.iter().zip(b) {
        assert!((a / b - 1.0).abs() < 1e-6, "{a} {b}");
    }
}

/// Where anything other than ports drives the fields, there is no power to relate them to.
#[test]
fn other_sources_have_no_gain() {
    let dipole = "[[sources]]\nname = 'd'\ntype = 'dipole'\nat = ['0 mm', '0 mm', '0.5 mm']\ndirection = '+z'\n\
        waveform = { type = 'differentiated-gaussian', amplitude = '1e-3 A m', bandwidth = '15 GHz' }\n";
    let found = run("pml", &[dipole, AROUND, FAR]);
    let mut names = found.streams.iter().map(|(stream, ..)| &stream.name);
    assert!(!names.any(|name| name.contains("gain")));
}
