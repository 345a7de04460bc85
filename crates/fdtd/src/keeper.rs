//! Checkpoints of a run.
//!
//! Whatever a run observes goes into a journal, and from time to time its state into files. A run that continues receives the journal by the same
//! code that has received the observations before; that brings everything but the fields to where it was. The fields are read from the
//! files, on any number of ranks.

use crate::checkpoint::Checkpoint;
use crate::error::FdtdError;
use crate::run_state::RunState;
use poynting_checkpoint::{CheckpointError, Folder, Generation};
use poynting_exec::{Real, save_requested};
use poynting_fdtd_core::block::BLOCK;
use poynting_fdtd_core::engine::{Engine, Source};
use poynting_fdtd_core::journal::{self, Entry};
use poynting_fdtd_core::record::Record;
use std::io;
use std::time::Instant;

/// Writes the checkpoints of a run.
pub struct Keeper {
    settings: Checkpoint,
    last: Instant,
}

impl Keeper {
    /// Begins or continues a run; returns the steps done.
    pub fn begin<T: Real>(
        settings: Checkpoint,
        run: &mut RunState<'_>,
        engine: &mut dyn Engine<T>,
    ) -> Result<(Self, u64), FdtdError> {
        let folder = &settings.folder;
        let latest = match settings.resume.then(|| folder.latest()).transpose() {
            Ok(latest) => latest,
            // It was ended before its first checkpoint.
            Err(CheckpointError::Missing(_)) => None,
            Err(e) => return Err(e.into()),
        };
        // Nobody changes the folder before all have looked.
        engine.agrees(false);
        let journal = || match &latest {
            Some(latest) => folder.resume(latest),
            None => folder.clear(),
        };
        let journal = settings.is_first.then(journal).transpose()?;
        engine.agrees(false);
        if let Some(latest) = &latest {
            replay(folder, latest, run, engine).map_err(|e| folder.error(e))?;
        }
        run.journal = journal;
        let step = latest.map_or(0, |latest| latest.step);
        run.resumed = step;
        let last = Instant::now();
        Ok((Self { settings, last }, step))
    }

    /// Writes a checkpoint after a step if it is time, or if the run has ended or is about to.
    pub fn keep<T: Real>(
        &mut self,
        run: &mut RunState<'_>,
        engine: &mut dyn Engine<T>,
        (step, is_stopped): (u64, bool),
    ) -> Result<(), FdtdError> {
        let is_due = is_stopped || save_requested() || self.last.elapsed() >= self.settings.every;
        if !engine.agrees(is_due || !run.is_running()) {
            return Ok(());
        }
        let folder = &self.settings.folder;
        let saved = engine.save(&mut |part, content| {
            let mut file = folder.create(step, part)?;
            content(&mut file)?;
            file.finish()
        });
        saved.map_err(|e| folder.error(e))?;
        // All parts are written.
        engine.agrees(false);
        if let Some(journal) = &mut run.journal {
            let len = journal.sync().map_err(|e| folder.error(e))?;
            folder.complete(step, self.settings.parts, len)?;
        }
        self.last = Instant::now();
        Ok(())
    }
}

/// Brings a run to the state of a generation.
fn replay<T: Real>(
    folder: &Folder,
    generation: &Generation,
    run: &mut RunState<'_>,
    engine: &mut dyn Engine<T>,
) -> io::Result<()> {
    let damaged = || {
        io::Error::new(
            io::ErrorKind::InvalidData,
            "the journal does not fit the scene",
        )
    };
    let instruments = engine.instruments(0);
    let mut record = Record::<T>::new(&instruments.samples, &instruments.captures, BLOCK);
    for entry in folder.entries(generation)? {
        let captures = &engine.instruments(0).captures;
        match journal::read(&entry?, &mut record, captures).ok_or_else(damaged)? {
            Entry::Record => {
                engine.skip(record.block);
                run.take(&record, engine.instruments(0));
            }
            Entry::Energy(energy) => run.check_energy(energy, engine),
        }
    }
    let open = |part: usize| -> io::Result<Box<dyn Source>> {
        Ok(Box::new(folder.open(generation.step, part)?))
    };
    let parts: io::Result<Vec<_>> = (0..generation.parts).map(open).collect();
    engine.load(&mut parts?)
}
