//! Hands a solver's observations to a recorder of results.

use poynting_fdtd::{Leading, Sink, SinkError, Stream};
use poynting_results::{Axis, Declaration, QuantityId, Recorder, Storage, Streamed};

/// A sink that writes into a recorder.
pub struct Forward<'a, R: Recorder> {
    recorder: &'a mut R,
    ids: Vec<QuantityId>,
}

impl<'a, R: Recorder> Forward<'a, R> {
    /// Forwards to `recorder`.
    pub fn new(recorder: &'a mut R) -> Self {
        Self {
            recorder,
            ids: Vec::new(),
        }
    }
}

impl<R: Recorder> Sink for Forward<'_, R> {
    fn declare(&mut self, stream: &Stream) -> Result<(), SinkError> {
        let space = stream
            .coordinates
            .iter()
            .map(|c| Axis::new(c.name, c.unit, c.values.clone()));
        let leading = match stream.leading {
            Leading::Time => Axis::time(),
            Leading::Frequency => Axis::new("frequency", "Hz", Vec::new()),
        };
        let declaration = Declaration {
            name: stream.name.clone(),
            unit: stream.unit.to_owned(),
            axes: std::iter::once(leading).chain(space).collect(),
            streamed: Streamed::Yes,
            storage: if stream.coordinates.is_empty() || stream.leading == Leading::Frequency {
                Storage::F64
            } else {
                Storage::F32
            },
            description: stream.description.clone(),
        };
        self.ids.push(
            self.recorder
                .declare(declaration)
                .map_err(|e| SinkError(Box::new(e)))?,
        );
        Ok(())
    }

    fn append(&mut self, stream: usize, times: &[f64], values: &[f64]) -> Result<(), SinkError> {
        self.recorder
            .append(self.ids[stream], times, values)
            .map_err(|e| SinkError(Box::new(e)))
    }
}
