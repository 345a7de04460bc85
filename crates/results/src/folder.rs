//! What a results folder contains besides `results.h5`: model, summary, tables and plots.

use crate::source::Source;
use crate::{Model, ResultsError, Summary, csv, manifest, touchstone, vtk};
use std::path::{Path, PathBuf};

pub(crate) const RESULTS: &str = "results.h5";
pub(crate) const SUMMARY: &str = "summary.json";
pub(crate) const MODEL: &str = "model.json";

/// The contents of a finished folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The files, `results.h5` and `summary.json` first.
    pub files: Vec<PathBuf>,
}

/// Creates the folder if necessary, and removes the files of an earlier run.
pub(crate) fn begin(dir: &Path) -> Result<(), ResultsError> {
    std::fs::create_dir_all(dir).map_err(ResultsError::io(dir))?;
    // Files of an earlier run must not remain next to the data of this one. They are unlinked, not overwritten,
    // so a process that still has them open keeps its data.
    manifest::clear(dir, manifest::OF_A_RUN)?;
    for stale in [SUMMARY, RESULTS, MODEL].map(|name| dir.join(name)) {
        if stale.exists() {
            std::fs::remove_file(&stale).map_err(ResultsError::io(&stale))?;
        }
    }
    Ok(())
}

/// Writes the model to `model.json`.
pub(crate) fn write_model(dir: &Path, model: &Model) -> Result<(), ResultsError> {
    let path = dir.join(MODEL);
    let text = serde_json::to_string(model).map_err(ResultsError::json(&path))?;
    std::fs::write(&path, text + "\n").map_err(ResultsError::io(&path))
}

/// The text of `summary.json`.
pub(crate) fn summary_text(dir: &Path, summary: &Summary) -> Result<String, ResultsError> {
    let path = dir.join(SUMMARY);
    serde_json::to_string_pretty(summary).map_err(ResultsError::json(&path))
}

/// Writes the summary, the tables and the plots; `files` are those that exist already.
pub(crate) fn complete(
    dir: &Path,
    source: &dyn Source,
    summary: String,
    mut files: Vec<PathBuf>,
) -> Result<Written, ResultsError> {
    let path = dir.join(SUMMARY);
    std::fs::write(&path, summary + "\n").map_err(ResultsError::io(&path))?;
    files.push(path);
    files.extend(csv::write_all(source, dir)?);
    files.extend(touchstone::write_all(source, dir)?);
    files.extend(vtk::write_all(source, dir)?);
    // Plots take longest; list what exists so far in case they do not finish.
    manifest::add(dir, manifest::OF_A_RUN, &files)?;
    #[cfg(feature = "plot")]
    {
        files.extend(crate::plot::plot_source(source, dir)?);
        manifest::add(dir, manifest::OF_A_RUN, &files)?;
    }
    Ok(Written { files })
}

#[cfg(not(feature = "hdf5"))]
impl crate::Results {
    /// Writes the files of a results folder, without `results.h5`, which requires the feature `hdf5`.
    pub fn write(&self, dir: &Path) -> Result<Written, ResultsError> {
        self.require_finite()?;
        begin(dir)?;
        if let Some(model) = &self.model {
            write_model(dir, model)?;
        }
        // An interrupted run may not have got as far as every quantity.
        let mut filled = self.clone();
        filled.quantities.retain(|q| {
            let shape = q.declaration.shape();
            q.data.len() == shape.iter().product::<usize>()
        });
        let summary = summary_text(dir, &self.summary)?;
        complete(dir, &filled, summary, Vec::new())
    }
}
