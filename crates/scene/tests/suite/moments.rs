//! Scenes for the method of moments: options, open space, targets, phasors and monitors without a box.

use std::f64::consts::PI;

use poynting_scene::{
    Adaptive, Domain, EquationChoice, FactorsChoice, MethodChoice, MomOptions, Monitor,
    MonitorKind, Precision, PreconditionerChoice, Pulse, Scene, Shape, SourceKind,
};

/// Everything specific to scenes of this solver, once.
const TARGETS: &str = include_str!("../data/targets.toml");

fn read(text: &str) -> Scene {
    Scene::from_toml(text, "test.toml").unwrap_or_else(|error| panic!("{}", error.render()))
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-12 * b.abs(), "{a} is not {b}");
}

#[test]
fn options_are_read_and_have_defaults() {
    let mom = &read(TARGETS).mom;
    assert_eq!(mom.equation, EquationChoice::Combined);
    assert_eq!(mom.precision, Precision::F32);
    assert_eq!(mom.frequencies, [300e6, 2e9]);
    near(mom.alpha, 0.25);
    near(mom.elements_per_wavelength, 8.0);
    near(mom.edge.unwrap(), 0.005);
    assert_eq!((mom.method, mom.digits), (MethodChoice::Mlfma, 4));
    assert_eq!(mom.preconditioner, PreconditionerChoice::SparseInverse);
    near(mom.residual.unwrap(), 2e-5);
    near(mom.tolerance.unwrap(), 1e-5);

    let (_, rest) = TARGETS.split_once("[[structures]]").unwrap();
    let bare = read(&format!("[[structures]]{rest}"));
    assert_eq!(bare.mom, MomOptions::default());
    assert_eq!(bare.mom.equation, EquationChoice::Auto);
    assert_eq!(bare.mom.precision, Precision::F64);
    near(bare.mom.alpha, 0.5);
    near(bare.mom.elements_per_wavelength, 10.0);
    assert_eq!((bare.mom.method, bare.mom.digits), (MethodChoice::Auto, 3));
    assert_eq!(bare.mom.factors, FactorsChoice::Auto);
    assert_eq!((bare.mom.tolerance, bare.mom.residual), (None, None));
    let words = [
        ("auto", EquationChoice::Auto),
        ("efie", EquationChoice::Electric),
        ("mfie", EquationChoice::Magnetic),
    ];
    for (word, equation) in words {
        let scene = read(&format!("[mom]\nequation = '{word}'\n[[structures]]{rest}"));
        assert_eq!(scene.mom.equation, equation);
    }
    let words = [
        ("dense", MethodChoice::Dense),
        ("hmatrix", MethodChoice::HMatrix),
    ];
    for (word, method) in words {
        let scene = read(&format!("[mom]\nmethod = '{word}'\n[[structures]]{rest}"));
        assert_eq!(scene.mom.method, method);
    }
    let words = [
        ("auto", FactorsChoice::Auto),
        ("f32", FactorsChoice::F32),
        ("f64", FactorsChoice::F64),
    ];
    for (word, factors) in words {
        let scene = read(&format!("[mom]\nfactors = '{word}'\n[[structures]]{rest}"));
        assert_eq!(scene.mom.factors, factors);
    }
    let words = [
        ("none", PreconditionerChoice::None),
        ("block", PreconditionerChoice::Block),
        ("ilu", PreconditionerChoice::Ilu),
    ];
    for (word, expected) in words {
        let scene = read(&format!(
            "[mom]\npreconditioner = '{word}'\n[[structures]]{rest}"
        ));
        assert_eq!(scene.mom.preconditioner, expected);
    }
}

#[test]
fn targets_sheets_and_phasors_are_read() {
    let scene = read(TARGETS);
    let shapes: Vec<&Shape> = scene.structures.iter().map(|s| &s.shape).collect();
    let expected = [
        Shape::Almond {
            length: 0.252_374,
            center: [0.0; 3],
        },
        Shape::Ogive {
            length: 0.254,
            radius: 0.0254,
            center: [1.0, 0.0, 0.0],
        },
        Shape::ConeSphere {
            radius: 0.03,
            half_angle: 7.0 * PI / 180.0,
            center: [2.0, 0.0, 0.0],
        },
        Shape::Sheet {
            file: "wing.msh".into(),
            unit: 1e-3,
            offset: [0.0, 0.0, 3.0],
        },
    ];
    // To rounding: the text shows any difference.
    for (found, expected) in shapes.into_iter().zip(&expected) {
        assert_eq!(format!("{found:.12?}"), format!("{expected:.12?}"));
    }
    let source = &scene.sources[0];
    assert_eq!(source.waveform.shape, Pulse::Phasor);
    near(source.waveform.amplitude, 2.0);
    assert_eq!(source.waveform.end(), None);
    assert!(source.waveform.value(1e-9).is_nan());
    let expected = SourceKind::PlaneWave {
        region: None,
        direction: [-1.0, 0.0, 0.0],
        electric: [0.0, 0.0, 1.0],
    };
    assert_eq!(source.kind, expected);
}

#[test]
fn monitors_need_no_box_and_know_their_frequencies() {
    let scene = read(TARGETS);
    let frequencies: Vec<_> = scene
        .monitors
        .iter()
        .map(|m| m.kind.frequencies())
        .collect();
    assert_eq!(
        frequencies,
        [&[1e9][..], &[1e9], &[1e9, 1.5e9, 2e9], &[1e9], &[1e9, 2e9]]
    );
    let MonitorKind::FarField { region, center, .. } = &scene.monitors[0].kind else {
        panic!("{:?}", scene.monitors[0])
    };
    assert_eq!((*region, *center), (None, [0.0; 3]));
    let MonitorKind::Field { samples, .. } = &scene.monitors[1].kind else {
        panic!("{:?}", scene.monitors[1])
    };
    assert_eq!(*samples, Some([101, 51, 1]));
    let MonitorKind::Monostatic { theta, phi, .. } = &scene.monitors[2].kind else {
        panic!("{:?}", scene.monitors[2])
    };
    assert_eq!((theta.len(), phi.len()), (1, 181));
    near(theta[0], PI / 2.0);
    near(phi[180], PI);
    let MonitorKind::Bistatic {
        from, theta, phi, ..
    } = &scene.monitors[3].kind
    else {
        panic!("{:?}", scene.monitors[3])
    };
    assert_eq!((theta.len(), phi.len()), (1, 361));
    near(from[0], PI / 2.0);
    near(from[1], PI / 4.0);
    near(phi[360], 2.0 * PI);
    // A box has a centre, and an explicit centre is kept.
    let corners = "name = \"far\"\nfrom = ['-1 m', '0 m', '0 m']\nto = ['2 m', '1 m', '1 m']\n";
    for (keys, expected) in [
        ("", [0.5; 3]),
        ("center = ['1 m', '1 m', '0 m']\n", [1.0, 1.0, 0.0]),
    ] {
        let text = TARGETS.replace("name = \"far\"\n", &format!("{corners}{keys}"));
        let MonitorKind::FarField { region, center, .. } = &read(&text).monitors[0].kind else {
            panic!("another monitor")
        };
        assert_eq!(*region, Some([[-1.0, 0.0, 0.0], [2.0, 1.0, 1.0]]));
        assert_eq!(*center, expected);
    }
}

/// Without a domain nothing lies outside it, no run has to end, and no cell has to be sized.
#[test]
fn without_a_domain_there_is_open_space() {
    let scene = read(TARGETS);
    assert!(scene.domain.is_space() && scene.domain == Domain::SPACE);
    assert_eq!(scene.max_frequency(), None);
    let domain = "[domain]\nfrom = ['0 m', '0 m', '0 m']\nto = ['1 m', '1 m', '1 m']\n";
    assert!(!read(&format!("{domain}{TARGETS}")).domain.is_space());
    // A wave without a box is the same on both sides of a plane it propagates along, with E normal to it.
    let plane = |word: &str| format!("{domain}[symmetry]\nz = '{word}'\n{TARGETS}");
    assert!(read(&plane("electric")).symmetry[2].is_some());
    assert!(Scene::from_toml(&plane("magnetic"), "test.toml").is_err());
    // A sine never ends, and a lossless box rings forever; open space does neither.
    let sine = "{ type = 'sine', frequency = '1 GHz', amplitude = '2 V/m' }";
    let text = TARGETS.replace("{ type = \"phasor\", amplitude = \"2 V/m\" }", sine);
    assert!(read(&text).domain.is_space());
    assert!(Scene::from_toml(&format!("{domain}{text}"), "test.toml").is_err());
    // A distant point and absorbing faces are not mistakes.
    let dipole = "[boundary]\nall = 'pml'\n[[sources]]\nname = 'd'\ntype = 'dipole'\nat = ['9 km', '0 m', '0 m']\ndirection = 'z'\n\
                  waveform = { type = 'phasor', amplitude = '1 A m' }\n";
    read(&format!("{TARGETS}{dipole}"));
    // Monostatic and bistatic cross sections provide their own waves.
    let (alone, _) = TARGETS.split_once("[[sources]]").unwrap();
    let (_, monitors) = TARGETS.split_once("[[monitors]]").unwrap();
    read(&format!("{alone}[[monitors]]{monitors}"));
    for kind in ["mono", "cut"] {
        let own = monitors.split("[[monitors]]");
        let own = own.filter(|m| m.contains(&format!("name = \"{kind}\"")));
        read(&format!("{alone}[[monitors]]{}", own.collect::<String>()));
    }
    let error = Scene::from_toml(alone, "test.toml").unwrap_err();
    assert!(error.render().contains("the scene has no excitation"));
}

/// The schema refuses the same ones: `crates/python/tests/test_schema.py`.
#[test]
fn what_cannot_be_is_not_read() {
    let wrong: Vec<[String; 2]> =
        serde_json::from_str(include_str!("../data/targets-wrong.json")).unwrap();
    for [right, wrong] in wrong {
        let text = TARGETS.replace(&right, &wrong);
        assert_ne!(text, TARGETS, "{right}");
        assert!(
            Scene::from_toml(&text, "test.toml").is_err(),
            "{wrong} is read"
        );
    }
}

#[test]
fn a_scene_keeps_a_monitor_that_alone_drives_it() {
    let sweep = "[[structures]]\nmaterial = 'pec'\nshape = 'sphere'\ncenter = ['0 m', '0 m', '0 m']\nradius = '1 m'\n\
        [[monitors]]\nname = 'sweep'\ntype = 'monostatic'\nfrequencies = '100 MHz'\ntheta = '90 deg'\nphi = '0 deg'\n";
    let current =
        "[[monitors]]\nname = 'current'\ntype = 'surface-current'\nfrequencies = '100 MHz'\n";
    let wave = "[[sources]]\nname = 'wave'\ntype = 'plane-wave'\ndirection = '+z'\npolarisation = 'x'\n\
        waveform = { type = 'phasor', amplitude = '1 V/m' }\n";
    let is_current = |monitor: &Monitor| monitor.name == "current";
    let alone = read(&[sweep, current].concat());
    assert_eq!(alone.keeping_monitors(is_current), None);
    let driven = read(&[sweep, current, wave].concat());
    let kept = driven.keeping_monitors(is_current).unwrap();
    assert_eq!(kept.monitors, [driven.monitors[1].clone()]);
}

/// The values of an adaptive sweep are those of a direct one; the tolerance has a default.
#[test]
fn a_range_of_frequencies_may_be_adaptive() {
    let (_, rest) = TARGETS.split_once("[[structures]]").unwrap();
    let swept = |more: &str| {
        let range = format!("{{ from = '1 GHz', to = '8 GHz', count = 8{more} }}");
        let text = format!("[mom]\nfrequencies = {range}\n[[structures]]{rest}");
        read(&text).mom.clone()
    };
    let direct = swept("");
    assert_eq!((direct.frequencies.len(), direct.adaptive), (8, None));
    assert_eq!(swept(", method = 'direct'"), direct);
    for (more, tolerance) in [
        (", method = 'adaptive'", 0.1),
        (", method = 'adaptive', tolerance = '0.02 dB'", 0.02),
    ] {
        let adaptive = swept(more);
        assert_eq!(adaptive.frequencies, direct.frequencies);
        assert_eq!(adaptive.adaptive, Some(Adaptive { tolerance }));
    }
    assert!(read(TARGETS).monitors.iter().all(|m| m.adaptive.is_none()));
    let monitors = TARGETS.replacen(
        "frequencies = \"",
        "frequencies = { from = '1 GHz', to = '2 GHz', count = 3, method = 'adaptive' } # ",
        1,
    );
    let adaptive = read(&monitors).monitors.clone().into_iter();
    assert_eq!(adaptive.filter(|m| m.adaptive.is_some()).count(), 1);
}
