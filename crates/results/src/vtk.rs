//! Surface currents and patterns for ParaView and similar programs: one `.vtu` file (VTK XML, unstructured grid, ASCII) per monitor and frequency.
//!
//! Currents: cell data `J_real` and `J_imag` (vectors) and `J_magnitude`, in A/m (the format: VTK File Formats, Kitware, section XML).

mod pattern;

use crate::ResultsError;
use crate::source::{FileNames, Source};
use crate::surface::{Density, Mesh, currents, mesh};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// The VTK cell type of a triangle.
const TRIANGLE: usize = 5;

/// Writes all files and returns their paths.
pub(crate) fn write_all(source: &dyn Source, dir: &Path) -> Result<Vec<PathBuf>, ResultsError> {
    let mut files = pattern::write_all(source, dir)?;
    let Some(mesh) = mesh(source)? else {
        return Ok(files);
    };
    let mut names = FileNames::default();
    for current in currents(source, mesh.triangles.len()) {
        for number in 0..current.frequencies.len() {
            let density = current.read(source, number)?;
            let path = dir.join(format!("{}.vtu", names.stem(&current.title(number))));
            let written = File::create(&path).and_then(|file| {
                let mut out = BufWriter::new(file);
                write(&mut out, &mesh, &density)?;
                out.flush()
            });
            written.map_err(ResultsError::io(&path))?;
            files.push(path);
        }
    }
    Ok(files)
}

fn write(out: &mut impl Write, mesh: &Mesh, density: &[Density]) -> std::io::Result<()> {
    cells(out, &mesh.vertices, &mesh.triangles, TRIANGLE)?;
    writeln!(out, "<CellData Vectors=\"J_real\" Scalars=\"J_magnitude\">")?;
    let float = |x: f64| x as f32;
    let vectors = ["Float32", "3"];
    let real = density.iter().flat_map(|d| d.real.map(float));
    array(out, "J_real", vectors, real)?;
    let imaginary = density.iter().flat_map(|d| d.imaginary.map(float));
    array(out, "J_imag", vectors, imaginary)?;
    let magnitude = density.iter().map(|d| float(d.magnitude()));
    array(out, "J_magnitude", ["Float32", "1"], magnitude)?;
    writeln!(
        out,
        "</CellData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>"
    )
}

/// The file up to its data: points, and cells of N points.
fn cells<const N: usize>(
    out: &mut impl Write,
    vertices: &[[f64; 3]],
    corners: &[[usize; N]],
    kind: usize,
) -> std::io::Result<()> {
    let (points, cells) = (vertices.len(), corners.len());
    writeln!(out, "<?xml version=\"1.0\"?>")?;
    writeln!(
        out,
        "<VTKFile type=\"UnstructuredGrid\" version=\"0.1\" byte_order=\"LittleEndian\">"
    )?;
    writeln!(out, "<UnstructuredGrid>")?;
    writeln!(
        out,
        "<Piece NumberOfPoints=\"{points}\" NumberOfCells=\"{cells}\">"
    )?;
    writeln!(out, "<Points>")?;
    array(out, "Points", ["Float64", "3"], vertices.iter().flatten())?;
    writeln!(out, "</Points>\n<Cells>")?;
    let numbers = corners.iter().flatten();
    array(out, "connectivity", ["Int64", "1"], numbers)?;
    array(out, "offsets", ["Int64", "1"], (1..=cells).map(|n| N * n))?;
    array(out, "types", ["UInt8", "1"], (0..cells).map(|_| kind))?;
    writeln!(out, "</Cells>")
}

/// One array with its type and number of components, six values per line.
fn array<T: std::fmt::Display>(
    out: &mut impl Write,
    name: &str,
    [kind, components]: [&str; 2],
    values: impl Iterator<Item = T>,
) -> std::io::Result<()> {
    write!(
        out,
        "<DataArray type=\"{kind}\" Name=\"{name}\" NumberOfComponents=\"{components}\" format=\"ascii\">"
    )?;
    for (n, value) in values.enumerate() {
        let gap = if n % 6 == 0 { '\n' } else { ' ' };
        write!(out, "{gap}{value}")?;
    }
    writeln!(out, "\n</DataArray>")
}
