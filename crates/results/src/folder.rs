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
        let draft = crate::draft::Draft::begin(dir)?;
        let folder = draft.folder();
        if let Some(model) = &self.model {
            write_model(folder, model)?;
        }
        // An interrupted run may not have got as far as every quantity.
        let mut filled = self.clone();
        filled.quantities.retain(|q| {
            let shape = q.declaration.shape();
            q.data.len() == shape.iter().product::<usize>()
        });
        let summary = summary_text(folder, &self.summary)?;
        let Written { files } = complete(folder, &filled, summary, Vec::new())?;
        let files = draft.replace(&files)?;
        Ok(Written { files })
    }
}
