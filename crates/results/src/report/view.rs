//! A scene before it is run: geometry, grid or mesh, warnings.

use super::template;
use crate::{Model, ResultsError};
use serde::Serialize;
use std::path::Path;

/// What the page of a scene shows before it is run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct View {
    /// The title of the scene.
    pub title: String,
    /// `fdtd`, `mom` or `rcwa`.
    pub solver: String,
    /// The version of the program.
    pub version: String,
    /// The name of the scene file.
    pub file: String,
    /// Its text.
    pub scene: String,
    /// Geometry, and grid or mesh.
    pub model: Model,
    /// Messages that call for a change, or for a reason not to make one.
    pub warnings: Vec<String>,
    /// Defaults and adjustments that need no action.
    pub notes: Vec<String>,
}

impl View {
    /// The page, as text.
    pub fn page(&self) -> Result<String, ResultsError> {
        template::page(&self.title, self)
    }

    /// Writes the page.
    pub fn write(&self, out: &Path) -> Result<(), ResultsError> {
        template::write(out, &self.page()?)
    }
}
