//! Dispersive media in runs: against the discrete equations in closed form, and over many steps.

use crate::common::{record, scene};
use poynting_fdtd::{Config, FdtdError, Plan};
use poynting_physics::constants::{EPS0, MU0};
use poynting_physics::{Complex, PhasorArithmetic};
use poynting_scene::{
    Material, MaterialId, MaterialKind, Medium, Model, Scene, Shape, Structure, Term,
};
use std::f64::consts::TAU;

const DEBYE: &str = "eps_inf = 3\nsigma = '0.4 S/m'\ndebye = [{ delta = 6, tau = '4 ps' }]";
const DRUDE: &str = "eps_inf = 2\ndrude = [{ plasma = '60 GHz', collision = '9 GHz' }]";
const LORENTZ: &str = "eps_inf = 2\nsigma = '0.1 S/m'\n\
     lorentz = [{ delta = 1.5, frequency = '70 GHz', damping = '4 GHz' }]";
const OVERDAMPED: &str = "lorentz = [{ delta = 3, frequency = '40 GHz', damping = '90 GHz' }]";
const POLES: &str = "eps_inf = 1.5\nsigma = '0.3 S/m'\n\
     poles = [{ pole = ['-3e10 rad/s', '4e11 rad/s'], residue = ['1e10 rad/s', '-3e11 rad/s'] }]";
const MAGNETIC: &str = "eps_r = 2\nsigma = '0.2 S/m'\nmu_inf = 1.3\nsigma_m = '3000 ohm/m'\n\
     magnetic = { lorentz = [{ delta = 0.8, frequency = '50 GHz', damping = '6 GHz' }] }";
const SEVERAL: &str = "eps_inf = 2\nsigma = '0.2 S/m'\ndebye = [{ delta = 2, tau = '8 ps' }, { delta = 1, tau = '0.3 ps' }]\n\
     drude = [{ plasma = '20 GHz', collision = '0 GHz' }]\n\
     lorentz = [{ delta = 1, frequency = '90 GHz', damping = '3 GHz' }]\n\
     magnetic = { debye = [{ delta = 1, tau = '2 ps' }] }";

/// A metal box of 2 x 1 x 2 cells, which has one Ey and so one spatial mode.
fn one_mode(material: &str, precision: &str, steps: usize) -> String {
    format!(
        r#"
title = "one mode"
[domain]
from = ["0 mm", "0 mm", "0 mm"]
to = ["2 mm", "1 mm", "3 mm"]
[grid.lines]
x = ["0 mm", "1 mm", "2 mm"]
y = ["0 mm", "1 mm"]
z = ["0 mm", "1.5 mm", "3 mm"]
[materials.filling]
{material}
[[structures]]
material = "filling"
shape = "box"
from = ["0 mm", "0 mm", "0 mm"]
to = ["2 mm", "1 mm", "3 mm"]
[[sources]]
name = "kick"
type = "soft-point"
component = "Ey"
at = ["1 mm", "0.5 mm", "1.5 mm"]
waveform = {{ type = "differentiated-gaussian", amplitude = "1 A/m^2", bandwidth = "150 GHz" }}
[[monitors]]
name = "p"
type = "probe"
at = ["1 mm", "0.5 mm", "1.5 mm"]
components = ["Ey"]
[stop]
steps = {steps}
[fdtd]
precision = "{precision}"
"#
    )
}

fn filling(scene: &Scene) -> &Medium {
    let found = scene.materials.iter().find(|m| m.name == "filling");
    match &found.unwrap().kind {
        MaterialKind::Medium(m) => m,
        _ => panic!("not a medium"),
    }
}

/// The transfer function of the only mode, E(z)/J(z): with s the bilinear map of z,
/// E [eps0 eps(s) (z - 1)/dt + dt K^2 z/(mu0 mu(s) (z - 1))] = -J, K^2 = sum (2 sin(k d/2)/d)^2.
fn transfer(medium: &Medium, omega: f64, dt: f64) -> Complex {
    let z = Complex::cis(omega * dt);
    let step = z - Complex::new(1.0, 0.0);
    let warped = (omega * dt / 2.0).tan() / (std::f64::consts::PI * dt);
    let of = |[re, im]: [f64; 2]| Complex::new(re, im);
    let (eps, mu) = (
        of(medium.permittivity(warped)[1]),
        of(medium.permeability(warped)[1]),
    );
    // k d/2 = pi/4 on two cells.
    let k_squared = [1e-3_f64, 1.5e-3]
        .map(|d| 2.0 / (d * d))
        .iter()
        .sum::<f64>();
    let storing = step * eps * (EPS0 / dt);
    let turning = (z * (dt * k_squared / MU0)).over(mu * step);
    -(storing + turning).inv()
}

fn worst_error(material: &str, precision: &str) -> f64 {
    let scene = scene(&one_mode(material, precision, 6000));
    let (recording, _, plan) = record(&scene, Config::default(), 1).unwrap();
    let (_, values) = recording.get("probe/p/Ey");
    let dt = plan.dt;
    let waveform = &scene.sources[0].waveform;
    let spectrum = |of: &dyn Fn(usize) -> f64, omega: f64| {
        (0..values.len()).fold(Complex::new(0.0, 0.0), |sum, n| {
            sum + Complex::cis(-omega * dt * n as f64) * of(n)
        })
    };
    let errors = [10e9, 45e9, 70e9, 110e9].map(|f| {
        let omega = TAU * f;
        let current = spectrum(&|n| waveform.value((n as f64 + 0.5) * dt), omega);
        // The first recorded value is E^1.
        let field = spectrum(&|n| values[n], omega) * Complex::cis(-omega * dt);
        let expected = transfer(filling(&scene), omega, dt) * current;
        (field - expected).norm() / expected.norm()
    });
    errors.into_iter().fold(0.0, f64::max)
}

#[test]
fn a_filled_box_responds_as_the_discrete_equations_say() {
    for material in [DEBYE, DRUDE, LORENTZ, OVERDAMPED, POLES, MAGNETIC, SEVERAL] {
        let [double, single] = ["f64", "f32"].map(|p| worst_error(material, p));
        assert!(double < 1e-9, "{material}: {double:e}");
        assert!(single < 1e-4, "{material}: {single:e}");
    }
}

/// A metal box with random contents.
const BOX: &str = r#"
title = "random media"
[domain]
from = ["0 mm", "0 mm", "0 mm"]
to = ["7 mm", "6 mm", "8 mm"]
[grid]
spacing = ["1 mm", "1.2 mm", "0.8 mm"]
[[sources]]
name = "kick"
type = "dipole"
at = ["3.3 mm", "2.9 mm", "4.1 mm"]
direction = [1, 2, 3]
waveform = { type = "gaussian", amplitude = "1e-6 A m", bandwidth = "150 GHz" }
[[monitors]]
name = "p"
type = "probe"
at = ["4.4 mm", "3.1 mm", "5.2 mm"]
[stop]
steps = 20000
[fdtd]
courant = 0.99
precision = "f64"
"#;

/// A linear congruential sequence in 0..1 (D. E. Knuth, The Art of Computer Programming, vol. 2, 3.3.4).
struct Sequence(u64);

impl Sequence {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Between the two, uniformly on a logarithmic scale.
    fn decades(&mut self, from: f64, to: f64) -> f64 {
        from * (to / from).powf(self.next())
    }

    fn terms(&mut self) -> Vec<Term> {
        let mut terms = Vec::new();
        for _ in 0..(3.0 * self.next()) as usize {
            let damping = if self.next() < 0.3 {
                0.0
            } else {
                self.decades(1e8, 1e13)
            };
            match (3.0 * self.next()) as usize {
                0 => terms.push(Term::debye(
                    self.decades(0.1, 80.0),
                    self.decades(1e-14, 1e-9),
                )),
                1 => terms.push(Term::Drude {
                    plasma: self.decades(1e9, 3e12),
                    collision: damping,
                }),
                _ => terms.extend(
                    Term::lorentz(self.decades(0.1, 10.0), self.decades(1e10, 3e12), damping)
                        .unwrap(),
                ),
            }
        }
        terms
    }
}

fn random_media(seed: u64) -> Model {
    let mut model = Model::clone(&scene(BOX));
    let mut random = Sequence(seed);
    for n in 0..4 {
        let medium = Medium {
            eps_r: [1.0, 1.0 + random.next(), 1.0],
            mu_r: [1.0, 1.0, 1.0 + random.next()],
            electric: random.terms(),
            magnetic: random.terms(),
            ..Medium::VACUUM
        };
        model.materials.push(Material {
            name: format!("medium {n}"),
            kind: MaterialKind::Medium(medium),
            density: None,
        });
        let cell = [1e-3, 1.2e-3, 0.8e-3];
        let cells = [7.0, 5.0, 10.0];
        let from = [0, 1, 2].map(|a| (random.next() * cells[a] / 2.0).floor() * cell[a]);
        let to =
            [0, 1, 2].map(|a| from[a] + (1.0 + (random.next() * cells[a] / 2.0).floor()) * cell[a]);
        model.structures.push(Structure {
            name: format!("box {n}"),
            material: MaterialId(model.materials.len() as u32 - 1),
            shape: Shape::Box { from, to },
        });
    }
    model
}

/// The same media in balls, and a metal ball that cuts the edges of some of them.
fn random_balls(seed: u64) -> Model {
    let mut model = random_media(seed);
    let mut random = Sequence(seed + 100);
    for structure in &mut model.structures {
        let center = [7e-3, 6e-3, 8e-3].map(|size| size * (0.2 + 0.6 * random.next()));
        structure.shape = Shape::Sphere {
            center,
            radius: 1e-3 + 2.5e-3 * random.next(),
        };
    }
    // Away from the source and the probe.
    model.structures.push(Structure {
        name: "metal".to_owned(),
        material: MaterialId::PEC,
        shape: Shape::Sphere {
            center: [5.5e-3, 4.7e-3, 1.5e-3],
            radius: 1e-3 + 0.8e-3 * random.next(),
        },
    });
    model
}

#[test]
fn random_passive_media_are_stable_up_to_the_limit_of_their_constants() {
    let boxes = (1..=5).map(|seed| (seed, random_media(seed)));
    let balls = (1..=5).map(|seed| (seed, random_balls(seed)));
    for (seed, model) in boxes.chain(balls) {
        let scene = Scene::unchecked(model);
        let (recording, ..) = record(&scene, Config::default(), 1)
            .unwrap_or_else(|e| panic!("seed {seed}: {e}\n{:?}", scene.materials));
        for component in ["Ex", "Ey", "Ez"] {
            let (_, values) = recording.get(&format!("probe/p/{component}"));
            let largest = |part: &[f64]| part.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
            let (early, late) = values.split_at(10_000);
            assert!(
                largest(late) <= 1.5 * largest(early),
                "seed {seed}, {component}: {:e} after {:e}",
                largest(late),
                largest(early)
            );
        }
    }
}

#[test]
fn charges_that_give_energy_back_are_no_divergence_and_no_decay() {
    // Around one periodic cell there is no curl: the field oscillates with the charges alone, for ever if there is no
    // loss, and twice per period they hold all of the energy.
    for material in [
        "drude = [{ plasma = '30 GHz', collision = '0 GHz' }]",
        "lorentz = [{ delta = 4, frequency = '40 GHz', damping = '0 GHz' }]",
    ] {
        let text = format!(
            r#"
title = "plasma"
[domain]
from = ["0 mm", "0 mm", "0 mm"]
to = ["1 mm", "1 mm", "1 mm"]
[grid]
spacing = "1 mm"
[boundary]
all = "periodic"
[materials.filling]
{material}
[[structures]]
material = "filling"
shape = "box"
from = ["0 mm", "0 mm", "0 mm"]
to = ["1 mm", "1 mm", "1 mm"]
[[sources]]
name = "kick"
type = "soft-point"
component = "Ey"
at = ["0 mm", "0.5 mm", "0 mm"]
waveform = {{ type = "differentiated-gaussian", amplitude = "1 A/m^2", bandwidth = "150 GHz" }}
[stop]
steps = 20000
energy_decay = "20 dB"
"#
        );
        let (_, outcome, _) = record(&scene(&text), Config::default(), 1).unwrap();
        assert_eq!(outcome.steps, 20_000, "{material}");
    }
}

#[test]
fn a_prescribed_field_stays_as_prescribed() {
    let text = one_mode(SEVERAL, "f64", 300)
        .replace("soft-point", "hard-point")
        .replace("1 A/m^2", "1 V/m");
    let scene = scene(&text);
    let (recording, ..) = record(&scene, Config::default(), 1).unwrap();
    let (times, values) = recording.get("probe/p/Ey");
    let waveform = &scene.sources[0].waveform;
    for (time, value) in times.iter().zip(values) {
        assert!((value - waveform.value(*time)).abs() < 1e-12, "{time:e}");
    }
}

#[test]
fn memory_is_counted_where_the_material_is() {
    let bytes = |material: &str| {
        let text = one_mode(material, "f64", 10);
        let plan = Plan::new(&scene(&text), poynting_scene::Precision::F64).unwrap();
        let line = plan.memory.iter().find(|(name, _)| *name == "dispersion");
        line.unwrap().1
    };
    assert_eq!(bytes("eps_r = 3"), 0);
    // One Ey is not fixed; a Debye term stores one number besides the current, a Lorentz term two, and its recipe has
    // four numbers instead of two.
    assert_eq!(bytes(LORENTZ) - bytes(DEBYE), 8 + 16);
}

#[test]
fn a_medium_with_backward_waves_must_not_touch_an_absorbing_face() {
    let with = |boundary: &str, from: &str| {
        let text = BOX.replace("steps = 20000", "steps = 10")
            + boundary
            + "[materials.left-handed]\ndrude = [{ plasma = '60 GHz', collision = '1 GHz' }]\n\
               magnetic = { drude = [{ plasma = '60 GHz', collision = '1 GHz' }] }\n\
               [[structures]]\nmaterial = 'left-handed'\nshape = 'box'\nto = ['6 mm', '4.8 mm', '8 mm']\n"
            + from;
        record(&scene(&text), Config::default(), 1)
    };
    let inside = "from = ['1 mm', '1.2 mm', '1.6 mm']\n";
    let open = "[boundary]\nx = 'pml'\ny = 'pml'\nz_min = 'pml'\npml = { layers = 4 }\n";
    with(open, inside).unwrap();
    with("", "from = ['1 mm', '1.2 mm', '0 mm']\n").unwrap();
    let Err(FdtdError::BackwardWaves {
        material,
        face,
        frequency,
    }) = with(open, "from = ['1 mm', '1.2 mm', '0 mm']\n")
    else {
        panic!("not refused")
    };
    assert_eq!((material.as_str(), face), ("left-handed", "z_min"));
    assert!(frequency < 60e9);
}
