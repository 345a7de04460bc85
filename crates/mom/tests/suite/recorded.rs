//! Runs of scenes whose observations are recorded.

use std::ops::ControlFlow;
use std::time::Duration;

use poynting_checkpoint::Folder;
use poynting_exec::{Budget, Pool};
use poynting_mom::{Checkpoint, Complex, Config, Job, Outcome, Plan, Progress};
use poynting_observe::{Declaration, Sink, SinkError};
use poynting_scene::{Precision, Scene};

/// A strip dipole of one metre with a port.
const DIPOLE: &str = r#"
[[structures]]
name = "lower arm"
material = "pec"
shape = "box"
from = ["-10 mm", "0 mm", "-500 mm"]
to = ["10 mm", "0 mm", "-10 mm"]
[[structures]]
name = "upper arm"
material = "pec"
shape = "box"
from = ["-10 mm", "0 mm", "10 mm"]
to = ["10 mm", "0 mm", "500 mm"]
[[ports]]
name = "feed"
from = ["-10 mm", "0 mm", "-10 mm"]
to = ["10 mm", "0 mm", "10 mm"]
direction = "+z"
resistance = "50 ohm"
waveform = { type = "phasor", amplitude = "1 V" }
"#;

/// The scene of that dipole with these keys of `[mom]`.
pub fn dipole(mom: &str) -> String {
    format!("[mom]\n{mom}\n{DIPOLE}")
}

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
        eliminator: None,
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

/// A run that is stopped, and the one that continues it.
pub struct Continued {
    /// What the first one has recorded.
    pub part: (Recorded, Outcome),
    /// What the second one has recorded.
    pub rest: (Recorded, Outcome),
    /// The frequency at which the second one begins.
    pub first: Option<usize>,
}

/// Stops a run with checkpoints after some frequencies, and continues it.
pub fn continued(text: &str, every: Duration, after: usize) -> Continued {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = |resume| Checkpoint {
        folder: Folder::new(folder.path(), "run"),
        every,
        resume,
    };
    let part = run(text, Some(checkpoint(false)), &mut |progress| {
        if progress.frequency < after {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    let mut first = None;
    let rest = run(text, Some(checkpoint(true)), &mut |progress| {
        first.get_or_insert(progress.frequency);
        ControlFlow::Continue(())
    });
    Continued { part, rest, first }
}
