//! The contents of a results folder: read back by this crate, and as text.

use crate::common::{DT, STEPS, ez, record, scene, summary};
use poynting_results::{
    Axis, Declaration, Directory, Recorder, Results, ResultsError, Storage, Summary, open,
};
use std::collections::BTreeSet;
use std::path::Path;

fn write(dir: &Path) -> Vec<String> {
    let mut directory = Directory::create(dir, &scene(), "0.1.0").unwrap();
    record(&mut directory);
    let written = directory.finish(&summary()).unwrap();
    let name = |p: &std::path::PathBuf| p.file_name().unwrap().to_str().unwrap().to_owned();
    written.files.iter().map(name).collect()
}

#[test]
fn open_gives_what_was_appended() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path());
    let mut expected = Results::new(scene());
    record(&mut expected);
    let found = open(dir.path()).unwrap();

    assert_eq!(found.summary, summary());
    assert_eq!(found.scene, scene());
    let names = |r: &Results| r.names().map(str::to_owned).collect::<BTreeSet<_>>();
    assert_eq!(names(&found), names(&expected));
    for q in &expected.quantities {
        let read = found.get(&q.declaration.name).unwrap();
        assert_eq!(read.declaration, q.declaration);
        let kept = |x: &f64| match q.declaration.storage {
            Storage::F32 => f64::from(*x as f32),
            Storage::F64 => *x,
        };
        assert_eq!(read.data, q.data.iter().map(kept).collect::<Vec<_>>());
    }
    let probe = found.get("probe/center/Ez").unwrap();
    assert_eq!(probe.axis("time").unwrap()[1234], 1234.0 * DT);
    assert_eq!(probe.data[1234], ez(1234.0 * DT));
    assert_eq!(
        found.get("snapshot/box/Ey").unwrap().slice(1).unwrap()[0],
        25.0
    );
}

/// Results kept in memory and written afterwards produce the same files as a run into the folder.
#[test]
fn results_in_memory_can_be_written() {
    let [straight, later] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let mut files = write(straight.path());
    let mut results = Results::new(scene());
    record(&mut results);
    results.summary = summary();
    let written = results.write(later.path()).unwrap();
    let name = |p: &std::path::PathBuf| p.file_name().unwrap().to_str().unwrap().to_owned();
    let mut found: Vec<_> = written.files.iter().map(name).collect();
    files.sort();
    found.sort();
    assert_eq!(found, files);
    assert_eq!(open(later.path()).unwrap(), open(straight.path()).unwrap());
}

/// A killed run leaves what was last flushed: a copy taken while the file is open is readable.
#[test]
fn an_interrupted_run_is_readable() {
    let dir = tempfile::tempdir().unwrap();
    let mut directory = Directory::create(dir.path(), &scene(), "0.1.0").unwrap();
    record(&mut directory);
    directory.flush().unwrap();
    let copy = tempfile::tempdir().unwrap();
    std::fs::copy(
        dir.path().join("unfinished/results.h5"),
        copy.path().join("results.h5"),
    )
    .unwrap();
    let found = open(copy.path()).unwrap();
    assert_eq!(found.summary.stopped_by, "unfinished");
    assert_eq!(found.get("probe/center/Ez").unwrap().data.len(), STEPS);
    assert_eq!(
        found.get("snapshot/mid/Ey").unwrap().data.len(),
        4 * 26 * 36
    );
    drop(directory);
}

#[test]
fn csv_files_hold_series_of_one_axis() {
    let dir = tempfile::tempdir().unwrap();
    let files = write(dir.path());
    let csv: BTreeSet<&str> = files
        .iter()
        .map(String::as_str)
        .filter(|f| f.ends_with(".csv"))
        .collect();
    // E and H, voltage and current are half a step apart, so they do not share a table.
    let expected = [
        "energy.csv",
        "port_feed_current.csv",
        "port_feed_voltage.csv",
        "probe_center_Ex_Ez.csv",
        "probe_center_Hy.csv",
    ];
    assert_eq!(csv, BTreeSet::from(expected));

    let text = std::fs::read_to_string(dir.path().join("probe_center_Ex_Ez.csv")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "# Cavity 25 x 12.5 x 60 mm");
    assert_eq!(lines[1], "# poynting 0.1.0");
    assert_eq!(lines[2], "time_s,Ex_V/m,Ez_V/m");
    assert_eq!(lines[3], "0,-0,0");
    assert_eq!(lines.len(), 3 + STEPS);
    let row: Vec<f64> = lines[3 + 500]
        .split(',')
        .map(|v| v.parse().unwrap())
        .collect();
    assert_eq!(row, [500.0 * DT, -0.3 * ez(500.0 * DT), ez(500.0 * DT)]);
    assert!(lines[4].starts_with("2e-12,"), "{}", lines[4]);
}

#[test]
fn series_of_one_time_share_a_table_named_after_the_probe() {
    let dir = tempfile::tempdir().unwrap();
    let mut directory = Directory::create(dir.path(), &scene(), "0.1.0").unwrap();
    for name in ["probe/center/Ex", "probe/center/Ez"] {
        let id = directory
            .declare(Declaration::series(name, "V/m", ""))
            .unwrap();
        directory
            .append(id, &[0.0, 1e-12], &[0.5, 0.1 + 0.2])
            .unwrap();
    }
    directory.finish(&Summary::default()).unwrap();
    let text = std::fs::read_to_string(dir.path().join("probe_center.csv")).unwrap();
    let third = "1e-12,0.30000000000000004,0.30000000000000004";
    assert_eq!(
        text,
        format!("# poynting 0.1.0\ntime_s,Ex_V/m,Ez_V/m\n0,0.5,0.5\n{third}\n")
    );
}

#[test]
fn summary_has_these_keys() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path());
    let text = std::fs::read_to_string(dir.path().join("summary.json")).unwrap();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let keys: Vec<&str> = value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let expected = "title solver device precision threads traversal grid cells steps dt_s time_s \
                    wall_s mcells_per_s peak_bytes bytes_per_cell energy_decay_db stopped_by \
                    warnings notes version";
    assert_eq!(keys, expected.split_whitespace().collect::<Vec<_>>());
    assert_eq!(value["precision"], "f32");
    assert_eq!(value["energy_decay_db"], -43.4);
}

/// 0/0 cells per second is NaN, which JSON cannot represent; the summary must still read back.
#[test]
fn a_summary_without_a_speed_reads_back() {
    let dir = tempfile::tempdir().unwrap();
    let directory = Directory::create(dir.path(), &scene(), "0.1.0").unwrap();
    directory
        .finish(&Summary {
            mcells_per_s: f64::NAN,
            ..summary()
        })
        .unwrap();
    assert!(open(dir.path()).unwrap().summary.mcells_per_s.is_nan());
}

fn both(check: impl Fn(&mut dyn Recorder)) {
    check(&mut Results::default());
    let dir = tempfile::tempdir().unwrap();
    check(&mut Directory::create(dir.path(), &scene(), "0.1.0").unwrap());
}

#[test]
fn mistakes_are_refused_alike_in_memory_and_on_disk() {
    both(|r| {
        let id = r.declare(Declaration::series("a/b", "V", "")).unwrap();
        let again = r.declare(Declaration::series("a/b", "V", ""));
        assert!(matches!(again, Err(ResultsError::NameTaken(n)) if n == "a/b"));
        for bad in ["", "/a", "a//b", "a/../b", "scene", "a\0"] {
            let refused = r.declare(Declaration::series(bad, "V", ""));
            assert!(
                matches!(refused, Err(ResultsError::BadName { .. })),
                "{bad:?}"
            );
        }
        let short = r.append(id, &[0.0, 1.0], &[1.0]);
        assert!(matches!(
            short,
            Err(ResultsError::WrongLength {
                expected: 2,
                found: 1,
                ..
            })
        ));
        let empty = Declaration::complete("e", "V", "", vec![]);
        assert!(matches!(
            r.declare(empty),
            Err(ResultsError::BadDeclaration { .. })
        ));
    });
}

#[test]
fn a_quantity_that_is_not_streamed_comes_once() {
    both(|r| {
        let id = r
            .declare(Declaration::complete(
                "port/feed/resistance",
                "ohm",
                "",
                vec![Axis::new("frequency", "Hz", vec![1e9, 2e9, 3e9])],
            ))
            .unwrap();
        r.append(id, &[], &[1.0, 2.0, 3.0]).unwrap();
        let twice = r.append(id, &[], &[1.0, 2.0, 3.0]);
        assert!(matches!(twice, Err(ResultsError::AlreadyWritten(_))));
    });
}

/// A NaN makes a run a failed one; its data are kept for diagnosis, but there is no summary.
#[test]
fn what_is_not_finite_is_an_error() {
    let axis = || Axis::new("frequency", "Hz", vec![1e9, 2e9]);
    for (value, name) in [(f64::NAN, "NaN"), (f64::NEG_INFINITY, "-inf")] {
        let mut results = Results::default();
        results
            .add_curve("flux/out", "W", axis(), &[1.0, value])
            .unwrap();
        let told = format!("`flux/out` is {name} at frequency = 2000000000 Hz");
        let error = results.require_finite().unwrap_err().to_string();
        assert!(error.starts_with(&told), "{error}");
        let dir = tempfile::tempdir().unwrap();
        let error = results.write(dir.path()).unwrap_err().to_string();
        assert!(error.starts_with(&told), "{error}");
        assert!(dir.path().join("unfinished/results.h5").exists());
        assert!(!dir.path().join("unfinished/summary.json").exists());
        // A run stopped early still yields partial results.
        results.summary.stopped_by = "interrupt".to_owned();
        results.require_finite().unwrap();
        results.write(dir.path()).unwrap();
    }
}
