//! `poynting plot`: redraws the plots of a results folder.

use super::files::expect_results;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use poynting_results::plot_directory;
use std::path::PathBuf;

/// Draw the plots of a folder of results again
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  poynting plot cavity-results")]
pub struct Plot {
    /// A folder that `poynting run` has written
    dir: PathBuf,
}

impl Plot {
    /// Draws the plots.
    pub fn execute(&self, out: &mut Output) -> Result<Exit, Failure> {
        expect_results(&self.dir)?;
        let files = plot_directory(&self.dir)?;
        if files.is_empty() {
            out.line("nothing was recorded that could be drawn");
        }
        for file in files {
            out.line(file.display());
        }
        Ok(Exit::Success)
    }
}
