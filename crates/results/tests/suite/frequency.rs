//! Outputs of results over frequency: Touchstone, VTK, and plots of patterns, S-parameters and surface currents. The files are read
//! back by small parsers in this test.

use poynting_results::{
    Axis, Declaration, Directory, Recorder, Results, SceneText, Summary, plot_all,
};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const FREQUENCIES: [f64; 3] = [1e9, 1.25e9, 2e9];

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

fn count(n: usize) -> Vec<f64> {
    (0..n).map(|i| i as f64).collect()
}

/// S_mn = m + n/10 + j f/GHz, made small enough to be passive.
fn s(f: f64, to: usize, from: usize) -> [f64; 2] {
    [0.01 * (to as f64 + 0.1 * from as f64), 0.01 * f * 1e-9]
}

fn network(r: &mut dyn Recorder, resistances: &[f64]) {
    let n = resistances.len();
    let ports: Vec<f64> = (1..=n).map(|p| p as f64).collect();
    for (part, name) in ["real", "imag"].into_iter().enumerate() {
        let mut data = Vec::new();
        for f in FREQUENCIES {
            data.extend((1..=n).flat_map(|to| (1..=n).map(move |from| s(f, to, from)[part])));
        }
        let axes = [
            ("frequency", "Hz", FREQUENCIES.to_vec()),
            ("to", "", ports.clone()),
            ("from", "", ports.clone()),
        ];
        put(r, &format!("network/s/{name}"), "", &axes, &data);
    }
    put(
        r,
        "network/resistance",
        "ohm",
        &[("port", "", ports)],
        resistances,
    );
}

fn finished(dir: &Path, record: impl Fn(&mut dyn Recorder)) -> Vec<PathBuf> {
    let mut directory = Directory::create(dir, &SceneText::default(), "0.1.0").unwrap();
    record(&mut directory);
    let summary = Summary {
        title: "Two strips".to_owned(),
        ports: vec!["in".to_owned(), "out".to_owned()],
        ..Summary::default()
    };
    directory.finish(&summary).unwrap().files
}

fn names(files: &[PathBuf]) -> BTreeSet<String> {
    let name = |p: &PathBuf| p.file_name().unwrap().to_str().unwrap().to_owned();
    files.iter().map(name).collect()
}

/// S at one frequency, by row and column.
type Matrix = (f64, Vec<Vec<[f64; 2]>>);

/// The option line, and S at every frequency, according to the specification.
fn touchstone(text: &str, ports: usize) -> (Vec<String>, Vec<Matrix>) {
    let mut options = Vec::new();
    let mut numbers: Vec<f64> = Vec::new();
    for line in text.lines() {
        let line = line.split('!').next().unwrap();
        if let Some(rest) = line.strip_prefix('#') {
            options = rest.split_whitespace().map(str::to_owned).collect();
            continue;
        }
        if line.starts_with('[') {
            continue;
        }
        let row: Vec<f64> = line
            .split_whitespace()
            .map(|x| x.parse().unwrap())
            .collect();
        // A frequency and four pairs, or four pairs.
        assert!(row.len() <= 9, "{line}");
        numbers.extend(row);
    }
    let one = 1 + 2 * ports * ports;
    assert_eq!(numbers.len() % one, 0);
    let matrices = numbers.chunks(one).map(|values| {
        let at = |i: usize, j: usize| {
            // Two ports: S11 S21 S12 S22, by columns.
            let n = if ports == 2 { j * 2 + i } else { i * ports + j };
            [values[1 + 2 * n], values[2 + 2 * n]]
        };
        let rows = (0..ports).map(|i| (0..ports).map(|j| at(i, j)).collect());
        (values[0], rows.collect())
    });
    (options, matrices.collect())
}

#[test]
fn touchstone_files_hold_the_matrix_of_any_number_of_ports() {
    for ports in [1, 2, 3, 5, 9] {
        let dir = tempfile::tempdir().unwrap();
        let files = finished(dir.path(), |r| network(r, &vec![50.0; ports]));
        let name = format!("network.s{ports}p");
        assert!(names(&files).contains(&name));
        let text = std::fs::read_to_string(dir.path().join(&name)).unwrap();
        // Names that do not cover all ports are ignored.
        let name = |n: usize| match (ports, n) {
            (2, 1) => "in".to_owned(),
            (2, _) => "out".to_owned(),
            _ => n.to_string(),
        };
        let names = (1..=ports).map(|n| format!("! Port[{n}] = {}\n", name(n)));
        let head = format!(
            "! poynting 0.1.0\n! title: Two strips\n{}! S-parameter uses the power definition\n# Hz S RI R 50\n",
            names.collect::<String>()
        );
        assert!(text.starts_with(&head), "{text}");
        let (options, found) = touchstone(&text, ports);
        assert_eq!(options, ["Hz", "S", "RI", "R", "50"]);
        assert_eq!(found.len(), 3);
        for ((f, matrix), expected) in found.into_iter().zip(FREQUENCIES) {
            assert_eq!(f, expected);
            for to in 1..=ports {
                for from in 1..=ports {
                    assert_eq!(matrix[to - 1][from - 1], s(f, to, from));
                }
            }
        }
        // Each row of a larger matrix starts on a new line; only the first of a frequency has nine numbers.
        if ports == 5 {
            let line = |n: usize| text.lines().nth(9 + n).unwrap().split_whitespace().count();
            assert_eq!([line(0), line(1), line(2), line(3)], [9, 2, 8, 2]);
        }
    }
}

/// A series impedance Z between ports of R1 and R2 has S11 = (Z + R2 - R1)/d, S22 = (Z + R1 - R2)/d, S21 = 2 sqrt(R1 R2)/d, d = Z + R1 + R2. For
/// Z = 25 ohm, 50 and 75 ohm: 50/150, 0, 122.47/150.
fn series(r: &mut dyn Recorder) {
    let across = 2.0 * f64::sqrt(50.0 * 75.0) / 150.0;
    let axes = [
        ("frequency", "Hz", vec![1e9]),
        ("to", "", count(2)),
        ("from", "", count(2)),
    ];
    let real = [1.0 / 3.0, across, across, 0.0];
    put(r, "network/s/real", "", &axes, &real);
    put(r, "network/s/imag", "", &axes, &[0.0; 4]);
    let ports = [("port", "", count(2))];
    put(r, "network/resistance", "ohm", &ports, &[50.0, 75.0]);
}

/// The file has the same S as every other output, with the resistance of each port, which version 2.0 of the format supports.
#[test]
fn unequal_resistances_stay_what_they_are() {
    let dir = tempfile::tempdir().unwrap();
    finished(dir.path(), series);
    let text = std::fs::read_to_string(dir.path().join("network.s2p")).unwrap();
    let keywords: Vec<&str> = text.lines().filter(|l| !l.starts_with('!')).collect();
    let expected = [
        "[Version] 2.0",
        "# Hz S RI R 50",
        "[Number of Ports] 2",
        "[Two-Port Data Order] 21_12",
        "[Number of Frequencies] 1",
        "[Reference] 50 75",
        "[Network Data]",
    ];
    assert_eq!(keywords[..7], expected);
    assert_eq!(keywords.last(), Some(&"[End]"));
    assert!(!text.contains("Port Impedance"), "{text}");
    let (_, found) = touchstone(&text, 2);
    let across = 2.0 * f64::sqrt(50.0 * 75.0) / 150.0;
    let expected = [
        [[1.0 / 3.0, 0.0], [across, 0.0]],
        [[across, 0.0], [0.0, 0.0]],
    ];
    for (row, expected) in found[0].1.iter().zip(expected) {
        assert_eq!(row[..], expected);
    }
}

/// What no version of the format supports is written in comments, with the numbers.
#[test]
fn references_over_frequency_are_told_in_comments() {
    let dir = tempfile::tempdir().unwrap();
    let by_frequency = [50.0, 480.0, 50.0, 470.0, 50.0, 450.0];
    finished(dir.path(), |r| {
        network(r, &[50.0, 470.0]);
        let axes = [
            ("frequency", "Hz", FREQUENCIES.to_vec()),
            ("port", "", vec![1.0, 2.0]),
        ];
        put(r, "network/reference", "ohm", &axes, &by_frequency);
    });
    let text = std::fs::read_to_string(dir.path().join("network.s2p")).unwrap();
    assert!(text.contains("\n[Reference] 50 470\n"), "{text}");
    let told: Vec<&str> = text
        .lines()
        .filter_map(|l| l.strip_prefix("! Port Impedance "))
        .collect();
    assert_eq!(told, ["50 0 480 0", "50 0 470 0", "50 0 450 0"]);
    let (_, found) = touchstone(&text, 2);
    assert_eq!(found[1].1[1][0], s(FREQUENCIES[1], 2, 1));
}

/// An octahedron with a current on each face, at two frequencies.
fn surface(r: &mut dyn Recorder) {
    let vertices = [
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [-1.0, 0.0, 0.0],
        [0.0, -1.0, 0.0],
        [0.0, 0.0, 1.0],
        [0.0, 0.0, -1.0],
    ];
    let mut triangles = Vec::new();
    for i in 0..4 {
        let next = f64::from((i + 1) % 4);
        triangles.extend([f64::from(i), next, 4.0, next, f64::from(i), 5.0]);
    }
    let component = || ("component", "", count(3));
    let vertex = ("vertex", "", count(6));
    put(
        r,
        "surface/vertices",
        "m",
        &[vertex, component()],
        vertices.as_flattened(),
    );
    let corner = ("corner", "", count(3));
    put(
        r,
        "surface/triangles",
        "",
        &[("triangle", "", count(8)), corner],
        &triangles,
    );
    let axes = [
        ("frequency", "Hz", vec![1e9, 2e9]),
        ("triangle", "", count(8)),
        component(),
    ];
    let real: Vec<f64> = (0..48).map(|n| 1e-3 * f64::from(n)).collect();
    let imaginary: Vec<f64> = real.iter().map(|x| -2.0 * x).collect();
    put(r, "current/all/real", "A/m", &axes, &real);
    put(r, "current/all/imag", "A/m", &axes, &imaginary);
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
fn vtk_files_hold_the_mesh_and_its_currents() {
    let dir = tempfile::tempdir().unwrap();
    let files = names(&finished(dir.path(), surface));
    let expected = ["current_all_1_GHz", "current_all_2_GHz"];
    for stem in expected {
        assert!(files.contains(&format!("{stem}.vtu")) && files.contains(&format!("{stem}.png")));
    }
    // The mesh is not a table, and gets no curve.
    assert!(
        !files
            .iter()
            .any(|f| f.ends_with(".csv") || f.starts_with("surface")),
        "{files:?}"
    );
    let text = std::fs::read_to_string(dir.path().join("current_all_2_GHz.vtu")).unwrap();
    assert!(text.contains("NumberOfPoints=\"6\" NumberOfCells=\"8\""));
    // Tags are nested correctly.
    let mut open = Vec::new();
    for tag in text
        .split('<')
        .skip(2)
        .map(|t| t.split('>').next().unwrap())
    {
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop().unwrap(), name),
            None => open.push(tag.split_whitespace().next().unwrap()),
        }
    }
    assert!(open.is_empty());
    assert_eq!(array(&text, "Points")[..6], [1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    assert_eq!(
        array(&text, "connectivity")[..6],
        [0.0, 1.0, 4.0, 1.0, 0.0, 5.0]
    );
    assert_eq!(
        array(&text, "offsets"),
        (1..=8).map(|n| 3.0 * f64::from(n)).collect::<Vec<_>>()
    );
    assert_eq!(array(&text, "types"), [5.0; 8]);
    let (real, imaginary) = (array(&text, "J_real"), array(&text, "J_imag"));
    let magnitude = array(&text, "J_magnitude");
    assert_eq!((real.len(), magnitude.len()), (24, 8));
    for n in 0..24 {
        assert!((real[n] - 1e-3 * (24 + n) as f64).abs() < 1e-8);
        assert!((imaginary[n] + 2.0 * real[n]).abs() < 1e-8);
    }
    for (n, found) in magnitude.iter().enumerate() {
        let square: f64 = (3 * n..3 * n + 3).map(|i| 5.0 * real[i] * real[i]).sum();
        assert!((found - square.sqrt()).abs() < 1e-7);
    }
}

/// Pixels (RGB) of a PNG file, and its width.
fn pixels(path: &Path) -> (usize, Vec<[u8; 3]>) {
    let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut buffer = vec![0; reader.output_buffer_size()];
    let info = reader.next_frame(&mut buffer).unwrap();
    let rows = buffer.chunks(3).map(|p| [p[0], p[1], p[2]]).collect();
    (info.width as usize, rows)
}

/// Faces are numbered in order of declaration: 6 faces (1, -1, 1), the first view, 3 faces (-1, 1, -1), the second.
#[test]
fn the_nearest_faces_are_seen() {
    let dir = tempfile::tempdir().unwrap();
    let mut results = Results::default();
    surface(&mut results);
    plot_all(&results, dir.path()).unwrap();
    let (width, image) = pixels(&dir.path().join("current_all_1_GHz.png"));
    let svg = std::fs::read_to_string(dir.path().join("current_all_1_GHz.svg")).unwrap();
    assert!(svg.contains("|J| (mA/m)") && svg.contains("frequency = 1 GHz"));
    // Pixels of one view: an octahedron is sqrt 2 wide and 2 sqrt(2/3) high, and the limit is 480 pixels.
    let view = 416;
    let height = image.len() / width;
    let middle = 74 + (height - 74 - 90) / 2;
    let shade = |x: usize| image[middle * width + x];
    let part = |n: usize| {
        let size = |n: usize| {
            (3 * n..3 * n + 3)
                .map(|i| (i * i) as f64)
                .sum::<f64>()
                .sqrt()
        };
        size(n) / size(7)
    };
    // In this colour map, green and red rise with the current from the middle on, and blue falls.
    let (front, back) = (shade(14 + view / 2), shade(14 + 28 + view + view / 2));
    assert!(front != [255; 3] && back != [255; 3]);
    assert!(part(6) > 0.8 && front[1] > 180, "{front:?}");
    assert!(part(3) < 0.5 && back[1] < 150, "{back:?}");
}

/// Levels over the angle that varies, S in dB, and no curves for what belongs in a table.
#[test]
fn pictures_over_frequency_and_angle() {
    let dir = tempfile::tempdir().unwrap();
    let mut r = Results::default();
    let angle = |n: usize| ("phi", "deg", count(n));
    let levels: Vec<f64> = (0..2 * 181)
        .map(|n| f64::from(n % 181).to_radians().cos())
        .collect();
    let axes = [
        ("frequency", "Hz", vec![1e9, 2e9]),
        ("theta", "deg", vec![90.0]),
        angle(181),
    ];
    put(&mut r, "mono/cut/rcs_phi_phi_level", "dB", &axes, &levels);
    let frequency = || [("frequency", "Hz", FREQUENCIES.to_vec())];
    for (name, values) in [
        ("real", [20.0, 73.0, 150.0]),
        ("imag", [-300.0, 40.0, 210.0]),
    ] {
        let name = format!("port/feed/impedance/{name}");
        put(&mut r, &name, "ohm", &frequency(), &values);
    }
    put(&mut r, "solution/residual", "", &frequency(), &[1e-13; 3]);
    network(&mut r, &[50.0, 50.0]);
    r.summary.ports = vec!["in".to_owned(), "out".to_owned()];
    let files = names(&plot_all(&r, dir.path()).unwrap());
    let stems = [
        "mono_cut_rcs_phi_phi_level",
        "network",
        "port_feed_impedance",
    ];
    let expected = stems
        .iter()
        .flat_map(|s| [format!("{s}.svg"), format!("{s}.png")]);
    assert_eq!(files, expected.collect());
    let has = |file: &str, labels: &[&str]| {
        let svg = std::fs::read_to_string(dir.path().join(file)).unwrap();
        for label in labels {
            assert!(svg.contains(label), "{file} lacks `{label}`");
        }
    };
    let legend = [
        "Phi (deg)",
        "RCS phi phi (dBsm)",
        "1 GHz, theta 90°",
        "2 GHz, theta 90°",
    ];
    has("mono_cut_rcs_phi_phi_level.svg", &legend);
    has(
        "network.svg",
        &["|S| (dB)", "Frequency (GHz)", "S(out, in)", "S(in, out)"],
    );
    has(
        "port_feed_impedance.svg",
        &["Frequency (GHz)", ">\nreal\n", "Impedance (Ω)"],
    );
}
