//! The method of moments from scene to results, and what it refuses.

use poynting::{
    Device, Error, Layout, MomError, Progress, Results, RunOptions, Scene, Simulation, Solver,
    compare,
};
use std::f64::consts::PI;
use std::ops::ControlFlow;

fn simulation(text: &str) -> Simulation {
    Simulation::from(
        Scene::from_toml(text, "test.toml").unwrap_or_else(|e| panic!("{}", e.render())),
    )
}

fn options() -> RunOptions {
    RunOptions {
        solver: Some(Solver::Mom),
        ..RunOptions::default()
    }
}

fn run(text: &str) -> Results {
    simulation(text).run(&options()).expect("it runs")
}

fn values<'a>(results: &'a Results, name: &str) -> &'a [f64] {
    let found = results.get(name);
    &found.unwrap_or_else(|| panic!("no {name}")).data
}

/// A metal sphere of 0.2 m in a wave along z with E along x; 300 MHz is ka = 1.257.
const SPHERE: &str = r#"
title = "sphere"
[[structures]]
name = "ball"
material = "pec"
shape = "sphere"
center = ["0 m", "0 m", "0 m"]
radius = "0.2 m"
[[sources]]
name = "wave"
type = "plane-wave"
direction = "z"
polarisation = "x"
waveform = { type = "phasor", amplitude = "2 V/m" }
[[monitors]]
name = "all"
type = "far-field"
frequencies = "300 MHz"
theta = { from = "0 deg", to = "180 deg", count = 19 }
phi = ["0 deg", "90 deg"]
[[monitors]]
name = "mono"
type = "monostatic"
frequencies = ["300 MHz"]
theta = "180 deg"
phi = "0 deg"
[[monitors]]
name = "inside"
type = "field"
frequencies = "300 MHz"
from = ["-50 mm", "0 mm", "-50 mm"]
to = ["50 mm", "0 mm", "50 mm"]
samples = [3, 1, 3]
[[monitors]]
name = "skin"
type = "surface-current"
frequencies = "300 MHz"
[mom]
edge = "50 mm"
"#;

#[test]
fn a_sphere_scatters_as_in_the_mie_series() {
    let results = run(SPHERE);
    let level = results.get("far/all/rcs_level").unwrap();
    let ka = 2.0 * PI * 300e6 / poynting_physics::constants::C0 * 0.2;
    let mie = poynting_physics::mie::Sphere::conducting(ka);
    for (t, theta) in level.axis("theta").unwrap().iter().enumerate() {
        for (p, phi) in [0.0, PI / 2.0].into_iter().enumerate() {
            let exact = mie.bistatic(theta.to_radians(), phi) * PI * 0.2 * 0.2;
            let off = level.data[2 * t + p] - 10.0 * exact.log10();
            assert!(off.abs() < 0.1, "theta {theta} phi {phi}: {off} dB");
        }
    }
    // The amplitude of the wave does not affect a cross section, and the backscatter is that of the sweep: E along x
    // is -theta at the pole.
    let back = values(&results, "far/all/rcs")[2 * 18];
    let swept = values(&results, "mono/mono/rcs_theta_theta")[0];
    assert!((swept / back - 1.0).abs() < 1e-9, "{swept} {back}");
    let crossed = values(&results, "mono/mono/rcs_phi_theta")[0];
    assert!(crossed < 1e-4 * swept);
    // Inside the metal nothing remains of the 2 V/m.
    for name in ["Ex", "Ez"] {
        for part in ["real", "imag"] {
            let inside = values(&results, &format!("field/inside/{name}/{part}"));
            assert!(
                inside.iter().all(|e| e.abs() < 0.05 * 2.0),
                "{name} {inside:?}"
            );
        }
    }
    let triangles = results.get("surface/triangles").unwrap().data.len() / 3;
    assert_eq!(values(&results, "current/skin/real").len(), 3 * triangles);
    let mom = results.summary.mom.as_ref().unwrap();
    assert_eq!(
        (mom.equation.as_str(), mom.unknowns),
        ("cfie", 3 * triangles as u64 / 2)
    );
    assert!(mom.residual < 1e-12 && mom.condition.is_some_and(|c| c > 1.0));
}

/// A bistatic monitor is a plane wave with a far field for each polarisation, solved with everything else; in the direction of incidence it is
/// monostatic. A body without symmetry distinguishes theta from phi and transmitted from received.
#[test]
fn a_bistatic_monitor_sees_what_plane_waves_and_far_fields_do() {
    let plate = SPHERE.split("[[sources]]").next().unwrap().replace(
        "shape = \"sphere\"\ncenter = [\"0 m\", \"0 m\", \"0 m\"]\nradius = \"0.2 m\"",
        "shape = \"box\"\nfrom = [\"0 m\", \"-0.1 m\", \"0 m\"]\nto = [\"0.5 m\", \"0.2 m\", \"0 m\"]",
    );
    let angles = "theta = [\"50 deg\", \"130 deg\"]\nphi = { from = \"0 deg\", to = \"330 deg\", count = 12 }\n";
    let far = format!(
        "[[monitors]]\nname = \"far\"\ntype = \"far-field\"\nfrequencies = \"300 MHz\"\n{angles}"
    );
    let own = format!(
        "[[monitors]]\nname = \"cut\"\ntype = \"bistatic\"\nfrequencies = \"300 MHz\"\n\
         from = {{ theta = \"50 deg\", phi = \"30 deg\" }}\n{angles}\
         [[monitors]]\nname = \"mono\"\ntype = \"monostatic\"\nfrequencies = \"300 MHz\"\ntheta = \"50 deg\"\nphi = \"30 deg\"\n"
    );
    let edge = "[mom]\nedge = \"80 mm\"\n";
    let both = run(&format!("{plate}{own}{edge}"));
    for (sent, psi) in [("theta", 0), ("phi", 90)] {
        // The propagation direction is opposite to the direction of incidence; both unit vectors there are the same except for their signs.
        let wave = format!(
            "[[sources]]\nname = \"wave\"\ntype = \"plane-wave\"\ntheta = \"130 deg\"\nphi = \"210 deg\"\npsi = \"{psi} deg\"\n\
             waveform = {{ type = \"phasor\", amplitude = \"1 V/m\" }}\n"
        );
        let one = run(&format!("{plate}{wave}{far}{edge}"));
        for received in ["theta", "phi"] {
            let part = |part: &str| values(&one, &format!("far/far/E{received}/{part}"));
            let found = values(&both, &format!("bistatic/cut/rcs_{received}_{sent}"));
            assert_eq!(found.len(), 24);
            for ((re, im), area) in part("real").iter().zip(part("imag")).zip(found) {
                let expected = 4.0 * PI * (re * re + im * im);
                assert!((area - expected).abs() < 1e-9, "{sent} {received}");
            }
            let back = values(&both, &format!("mono/mono/rcs_{received}_{sent}"))[0];
            assert!((found[1] / back - 1.0).abs() < 1e-9, "{sent} {received}");
            assert!(back > 1e-5, "{sent} {received}: nothing to compare");
            // The unit vector of phi in the direction of incidence is opposite to that in the propagation direction.
            let sign = if sent == "phi" { -1.0 } else { 1.0 };
            let expected = f64::atan2(sign * part("imag")[1], sign * part("real")[1]);
            let phase = values(&both, &format!("mono/mono/rcs_{received}_{sent}_phase"))[0];
            let apart = (phase - expected.to_degrees()).rem_euclid(360.0);
            assert!(apart.min(360.0 - apart) < 1e-6, "{phase} {expected}");
        }
    }
}

/// Two strips of 0.5 m, a tenth of a metre apart, fed at their centres.
const DIPOLES: &str = r#"
title = "two strips"
[[structures]]
name = "lower"
material = "pec"
shape = "box"
from = ["0 m", "-5 mm", "-250 mm"]
to = ["0 m", "5 mm", "-5 mm"]
[[structures]]
name = "upper"
material = "pec"
shape = "box"
from = ["0 m", "-5 mm", "5 mm"]
to = ["0 m", "5 mm", "250 mm"]
[[structures]]
name = "second lower"
material = "pec"
shape = "box"
from = ["100 mm", "-5 mm", "-200 mm"]
to = ["100 mm", "5 mm", "-5 mm"]
[[structures]]
name = "second upper"
material = "pec"
shape = "box"
from = ["100 mm", "-5 mm", "5 mm"]
to = ["100 mm", "5 mm", "200 mm"]
[[ports]]
name = "feed"
from = ["0 m", "-5 mm", "-5 mm"]
to = ["0 m", "5 mm", "5 mm"]
direction = "z"
resistance = "50 ohm"
waveform = { type = "phasor", amplitude = "2 V" }
[[ports]]
name = "other"
from = ["100 mm", "-5 mm", "-5 mm"]
to = ["100 mm", "5 mm", "5 mm"]
direction = "-z"
resistance = "75 ohm"
[[monitors]]
name = "pattern"
type = "far-field"
frequencies = "300 MHz"
theta = { from = "0 deg", to = "180 deg", count = 19 }
phi = "0 deg"
[mom]
edge = "25 mm"
frequencies = ["250 MHz", "300 MHz"]
"#;

#[test]
fn ports_have_a_reciprocal_network_whose_power_is_radiated() {
    let results = run(DIPOLES);
    let s = values(&results, "network/s/real");
    assert_eq!(s.len(), 2 * 4, "two frequencies of a two-port");
    for f in 0..2 {
        let [_, s12, s21, _] = [0, 1, 2, 3].map(|n| s[4 * f + n]);
        assert!((s12 - s21).abs() < 1e-3 * s21.abs().max(0.1), "{s12} {s21}");
    }
    let accepted = values(&results, "far/pattern/accepted_power")[0];
    let radiated = values(&results, "far/pattern/power")[0];
    assert!(
        (radiated / accepted - 1.0).abs() < 0.01,
        "{radiated} {accepted}"
    );
    // V = V_s - R I at the driven port, V = -R I at the other one.
    for (port, source, resistance) in [("feed", 2.0, 50.0), ("other", 0.0, 75.0)] {
        let of = |what: &str| values(&results, &format!("port/{port}/{what}/real"))[1];
        let off = of("voltage") - (source - resistance * of("current"));
        assert!(off.abs() < 1e-9, "{port}: {off}");
    }
    let gain = values(&results, "far/pattern/gain");
    let directivity = values(&results, "far/pattern/directivity");
    assert!((gain[9] - directivity[9]).abs() < 0.05);
    let warnings = &results.summary.warnings;
    assert!(warnings.iter().all(|w| !w.contains("EFIE")), "{warnings:?}");
}

/// S does not depend on the port terminations: for a given reference it equals that of ports with this resistance.
#[test]
fn a_reference_is_obeyed_by_both_solvers() {
    let network = "[network]\nfrequencies = ['250 MHz', '300 MHz']\n";
    // The network drives both ports, with the same waveform.
    let dipoles = DIPOLES.replace(
        "waveform = { type = \"phasor\", amplitude = \"2 V\" }\n",
        "",
    );
    let referred = run(&format!("{dipoles}{network}reference = '50 ohm'\n"));
    let equal = dipoles.replace("75 ohm", "50 ohm");
    let equal = run(&format!("{equal}{network}"));
    for part in ["network/s/real", "network/s/imag"] {
        let both = values(&referred, part).iter().zip(values(&equal, part));
        for (x, y) in both {
            assert!((x - y).abs() < 1e-9, "{x} {y}");
        }
    }
    assert_eq!(values(&referred, "network/resistance"), [50.0, 50.0]);
}

/// The message that refuses the scene changed by `change`.
fn refusal(change: impl Fn(&str) -> String) -> String {
    match simulation(&change(SPHERE)).plan(&options()) {
        Err(error @ Error::Mom(_)) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_only_the_other_solver_knows_is_refused_by_name() {
    let with = |more: &'static str| move |scene: &str| format!("{scene}{more}");
    let domain =
        "\n[domain]\nfrom = [\"-1 m\", \"-1 m\", \"-1 m\"]\nto = [\"1 m\", \"1 m\", \"1 m\"]\n";
    let cases: [(String, &[&str]); 7] = [
        (
            refusal(with(
                "[materials.glass]\neps_r = 4\n[[structures]]\nname = \"lens\"\nmaterial = \"glass\"\nshape = \"sphere\"\n\
                 center = [\"2 m\", \"0 m\", \"0 m\"]\nradius = \"1 m\"\n",
            )),
            &["`lens`", "`glass`"],
        ),
        (
            refusal(|scene| {
                format!(
                    "{scene}{domain}[boundary]\nall = \"pml\"\nz_min = \"pec\"\n[stop]\nsteps = 1\n"
                )
            }),
            &["z_min", "infinite ground"],
        ),
        (
            refusal(with(
                "[[monitors]]\nname = \"spot\"\ntype = \"probe\"\nat = [\"1 m\", \"0 m\", \"0 m\"]\n",
            )),
            &["`spot`", "time-domain"],
        ),
        (
            refusal(with(
                "[[monitors]]\nname = \"power\"\ntype = \"flux\"\nfrequencies = \"1 GHz\"\nfrom = [\"-1 m\", \"-1 m\", \"1 m\"]\n\
                 to = [\"1 m\", \"1 m\", \"1 m\"]\n",
            )),
            &["`power`", "flux"],
        ),
        (
            refusal(with(
                "[[wires]]\nname = \"whip\"\nradius = \"1 mm\"\npoints = [[\"1 m\", \"0 m\", \"0 m\"], [\"1 m\", \"0 m\", \"1 m\"]]\n",
            )),
            &["wire `whip`", "strip", "4 mm"],
        ),
        (
            refusal(with(
                "[[ports]]\nname = \"wire\"\nfrom = [\"1 m\", \"0 m\", \"0 m\"]\nto = [\"1 m\", \"0 m\", \"1 mm\"]\ndirection = \"z\"\n\
                 resistance = \"50 ohm\"\n",
            )),
            &["`wire`", "no width"],
        ),
        (
            refusal(|scene| {
                format!(
                    "{scene}{}[boundary]\nall = \"pml\"\n[stop]\nsteps = 1\n",
                    domain.replace("to = [\"1 m\"", "to = [\"0.15 m\"")
                )
            }),
            &["`ball`", "face of the domain"],
        ),
    ];
    for (message, parts) in cases {
        for part in parts {
            assert!(message.contains(part), "{message}");
        }
    }
}

#[test]
fn an_open_surface_is_solved_by_the_efie_with_a_note_and_a_small_body_is_warned_of() {
    let plate = "title = \"plate\"\n[[structures]]\nmaterial = \"pec\"\nshape = \"box\"\nfrom = [\"0 m\", \"0 m\", \"0 m\"]\n\
                 to = [\"1 m\", \"1 m\", \"0 m\"]\n[[monitors]]\nname = \"mono\"\ntype = \"monostatic\"\nfrequencies = \"300 MHz\"\n\
                 theta = \"0 deg\"\nphi = \"0 deg\"\n[mom]\nequation = \"cfie\"\n";
    let Layout::Mom(plan) = simulation(plate).plan(&options()).unwrap().layout else {
        panic!("not for this solver");
    };
    assert_eq!(plan.equation, poynting::Equation::Electric);
    assert!(
        plan.warnings.iter().any(|w| w.contains("EFIE")),
        "{:?}",
        plan.warnings
    );
    let small = SPHERE.replace("300 MHz", "10 MHz");
    let plan = simulation(&small).plan(&options()).unwrap();
    let warnings = plan.warnings();
    assert!(
        warnings.iter().any(|w| w.contains("\"efie\"")),
        "{warnings:?}"
    );
}

#[test]
fn what_does_not_fit_is_refused_before_it_is_allocated() {
    let tight = RunOptions {
        budget: Some(poynting::Budget { bytes: 1 << 20 }),
        ..options()
    };
    let refused = simulation(SPHERE).run(&tight);
    assert!(
        matches!(refused, Err(Error::Mom(MomError::Memory(_)))),
        "{refused:?}"
    );
}

/// Out-of-core storage does not change the results of a near field, and the memory limit is respected.
#[test]
fn a_near_field_lies_on_disk_where_memory_is_short() {
    let sphere = SPHERE
        .replace("0.2 m", "1 m")
        .replace("50 mm\"\n", "0.1 m\"\n");
    let text = format!("{sphere}method = \"mlfma\"\n");
    let ample = options();
    // What a plan holds, and what runs have left, counts as memory of the process: every plan is dropped, and the tight run comes first.
    let limit = {
        let whole = simulation(&text).plan(&ample).unwrap();
        let Layout::Mom(held) = &whole.layout else {
            panic!("no plan");
        };
        assert_eq!(held.disk, None);
        whole.bytes() - (8 << 20)
    };
    let tight = RunOptions {
        budget: Some(poynting::Budget { bytes: limit }),
        ..options()
    };
    {
        let whole = simulation(&text).plan(&tight).unwrap();
        let Layout::Mom(plan) = &whole.layout else {
            panic!("no plan");
        };
        let disk = plan.disk.expect("on disk");
        assert!(disk.bytes > 16 << 20 && disk.slice < disk.bytes, "{disk:?}");
        assert!(whole.bytes() <= limit, "{} > {limit}", whole.bytes());
    }
    let factored = format!("{text}preconditioner = \"ilu\"\n");
    let refused = simulation(&factored).plan(&tight).unwrap_err().to_string();
    assert!(
        refused.contains("`ilu`") && refused.contains("\"block\""),
        "{refused}"
    );
    let [a, b] = [&tight, &ample].map(|options| {
        let results = simulation(&text).run(options);
        values(&results.expect("it runs"), "far/all/rcs").to_vec()
    });
    assert_eq!(a, b);
}

/// A GPU requested by name is not silently ignored.
#[test]
fn compressed_matrices_are_refused_on_a_gpu() {
    for method in ["hmatrix", "mlfma"] {
        let text = format!("{SPHERE}\nmethod = \"{method}\"\n");
        let Layout::Mom(plan) = simulation(&text).plan(&options()).unwrap().layout else {
            panic!("no plan");
        };
        assert!(plan.method.require(Device::Cpu).is_ok());
        let refused = plan.method.require(Device::Gpu(0)).unwrap_err().to_string();
        assert!(
            refused.contains(method) && refused.contains("CPU"),
            "{refused}"
        );
        assert!(
            refused.contains("gpu:0") && refused.contains("dense"),
            "{refused}"
        );
    }
}

fn mom_plan(text: &str) -> poynting::MomPlan {
    match simulation(text).plan(&options()).unwrap().layout {
        Layout::Mom(plan) => *plan,
        Layout::Fdtd(_) | Layout::Plane(_) | Layout::Grating(_) => panic!("not for this solver"),
    }
}

/// Double precision from factors in single precision: the fields differ by no more than the residual times the condition number, which factors
/// in single precision alone would exceed 10^5 times.
#[test]
fn refined_solutions_agree_with_factors_in_double_precision() {
    let [single, double] = ["f32", "f64"].map(|f| run(&format!("{SPHERE}factors = \"{f}\"\n")));
    let [refined, direct] = [&single, &double].map(|r| r.summary.mom.as_ref().unwrap());
    assert_eq!(refined.factors.as_deref(), Some("f32"));
    assert_eq!(direct.factors.as_deref(), Some("f64"));
    // Steps after the solution of the factors.
    assert!(
        refined.iterations.is_some_and(|n| (1..=3).contains(&n)) && direct.iterations.is_none()
    );
    assert!(refined.residual <= 1e-12 && !refined.factored_again);
    let [rough, exact] = [refined, direct].map(|mom| mom.condition.unwrap());
    assert!((rough / exact - 1.0).abs() < 1e-3, "{rough} {exact}");
    let bound = 1e-12 * exact;
    for name in ["far/all/Etheta/real", "current/skin/real"] {
        let [a, b] = [&single, &double].map(|r| values(r, name));
        let largest = b.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
        let off = a.iter().zip(b).map(|(a, b)| (a - b).abs());
        let off = off.fold(0.0, f64::max);
        assert!(off < bound * largest, "{name}: {off:e} of {largest:e}");
        assert!(off > 0.0, "{name}: not another path");
    }
    let steps = values(&single, "solution/iterations");
    assert_eq!(steps, [refined.iterations.unwrap() as f64]);
}

/// Many unknowns and few right-hand sides.
#[test]
fn factors_are_in_single_precision_where_that_saves_time() {
    let fine = SPHERE.replace("50 mm\"\n", "30 mm\"\n");
    let plan = mom_plan(&fine);
    assert!(
        plan.unknowns() > 1500 && plan.is_refined(),
        "{}",
        plan.unknowns()
    );
    let bytes = |name| {
        plan.memory
            .iter()
            .find(|(n, _)| *n == name)
            .map_or(0, |(_, b)| *b)
    };
    let matrix = 16 * (plan.unknowns() as u64).pow(2);
    assert_eq!((bytes("matrix"), bytes("factors")), (matrix, matrix / 2));
    assert!(bytes("refinement") > 0);
    assert!(!mom_plan(SPHERE).is_refined(), "few unknowns");
    let angles = "theta = { from = \"0 deg\", to = \"180 deg\", count = 60 }\nphi = \"0 deg\"";
    let swept = fine.replace("theta = \"180 deg\"\nphi = \"0 deg\"", angles);
    assert!(mom_plan(&swept).sides > 120);
    assert!(!mom_plan(&swept).is_refined(), "many right-hand sides");
    for asked in [
        "factors = \"f64\"",
        "precision = \"f32\"",
        "method = \"mlfma\"",
    ] {
        assert!(
            !mom_plan(&format!("{fine}{asked}\n")).is_refined(),
            "{asked}"
        );
    }
    let single = RunOptions {
        precision: Some(poynting::Precision::F32),
        ..options()
    };
    let asked = simulation(&format!("{SPHERE}factors = \"f64\"\n"));
    let refused = asked.plan(&single).unwrap_err().to_string();
    assert!(refused.contains("`factors`"), "{refused}");
}

/// At 30 kHz an edge is 5 10^-6 wavelengths long, and the condition number of the EFIE grows with the inverse square of that: single precision loses the
/// currents that carry no charge.
#[test]
fn a_matrix_that_single_precision_cannot_factor_is_factored_again() {
    let slow = format!(
        "{}equation = \"efie\"\n",
        SPHERE.replace("300 MHz", "30 kHz")
    );
    let [single, double] = ["f32", "f64"].map(|f| run(&format!("{slow}factors = \"{f}\"\n")));
    let [again, direct] = [&single, &double].map(|r| r.summary.mom.as_ref().unwrap());
    println!("condition {:e}", direct.condition.unwrap());
    assert!(again.factored_again && !direct.factored_again);
    assert_eq!(
        (again.residual, again.condition),
        (direct.residual, direct.condition)
    );
    for name in ["far/all/Etheta/real", "current/skin/real"] {
        assert_eq!(values(&single, name), values(&double, name), "{name}");
    }
    assert_eq!(values(&single, "solution/iterations"), [0.0]);
    let said = |r: &Results| {
        r.summary
            .warnings
            .iter()
            .any(|w| w.contains("factored again"))
    };
    assert!(
        said(&single) && !said(&double),
        "{:?}",
        single.summary.warnings
    );
}

#[test]
fn an_observer_may_end_a_run_between_stages() {
    let results = simulation(DIPOLES).run_with(&options(), |progress| match progress {
        Progress::Mom(p) if p.frequency == 1 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    });
    let results = results.unwrap();
    assert_eq!(results.summary.stopped_by, "interrupt");
    assert_eq!(values(&results, "port/feed/voltage/real").len(), 1);
}

#[test]
fn single_precision_agrees_with_double() {
    let single = RunOptions {
        precision: Some(poynting::Precision::F32),
        ..options()
    };
    let f32 = simulation(SPHERE).run(&single).unwrap();
    let found = compare(&run(SPHERE), &f32);
    let level = found
        .differences
        .iter()
        .find(|d| d.quantity == "far/all/rcs_level")
        .unwrap();
    assert!(level.worst > 0.0 && level.worst < 0.01, "{level:?}");
}
