//! Errors between a scene and its orders.

use poynting_exec::{ExceedsMemory, PartExceedsMemory};
use poynting_observe::SinkError;
use poynting_rcwa::RcwaError;

/// Why a scene cannot be solved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GratingError {
    /// Something in a scene that only another solver supports.
    #[error("RCWA does not support {what}: {reason}")]
    Refused {
        /// What, by name.
        what: String,
        /// Why, or what is supported instead.
        reason: String,
    },
    /// No result is requested at any frequency.
    #[error(
        "RCWA has no frequency to solve for: set `frequencies` in a monitor or in the table `rcwa`"
    )]
    NoFrequencies,
    /// The wave vector along the boundaries is too long for a wave in the medium that the wave comes from.
    #[error(
        "at {:.6e} Hz no wave arrives: with the Bloch wave vector of the boundaries it propagates above {:.6e} Hz only; request higher \
         frequencies, or set fixed = \"angle\" in the table `rcwa`",
        hertz,
        least
    )]
    Evanescent {
        /// The frequency.
        hertz: f64,
        /// The lowest frequency at which it propagates.
        least: f64,
    },
    /// The stack cannot be solved.
    #[error("at {hertz:.6e} Hz: {cause}")]
    Solution {
        /// The frequency.
        hertz: f64,
        /// Why.
        cause: RcwaError,
    },
    /// The observations cannot be recorded.
    #[error(transparent)]
    Sink(#[from] SinkError),
    /// The model does not fit.
    #[error(transparent)]
    Memory(#[from] ExceedsMemory),
    /// A part of the model does not fit by itself.
    #[error(transparent)]
    Part(#[from] PartExceedsMemory),
}

/// The error for something that is not supported.
pub(crate) fn refused(what: String, reason: impl Into<String>) -> GratingError {
    GratingError::Refused {
        what,
        reason: reason.into(),
    }
}
