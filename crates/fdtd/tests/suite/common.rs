//! A sink that keeps everything, and one call from scene text to the recording.

use poynting_exec::Pool;
use poynting_fdtd::{Config, FdtdError, Job, Outcome, Plan, run};
use poynting_observe::{Declaration, Part, Parts, Sink, SinkError};
use poynting_scene::{Model, Scene};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// What was recorded, by stream.
#[derive(Debug, Default)]
pub struct Recording {
    pub streams: Vec<(Declaration, Vec<f64>, Vec<f64>)>,
    /// What each rank has of streams that come in parts.
    pub parts: BTreeMap<usize, Vec<Part>>,
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
    fn parts(&mut self) -> Option<&mut dyn Parts> {
        Some(self)
    }

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

impl Parts for Recording {
    fn declare(&mut self, declaration: &Declaration, parts: &[Part]) -> Result<(), SinkError> {
        self.parts.insert(self.streams.len(), parts.to_vec());
        Sink::declare(self, declaration)
    }

    /// Puts the parts together; each value comes from one rank.
    fn append(
        &mut self,
        stream: usize,
        time: f64,
        values: &[(usize, Vec<f64>)],
    ) -> Result<(), SinkError> {
        let lengths = self.streams[stream].0.shape().split_off(1);
        let mut whole = vec![None; lengths.iter().product()];
        for (rank, values) in values {
            let part = self.parts[&stream].iter().find(|part| part.rank == *rank);
            let places = part.expect("it has declared none").places(&lengths);
            assert_eq!(places.len(), values.len());
            for (place, value) in places.into_iter().zip(values) {
                assert_eq!(whole[place].replace(*value), None, "two ranks have a value");
            }
        }
        let whole: Option<Vec<f64>> = whole.into_iter().collect();
        Sink::append(self, stream, &[time], &whole.expect("no rank has a value"))
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
