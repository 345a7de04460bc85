//! Results files from strangers: verified on opening, and refused with the name of the object.
//!
//! The first six mistakes are those of mutated files that once made `report`, `plot` or `compare` panic, abort or recurse without end: a quantity without axes, a
//! shorter imaginary part, a unit of 100 000 characters, a cycle of links, an axis of 2^40 values. Each is made here in the file of a small run.

use crate::common::{record, scene, summary};
use hdf5::types::VarLenUnicode;
use hdf5::{Extent, File};
use poynting_results::{Directory, Recorder, ResultsError, open, plot_directory};
use std::fs;
use std::path::Path;

const PROBE: &str = "probe/center/Ez";

/// The results of a finished run.
fn finished() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let mut directory = Directory::create(dir.path(), &scene(), "0.1.0").unwrap();
    record(&mut directory);
    for part in ["real", "imag"] {
        let axes = vec![poynting_results::Axis::new(
            "frequency",
            "Hz",
            vec![1e9, 2e9, 3e9],
        )];
        let name = format!("port/feed/impedance/{part}");
        let declaration = poynting_results::Declaration::complete(name, "ohm", "", axes);
        let id = directory.declare(declaration).unwrap();
        directory.append(id, &[], &[1.0, 2.0, 3.0]).unwrap();
    }
    directory.finish(&summary()).unwrap();
    dir
}

/// The message for a file that was changed.
fn refused(what: &str, spoil: impl FnOnce(&File, &Path)) -> String {
    let dir = finished();
    let path = dir.path().join("results.h5");
    let file = File::open_rw(&path).unwrap();
    spoil(&file, dir.path());
    file.close().unwrap();
    let found = open(dir.path());
    let error = found.map(|_| what).unwrap_err();
    assert!(
        matches!(error, ResultsError::Damaged { .. }),
        "{what}: {error:?}"
    );
    assert!(plot_directory(dir.path()).is_err(), "{what}");
    let text = error.to_string();
    assert!(
        text.starts_with(&format!("{}: ", path.display())),
        "{what}: {text}"
    );
    text
}

fn expect(what: &str, parts: &[&str], spoil: impl FnOnce(&File, &Path)) {
    let text = refused(what, spoil);
    for part in parts {
        assert!(text.contains(part), "{what}: {text}");
    }
}

fn set_text(file: &File, dataset: &str, attribute: &str, text: &str) {
    let data = file.dataset(dataset).unwrap();
    let text: VarLenUnicode = text.parse().unwrap();
    data.attr(attribute).unwrap().write_scalar(&text).unwrap();
}

/// Replaces a dataset by an empty one of another shape.
fn reshape(file: &File, name: &str, chunk: Vec<usize>, shape: Vec<usize>) {
    let text = |data: &hdf5::Dataset, key: &str| {
        data.attr(key)
            .unwrap()
            .read_scalar::<VarLenUnicode>()
            .unwrap()
    };
    let old = file.dataset(name).unwrap();
    let is_quantity = old.attr("axes").is_ok();
    let keys: &[&str] = if is_quantity {
        &["unit", "description"]
    } else {
        &["unit"]
    };
    let texts: Vec<_> = keys.iter().map(|key| text(&old, key)).collect();
    let axes = is_quantity.then(|| {
        old.attr("axes")
            .unwrap()
            .read_raw::<VarLenUnicode>()
            .unwrap()
    });
    file.unlink(name).unwrap();
    let extents: Vec<Extent> = shape.into_iter().map(Extent::fixed).collect();
    let new = file
        .new_dataset::<f64>()
        .chunk(chunk)
        .shape(extents)
        .create(name)
        .unwrap();
    for (key, text) in keys.iter().zip(&texts) {
        new.new_attr::<VarLenUnicode>()
            .create(*key)
            .unwrap()
            .write_scalar(text)
            .unwrap();
    }
    if let Some(axes) = axes {
        new.new_attr_builder()
            .with_data(&axes)
            .create("axes")
            .unwrap();
        new.new_attr::<u8>()
            .create("streamed")
            .unwrap()
            .write_scalar(&0u8)
            .unwrap();
    }
}

#[test]
fn shapes_that_disagree_are_refused() {
    expect("no axes", &[PROBE, "0 axes for 1 dimensions"], |file, _| {
        let data = file.dataset(PROBE).unwrap();
        data.delete_attr("axes").unwrap();
        let none: Vec<VarLenUnicode> = Vec::new();
        data.new_attr_builder()
            .with_data(&none)
            .create("axes")
            .unwrap();
    });
    expect(
        "short imaginary part",
        &["impedance/imag", "has 3 values for 2"],
        |file, _| {
            reshape(file, "port/feed/impedance/imag", vec![2], vec![2]);
        },
    );
    expect(
        "imaginary part of another shape",
        &["impedance/imag", "differs from that of"],
        |file, _| {
            reshape(file, "port/feed/impedance/imag", vec![2], vec![2]);
            reshape(file, "port/feed/impedance/imag_frequency", vec![2], vec![2]);
        },
    );
    expect("long axis", &["Ez_time", "larger than"], |file, _| {
        reshape(file, "probe/center/Ez_time", vec![64], vec![1 << 40]);
    });
    expect(
        "large data",
        &["impedance/real", "larger than the file can hold"],
        |file, _| {
            reshape(file, "port/feed/impedance/real", vec![64], vec![1 << 40]);
        },
    );
    expect(
        "more than can be counted",
        &["impedance/real", "larger than"],
        |file, _| {
            reshape(
                file,
                "port/feed/impedance/real",
                vec![1; 2],
                vec![1 << 31, 1 << 30],
            );
        },
    );
    expect(
        "large chunks",
        &["impedance/real", "too large"],
        |file, _| {
            reshape(
                file,
                "port/feed/impedance/real",
                vec![1 << 28],
                vec![1 << 28],
            );
        },
    );
    expect("not finite", &["Ez_time", "not finite"], |file, _| {
        let scale = file.dataset("probe/center/Ez_time").unwrap();
        scale.write_slice(&[f64::NAN], 7..8).unwrap();
    });
}

#[test]
fn long_texts_and_other_types_are_refused() {
    expect(
        "long unit",
        &[PROBE, "unit has 100000 characters"],
        |file, _| {
            set_text(file, PROBE, "unit", &"V".repeat(100_000));
        },
    );
    expect(
        "long unit of an axis",
        &["Ez_time", "unit has"],
        |file, _| {
            set_text(file, "probe/center/Ez_time", "unit", &"s".repeat(1000));
        },
    );
    expect(
        "text of fixed length",
        &[PROBE, "expected a text"],
        |file, _| {
            let data = file.dataset(PROBE).unwrap();
            data.delete_attr("unit").unwrap();
            data.new_attr::<u64>()
                .create("unit")
                .unwrap()
                .write_scalar(&1u64)
                .unwrap();
        },
    );
    expect(
        "whole numbers",
        &["port/feed/power", "instead of numbers"],
        |file, _| {
            let data = file
                .new_dataset_builder()
                .with_data(&[1i32, 2])
                .create("port/feed/power")
                .unwrap();
            let none: Vec<VarLenUnicode> = vec!["time".parse().unwrap()];
            data.new_attr_builder()
                .with_data(&none)
                .create("axes")
                .unwrap();
        },
    );
    expect(
        "compact",
        &["port/feed/power", "stored in its header"],
        |file, _| {
            let builder = file
                .new_dataset::<f64>()
                .layout(hdf5::dataset::Layout::Compact);
            let data = builder.shape(4).create("port/feed/power").unwrap();
            let axes: Vec<VarLenUnicode> = vec!["time".parse().unwrap()];
            data.new_attr_builder()
                .with_data(&axes)
                .create("axes")
                .unwrap();
        },
    );
    expect(
        "another filter",
        &["port/feed/power", "unknown filter"],
        |file, _| {
            let builder = file.new_dataset::<f64>().chunk(4).nbit().shape(4);
            let data = builder.create("port/feed/power").unwrap();
            let axes: Vec<VarLenUnicode> = vec!["time".parse().unwrap()];
            data.new_attr_builder()
                .with_data(&axes)
                .create("axes")
                .unwrap();
        },
    );
}

/// Objects are of this file: links to others are refused, those within it are followed once.
#[test]
fn links_lead_nowhere_else() {
    expect("cycle", &["form a cycle"], |file, _| {
        file.link_hard("/probe", "probe/again").unwrap();
    });
    expect(
        "external link",
        &["`other`", "a link to another file"],
        |file, dir| {
            fs::copy(dir.join("results.h5"), dir.join("other.h5")).unwrap();
            file.group("/")
                .unwrap()
                .link_external("other.h5", "/energy", "other")
                .unwrap();
        },
    );
    // A soft link names an object of this file, which is found under its own name anyway.
    let dir = finished();
    let file = File::open_rw(dir.path().join("results.h5")).unwrap();
    file.link_soft("/probe", "probe/again").unwrap();
    file.link_soft("/nowhere", "nowhere").unwrap();
    file.close().unwrap();
    assert!(
        open(dir.path())
            .unwrap()
            .names()
            .all(|name| !name.contains("again"))
    );
}

/// HDF5 can keep values in any file of the machine.
#[test]
fn values_of_other_files_are_not_read() {
    let external = |name: &'static str| {
        move |file: &File, dir: &Path| {
            fs::write(dir.join("secret"), [1; 64]).unwrap();
            file.unlink(PROBE).unwrap();
            let builder = file
                .new_dataset::<f64>()
                .no_chunk()
                .external(name, 0, 64)
                .shape(8);
            let data = builder.create(PROBE).unwrap();
            let axes: Vec<VarLenUnicode> = vec!["time".parse().unwrap()];
            data.new_attr_builder()
                .with_data(&axes)
                .create("axes")
                .unwrap();
        }
    };
    for name in ["secret", "/etc/hostname"] {
        expect(
            "external storage",
            &[PROBE, "in another file"],
            external(name),
        );
    }
    let part = |source: &'static str| {
        move |file: &File, _: &Path| {
            file.unlink(PROBE).unwrap();
            let builder =
                file.new_dataset::<f64>()
                    .virtual_map(source, "energy", 8usize, .., 8usize, ..);
            let data = builder.shape(8).create(PROBE).unwrap();
            let axes: Vec<VarLenUnicode> = vec!["time".parse().unwrap()];
            data.new_attr_builder()
                .with_data(&axes)
                .create("axes")
                .unwrap();
        }
    };
    for source in ["/elsewhere/other.h5", "../other.h5", "folder/other.h5", "."] {
        expect(
            "virtual dataset",
            &[PROBE, "outside the results folder"],
            part(source),
        );
    }
}

/// A run that was killed while it wrote: imaginary parts and times that are not on disk yet are cut, not shown as zeros.
#[test]
fn an_unfinished_file_is_cut_to_what_is_complete() {
    let dir = tempfile::tempdir().unwrap();
    let mut directory = Directory::create(dir.path(), &scene(), "0.1.0").unwrap();
    let mut add = |name: &str, rows: usize, zeros: usize| {
        let declaration = poynting_results::Declaration::series(name, "V", "");
        let id = directory.declare(declaration).unwrap();
        let mut times: Vec<f64> = (0..rows).map(|n| n as f64).collect();
        times.extend(vec![0.0; zeros]);
        directory
            .append(id, &times, &vec![1.0; rows + zeros])
            .unwrap();
    };
    add("a/real", 30, 0);
    add("a/imag", 29, 0);
    add("b", 20, 12);
    directory.flush().unwrap();
    let copy = tempfile::tempdir().unwrap();
    let from = dir.path().join("unfinished/results.h5");
    fs::copy(from, copy.path().join("results.h5")).unwrap();
    let found = open(copy.path()).unwrap();
    let rows = |name: &str| {
        let quantity = found.get(name).unwrap();
        assert_eq!(quantity.data.len(), quantity.axis("time").unwrap().len());
        quantity.data.len()
    };
    assert_eq!([rows("a/real"), rows("a/imag"), rows("b")], [29, 29, 20]);
}

/// A triangle without its corner would end the program when the page shows outlines.
#[test]
fn models_and_summaries_are_verified() {
    for (file, text, cause) in [
        (
            "model.json",
            r#"{"machine":"","bodies":[{"name":"a","material":"b","substance":"metal","vertices":[[0,0,0]],"triangles":[[0,0,1]]}],
            "regions":[],"grid":null,"facts":[],"resolution":[],"is_lossless":false,"accuracy":null,"missing":[]}"#,
            "a corner that does not exist",
        ),
        ("model.json", "[1e999]", "model.json: the text"),
        ("summary.json", "{\"title\":", "summary.json: the text"),
    ] {
        let dir = finished();
        fs::write(dir.path().join(file), text).unwrap();
        let found = open(dir.path()).unwrap_err().to_string();
        assert!(found.contains(cause), "{found}");
    }
    let dir = finished();
    let path = dir.path().join("summary.json");
    let long = fs::read_to_string(&path)
        .unwrap()
        .replace("\"cpu\"", &format!("\"{}\"", "c".repeat(2000)));
    fs::write(&path, long).unwrap();
    let found = open(dir.path()).unwrap_err().to_string();
    assert!(found.contains("2000 characters"), "{found}");
}
