//! Runs with the method of moments that are killed, and their results on any number of threads.

#![allow(clippy::unwrap_used)]

use crate::desk::Desk;
use poynting_results::Results;
use std::time::{Duration, Instant};

/// Cross sections of a sphere at four frequencies.
fn sphere(method: &str, edge: &str) -> String {
    format!(
        r#"
title = "Killed and continued"
[[structures]]
name = "ball"
material = "pec"
shape = "sphere"
center = ["0 mm", "0 mm", "0 mm"]
radius = "30 mm"
[[monitors]]
name = "mono"
type = "monostatic"
frequencies = {{ from = "3 GHz", to = "3.6 GHz", count = 4 }}
theta = "90 deg"
phi = ["0 deg", "40 deg"]
[mom]
method = "{method}"
equation = "cfie"
edge = "{edge}"
"#
    )
}

/// The bits of all values of all quantities.
fn bits(results: &Results) -> Vec<(String, Vec<u64>)> {
    let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect();
    let quantities = results.quantities.iter();
    quantities
        .map(|q| (q.declaration.name.clone(), bits(&q.data)))
        .collect()
}

/// Waits for a generation after this one; none if the run has ended.
fn next_generation(desk: &Desk, run: &mut std::process::Child, after: u64) -> Option<u64> {
    let start = Instant::now();
    while run.try_wait().unwrap().is_none() {
        let folder = std::fs::read_dir(desk.path("kept/checkpoint"));
        let names = folder.into_iter().flatten().flatten();
        let steps = names.filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            name.strip_prefix("step-")?
                .strip_suffix(".json")?
                .parse()
                .ok()
        });
        if let Some(step) = steps.max().filter(|step| *step > after) {
            return Some(step);
        }
        assert!(start.elapsed() < Duration::from_secs(60), "no checkpoint");
        std::thread::sleep(Duration::from_millis(2));
    }
    None
}

/// Kills a run several times, each time after another checkpoint.
fn continues(method: &str) {
    let desk = Desk::new();
    desk.write("ball.toml", &sphere(method, "9 mm"));
    let cpu = ["--device", "cpu", "--quiet"];
    let whole = ["run", "ball.toml", "--out", "whole", "--threads", "1"];
    desk.poynting(&[&whole[..], &cpu].concat()).expect(0);
    let begin = [
        "run",
        "ball.toml",
        "--out",
        "kept",
        "--checkpoint",
        "0.02 s",
    ];
    let again = ["run", "--resume", "kept"];
    let mut run = desk.start(&[&begin[..], &cpu].concat());
    let (mut last, mut kills) = (0, 0);
    while let Some(step) = next_generation(&desk, &mut run, last).filter(|_| kills < 5) {
        run.kill().unwrap();
        run.wait().unwrap();
        (last, kills) = (step, kills + 1);
        run = desk.start(&[&again[..], &cpu].concat());
    }
    assert!(run.wait().unwrap().success());
    assert!(kills > 0);
    let [whole, kept] =
        ["whole", "kept"].map(|dir| poynting_results::open(&desk.path(dir)).unwrap());
    assert_eq!(
        kept.summary.mom.as_ref().map(|mom| mom.frequencies),
        Some(4)
    );
    assert!(!bits(&whole).is_empty());
    assert_eq!(bits(&whole), bits(&kept));
    assert!(!desk.path("kept/checkpoint").exists());
}

#[test]
fn a_killed_dense_run_continues_bit_for_bit() {
    continues("dense");
}

#[test]
fn a_killed_h_matrix_run_continues_bit_for_bit() {
    continues("hmatrix");
}

#[test]
fn a_killed_mlfma_run_continues_bit_for_bit() {
    continues("mlfma");
}

/// A state is only that of its own scene, method and precision.
#[test]
fn the_checkpoint_of_another_run_is_refused() {
    let desk = Desk::new();
    desk.write("ball.toml", &sphere("dense", "9 mm"));
    let begin = [
        "run",
        "ball.toml",
        "--out",
        "kept",
        "--checkpoint",
        "0.02 s",
        "--device",
        "cpu",
    ];
    let mut run = desk.start(&begin);
    assert!(next_generation(&desk, &mut run, 0).is_some());
    run.kill().unwrap();
    run.wait().unwrap();
    desk.write("ball.toml", &sphere("mlfma", "9 mm"));
    let said = desk
        .poynting(&["run", "--resume", "kept", "--device", "cpu"])
        .expect(2);
    assert!(said.err.contains("another scene"), "{}", said.err);
}

/// What `check` says about a scene that keeps its state.
#[test]
fn check_tells_the_disk_space_of_checkpoints() {
    let desk = Desk::new();
    let scene = sphere("dense", "9 mm") + "[checkpoint]\nevery = \"1 h\"\n";
    desk.write("ball.toml", &scene);
    let said = desk.poynting(&["check", "ball.toml", "--json"]).expect(0);
    let plan: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let unknowns = plan["unknowns"].as_u64().unwrap();
    assert_eq!(plan["checkpoint_s"].as_f64(), Some(3600.0));
    assert_eq!(
        plan["checkpoint_bytes"].as_u64(),
        Some(4 * 16 * unknowns * unknowns)
    );
    let said = desk.poynting(&["check", "ball.toml"]).expect(0);
    assert!(said.out.contains("every 60 min"), "{}", said.out);
}

/// Factors and solutions of a dense matrix do not depend on the threads.
#[test]
fn dense_results_are_the_same_on_any_number_of_threads() {
    let desk = Desk::new();
    desk.write("ball.toml", &sphere("dense", "9 mm"));
    let on = |threads: &str| {
        let arguments = ["run", "ball.toml", "--out", threads, "--threads", threads];
        desk.poynting(&[&arguments[..], &["--device", "cpu"]].concat())
            .expect(0);
        bits(&poynting_results::open(&desk.path(threads)).unwrap())
    };
    let one = on("1");
    for threads in ["2", "4"] {
        assert!(one == on(threads), "{threads} threads");
    }
}
