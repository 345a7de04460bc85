//! What the stages of a frequency report while they work, and the state that they keep.

use std::ops::ControlFlow;

use super::job::Stage;
use super::keeper::{Keeper, Restored};
use crate::krylov::Step as Iteration;
use crate::state::State;
use poynting_mom_core::error::MomError;

/// Called when a stage begins and as it advances; may stop the run.
pub type Watcher<'a> = dyn FnMut(Stage, Option<&Iteration>) -> ControlFlow<()> + 'a;

/// The stages of a frequency.
pub struct Stages<'a> {
    /// Receives reports.
    pub watch: &'a mut Watcher<'a>,
    /// Keeps their state, if the run has checkpoints.
    pub keeper: Option<&'a mut Keeper>,
    /// The state to continue from.
    pub restored: Restored,
}

impl Stages<'_> {
    /// Reports the beginning of a frequency. A run that ends here keeps those that are finished.
    pub fn begin(&mut self, stage: Stage) -> Result<ControlFlow<()>, MomError> {
        let flow = (self.watch)(stage, None);
        if let Some(keeper) = self.keeper.as_mut().filter(|_| flow.is_break()) {
            keeper.keep_unwritten()?;
        }
        Ok(flow)
    }

    /// Reports a stage whose state lies on disk.
    pub fn pass(&mut self, stage: Stage) -> Result<ControlFlow<()>, MomError> {
        let flow = (self.watch)(stage, None);
        if let Some(keeper) = &mut self.keeper {
            keeper.keep_finished(flow.is_break())?;
        }
        Ok(flow)
    }

    /// Reports the beginning of a stage that needs the whole matrix.
    pub fn keep_matrix(
        &mut self,
        stage: Stage,
        matrix: &dyn State,
    ) -> Result<ControlFlow<()>, MomError> {
        // What has been made from it already is not forgotten before it is used.
        if self.restored.progress.is_some() {
            return Ok((self.watch)(stage, None));
        }
        self.advance((stage, None), matrix, None)
    }

    /// Reports the state of a stage: the matrix, and what has been made from it.
    pub fn advance(
        &mut self,
        (stage, iteration): (Stage, Option<&Iteration>),
        matrix: &dyn State,
        progress: Option<&dyn State>,
    ) -> Result<ControlFlow<()>, MomError> {
        let flow = (self.watch)(stage, iteration);
        if let Some(keeper) = &mut self.keeper {
            keeper.offer(matrix, progress, flow.is_break())?;
        }
        Ok(flow)
    }
}
