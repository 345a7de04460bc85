//! Hands a solver's observations to a recorder of results.

use poynting_exec::sink::{Leading, Sink, SinkError, Stream};
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
            Leading::Time => Some(Axis::time()),
            Leading::Frequency => Some(Axis::new("frequency", "Hz", Vec::new())),
            Leading::Nothing => None,
        };
        let declaration = Declaration {
            name: stream.name.clone(),
            unit: stream.unit.to_owned(),
            streamed: match leading {
                Some(_) => Streamed::Yes,
                None => Streamed::No,
            },
            axes: leading.into_iter().chain(space).collect(),
            storage: if stream.leading == Leading::Time && !stream.coordinates.is_empty() {
                Storage::F32
            } else {
                Storage::F64
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
