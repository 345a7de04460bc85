//! What can be wrong with the data of a model.

/// Why there is no model.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RationalError {
    /// A sample has another number of functions than the first one.
    #[error("a sample at {frequency} Hz has {found} values, but the others have {expected}")]
    Count {
        /// Where.
        frequency: f64,
        /// Its number of values.
        found: usize,
        /// That of the others.
        expected: usize,
    },
    /// A value is not finite.
    #[error("a sample at {frequency} Hz has a frequency or a value that is not finite")]
    NotFinite {
        /// Where.
        frequency: f64,
    },
    /// A frequency occurs twice.
    #[error("two samples have the frequency {frequency} Hz")]
    Repeated {
        /// Which.
        frequency: f64,
    },
    /// Without samples there is no model.
    #[error("a rational model needs at least one sample")]
    NoSamples,
    /// The groups do not cover the functions.
    #[error("the groups have {groups} functions together, but the samples have {functions}")]
    Groups {
        /// In the groups.
        groups: usize,
        /// In a sample.
        functions: usize,
    },
    /// A setting is out of range.
    #[error("`{name}` is {value}, but it must be {rule}")]
    Setting {
        /// Its name.
        name: &'static str,
        /// Its value.
        value: f64,
        /// The requirement.
        rule: &'static str,
    },
    /// A list of matrices is not square.
    #[error("{found} numbers are not a matrix of {ports} by {ports}")]
    Shape {
        /// How many numbers.
        found: usize,
        /// Rows and columns.
        ports: usize,
    },
    /// The signals do not allow a fit.
    #[error(
        "the signals have {samples} samples in the band, but a ring-down needs at least {needed}; \
         record longer signals or widen the band"
    )]
    ShortSignal {
        /// After decimation.
        samples: usize,
        /// The least number.
        needed: usize,
    },
    /// Nothing rings.
    #[error("the signals are zero or do not ring in the band")]
    Silent,
    /// An iteration of the linear algebra failed.
    #[error("the singular values or eigenvalues of a matrix did not converge")]
    NoConvergence,
}
