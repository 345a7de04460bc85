//! A run that is killed continues where its checkpoint was, and ends as if nothing had happened.

use crate::desk::{Desk, small_scene};
use std::time::{Duration, Instant};

const STEPS: u64 = 40_000;

#[test]
fn a_killed_run_continues_bit_for_bit() {
    let desk = Desk::new();
    desk.write("long.toml", &small_scene(STEPS));
    desk.poynting(&["run", "long.toml", "--out", "whole", "--device", "cpu"])
        .expect(0);
    let arguments = [
        &[
            "run",
            "long.toml",
            "--checkpoint",
            "0.02 s",
            "--device",
            "cpu",
        ][..],
        &[
            "run",
            "--resume",
            "long-results",
            "--ranks",
            "2x1x1",
            "--device",
            "cpu",
        ],
        &[
            "run",
            "--resume",
            "long-results",
            "--ranks",
            "1x2x2",
            "--device",
            "cpu",
        ],
    ];
    let mut step = 0;
    for arguments in arguments {
        let mut child = desk.start(arguments);
        // A run may come to its end before its checkpoint is seen.
        step = desk
            .next_checkpoint("long-results", &mut child, step)
            .unwrap_or(step);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(step > 0, "no run was killed after a checkpoint");
    desk.poynting(&["run", "--resume", "long-results", "--device", "cpu"])
        .expect(0);
    let resumed = poynting_results::open(&desk.path("long-results")).unwrap();
    assert_eq!(resumed.summary.steps, STEPS);
    assert!(desk.bits("whole") == desk.bits("long-results"));
    assert!(!desk.path("long-results/checkpoint").exists());
}

/// SIGUSR1 asks for a checkpoint long before the next one is due, which the scene defines.
#[cfg(unix)]
#[test]
fn a_checkpoint_can_be_requested() {
    let desk = Desk::new();
    let scene = small_scene(100 * STEPS) + "[checkpoint]\nevery = \"1 h\"\n";
    desk.write("long.toml", &scene);
    let said = desk.poynting(&["check", "long.toml"]).expect(0);
    assert!(said.out.contains("saved      every 60 min"), "{}", said.out);
    let mut child = desk.start(&["run", "long.toml", "--device", "cpu"]);
    // The process listens before it creates the folder.
    let start = Instant::now();
    while !desk.path("long-results/checkpoint").exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "no folder");
        std::thread::sleep(Duration::from_millis(5));
    }
    let id = child.id().to_string();
    let mut signal = std::process::Command::new("kill");
    assert!(signal.args(["-USR1", &id]).status().unwrap().success());
    let step = desk.next_checkpoint("long-results", &mut child, 0);
    assert!(step.is_some());
    assert!(child.try_wait().unwrap().is_none(), "the run goes on");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_folder_without_a_checkpoint_is_explained() {
    let desk = Desk::new();
    let said = desk.poynting(&["run", "--resume", "nothing"]).expect(5);
    assert!(said.err.contains("--checkpoint"), "{}", said.err);
    let said = desk
        .poynting(&["run", "a.toml", "--checkpoint", "often"])
        .expect(2);
    assert!(said.err.contains("10 min"), "{}", said.err);
    let said = desk.poynting(&["run"]).expect(2);
    assert!(said.err.contains("SCENE"), "{}", said.err);
}
