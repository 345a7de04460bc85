//! A folder of results: written while the solver runs, finished with tables and pictures.

use crate::hdf::{Reader, Writer};
use crate::{
    Declaration, Model, QuantityId, Recorder, Results, ResultsError, SceneText, Streamed, Summary,
    csv, manifest, plot, touchstone, vtk,
};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const RESULTS: &str = "results.h5";
const SUMMARY: &str = "summary.json";
const MODEL: &str = "model.json";
/// At most this much of a run is lost when it is killed.
const FLUSH_INTERVAL: Duration = Duration::from_secs(5);

/// A folder that is being written.
pub struct Directory {
    dir: PathBuf,
    writer: Writer,
    flushed: Option<Instant>,
}

/// What a finished folder holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The files, `results.h5` and `summary.json` first.
    pub files: Vec<PathBuf>,
}

impl Directory {
    /// Makes the folder if need be, and a new `results.h5` in it.
    pub fn create(dir: &Path, scene: &SceneText, version: &str) -> Result<Self, ResultsError> {
        std::fs::create_dir_all(dir).map_err(ResultsError::io(dir))?;
        // What an earlier run left must not stand beside the data of this one; and whoever still has its
        // data open keeps them, since they are unlinked and not overwritten.
        manifest::clear(dir, manifest::OF_A_RUN)?;
        for stale in [SUMMARY, RESULTS, MODEL].map(|name| dir.join(name)) {
            if stale.exists() {
                std::fs::remove_file(&stale).map_err(ResultsError::io(&stale))?;
            }
        }
        let writer = Writer::create(&dir.join(RESULTS), scene, version)?;
        Ok(Self {
            dir: dir.to_owned(),
            writer,
            flushed: None,
        })
    }

    /// Writes what was modelled into `model.json`.
    pub fn describe(&self, model: &Model) -> Result<(), ResultsError> {
        let path = self.dir.join(MODEL);
        let text = serde_json::to_string(model).map_err(ResultsError::json(&path))?;
        std::fs::write(&path, text + "\n").map_err(ResultsError::io(&path))
    }

    /// Writes to disk what is still in buffers. This also happens every few seconds by itself.
    pub fn flush(&mut self) -> Result<(), ResultsError> {
        self.writer.flush()?;
        self.flushed = Some(Instant::now());
        Ok(())
    }

    /// Closes `results.h5`, and writes the summary, the CSV, Touchstone and VTK files and the plots.
    ///
    /// A value that is not finite makes the run a failed one: its data stay as they are, without a summary, for whoever looks for the cause.
    pub fn finish(self, summary: &Summary) -> Result<Written, ResultsError> {
        let Self {
            dir, mut writer, ..
        } = self;
        if let (Some(fault), false) = (writer.fault.take(), summary.is_partial()) {
            writer.flush()?;
            return Err(fault);
        }
        let path = dir.join(SUMMARY);
        let text = serde_json::to_string_pretty(summary).map_err(ResultsError::json(&path))?;
        let mut reader = writer.finish(&text)?;
        std::fs::write(&path, text + "\n").map_err(ResultsError::io(&path))?;

        reader.summary.clone_from(summary);
        reader.model = read(&dir.join(MODEL))?;
        let mut files = vec![dir.join(RESULTS), path];
        files.extend(csv::write_all(&reader, &dir)?);
        files.extend(touchstone::write_all(&reader, &dir)?);
        files.extend(vtk::write_all(&reader, &dir)?);
        // Pictures take longest; what is there before is listed in case they do not come to their end.
        manifest::add(&dir, manifest::OF_A_RUN, &files)?;
        files.extend(plot::plot_source(&reader, &dir)?);
        manifest::add(&dir, manifest::OF_A_RUN, &files)?;
        Ok(Written { files })
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
        if self.flushed.is_none_or(|at| at.elapsed() >= FLUSH_INTERVAL) {
            self.flush()?;
        }
        Ok(())
    }
}

impl Results {
    /// Writes the folder that a run into it would have written.
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
            let id = directory.declare(declaration)?;
            // A run that was interrupted may have had no time for it.
            if !quantity.data.is_empty() {
                directory.append(id, &coordinates, &quantity.data)?;
            }
        }
        directory.finish(&self.summary)
    }
}

/// Reads a folder of results into memory.
///
/// Where the run did not come to its end the summary is empty and `stopped_by` is `unfinished`.
pub fn open(dir: &Path) -> Result<Results, ResultsError> {
    open_where(dir, |_| true)
}

/// Reads what a folder holds over one axis alone, and nothing of fields and patterns.
pub fn open_series(dir: &Path) -> Result<Results, ResultsError> {
    open_where(dir, |declaration| declaration.axes.len() == 1)
}

/// Reads those quantities of a folder that are wanted.
pub fn open_where(
    dir: &Path,
    wanted: impl Fn(&Declaration) -> bool,
) -> Result<Results, ResultsError> {
    let reader = reader(dir)?;
    Ok(Results {
        quantities: reader.select(wanted)?,
        scene: reader.scene()?,
        summary: reader.summary,
        model: read(&dir.join(MODEL))?,
    })
}

/// Opens the data of a folder; they are read where they are asked for.
pub(crate) fn reader(dir: &Path) -> Result<Reader, ResultsError> {
    let mut reader = Reader::open(&dir.join(RESULTS))?;
    reader.summary = read_summary(dir, &reader.version)?;
    reader.model = read(&dir.join(MODEL))?;
    Ok(reader)
}

/// Draws the plots of a folder again, reading only the slices that are drawn.
pub fn plot_directory(dir: &Path) -> Result<Vec<PathBuf>, ResultsError> {
    let files = plot::plot_source(&reader(dir)?, dir)?;
    manifest::add(dir, manifest::OF_A_RUN, &files)?;
    Ok(files)
}

fn read_summary(dir: &Path, version: &str) -> Result<Summary, ResultsError> {
    let summary = read(&dir.join(SUMMARY))?;
    Ok(summary.unwrap_or_else(|| Summary::unfinished(version.to_owned())))
}

/// What a JSON file holds, if it exists.
fn read<T: serde::de::DeserializeOwned>(path: &Path) -> Result<Option<T>, ResultsError> {
    match std::fs::read_to_string(path) {
        Ok(text) => serde_json::from_str(&text).map_err(ResultsError::json(path)),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(ResultsError::io(path)(e)),
    }
}
