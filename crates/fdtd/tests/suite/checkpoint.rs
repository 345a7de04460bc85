//! A run that was interrupted, and continued on another number of ranks, gives what an undisturbed one gives. Bit for bit.

use crate::common::{Recording, record};
use crate::identity::everything;
use crate::ranks::media;
use crate::ring_down::ringing;
use poynting_exec::{Pool, RankChoice};
use poynting_fdtd::{
    Checkpoint, CheckpointError, Config, FdtdError, Folder, Job, Outcome, Plan, Progress,
    StoppedBy, run,
};
use poynting_scene::Scene;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

/// A checkpoint of so many parts after every block.
pub fn after_every_block(
    scene: &Scene,
    (folder, resume): (&Path, bool),
    parts: usize,
) -> Checkpoint {
    let key = format!("{} {:?}", scene.title, scene.boundary.walls);
    Checkpoint {
        folder: Folder::new(folder, &key),
        every: Duration::ZERO,
        resume,
        parts,
        is_first: true,
    }
}

/// Ends a run after this step.
pub fn stop_at(step: Option<u64>) -> impl FnMut(&Progress) -> ControlFlow<()> {
    move |progress| match step {
        Some(step) if progress.step >= step => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    }
}

/// Runs a scene with a checkpoint after every block, until this step.
fn run_until(
    scene: &Scene,
    (parts, halo, gathered_bytes): ([usize; 3], usize, u64),
    (folder, resume): (&Path, bool),
    until: Option<u64>,
) -> (Recording, Result<Outcome, FdtdError>) {
    let plan = Plan::new(scene, scene.fdtd.precision).unwrap();
    let pool = Pool::new(Some(2)).unwrap();
    let mut recording = Recording::default();
    let job = Job {
        scene,
        plan: &plan,
        sink: &mut recording,
        checkpoint: Some(after_every_block(
            scene,
            (folder, resume),
            parts.iter().product(),
        )),
    };
    let config = Config {
        ranks: RankChoice::Parts(parts),
        halo,
        gathered_bytes,
        ..Config::default()
    };
    let outcome = run(job, config, &pool, &mut stop_at(until));
    (recording, outcome)
}

fn assert_continues(scene: &Scene) {
    let (expected, whole, _) = record(scene, Config::default(), 1).unwrap();
    let folder = tempfile::tempdir().unwrap();
    // Fields stay on their ranks in some of them, and are gathered in others.
    let stages = [
        (([1, 1, 1], 8, 0), Some(whole.steps / 10)),
        (([2, 2, 1], 3, 0), Some(whole.steps / 3)),
        (([1, 1, 2], 8, u64::MAX), Some(whole.steps / 2)),
        (([2, 1, 2], 8, 0), Some(2 * whole.steps / 3)),
        (([1, 3, 1], 8, 0), None),
    ];
    let last = stages.len() - 1;
    for (n, (ranks, until)) in stages.into_iter().enumerate() {
        let (found, outcome) = run_until(scene, ranks, (folder.path(), n > 0), until);
        let outcome = outcome.unwrap();
        if n < last {
            assert_eq!(outcome.stopped_by, StoppedBy::Interrupt);
            continue;
        }
        assert_eq!(
            (outcome.steps, outcome.stopped_by),
            (whole.steps, whole.stopped_by)
        );
        expected.assert_same_bits(&found, "continued");
    }
}

/// Between absorbing layers.
pub fn absorbing() -> Scene {
    everything("all = 'pml'\npml = { layers = 5 }", "f32")
}

/// Between Bloch boundaries.
pub fn bloch() -> Scene {
    let k = "bloch = { k = ['70 rad/m', '-40 rad/m', '0 rad/m'] }";
    let walls = format!("x = 'bloch'\ny = 'periodic'\nz = 'pml'\n{k}");
    everything(&walls, "f64")
}

#[test]
fn absorbing_layers() {
    assert_continues(&absorbing());
}

#[test]
fn bloch_boundaries() {
    assert_continues(&bloch());
}

#[test]
fn media_monitors_and_plane_waves() {
    assert_continues(&media());
}

/// The record of the ports is in the journal, and what has been found in it is found again.
#[test]
fn ring_down() {
    assert_continues(&ringing());
}

/// A run that has ended is not repeated.
#[test]
fn a_run_that_has_ended_only_delivers() {
    let scene = media();
    let (expected, ..) = record(&scene, Config::default(), 1).unwrap();
    let folder = tempfile::tempdir().unwrap();
    run_until(&scene, ([1, 1, 1], 8, 0), (folder.path(), false), None)
        .1
        .unwrap();
    let (found, outcome) = run_until(&scene, ([1, 1, 2], 8, 0), (folder.path(), true), Some(0));
    let outcome = outcome.unwrap();
    assert_eq!(outcome.stopped_by, StoppedBy::Steps);
    assert_eq!(outcome.stepping, Duration::ZERO);
    expected.assert_same_bits(&found, "delivered");
}

#[test]
fn another_scene_does_not_continue_it() {
    let folder = tempfile::tempdir().unwrap();
    run_until(&media(), ([1, 1, 1], 8, 0), (folder.path(), false), Some(9))
        .1
        .unwrap();
    let other = everything("", "f32");
    let (_, outcome) = run_until(&other, ([1, 1, 1], 8, 0), (folder.path(), true), None);
    assert!(matches!(
        outcome,
        Err(FdtdError::Checkpoint(CheckpointError::Another(_)))
    ));
}
