//! A sink that keeps everything, and one call from scene text to what was recorded.

use poynting_exec::Pool;
use poynting_fdtd::{Config, FdtdError, Job, Outcome, Plan, Sink, SinkError, Stream, run};
use poynting_scene::Scene;
use std::ops::ControlFlow;

/// What was recorded, by stream.
#[derive(Debug, Default)]
pub struct Recording {
    pub streams: Vec<(Stream, Vec<f64>, Vec<f64>)>,
}

impl Recording {
    /// Times and values of a stream.
    pub fn get(&self, name: &str) -> (&[f64], &[f64]) {
        let (_, times, values) = self
            .streams
            .iter()
            .find(|(s, ..)| s.name == name)
            .expect("no such stream");
        (times, values)
    }
}

impl Sink for Recording {
    fn declare(&mut self, stream: &Stream) -> Result<(), SinkError> {
        self.streams.push((stream.clone(), Vec::new(), Vec::new()));
        Ok(())
    }

    fn append(&mut self, stream: usize, times: &[f64], values: &[f64]) -> Result<(), SinkError> {
        self.streams[stream].1.extend_from_slice(times);
        self.streams[stream].2.extend_from_slice(values);
        Ok(())
    }
}

pub fn scene(text: &str) -> Scene {
    Scene::from_toml(text, "test.toml").unwrap_or_else(|e| panic!("{}", e.render()))
}

pub fn record(
    scene: &Scene,
    config: Config,
    threads: usize,
) -> Result<(Recording, Outcome, Plan), FdtdError> {
    let plan = Plan::new(scene, scene.fdtd.precision)?;
    let pool = Pool::new(Some(threads)).unwrap();
    let mut recording = Recording::default();
    let job = Job {
        scene,
        plan: &plan,
        sink: &mut recording,
    };
    let outcome = run(job, config, &pool, &mut |_| ControlFlow::Continue(()))?;
    Ok((recording, outcome, plan))
}

/// The same on the first GPU.
#[cfg(feature = "gpu")]
pub fn record_on_gpu(
    scenes: &[Scene],
    config: Config,
    mapping: poynting_fdtd::Mapping,
) -> Vec<Result<(Recording, Outcome), FdtdError>> {
    let plan = |s: &Scene| Plan::new(s, s.fdtd.precision).unwrap();
    let plans: Vec<Plan> = scenes.iter().map(plan).collect();
    let mut recordings: Vec<Recording> = scenes.iter().map(|_| Recording::default()).collect();
    let jobs = scenes.iter().zip(&plans).zip(&mut recordings);
    let jobs = jobs.map(|((scene, plan), sink)| Job { scene, plan, sink });
    let pool = Pool::new(Some(2)).unwrap();
    let gpu = poynting_fdtd::GpuConfig {
        device: poynting_exec::Device::Gpu(0),
        mapping: Some(mapping),
        tuning: &poynting_exec::gpu::tuning::Tuning::default(),
        budget: None,
        pool: &pool,
    };
    let go_on = &mut |_: &_| ControlFlow::Continue(());
    let outcomes = poynting_fdtd::run_stack(jobs.collect(), config, gpu, go_on).unwrap();
    let outcomes = outcomes.into_iter().zip(recordings);
    outcomes
        .map(|(outcome, recording)| outcome.map(|o| (recording, o)))
        .collect()
}
