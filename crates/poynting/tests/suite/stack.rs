//! Scenes that run together give the same results as alone, bit for bit.

use poynting::{Budget, Device, Error, FdtdError, Results, RunOptions, Scene, Simulation, run_all};
use std::ops::ControlFlow;

/// A lossy block in a box; cells along x, permittivity and the rest of the scene are filled in.
fn scene(cells: usize, eps_r: f64, rest: &str) -> Simulation {
    let text = format!(
        r#"title = "stacked"
[domain]
from = ["0 mm", "0 mm", "0 mm"]
to = ["{cells} mm", "9 mm", "7 mm"]
[grid]
spacing = "1 mm"
[materials.block]
eps_r = {eps_r}
sigma = "0.1 S/m"
[[structures]]
material = "block"
shape = "box"
from = ["3 mm", "2 mm", "1 mm"]
to = ["6 mm", "7 mm", "5 mm"]
[[sources]]
name = "kick"
type = "soft-point"
component = "Ez"
at = ["2 mm", "4 mm", "3 mm"]
waveform = {{ type = "differentiated-gaussian", amplitude = "1 A/m^2", bandwidth = "40 GHz" }}
[[monitors]]
name = "probe"
type = "probe"
at = ["7.3 mm", "4.2 mm", "3.1 mm"]
[[monitors]]
name = "plane"
type = "snapshot"
from = ["0 mm", "4 mm", "0 mm"]
to = ["{cells} mm", "4 mm", "7 mm"]
every_steps = 7
{rest}
"#
    );
    let scene = Scene::from_toml(&text, "stacked.toml");
    Simulation::from(scene.unwrap_or_else(|e| panic!("{}", e.render())))
}

/// The same with a source beyond the range of single precision.
fn overdriven(cells: usize) -> Simulation {
    let text = scene(cells, 3.0, "[stop]\nsteps = 100")
        .scene()
        .text
        .clone();
    let text = text.replace("1 A/m^2", "1e300 A/m^2");
    Simulation::from(Scene::from_toml(&text, "stacked.toml").unwrap())
}

fn go_on(_: &poynting::Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn assert_same(together: &Results, alone: &Results, which: usize) {
    assert_eq!(together.summary.steps, alone.summary.steps, "scene {which}");
    assert_eq!(together.summary.stopped_by, alone.summary.stopped_by);
    let names: Vec<&str> = alone.names().collect();
    assert!(names.contains(&"probe/probe/Ez") && names.contains(&"snapshot/plane/Hy"));
    for name in names {
        let (a, b) = (together.get(name).unwrap(), alone.get(name).unwrap());
        assert_eq!(a.axis("time"), b.axis("time"), "{name} of scene {which}");
        assert!(
            !a.data.is_empty() && a.data == b.data,
            "{name} of scene {which}"
        );
    }
}

fn together_as_alone(device: Device) {
    let scenes = [
        scene(10, 2.0, "[stop]\nsteps = 100"),
        scene(10, 5.0, "[stop]\nsteps = 77"),
        overdriven(10),
        scene(12, 2.0, "[stop]\nsteps = 50"),
        scene(10, 2.0, "[stop]\nenergy_decay = \"20 dB\""),
    ];
    let options = RunOptions {
        device: device.into(),
        threads: Some(2),
        ..RunOptions::default()
    };
    let together = run_all(&scenes, &options, &mut go_on);
    assert_eq!(together.len(), scenes.len());
    for (n, (scene, result)) in scenes.iter().zip(&together).enumerate() {
        match (scene.run(&options), result) {
            (Ok(alone), Ok(together)) => assert_same(together, &alone, n),
            (
                Err(Error::Fdtd(FdtdError::Diverged(alone))),
                Err(Error::Fdtd(FdtdError::Diverged(together))),
            ) => {
                assert_eq!((n, alone.to_string()), (2, together.to_string()));
            }
            (alone, together) => panic!("scene {n}: {alone:?} alone, {together:?} together"),
        }
    }
}

#[test]
fn on_the_processor() {
    together_as_alone(Device::Cpu);
}

#[cfg(feature = "gpu")]
#[test]
fn on_a_gpu() {
    together_as_alone(Device::Gpu(0));
}

/// Many scenes, the first of which are stopped at once: the others are not started.
fn interrupted(device: Device, is_tight: bool) {
    let scenes: Vec<Simulation> = (0..20)
        .map(|n| scene(10, 2.0 + f64::from(n), "[stop]\nsteps = 100000"))
        .collect();
    let mut options = RunOptions {
        device: device.into(),
        threads: Some(2),
        ..RunOptions::default()
    };
    if is_tight {
        // Room for one and its results, but not for the results of many; the process grows a little from plan to plan.
        let bytes = scenes[0].plan(&options).unwrap().bytes() + (20 << 20);
        options.budget = Some(Budget { bytes });
    }
    let results = run_all(&scenes, &options, |_| ControlFlow::Break(()));
    assert_eq!(results.len(), 20);
    let ended = |r: &Result<Results, Error>| match r {
        Ok(results) => results.summary.stopped_by == "interrupt",
        Err(e) => matches!(e, Error::NotStarted),
    };
    assert!(results.iter().all(ended), "{results:?}");
    let begun = results.iter().filter(|r| r.is_ok()).count();
    assert!((1..10).contains(&begun), "{begun} of 20 were begun");
}

#[test]
fn interrupted_on_the_processor() {
    interrupted(Device::Cpu, false);
}

#[cfg(feature = "gpu")]
#[test]
fn interrupted_on_a_gpu() {
    interrupted(Device::Gpu(0), true);
}
