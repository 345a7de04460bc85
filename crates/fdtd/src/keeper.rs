//! Checkpoints of a run.
//!
//! Whatever a run observes goes into a journal, and from time to time its state into files. A run that continues receives the journal by the same
//! code that has received the observations before; that brings everything but the fields to where it was. The fields are read from the
//! files, on any number of ranks.
//!
//! What a rank has captured goes into a journal of its own. A run that continues begins new ones, and keeps the earlier ones.

use crate::checkpoint::Checkpoint;
use crate::error::FdtdError;
use crate::run_state::RunState;
use poynting_checkpoint::{CheckpointError, Entries, Folder, Generation, Segment};
use poynting_exec::{Real, bytes_of, bytes_of_mut, save_requested};
use poynting_fdtd_core::block::BLOCK;
use poynting_fdtd_core::engine::{Engine, SavedBoxes, Source};
use poynting_fdtd_core::journal::{self, Entry};
use poynting_fdtd_core::record::Record;
use std::io;
use std::time::Instant;

/// Writes the checkpoints of a run.
pub struct Keeper {
    settings: Checkpoint,
    /// The starts of the run.
    segments: Vec<Segment>,
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
            if latest.step > run.max_steps() {
                return Err(CheckpointError::State(unfit()).into());
            }
            replay(folder, latest, run, engine).map_err(|e| folder.error(e))?;
        }
        run.journal = journal;
        let step = latest.as_ref().map_or(0, |latest| latest.step);
        for (rank, nodes) in engine.ranks() {
            let begun = folder.begin_part(step, rank).and_then(|mut journal| {
                let nodes = nodes.map(|range| [range.start as u32, range.end as u32]);
                journal.append(bytes_of(nodes.as_flattened()))?;
                Ok(journal)
            });
            run.part_journals.push(begun.map_err(|e| folder.error(e))?);
        }
        let mut segments = latest.map_or_else(Vec::new, |latest| latest.segments);
        segments.push(Segment {
            first: step,
            parts: settings.parts,
        });
        run.resumed = step;
        let keeper = Self {
            settings,
            segments,
            last: Instant::now(),
        };
        Ok((keeper, step))
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
        for journal in &mut run.part_journals {
            journal.sync().map_err(|e| folder.error(e))?;
        }
        // All parts are written.
        engine.agrees(false);
        if let Some(journal) = &mut run.journal {
            let len = journal.sync().map_err(|e| folder.error(e))?;
            folder.complete(step, &self.segments, len)?;
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
    let instruments = engine.instruments(0);
    let mut record = Record::<T>::new(&instruments.samples, &[], BLOCK);
    let mut segments = generation.segments.iter().peekable();
    let mut captured = Vec::new();
    let mut done = 0;
    for entry in folder.entries(generation)? {
        match journal::read(&entry?, &mut record).ok_or_else(unfit)? {
            Entry::Record => {
                let first = record.block.first_step;
                let until = first.checked_add(record.block.steps as u64);
                done = until
                    .filter(|until| first == done && *until <= generation.step)
                    .ok_or_else(unfit)?;
                while let Some(segment) = segments.next_if(|segment| segment.first <= first) {
                    let parts = 0..segment.parts;
                    let parts =
                        parts.map(|part| saved_boxes(folder.entries_of(segment.first, part)?));
                    captured = parts.collect::<io::Result<_>>()?;
                }
                engine.recall(&record, &mut captured)?;
                let taken = engine.collect(0, &mut |_, record, instruments| {
                    run.take(record, instruments);
                });
                taken.map_err(io::Error::other)?;
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

fn unfit() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        "the journal does not fit the scene",
    )
}

/// The journal of a part, which begins with the nodes that the part owned.
fn saved_boxes(mut entries: Entries) -> io::Result<SavedBoxes<'static>> {
    let mut own = [[0_u32; 2]; 3];
    let begin = entries.next().ok_or(io::ErrorKind::UnexpectedEof)??;
    let bytes = bytes_of_mut(own.as_flattened_mut());
    if begin.len() != bytes.len() {
        return Err(io::ErrorKind::InvalidData.into());
    }
    bytes.copy_from_slice(&begin);
    if own.iter().any(|[start, end]| start > end) {
        return Err(io::ErrorKind::InvalidData.into());
    }
    Ok(SavedBoxes {
        own: own.map(|[start, end]| start as usize..end as usize),
        entries: Box::new(entries),
    })
}
