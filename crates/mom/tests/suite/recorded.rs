//! Runs of scenes whose observations are recorded.

use std::ops::ControlFlow;

use poynting_exec::{Budget, Pool};
use poynting_mom::{Checkpoint, Complex, Config, Job, Outcome, Plan, Progress};
use poynting_observe::{Declaration, Sink, SinkError};
use poynting_scene::{Precision, Scene};

/// Everything that a run records.
#[derive(Debug, Default, PartialEq)]
pub struct Recorded {
    names: Vec<String>,
    rows: Vec<(usize, Vec<f64>, Vec<f64>)>,
}

impl Sink for Recorded {
    fn declare(&mut self, declaration: &Declaration) -> Result<(), SinkError> {
        self.names.push(declaration.name.clone());
        Ok(())
    }

    fn append(&mut self, stream: usize, at: &[f64], values: &[f64]) -> Result<(), SinkError> {
        self.rows.push((stream, at.to_vec(), values.to_vec()));
        Ok(())
    }
}

impl Recorded {
    /// Frequencies and values of a stream.
    pub fn stream(&self, name: &str) -> (Vec<f64>, Vec<f64>) {
        let stream = self.names.iter().position(|n| n == name).unwrap();
        let rows = self.rows.iter().filter(|(s, ..)| *s == stream);
        rows.map(|(_, at, values)| (at[0], values[0])).unzip()
    }

    /// The names of complex quantities.
    pub fn complex(&self) -> impl Iterator<Item = &str> {
        self.names.iter().filter_map(|n| n.strip_suffix("/real"))
    }

    /// All values of a complex quantity.
    pub fn phasors(&self, name: &str) -> Vec<Complex<f64>> {
        let part = |part: &str| self.values(&format!("{name}/{part}"));
        let pairs = part("real").into_iter().zip(part("imag"));
        pairs.map(|(re, im)| Complex::new(re, im)).collect()
    }

    /// All values of a stream.
    pub fn values(&self, name: &str) -> Vec<f64> {
        let stream = self.names.iter().position(|n| n == name).unwrap();
        let rows = self.rows.iter().filter(|(s, ..)| *s == stream);
        rows.flat_map(|(.., values)| values.clone()).collect()
    }
}

/// Runs a scene; `until` sees each frequency that is solved and may stop the run.
pub fn run(
    text: &str,
    checkpoint: Option<Checkpoint>,
    until: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> (Recorded, Outcome) {
    let scene = Scene::from_toml(text, "test.toml").unwrap();
    let budget = Budget::of_this_machine();
    let plan = Plan::new(&scene, Precision::F64, budget).unwrap();
    let mut sink = Recorded::default();
    let job = Job {
        scene: &scene,
        plan: &plan,
        sink: &mut sink,
        checkpoint,
    };
    let config = Config {
        filler: None,
        budget,
    };
    let pool = Pool::new(Some(1)).unwrap();
    let outcome = poynting_mom::run(job, config, &pool, until).unwrap();
    (sink, outcome)
}

/// The same without a checkpoint, to its end.
pub fn whole(text: &str) -> (Recorded, Outcome) {
    run(text, None, &mut |_| ControlFlow::Continue(()))
}
