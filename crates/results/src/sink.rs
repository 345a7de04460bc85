//! Recorders as solver sinks. Both number quantities from zero, so each solver needs its own recorder.

#[cfg(feature = "hdf5")]
use crate::Directory;
use crate::{QuantityId, Recorder, Results, ResultsError};
#[cfg(feature = "hdf5")]
use poynting_observe::Parts;
use poynting_observe::{Declaration, Sink, SinkError};

/// A type that records is a sink; errors lose their type on the way through a solver.
macro_rules! sink {
    ($recorder:ty $(, $($parts:tt)*)?) => {
        impl Sink for $recorder {
            $($($parts)*)?

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
    };
}

sink!(Results);
#[cfg(feature = "hdf5")]
sink!(
    Directory,
    fn parts(&mut self) -> Option<&mut dyn Parts> {
        Some(self)
    }
);

pub(crate) fn boxed(error: ResultsError) -> SinkError {
    SinkError(Box::new(error))
}
