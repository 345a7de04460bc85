//! The records of runs, and how much two of them differ.

use poynting_exec::conformance::{Comparison, peak};
use poynting_fdtd::{ENERGY, FdtdError, Outcome};
use poynting_observe::{Declaration, Sink, SinkError};

/// Stores every stream.
#[derive(Debug, Default)]
pub struct Recording {
    streams: Vec<Kept>,
}

#[derive(Debug)]
struct Kept {
    name: String,
    times: Vec<f64>,
    values: Vec<f64>,
}

impl Sink for Recording {
    fn declare(&mut self, declaration: &Declaration) -> Result<(), SinkError> {
        self.streams.push(Kept {
            name: declaration.name.clone(),
            times: Vec::new(),
            values: Vec::new(),
        });
        Ok(())
    }

    fn append(&mut self, stream: usize, times: &[f64], values: &[f64]) -> Result<(), SinkError> {
        self.streams[stream].times.extend_from_slice(times);
        self.streams[stream].values.extend_from_slice(values);
        Ok(())
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

/// Runs that must look the same to the user. A stream is compared relative to its own peak, and must not be empty.
pub fn compare_runs(comparison: &mut Comparison, expected: &Run, found: &Run) {
    match (&expected.end, &found.end) {
        (Ok(e), Ok(f)) => {
            comparison.equal("steps", &e.steps, &f.steps);
            comparison.equal("end", &e.stopped_by, &f.stopped_by);
        }
        (Err(FdtdError::Diverged(e)), Err(FdtdError::Diverged(f))) => {
            comparison.equal("step", &e.step, &f.step);
            comparison.equal("cell", &e.cell, &f.cell);
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
        let scale = peak(&e.values);
        if scale == 0.0 || !scale.is_finite() {
            comparison.complain(format!("the scene gives no scale for {}", e.name));
        }
        comparison.values(&e.name, &e.values, &f.values, scale);
    }
}
