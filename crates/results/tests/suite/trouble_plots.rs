//! Plots and tables that were once misleading: curves omitted without notice, ticks without digits, legends over curves.

use poynting_results::{
    Axis, Body, Declaration, Directory, Model, Recorder, SceneText, Summary, Triangles,
};
use std::collections::BTreeSet;
use std::path::Path;

fn put(
    r: &mut dyn Recorder,
    name: &str,
    unit: &str,
    axes: &[(&str, &str, Vec<f64>)],
    data: &[f64],
) {
    let axes = axes.iter().map(|(n, u, v)| Axis::new(n, u, v.clone()));
    let declaration = Declaration::complete(name, unit, "", axes.collect());
    let id = r.declare(declaration).unwrap();
    r.append(id, &[], data).unwrap();
}

fn finished(dir: &Path, ports: usize, record: impl Fn(&mut Directory)) {
    let mut directory = Directory::create(dir, &SceneText::default(), "0.1.0").unwrap();
    record(&mut directory);
    let summary = Summary {
        title: "Coupler".to_owned(),
        ports: (1..=ports).map(|n| format!("p{n}")).collect(),
        ..Summary::default()
    };
    directory.finish(&summary).unwrap();
}

/// The texts of an SVG file with their start positions.
fn texts(path: &Path) -> Vec<(String, [f64; 2])> {
    let svg = std::fs::read_to_string(path).unwrap();
    let number = |tag: &str, key: &str| -> f64 {
        let rest = tag.split_once(&format!(" {key}=\"")).unwrap().1;
        rest.split('"').next().unwrap().parse().unwrap()
    };
    svg.split("<text")
        .skip(1)
        .map(|part| {
            let (tag, rest) = part.split_once('>').unwrap();
            let words = rest.split("</text>").next().unwrap().trim().to_owned();
            let tag = format!(" {}", tag.trim_start());
            (words, [number(&tag, "x"), number(&tag, "y")])
        })
        .collect()
}

fn words(path: &Path) -> Vec<String> {
    texts(path).into_iter().map(|(words, _)| words).collect()
}

fn network(r: &mut Directory, n: usize) {
    let frequencies = vec![1e9, 2e9, 3e9];
    let numbers = || (1..=n).map(|p| p as f64).collect::<Vec<_>>();
    let axes = [
        ("frequency", "Hz", frequencies),
        ("to", "1", numbers()),
        ("from", "1", numbers()),
    ];
    let each: Vec<f64> = (0..3 * n * n).map(|i| 0.9 / (1.0 + i as f64)).collect();
    put(r, "network/s/real", "1", &axes, &each);
    put(r, "network/s/imag", "1", &axes, &vec![0.0; each.len()]);
    put(
        r,
        "network/resistance",
        "ohm",
        &[("port", "1", numbers())],
        &vec![50.0; n],
    );
}

/// All S-parameters of four ports are drawn, each once and labelled; for ten ports a note says which are drawn.
#[test]
fn plot_4port_8_of_16() {
    let dir = tempfile::tempdir().unwrap();
    finished(dir.path(), 4, |r| network(r, 4));
    let found = words(&dir.path().join("network.svg"));
    for to in 1..=4 {
        for from in 1..=4 {
            let label = format!("S(p{to}, p{from})");
            let count = found.iter().filter(|w| **w == label).count();
            assert_eq!(count, 1, "{label} in {found:?}");
        }
    }
    assert!(found.iter().any(|w| w.starts_with("all 16 S-parameters")));

    finished(dir.path(), 10, |r| network(r, 10));
    let found = words(&dir.path().join("network.svg"));
    let said = "64 of 100 S-parameters, for the first 8 of 10 ports; all are in network_s.csv";
    assert!(found.iter().any(|w| w == said), "{found:?}");
    let table = std::fs::read_to_string(dir.path().join("network_s.csv")).unwrap();
    let head = table
        .lines()
        .find(|l| l.starts_with("frequency_Hz"))
        .unwrap();
    assert_eq!(head.matches("_dB").count(), 100);
    assert_eq!(
        table.lines().filter(|l| !l.starts_with(['#', 'f'])).count(),
        3
    );
}

/// The table has the numbers of the results, to the last digit, plus level and phase.
#[test]
fn s_parameters_are_tabulated() {
    let dir = tempfile::tempdir().unwrap();
    finished(dir.path(), 1, |r| {
        let axes = [
            ("frequency", "Hz", vec![1e9]),
            ("to", "1", vec![1.0]),
            ("from", "1", vec![1.0]),
        ];
        put(r, "network/s/real", "1", &axes, &[0.06]);
        put(r, "network/s/imag", "1", &axes, &[-0.08]);
        put(
            r,
            "network/resistance",
            "ohm",
            &[("port", "1", vec![1.0])],
            &[50.0],
        );
    });
    let table = std::fs::read_to_string(dir.path().join("network_s.csv")).unwrap();
    let row: Vec<f64> = table
        .lines()
        .last()
        .unwrap()
        .split(',')
        .map(|x| x.parse().unwrap())
        .collect();
    assert_eq!(row[..3], [1e9, 0.06, -0.08]);
    // |S| = 0.1 and atan(4/3) = 53.130 degrees.
    assert!((row[3] + 20.0).abs() < 1e-12 && (row[4] + 53.130_102_354_155_98).abs() < 1e-9);
}

/// Powers of 4e-31 W have no prefix: the label has a power of ten, and ticks have digits. The legend is above the axes.
#[test]
fn plot_ticks_all_zero() {
    let dir = tempfile::tempdir().unwrap();
    let frequencies: Vec<f64> = (0..27).map(|i| 180e12 + 1e12 * f64::from(i)).collect();
    finished(dir.path(), 0, |r| {
        for (name, sign) in [("in", 1.0), ("out", -1.0)] {
            let data: Vec<f64> = (0..27)
                .map(|i| sign * (4e-31 + 1e-33 * f64::from(i)))
                .collect();
            let axis = [("frequency", "Hz", frequencies.clone())];
            put(r, &format!("flux/{name}"), "W", &axis, &data);
        }
    });
    let all = texts(&dir.path().join("flux.svg"));
    let label = all.iter().any(|(w, _)| w == "Power (10⁻³³ W)");
    assert!(label, "{all:?}");
    let number = |w: &str| w.replace('\u{2212}', "-").parse::<f64>().ok();
    let ticks: Vec<&(String, [f64; 2])> = all.iter().filter(|(w, _)| number(w).is_some()).collect();
    let distinct: BTreeSet<&str> = ticks.iter().map(|(w, _)| w.as_str()).collect();
    let zeros = ticks.iter().filter(|(w, _)| w == "0").count();
    assert!(zeros <= 1 && distinct.len() > 8, "{distinct:?}");
    let top = ticks
        .iter()
        .map(|(_, at)| at[1])
        .fold(f64::INFINITY, f64::min);
    for name in ["in", "out"] {
        let (_, at) = all.iter().find(|(w, _)| w == name).unwrap();
        assert!(at[1] < top, "the legend is within the axes: {at:?} {top}");
    }
}

/// Cuts of three frequencies and 36 angles: the principal ones, angles as people write them, levels in dBi; the table has all.
#[test]
fn far_fields_say_what_they_leave_out() {
    let dir = tempfile::tempdir().unwrap();
    let theta: Vec<f64> = (0..19).map(|i| 10.0 * f64::from(i)).collect();
    // Angles as converted from radians: 30.000000000000004 and similar.
    let phi: Vec<f64> = (0..36)
        .map(|i| (10.0 * f64::from(i)).to_radians().to_degrees())
        .collect();
    let axes = [
        ("frequency", "Hz", vec![2.3e9, 2.45e9, 2.6e9]),
        ("theta", "deg", theta),
        ("phi", "deg", phi),
    ];
    let gain: Vec<f64> = (0..3 * 19 * 36).map(|i| f64::from(i % 36) / 10.0).collect();
    finished(dir.path(), 0, |r| {
        put(r, "far/far/gain", "dB", &axes, &gain);
        put(r, "far/far/rcs_level", "dB", &axes, &gain);
    });
    let found = words(&dir.path().join("far_far_gain.svg"));
    assert!(found.iter().any(|w| w == "Gain (dBi)"), "{found:?}");
    assert!(found.iter().any(|w| w == "2.45 GHz, phi 90°"), "{found:?}");
    assert!(!found.iter().any(|w| w.contains("0000")), "{found:?}");
    let note = "6 of 108 cuts; all are in far_far_directions.csv";
    assert!(found.iter().any(|w| w == note), "{found:?}");
    let rcs = words(&dir.path().join("far_far_rcs_level.svg"));
    assert!(rcs.iter().any(|w| w == "RCS (dBsm)"), "{rcs:?}");
    let table = std::fs::read_to_string(dir.path().join("far_far_directions.csv")).unwrap();
    let rows: Vec<&str> = table.lines().filter(|l| l.starts_with(['2'])).collect();
    assert_eq!(rows.len(), 3 * 19 * 36);
    assert!(rows[3].starts_with("2.3e9,0,30,0.3,"), "{}", rows[3]);
}

/// Real parts come first in tables, and a plane shows |E| and the outlines of bodies.
#[test]
fn fields_show_magnitude_and_outlines() {
    let dir = tempfile::tempdir().unwrap();
    let line = || (0..5).map(f64::from).collect::<Vec<_>>();
    finished(dir.path(), 0, |r| {
        let axes = [
            ("frequency", "Hz", vec![1e9]),
            ("x", "m", line()),
            ("y", "m", line()),
            ("z", "m", vec![0.0]),
        ];
        for (n, component) in ["Ex", "Ey", "Ez"].into_iter().enumerate() {
            for (part, name) in [3.0, 4.0].into_iter().zip(["real", "imag"]) {
                let data = vec![if n == 0 { part } else { 0.0 }; 25];
                put(
                    r,
                    &format!("field/cut/{component}/{name}"),
                    "V/m",
                    &axes,
                    &data,
                );
            }
        }
        let point = [("frequency", "Hz", vec![1e9, 2e9])];
        put(r, "field/p/Ex/imag", "V/m", &point, &[4.0, 4.0]);
        put(r, "field/p/Ex/real", "V/m", &point, &[3.0, 3.0]);
        let square = Triangles {
            vertices: vec![
                [1.0, 1.0, 0.0],
                [3.0, 1.0, 0.0],
                [3.0, 3.0, 0.0],
                [1.0, 3.0, 0.0],
            ],
            triangles: vec![[0, 1, 2], [0, 2, 3]],
        };
        let body = Body {
            surface: square,
            ..Body::default()
        };
        let model = Model {
            bodies: vec![body],
            ..Model::default()
        };
        r.describe(&model).unwrap();
    });
    let path = dir.path().join("field_cut_E_magnitude.svg");
    let found = words(&path);
    assert!(found.iter().any(|w| w == "|E| (V/m)"), "{found:?}");
    // |3 + 4j| = 5 everywhere: the bar ends there.
    assert!(found.iter().any(|w| w == "5"), "{found:?}");
    let svg = std::fs::read_to_string(&path).unwrap();
    let (with, without) = (svg.matches("<polyline").count(), {
        let dir = tempfile::tempdir().unwrap();
        finished(dir.path(), 0, |r| {
            let axes = [
                ("frequency", "Hz", vec![1e9]),
                ("x", "m", line()),
                ("y", "m", line()),
                ("z", "m", vec![0.0]),
            ];
            put(r, "field/cut/Ex/real", "V/m", &axes, &[3.0; 25]);
            put(r, "field/cut/Ex/imag", "V/m", &axes, &[4.0; 25]);
        });
        let path = dir.path().join("field_cut_E_magnitude.svg");
        assert!(words(&path).iter().any(|w| w == "|Ex| (V/m)"));
        std::fs::read_to_string(path)
            .unwrap()
            .matches("<polyline")
            .count()
    });
    // Four borders, each drawn as ink on a halo.
    assert_eq!(with - without, 8, "{with} {without}");
    let table = std::fs::read_to_string(dir.path().join("field_p_Ex.csv")).unwrap();
    let head = table.lines().find(|l| l.starts_with("frequency")).unwrap();
    assert_eq!(head, "frequency_Hz,real_V/m,imag_V/m");
}
