//! Several devices that share a model.

#[cfg(feature = "gpu")]
use poynting::{Budget, ErrorKind, Precision, Results, RunOptions, Scene, Simulation};
use poynting::{Device, DeviceChoice};

/// A glass sphere in a box with absorbing faces, a source before it and a probe behind it.
#[cfg(feature = "gpu")]
fn scene() -> Simulation {
    let text = r#"title = "shared"
[domain]
from = ["0 mm", "0 mm", "0 mm"]
to = ["40 mm", "30 mm", "30 mm"]
[boundary]
all = "pml"
pml = { layers = 6 }
[grid]
spacing = "1 mm"
[materials.glass]
eps_r = 4
[[structures]]
material = "glass"
shape = "sphere"
center = ["21 mm", "15 mm", "15 mm"]
radius = "7 mm"
[[sources]]
name = "kick"
type = "soft-point"
component = "Ez"
at = ["8 mm", "15 mm", "15 mm"]
waveform = { type = "gaussian", amplitude = "1 A/m^2", bandwidth = "20 GHz" }
[[monitors]]
name = "probe"
type = "probe"
at = ["33 mm", "12 mm", "16 mm"]
[stop]
steps = 300
"#;
    Simulation::from(Scene::from_toml(text, "shared.toml").unwrap())
}

#[cfg(feature = "gpu")]
fn on(devices: &str, bytes: Option<u64>) -> RunOptions {
    RunOptions {
        device: devices.parse::<DeviceChoice>().unwrap(),
        budget: bytes.map(|bytes| Budget { bytes }),
        // Rounding is then far below any mistake.
        precision: Some(Precision::F64),
        ..RunOptions::default()
    }
}

/// The largest difference, relative to the largest value.
#[cfg(feature = "gpu")]
fn difference(a: &Results, b: &Results) -> f64 {
    let [a, b] = [a, b].map(|results| &results.get("probe/probe/Ez").unwrap().data);
    let largest = a.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
    assert!(largest > 0.0 && a.len() == b.len());
    let differences = a.iter().zip(b).map(|(a, b)| (a - b).abs() / largest);
    differences.fold(0.0, f64::max)
}

/// What does not fit the card stays on the processor.
#[cfg(feature = "gpu")]
#[test]
fn a_model_larger_than_a_device_is_shared_with_the_processor() {
    let simulation = scene();
    let gpu = on("gpu", None);
    let needed = simulation.plan(&gpu).unwrap().needed_bytes().unwrap();
    let half = Some(needed / 2);
    let refused = simulation.run(&on("gpu", half)).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Memory);
    let alone = simulation.run(&on("cpu", None)).unwrap();
    let shared = simulation.run(&on("gpu,cpu", half)).unwrap();
    assert_eq!(shared.summary.device, "gpu:0,cpu");
    let error = difference(&alone, &shared);
    assert!(error < 1e-12, "{error:e}");
}

/// Two parts on one GPU do what one does, in the same order.
#[cfg(feature = "gpu")]
#[test]
fn two_parts_agree_with_one() {
    let simulation = scene();
    let alone = simulation.run(&on("gpu", None)).unwrap();
    let shared = simulation.run(&on("gpu:0,gpu:0", None)).unwrap();
    assert_eq!(difference(&alone, &shared).to_bits(), 0);
}

#[test]
fn all_devices_contain_the_processor() {
    let devices = DeviceChoice::All.resolve_all().unwrap();
    assert!(devices.all().contains(&Device::Cpu));
}

#[test]
fn lists_that_make_no_sense_are_explained() {
    for (names, says) in [
        ("cpu,cpu", "name `cpu` once"),
        ("gpu,auto", "`auto`"),
        ("gpu,,cpu", "``"),
        (
            "gpu,gpu,gpu,gpu,gpu,gpu,gpu,gpu,gpu,gpu,gpu,gpu,gpu",
            "at most 12",
        ),
    ] {
        let error = names.parse::<DeviceChoice>().unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
}
