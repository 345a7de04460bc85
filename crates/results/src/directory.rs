//! A results folder: written while the solver runs, completed with tables and plots.

use crate::draft::{Draft, settle};
use crate::folder::{self, MODEL, RESULTS, SUMMARY};
use crate::hdf::{Reader, Writer};
use crate::input::{self, MOST_OF_A_LIST, MOST_OF_A_MODEL};
use crate::sink::boxed;
use crate::{
    Declaration, Model, QuantityId, Recorder, Results, ResultsError, SceneText, Streamed, Summary,
    Written,
};
use poynting_observe::{Part, Parts, SinkError};
use std::path::Path;
#[cfg(feature = "plot")]
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A killed run loses at most this much.
const FLUSH_INTERVAL: Duration = Duration::from_secs(5);

/// A folder being written.
pub struct Directory {
    draft: Draft,
    writer: Writer,
    flushed: Option<Instant>,
    /// The files of ranks.
    part_files: Vec<String>,
}

impl Directory {
    /// Creates the folder if necessary, and a new `results.h5` for it. Earlier results stay until the new ones are complete.
    pub fn create(dir: &Path, scene: &SceneText, version: &str) -> Result<Self, ResultsError> {
        let draft = Draft::begin(dir)?;
        let writer = Writer::create(&draft.folder().join(RESULTS), scene, version)?;
        Ok(Self {
            draft,
            writer,
            flushed: None,
            part_files: Vec::new(),
        })
    }

    /// Writes the model to `model.json`.
    pub fn describe(&self, model: &Model) -> Result<(), ResultsError> {
        folder::write_model(self.draft.folder(), model)
    }

    /// Flushes buffers to disk. This also happens automatically every few seconds.
    pub fn flush(&mut self) -> Result<(), ResultsError> {
        self.writer.flush()?;
        self.flushed = Some(Instant::now());
        Ok(())
    }

    /// Completes the files of the ranks of this process.
    pub fn close_parts(&mut self) -> Result<(), ResultsError> {
        self.writer.close_parts()
    }

    /// Presents what the ranks of all processes have written, and completed, as whole quantities.
    pub fn join_parts(&mut self) -> Result<(), ResultsError> {
        self.part_files = self.writer.join_parts()?;
        self.flush()
    }

    /// Closes `results.h5`, and writes the summary, the CSV, Touchstone and VTK files and the plots.
    ///
    /// A non-finite value makes the run a failed one: its data are kept for diagnosis, but no summary is written.
    pub fn finish(self, summary: &Summary) -> Result<Written, ResultsError> {
        let Self {
            draft,
            mut writer,
            part_files,
            ..
        } = self;
        let dir = draft.folder();
        if let (Some(fault), false) = (writer.fault.take(), summary.is_partial()) {
            writer.flush()?;
            return Err(fault);
        }
        let text = folder::summary_text(dir, summary)?;
        let mut reader = writer.finish(&text)?;
        reader.summary.clone_from(summary);
        reader.model = read_model(dir)?;
        let written = std::iter::once(RESULTS.to_owned()).chain(part_files);
        let written = written.map(|name| dir.join(name)).collect();
        let Written { files } = folder::complete(dir, &reader, text, written)?;
        // The file is closed before it is moved.
        drop(reader);
        let files = draft.replace(&files)?;
        Ok(Written { files })
    }
}

impl Parts for Directory {
    fn declare(&mut self, declaration: &Declaration, parts: &[Part]) -> Result<(), SinkError> {
        let declared = self.writer.declare_parts(declaration.clone(), parts);
        declared.map(drop).map_err(boxed)
    }

    fn append(
        &mut self,
        quantity: usize,
        leading: f64,
        values: &[(usize, Vec<f64>)],
    ) -> Result<(), SinkError> {
        let appended = self.writer.append_parts(quantity, leading, values);
        appended.and_then(|()| self.flush_at_times()).map_err(boxed)
    }
}

impl Recorder for Directory {
    fn declare(&mut self, declaration: Declaration) -> Result<QuantityId, ResultsError> {
        self.writer.declare(declaration).map(QuantityId)
    }

    fn append(
        &mut self,
        id: QuantityId,
        coordinates: &[f64],
        data: &[f64],
    ) -> Result<(), ResultsError> {
        self.writer.append(id.0, coordinates, data)?;
        self.flush_at_times()
    }
}

impl Directory {
    fn flush_at_times(&mut self) -> Result<(), ResultsError> {
        if self.flushed.is_none_or(|at| at.elapsed() >= FLUSH_INTERVAL) {
            self.flush()?;
        }
        Ok(())
    }
}

impl Results {
    /// Writes the same folder as a run into it would have.
    pub fn write(&self, dir: &Path) -> Result<Written, ResultsError> {
        let mut directory = Directory::create(dir, &self.scene, &self.summary.version)?;
        if let Some(model) = &self.model {
            directory.describe(model)?;
        }
        for quantity in &self.quantities {
            let mut declaration = quantity.declaration.clone();
            let coordinates = match declaration.streamed {
                Streamed::Yes => std::mem::take(&mut declaration.axes[0].values),
                Streamed::No => Vec::new(),
            };
            let id = Recorder::declare(&mut directory, declaration)?;
            // An interrupted run may not have got as far as this quantity.
            if !quantity.data.is_empty() {
                Recorder::append(&mut directory, id, &coordinates, &quantity.data)?;
            }
        }
        directory.finish(&self.summary)
    }
}

/// Reads a folder of results into memory.
///
/// If the run did not finish, the summary is empty and `stopped_by` is `unfinished`.
pub fn open(dir: &Path) -> Result<Results, ResultsError> {
    open_where(dir, |_| true)
}

/// Reads only quantities over a single axis, no fields or patterns.
pub fn open_series(dir: &Path) -> Result<Results, ResultsError> {
    open_where(dir, |declaration| declaration.axes.len() == 1)
}

/// Reads the requested quantities of a folder.
pub fn open_where(
    dir: &Path,
    wanted: impl Fn(&Declaration) -> bool,
) -> Result<Results, ResultsError> {
    let reader = reader(dir)?;
    Ok(Results {
        quantities: reader.select(wanted)?,
        scene: reader.scene()?,
        summary: reader.summary,
        model: reader.model,
    })
}

/// Opens the data of a folder; values are read on demand.
pub(crate) fn reader(dir: &Path) -> Result<Reader, ResultsError> {
    let dir = &settle(dir)?;
    let mut reader = Reader::open(&dir.join(RESULTS))?;
    reader.summary = read_summary(dir, &reader.version)?;
    reader.model = read_model(dir)?;
    Ok(reader)
}

/// Redraws the plots of a folder, reading only the slices that are drawn.
#[cfg(feature = "plot")]
pub fn plot_directory(dir: &Path) -> Result<Vec<PathBuf>, ResultsError> {
    use crate::manifest;
    let files = crate::plot::plot_source(&reader(dir)?, dir)?;
    manifest::add(dir, manifest::OF_A_RUN, &files)?;
    Ok(files)
}

fn read_summary(dir: &Path, version: &str) -> Result<Summary, ResultsError> {
    let path = dir.join(SUMMARY);
    let Some(summary) = input::json::<Summary>(&path, MOST_OF_A_LIST)? else {
        return Ok(Summary::unfinished(version.to_owned()));
    };
    match summary.fault() {
        Some(cause) => Err(input::damaged(&path, "the text", cause)),
        None => Ok(summary),
    }
}

fn read_model(dir: &Path) -> Result<Option<Model>, ResultsError> {
    let path = dir.join(MODEL);
    let model = input::json::<Model>(&path, MOST_OF_A_MODEL)?;
    match model.as_ref().and_then(Model::fault) {
        Some(cause) => Err(input::damaged(&path, "the text", cause)),
        None => Ok(model),
    }
}
