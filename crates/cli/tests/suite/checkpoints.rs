//! A run that is killed continues where its checkpoint was, and ends as if nothing had happened.

use crate::desk::{Desk, small_scene};
use poynting_results::Results;
use std::time::{Duration, Instant};

const STEPS: u64 = 40_000;

/// Waits until a run has written a checkpoint.
fn wait_for_checkpoint(desk: &Desk, after: u64) -> u64 {
    let start = Instant::now();
    loop {
        let folder = std::fs::read_dir(desk.path("long-results/checkpoint"));
        let names = folder.into_iter().flatten().flatten();
        let steps = names.filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            name.strip_prefix("step-")?
                .strip_suffix(".json")?
                .parse()
                .ok()
        });
        if let Some(step) = steps.max().filter(|step| *step > after) {
            return step;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "no checkpoint");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn bits(results: &Results, name: &str) -> Vec<u64> {
    let quantity = results.get(name).into_iter();
    let values = quantity.flat_map(|quantity| &quantity.data);
    values.map(|value| value.to_bits()).collect()
}

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
        // A run may come to its end before its checkpoint is seen.
        if step == STEPS {
            break;
        }
        let mut child = desk.start(arguments);
        step = wait_for_checkpoint(&desk, step);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    desk.poynting(&["run", "--resume", "long-results", "--device", "cpu"])
        .expect(0);
    let [whole, resumed] =
        ["whole", "long-results"].map(|dir| poynting_results::open(&desk.path(dir)).unwrap());
    assert_eq!(resumed.summary.steps, STEPS);
    for name in ["probe/corner/Ey", "energy"] {
        assert!(!bits(&whole, name).is_empty(), "{name}");
        assert_eq!(bits(&whole, name), bits(&resumed, name), "{name}");
    }
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
    wait_for_checkpoint(&desk, 0);
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
