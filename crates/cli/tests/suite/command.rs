//! The command as a user sees it: files, output and exit codes.

use crate::desk::{Desk, small_scene};
use serde_json::Value;

#[test]
fn an_example_is_written_checked_and_run() {
    let desk = Desk::new();
    let said = desk.poynting(&["new", "cavity"]).expect(0);
    assert!(
        said.out.contains("next: poynting run cavity.toml"),
        "{}",
        said.out
    );

    let said = desk.poynting(&["check", "cavity.toml"]).expect(0);
    for part in [
        "9,600 cells",
        "1.25 mm",
        "15 GHz",
        "vacuum",
        "4,000",
        "available",
        "run time",
    ] {
        assert!(
            said.out.contains(part),
            "`{part}` is missing in\n{}",
            said.out
        );
    }

    let said = desk.poynting(&["run", "cavity.toml"]).expect(0);
    assert!(
        said.out.contains("plot:    cavity-results/probe_point.png"),
        "{}",
        said.out
    );
    for file in [
        "results.h5",
        "summary.json",
        "probe_point.csv",
        "probe_point.png",
        "probe_point.svg",
    ] {
        assert!(desk.path("cavity-results").join(file).is_file(), "{file}");
    }
    let summary: Value = serde_json::from_str(&desk.read("cavity-results/summary.json")).unwrap();
    let keys = [
        "solver",
        "device",
        "precision",
        "cells",
        "steps",
        "dt_s",
        "wall_s",
        "mcells_per_s",
        "peak_bytes",
        "bytes_per_cell",
        "energy_decay_db",
        "stopped_by",
        "warnings",
        "version",
    ];
    for key in keys {
        assert!(
            summary.get(key).is_some(),
            "`{key}` is missing in {summary:#}"
        );
    }
    assert_eq!(
        (&summary["steps"], &summary["cells"]),
        (&4000.into(), &9600.into())
    );

    let picture = desk.path("cavity-results/probe_point.png");
    std::fs::remove_file(&picture).unwrap();
    let said = desk.poynting(&["plot", "cavity-results"]).expect(0);
    assert!(picture.is_file() && said.out.contains("probe_point.png"));
}

#[test]
fn every_example_passes_the_check() {
    let desk = Desk::new();
    for example in poynting_scene::examples() {
        desk.poynting(&["new", example.name]).expect(0);
        let file = format!("{}.toml", example.name);
        let said = desk.poynting(&["check", &file, "--json"]).expect(0);
        let found: Value = serde_json::from_str(&said.out).unwrap();
        assert_eq!(found["fits"], true);
        assert_eq!(
            found["warnings"].as_array().map(Vec::len),
            Some(0),
            "{file}: {found:#}"
        );
        // Examples must run quickly: one or two minutes at 100 Mcells/s, which any processor reaches.
        let updates = found["max_steps"].as_f64().unwrap() * found["cells"].as_f64().unwrap();
        assert!(updates < 1e10, "{file}: {found:#}");
        assert!(
            found["estimated_s"].as_f64().unwrap() > 0.0,
            "{file}: {found:#}"
        );
    }
}

#[test]
fn json_and_toml_give_the_same_results() {
    let desk = Desk::new();
    let text = small_scene(200);
    let value: toml::Value = toml::from_str(&text).unwrap();
    desk.write("a.toml", &text);
    desk.write("b.json", &serde_json::to_string_pretty(&value).unwrap());
    desk.poynting(&["run", "a.toml", "--quiet"]).expect(0);
    desk.poynting(&["run", "b.json", "--quiet", "--traversal", "tiles"])
        .expect(0);
    let [a, b] =
        ["a-results", "b-results"].map(|dir| poynting_results::open(&desk.path(dir)).unwrap());
    assert_eq!(a.quantities.len(), 4);
    for (x, y) in a.quantities.iter().zip(&b.quantities) {
        assert_eq!(
            (&x.declaration.name, &x.data),
            (&y.declaration.name, &y.data)
        );
    }
    assert!(b.scene.text.contains("\"small\"") && b.scene.format == "json");
}

#[test]
fn quiet_is_quiet() {
    let desk = Desk::new();
    desk.write("a.toml", &small_scene(50));
    let said = desk
        .poynting(&["run", "a.toml", "--quiet", "--out", "deep/down"])
        .expect(0);
    assert_eq!((said.out.as_str(), said.err.as_str()), ("", ""));
    assert!(desk.path("deep/down/summary.json").is_file());
}

#[test]
fn the_schema_is_json_and_accepts_an_early_leave() {
    let desk = Desk::new();
    let said = desk.poynting(&["schema"]).expect(0);
    let schema: Value = serde_json::from_str(&said.out).unwrap();
    assert!(schema["properties"]["domain"].is_object());
    assert!(
        desk.poynting(&["schema", "--reference"])
            .expect(0)
            .out
            .starts_with("# ")
    );

    // The reader closes the pipe at once: no panic, and no error message.
    let mut child = desk.start(&["schema"]);
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[test]
fn devices_are_listed() {
    let desk = Desk::new();
    let said = desk.poynting(&["devices", "--json"]).expect(0);
    let devices: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(devices["devices"][0]["device"], "cpu");
    assert!(devices["devices"][0]["cores"].as_u64().unwrap() > 0);
    let text = desk.poynting(&["devices"]).expect(0).out;
    assert!(text.starts_with("cpu: "), "{text}");
    if cfg!(feature = "gpu") {
        let gpu = &devices["devices"][1];
        assert_eq!(gpu["device"], "gpu:0");
        assert!(gpu["f64"].is_boolean() && gpu["memory_bytes"].as_u64() >= Some(64 << 20));
        assert!(gpu["copy_bytes_per_s"].as_f64().unwrap() > 1e8, "{gpu}");
        assert!(text.contains("\ngpu:0: "), "{text}");
    } else {
        assert_eq!(devices["devices"].as_array().unwrap().len(), 1);
        assert!(text.ends_with("--features gpu\n"), "{text}");
    }
}

#[test]
fn a_device_that_cannot_be_used_is_refused_with_the_reason() {
    let desk = Desk::new();
    let refused = |device: &str| {
        let said = desk.poynting(&["validate", "--device", device]).expect(6);
        said.err
    };
    assert!(refused("abacus").contains("`gpu:1`"));
    let why = refused("gpu:99");
    let expected = if cfg!(feature = "gpu") {
        "there is no GPU gpu:99"
    } else {
        "the feature `gpu`"
    };
    assert!(why.contains(expected), "{why}");
}

#[test]
fn the_bench_writes_a_row_per_traversal() {
    let desk = Desk::new();
    let args = [
        "bench",
        "fdtd",
        "--cells",
        "48",
        "--case",
        "diel",
        "--threads",
        "1",
        "--seconds",
        "0.05",
    ];
    desk.poynting(&[&args[..], &["--json", "out.json"]].concat())
        .expect(0);
    let report: Value = serde_json::from_str(&desk.read("out.json")).unwrap();
    let rows = report["rows"].as_array().unwrap();
    let orders: Vec<&str> = rows
        .iter()
        .map(|r| r["traversal"].as_str().unwrap())
        .collect();
    assert_eq!(orders, ["sweep", "tiles"]);
    for key in [
        "case",
        "cells",
        "threads",
        "precision",
        "device",
        "mcells_per_s",
        "bytes_per_cell",
    ] {
        assert!(rows[0].get(key).is_some(), "{key}");
    }
    assert_eq!(report.as_object().unwrap().len(), 1);
}

#[test]
fn the_bench_of_the_moment_method_writes_its_error_beside_its_speed() {
    let desk = Desk::new();
    let args = [
        "bench",
        "mom",
        "--unknowns",
        "300",
        "--equation",
        "efie",
        "--precision",
        "f64",
        "--runs",
        "1",
    ];
    desk.poynting(&[&args[..], &["--json", "out.json"]].concat())
        .expect(0);
    let report: Value = serde_json::from_str(&desk.read("out.json")).unwrap();
    let rows = report["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 1);
    for key in [
        "equation",
        "precision",
        "threads",
        "unknowns",
        "assembly_s",
        "mentries_per_s",
    ] {
        assert!(rows[0].get(key).is_some(), "{key}");
    }
    assert!(rows[0]["rcs_error_db"].as_f64().unwrap() < 1.0);
    assert!(rows[0]["lu_gflops"].as_f64().unwrap() > 0.0);
    for key in ["refined_speedup", "refined_residual"] {
        assert!(rows[0].get(key).is_some(), "{key}");
    }
    let said = desk
        .poynting(&["bench", "mom", "--tolerance", "1"])
        .expect(2);
    assert!(said.err.contains("tolerance"), "{}", said.err);
}

#[test]
fn a_bench_that_means_nothing_is_refused_with_the_reason() {
    let desk = Desk::new();
    let said = desk.poynting(&["bench", "fdtd", "--mappings"]).expect(2);
    assert!(said.err.contains("threads of a GPU"), "{}", said.err);
    let said = desk.poynting(&["bench", "fdtd", "--mappings", "--device", "gpu:99"]);
    said.expect(6);
}

#[cfg(feature = "gpu")]
#[test]
fn the_bench_of_a_gpu_has_one_row_and_the_mappings_have_many() {
    let desk = Desk::new();
    let args = ["bench", "fdtd", "--device", "gpu", "--cells", "16"];
    let quickly = |more: &[&str]| {
        let args = [
            &args[..],
            &["--seconds", "0.01", "--json", "out.json"],
            more,
        ]
        .concat();
        let said = desk.poynting(&args).expect(0);
        let report: Value = serde_json::from_str(&desk.read("out.json")).unwrap();
        (said.out, report)
    };
    let (said, report) = quickly(&["--precision", "f64"]);
    let rows = report["rows"].as_array().unwrap();
    assert_eq!((rows.len(), &rows[0]["device"]), (1, &"gpu:0".into()));
    assert_eq!(rows[0]["precision"], "f64");
    assert_eq!(said.lines().count(), 2, "{said}");

    let (said, report) = quickly(&["--mappings"]);
    let rows = report["rows"].as_array().unwrap();
    assert_eq!(rows.len(), poynting::Mapping::candidates().len());
    assert_eq!(said.lines().count(), rows.len() + 2, "{said}");
    assert!(report["copy_bytes_per_s"].as_f64().unwrap() > 1e8);
    for key in [
        "mapping",
        "block",
        "alignment",
        "mcells_per_s",
        "bytes_per_cell_step",
        "copy_share",
    ] {
        assert!(rows[0].get(key).is_some(), "{key}");
    }
    let refused = desk.poynting(&[&args[..], &["--traversal", "tiles"]].concat());
    assert!(refused.expect(2).err.contains("--mappings"));
}

#[test]
fn one_case_validates() {
    let desk = Desk::new();
    let list = desk.poynting(&["validate", "--list"]).expect(0).out;
    assert!(list.contains("matched-port"), "{list}");
    let said = desk
        .poynting(&[
            "validate",
            "--quick",
            "--case",
            "matched-port",
            "--json",
            "out.json",
        ])
        .expect(0);
    assert!(
        said.out.trim_end().ends_with(" passed, 0 failed"),
        "{}",
        said.out
    );
    let report: Value = serde_json::from_str(&desk.read("out.json")).unwrap();
    let row = &report["cases"][0];
    for key in [
        "case",
        "solver",
        "device",
        "precision",
        "error",
        "unit",
        "tolerance",
        "pass",
        "wall_s",
    ] {
        assert!(row.get(key).is_some(), "{key}");
    }
    assert_eq!(report.as_object().unwrap().len(), 1);
}
