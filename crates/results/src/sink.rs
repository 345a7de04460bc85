//! Recorders as solver sinks. Both number quantities from zero, so each solver needs its own recorder.

#[cfg(feature = "hdf5")]
use crate::Directory;
use crate::{QuantityId, Recorder, Results, ResultsError};
use poynting_observe::{Declaration, Sink, SinkError};

impl Sink for Results {
    fn declare(&mut self, declaration: &Declaration) -> Result<(), SinkError> {
        let declared = Recorder::declare(self, declaration.clone());
        declared.map(drop).map_err(boxed)
    }

    fn append(
        &mut self,
        quantity: usize,
        leading: &[f64],
        values: &[f64],
    ) -> Result<(), SinkError> {
        Recorder::append(self, QuantityId(quantity), leading, values).map_err(boxed)
    }
}

#[cfg(feature = "hdf5")]
impl Sink for Directory {
    fn declare(&mut self, declaration: &Declaration) -> Result<(), SinkError> {
        let declared = Recorder::declare(self, declaration.clone());
        declared.map(drop).map_err(boxed)
    }

    fn append(
        &mut self,
        quantity: usize,
        leading: &[f64],
        values: &[f64],
    ) -> Result<(), SinkError> {
        Recorder::append(self, QuantityId(quantity), leading, values).map_err(boxed)
    }
}

fn boxed(error: ResultsError) -> SinkError {
    SinkError(Box::new(error))
}
