//! Reads and writes files in the format given by their extension.

use std::fs;
use std::io;
use std::path::Path;

use poynting_scene::{Point, read_file};

use super::fault::Fault;
use super::{inp, msh, obj, stl};
use crate::error::GeometryError;
use crate::surface::Surface;

/// Bytes of a mesh file: 80 million triangles in binary STL.
const MOST_BYTES: u64 = 4 << 30;

/// The formats of mesh files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Stl,
    Msh,
    Obj,
    Inp,
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

impl Surface {
    /// Reads STL (text or binary), msh 4.1 (text or binary), OBJ or INP, by the file extension; vertices become
    /// `unit * v + offset`. On a surface with open edges, vertices that differ only by rounding are merged.
    pub fn read(file: &Path, unit: f64, offset: Point) -> Result<Self, GeometryError> {
        read(file, unit, offset)
    }

    /// Reads a text or binary STL file, regardless of its name; vertices become `unit * v + offset`.
    pub fn read_stl(file: &Path, unit: f64, offset: Point) -> Result<Self, GeometryError> {
        read_as(Format::Stl, file, unit, offset)
    }

    /// The same for the contents of a file, whose name gives the format.
    pub fn from_bytes(
        bytes: Vec<u8>,
        file: &Path,
        unit: f64,
        offset: Point,
    ) -> Result<Self, GeometryError> {
        parse(Format::of(file)?, (bytes, file), unit, offset)
    }

    /// Writes binary STL (single precision, without groups), msh 4.1 (text) or OBJ in metres, by the file extension.
    pub fn write(&self, file: &Path) -> Result<(), GeometryError> {
        write(self, file)
    }

    /// What [`Surface::write`] writes into a file of this name.
    pub fn to_bytes(&self, file: &Path) -> Result<Vec<u8>, GeometryError> {
        format(Format::of(file)?, self, file)
    }

    /// Writes a binary STL file in metres (single precision, as the format requires).
    pub fn write_stl(&self, file: &Path) -> Result<(), GeometryError> {
        write_as(Format::Stl, self, file)
    }
}

fn read(file: &Path, unit: f64, offset: Point) -> Result<Surface, GeometryError> {
    read_as(Format::of(file)?, file, unit, offset)
}

fn read_as(
    format: Format,
    file: &Path,
    unit: f64,
    offset: Point,
) -> Result<Surface, GeometryError> {
    let bytes = read_file(file, MOST_BYTES).map_err(|source| GeometryError::Read {
        file: file.to_owned(),
        source,
    })?;
    parse(format, (bytes, file), unit, offset)
}

fn parse(
    format: Format,
    (bytes, file): (Vec<u8>, &Path),
    unit: f64,
    offset: Point,
) -> Result<Surface, GeometryError> {
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
    surface.mend_rounding();
    for v in &mut surface.vertices {
        *v = std::array::from_fn(|a| unit * v[a] + offset[a]);
    }
    Ok(surface)
}

fn write(surface: &Surface, file: &Path) -> Result<(), GeometryError> {
    write_as(Format::of(file)?, surface, file)
}

fn write_as(format: Format, surface: &Surface, file: &Path) -> Result<(), GeometryError> {
    let bytes = self::format(format, surface, file)?;
    fs::write(file, bytes).map_err(|source| not_written(file, source))
}

fn format(format: Format, surface: &Surface, file: &Path) -> Result<Vec<u8>, GeometryError> {
    match format {
        Format::Stl => stl::format(surface).map_err(|source| not_written(file, source)),
        Format::Msh => Ok(msh::format(surface).into_bytes()),
        Format::Obj => Ok(obj::format(surface).into_bytes()),
        Format::Inp => Err(GeometryError::ReadOnly {
            file: file.to_owned(),
            format: format.name(),
        }),
    }
}

fn not_written(file: &Path, source: io::Error) -> GeometryError {
    GeometryError::Write {
        file: file.to_owned(),
        source,
    }
}
