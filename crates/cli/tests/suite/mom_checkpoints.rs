//! Runs with the method of moments that are killed.

#![allow(clippy::unwrap_used)]

use std::time::Duration;

use crate::desk::Desk;

/// Cross sections of a sphere at four frequencies.
pub fn sphere(method: &str, edge: &str) -> String {
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

/// The same with factors in single precision.
pub fn refined() -> String {
    sphere("dense", "9 mm") + "factors = \"f32\"\n"
}

/// Kills a run several times, each time after another checkpoint.
fn continues(scene: &str) {
    continues_with(scene, 4);
}

/// The same with results at so many frequencies.
fn continues_with(scene: &str, frequencies: usize) {
    let desk = Desk::new();
    desk.write("ball.toml", scene);
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
    while let Some(step) = desk
        .next_checkpoint("kept", &mut run, last)
        .filter(|_| kills < 5)
    {
        run.kill().unwrap();
        run.wait().unwrap();
        (last, kills) = (step, kills + 1);
        run = desk.start(&[&again[..], &cpu].concat());
    }
    assert!(run.wait().unwrap().success());
    assert!(kills > 0);
    let kept = poynting_results::open(&desk.path("kept")).unwrap();
    assert_eq!(
        kept.summary.mom.as_ref().map(|mom| mom.frequencies),
        Some(frequencies)
    );
    assert!(desk.bits("whole") == desk.bits("kept"));
    assert!(!desk.path("kept/checkpoint").exists());
}

#[test]
fn a_killed_dense_run_continues_bit_for_bit() {
    continues(&sphere("dense", "9 mm"));
}

#[test]
fn a_killed_run_with_refined_solutions_continues_bit_for_bit() {
    continues(&refined());
}

/// Frequencies at which single precision cannot factor the matrix: the factors that are kept are then those in double precision.
#[test]
fn a_killed_run_whose_matrix_is_factored_again_continues_bit_for_bit() {
    let slow = refined()
        .replace("cfie", "efie")
        .replace("3 GHz", "30 kHz")
        .replace("3.6 GHz", "36 kHz");
    continues(&slow);
}

#[test]
fn a_killed_h_matrix_run_continues_bit_for_bit() {
    continues(&sphere("hmatrix", "9 mm"));
}

#[test]
fn a_killed_mlfma_run_continues_bit_for_bit() {
    continues(&sphere("mlfma", "9 mm"));
}

/// What an adaptive sweep solves next follows from its samples alone.
#[test]
fn a_killed_adaptive_sweep_continues_bit_for_bit() {
    let swept = sphere("dense", "9 mm").replace("count = 4", "count = 60, method = \"adaptive\"");
    continues_with(&swept, 60);
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
    assert!(desk.next_checkpoint("kept", &mut run, 0).is_some());
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
    assert_eq!(plan["factors"], "f64");
    let said = desk.poynting(&["check", "ball.toml"]).expect(0);
    assert!(said.out.contains("every 60 min"), "{}", said.out);
}

/// The plan, the run and the summary name the path of the solution.
#[test]
fn factors_in_single_precision_are_announced_and_reported() {
    let desk = Desk::new();
    desk.write("ball.toml", &refined());
    let said = desk.poynting(&["check", "ball.toml"]).expect(0);
    assert!(
        said.out.contains("f32, solutions refined to f64"),
        "{}",
        said.out
    );
    let said = desk.poynting(&["check", "ball.toml", "--json"]).expect(0);
    let plan: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(plan["factors"], "f32");
    let run = ["run", "ball.toml", "--out", "ball", "--device", "cpu"];
    let said = desk.poynting(&run).expect(0);
    assert!(
        said.out.contains("factors in single precision refined in"),
        "{}",
        said.out
    );
    let found = poynting_results::open(&desk.path("ball")).unwrap();
    let mom = found.summary.mom.unwrap();
    assert_eq!(mom.factors.as_deref(), Some("f32"));
    assert!(mom.residual <= 1e-12 && mom.iterations.is_some_and(|n| n > 0));
}

/// Bytes of the journals of a matrix out of core, which grow with every slab and every panel of factors.
fn journals(desk: &Desk, folder: &str) -> u64 {
    let names = ["pieces-matrix-journal", "pieces-factors-journal"];
    let path = |name| desk.path(&format!("{folder}/checkpoint/{name}"));
    let len = |name| std::fs::metadata(path(name)).map_or(0, |data| data.len());
    names.into_iter().map(len).sum()
}

/// A matrix out of core, killed each time that more of it is on disk, has the results of one in memory.
#[test]
fn a_killed_run_out_of_core_continues_bit_for_bit() {
    let desk = Desk::new();
    desk.write(
        "ball.toml",
        &(sphere("dense", "4.5 mm") + "factors = \"f64\"\n"),
    );
    let check = ["check", "ball.toml", "--device", "cpu"];
    let said = desk.poynting(&[&check[..], &["--json"]].concat()).expect(0);
    let plan: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert!(plan["disk_bytes"].is_null());
    let memory = format!("{} B", plan["needed_bytes"].as_u64().unwrap() - (40 << 20));
    let tight = ["--memory", &memory, "--device", "cpu"];
    let said = desk.poynting(&[&check[..], &tight[..2]].concat()).expect(0);
    assert!(said.out.contains("columns in memory"), "{}", said.out);
    let whole = ["run", "ball.toml", "--out", "whole", "--device", "cpu"];
    desk.poynting(&whole).expect(0);
    let begin = ["run", "ball.toml", "--out", "kept", "--checkpoint", "1 h"];
    let again = ["run", "--resume", "kept"];
    let mut run = desk.start(&[&begin[..], &tight].concat());
    let mut kills = 0;
    while kills < 6 {
        let before = journals(&desk, "kept");
        while run.try_wait().unwrap().is_none() && journals(&desk, "kept") == before {
            std::thread::sleep(Duration::from_millis(1));
        }
        if run.try_wait().unwrap().is_some() {
            break;
        }
        run.kill().unwrap();
        run.wait().unwrap();
        kills += 1;
        run = desk.start(&[&again[..], &tight].concat());
    }
    assert!(run.wait().unwrap().success());
    assert!(kills > 2, "{kills}");
    assert!(desk.bits("whole") == desk.bits("kept"));
    assert!(!desk.path("kept/checkpoint").exists());
}
