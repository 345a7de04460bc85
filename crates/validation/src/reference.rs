//! Reference tables; `reference/README.md` gives their sources.

use crate::ValidationError;
use poynting_physics::Complex;

/// A table with named columns.
#[derive(Debug)]
pub(crate) struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<f64>>,
}

impl Table {
    /// Reads comma-separated values: comments with `#`, a line of names, then numbers. A first cell that is not a number
    /// is read as NaN.
    pub fn read(text: &str) -> Self {
        let mut lines = text
            .lines()
            .filter(|l| !l.starts_with('#') && !l.trim().is_empty());
        let names = lines.next().unwrap_or_default().split(',');
        let number = |cell: &str| cell.trim().parse().unwrap_or(f64::NAN);
        Self {
            columns: names.map(|n| n.trim().to_owned()).collect(),
            rows: lines
                .map(|line| line.split(',').map(number).collect())
                .collect(),
        }
    }

    /// A column.
    pub fn column(&self, name: &str) -> Result<Vec<f64>, ValidationError> {
        let place = self.columns.iter().position(|c| c == name);
        let place = place.ok_or_else(|| ValidationError::Missing(name.to_owned()))?;
        Ok(self.rows.iter().map(|row| row[place]).collect())
    }

    /// A column of complex numbers: its parts are `Re_name` and `Im_name`.
    pub fn complex(&self, name: &str) -> Result<Vec<Complex>, ValidationError> {
        let [re, im] = ["Re", "Im"].map(|part| self.column(&format!("{part}_{name}")));
        let both = re?.into_iter().zip(im?);
        Ok(both.map(|(re, im)| Complex::new(re, im)).collect())
    }
}
