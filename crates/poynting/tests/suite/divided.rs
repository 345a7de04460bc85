//! Fields that stay on their ranks, in a results folder: bit for bit those of one rank.

use poynting::{RankChoice, RunOptions, Simulation, results};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

/// A box in a PML with a dispersive sphere; a film of a volume, and its fields at two frequencies.
const SCENE: &str = r#"
title = "divided"
[domain]
from = ["0 mm", "0 mm", "0 mm"]
to = ["22 mm", "20 mm", "18 mm"]
[grid]
spacing = "1 mm"
[boundary]
all = "pml"
pml = { layers = 4 }
[materials.water]
eps_inf = 5
debye = [{ delta = 70, tau = "8 ps" }]
[[structures]]
material = "water"
shape = "sphere"
center = ["11 mm", "10 mm", "9 mm"]
radius = "3.3 mm"
[[sources]]
name = "current"
type = "soft-point"
component = "Ez"
at = ["6 mm", "10 mm", "9.5 mm"]
waveform = { type = "gaussian", amplitude = "1 A/m^2", bandwidth = "12 GHz" }
[[monitors]]
name = "film"
type = "snapshot"
from = ["1 mm", "2 mm", "3 mm"]
to = ["21 mm", "17 mm", "16 mm"]
components = ["Ez", "Hx"]
every_steps = 12
[[monitors]]
name = "map"
type = "field"
from = ["1 mm", "2 mm", "3 mm"]
to = ["21 mm", "17 mm", "16 mm"]
components = ["Ex", "Hz"]
frequencies = ["5 GHz", "9 GHz"]
[stop]
steps = 120
"#;

/// Runs the scene into a folder, with fields on their ranks.
fn run(options: &RunOptions, dir: &Path, until: u64) -> Vec<String> {
    let options = RunOptions {
        threads: Some(2),
        gathered_bytes: Some(0),
        ..*options
    };
    let simulation = Simulation::from_toml(SCENE).unwrap();
    let plan = simulation.plan(&options).unwrap();
    let watch = |progress: &poynting::Progress| match progress {
        poynting::Progress::Fdtd(progress) if progress.step >= until => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let finished = simulation.run_into(&plan, dir, watch).unwrap();
    let names = finished.files.iter().map(|file| file.file_name().unwrap());
    names
        .map(|name| name.to_str().unwrap().to_owned())
        .collect()
}

fn on(ranks: [usize; 3]) -> RunOptions {
    RunOptions {
        ranks: Some(RankChoice::Parts(ranks)),
        ..RunOptions::default()
    }
}

/// Asserts that all quantities of two folders have the same bits.
fn assert_same(expected: &Path, found: &Path) {
    let [expected, found] = [expected, found].map(|dir| results::open(dir).unwrap());
    assert!(expected.names().eq(found.names()));
    for (a, b) in expected.quantities.iter().zip(&found.quantities) {
        assert_eq!(a.declaration, b.declaration);
        let bits = |data: &[f64]| data.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
        assert!(bits(&a.data) == bits(&b.data), "{}", a.declaration.name);
        assert!(a.data.iter().any(|v| *v != 0.0), "{}", a.declaration.name);
    }
}

#[test]
fn folders_of_ranks_read_as_that_of_one() {
    let folder = tempfile::tempdir().unwrap();
    let one = folder.path().join("one");
    let files = run(&RunOptions::default(), &one, u64::MAX);
    assert!(!files.iter().any(|name| name.contains("rank")), "{files:?}");
    for ranks in [[3, 1, 1], [1, 2, 2]] {
        let dir = folder.path().join("ranks");
        let files = run(&on(ranks), &dir, u64::MAX);
        let count = files.iter().filter(|name| name.contains("-rank-")).count();
        assert_eq!(count, ranks.iter().product::<usize>(), "{files:?}");
        assert_same(&one, &dir);
        let plots = |files: &[String]| files.iter().filter(|f| f.ends_with("svg")).count();
        assert!(plots(&files) >= 4, "{files:?}");
    }
}

/// Fields of earlier divisions are in the results of the last one.
#[test]
fn runs_are_continued_on_other_ranks() {
    let folder = tempfile::tempdir().unwrap();
    let [one, dir] = ["one", "continued"].map(|name| folder.path().join(name));
    run(&RunOptions::default(), &one, u64::MAX);
    let stages = [([2, 1, 1], 40), ([1, 1, 1], 72), ([1, 3, 1], u64::MAX)];
    for (n, (ranks, until)) in stages.into_iter().enumerate() {
        let options = RunOptions {
            checkpoint: Some(Duration::from_secs(3600)),
            resume: n > 0,
            ..on(ranks)
        };
        run(&options, &dir, until);
    }
    assert_same(&one, &dir);
    assert!(!dir.join("checkpoint").exists());
}
