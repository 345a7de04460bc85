//! What is wrong with a stack, and what fails in a computation.

use thiserror::Error;

/// Why a Green function is refused or does not converge.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum LayeredError {
    /// A number outside its range.
    #[error("{name} is {value}, but {demand}")]
    Value {
        /// What it is.
        name: &'static str,
        /// The number.
        value: f64,
        /// What it must be.
        demand: &'static str,
    },
    /// A medium that amplifies, or is zero or not finite.
    #[error(
        "the relative {name} {re} {im:+}j of section {section} is zero, not finite or amplifies; a loss has a negative imaginary part"
    )]
    Medium {
        /// Permittivity or permeability.
        name: &'static str,
        /// The section, from below, from 0.
        section: usize,
        /// Its real part.
        re: f64,
        /// Its imaginary part.
        im: f64,
    },
    /// Two conductors with nothing between them.
    #[error("a stack between two conductors needs at least one layer")]
    Empty,
    /// A height behind a conductor, or of another stack.
    #[error(
        "z = {z} m is not in its section of the stack, which reaches from {bottom} m to {top} m"
    )]
    Outside {
        /// The height in metres.
        z: f64,
        /// Where the stack begins.
        bottom: f64,
        /// Where it ends.
        top: f64,
    },
    /// An integral that misses the tolerance.
    #[error(
        "the Sommerfeld integral at a distance of {rho} m has an estimated relative error of {error:e} instead of {tolerance:e}"
    )]
    NoConvergence {
        /// Lateral distance in metres.
        rho: f64,
        /// The estimate.
        error: f64,
        /// What was requested.
        tolerance: f64,
    },
    /// A kernel that is infinite at this distance and height.
    #[error("the kernel is infinite where source and field point coincide")]
    Coincident,
    /// Roots that cannot be separated.
    #[error("{count} surface waves cannot be separated near k/k0 = {re} {im:+}j")]
    Inseparable {
        /// How many.
        count: usize,
        /// Real part of the wave number over k0.
        re: f64,
        /// Its imaginary part.
        im: f64,
    },
    /// A quantity that is defined without loss only.
    #[error("{quantity} is defined for lossless stacks only")]
    Lossy {
        /// Which one.
        quantity: &'static str,
    },
    /// An approximation that misses the tolerance.
    #[error("{what} has a measured error of {error:e} instead of {tolerance:e}")]
    Approximation {
        /// A table or complex images.
        what: &'static str,
        /// What was measured.
        error: f64,
        /// What was requested.
        tolerance: f64,
    },
    /// The matrix pencil fails.
    #[error(transparent)]
    Rational(#[from] poynting_rational::RationalError),
}

/// Refuses a number that is not finite and positive.
pub(crate) fn positive(name: &'static str, value: f64) -> Result<f64, LayeredError> {
    if value.is_finite() && value > 0.0 {
        Ok(value)
    } else {
        let demand = "it must be finite and positive";
        Err(LayeredError::Value {
            name,
            value,
            demand,
        })
    }
}
