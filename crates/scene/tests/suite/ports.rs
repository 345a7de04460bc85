//! Reading ports of every kind and networks.

use poynting_scene::{GuideFamily, GuideMode, Line, Pulse, Scene};

const SPACE: &str = "[domain]\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['20 mm', '10 mm', '60 mm']\n[boundary]\nz = 'pml'\n[stop]\nsteps = 10\n";

fn read(parts: &[&str]) -> Scene {
    Scene::from_toml(&parts.concat(), "ports.toml")
        .unwrap_or_else(|error| panic!("{}", error.render()))
}

fn refused(parts: &[&str]) -> String {
    Scene::from_toml(&parts.concat(), "ports.toml")
        .expect_err("a mistake")
        .render()
}

fn port(kind: &str, rest: &str) -> String {
    format!(
        "[[ports]]\nname = 'p'\ntype = '{kind}'\nfrom = ['2 mm', '0 mm', '5 mm']\nto = ['4 mm', '2 mm', '25 mm']\ndirection = '-z'\n{rest}\n"
    )
}

const BAND: &str = "[network]\nfrequencies = { from = '8 GHz', to = '12 GHz', count = 5 }\n";

#[test]
fn a_port_without_a_type_is_lumped() {
    let text = port("lumped", "resistance = '50 ohm'");
    let lumped = read(&[SPACE, BAND, &text]);
    assert_eq!(lumped.ports[0].resistance, 50.0);
    let bare = read(&[SPACE, BAND, &text.replace("type = 'lumped'\n", "")]);
    assert_eq!(bare.ports, lumped.ports);
}

#[test]
fn lines_have_their_cross_sections() {
    let strip = read(&[
        SPACE,
        BAND,
        &port("microstrip", "voltage = '+y'\nthickness = '0.1 mm'"),
    ]);
    let strip = &strip.line_ports[0];
    assert_eq!((strip.axis, strip.sign, strip.across()), (2, -1.0, [0, 1]));
    // Towards smaller z the model begins at the lower end of the box.
    assert_eq!(strip.plane, 5e-3);
    let Line::Microstrip {
        axis: 1,
        sign,
        thickness,
    } = strip.line
    else {
        panic!("{:?}", strip.line)
    };
    assert_eq!((sign, thickness), (1.0, 1e-4));
    let coaxial = read(&[
        SPACE,
        BAND,
        &port(
            "coaxial",
            "inner_radius = '0.5 mm'\nreference_plane = '2 mm'",
        ),
    ]);
    assert_eq!(coaxial.line_ports[0].line, Line::Coaxial { inner: 5e-4 });
    assert_eq!(coaxial.line_ports[0].plane, 2e-3);
    let guide = read(&[SPACE, BAND, &port("waveguide", "mode = 'TM21'")]);
    let mode = GuideMode {
        family: GuideFamily::Tm,
        order: [2, 1],
    };
    assert_eq!(guide.line_ports[0].line, Line::Guide(mode));
    let flat = port("coplanar", "gap = '0.5 mm'").replace("'2 mm', '25 mm'", "'0 mm', '25 mm'");
    let coplanar = read(&[SPACE, BAND, &flat]);
    assert_eq!(
        coplanar.line_ports[0].line,
        Line::Coplanar { axis: 0, gap: 5e-4 }
    );
}

#[test]
fn ports_of_a_network_are_driven_for_its_band() {
    let narrow = read(&[SPACE, BAND, &port("waveguide", "")]);
    let excitation = narrow.line_ports[0].excitation.as_ref().unwrap();
    assert!(
        matches!(excitation.shape, Pulse::ModulatedGaussian { frequency, .. } if frequency == 10e9)
    );
    let wide = read(&[
        SPACE,
        &BAND.replace("8 GHz", "1 GHz"),
        &port("waveguide", ""),
    ]);
    let excitation = wide.line_ports[0].excitation.as_ref().unwrap();
    assert!(matches!(
        excitation.shape,
        Pulse::DifferentiatedGaussian { .. }
    ));
    assert_eq!(wide.max_frequency().map(|f| (f / 1e8).round()), Some(156.0));
    let own = "waveform = { type = 'gaussian', amplitude = '2 V', bandwidth = '3 GHz' }";
    let own = read(&[SPACE, BAND, &port("waveguide", own)]);
    assert_eq!(
        own.line_ports[0].excitation.as_ref().unwrap().amplitude,
        2.0
    );
}

#[test]
fn a_network_has_its_ports_in_the_order_of_the_file() {
    let second = port("lumped", "resistance = '75 ohm'").replace("'p'", "'q'");
    let more = "exchange = [['p', 'q']]\nreference = '50 ohm'\n";
    let first = port("microstrip", "voltage = '+y'");
    let scene = read(&[SPACE, BAND, more, &first, &second]);
    let network = scene.network.as_ref().unwrap();
    assert_eq!(network.ports, ["p", "q"]);
    assert_eq!((network.driven(), network.partner(1)), (vec![0], 0));
    assert_eq!(network.reference, Some(50.0));
    assert_eq!(network.frequencies.len(), 5);
}

#[test]
fn a_hollow_guide_has_no_reference_resistance() {
    let message = refused(&[
        SPACE,
        BAND,
        "reference = '50 ohm'\n",
        &port("waveguide", ""),
    ]);
    assert!(
        message.contains("`reference` is not defined at port \"p\"")
            && message.contains("remove `reference`"),
        "{message}"
    );
}

#[test]
fn what_does_not_fit_is_refused() {
    let cases = [
        (
            port("microstrip", "voltage = 'z'"),
            "has its voltage along the line",
        ),
        (
            port("coplanar", "gap = '0.5 mm'"),
            "has a box that is not flat",
        ),
        (
            port("coaxial", "inner_radius = '1 mm'"),
            "has an inner conductor that fills the outer one",
        ),
        (port("waveguide", "mode = 'TE00'"), "mode such as"),
        (port("waveguide", "mode = 'TM10'"), "mode such as"),
        (
            port("waveguide", "reference_plane = '70 mm'"),
            "outside the domain",
        ),
        (port("waveguide", "gap = '1 mm'"), "`gap` belongs to"),
        (port("lumped", ""), "missing key `resistance`"),
    ];
    for (text, expected) in cases {
        let message = refused(&[SPACE, BAND, &text]);
        assert!(message.contains(expected), "{message}");
    }
    let guide = port("waveguide", "");
    for (text, expected) in [
        ("exchange = [['p', 'z']]\n", "there is no port \"z\""),
        ("exchange = [['p', 'p']]\n", "pairs of different ports"),
        (
            "[[network.combinations]]\nname = 'c'\nwaves = [{ port = 'x' }]\n",
            "there is no port \"x\"",
        ),
        (
            "[symmetry]\nx = 'magnetic'\n",
            "needs its whole cross-section",
        ),
    ] {
        let message = refused(&[SPACE, BAND, text, &guide]);
        assert!(message.contains(expected), "{message}");
    }
    assert!(refused(&[SPACE, BAND]).contains("the network has no ports"));
}

#[test]
fn one_port_alone_is_driven() {
    let second = port("lumped", "resistance = '75 ohm'").replace("'p'", "'q'");
    let scene = read(&[SPACE, BAND, &port("waveguide", ""), &second]);
    let driven = |scene: &Scene| -> Vec<bool> {
        let all = scene.excitations();
        all.map(|(_, waveform)| waveform.is_some()).collect()
    };
    assert_eq!(driven(&scene), [true, true]);
    assert_eq!(driven(&scene.driving("q")), [true, false]);
    assert_eq!(driven(&scene.driving("p")), [false, true]);
    assert_eq!(scene.driving("r"), scene);
}
