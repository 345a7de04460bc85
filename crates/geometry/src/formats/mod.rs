//! Mesh files. The name of a file says what it holds.
//!
//! Each format has a parser from bytes to a surface in the units of the file. What it cannot take, it names with the
//! line (or, in binary data, the byte) at which it stands.

mod cursor;
mod inp;
mod msh;
mod obj;
mod stl;

use std::fmt;
use std::fs;
use std::path::Path;

use poynting_scene::Point;

use crate::error::GeometryError;
use crate::surface::Surface;

/// The formats of mesh files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Stl,
    Msh,
    Obj,
    Inp,
}

/// Where in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The file as a whole.
    Whole,
    /// A line, counted from one.
    Line(usize),
    /// A byte of binary data, counted from zero.
    Byte(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Line(n) => write!(f, ", line {n}"),
            Self::Byte(n) => write!(f, ", byte {n}"),
        }
    }
}

/// What is wrong with a file.
#[derive(Debug, PartialEq)]
pub struct Fault {
    pub place: Place,
    pub cause: String,
}

impl Fault {
    fn whole(cause: impl Into<String>) -> Self {
        Self {
            place: Place::Whole,
            cause: cause.into(),
        }
    }

    fn line(number: usize, cause: impl Into<String>) -> Self {
        Self {
            place: Place::Line(number),
            cause: cause.into(),
        }
    }
}

impl Format {
    fn name(self) -> &'static str {
        match self {
            Self::Stl => "STL",
            Self::Msh => "msh",
            Self::Obj => "OBJ",
            Self::Inp => "INP",
        }
    }

    fn of(file: &Path) -> Result<Self, GeometryError> {
        let ending = file.extension().and_then(|e| e.to_str()).unwrap_or("");
        [Self::Stl, Self::Msh, Self::Obj, Self::Inp]
            .into_iter()
            .find(|f| f.name().eq_ignore_ascii_case(ending))
            .ok_or_else(|| GeometryError::UnknownFormat {
                file: file.to_owned(),
            })
    }
}

pub fn read(file: &Path, unit: f64, offset: Point) -> Result<Surface, GeometryError> {
    read_as(Format::of(file)?, file, unit, offset)
}

pub fn read_as(
    format: Format,
    file: &Path,
    unit: f64,
    offset: Point,
) -> Result<Surface, GeometryError> {
    let bytes = fs::read(file).map_err(|source| GeometryError::Read {
        file: file.to_owned(),
        source,
    })?;
    let parsed = match format {
        Format::Stl => stl::parse(bytes),
        Format::Msh => msh::parse(&bytes),
        Format::Obj => obj::parse(&bytes),
        Format::Inp => inp::parse(&bytes),
    };
    let mut surface = parsed.map_err(|Fault { place, cause }| GeometryError::Format {
        file: file.to_owned(),
        format: format.name(),
        place,
        cause,
    })?;
    if surface.triangles.is_empty() {
        return Err(GeometryError::Empty {
            file: file.to_owned(),
        });
    }
    for v in &mut surface.vertices {
        *v = std::array::from_fn(|a| unit * v[a] + offset[a]);
    }
    Ok(surface)
}

pub fn write(surface: &Surface, file: &Path) -> Result<(), GeometryError> {
    write_as(Format::of(file)?, surface, file)
}

pub fn write_as(format: Format, surface: &Surface, file: &Path) -> Result<(), GeometryError> {
    let bytes = match format {
        Format::Stl => stl::format(surface),
        Format::Msh => Ok(msh::format(surface).into_bytes()),
        Format::Obj => Ok(obj::format(surface).into_bytes()),
        Format::Inp => {
            return Err(GeometryError::ReadOnly {
                file: file.to_owned(),
                format: format.name(),
            });
        }
    };
    bytes
        .and_then(|b| fs::write(file, b))
        .map_err(|source| GeometryError::Write {
            file: file.to_owned(),
            source,
        })
}
