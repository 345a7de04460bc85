//! Definition of a case.

use crate::bench::Bench;
use crate::{Listed, ValidationError};
use poynting::Solver;

/// Computes the rows of a case.
pub(crate) type Run = fn(&mut Bench<'_>) -> Result<(), ValidationError>;

/// A case: its name, and the function that computes its rows.
pub(crate) struct Case {
    pub listed: Listed,
    pub run: Run,
}

impl Case {
    /// An FDTD case.
    pub const fn in_time(name: &'static str, about: &'static str, run: Run) -> Self {
        Self::of(Solver::Fdtd, name, about, run)
    }

    /// A method-of-moments case.
    pub const fn in_frequency(name: &'static str, about: &'static str, run: Run) -> Self {
        Self::of(Solver::Mom, name, about, run)
    }

    /// A case of rigorous coupled-wave analysis.
    pub const fn in_orders(name: &'static str, about: &'static str, run: Run) -> Self {
        Self::of(Solver::Rcwa, name, about, run)
    }

    const fn of(solver: Solver, name: &'static str, about: &'static str, run: Run) -> Self {
        let listed = Listed {
            name,
            solver,
            about,
        };
        Self { listed, run }
    }
}
