//! Library errors as Python exceptions, by kind.

use poynting::{DeviceError, Error, ErrorKind, SceneError as Wrong};
use pyo3::create_exception;
use pyo3::exceptions::{PyMemoryError, PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::io;

create_exception!(
    poynting,
    SceneError,
    PyValueError,
    "The scene is invalid: the message shows file, line and column of every mistake.\n\n\
     `mistakes` lists them as (line, column, message, cure); it is empty if a solver rejects the scene as a whole."
);
create_exception!(
    poynting,
    SolverError,
    PyRuntimeError,
    "The run failed: the fields diverged, or the device is not available."
);

/// The matching exception.
pub fn raised(py: Python<'_>, error: impl Into<Error>) -> PyErr {
    let error = error.into();
    match (&error, error.kind()) {
        (Error::Scene(wrong), _) => scene_error(py, wrong),
        (Error::Device(DeviceError::UnknownName { .. }), _) => {
            PyValueError::new_err(error.to_string())
        }
        (_, ErrorKind::Scene) => mistaken(py, &error.to_string(), &[]),
        (_, ErrorKind::Memory) => PyMemoryError::new_err(error.to_string()),
        (_, ErrorKind::Files) => PyOSError::new_err(error.to_string()),
        _ => SolverError::new_err(error.to_string()),
    }
}

fn scene_error(py: Python<'_>, wrong: &Wrong) -> PyErr {
    if let Wrong::Read { source, .. } = wrong {
        return io::Error::new(source.kind(), format!("{wrong}: {source}")).into();
    }
    let mistakes: Vec<_> = wrong
        .mistakes()
        .iter()
        .map(|mistake| {
            let (line, column) = mistake.line_column();
            (line, column, mistake.to_string(), mistake.cure().to_owned())
        })
        .collect();
    mistaken(py, &wrong.render(), &mistakes)
}

fn mistaken(py: Python<'_>, text: &str, mistakes: &[(usize, usize, String, String)]) -> PyErr {
    // The first line of a traceback only names the exception; the diagram begins below it.
    let text = match mistakes {
        [] => text.trim().to_owned(),
        _ => format!("\n{}", text.trim_end()),
    };
    let error = SceneError::new_err(text);
    match error.value(py).setattr("mistakes", mistakes) {
        Ok(()) => error,
        Err(other) => other,
    }
}
