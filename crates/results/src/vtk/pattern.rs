//! Patterns in three dimensions: a surface about the origin whose radius is the level above the floor.
//!
//! The largest level has radius 1, levels `DEPTH_DB` or more below it radius 0. Point data `level_dB` holds the levels.

use super::{array, cells};
use crate::ResultsError;
use crate::pattern::{Pattern, patterns};
use crate::source::{FileNames, Source};
use crate::units::Scale;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// The VTK cell type of a quadrilateral.
const QUAD: usize = 9;
/// Levels this far below the largest are drawn at the origin.
const DEPTH_DB: f64 = 40.0;
/// Fewer angles than this along theta or phi do not form a surface.
const LEAST: usize = 3;

/// Writes all files and returns their paths.
pub(super) fn write_all(source: &dyn Source, dir: &Path) -> Result<Vec<PathBuf>, ResultsError> {
    let mut names = FileNames::default();
    let mut files = Vec::new();
    for pattern in patterns(source) {
        if pattern.theta.len().min(pattern.phi.len()) < LEAST {
            continue;
        }
        for (number, &frequency) in pattern.frequencies.iter().enumerate() {
            let levels = pattern.read(source, number)?;
            let scale = Scale::fit("Hz", frequency);
            let title = format!("{} {}", pattern.name, scale.show(frequency));
            let path = dir.join(format!("{}.vtu", names.stem(&title)));
            let written = File::create(&path).and_then(|file| {
                let mut out = BufWriter::new(file);
                write(&mut out, &pattern, &levels)?;
                out.flush()
            });
            written.map_err(ResultsError::io(&path))?;
            files.push(path);
        }
    }
    Ok(files)
}

fn write(out: &mut impl Write, pattern: &Pattern<'_>, levels: &[f64]) -> std::io::Result<()> {
    let (rows, columns) = (pattern.theta.len(), pattern.phi.len());
    let floor = levels.iter().copied().fold(f64::NEG_INFINITY, f64::max) - DEPTH_DB;
    let points = pattern.theta.iter().flat_map(|theta| {
        let (sin, cos) = theta.to_radians().sin_cos();
        let round = pattern.phi.iter();
        round.map(move |phi| {
            [
                sin * phi.to_radians().cos(),
                sin * phi.to_radians().sin(),
                cos,
            ]
        })
    });
    let points = points.zip(levels).map(|(unit, level)| {
        let distance = ((level - floor) / DEPTH_DB).max(0.0);
        unit.map(|x| distance * x)
    });
    // All around the axis, the last column is next to the first.
    let last = if pattern.goes_round() {
        columns
    } else {
        columns - 1
    };
    let quads = (0..rows - 1).flat_map(|t| {
        (0..last).map(move |p| {
            let next = (p + 1) % columns;
            [(t, p), (t + 1, p), (t + 1, next), (t, next)].map(|(t, p)| t * columns + p)
        })
    });
    let quads: Vec<[usize; 4]> = quads.collect();
    let points: Vec<[f64; 3]> = points.collect();
    cells(out, &points, &quads, QUAD)?;
    writeln!(out, "<PointData Scalars=\"level_dB\">")?;
    let levels = levels.iter().map(|level| *level as f32);
    array(out, "level_dB", ["Float32", "1"], levels)?;
    writeln!(
        out,
        "</PointData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>"
    )
}
