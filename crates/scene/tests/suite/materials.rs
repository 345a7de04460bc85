//! Dispersive materials: a scene's material has the permittivity of the published formula.

use std::f64::consts::TAU;

use poynting_scene::{MaterialKind, Medium, Scene, Term};

const EPS0: f64 = 8.854_187_812_8e-12;
const MU0: f64 = 1.256_637_062_12e-6;

/// A complex number with the operations these formulas need.
#[derive(Debug, Clone, Copy)]
struct C(f64, f64);

impl C {
    fn over(self, d: Self) -> Self {
        let square = d.0 * d.0 + d.1 * d.1;
        Self(
            (self.0 * d.0 + self.1 * d.1) / square,
            (self.1 * d.0 - self.0 * d.1) / square,
        )
    }

    fn plus(self, real: f64) -> Self {
        Self(self.0 + real, self.1)
    }
}

fn scene(materials: &str) -> String {
    format!(
        r#"
[domain]
from = ["0 mm", "0 mm", "0 mm"]
to = ["10 mm", "10 mm", "10 mm"]
[[sources]]
name = "s"
type = "soft-point"
component = "Ez"
at = ["5 mm", "5 mm", "5 mm"]
waveform = {{ type = "gaussian", amplitude = "1 A/m^2", bandwidth = "10 GHz" }}
[[structures]]
material = "x"
shape = "sphere"
center = ["5 mm", "5 mm", "5 mm"]
radius = "2 mm"
[stop]
time = "1 ns"
[materials.x]
{materials}
"#
    )
}

fn medium(material: &str) -> Medium {
    let scene = Scene::from_toml(&scene(material), "test.toml")
        .unwrap_or_else(|error| panic!("{}", error.render()));
    match &scene.materials[3].kind {
        MaterialKind::Medium(medium) => medium.clone(),
        kind => panic!("{kind:?}"),
    }
}

fn near(found: [f64; 2], expected: C) {
    let error = (found[0] - expected.0).hypot(found[1] - expected.1);
    let size = expected.0.hypot(expected.1);
    assert!(error <= 1e-12 * size, "{found:?} is not {expected:?}");
}

/// The media of the reference slabs and spheres, each with its formula as printed there.
#[test]
fn reference_media_have_their_permittivity() {
    let debye = medium("eps_inf = 1.8\ndebye = [{ delta = 79.2, tau = \"9.4 ps\" }]");
    let sphere = medium("eps_inf = 5.2\ndebye = [{ delta = 73.16, tau = \"8.27 ps\" }]");
    let lorentz = medium(
        "eps_inf = 1.5\nlorentz = [{ delta = 1.5, frequency = \"10 GHz\", damping = \"0.5 GHz\" }]",
    );
    for f in [1e8, 3e9, 1e10, 2e10] {
        let w = TAU * f;
        let relaxation = |delta, tau: f64| C(delta, 0.0).over(C(1.0, w * tau));
        near(
            debye.permittivity(f)[0],
            relaxation(79.2, 9.4e-12).plus(1.8),
        );
        near(
            sphere.permittivity(f)[1],
            relaxation(73.16, 8.27e-12).plus(5.2),
        );
        let w0 = TAU * 10e9;
        let resonance = C(1.5 * w0 * w0, 0.0).over(C(w0 * w0 - w * w, 2.0 * w * 0.05 * w0));
        near(lorentz.permittivity(f)[2], resonance.plus(1.5));
        near(debye.permeability(f)[0], C(1.0, 0.0));
    }
    let plasma = medium("drude = [{ plasma = \"28.7 GHz\", collision = \"2e10 rad/s\" }]");
    for f in [1e9, 28.7e9, 1e11] {
        let (w, wp) = (TAU * f, TAU * 28.7e9);
        near(
            plasma.permittivity(f)[0],
            C(-wp * wp, 0.0).over(C(w * w, -w * 2e10)).plus(1.0),
        );
    }
    let metal = medium("drude = [{ plasma = \"2000 THz\", collision = \"50 THz\" }]");
    for f in [0.3e15, 1.1547e15, 1.8e15] {
        let (w, wp, g) = (TAU * f, TAU * 2e15, TAU * 5e13);
        near(
            metal.permittivity(f)[0],
            C(-wp * wp, 0.0).over(C(w * w, -w * g)).plus(1.0),
        );
    }
}

#[test]
fn terms_and_conductivities_add_up_along_every_axis() {
    let m = medium(
        r#"
eps_inf = [2, 3, 4]
sigma = ["1 S/m", "2 S/m", "3 S/m"]
debye = [{ delta = 5, tau = "20 ps" }, { delta = 7, tau = "300 ps" }]
mu_inf = 1.5
sigma_m = "1000 ohm/m"
magnetic = { lorentz = [{ delta = 2, frequency = "3 GHz", damping = "4 GHz" }] }
"#,
    );
    let f = 2.2e9;
    let w = TAU * f;
    let a = C(5.0, 0.0).over(C(1.0, w * 20e-12));
    let b = C(7.0, 0.0).over(C(1.0, w * 300e-12));
    for axis in 0..3 {
        let n = (axis + 1) as f64;
        let loss = n / (w * EPS0);
        near(
            m.permittivity(f)[axis],
            C(a.0 + b.0 + n + 1.0, a.1 + b.1 - loss),
        );
        let (w0, d) = (TAU * 3e9, TAU * 4e9);
        let chi = C(2.0 * w0 * w0, 0.0).over(C(w0 * w0 - w * w, 2.0 * w * d));
        near(
            m.permeability(f)[axis],
            C(chi.0 + 1.5, chi.1 - 1000.0 / (w * MU0)),
        );
    }
}

#[test]
fn poles_are_read_from_either_half_of_a_pair() {
    let of = |pole: &str, residue: &str| {
        medium(&format!(
            "poles = [{{ pole = [{pole}], residue = [{residue}] }}]"
        ))
        .electric
    };
    let upper = of(
        r#""-1e9 rad/s", "6e10 rad/s""#,
        r#""1e8 rad/s", "-2e10 rad/s""#,
    );
    let lower = of(
        r#""-1e9 rad/s", "-6e10 rad/s""#,
        r#""1e8 rad/s", "2e10 rad/s""#,
    );
    let pair = Term::Pair {
        pole: [-1e9, 6e10],
        residue: [1e8, -2e10],
    };
    assert_eq!(upper, [pair]);
    assert_eq!(lower, [pair]);
    let real = of(r#""-1e9 rad/s", "0 rad/s""#, r#""3e9 rad/s", "0 rad/s""#);
    let expected = Term::Real {
        pole: -1e9,
        residue: 3e9,
    };
    assert_eq!(real, [expected]);
}

#[test]
fn units_of_angular_frequencies_are_those_that_users_know() {
    let plasma = |text: &str| {
        let m = medium(&format!(
            "drude = [{{ plasma = \"{text}\", collision = \"0 Hz\" }}]"
        ));
        let Term::Drude { plasma, .. } = m.electric[0] else {
            panic!("{m:?}")
        };
        plasma
    };
    // 1 eV is 2.417989242e14 Hz: e/h, CODATA 2018.
    for (text, value) in [
        ("28.7 GHz", TAU * 28.7e9),
        ("2e10 rad/s", 2e10),
        ("1 eV", TAU * 2.417_989_242_084_918e14),
        ("50 meV", TAU * 0.05 * 2.417_989_242_084_918e14),
    ] {
        assert!((plasma(text) / value - 1.0).abs() < 1e-14, "{text}");
    }
}

/// A lossless model cannot end a run that waits for its decay.
#[test]
fn losses_of_terms_let_a_run_end() {
    let ends = |material: &str| {
        let text = scene(material).replace("time = \"1 ns\"", "energy_decay = \"30 dB\"");
        Scene::from_toml(&text, "test.toml").is_ok()
    };
    assert!(ends("debye = [{ delta = 1, tau = \"1 ns\" }]"));
    assert!(ends(
        "drude = [{ plasma = \"1 GHz\", collision = \"1 MHz\" }]"
    ));
    assert!(!ends(
        "drude = [{ plasma = \"1 GHz\", collision = \"0 MHz\" }]"
    ));
    let undamped = "frequency = \"1 GHz\", damping = \"0 Hz\"";
    assert!(!ends(&format!("lorentz = [{{ delta = 1, {undamped} }}]")));
    assert!(ends(&format!(
        "magnetic = {{ lorentz = [{{ delta = 1, {undamped} }}] }}\nsigma = \"1 S/m\""
    )));
}
