//! Features that only the method of moments supports are rejected by name, with a remedy.

use crate::common::{record, scene};
use poynting_fdtd::{Config, FdtdError, Plan};
use poynting_scene::{Precision, Scene};

const DOMAIN: &str = "[domain]\nfrom = ['-9 mm', '-9 mm', '-9 mm']\nto = ['9 mm', '9 mm', '9 mm']\n[boundary]\nall = 'pml'\n\
                      [grid]\nspacing = '1 mm'\nmax_frequency = '10 GHz'\n[stop]\nsteps = 40\n";
const PULSE: &str = "waveform = { type = 'gaussian', amplitude = '1 V/m', bandwidth = '10 GHz' }\n";
const PHASOR: &str = "waveform = { type = 'phasor', amplitude = '1 V/m' }\n";
const BOX: &str = "from = ['-6 mm', '-6 mm', '-6 mm']\nto = ['6 mm', '6 mm', '6 mm']\n";

fn wave(keys: &str) -> String {
    format!(
        "[[sources]]\nname = 'w'\ntype = 'plane-wave'\ndirection = '+z'\npolarisation = 'x'\n{keys}"
    )
}

fn monitor(kind: &str, keys: &str) -> String {
    format!("[[monitors]]\nname = 'm'\ntype = '{kind}'\nfrequencies = '5 GHz'\n{keys}")
}

fn whole() -> String {
    [DOMAIN, &wave(BOX), PULSE].concat()
}

fn refused(text: &str) -> FdtdError {
    let error = Plan::new(&scene(text), Precision::F32).expect_err(text);
    assert!(error.to_string().contains("--solver mom"), "{error}");
    error
}

#[test]
fn what_only_the_method_of_moments_can_do_is_refused_by_name() {
    let open = [wave(BOX), PULSE.to_owned()].concat();
    assert!(matches!(refused(&open), FdtdError::NoDomain));
    let name_of = |error: FdtdError| match error {
        FdtdError::Phasor { what, name } => ("phasor", what, name),
        FdtdError::NoBox { what, name } => ("box", what, name),
        FdtdError::MomentsOnly {
            what, name, kind, ..
        } => (kind, what, name),
        other => panic!("{other}"),
    };
    let port = "[[ports]]\nname = 'p'\nfrom = ['0 mm', '0 mm', '0 mm']\nto = ['0 mm', '0 mm', '2 mm']\ndirection = 'z'\n\
                resistance = '50 ohm'\nwaveform = { type = 'phasor', amplitude = '1 V' }\n";
    let sheet = "[[structures]]\nname = 'wing'\nmaterial = 'pec'\nshape = 'sheet'\nfile = 'w.msh'\nunit = '1 mm'\n";
    let angles = "theta = '90 deg'\nphi = '0 deg'\n";
    let arrival = "from = { theta = '90 deg', phi = '0 deg' }\n";
    let cases = [
        (
            [DOMAIN, &wave(BOX), PHASOR].concat(),
            ("phasor", "source", "w"),
        ),
        ([&whole(), port].concat(), ("phasor", "port", "p")),
        ([DOMAIN, &wave(""), PULSE].concat(), ("box", "source", "w")),
        (
            [whole(), monitor("far-field", "")].concat(),
            ("box", "monitor", "m"),
        ),
        // Without any waveform there is no highest frequency either; the message states the cause, not that.
        (
            [
                DOMAIN.replace("max_frequency = '10 GHz'\n", ""),
                monitor("monostatic", angles),
            ]
            .concat(),
            ("a monostatic cross section", "monitor", "m"),
        ),
        (
            [whole(), monitor("bistatic", &[angles, arrival].concat())].concat(),
            ("a bistatic cross section", "monitor", "m"),
        ),
        (
            [whole(), monitor("surface-current", "")].concat(),
            ("a surface current", "monitor", "m"),
        ),
        (
            [&whole(), sheet].concat(),
            ("a sheet of triangles", "structure", "wing"),
        ),
    ];
    for (text, (kind, what, name)) in cases {
        assert_eq!(name_of(refused(&text)), (kind, what, name.to_owned()));
    }
}

/// Options of the other solver change nothing, to the last bit.
#[test]
fn options_of_the_method_of_moments_change_nothing() {
    let probe = "[[monitors]]\nname = 'p'\ntype = 'probe'\nat = ['1 mm', '0 mm', '2 mm']\n";
    let field = monitor(
        "field",
        "from = ['0 mm', '0 mm', '0 mm']\nto = ['4 mm', '0 mm', '0 mm']\n",
    );
    let plain = [&whole(), probe, &field.replace("'m'", "'f'")].concat();
    let mom = "samples = 3\n[mom]\nequation = 'efie'\nedge = '1 mm'\nfrequencies = '3 GHz'\n";
    let run = |scene: &Scene| {
        let (recording, ..) = record(scene, Config::default(), 1).unwrap();
        let values = recording.streams.into_iter().map(|(s, _, v)| (s.name, v));
        values.collect::<Vec<_>>()
    };
    let expected = run(&scene(&plain));
    assert!(expected.iter().any(|(_, v)| v.iter().any(|x| *x != 0.0)));
    assert_eq!(run(&scene(&[plain.as_str(), mom].concat())), expected);
}
