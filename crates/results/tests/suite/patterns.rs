//! Antenna patterns: surfaces for ParaView and polar plots.

use poynting_results::{Axis, Declaration, Directory, Recorder, SceneText, Summary, open_series};
use std::path::Path;

/// Every 30 degrees.
fn angles(n: u32) -> Vec<f64> {
    (0..n).map(|k| 30.0 * f64::from(k)).collect()
}

fn put(r: &mut dyn Recorder, name: &str, axes: &[(&str, Vec<f64>)], data: &[f64]) {
    let axes = axes
        .iter()
        .map(|(n, v)| Axis::new(n, if *n == "frequency" { "Hz" } else { "deg" }, v.clone()));
    let declaration = Declaration::complete(name, "dB", "", axes.collect());
    let id = r.declare(declaration).unwrap();
    r.append(id, &[], data).unwrap();
}

/// A beam of 7 dB along +x, 20 dB less along -x, and almost nothing along z; once with a gain and once without.
fn antennas(dir: &Path) -> Vec<String> {
    let mut directory = Directory::create(dir, &SceneText::default(), "0.1.0").unwrap();
    let (theta, phi) = (angles(7), angles(12));
    let level = |t: f64, p: f64| {
        let along = t.to_radians().sin() * p.to_radians().cos();
        if t.to_radians().sin() < 1e-9 {
            -60.0
        } else {
            7.0 - 10.0 * (1.0 - along)
        }
    };
    let levels: Vec<f64> = theta
        .iter()
        .flat_map(|&t| phi.iter().map(move |&p| level(t, p)))
        .collect();
    let axes = [
        ("frequency", vec![1e9]),
        ("theta", theta.clone()),
        ("phi", phi.clone()),
    ];
    put(&mut directory, "far/a/gain", &axes, &levels);
    put(&mut directory, "far/a/directivity", &axes, &levels);
    put(&mut directory, "far/b/directivity", &axes, &levels);
    put(&mut directory, "far/a/peak_gain", &axes[..1], &[7.0]);
    let files = directory.finish(&Summary::default()).unwrap().files;
    let name = |p: &std::path::PathBuf| p.file_name().unwrap().to_str().unwrap().to_owned();
    files.iter().map(name).collect()
}

/// The numbers of a data array of a VTK file.
fn array(text: &str, name: &str) -> Vec<f64> {
    let from = text.find(&format!("Name=\"{name}\"")).unwrap();
    let body = &text[from..][text[from..].find('>').unwrap() + 1..];
    let body = &body[..body.find('<').unwrap()];
    body.split_whitespace()
        .map(|x| x.parse().unwrap())
        .collect()
}

#[test]
fn a_pattern_is_a_closed_surface_as_far_away_as_its_levels_are_high() {
    let dir = tempfile::tempdir().unwrap();
    let files = antennas(dir.path());
    let surfaces: Vec<_> = files.iter().filter(|f| f.contains(".vtu")).collect();
    assert_eq!(
        surfaces,
        ["far_a_gain_1_GHz.vtu", "far_b_directivity_1_GHz.vtu"]
    );
    let text = std::fs::read_to_string(dir.path().join(surfaces[0])).unwrap();
    assert!(text.contains("NumberOfPoints=\"84\" NumberOfCells=\"72\""));
    let (points, levels) = (array(&text, "Points"), array(&text, "level_dB"));
    let corners = array(&text, "connectivity");
    assert_eq!((points.len(), levels.len(), corners.len()), (252, 84, 288));
    assert!(corners.iter().all(|c| *c < 84.0));
    for (at, level) in points.chunks(3).zip(&levels) {
        let distance = at.iter().map(|x| x * x).sum::<f64>().sqrt();
        let expected = ((level - 7.0 + 40.0) / 40.0).max(0.0);
        assert!((distance - expected).abs() < 1e-6, "{at:?} {level}");
    }
    // Theta = 90, phi = 0 is the 37th point.
    assert_eq!(
        points[3 * 36..3 * 36 + 2]
            .iter()
            .map(|x| x.round())
            .collect::<Vec<_>>(),
        [1.0, 0.0]
    );
}

#[test]
fn patterns_all_around_are_drawn_in_polar_coordinates() {
    let dir = tempfile::tempdir().unwrap();
    let files = antennas(dir.path());
    for name in ["far_a_gain_polar.svg", "far_b_directivity_polar.svg"] {
        assert!(files.iter().any(|f| f == name), "{files:?}");
        let text = std::fs::read_to_string(dir.path().join(name)).unwrap();
        for plane in ["xz", "yz", "xy"] {
            assert!(text.contains(&format!("{plane} plane (dBi)")), "{plane}");
        }
        // 7 dB is within a rim of 10 dB.
        assert!(text.contains("1 GHz") && text.contains("\n10\n"), "{text}");
    }
    assert!(!files.iter().any(|f| f == "far_a_directivity_polar.svg"));
}

#[test]
fn series_are_read_without_the_patterns() {
    let dir = tempfile::tempdir().unwrap();
    antennas(dir.path());
    let series = open_series(dir.path()).unwrap();
    assert_eq!(series.quantities.len(), 1);
    assert_eq!(series.get("far/a/peak_gain").unwrap().data, [7.0]);
}
