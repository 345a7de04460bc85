//! The native part of the Python package `poynting`: scenes go in, plans and numpy arrays come out. The user-facing
//! part is written in Python, in `python/poynting`; this module is what Python cannot do itself.

// Arguments from Python arrive by value.
#![allow(clippy::needless_pass_by_value)]

mod bodies;
mod command;
mod compare;
mod devices;
mod error;
mod marks;
mod options;
mod part;
mod plan;
mod recorded;
mod simulation;
mod watch;

use pyo3::prelude::*;

/// What `poynting/__init__.py` builds on.
#[pymodule]
mod _poynting {
    #[pymodule_export]
    use crate::bodies::Bodies;
    #[pymodule_export]
    use crate::command::command;
    #[pymodule_export]
    use crate::compare::compare;
    #[pymodule_export]
    use crate::devices::devices;
    #[pymodule_export]
    use crate::error::{SceneError, SolverError};
    #[pymodule_export]
    use crate::part::{complete, schema};
    #[pymodule_export]
    use crate::recorded::{Recorded, load};
    #[pymodule_export]
    use crate::simulation::{Simulation, examples};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", poynting::VERSION)
    }
}
