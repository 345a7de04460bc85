//! Errors of many items, collected so that a user sees all of them at once.

use crate::error::FdtdError;

/// Errors found so far.
#[derive(Debug, Default)]
pub struct Mistakes(Vec<FdtdError>);

impl Mistakes {
    /// Checks every item, and keeps the errors.
    pub fn check<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        check: impl FnMut(T) -> Result<(), FdtdError>,
    ) {
        self.0
            .extend(items.into_iter().map(check).filter_map(Result::err));
    }

    /// The only error, or all of them as one.
    pub fn result(mut self) -> Result<(), FdtdError> {
        match self.0.len() {
            0 => Ok(()),
            1 => Err(self.0.remove(0)),
            _ => Err(FdtdError::Several(self.0)),
        }
    }
}
