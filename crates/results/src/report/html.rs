//! The report of a run: verdict, checks and figures.

use super::figure::Figure;
use super::figures;
use super::template;
use crate::source::Source;
use crate::{Model, Results, ResultsError, SceneText, Summary, Value};
use serde::Serialize;
use std::path::Path;

/// How far something can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// As it should be.
    Good,
    /// Consider before using the numbers.
    Caution,
    /// Numbers are wrong, or likely to be.
    Poor,
}

/// One quantity compared with a limit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Check {
    /// What was checked.
    pub name: String,
    /// What was found.
    pub value: Value,
    /// What it should be.
    pub limit: String,
    /// The resulting grade.
    pub grade: Grade,
    /// What that means, in one sentence.
    pub meaning: String,
}

/// The overall assessment.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Verdict {
    /// The grade of the worst check.
    pub grade: Grade,
    /// In words.
    pub sentence: String,
}

/// What a report contains besides the results themselves.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// How far to trust the results.
    pub verdict: Verdict,
    /// The reasons for the verdict.
    pub checks: Vec<Check>,
}

/// Everything shown on the page.
#[derive(Serialize)]
struct Data<'a> {
    #[serde(flatten)]
    report: &'a Report,
    file: &'a str,
    scene: &'a str,
    summary: &'a Summary,
    model: Option<&'a Model>,
    figures: Vec<Figure>,
}

impl Report {
    /// Writes the page for a results folder. `results` need not contain the plotted data: they are read from the folder, slice by slice.
    #[cfg(feature = "hdf5")]
    pub fn write_for_directory(
        &self,
        results: &Results,
        dir: &Path,
        out: &Path,
    ) -> Result<(), ResultsError> {
        use crate::{directory, manifest};
        let page = self.page_from(&directory::reader(dir)?, results)?;
        template::write(out, &page)?;
        manifest::add(dir, manifest::OF_A_RUN, &[out.to_owned()])
    }

    /// Writes the page for results in memory.
    pub fn write(&self, results: &Results, out: &Path) -> Result<(), ResultsError> {
        template::write(out, &self.page(results)?)
    }

    /// The page for results in memory, as text.
    pub fn page(&self, results: &Results) -> Result<String, ResultsError> {
        self.page_from(results, results)
    }

    fn page_from(&self, source: &dyn Source, results: &Results) -> Result<String, ResultsError> {
        let SceneText {
            text, file_name, ..
        } = &results.scene;
        let data = Data {
            report: self,
            file: file_name,
            scene: text,
            summary: &results.summary,
            model: results.model.as_ref(),
            figures: figures::all(source)?,
        };
        template::page(&results.summary.title, &data)
    }
}
