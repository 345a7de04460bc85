//! A model on several devices: a run that moves between devices while it is interrupted, and one that a device alone could not hold.

use crate::checkpoint::{absorbing, after_every_block, bloch, stop_at};
use crate::common::{Recording, record};
use crate::ranks::media;
use crate::ring_down::ringing;
use poynting_exec::gpu::tuning::Tuning;
use poynting_exec::{Budget, Device, Pool};
use poynting_fdtd::{
    Config, DeviceShare, FdtdError, GpuConfig, Job, Mapping, Outcome, Plan, StoppedBy,
    run_on_devices,
};
use poynting_scene::Scene;
use std::path::Path;

const GPU: Device = Device::Gpu(0);

/// Rounding of single precision, relative to the largest value of a stream.
const TOLERANCE: f64 = 2e-5;

/// Runs a scene on devices with these shares, until this step.
fn run_until(
    scene: &Scene,
    shares: &[(Device, f64)],
    (folder, resume): (&Path, bool),
    until: Option<u64>,
) -> (Recording, Result<Outcome, FdtdError>) {
    let plan = Plan::new(scene, scene.fdtd.precision).unwrap();
    let (pool, tuning) = (Pool::new(Some(2)).unwrap(), Tuning::default());
    let mut recording = Recording::default();
    let checkpoint = after_every_block(scene, (folder, resume), shares.len());
    let job = Job {
        scene,
        plan: &plan,
        sink: &mut recording,
        checkpoint: Some(checkpoint),
    };
    let shares: Vec<DeviceShare> = shares
        .iter()
        .map(|&(device, share)| DeviceShare { device, share })
        .collect();
    let gpu = GpuConfig {
        device: GPU,
        mapping: Some(Mapping::default()),
        tuning: &tuning,
        budget: None,
        pool: &pool,
    };
    let config = Config::default();
    let outcome = run_on_devices(job, config, &shares, gpu, &mut stop_at(until));
    (recording, outcome)
}

fn assert_close(expected: &Recording, found: &Recording) {
    for (stream, _, values) in &expected.streams {
        let (_, others) = found.get(&stream.name);
        assert_eq!(values.len(), others.len(), "{}", stream.name);
        let largest = values.iter().fold(0.0, |a: f64, v| a.max(v.abs()));
        for (a, b) in values.iter().zip(others) {
            let error = (a - b).abs() / largest;
            assert!(error < TOLERANCE, "{}: {a} and {b}", stream.name);
        }
    }
}

/// From a GPU to the processor, to both, to two GPUs and back to one.
fn assert_moves(scene: &Scene) {
    let (expected, whole, _) = record(scene, Config::default(), 1).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let stages: [(&[(Device, f64)], _); 5] = [
        (&[(GPU, 1.0)], Some(whole.steps / 10)),
        (&[(Device::Cpu, 1.0)], Some(whole.steps / 3)),
        (&[(GPU, 1.0), (Device::Cpu, 2.0)], Some(whole.steps / 2)),
        (&[(GPU, 2.0), (GPU, 1.0)], Some(2 * whole.steps / 3)),
        (&[(GPU, 1.0)], None),
    ];
    let last = stages.len() - 1;
    for (n, (shares, until)) in stages.into_iter().enumerate() {
        let (found, outcome) = run_until(scene, shares, (folder.path(), n > 0), until);
        let outcome = outcome.unwrap();
        if n < last {
            assert_eq!(outcome.stopped_by, StoppedBy::Interrupt);
            continue;
        }
        assert_eq!(outcome.steps, whole.steps);
        assert_close(&expected, &found);
    }
}

#[test]
fn media_monitors_and_plane_waves_move_between_devices() {
    assert_moves(&media());
}

#[test]
fn absorbing_layers_move_between_devices() {
    assert_moves(&absorbing());
}

#[test]
fn bloch_boundaries_move_between_devices() {
    assert_moves(&bloch());
}

/// What has been recorded on one device is continued on the other. The modes depend on rounding, but what they complete hardly does.
#[test]
fn a_ring_down_is_known_on_every_device() {
    let scene = ringing();
    let (expected, whole, _) = record(&scene, Config::default(), 1).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let half = Some(whole.steps / 2);
    let (_, outcome) = run_until(&scene, &[(Device::Cpu, 1.0)], (folder.path(), false), half);
    assert_eq!(outcome.unwrap().stopped_by, StoppedBy::Interrupt);
    let (found, outcome) = run_until(&scene, &[(GPU, 1.0)], (folder.path(), true), None);
    let outcome = outcome.unwrap();
    assert_eq!(
        (outcome.steps, outcome.stopped_by),
        (whole.steps, StoppedBy::RingDown)
    );
    for part in ["real", "imag"] {
        let name = format!("port/in/spectrum/voltage/{part}");
        let (values, others) = (expected.get(&name).1, found.get(&name).1);
        let largest = values.iter().fold(0.0, |a: f64, v| a.max(v.abs()));
        for (a, b) in values.iter().zip(others) {
            assert!((a - b).abs() < 1e-4 * largest, "{name}: {a} and {b}");
        }
    }
}

/// The part that a GPU gets must fit its memory, whatever the shares say.
#[test]
fn a_part_that_does_not_fit_is_refused() {
    let scene = media();
    let plan = Plan::new(&scene, scene.fdtd.precision).unwrap();
    let (pool, tuning) = (Pool::new(Some(1)).unwrap(), Tuning::default());
    let job = Job {
        scene: &scene,
        plan: &plan,
        sink: &mut Recording::default(),
        checkpoint: None,
    };
    let gpu = GpuConfig {
        device: GPU,
        mapping: None,
        tuning: &tuning,
        budget: Some(Budget { bytes: 10_000 }),
        pool: &pool,
    };
    let shares = [(GPU, 1.0), (Device::Cpu, 1.0)];
    let shares = shares.map(|(device, share)| DeviceShare { device, share });
    let refused = run_on_devices(job, Config::default(), &shares, gpu, &mut stop_at(None));
    assert!(matches!(refused, Err(FdtdError::Memory(_))), "{refused:?}");
}
