//! A quantity that ranks have written, each its part: as the library and h5py read it.

#![allow(
    clippy::unwrap_used,
    clippy::single_range_in_vec_init,
    reason = "a failing helper fails its test; an axis may have one run"
)]

use crate::common::{scene, summary};
use crate::h5py::check_with_h5py;
use poynting_observe::{Axis, Declaration, Part, Parts, Sink};
use poynting_results::{Assistant, Directory, open};
use std::fs;
use std::path::{Path, PathBuf};

const NAME: &str = "snapshot/100%b/Ez";

/// Four times of 5 x 1 x 7 points, of which three ranks have parts; one of them has both ends of z.
fn declaration() -> Declaration {
    let axis = |name: &str, n: u32| Axis::new(name, "m", (0..n).map(f64::from).collect());
    let axes = vec![axis("x", 5), axis("y", 1), axis("z", 7)];
    Declaration::samples(NAME, "V/m", "Ez", axes)
}

fn parts() -> [Part; 3] {
    let part = |rank, x: std::ops::Range<usize>, z: &[std::ops::Range<usize>]| Part {
        rank,
        runs: vec![vec![x], vec![0..1], z.to_vec()],
    };
    [
        part(0, 0..2, &[0..7]),
        part(1, 2..5, &[0..2, 6..7]),
        part(3, 2..5, &[2..6]),
    ]
}

/// The values of a rank at a time: 1000 t + 10 x + z.
fn values(part: &Part, time: u32) -> (usize, Vec<f64>) {
    let at = |n: usize| f64::from(1000 * time) + (10 * (n / 7) + n % 7) as f64;
    let places = part.places(&[5, 1, 7]);
    (part.rank, places.into_iter().map(at).collect())
}

/// Writes the results of two processes: the first has the ranks 0 and 3, the other one has rank 1.
fn write(dir: &Path) -> Vec<PathBuf> {
    let mut directory = Directory::create(dir, &scene(), "0.1.0").unwrap();
    let mut assistant = Assistant::join(dir);
    let sinks: [&mut dyn Sink; 2] = [&mut directory, &mut assistant];
    for sink in sinks {
        sink.declare(&Declaration::series("energy", "J", ""))
            .unwrap();
        sink.append(0, &[0.0], &[1.0]).unwrap();
        let sink = sink.parts().unwrap();
        sink.declare(&declaration(), &parts()).unwrap();
    }
    let [a, b, c] = parts();
    for time in 0..4 {
        let own = [values(&a, time), values(&c, time)];
        Parts::append(&mut directory, 1, f64::from(time), &own).unwrap();
        let own = [values(&b, time)];
        Parts::append(&mut assistant, 1, f64::from(time), &own).unwrap();
    }
    assistant.close().unwrap();
    assistant.finish(&summary()).unwrap();
    directory.close_parts().unwrap();
    directory.join_parts().unwrap();
    directory.finish(&summary()).unwrap().files
}

const CHECK: &str = r#"
import sys, h5py, numpy as np
f = h5py.File(sys.argv[1], "r")
ez = f["snapshot/100%b/Ez"]
assert ez.is_virtual and ez.shape == (4, 5, 1, 7) and ez.dtype == "f4"
assert list(ez.attrs["files"]) == ["results-rank-%d.h5" % n for n in (0, 1, 3)]
t, x, z = np.arange(4), np.arange(5), np.arange(7)
expected = 1000*t[:, None, None, None] + 10*x[:, None, None] + z
assert np.array_equal(ez[:], expected), ez[:]
assert ez.dims[0][0] == f["snapshot/100%b/Ez_time"] and np.array_equal(ez.dims[0][0][:], t)
"#;

#[test]
fn parts_are_read_as_one_from_anywhere() {
    let _alone = crate::alone();
    let temporary = tempfile::tempdir().unwrap();
    let dir = temporary.path().join("written");
    let files = write(&dir);
    for rank in [0, 1, 3] {
        let name = format!("results-rank-{rank}.h5");
        assert!(files.contains(&dir.join(&name)), "{files:?}");
        let listed = fs::read_to_string(dir.join("files.json")).unwrap();
        assert!(listed.contains(&name), "{listed}");
    }
    let moved = temporary.path().join("moved");
    fs::rename(&dir, &moved).unwrap();
    let results = open(&moved).unwrap();
    let quantity = results.get(NAME).unwrap();
    let at = |n: u32| f64::from(1000 * (n / 35) + 10 * (n % 35 / 7) + n % 7);
    assert_eq!(quantity.data, (0..140).map(at).collect::<Vec<_>>());
    assert_eq!(quantity.axis("time"), Some(&[0.0, 1.0, 2.0, 3.0][..]));
    check_with_h5py(CHECK, &moved.join("results.h5"));

    fs::remove_file(moved.join("results-rank-1.h5")).unwrap();
    let error = open(&moved).unwrap_err();
    assert!(error.to_string().contains("results-rank-1.h5"), "{error}");
}

#[test]
fn the_next_results_replace_the_files_of_ranks() {
    let _alone = crate::alone();
    let dir = tempfile::tempdir().unwrap();
    write(dir.path());
    let directory = Directory::create(dir.path(), &scene(), "0.1.0").unwrap();
    assert!(dir.path().join("results-rank-3.h5").exists());
    directory.finish(&summary()).unwrap();
    let names = fs::read_dir(dir.path()).unwrap();
    let mut names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert!(!names.any(|name| name.contains("rank")));
}

/// Values that are not finite are found where they are written.
#[test]
fn a_part_that_is_not_finite_fails() {
    let _alone = crate::alone();
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("unfinished")).unwrap();
    let mut assistant = Assistant::join(dir.path());
    Parts::declare(&mut assistant, &declaration(), &parts()).unwrap();
    let mut own = values(&parts()[1], 2);
    own.1[4] = f64::NAN;
    Parts::append(&mut assistant, 0, 2.0, &[own]).unwrap();
    assert!(assistant.has_failed());
    assistant.close().unwrap();
    let error = assistant.finish(&summary()).unwrap_err().to_string();
    assert!(
        error.contains("time = 2 s, x = 3 m, y = 0 m, z = 1 m"),
        "{error}"
    );
}
