//! `poynting bench fdtd` on grids like those of models, on scenes, and with options that contradict each other.

use crate::desk::{Desk, small_scene};
use serde_json::{Value, json};

/// The rows of a quick benchmark on one thread.
fn bench_rows(desk: &Desk, options: &str) -> (String, Vec<Value>) {
    let quick = ["--seconds", "0.02", "--threads", "1", "--json", "out.json"];
    let options: Vec<&str> = options.split(' ').collect();
    let said = desk
        .poynting(&[&["bench", "fdtd"], &options[..], &quick].concat())
        .expect(0);
    let report: Value = serde_json::from_str(&desk.read("out.json")).unwrap_or_default();
    (
        said.out,
        report["rows"].as_array().cloned().unwrap_or_default(),
    )
}

#[test]
fn the_bench_measures_grids_like_those_of_models() {
    let desk = Desk::new();
    let grid = "--cells 12x10x14 --layers 2 --materials 3 --dispersive 0.1:2 --operators";
    for more in ["--far-field 2", "--periodic y --snapshots 8:2"] {
        let (said, rows) = bench_rows(&desk, &format!("{grid} {more}"));
        assert!(
            said.contains("yee") && said.contains("dispersion"),
            "{said}"
        );
        assert_eq!(rows.len(), 2);
        for row in &rows {
            assert_eq!(row["grid"], json!([12, 10, 14]));
            assert_eq!(row["cells"], 1680);
            assert!(
                row["title"].as_str().unwrap().contains(&more[2..9]),
                "{row}"
            );
            assert!(row["steps"].as_u64().unwrap() > 0);
            let time = |key: &str| row[key].as_f64().unwrap();
            assert!(time("wall_s") >= time("stepping_s") && time("cpu_s") > 0.0);
            let operators = row["operators"].as_array().unwrap();
            let names: Vec<&str> = operators
                .iter()
                .map(|o| o["operator"].as_str().unwrap())
                .collect();
            assert_eq!((names[0], names[names.len() - 1]), ("yee", "rest"));
            let shares = operators.iter().map(|o| o["share"].as_f64().unwrap());
            let sum: f64 = shares.sum();
            assert!((sum - 1.0).abs() < 0.01, "{row}");
        }
    }
}

#[test]
fn the_bench_measures_sizes_and_scenes() {
    let desk = Desk::new();
    let (_, rows) = bench_rows(&desk, "--sweep-sizes 8,8x10x12 --traversal sweep");
    let grids: Vec<&Value> = rows.iter().map(|row| &row["grid"]).collect();
    assert_eq!(grids, [&json!([8, 8, 8]), &json!([8, 10, 12])]);
    assert!(rows.iter().all(|row| row.get("operators").is_none()));

    // Its stop condition would end it after one block.
    desk.write("small.toml", &small_scene(8));
    let (_, rows) = bench_rows(&desk, "--scene small.toml --traversal sweep");
    assert_eq!(rows.len(), 1);
    assert_eq!(
        (&rows[0]["case"], &rows[0]["title"]),
        (&"small".into(), &"small".into())
    );
    assert_eq!(rows[0]["grid"], json!([20, 10, 12]));
    assert_eq!(rows[0]["precision"], "f32");
    assert!(rows[0]["steps"].as_u64().unwrap() > 8);
}

#[test]
fn contradictions_between_bench_options_are_refused() {
    let desk = Desk::new();
    for (options, why) in [
        ("--scene a.toml --materials 3", "--materials does not apply"),
        ("--sweep-sizes 8 --cells 8", "--cells does too"),
        ("--periodic xyz --case pml", "all three axes are periodic"),
        ("--cells 12x10x14 --layers 5", "leaves nothing of 10 cells"),
        ("--far-field 1 --periodic x", "a periodic axis has none"),
        ("--cells 8 --layers 2 --far-field 1", "10 are needed"),
        ("--cells 8x8", "is not a number of cells"),
        ("--dispersive 2:1", "is not SHARE:POLES"),
        ("--snapshots 0", "is not STEPS"),
        ("--periodic w", "is not a set of axes"),
    ] {
        let options: Vec<&str> = options.split(' ').collect();
        let said = desk.poynting(&[&["bench", "fdtd"], &options[..]].concat());
        let said = said.expect(2);
        assert!(said.err.contains(why), "{}", said.err);
    }
}

#[test]
fn the_bench_measures_every_phase_of_a_plate() {
    let desk = Desk::new();
    let options = "--cells 3,5 --threads 1 --runs 1 --device cpu --json out.json --pictures drawn";
    let command: Vec<&str> = ["bench", "plate"]
        .into_iter()
        .chain(options.split(' '))
        .collect();
    let said = desk.poynting(&command).expect(0);
    assert!(said.out.contains("LU GF/s"), "{}", said.out);
    let report: Value = serde_json::from_str(&desk.read("out.json")).unwrap();
    let rows = report["rows"].as_array().unwrap();
    let unknowns: Vec<&Value> = rows.iter().map(|row| &row["unknowns"]).collect();
    assert_eq!(unknowns, [&json!(21), &json!(65)]);
    for row in rows {
        let time = |key: &str| row[key].as_f64().unwrap();
        let phases = time("assembly_s") + time("lu_s") + time("solution_s");
        assert!(
            phases > 0.0 && (time("total_s") / phases - 1.0).abs() < 1e-9,
            "{row}"
        );
    }
    assert!(desk.path("drawn/time.svg").is_file());
}
