//! Why a validation stops.

/// Why a validation stops; a case that misses its tolerance does not stop it.
#[derive(Debug, thiserror::Error)]
pub enum ValidationError {
    /// No case has this name.
    #[error("there is no case `{name}`; the nearest is `{nearest}`")]
    UnknownCase {
        /// The requested name.
        name: String,
        /// The most similar name.
        nearest: String,
    },
    /// No solver has this name.
    #[error("there is no solver `{0}`; write `fdtd`, `mom` or `rcwa`")]
    UnknownSolver(String),
    /// A run failed.
    #[error(transparent)]
    Run(#[from] poynting::Error),
    /// A picture could not be drawn.
    #[error(transparent)]
    Picture(#[from] poynting::ResultsError),
    /// A run did not record what the case compares.
    #[error("the case needs `{0}`, which its run did not record")]
    Missing(String),
    /// The signal contains no oscillation near the expected frequency.
    #[error("no oscillation near {0} Hz in the recorded signal")]
    NoOscillation(f64),
}
