//! Pictures of a case: computed results over the reference.

use poynting::results::{Axis, plot_all};
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
    /// Draws it as `name.svg` and `name.png` in a folder.
    pub fn draw(&self, name: &str, folder: &Path) -> Result<(), ResultsError> {
        let mut results = Results::default();
        self.title.clone_into(&mut results.summary.title);
        let (axis, unit, values) = self.axis;
        for (curve, data) in self.curves {
            let axis = Axis::new(axis, unit, values.to_vec());
            results.add_curve(&format!("{name}/{curve}"), self.unit, axis, data)?;
        }
        plot_all(&results, folder)?;
        Ok(())
    }
}
