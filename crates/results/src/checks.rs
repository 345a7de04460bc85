//! Checks on what a recorder is given: names, declarations and deliveries that a file cannot hold are refused.

use crate::{Declaration, ResultsError, Streamed};

/// Refuses a declaration that a file cannot hold.
pub(crate) fn check(declaration: &Declaration) -> Result<(), ResultsError> {
    check_name(&declaration.name)?;
    let bad = |cause| {
        Err(ResultsError::BadDeclaration {
            name: declaration.name.clone(),
            cause,
        })
    };
    if declaration.axes.is_empty() {
        return bad("it has no axis");
    }
    for (i, axis) in declaration.axes.iter().enumerate() {
        let grows = i == 0 && declaration.streamed == Streamed::Yes;
        if grows != axis.values.is_empty() {
            return bad(if grows {
                "a streamed axis must start empty"
            } else {
                "an axis that is not streamed needs values"
            });
        }
        if axis.name.is_empty() || axis.name.contains(['/', '\0', '.']) {
            return bad("an axis needs a name without `/`, `.` or NUL");
        }
        if declaration.axes[..i].iter().any(|a| a.name == axis.name) {
            return bad("two axes have the same name");
        }
    }
    Ok(())
}

/// Checks one delivery; `done` slices were delivered before.
pub(crate) fn check_append(
    declaration: &Declaration,
    done: usize,
    coordinates: &[f64],
    data: &[f64],
) -> Result<(), ResultsError> {
    let rows = match declaration.streamed {
        Streamed::Yes => coordinates.len(),
        Streamed::No if done > 0 => {
            return Err(ResultsError::AlreadyWritten(declaration.name.clone()));
        }
        Streamed::No => declaration.axes[0].values.len(),
    };
    let expected = rows * declaration.slice_len();
    if expected == data.len() {
        Ok(())
    } else {
        Err(ResultsError::WrongLength {
            name: declaration.name.clone(),
            expected,
            found: data.len(),
        })
    }
}

/// The first non-finite value of a delivery of the right size; its first coordinates are `leading`, or those of the axis if it is not streamed.
pub(crate) fn not_finite(
    declaration: &Declaration,
    leading: &[f64],
    data: &[f64],
) -> Option<ResultsError> {
    let at = data.iter().position(|x| !x.is_finite())?;
    let mut rest = at;
    let mut place = Vec::new();
    for (n, axis) in declaration.axes.iter().enumerate().rev() {
        let values = if n == 0 && declaration.streamed == Streamed::Yes {
            leading
        } else {
            &axis.values
        };
        let length = values.len().max(1);
        let value = values.get(rest % length).copied().unwrap_or_default();
        let unit = match &*axis.unit {
            "" | "1" => String::new(),
            unit => format!(" {unit}"),
        };
        place.push(format!("{} = {value}{unit}", axis.name));
        rest /= length;
    }
    place.reverse();
    Some(ResultsError::NotFinite {
        name: declaration.name.clone(),
        place: place.join(", "),
        value: data[at],
    })
}

fn check_name(name: &str) -> Result<(), ResultsError> {
    let bad = |cause| {
        Err(ResultsError::BadName {
            name: name.to_owned(),
            cause,
        })
    };
    if name.contains('\0') {
        return bad("it contains a NUL character");
    }
    if name == "scene" || name.starts_with("scene/") {
        return bad("`scene` is reserved for the text of the scene");
    }
    if name
        .split('/')
        .any(|part| part.is_empty() || part == "." || part == "..")
    {
        return bad("each part between `/` needs at least one character other than dots");
    }
    Ok(())
}
