//! Parsed scenes: values in SI units, defaults, and which key takes precedence.

use std::f64::consts::PI;

use poynting_scene::{
    Component, GridKind, Interval, MaterialId, MaterialKind, MonitorKind, Precision, Pulse, Scene,
    Shape, SourceKind, Symmetry, TraversalChoice, Wall,
};

const DOMAIN: &str = r#"
[domain]
from = ["-1 cm", "0 mm", "0 um"]
to = ["10 mm", "1 in", "60 mm"]
"#;

const DRIVE: &str = r#"
[[sources]]
name = "s"
type = "soft-point"
component = "Hz"
at = ["0 mm", "1 mm", "1 mm"]
waveform = { type = "gaussian", amplitude = "2 kV/m^2", bandwidth = "10 GHz" }
[stop]
steps = 10
"#;

fn read(parts: &[&str]) -> Scene {
    Scene::from_toml(&parts.concat(), "folder/test.toml")
        .unwrap_or_else(|error| panic!("{}", error.render()))
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-12 * b.abs(), "{a} is not {b}");
}

#[test]
fn defaults_are_filled_in() {
    let scene = read(&[DOMAIN, DRIVE]);
    assert_eq!(scene.title, "untitled");
    assert_eq!(scene.base_dir.to_str(), Some("folder"));
    assert_eq!(scene.boundary.walls, [[Wall::Pec; 2]; 3]);
    assert_eq!(scene.symmetry, [None; 3]);
    assert_eq!(scene.fdtd.precision, Precision::F32);
    assert_eq!(scene.fdtd.traversal, TraversalChoice::Auto);
    near(scene.fdtd.courant, 0.99);
    let GridKind::Auto {
        cells_per_wavelength,
        max_growth,
        min_cell: None,
        max_cell: None,
    } = scene.grid.kind
    else {
        panic!("{:?}", scene.grid)
    };
    near(cells_per_wavelength, 20.0);
    near(max_growth, 1.3);
    near(scene.max_frequency().unwrap(), 10e9);
    let names: Vec<_> = scene.materials.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(names, ["vacuum", "pec", "pmc"]);
    assert_eq!(
        (
            scene.stop.steps,
            scene.stop.time,
            scene.stop.energy_decay_db
        ),
        (Some(10), None, None)
    );
}

#[test]
fn quantities_become_si() {
    let scene = read(&[DOMAIN, DRIVE]);
    near(scene.domain.from[0], -0.01);
    near(scene.domain.to[1], 0.0254);
    let source = &scene.sources[0];
    assert!(matches!(
        source.kind,
        SourceKind::SoftPoint {
            component: Component::Hz,
            ..
        }
    ));
    near(source.waveform.amplitude, 2000.0);
    let Pulse::Gaussian { tau, delay } = source.waveform.shape else {
        panic!("{source:?}")
    };
    near(tau, 10f64.ln().sqrt() / (PI * 10e9));
    near(delay, 4.5 * tau);
}

#[test]
fn the_more_special_wall_wins() {
    let walls = "[boundary]\nall = \"pmc\"\nx = \"periodic\"\ny = \"pec\"\ny_max = \"pmc\"\n";
    let scene = read(&[DOMAIN, walls, DRIVE]);
    let expected = [[Wall::Periodic; 2], [Wall::Pec, Wall::Pmc], [Wall::Pmc; 2]];
    assert_eq!(scene.boundary.walls, expected);
}

#[test]
fn a_wave_vector_has_components_along_bloch_axes_only() {
    let given =
        "[boundary]\nx = \"bloch\"\nbloch = { k = [\"2 deg/mm\", \"5 rad/m\", \"7 rad/m\"] }\n";
    let scene = read(&[DOMAIN, given, DRIVE]);
    assert_eq!(scene.boundary.walls[0], [Wall::Bloch; 2]);
    near(scene.boundary.bloch[0], PI / 0.09);
    assert_eq!(scene.boundary.bloch[1..], [0.0; 2]);
    // Towards theta = 30 deg, phi = 120 deg at a wavelength of 1 cm.
    let wave = "[boundary]\nx = \"bloch\"\ny = \"bloch\"\nz = \"bloch\"\n\
        bloch = { frequency = \"29.9792458 GHz\", theta = \"30 deg\", phi = \"120 deg\" }\n";
    let [x, y, z] = read(&[DOMAIN, wave, DRIVE]).boundary.bloch;
    let k = 200.0 * PI;
    near(x, -0.25 * k);
    near(y, 0.75f64.sqrt() * 0.5 * k);
    near(z, 0.75f64.sqrt() * k);
}

#[test]
fn materials_and_shapes_are_resolved() {
    let text = r#"
[materials.zeta]
eps_r = [2, 3, 4.5]
sigma = "2 S/cm"
[materials.alpha]
mu_r = 5
sigma_m = "7 ohm/m"
density = "1.2 g/cm^3"
[[structures]]
material = "alpha"
shape = "difference"
of = [
    { shape = "sphere", center = ["0 mm", "5 mm", "5 mm"], radius = "4 mm" },
    { shape = "union", of = [{ shape = "cone", from = ["0 mm", "5 mm", "5 mm"], to = ["0 mm", "5 mm", "9 mm"], radius_from = "0 mm", radius_to = "1 mm" }] },
]
[[structures]]
name = "hull"
material = "pec"
shape = "polyhedron"
file = "hull.stl"
unit = "1 mm"
"#;
    let scene = read(&[DOMAIN, text, DRIVE]);
    // File order, not alphabetical order.
    assert_eq!(scene.materials[3].name, "zeta");
    let MaterialKind::Medium(zeta) = &scene.materials[3].kind else {
        panic!("not a medium")
    };
    assert!(
        zeta.eps_r
            .iter()
            .zip([2.0, 3.0, 4.5])
            .all(|(a, b)| (a - b).abs() < 1e-15)
    );
    near(zeta.sigma[2], 200.0);
    let MaterialKind::Medium(alpha) = &scene.materials[4].kind else {
        panic!("not a medium")
    };
    near(alpha.sigma_m[1], 7.0);
    near(scene.materials[4].density.unwrap(), 1200.0);
    assert_eq!(scene.structures[0].name, "structure 1");
    assert_eq!(scene.structures[0].material, MaterialId(4));
    let Shape::Difference(parts) = &scene.structures[0].shape else {
        panic!("not a difference")
    };
    assert!(matches!(&parts[1], Shape::Union(of) if matches!(of[0], Shape::Cone { .. })));
    assert_eq!(scene.structures[1].material, MaterialId::PEC);
    assert!(matches!(
        &scene.structures[1].shape,
        Shape::Polyhedron {
            offset: [0.0, 0.0, 0.0],
            ..
        }
    ));
}

#[test]
fn sources_ports_and_monitors_are_read() {
    let text = r#"
[[sources]]
name = "d"
type = "dipole"
at = ["0 mm", "1 mm", "1 mm"]
direction = [0, 3, -4]
waveform = { type = "modulated-gaussian", amplitude = "1 A mm", frequency = "5 GHz", tau = "100 ps", phase = "90 deg", delay = "1 ns" }
[[sources]]
name = "sine"
type = "hard-point"
component = "Ez"
at = ["0 mm", "1 mm", "2 mm"]
waveform = { type = "sine", amplitude = "1 V/m", frequency = "2 GHz" }
[[ports]]
name = "p"
from = ["0 mm", "1 mm", "1 mm"]
to = ["0 mm", "1 mm", "3 mm"]
direction = "-z"
resistance = "1 kohm"
[[monitors]]
name = "m"
type = "snapshot"
from = ["0 mm", "1 mm", "1 mm"]
to = ["0 mm", "2 mm", "3 mm"]
every_steps = 7
stride = [1, 2, 3]
"#;
    let scene = read(&[DOMAIN, text, DRIVE]);
    let SourceKind::Dipole { direction, .. } = scene.sources[0].kind else {
        panic!("not a dipole")
    };
    near(direction[1], 0.6);
    near(direction[2], -0.8);
    let expected = Pulse::ModulatedGaussian {
        tau: 1e-10,
        delay: 1e-9,
        frequency: 5e9,
        phase: PI / 2.0,
    };
    assert_eq!(scene.sources[0].waveform.shape, expected);
    let Pulse::Sine { ramp, .. } = scene.sources[1].waveform.shape else {
        panic!("not a sine")
    };
    near(ramp, 1.5e-9);
    let port = &scene.ports[0];
    assert_eq!((port.axis, port.excitation.as_ref()), (2, None));
    near(port.sign, -1.0);
    near(port.resistance, 1000.0);
    let MonitorKind::Snapshot {
        components,
        every,
        stride,
        ..
    } = &scene.monitors[0].kind
    else {
        panic!("not a snapshot")
    };
    assert_eq!(components[..], Component::ALL);
    assert_eq!((*every, *stride), (Interval::Steps(7), [1, 2, 3]));
}

/// Symmetry about the middle of a period implies symmetry about its ends: a wall of the same kind is there.
#[test]
fn a_symmetric_period_ends_at_walls() {
    for (plane, wall, across) in [("electric", Wall::Pec, "x"), ("magnetic", Wall::Pmc, "z")] {
        let text = format!(
            "{DOMAIN}[boundary]\nx = \"periodic\"\n[symmetry]\nx = \"{plane}\"\n[[sources]]\nname = \"a\"\n\
             type = \"dipole\"\nat = [\"0 mm\", \"5 mm\", \"5 mm\"]\ndirection = \"{across}\"\n\
             waveform = {{ type = \"gaussian\", amplitude = \"1 A m\", bandwidth = \"1 GHz\" }}\n[stop]\nsteps = 1\n"
        );
        let scene = Scene::from_toml(&text, "test.toml").unwrap();
        assert_eq!(scene.boundary.walls[0], [wall; 2]);
    }
}

/// Image theory: a current normal to an electric plane is its own image; the image of a tangential one is reversed.
#[test]
fn symmetric_drives_are_accepted() {
    let dipole = |name: &str, x: &str, direction: &str| {
        format!(
            "[[sources]]\nname = \"{name}\"\ntype = \"dipole\"\nat = [\"{x}\", \"5 mm\", \"5 mm\"]\n\
             direction = \"{direction}\"\n\
             waveform = {{ type = \"gaussian\", amplitude = \"1 A m\", bandwidth = \"1 GHz\" }}\n"
        )
    };
    let stop = "[stop]\nsteps = 1\n";
    let pair = [dipole("a", "3 mm", "z"), dipole("b", "-3 mm", "-z")].concat();
    let same = [dipole("a", "3 mm", "z"), dipole("b", "-3 mm", "z")].concat();
    for (plane, drive, accepted) in [
        ("electric", dipole("a", "0 mm", "x"), true),
        ("electric", dipole("a", "0 mm", "z"), false),
        ("magnetic", dipole("a", "0 mm", "z"), true),
        ("magnetic", dipole("a", "0 mm", "x"), false),
        ("electric", pair.clone(), true),
        ("electric", same.clone(), false),
        ("magnetic", same, true),
        ("magnetic", pair, false),
    ] {
        let text = format!("{DOMAIN}[symmetry]\nx = \"{plane}\"\n{drive}{stop}");
        let read = Scene::from_toml(&text, "test.toml");
        assert_eq!(read.is_ok(), accepted, "{plane}\n{drive}");
        if let Ok(scene) = read {
            let kind = if plane == "electric" {
                Symmetry::Electric
            } else {
                Symmetry::Magnetic
            };
            assert_eq!(scene.symmetry, [Some(kind), None, None]);
        }
    }
}

#[test]
fn lines_end_on_the_faces_to_the_last_bit() {
    let lines = r#"
[grid.lines]
x = ["-10 mm", "0 mm", "0.01 m"]
y = ["0 mm", "25.4 mm"]
z = ["0 mm", "3 cm", "6 cm"]
"#;
    let scene = read(&[DOMAIN, lines, DRIVE]);
    let GridKind::Lines { lines } = &scene.grid.kind else {
        panic!("{:?}", scene.grid)
    };
    for (axis, line) in lines.iter().enumerate() {
        assert_eq!(line[0].to_bits(), scene.domain.from[axis].to_bits());
        assert_eq!(
            line[line.len() - 1].to_bits(),
            scene.domain.to[axis].to_bits()
        );
    }
}

#[test]
fn places_count_characters_and_survive_windows_line_ends() {
    let text = format!("# µ\r\ntitle = \"µ\" {DOMAIN}{DRIVE}")
        .replace("title = \"µ\" ", "title = \"µ\"\r\n");
    let text = text.replace("component = \"Hz\"", "component = \"Hµ\"");
    let error = Scene::from_toml(&text, "test.toml").unwrap_err();
    assert_eq!(error.mistakes().len(), 1);
    let (line, column) = error.mistakes()[0].line_column();
    assert_eq!(text.lines().nth(line - 1), Some("component = \"Hµ\""));
    assert_eq!(column, 13);
}

fn wave(keys: &str) -> [[f64; 3]; 2] {
    let source = format!(
        "[[sources]]\nname = 'w'\ntype = 'plane-wave'\nfrom = ['-5 mm', '2 mm', '5 mm']\nto = ['5 mm', '9 mm', '50 mm']\n{keys}\n\
         waveform = {{ type = 'gaussian', amplitude = '2 V/m', bandwidth = '10 GHz' }}\n[stop]\nsteps = 10\n"
    );
    let scene = read(&[DOMAIN, &source]);
    let SourceKind::PlaneWave {
        region: Some([from, _]),
        direction,
        electric,
    } = scene.sources[0].kind
    else {
        panic!("{:?}", scene.sources[0])
    };
    assert_eq!(from, [-0.005, 0.002, 0.005]);
    near(scene.sources[0].waveform.amplitude, 2.0);
    [direction, electric]
}

/// Angles give the propagation direction; psi rotates E from the unit vector of theta to that of phi.
#[test]
fn a_plane_wave_has_a_direction_and_a_polarisation() {
    let close = |found: [f64; 3], expected: [f64; 3]| {
        for (f, e) in found.into_iter().zip(expected) {
            assert!((f - e).abs() < 1e-15, "{found:?} is not {expected:?}");
        }
    };
    let [k, e] = wave("theta = '90 deg'\nphi = '180 deg'\npsi = '0 deg'");
    assert_eq!((k, e), ([-1.0, 0.0, 0.0], [0.0, 0.0, -1.0]));
    let [k, e] = wave("theta = '0 deg'\nphi = '90 deg'\npsi = '90 deg'");
    assert_eq!((k, e), ([0.0, 0.0, 1.0], [-1.0, 0.0, 0.0]));
    let [k, e] = wave("direction = '-z'\npsi = '90 deg'");
    assert_eq!((k, e), ([0.0, 0.0, -1.0], [0.0, 1.0, 0.0]));
    let (s, r) = (0.5_f64.sqrt(), 0.75_f64.sqrt());
    let [k, e] = wave("theta = '30 deg'\nphi = '45 deg'\npsi = '0 deg'");
    close(k, [0.5 * s, 0.5 * s, r]);
    close(e, [r * s, r * s, -0.5]);
    let [by_vector, e] = wave("direction = [1, 1, 0]\npolarisation = [2, 0, 0]");
    close(by_vector, [s, s, 0.0]);
    close(e, [s, -s, 0.0]);
}
