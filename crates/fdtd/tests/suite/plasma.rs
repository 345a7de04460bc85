//! Media with negative permittivity and curved surfaces: cylinders and spheres over their permittivity, from one pulse, against the Mie series, and
//! beside them cells filled whole, four times as many.

use crate::common::{record, scene};
use poynting_fdtd::Config;
use poynting_physics::constants::{C0, ETA0};
use poynting_physics::cylinder::{self, Field};
use poynting_physics::mie::Sphere;
use poynting_physics::{Complex, PhasorArithmetic};
use std::f64::consts::{PI, TAU};

/// Radius in metres, plasma and collision frequency in Hz.
const RADIUS: f64 = 10e-9;
const PLASMA: f64 = 2e15;
const COLLISION: f64 = 6e13;

/// Real parts of the permittivity at which the bodies are looked at.
const SCAN: [f64; 14] = [
    -20.0, -15.0, -12.0, -10.0, -8.0, -7.0, -6.0, -5.0, -4.0, -3.0, -2.5, -2.0, -1.5, -1.0,
];

/// The frequency at which Re eps = 1 - fp^2/(f^2 + fc^2) is that.
fn frequency(real: f64) -> f64 {
    (PLASMA * PLASMA / (1.0 - real) - COLLISION * COLLISION).sqrt()
}

fn permittivity(f: f64) -> Complex {
    let below = Complex::new(f * f, -f * COLLISION);
    Complex::from(1.0) - Complex::from(PLASMA * PLASMA).over(below)
}

/// Absorbed power over that of the wave on the body's shadow, for a body off the lines of a grid with `cells` per radius.
fn absorption(shape: &str, cells: f64, is_flat: bool, surfaces: &str) -> Vec<f64> {
    let nm = |x: f64| format!("\"{} nm\"", x * 1e9);
    let point = |p: [f64; 3]| format!("[{}]", p.map(nm).join(", "));
    let cell = RADIUS / cells;
    let half = |beyond: f64| (cells + beyond).ceil() * cell;
    let depth = |x: f64| if is_flat { cell / 2.0 } else { x };
    let bounds = |x: f64| {
        let z = depth(x);
        format!(
            "from = {}\nto = {}\n",
            point([-x, -x, -z]),
            point([x, x, z])
        )
    };
    let frequencies = SCAN.map(|eps| format!("\"{} THz\"", frequency(eps) * 1e-12));
    let text = format!(
        "[domain]\n{domain}[grid]\nspacing = {cell}\n\
         [boundary]\nx = \"pml\"\ny = \"pml\"\nz = \"{z}\"\n{symmetry}\
         [materials.metal]\ndrude = [{{ plasma = \"{plasma} THz\", collision = \"{collision} THz\" }}]\n\
         [[structures]]\nmaterial = \"metal\"\n{shape}\
         [[sources]]\nname = \"wave\"\ntype = \"plane-wave\"\n{wave}\
         direction = \"x\"\npolarisation = \"y\"\n\
         waveform = {{ type = \"gaussian\", amplitude = \"1 V/m\", bandwidth = \"2000 THz\" }}\n\
         [[monitors]]\nname = \"body\"\ntype = \"absorption\"\nfrequencies = [{frequencies}]\n\
         [stop]\nenergy_decay = \"60 dB\"\ntime = \"40 fs\"\n[fdtd]\nsurfaces = \"{surfaces}\"\n",
        domain = bounds(half(7.0)),
        wave = bounds(half(3.0)),
        cell = nm(cell),
        z = if is_flat { "periodic" } else { "pml" },
        symmetry = if is_flat {
            ""
        } else {
            "[symmetry]\ny = \"electric\"\nz = \"magnetic\"\n"
        },
        plasma = PLASMA * 1e-12,
        collision = COLLISION * 1e-12,
        frequencies = frequencies.join(", "),
    );
    let (recording, ..) = record(&scene(&text), Config::default(), 1).unwrap();
    let lost = recording.get("absorption/body").1;
    let shadow = if is_flat {
        2.0 * RADIUS * cell
    } else {
        PI * RADIUS * RADIUS
    };
    lost.iter().map(|p| p * 2.0 * ETA0 / shadow).collect()
}

/// Off the lines of every grid.
const OFF: [f64; 3] = [0.13e-9, 0.21e-9, 0.08e-9];

fn errors(found: &[f64], exact: impl Fn(f64, Complex) -> f64) -> Vec<f64> {
    let one = |(found, eps): (&f64, f64)| {
        let f = frequency(eps);
        (found / exact(TAU * f / C0 * RADIUS, permittivity(f).root()) - 1.0).abs()
    };
    found.iter().zip(SCAN).map(one).collect()
}

fn check(conformal: &[f64], filled: &[f64]) {
    println!("eps {SCAN:?}\nconformal {conformal:.3?}\nfilled {filled:.3?}");
    let square = |errors: &[f64]| errors.iter().map(|e| e * e).sum::<f64>();
    assert!(square(conformal) < square(filled));
    // At each permittivity, too, but at those of the shortest waves in the surface, where both are as wide as the cells make them.
    for (n, eps) in SCAN.iter().enumerate().filter(|(_, eps)| **eps < -2.0) {
        assert!(
            conformal[n] < filled[n].max(0.02),
            "{eps}: {} {}",
            conformal[n],
            filled[n]
        );
    }
}

#[test]
fn a_cylinder_over_its_permittivity() {
    let [x, y, _] = OFF.map(|x| x * 1e9);
    let shape = format!(
        "shape = \"cylinder\"\nfrom = [\"{x} nm\", \"{y} nm\", \"-50 nm\"]\nto = [\"{x} nm\", \"{y} nm\", \"50 nm\"]\nradius = \"{} nm\"\n",
        RADIUS * 1e9
    );
    let of = |cells: f64, surfaces: &str| {
        let found = absorption(&shape, cells, true, surfaces);
        errors(&found, |size, index| {
            cylinder::efficiencies(size, index, Field::Across).absorption
        })
    };
    check(&of(8.0, "conformal"), &of(16.0, "staircase"));
}

#[test]
fn a_sphere_over_its_permittivity() {
    let [x, ..] = OFF.map(|x| x * 1e9);
    let shape = format!(
        "shape = \"sphere\"\ncenter = [\"{x} nm\", \"0 nm\", \"0 nm\"]\nradius = \"{} nm\"\n",
        RADIUS * 1e9
    );
    let of = |cells: f64, surfaces: &str| {
        let found = absorption(&shape, cells, false, surfaces);
        errors(&found, |size, index| {
            Sphere::penetrable(size, index).efficiencies().absorption
        })
    };
    check(
        &of(4.0, "conformal"),
        &of(4.0 * 4.0_f64.cbrt(), "staircase"),
    );
}
