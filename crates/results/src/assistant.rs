//! What a process writes into the folder of results that another one writes: the files of its ranks.

use crate::draft::unfinished;
use crate::hdf::PartFiles;
use crate::sink::boxed;
use crate::{ResultsError, Summary};
use poynting_observe::{Declaration, Part, Parts, Sink, SinkError};
use std::path::Path;

/// Keeps the parts of quantities that the ranks of this process have, and nothing of what all processes have.
pub struct Assistant {
    files: PartFiles,
    declared: usize,
}

impl Assistant {
    /// Takes part in the run that has begun to write into a folder.
    pub fn join(dir: &Path) -> Self {
        Self {
            files: PartFiles::new(&unfinished(dir)),
            declared: 0,
        }
    }

    /// Completes the files, so that the results can be put in place.
    pub fn close(&mut self) -> Result<(), ResultsError> {
        self.files.close()
    }

    /// Whether a value was not finite.
    pub fn has_failed(&self) -> bool {
        self.files.fault.is_some()
    }

    /// Refuses such a value, unless the run was stopped early.
    pub fn finish(self, summary: &Summary) -> Result<(), ResultsError> {
        let fault = self.files.fault.filter(|_| !summary.is_partial());
        fault.map_or(Ok(()), Err)
    }
}

impl Sink for Assistant {
    fn parts(&mut self) -> Option<&mut dyn Parts> {
        Some(self)
    }

    fn declare(&mut self, _: &Declaration) -> Result<(), SinkError> {
        self.declared += 1;
        Ok(())
    }

    fn append(&mut self, _: usize, _: &[f64], _: &[f64]) -> Result<(), SinkError> {
        Ok(())
    }
}

impl Parts for Assistant {
    fn declare(&mut self, declaration: &Declaration, parts: &[Part]) -> Result<(), SinkError> {
        self.files.declare(self.declared, declaration, parts);
        self.declared += 1;
        Ok(())
    }

    fn append(
        &mut self,
        quantity: usize,
        leading: f64,
        values: &[(usize, Vec<f64>)],
    ) -> Result<(), SinkError> {
        values.iter().try_for_each(|(rank, values)| {
            let part = (*rank, &values[..]);
            self.files.append(quantity, leading, part).map_err(boxed)
        })
    }
}
