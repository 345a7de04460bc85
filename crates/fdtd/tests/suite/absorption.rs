//! Losses in media: the discrete Poynting theorem, and a slab in closed form.

use crate::common::{Recording, record, scene};
use poynting_fdtd::Config;
use poynting_physics::Complex;
use poynting_physics::PhasorArithmetic;
use poynting_physics::constants::EPS0;
use poynting_physics::slab::{Polarisation, Slab};
use std::f64::consts::TAU;

const ETA0: f64 = 376.730_313_667;

const EQUAL: &str = "[grid]\nspacing = '1 mm'\n";
const GRADED: &str = "[grid.lines]\n\
    x = ['0 mm', '1 mm', '2.5 mm', '3 mm', '4 mm', '5.5 mm', '7 mm', '8 mm', '9 mm', '10 mm', '11 mm', '12 mm']\n\
    y = ['0 mm', '2 mm', '3 mm', '3.5 mm', '5 mm', '6 mm', '7.5 mm', '8 mm', '9 mm', '11 mm', '12 mm']\n\
    z = ['0 mm', '1.5 mm', '3 mm', '3.4 mm', '5 mm', '7 mm', '9 mm', '10.5 mm', '12 mm']\n";
const CONDUCTOR: &str =
    "[materials.body]\neps_r = [3, 2, 4]\nsigma = ['0.5 S/m', '0.2 S/m', '1 S/m']\n";
const MAGNETIC: &str = "[materials.body]\nmu_r = 2\nsigma_m = '3e4 ohm/m'\n";
const DEBYE: &str =
    "[materials.body]\neps_inf = 4\nsigma = '0.5 S/m'\ndebye = [{ delta = 20, tau = '6 ps' }]\n";
const LORENTZ: &str = "[materials.body]\neps_inf = 2\n\
    lorentz = [{ delta = 2, frequency = '40 GHz', damping = '20 GHz' }]\n";
const FERRITE: &str = "[materials.body]\neps_r = 3\nmu_inf = 1.5\nsigma_m = '900 ohm/m'\n\
    magnetic = { lorentz = [{ delta = 3, frequency = '30 GHz', damping = '15 GHz' }] }\n";
const PLASMA: &str = "[materials.body]\ndrude = [{ plasma = '30 GHz', collision = '20 GHz' }]\n";
const BLOCK: &str = "[[structures]]\nmaterial = 'body'\nshape = 'box'\nfrom = ['4 mm', '4 mm', '4 mm']\nto = ['8 mm', '7 mm', '8 mm']\n";
const BALL: &str = "[[structures]]\nmaterial = 'body'\nshape = 'sphere'\ncenter = ['6 mm', '6 mm', '6 mm']\nradius = '2.7 mm'\n";
/// A metal ball half inside it.
const METAL: &str = "[[structures]]\nmaterial = 'pec'\nshape = 'sphere'\ncenter = ['7 mm', '6 mm', '7.3 mm']\nradius = '1.4 mm'\n";
/// No low-frequency content, which would leave charges that decay slowly.
const KICK: &str = "[[sources]]\nname = 'kick'\ntype = 'dipole'\nat = ['10.2 mm', '4.9 mm', '7.1 mm']\n\
    direction = [1, 2, 3]\nwaveform = { type = 'modulated-gaussian', amplitude = '1e-3 A m', frequency = '40 GHz', tau = '50 ps', delay = '350 ps' }\n";

/// A run until the fields have decayed.
fn run(parts: &[&str]) -> Recording {
    // The time step for the smallest cells is a third as long.
    let steps = if parts.contains(&GRADED) {
        14_000
    } else {
        2000
    };
    let text = format!(
        "[domain]\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['12 mm', '12 mm', '12 mm']\n\
         [boundary]\nall = 'pml'\npml = {{ layers = 6 }}\n[stop]\nsteps = {steps}\n{}",
        parts.concat()
    );
    let (recording, ..) = record(&scene(&text), Config::default(), 1).unwrap();
    recording
}

/// Flux out of a box and absorption in it.
fn monitors(name: &str, from: [f64; 3], to: [f64; 3]) -> String {
    let [from, to] = [from, to].map(|p| p.map(|x| format!("'{x} mm'")).join(", "));
    let one = |kind: &str| {
        format!(
            "[[monitors]]\nname = '{kind} {name}'\ntype = '{kind}'\nfrom = [{from}]\nto = [{to}]\n\
             frequencies = ['36 GHz', '42 GHz']\nevery_steps = 1\n"
        )
    };
    one("flux") + &one("absorption")
}

/// Largest difference between the power flowing into a box and the power lost there, relative to the latter.
fn imbalance(found: &Recording, name: &str) -> f64 {
    let flux = found.get(&format!("flux/flux {name}")).1;
    let lost = found.get(&format!("absorption/absorption {name}")).1;
    assert_eq!(lost.len(), 2);
    assert!(lost.iter().all(|p| *p > 0.0), "{lost:?}");
    let off = flux.iter().zip(lost).map(|(f, p)| (f / p + 1.0).abs());
    off.fold(0.0, f64::max)
}

/// A box around all lossy parts, and one that cuts through them.
fn balances(parts: &[&str]) {
    let around = monitors("around", [3.0, 3.0, 3.0], [9.0, 9.0, 9.0]);
    let through = monitors("through", [3.0, 5.0, 5.0], [7.0, 9.0, 9.0]);
    let double = "[fdtd]\nprecision = 'f64'\n";
    let found = run(&[parts, &[double, &around, &through]].concat());
    for name in ["around", "through"] {
        let off = imbalance(&found, name);
        assert!(off < 1e-11, "{name}: {off:e}");
    }
}

#[test]
fn conductors_lose_what_flows_into_them() {
    balances(&[EQUAL, CONDUCTOR, BLOCK, KICK]);
    balances(&[EQUAL, MAGNETIC, BLOCK, KICK]);
}

#[test]
fn dispersive_media_lose_what_flows_into_them() {
    for medium in [DEBYE, LORENTZ, FERRITE, PLASMA] {
        balances(&[EQUAL, medium, BLOCK, KICK]);
    }
}

#[test]
fn balls_lose_what_flows_into_them() {
    balances(&[EQUAL, CONDUCTOR, BALL, KICK]);
    balances(&[EQUAL, CONDUCTOR, BALL, METAL, KICK]);
    balances(&[EQUAL, DEBYE, BALL, KICK]);
}

#[test]
fn graded_cells_lose_what_flows_into_them() {
    balances(&[GRADED, CONDUCTOR, BLOCK, KICK]);
}

/// With an electric plane normal to x and a magnetic one normal to y the box spans both, and its losses are those of the
/// whole model.
#[test]
fn images_lose_as_much() {
    let dipole = "[[sources]]\nname = 'kick'\ntype = 'dipole'\nat = ['6 mm', '6 mm', '10 mm']\ndirection = '+x'\n\
        waveform = { type = 'modulated-gaussian', amplitude = '1e-3 A m', frequency = '40 GHz', tau = '50 ps', delay = '350 ps' }\n";
    let parts = [
        "[fdtd]\nprecision = 'f64'\n",
        EQUAL,
        DEBYE,
        BALL,
        dipole,
        &monitors("around", [3.0, 3.0, 3.0], [9.0, 9.0, 9.0]),
        &monitors("beside", [5.0, 7.0, 3.0], [9.0, 9.0, 9.0]),
        &monitors("in the image", [2.0, 1.0, 3.0], [5.0, 5.0, 9.0]),
    ];
    let whole = run(&parts);
    let planes = "[symmetry]\nx = 'electric'\ny = 'magnetic'\n";
    let quarter = run(&[&parts[..], &[planes]].concat());
    for name in ["around", "beside", "in the image"] {
        let off = imbalance(&quarter, name);
        assert!(off < 1e-11, "{name}: {off:e}");
        let [a, b] = [&whole, &quarter].map(|r| r.get(&format!("absorption/absorption {name}")).1);
        for (a, b) in a.iter().zip(b) {
            assert!((a / b - 1.0).abs() < 1e-10, "{name}: {a} {b}");
        }
    }
}

/// In single precision coefficients are rounded, and the losses are those of the rounded ones.
#[test]
fn single_precision_balances_as_well_as_it_can() {
    for medium in [CONDUCTOR, DEBYE] {
        let around = monitors("around", [3.0, 3.0, 3.0], [9.0, 9.0, 9.0]);
        let found = run(&[EQUAL, medium, BALL, KICK, &around]);
        let off = imbalance(&found, "around");
        assert!(off < 3e-6, "{off:e}");
    }
}

/// The box defaults to the domain, PMLs do not count, and without lossy media nothing is lost.
#[test]
fn the_whole_domain_is_the_default() {
    let all = "[[monitors]]\nname = 'all'\ntype = 'absorption'\nfrequencies = ['36 GHz', '42 GHz']\nevery_steps = 1\n";
    let around = monitors("around", [3.0, 3.0, 3.0], [9.0, 9.0, 9.0]);
    let found = run(&[EQUAL, CONDUCTOR, BLOCK, KICK, all, &around]);
    assert_eq!(
        found.get("absorption/all").1,
        found.get("absorption/absorption around").1
    );
    let clear = "[materials.body]\neps_r = 3\n";
    let found = run(&[EQUAL, clear, BLOCK, KICK, all]);
    assert_eq!(found.get("absorption/all").1, [0.0, 0.0]);
}

/// A slab at normal incidence absorbs 1 - |r|^2 - |t|^2 of the power.
#[test]
fn a_slab_takes_what_it_neither_reflects_nor_lets_through() {
    let text = "[domain]\nfrom = ['0 mm', '0 mm', '-2 mm']\nto = ['1 mm', '2 mm', '5 mm']\n\
        [grid]\nspacing = ['1 mm', '1 mm', '0.05 mm']\n\
        [boundary]\nx = 'periodic'\ny = 'periodic'\nz = 'pml'\npml = { layers = 20 }\n\
        [materials.slab]\neps_inf = 4\nsigma = '0.5 S/m'\ndebye = [{ delta = 20, tau = '6 ps' }]\n\
        [[structures]]\nmaterial = 'slab'\nshape = 'box'\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['1 mm', '2 mm', '3 mm']\n\
        [[sources]]\nname = 'wave'\ntype = 'plane-wave'\nfrom = ['0 mm', '0 mm', '-1 mm']\nto = ['1 mm', '2 mm', '4 mm']\n\
        direction = 'z'\npolarisation = 'x'\nwaveform = { type = 'gaussian', amplitude = '2 V/m', bandwidth = '20 GHz' }\n\
        [[monitors]]\nname = 'slab'\ntype = 'absorption'\nfrequencies = ['2 GHz', '5 GHz', '10 GHz', '15 GHz']\n\
        [stop]\nenergy_decay = '80 dB'\n";
    let (found, ..) = record(&scene(text), Config::default(), 1).unwrap();
    let (frequencies, lost) = found.get("absorption/slab");
    for (f, lost) in frequencies.iter().zip(lost) {
        let omega = TAU * f;
        let relaxation = Complex::from(20.0).over(Complex::new(1.0, omega * 6e-12));
        let eps = Complex::new(4.0, -0.5 / (omega * EPS0)) + relaxation;
        let slab = Slab::dielectric(eps, 3e-3);
        let response = slab.response(omega, 0.0, Polarisation::Te);
        let expected = 1.0 - response.r.norm_sqr() - response.t.norm_sqr();
        // For 2 V/m on 2 mm^2.
        let found = lost / (2.0 * 2.0 / (2.0 * ETA0) * 2e-6);
        assert!((found - expected).abs() < 2e-3, "{f}: {found} {expected}");
    }
}
