//! The plots: file names, labels, size, and that they are not empty.

use crate::common::{record, scene, snapshot, summary};
use poynting_results::{Declaration, Directory, Recorder, Results, plot_all, plot_directory};
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};

fn results() -> Results {
    let mut results = Results {
        summary: summary(),
        ..Results::new(scene())
    };
    record(&mut results);
    results
}

fn names(files: &[PathBuf]) -> BTreeSet<String> {
    files
        .iter()
        .map(|p| p.file_name().unwrap().to_str().unwrap().to_owned())
        .collect()
}

/// Width, height and pixels (RGB) of a PNG file.
fn pixels(path: &Path) -> (u32, u32, Vec<u8>) {
    let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut buffer = vec![0; reader.output_buffer_size()];
    let info = reader.next_frame(&mut buffer).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgb);
    (info.width, info.height, buffer)
}

#[test]
fn every_group_and_snapshot_has_its_pictures() {
    let dir = tempfile::tempdir().unwrap();
    let found = names(&plot_all(&results(), dir.path()).unwrap());
    let stems = [
        "energy",
        "port_feed",
        "probe_center",
        "snapshot_box_Ey_last",
        "snapshot_mid_Ey_last",
        "snapshot_mid_Ey_peak",
    ];
    let expected = stems
        .iter()
        .flat_map(|s| [format!("{s}.svg"), format!("{s}.png")])
        .collect();
    assert_eq!(found, expected);
    for name in found.iter().filter(|n| n.ends_with(".png")) {
        let (_, _, pixels) = pixels(&dir.path().join(name));
        let colours: HashSet<&[u8]> = pixels.chunks(3).collect();
        assert!(
            colours.len() > 20,
            "{name} has {} colours only",
            colours.len()
        );
    }
}

#[test]
fn labels_carry_engineering_units() {
    let dir = tempfile::tempdir().unwrap();
    plot_all(&results(), dir.path()).unwrap();
    let has = |file: &str, labels: &[&str]| {
        let svg = std::fs::read_to_string(dir.path().join(file)).unwrap();
        for label in labels {
            assert!(svg.contains(label), "{file} lacks `{label}`");
        }
    };
    has(
        "probe_center.svg",
        &[
            "Cavity 25 x 12.5 x 60 mm \u{2013} probe/center",
            "Time (ns)",
        ],
    );
    has(
        "probe_center.svg",
        &[
            "E (mV/m)",
            "Hy (µA/m)",
            "Frequency (GHz)",
            ">\nEz\n",
            ">\nEx\n",
        ],
    );
    has(
        "port_feed.svg",
        &["Voltage (mV)", "Current (mA)", "Spectrum (dB re peak)"],
    );
    has("energy.svg", &["Energy (dB re peak)"]);
    let map = [
        "x (mm)",
        "z (mm)",
        "Ey (mV/m)",
        "y = 6.25 mm",
        "data:image/png;base64,",
    ];
    has("snapshot_mid_Ey_last.svg", &map);
    has("snapshot_mid_Ey_last.svg", &["time = 1.2 ns"]);
    has("snapshot_mid_Ey_peak.svg", &["time = 0 ns"]);
}

#[test]
fn pictures_have_the_size_of_their_content() {
    let dir = tempfile::tempdir().unwrap();
    plot_all(&results(), dir.path()).unwrap();
    // Two rows (E, H) of two panels, and a header.
    let (w, h, _) = pixels(&dir.path().join("probe_center.png"));
    assert_eq!((w, h), (2 * 680, 2 * 380 + 48));
    // A square box of 5 x 5 equal cells: 640 x 640 pixels for the plane.
    let (w, h, image) = pixels(&dir.path().join("snapshot_box_Ey_last.png"));
    assert_eq!((w, h), (84 + 640 + 140, 74 + 640 + 60));
    // z is at mid-box; the value at x = 4, y = 4 is 147 of 147: the end of the colour map.
    let at = |x: usize, y: usize| &image[3 * (y * w as usize + x)..][..3];
    assert_eq!(at(84 + 600, 74 + 40), [103, 0, 31]);
    // The last slice has no negative value: no blue anywhere on the plane.
    assert!((100..720).all(|x| at(x, 400)[0] >= at(x, 400)[2]));
}

#[test]
fn a_folder_is_drawn_again_without_its_data_in_memory() {
    let dir = tempfile::tempdir().unwrap();
    let mut directory = Directory::create(dir.path(), &scene(), "0.1.0").unwrap();
    record(&mut directory);
    let written = directory.finish(&summary()).unwrap();
    let first = std::fs::read(dir.path().join("snapshot_mid_Ey_peak.png")).unwrap();
    let pictures = |n: &String| n.ends_with(".svg") || n.ends_with(".png");
    let before: BTreeSet<String> = names(&written.files).into_iter().filter(pictures).collect();
    assert_eq!(before, names(&plot_directory(dir.path()).unwrap()));
    assert_eq!(
        first,
        std::fs::read(dir.path().join("snapshot_mid_Ey_peak.png")).unwrap()
    );
}

/// All zeros, one sample, NaN, a line instead of a plane: none of these may panic or hang.
#[test]
fn odd_data_are_drawn_or_left_out() {
    let mut r = Results::default();
    let series: [(&str, &[f64]); 4] = [
        ("zero", &[0.0; 40]),
        ("one", &[3.0]),
        ("nan", &[f64::NAN, f64::INFINITY, 1.0]),
        ("none", &[]),
    ];
    for (name, data) in series {
        for unit in ["V/m", "J"] {
            let id = r
                .declare(Declaration::series(format!("{name} {unit:.1}"), unit, ""))
                .unwrap();
            let times: Vec<f64> = (0..data.len()).map(|i| i as f64 * 1e-9).collect();
            r.append(id, &times, data).unwrap();
        }
    }
    let line = snapshot("line/Ey", [vec![0.0, 1.0], vec![0.0], vec![0.0]]);
    let id = r.declare(line).unwrap();
    r.append(id, &[0.0], &[1.0, 2.0]).unwrap();
    let flat = snapshot("flat/Ey", [vec![0.0, 1.0], vec![0.0, 1.0], vec![0.0]]);
    let id = r.declare(flat).unwrap();
    r.append(id, &[0.0], &[0.0, 0.0, f64::NAN, 0.0]).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let files = names(&plot_all(&r, dir.path()).unwrap());
    assert!(files.contains("zero_V.png") && files.contains("one_V.svg"));
    assert!(files.contains("flat_Ey_last.png") && !files.iter().any(|f| f.starts_with("line")));
}
