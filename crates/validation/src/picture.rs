//! Pictures of a case: what was computed over what it is held against.

use poynting::results::{Axis, Declaration, Recorder, Storage, Streamed, plot_all};
use poynting::{Results, ResultsError};
use std::path::Path;

/// Curves over one axis.
pub(crate) struct Picture<'a> {
    pub title: &'a str,
    /// Name, unit and values of the axis.
    pub axis: (&'a str, &'a str, &'a [f64]),
    /// Unit of the curves.
    pub unit: &'a str,
    pub curves: &'a [(&'a str, Vec<f64>)],
}

impl Picture<'_> {
    /// Draws it as `name.svg` and `name.png` into a folder.
    pub fn draw(&self, name: &str, folder: &Path) -> Result<(), ResultsError> {
        let mut results = Results::default();
        self.title.clone_into(&mut results.summary.title);
        let (axis, unit, values) = self.axis;
        for (curve, data) in self.curves {
            let id = results.declare(Declaration {
                name: format!("{name}/{curve}"),
                unit: self.unit.to_owned(),
                axes: vec![Axis::new(axis, unit, values.to_vec())],
                streamed: Streamed::No,
                storage: Storage::F64,
                description: String::new(),
            })?;
            results.append(id, &[], data)?;
        }
        std::fs::create_dir_all(folder).map_err(|e| ResultsError::Io {
            path: folder.to_owned(),
            source: e,
        })?;
        plot_all(&results, folder)?;
        Ok(())
    }
}
