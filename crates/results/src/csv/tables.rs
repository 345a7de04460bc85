//! Tables over more than one coordinate: S-parameters over frequency, and far fields over frequency and direction.

use super::{Number, column, head};
use crate::SParameters;
use crate::source::{FileNames, Source, group_by, table_name};
use crate::{Declaration, ResultsError};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// A larger table is of no use to a person, and programs read `results.h5`.
const MOST_ROWS: usize = 1_000_000;

/// Writes `network_s.csv` if there are S-parameters: one row per frequency, with real part, imaginary part, level and phase of each.
pub(super) fn scattering(source: &dyn Source, dir: &Path) -> Result<Option<PathBuf>, ResultsError> {
    let Some(scattering) = SParameters::read(source)? else {
        return Ok(None);
    };
    let ports = scattering.ports.len();
    let pairs = || (0..ports).flat_map(|to| (0..ports).map(move |from| (to, from)));
    let path = dir.join("network_s.csv");
    let write = || -> std::io::Result<()> {
        let mut out = BufWriter::new(File::create(&path)?);
        head(&mut out, source)?;
        writeln!(out, "# S(out, in)")?;
        write!(out, "frequency_Hz")?;
        for (to, from) in pairs() {
            for part in ["real", "imag", "dB", "deg"] {
                write!(out, ",{}", column(&scattering.label(to, from), part))?;
            }
        }
        writeln!(out)?;
        for (frequency, matrix) in scattering.frequencies.iter().zip(&scattering.matrices) {
            write!(out, "{}", Number(*frequency))?;
            for (to, from) in pairs() {
                let s = matrix[to][from];
                let all = [s.re, s.im, 20.0 * s.norm().log10(), s.arg().to_degrees()];
                for value in all {
                    write!(out, ",{}", Number(value))?;
                }
            }
            writeln!(out)?;
        }
        out.flush()
    };
    write().map_err(ResultsError::io(&path))?;
    Ok(Some(path))
}

/// Writes a table for each monitor of directions: one row per frequency (or time), theta and phi.
pub(super) fn directions(
    source: &dyn Source,
    dir: &Path,
    names: &mut FileNames,
) -> Result<Vec<PathBuf>, ResultsError> {
    let all = source.declarations();
    let found = (0..all.len()).filter(|&i| is_of_directions(all[i]));
    let together = |a: usize, b: usize| {
        all[a].parent_and_leaf().0 == all[b].parent_and_leaf().0 && all[a].axes == all[b].axes
    };
    let mut files = Vec::new();
    for mut group in group_by(found, together) {
        group.sort_by_key(|&i| all[i].parent_and_leaf().1 == "imag");
        let stem = table_name(all[group[0]].parent_and_leaf().0);
        let path = dir.join(format!("{}.csv", names.stem(&stem)));
        write(source, &group, &path)?;
        files.push(path);
    }
    Ok(files)
}

/// Whether it depends on theta or phi, or on the length along an outline, besides frequency or time.
fn is_of_directions(declaration: &Declaration) -> bool {
    let mut rest = declaration.axes.iter().skip(1).peekable();
    rest.peek().is_some()
        && rest.all(|axis| matches!(axis.name.as_str(), "theta" | "phi" | "along"))
}

fn write(source: &dyn Source, group: &[usize], path: &Path) -> Result<(), ResultsError> {
    let all = source.declarations();
    let axes = &all[group[0]].axes;
    let slice = all[group[0]].slice_len();
    let rows = axes[0].values.len() * slice;
    let mut out = BufWriter::new(File::create(path).map_err(ResultsError::io(path))?);
    let mut begin = || -> std::io::Result<()> {
        head(&mut out, source)?;
        if rows > MOST_ROWS {
            writeln!(
                out,
                "# {rows} rows are too many for a table: see results.h5, under {}",
                all[group[0]].parent_and_leaf().0
            )?;
        }
        let coordinates = axes.iter().map(|a| column(&a.name, &a.unit));
        let quantities = group.iter().map(|&i| {
            let (_, leaf) = all[i].parent_and_leaf();
            column(leaf, &all[i].unit)
        });
        let columns: Vec<String> = coordinates.chain(quantities).collect();
        writeln!(out, "{}", columns.join(","))
    };
    begin().map_err(ResultsError::io(path))?;
    let frequencies = if rows > MOST_ROWS {
        0
    } else {
        axes[0].values.len()
    };
    for f in 0..frequencies {
        let columns: Vec<Vec<f64>> = group
            .iter()
            .map(|&i| source.read(i, f..f + 1))
            .collect::<Result<_, _>>()?;
        let mut lines = || -> std::io::Result<()> {
            for n in 0..slice {
                write!(out, "{}", Number(axes[0].values[f]))?;
                let mut stride = slice;
                for axis in &axes[1..] {
                    stride /= axis.values.len();
                    let at = axis.values[n / stride % axis.values.len()];
                    let at = if axis.unit == "deg" { angle(at) } else { at };
                    write!(out, ",{}", Number(at))?;
                }
                for data in &columns {
                    write!(out, ",{}", Number(data[n]))?;
                }
                writeln!(out)?;
            }
            Ok(())
        };
        lines().map_err(ResultsError::io(path))?;
    }
    out.flush().map_err(ResultsError::io(path))
}

/// Degrees without rounding errors: 30 instead of 30.000000000000004.
fn angle(degrees: f64) -> f64 {
    let rounded = (degrees * 1e9).round() / 1e9;
    if (rounded - degrees).abs() < 1e-10 {
        rounded
    } else {
        degrees
    }
}
