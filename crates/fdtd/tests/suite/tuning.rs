//! A long run on a GPU measures the mappings once and caches the fastest; a short one does not measure.

use crate::common::{Recording, scene};
use poynting_exec::gpu::tuning::Tuning;
use poynting_exec::{Device, Pool};
use poynting_fdtd::{Config, GpuConfig, Job, Mapping, Outcome, Plan, run_stack};
use std::ops::ControlFlow;

/// Starts a run of the given number of steps and ends it after the first block.
fn start(steps: u64, tuning: &Tuning) -> Outcome {
    let scene = scene(&format!(
        r#"
title = "tuned"
[domain]
from = ["0 mm", "0 mm", "0 mm"]
to = ["17 mm", "13 mm", "11 mm"]
[grid]
spacing = "1 mm"
[[sources]]
name = "kick"
type = "soft-point"
component = "Ez"
at = ["8 mm", "6 mm", "5 mm"]
waveform = {{ type = "gaussian", amplitude = "1 A/m^2", bandwidth = "10 GHz" }}
[stop]
steps = {steps}
"#
    ));
    let plan = Plan::new(&scene, scene.fdtd.precision).unwrap();
    let pool = Pool::new(Some(1)).unwrap();
    let job = Job {
        scene: &scene,
        plan: &plan,
        sink: &mut Recording::default(),
        checkpoint: None,
    };
    let gpu = GpuConfig {
        device: Device::Gpu(0),
        mapping: None,
        tuning,
        budget: None,
        pool: &pool,
    };
    let end = &mut |_: &_| ControlFlow::Break(());
    let mut outcomes = run_stack(vec![job], Config::default(), gpu, end).unwrap();
    outcomes.pop().unwrap().unwrap()
}

#[test]
fn a_long_run_measures_once() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("tuning");
    let _ = std::fs::remove_dir_all(&folder);
    let tuning = Tuning::in_folder(&folder);
    let short = start(10, &tuning);
    assert_eq!(short.order, Mapping::default().to_string());
    assert!(!folder.exists(), "a short run measured");
    let long = start(1_000_000_000, &tuning);
    let remembered = std::fs::read_to_string(folder.join("tuning.txt")).unwrap();
    assert!(remembered.contains(&long.order), "{remembered}");
    // In the order of memory, where rows run along y.
    assert!(
        remembered.contains("11x17x13 cells, 1 models"),
        "{remembered}"
    );
    let plant = |mapping: &str| {
        let planted = remembered.replace(&long.order, mapping);
        std::fs::write(folder.join("tuning.txt"), planted).unwrap();
    };
    // A cached mapping is used as it is, even for a short run.
    let other = "cell 32x4 align 32";
    plant(other);
    assert_eq!(start(10, &tuning).order, other);
    assert_eq!(start(1_000_000_000, &tuning).order, other);
    // One that no device could launch is not: the fields would stay zero.
    plant("column 2048x1 align 32");
    assert_eq!(start(10, &tuning).order, short.order);
}
