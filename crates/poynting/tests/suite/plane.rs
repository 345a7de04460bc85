//! Two dimensions from scene to results: what is recorded, on how many threads, and what is refused.

use poynting::results::Grade;
use poynting::{
    Budget, Device, Error, ErrorKind, MomError, Precision, Results, RunOptions, Scene, Simulation,
    Solver,
};
use std::f64::consts::{PI, TAU};
use std::ops::ControlFlow;
use std::time::Duration;

const C0: f64 = 299_792_458.0;

/// A cylinder and a strip in a wave along +x; E is along z, across it, or between.
fn text(polarisation: &str) -> String {
    format!(
        r#"
        title = "bodies"
        dimension = 2
        [[structures]]
        name = "round"
        material = "pec"
        shape = "circle"
        radius = "20 mm"
        [[structures]]
        name = "flat"
        material = "pec"
        shape = "strip"
        points = [["40 mm", "-20 mm"], ["45 mm", "15 mm"]]
        [[sources]]
        name = "wave"
        type = "plane-wave"
        direction = "+x"
        polarisation = {polarisation}
        waveform = {{ type = "phasor", amplitude = "2 V/m" }}
        [[monitors]]
        name = "widths"
        type = "bistatic"
        frequencies = ["5 GHz", "10 GHz"]
        from = {{ theta = "90 deg", phi = "180 deg" }}
        theta = "90 deg"
        phi = {{ from = "0 deg", to = "350 deg", count = 36 }}
        [[monitors]]
        name = "echo"
        type = "monostatic"
        frequencies = "10 GHz"
        theta = "90 deg"
        phi = {{ from = "0 deg", to = "359 deg", count = 100 }}
        [[monitors]]
        name = "map"
        type = "field"
        frequencies = "10 GHz"
        from = ["-30 mm", "-30 mm", "7 mm"]
        to = ["60 mm", "30 mm", "7 mm"]
        samples = [10, 7, 1]
        [[monitors]]
        name = "current"
        type = "surface-current"
        frequencies = "10 GHz"
        "#
    )
}

fn simulation(text: &str) -> Simulation {
    let scene = Scene::from_toml(text, "plane.toml");
    Simulation::from(scene.unwrap_or_else(|e| panic!("{}", e.render())))
}

fn run(text: &str, options: &RunOptions) -> Results {
    simulation(text).run(options).unwrap()
}

fn values<'a>(results: &'a Results, name: &str) -> &'a [f64] {
    let found = results.get(name);
    &found.unwrap_or_else(|| panic!("no {name}")).data
}

fn refused(text: &str, options: &RunOptions) -> Error {
    simulation(text).plan(options).unwrap_err()
}

#[test]
fn widths_are_recorded_in_three_units() {
    let results = run(&text("'z'"), &RunOptions::default());
    for word in ["tm", "te"] {
        let path = format!("bistatic/widths/width_{word}");
        let metres = values(&results, &path);
        assert_eq!(metres.len(), 2 * 36);
        for (n, width) in metres.iter().enumerate() {
            let wavelength = C0 / if n < 36 { 5e9 } else { 10e9 };
            let level = values(&results, &format!("{path}_level"))[n];
            let part = values(&results, &format!("{path}_wavelengths"))[n];
            assert!((level - 10.0 * width.log10()).abs() < 1e-9);
            assert!((part * wavelength / width - 1.0).abs() < 1e-12);
        }
        // The echo of the wave from -x is the bistatic width back there.
        let back = values(&results, &format!("mono/echo/width_{word}"));
        let at_180 = results.get("mono/echo/width_tm").unwrap();
        let phi = at_180.axis("phi").unwrap();
        assert_eq!((back.len(), phi.len()), (100, 100));
        for kind in ["total", "extinction"] {
            let widths = values(&results, &format!("bistatic/widths/{kind}_{word}"));
            assert_eq!(widths.len(), 2);
        }
        // Ten degrees are enough to integrate by equal steps at 5 GHz: k times the reach is 5.
        let mean = metres[..36].iter().sum::<f64>() / 36.0;
        let total = values(&results, &format!("bistatic/widths/total_{word}"))[0];
        assert!((mean / total - 1.0).abs() < 1e-6, "{mean} {total}");
    }
    assert_eq!(values(&results, "solution/power_error").len(), 2);
    assert!(
        values(&results, "solution/power_error")
            .iter()
            .all(|e| *e < 1e-3)
    );
    let mom = results.summary.mom.as_ref().unwrap();
    assert!(mom.residual < 1e-12, "{}", mom.residual);
    assert_eq!((mom.frequencies, mom.right_hand_sides), (2, 100));
    assert!(mom.elements.unwrap() > 60);
}

#[test]
fn an_echo_is_the_bistatic_width_back_to_the_source() {
    let scene = text("'z'").replace(
        "to = \"359 deg\", count = 100",
        "to = \"180 deg\", count = 3",
    );
    let results = run(&scene, &RunOptions::default());
    for word in ["tm", "te"] {
        let echo = values(&results, &format!("mono/echo/width_{word}"))[2];
        let back = values(&results, &format!("bistatic/widths/width_{word}"))[36 + 18];
        assert!((echo / back - 1.0).abs() < 1e-9, "{word}: {echo} {back}");
    }
}

/// A wave with E between z and y is the sum of one with each; z x d is +y.
#[test]
fn polarisations_add() {
    let [tm, te, both] =
        ["'z'", "'y'", "[0, 0.6, 0.8]"].map(|e| run(&text(e), &RunOptions::default()));
    for (component, alone, part) in [
        ("Ez", &tm, 0.8),
        ("Hy", &tm, 0.8),
        ("Hz", &te, 0.6),
        ("Ey", &te, 0.6),
    ] {
        for side in ["real", "imag"] {
            let name = format!("field/map/{component}/{side}");
            let [sum, one] = [&both, alone].map(|r| values(r, &name));
            assert_eq!(sum.len(), 70);
            let largest = one.iter().fold(0.0_f64, |a, b| a.max(b.abs()));
            let off = sum.iter().zip(one).map(|(s, o)| (s - part * o).abs());
            assert!(off.fold(0.0, f64::max) < 1e-12 * largest, "{name}");
        }
    }
    assert!(tm.get("field/map/Hz/real").is_none());
    assert!(te.get("field/map/Ez/real").is_none());
    assert!(tm.get("current/current/round/Jz/real").is_some());
    assert!(tm.get("current/current/round/Jt/real").is_none());
    assert!(both.get("current/current/flat/Jt/imag").is_some());
}

/// In front of the bodies the field is that of the incident wave and its echo; inside the cylinder it is zero. The wave is E = 2 e^{-jkx}.
#[test]
fn fields_vanish_inside_and_currents_are_those_of_geometrical_optics() {
    let results = run(&text("'z'"), &RunOptions::default());
    let field = results.get("field/map/Ez/real").unwrap();
    let [xs, ys] = ["x", "y"].map(|name| field.axis(name).unwrap().to_vec());
    assert_eq!(field.axis("z").unwrap(), [0.007]);
    let imag = values(&results, "field/map/Ez/imag");
    for (i, x) in xs.iter().enumerate() {
        for (j, y) in ys.iter().enumerate() {
            let n = i * ys.len() + j;
            let size = field.data[n].hypot(imag[n]);
            if x.hypot(*y) < 0.015 {
                assert!(size < 2e-3, "{size} V/m at ({x}, {y}) m");
            }
        }
    }
    // At the illuminated side of the cylinder, phi = 180 degrees, J is about 2 H = 2 x 2 V/m/377 ohm.
    let [x, y] = ["x", "y"].map(|a| values(&results, &format!("outline/round/{a}")));
    let [re, im] =
        ["real", "imag"].map(|p| values(&results, &format!("current/current/round/Jz/{p}")));
    let lit = (0..x.len()).min_by(|&a, &b| x[a].total_cmp(&x[b])).unwrap();
    assert!(y[lit].abs() < 1e-3);
    let size = re[lit].hypot(im[lit]) * 376.73 / 4.0;
    assert!((size - 1.0).abs() < 0.1, "{size}");
}

#[test]
fn threads_do_not_change_a_bit() {
    let on = |threads| {
        let options = RunOptions {
            threads: Some(threads),
            ..RunOptions::default()
        };
        run(&text("[0, 1, 1]"), &options)
    };
    let [one, two, three] = [1, 2, 3].map(on);
    for other in [two, three] {
        assert_eq!(one.quantities, other.quantities);
    }
}

#[test]
fn a_run_ends_between_frequencies() {
    let mut seen = 0;
    let results = simulation(&text("'z'")).run_with(&RunOptions::default(), |_| {
        seen += 1;
        // Two polarisations of three stages each at the first frequency.
        if seen > 6 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let results = results.unwrap();
    assert_eq!(results.summary.stopped_by, "interrupt");
    assert_eq!(results.summary.mom.as_ref().unwrap().frequencies, 1);
    assert_eq!(values(&results, "bistatic/widths/width_te").len(), 36);
}

#[test]
fn what_does_not_fit_is_refused_before_it_is_made() {
    let with = |bytes| RunOptions {
        budget: Some(Budget { bytes }),
        ..RunOptions::default()
    };
    let plan = simulation(&text("'z'")).plan(&with(20 << 20)).unwrap();
    assert_eq!(plan.check_memory().unwrap_err().kind(), ErrorKind::Memory);
    // 10^9 wavelengths around: the matrix is not even counted in integers.
    let huge = text("'z'").replace("20 mm\"\n", "3e7 m\"\n");
    let error = refused(&huge, &RunOptions::default());
    assert_eq!(error.kind(), ErrorKind::Memory);
    assert!(
        error.to_string().contains("elements of the outlines"),
        "{error}"
    );
    let fine = text("'z'").replace("samples = [10, 7, 1]", "samples = [9000000, 9000000, 1]");
    let error = refused(&fine, &RunOptions::default());
    assert_eq!(error.kind(), ErrorKind::Memory);
    assert!(error.to_string().contains("monitor `map`"), "{error}");
}

#[test]
fn bodies_that_cross_are_named() {
    let crossing = text("'z'").replace("[\"40 mm\", \"-20 mm\"]", "[\"0 mm\", \"0 mm\"]");
    let error = refused(&crossing, &RunOptions::default()).to_string();
    assert!(
        error.contains("structure `round` and structure `flat`"),
        "{error}"
    );
    assert!(error.contains("unite them"), "{error}");
}

#[test]
fn devices_precisions_and_solvers_are_refused() {
    let single = RunOptions {
        precision: Some(Precision::F32),
        ..RunOptions::default()
    };
    let error = refused(&text("'z'"), &single);
    assert!(matches!(error, Error::Mom(MomError::Refused { .. })));
    assert!(error.to_string().contains("double precision"), "{error}");
    let in_time = RunOptions {
        solver: Some(Solver::Fdtd),
        ..RunOptions::default()
    };
    let error = refused(&text("'z'"), &in_time).to_string();
    assert!(
        error.contains("one cell") && error.contains("--solver"),
        "{error}"
    );
    let processor = RunOptions {
        device: Device::Cpu.into(),
        ..RunOptions::default()
    };
    assert!(simulation(&text("'z'")).plan(&processor).is_ok());
}

#[test]
fn checkpoints_are_not_written_and_the_plan_says_so() {
    let options = RunOptions {
        checkpoint: Some(Duration::from_secs(1)),
        ..RunOptions::default()
    };
    let plan = simulation(&text("'z'")).plan(&options).unwrap();
    assert_eq!(plan.options.checkpoint, None);
    assert!(
        plan.notes()[0].contains("checkpoints"),
        "{:?}",
        plan.notes()
    );
}

/// Width of a strip by physical optics: a check that the wave comes from where the scene says, since the echo is largest at a right angle to it.
#[test]
fn a_strip_reflects_most_at_a_right_angle() {
    let scene = r#"
        dimension = 2
        [[structures]]
        material = "pec"
        shape = "rectangle"
        from = ["0 mm", "-150 mm"]
        to = ["0 mm", "150 mm"]
        [[monitors]]
        name = "echo"
        type = "monostatic"
        frequencies = "10 GHz"
        theta = "90 deg"
        phi = { from = "-90 deg", to = "90 deg", count = 181 }
        "#;
    let results = run(scene, &RunOptions::default());
    let k = TAU * 10e9 / C0;
    let expected = k * 0.3_f64.powi(2);
    for word in ["tm", "te"] {
        let widths = values(&results, &format!("mono/echo/width_{word}"));
        let best = (0..181).max_by(|&a, &b| widths[a].total_cmp(&widths[b]));
        assert_eq!(best, Some(90));
        assert!(
            (widths[90] / expected - 1.0).abs() < 0.1,
            "{word}: {} {expected}",
            widths[90]
        );
    }
    assert!((k * 0.3 / PI - 20.0).abs() < 0.1);
}

/// A wave along a strip with E across it meets nothing: widths are zero, levels are finite, and the power balance is not that of rounding errors.
#[test]
fn a_strip_along_te_waves_scatters_nothing() {
    let scene = r#"
        dimension = 2
        [[structures]]
        material = "pec"
        shape = "strip"
        points = [["-20 mm", "0 mm"], ["20 mm", "0 mm"]]
        [[monitors]]
        name = "echo"
        type = "monostatic"
        frequencies = "10 GHz"
        theta = "90 deg"
        phi = ["0 deg", "180 deg"]
        "#;
    let results = run(scene, &RunOptions::default());
    let levels = values(&results, "mono/echo/width_te_level");
    assert!(
        levels.iter().all(|l| l.is_finite() && *l < -150.0),
        "{levels:?}"
    );
    assert!(values(&results, "mono/echo/width_tm_level")[0] > -40.0);
    assert!(values(&results, "solution/power_error")[0] < 1e-3);
}

#[test]
fn the_report_compares_powers() {
    let results = run(&text("'z'"), &RunOptions::default());
    let folder = tempfile::tempdir().unwrap();
    let report = poynting::report_of(&results, folder.path().join("report.html")).unwrap();
    let check = report.checks.iter().find(|c| c.name == "Power balance");
    assert_eq!(check.unwrap().grade, Grade::Good);
    assert_eq!(report.verdict.grade, Grade::Good, "{:?}", report.checks);
}
