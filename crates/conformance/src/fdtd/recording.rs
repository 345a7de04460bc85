//! The records of runs, and how much two of them differ.

use poynting_exec::Processes;
use poynting_exec::conformance::{Comparison, peak};
use poynting_fdtd::{ENERGY, FdtdError, Outcome};
use poynting_observe::{Declaration, Part, Parts, Sink, SinkError};

/// Stores every stream.
#[derive(Debug, Default)]
pub struct Recording {
    streams: Vec<Kept>,
    /// The processes that have parts of it.
    processes: Option<Processes>,
}

#[derive(Debug)]
struct Kept {
    name: String,
    times: Vec<f64>,
    values: Vec<f64>,
    /// What each rank has at a time.
    parts: Vec<Part>,
    /// How many values there are along each axis.
    lengths: Vec<usize>,
}

impl Recording {
    /// That of a run over these processes.
    pub fn over(processes: Option<Processes>) -> Self {
        Self {
            processes,
            ..Self::default()
        }
    }
}

impl Sink for Recording {
    fn parts(&mut self) -> Option<&mut dyn Parts> {
        Some(self)
    }

    fn declare(&mut self, declaration: &Declaration) -> Result<(), SinkError> {
        self.streams.push(Kept {
            name: declaration.name.clone(),
            times: Vec::new(),
            values: Vec::new(),
            parts: Vec::new(),
            lengths: Vec::new(),
        });
        Ok(())
    }

    fn append(&mut self, stream: usize, times: &[f64], values: &[f64]) -> Result<(), SinkError> {
        self.streams[stream].times.extend_from_slice(times);
        self.streams[stream].values.extend_from_slice(values);
        Ok(())
    }
}

impl Parts for Recording {
    fn declare(&mut self, declaration: &Declaration, parts: &[Part]) -> Result<(), SinkError> {
        Sink::declare(self, declaration)?;
        let declared = self.streams.last_mut();
        if let Some(stream) = declared {
            stream.parts = parts.to_vec();
            stream.lengths = declaration.shape().split_off(1);
        }
        Ok(())
    }

    /// Puts the parts of all processes together.
    fn append(
        &mut self,
        stream: usize,
        time: f64,
        values: &[(usize, Vec<f64>)],
    ) -> Result<(), SinkError> {
        let Kept { parts, lengths, .. } = &self.streams[stream];
        let mut whole = vec![0.0; lengths.iter().product()];
        for (rank, values) in values {
            for part in parts.iter().filter(|part| part.rank == *rank) {
                let places = part.places(lengths).into_iter();
                places.zip(values).for_each(|(n, v)| whole[n] = *v);
            }
        }
        if let Some(processes) = self.processes {
            processes.unite(&mut whole);
        }
        Sink::append(self, stream, &[time], &whole)
    }
}

/// The outcome of one scene of a request.
#[derive(Debug)]
pub struct Run {
    /// Its records.
    pub recording: Recording,
    /// How it ended.
    pub end: Result<Outcome, FdtdError>,
}

/// Parts of a name that stand for one component of a vector.
const COMPONENTS: [&str; 8] = ["Ex", "Ey", "Ez", "Hx", "Hy", "Hz", "Etheta", "Ephi"];

/// The name of the vector to which a stream belongs: monitor and field, without component and part; the whole name if it is none.
fn vector(name: &str) -> &str {
    let mut start = 0;
    for part in name.split('/') {
        if COMPONENTS.contains(&part) {
            return &name[..=start];
        }
        start += part.len() + 1;
    }
    name
}

/// Runs that must look the same to the user. A stream is compared relative to the peak of its vector, since a component that
/// vanishes by symmetry is rounding error; none must be empty. In an unstable run rounding errors grow too, and decide which of
/// two neighbouring cells has the largest value.
pub fn compare_runs(comparison: &mut Comparison, expected: &Run, found: &Run) {
    match (&expected.end, &found.end) {
        (Ok(e), Ok(f)) => {
            comparison.equal("steps", &e.steps, &f.steps);
            comparison.equal("end", &e.stopped_by, &f.stopped_by);
        }
        (Err(FdtdError::Diverged(e)), Err(FdtdError::Diverged(f))) => {
            comparison.equal("step", &e.step, &f.step);
            let mut cells = e.cell.iter().zip(&f.cell);
            if comparison.is_exact() || cells.any(|(e, f)| e.abs_diff(*f) > 1) {
                comparison.equal("cell", &e.cell, &f.cell);
            }
            comparison.equal("component", &e.component, &f.component);
            comparison.equal("material", &e.material, &f.material);
        }
        (e, f) => comparison.complain(format!("ended as {f:?} instead of {e:?}")),
    }
    let diverged = expected.end.is_err();
    let (expected, found) = (&expected.recording.streams, &found.recording.streams);
    comparison.equal("streams", &expected.len(), &found.len());
    for (n, (e, f)) in expected.iter().zip(found).enumerate() {
        // If fields grow without bound, the energy is a small difference of large numbers.
        if diverged && n == ENERGY {
            continue;
        }
        comparison.equal("stream", &e.name, &f.name);
        comparison.equal(format!("times of {}", e.name), &e.times, &f.times);
        let own = peak(&e.values);
        if own == 0.0 || !own.is_finite() {
            comparison.complain(format!("the scene gives no scale for {}", e.name));
        }
        let with_it = expected
            .iter()
            .filter(|o| vector(&o.name) == vector(&e.name));
        let scale = with_it.map(|o| peak(&o.values)).fold(0.0, f64::max);
        if e.name.ends_with("axial_ratio") {
            // In dB. Nearly linear polarisation has a large one, which follows from the rounding errors of the smaller component: compare that component,
            // relative to the larger one.
            let minor = |values: &[f64]| -> Vec<f64> {
                values.iter().map(|db| 10f64.powf(-db / 20.0)).collect()
            };
            comparison.values(&e.name, &minor(&e.values), &minor(&f.values), 1.0);
            continue;
        }
        comparison.values(&e.name, &e.values, &f.values, scale);
    }
}
