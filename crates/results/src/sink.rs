//! Recorders as solver sinks. A stream number is its quantity's number, so each solver needs its own recorder.

#[cfg(feature = "hdf5")]
use crate::Directory;
use crate::{QuantityId, Recorder, Results, ResultsError};
use poynting_observe::{Sink, SinkError, Stream};

impl Sink for Results {
    fn declare(&mut self, stream: &Stream) -> Result<(), SinkError> {
        announce(self, stream).map_err(boxed)
    }

    fn append(&mut self, stream: usize, leading: &[f64], values: &[f64]) -> Result<(), SinkError> {
        Recorder::append(self, QuantityId(stream), leading, values).map_err(boxed)
    }
}

#[cfg(feature = "hdf5")]
impl Sink for Directory {
    fn declare(&mut self, stream: &Stream) -> Result<(), SinkError> {
        announce(self, stream).map_err(boxed)
    }

    fn append(&mut self, stream: usize, leading: &[f64], values: &[f64]) -> Result<(), SinkError> {
        Recorder::append(self, QuantityId(stream), leading, values).map_err(boxed)
    }
}

fn announce(recorder: &mut impl Recorder, stream: &Stream) -> Result<(), ResultsError> {
    recorder.declare(stream.into()).map(|_| ())
}

fn boxed(error: ResultsError) -> SinkError {
    SinkError(Box::new(error))
}
