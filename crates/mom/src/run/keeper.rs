//! Checkpoints of a run.
//!
//! The observations of a finished frequency go into the journal; a run that continues passes them to the sink again and solves only for the other
//! frequencies. The state within a frequency goes into at most two files: the matrix, and how far its factors or its iteration are. A matrix that is
//! complete is written once: later generations get the same file.
//!
//! An adaptive sweep also keeps the currents of its samples, from which its state follows.
//!
//! A state is written when that is worth its time (`Keeper::is_worth`).

use std::io;
use std::time::{Duration, Instant};

use poynting_checkpoint::{CheckpointError, Folder, Generation, Journal, SealedReader, Segment};
use poynting_exec::save_requested;
use poynting_linalg::Complex;

use super::figures::Figures;
use super::solved::Currents;
use super::stream_table::Values;
use crate::block_sparse::reals;
use crate::state::{State, put_count, put_numbers, take_count, take_numbers, unfit};
use poynting_mom_core::error::MomError;

/// A state is written early if computing it has taken this many times as long: early checkpoints take at most 5 % of the time.
const WORTH: f64 = 20.0;
/// Bytes per second that a disk is taken to write, and seconds to sync, before the first state has been written.
const SPEED: f64 = 200e6;
const SYNC: f64 = 0.01;
/// Bytes from which a written state tells the speed.
const TELLING: u64 = 1 << 20;
/// The kind of an entry of the journal: values of a quantity, the end of a frequency, or currents for an adaptive sweep.
const VALUES: usize = 0;
const END: usize = 1;
const CURRENTS: usize = 2;
/// The files of a generation.
const MATRIX: usize = 0;
const PROGRESS: usize = 1;

/// Where and how often checkpoints are written.
#[derive(Debug)]
pub struct Checkpoint {
    /// Where.
    pub folder: Folder,
    /// How often.
    pub every: Duration,
    /// Whether to continue from the latest one, if there is one.
    pub resume: bool,
}

/// A frequency that is solved.
#[derive(Debug, Clone, PartialEq)]
pub struct Finished {
    /// Which, in hertz.
    pub hertz: f64,
    /// All observations.
    pub values: Vec<Values>,
    /// The currents, if a sweep interpolates them.
    pub currents: Currents,
    /// Quality of the solution.
    pub figures: Figures,
    /// Seconds of assembly, factorisation and solution.
    pub times: [f64; 3],
}

/// The state within a frequency, to continue from.
#[derive(Debug, Default)]
pub struct Restored {
    /// The matrix.
    pub matrix: Option<SealedReader>,
    /// Its factors or its iteration.
    pub progress: Option<SealedReader>,
}

/// Writes the checkpoints of a run.
#[derive(Debug)]
pub struct Keeper {
    checkpoint: Checkpoint,
    journal: Journal,
    latest: u64,
    /// The generation with the complete matrix of this frequency.
    matrix_in: Option<u64>,
    /// A frequency has been finished since.
    has_more: bool,
    last: Instant,
    /// Bytes per second.
    speed: f64,
}

impl Keeper {
    /// Begins or continues a run; returns what was finished already in the order in which it was, and the state within the next frequency.
    pub fn begin(checkpoint: Checkpoint) -> Result<(Self, Vec<Finished>, Restored), MomError> {
        let folder = &checkpoint.folder;
        let latest = match checkpoint.resume.then(|| folder.latest()).transpose() {
            Ok(latest) => latest,
            // It was ended before its first checkpoint.
            Err(CheckpointError::Missing(_)) => None,
            Err(e) => return Err(e.into()),
        };
        let (mut old, mut restored) = (Vec::new(), Restored::default());
        let journal = match &latest {
            Some(latest) => {
                old = finished(folder, latest)?;
                let open = |part: usize| -> Result<_, CheckpointError> {
                    let file = (part < latest.parts).then(|| folder.open(latest.step, part));
                    file.transpose().map_err(|e| folder.error(e))
                };
                restored.matrix = open(MATRIX)?;
                restored.progress = open(PROGRESS)?;
                folder.resume(latest)?
            }
            None if checkpoint.resume => folder.restart()?,
            None => folder.clear()?,
        };
        let step = latest.map_or(0, |latest| latest.step);
        let keeper = Self {
            journal,
            latest: step,
            matrix_in: restored.progress.is_some().then_some(step),
            has_more: false,
            last: Instant::now(),
            speed: SPEED,
            checkpoint,
        };
        Ok((keeper, old, restored))
    }

    /// Keeps the state within a frequency, if it is worth it or was requested.
    pub fn offer(
        &mut self,
        matrix: &dyn State,
        progress: Option<&dyn State>,
        is_stopped: bool,
    ) -> Result<(), MomError> {
        let mut bytes = progress.map_or(0, State::bytes);
        if self.matrix_in.is_none() {
            bytes += matrix.bytes();
        }
        if save_requested() || self.is_worth(bytes, is_stopped) {
            self.write(bytes, Some((matrix, progress)))?;
        } else if is_stopped {
            self.keep_unwritten()?;
        }
        Ok(())
    }

    /// The folder.
    pub fn folder(&self) -> &Folder {
        &self.checkpoint.folder
    }

    /// Keeps frequencies that no generation has yet.
    pub fn keep_unwritten(&mut self) -> Result<(), MomError> {
        if self.has_more {
            self.write(0, None)?;
        }
        Ok(())
    }

    /// Keeps the frequencies that are finished, if that was requested or the run ends; for states that lie in the folder already.
    pub fn keep_finished(&mut self, is_stopped: bool) -> Result<(), MomError> {
        if save_requested() {
            return self.write(0, None);
        }
        if is_stopped {
            self.keep_unwritten()?;
        }
        Ok(())
    }

    /// Keeps the observations of a frequency.
    pub fn finished(&mut self, finished: &Finished) -> Result<(), MomError> {
        let appended = append(&mut self.journal, finished);
        let bytes = appended.map_err(|e| self.checkpoint.folder.error(e))?;
        self.matrix_in = None;
        self.has_more = true;
        if save_requested() || self.is_worth(bytes, false) {
            self.write(bytes, None)?;
        }
        Ok(())
    }

    /// Whether it takes longer to compute again what has been computed since the last checkpoint than to write this many bytes: longer at all if the
    /// checkpoint is due or the run ends, and much longer before.
    fn is_worth(&self, bytes: u64, is_stopped: bool) -> bool {
        let spent = self.last.elapsed();
        let cost = SYNC + bytes as f64 / self.speed;
        let is_due = is_stopped || spent >= self.checkpoint.every;
        spent.as_secs_f64() >= if is_due { cost } else { WORTH * cost }
    }

    /// Writes a generation.
    fn write(
        &mut self,
        bytes: u64,
        state: Option<(&dyn State, Option<&dyn State>)>,
    ) -> Result<(), MomError> {
        let (start, next) = (Instant::now(), self.latest + 1);
        let folder = &self.checkpoint.folder;
        let write = |part: usize, state: &dyn State| {
            let mut file = folder.create(next, part)?;
            state.save(&mut file)?;
            file.finish()
        };
        let mut save = || -> io::Result<usize> {
            let Some((matrix, progress)) = state else {
                return Ok(0);
            };
            let is_carried =
                (self.matrix_in).is_some_and(|n| folder.carry(MATRIX, n, next).is_ok());
            if !is_carried {
                write(MATRIX, matrix)?;
            }
            self.matrix_in = matrix.is_final().then_some(next);
            progress.map_or(Ok(1), |progress| write(PROGRESS, progress).map(|()| 2))
        };
        let parts = save().map_err(|e| folder.error(e))?;
        let len = self.journal.sync().map_err(|e| folder.error(e))?;
        folder.complete(next, &[Segment { first: 0, parts }], len)?;
        if bytes >= TELLING {
            self.speed = bytes as f64 / start.elapsed().as_secs_f64();
        }
        self.latest = next;
        self.has_more = false;
        self.last = Instant::now();
        Ok(())
    }
}

/// Appends a frequency, one entry per quantity; returns the bytes.
fn append(journal: &mut Journal, finished: &Finished) -> io::Result<u64> {
    let mut bytes = 0;
    let mut add = |entry: &[u8]| {
        bytes += entry.len() as u64;
        journal.append(entry)
    };
    for (quantity, values) in &finished.values {
        let mut entry = Vec::new();
        put_count(&mut entry, VALUES)?;
        put_count(&mut entry, *quantity)?;
        put_numbers(&mut entry, values)?;
        add(&entry)?;
    }
    for currents in &finished.currents {
        let mut entry = Vec::new();
        put_count(&mut entry, CURRENTS)?;
        put_numbers(&mut entry, reals(currents))?;
        add(&entry)?;
    }
    let mut entry = Vec::new();
    put_count(&mut entry, END)?;
    put_numbers(&mut entry, &[finished.hertz])?;
    put_numbers(&mut entry, &finished.figures.numbers())?;
    put_numbers(&mut entry, &finished.times)?;
    add(&entry)?;
    Ok(bytes)
}

/// The frequencies in the journal.
fn finished(folder: &Folder, generation: &Generation) -> Result<Vec<Finished>, MomError> {
    let read = || -> io::Result<Vec<Finished>> {
        let (mut all, mut values, mut currents) = (Vec::new(), Vec::new(), Vec::new());
        for entry in folder.entries(generation)? {
            let entry = entry?;
            let from = &mut &entry[..];
            match take_count(from)? {
                VALUES => values.push((take_count(from)?, take_numbers(from)?)),
                CURRENTS => {
                    let numbers = take_numbers(from)?;
                    let pairs = numbers.chunks_exact(2).map(|z| Complex::new(z[0], z[1]));
                    currents.push(pairs.collect());
                }
                END => {
                    let [hertz] = take_numbers(from)?.try_into().map_err(|_| unfit())?;
                    let figures = take_numbers(from)?.try_into().map_err(|_| unfit())?;
                    all.push(Finished {
                        hertz,
                        values: std::mem::take(&mut values),
                        currents: std::mem::take(&mut currents),
                        figures: Figures::of_numbers(figures),
                        times: take_numbers(from)?.try_into().map_err(|_| unfit())?,
                    });
                }
                _ => return Err(unfit()),
            }
        }
        Ok(all)
    };
    Ok(read().map_err(|e| folder.error(e))?)
}
