//! The page of a report: its data are read back as a browser would, and compared with what was recorded.

use crate::common::{DT, STEPS, ez, record, scene, summary};
use base64::Engine;
use poynting_results::{
    Axis, Body, Check, Grade, Model, Report, Results, Substance, Triangles, Verdict, open_series,
};
use serde_json::Value;
use std::path::Path;

fn results() -> Results {
    let mut results = Results {
        summary: summary(),
        model: Some(Model {
            machine: "a machine".to_owned(),
            bodies: vec![Body {
                name: "plate </script>".to_owned(),
                material: "pec".to_owned(),
                substance: Substance::Metal,
                surface: Triangles {
                    vertices: vec![[0.0, 0.0, 2.0], [1.0, 0.0, 2.0], [0.0, 1.0, 2.0]],
                    triangles: vec![[0, 1, 2]],
                },
            }],
            ..Model::default()
        }),
        ..Results::new(scene())
    };
    record(&mut results);
    results
}

fn report() -> Report {
    Report {
        verdict: Verdict {
            grade: Grade::Caution,
            sentence: "With care.".to_owned(),
        },
        checks: vec![Check {
            name: "Energy left".to_owned(),
            value: (43.4, "dB").into(),
            limit: "at least 40 dB".to_owned(),
            grade: Grade::Good,
            meaning: "Fine.".to_owned(),
        }],
    }
}

/// The data in a page.
fn data(page: &Path) -> Value {
    let text = std::fs::read_to_string(page).unwrap();
    let (_, rest) = text.split_once("id=\"data\">").unwrap();
    let (json, _) = rest.split_once("</script>").unwrap();
    serde_json::from_str(json).unwrap()
}

fn figure<'a>(data: &'a Value, kind: &str, name: &str) -> &'a Value {
    let figures = data["figures"].as_array().unwrap();
    let found = figures
        .iter()
        .find(|f| f["kind"] == kind && f["name"] == name);
    found.unwrap_or_else(|| panic!("no {kind} {name}"))
}

fn bytes(value: &Value) -> Vec<u8> {
    let engine = base64::engine::general_purpose::STANDARD;
    engine.decode(value.as_str().unwrap()).unwrap()
}

fn floats(value: &Value) -> Vec<f32> {
    let all = bytes(value);
    let four = all.chunks_exact(4).map(|b| b.try_into().unwrap());
    four.map(f32::from_le_bytes).collect()
}

fn shorts(value: &Value) -> Vec<i16> {
    let all = bytes(value);
    let two = all.chunks_exact(2).map(|b| b.try_into().unwrap());
    two.map(i16::from_le_bytes).collect()
}

#[test]
fn a_folder_and_results_in_memory_make_the_same_page() {
    let folder = tempfile::tempdir().unwrap();
    let results = results();
    let from_memory = folder.path().join("new/folder/memory.html");
    report().write(&results, &from_memory).unwrap();
    let dir = folder.path().join("out");
    results.write(&dir).unwrap();
    let from_folder = dir.join("report.html");
    let read = open_series(&dir).unwrap();
    assert_eq!(read.model, results.model);
    report()
        .write_for_directory(&read, &dir, &from_folder)
        .unwrap();

    let (a, b) = (data(&from_memory), data(&from_folder));
    for key in ["verdict", "checks", "summary", "model", "scene", "file"] {
        assert_eq!(a[key], b[key], "{key}");
    }
    assert_eq!(a["model"]["bodies"][0]["name"], "plate </script>");
    assert_eq!(a["checks"][0]["value"], serde_json::json!([43.4, "dB"]));
    // HDF5 sorts names: the same figures, possibly in a different order.
    let names = |data: &Value| {
        let figures = data["figures"].as_array().unwrap().iter();
        let mut names: Vec<_> = figures
            .map(|f| f["name"].as_str().unwrap().to_owned())
            .collect();
        names.sort();
        names
    };
    assert_eq!(names(&a), names(&b));
    assert_eq!(
        names(&a),
        [
            "energy",
            "port/feed",
            "port/feed",
            "probe/center",
            "probe/center",
            "snapshot/box/Ey",
            "snapshot/mid/Ey"
        ]
    );
}

#[test]
fn curves_keep_their_values_and_have_spectra() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("report.html");
    report().write(&results(), &page).unwrap();
    let data = data(&page);
    let probe = figure(&data, "lines", "probe/center");
    let times = floats(&probe["x"]["values"]);
    let values = floats(&probe["curves"][0]["values"]);
    assert_eq!((times.len(), values.len()), (STEPS, STEPS));
    for n in [0, 500, 2999] {
        let t = n as f64 * DT;
        assert!((f64::from(times[n]) - t).abs() <= 1e-6 * t);
        assert!((f64::from(values[n]) - ez(t)).abs() < 1e-8, "{n}");
    }
    // The stronger of the two modes is at 6.5 GHz.
    let spectrum = floats(&probe["spectra"]["curves"][0]["values"]);
    let peak = (0..spectrum.len()).fold(0, |p, n| if spectrum[n] > spectrum[p] { n } else { p });
    let frequency = peak as f64 * probe["spectra"]["step"].as_f64().unwrap();
    assert!((frequency - 6.5e9).abs() < 0.1e9, "{frequency:e}");
    assert!(figure(&data, "lines", "energy")["spectra"].is_null());
    let last = data["figures"].as_array().unwrap().last().unwrap();
    assert_eq!(last["name"], "energy", "what belongs to the run comes last");
}

#[test]
fn a_box_of_snapshots_becomes_its_middle_plane() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("report.html");
    report().write(&results(), &page).unwrap();
    let data = data(&page);
    let map = figure(&data, "map", "snapshot/box/Ey");
    assert_eq!(map["place"], serde_json::json!(["z", 2.0]));
    assert_eq!(
        (&map["u"]["name"], &map["v"]["name"]),
        (&"x".into(), &"y".into())
    );
    let values = shorts(&map["frames"]["values"]);
    assert_eq!(values.len(), 2 * 25);
    for (frame, x, y) in [(0, 0, 0), (0, 4, 1), (1, 2, 3)] {
        let recorded = (frame * 125 + x * 25 + y * 5 + 2) as f64 - 100.0;
        let scale = map["frames"]["scales"][frame].as_f64().unwrap();
        let shown = f64::from(values[frame * 25 + x * 5 + y]) * scale;
        assert!((shown - recorded).abs() < 0.01, "{shown} for {recorded}");
    }
    // The body is a triangle in the plane, with sides 1, 1 and sqrt(2).
    let outline = floats(&map["outlines"]);
    let sides = outline
        .chunks_exact(4)
        .map(|s| (s[0] - s[2]).hypot(s[1] - s[3]));
    let border: f32 = sides.sum();
    assert!((border - 2.0 - 2.0_f32.sqrt()).abs() < 1e-6, "{border}");
    let plane = figure(&data, "map", "snapshot/mid/Ey");
    assert_eq!(plane["place"][0], "y");
    assert_eq!(floats(&plane["over"]["values"]).len(), 4);
}

#[test]
fn patterns_networks_and_single_values_find_their_form() {
    let mut results = Results::new(scene());
    let frequency =
        |n: usize| Axis::new("frequency", "Hz", (1..=n).map(|f| f as f64 * 1e9).collect());
    let angles = |name: &str, n: usize| Axis::new(name, "deg", (0..n).map(|a| a as f64).collect());
    let ports = |name: &str| Axis::new(name, "1", vec![1.0, 2.0]);
    let level: Vec<f64> = (0..12).map(f64::from).collect();
    for name in ["far/a/directivity", "far/a/gain"] {
        let axes = vec![frequency(2), angles("theta", 3), angles("phi", 2)];
        results
            .add((name, "dB", "over something"), axes, &level)
            .unwrap();
    }
    results
        .add_curve("far/a/peak_gain", "dB", frequency(2), &[1.0, 2.0])
        .unwrap();
    let six: Vec<f64> = (0..6).map(f64::from).collect();
    results
        .add_curve("flux/out", "W", frequency(6), &six)
        .unwrap();
    results
        .add_curve("port/p/vswr", "1", frequency(1), &[1.5])
        .unwrap();
    for (part, values) in [("real", [0.1, 0.2, 0.3, 0.4]), ("imag", [0.0; 4])] {
        let axes = vec![frequency(1), ports("to"), ports("from")];
        let name = format!("network/s/{part}");
        results
            .add((name.as_str(), "1", ""), axes, &values)
            .unwrap();
    }
    results
        .add_curve("network/resistance", "ohm", ports("port"), &[50.0, 75.0])
        .unwrap();
    results.summary.ports = vec!["in".to_owned(), "out".to_owned()];
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("report.html");
    report().write(&results, &page).unwrap();
    let data = data(&page);
    let kinds: Vec<&str> = data["figures"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| f["kind"].as_str().unwrap())
        .collect();
    assert_eq!(
        kinds,
        ["network", "pattern", "readings", "lines", "readings"]
    );
    let network = &data["figures"][0];
    assert_eq!(network["ports"], serde_json::json!(["in", "out"]));
    assert_eq!(network["resistances"], serde_json::json!([50.0, 75.0]));
    assert_eq!(floats(&network["real"]), [0.1, 0.2, 0.3, 0.4]);
    let pattern = figure(&data, "pattern", "far/a");
    assert_eq!(
        pattern["layers"][0]["name"], "gain",
        "gain is what one looks for"
    );
    assert_eq!(floats(&pattern["layers"][0]["values"])[11], 11.0);
    let peak = &figure(&data, "readings", "far/a")["rows"][0];
    assert_eq!(
        (&peak["name"], floats(&peak["values"])),
        (&"peak_gain".into(), vec![1.0, 2.0])
    );
}
