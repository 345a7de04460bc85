//! Results in memory.

use crate::checks::{check, check_append, not_finite};
use crate::source::Source;
use crate::{
    Axis, Declaration, Model, Quantity, QuantityId, Recorder, ResultsError, SceneText, Streamed,
    Summary,
};
use std::ops::Range;

/// All quantities of a run with its summary and scene.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Results {
    /// The recorded quantities.
    pub quantities: Vec<Quantity>,
    /// The key figures of the run.
    pub summary: Summary,
    /// The scene.
    pub scene: SceneText,
    /// The model; none if an earlier version made the results.
    pub model: Option<Model>,
}

impl Results {
    /// Results without quantities.
    pub fn new(scene: SceneText) -> Self {
        Self {
            scene,
            ..Self::default()
        }
    }

    /// The quantity with this name, such as `probe/center/Ez`.
    pub fn get(&self, name: &str) -> Option<&Quantity> {
        self.quantities.iter().find(|q| q.declaration.name == name)
    }

    /// Adds a curve over one axis.
    pub fn add_curve(
        &mut self,
        name: &str,
        unit: &str,
        axis: Axis,
        values: &[f64],
    ) -> Result<(), ResultsError> {
        self.add((name, unit, ""), vec![axis], values)
    }

    /// Adds a complete quantity, with its name, unit and description.
    pub fn add(
        &mut self,
        (name, unit, description): (&str, &str, &str),
        axes: Vec<Axis>,
        values: &[f64],
    ) -> Result<(), ResultsError> {
        let id = self.declare(Declaration::complete(name, unit, description, axes))?;
        self.append(id, &[], values)
    }

    /// Refuses non-finite values, unless the run was stopped early: a run with such values has failed.
    pub fn require_finite(&self) -> Result<(), ResultsError> {
        if self.summary.is_partial() {
            return Ok(());
        }
        let fault = |q: &Quantity| {
            let leading = q.declaration.axes.first();
            let leading = leading.map_or(&[][..], |axis| axis.values.as_slice());
            not_finite(&q.declaration, leading, &q.data)
        };
        self.quantities.iter().find_map(fault).map_or(Ok(()), Err)
    }

    /// The names of all quantities.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.quantities.iter().map(|q| q.declaration.name.as_str())
    }
}

impl Recorder for Results {
    fn declare(&mut self, declaration: Declaration) -> Result<QuantityId, ResultsError> {
        check(&declaration)?;
        if self.get(&declaration.name).is_some() {
            return Err(ResultsError::NameTaken(declaration.name));
        }
        self.quantities.push(Quantity {
            declaration,
            data: Vec::new(),
        });
        Ok(QuantityId(self.quantities.len() - 1))
    }

    fn append(
        &mut self,
        id: QuantityId,
        coordinates: &[f64],
        data: &[f64],
    ) -> Result<(), ResultsError> {
        let quantity = self
            .quantities
            .get_mut(id.0)
            .ok_or(ResultsError::UnknownQuantity(id.0))?;
        check_append(
            &quantity.declaration,
            quantity.data.len(),
            coordinates,
            data,
        )?;
        if quantity.declaration.streamed == Streamed::Yes {
            quantity.declaration.axes[0]
                .values
                .extend_from_slice(coordinates);
        }
        quantity.data.extend_from_slice(data);
        Ok(())
    }
}

impl Source for Results {
    fn declarations(&self) -> Vec<&Declaration> {
        self.quantities.iter().map(|q| &q.declaration).collect()
    }

    fn read(&self, index: usize, rows: Range<usize>) -> Result<Vec<f64>, ResultsError> {
        let q = &self.quantities[index];
        let n = q.declaration.slice_len();
        q.data
            .get(rows.start * n..rows.end * n)
            .map(<[f64]>::to_vec)
            .ok_or_else(|| ResultsError::WrongLength {
                name: q.declaration.name.clone(),
                expected: rows.end * n,
                found: q.data.len(),
            })
    }

    fn summary(&self) -> &Summary {
        &self.summary
    }

    fn version(&self) -> &str {
        &self.summary.version
    }

    fn model(&self) -> Option<&Model> {
        self.model.as_ref()
    }
}
