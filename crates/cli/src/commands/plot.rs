//! `poynting plot`: redraws the plots of a results folder.

use super::files::expect_results;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use poynting_results::plot_directory;
use std::path::PathBuf;

/// Redraw the plots of a results folder
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  poynting plot cavity-results")]
pub struct Plot {
    /// Results folder written by `poynting run`
    dir: PathBuf,
}

impl Plot {
    /// Draws the plots.
    pub fn execute(&self, out: &mut Output) -> Result<Exit, Failure> {
        expect_results(&self.dir)?;
        let files = plot_directory(&self.dir)?;
        if files.is_empty() {
            out.line("the results contain nothing that can be plotted");
        }
        for file in files {
            out.line(file.display());
        }
        Ok(Exit::Success)
    }
}
