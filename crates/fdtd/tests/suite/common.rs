//! A sink that keeps everything, and one call from scene text to the recording.

use poynting_exec::Pool;
use poynting_fdtd::{Config, FdtdError, Job, Outcome, Plan, run};
use poynting_observe::{Declaration, Sink, SinkError};
use poynting_scene::{Model, Scene};
use std::ops::ControlFlow;

/// What was recorded, by stream.
#[derive(Debug, Default)]
pub struct Recording {
    pub streams: Vec<(Declaration, Vec<f64>, Vec<f64>)>,
}

impl Recording {
    /// Asserts that another one has the same streams, times and values, bit for bit.
    pub fn assert_same_bits(&self, other: &Self, what: &str) {
        assert_eq!(self.streams.len(), other.streams.len(), "{what}");
        let bits = |values: &[f64]| values.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
        for ((stream, times, values), (_, other_times, others)) in
            self.streams.iter().zip(&other.streams)
        {
            let name = &stream.name;
            assert_eq!(times, other_times, "times of {name}: {what}");
            let (values, others) = (bits(values), bits(others));
            let differ = values.iter().zip(&others).filter(|(a, b)| a != b).count();
            assert!(
                differ == 0 && values.len() == others.len(),
                "{differ} of {} values of {name} differ: {what}",
                values.len()
            );
        }
    }

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
    fn declare(&mut self, declaration: &Declaration) -> Result<(), SinkError> {
        self.streams
            .push((declaration.clone(), Vec::new(), Vec::new()));
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

/// With a Courant number that the reader refuses if it exceeds one.
pub fn with_courant(scene: &Scene, courant: f64) -> Scene {
    let mut model = Model::clone(scene);
    model.fdtd.courant = courant;
    Scene::unchecked(model)
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
        checkpoint: None,
    };
    let outcome = run(job, config, &pool, &mut |_| ControlFlow::Continue(()))?;
    Ok((recording, outcome, plan))
}
