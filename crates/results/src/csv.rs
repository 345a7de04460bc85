//! CSV files: one per one-dimensional result (quantities with one parent and equal axes share a file), one for S-parameters and one per monitor of
//! directions.

mod tables;

use crate::source::{FileNames, Source, group_by};
use crate::visible::line;
use crate::{Declaration, ResultsError};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes all files and returns their paths.
pub(crate) fn write_all(source: &dyn Source, dir: &Path) -> Result<Vec<PathBuf>, ResultsError> {
    let all = source.declarations();
    let series = (0..all.len()).filter(|&i| all[i].axes.len() == 1);
    let parent = |i: usize| all[i].parent_and_leaf().0;
    let mut groups = group_by(series, |a, b| {
        parent(a) == parent(b) && !parent(a).is_empty() && all[a].axes == all[b].axes
    });
    let mut names = FileNames::default();
    let mut files = Vec::new();
    for group in &mut groups {
        group.sort_by_key(|&i| all[i].parent_and_leaf().1 == "imag");
    }
    for group in &groups {
        let first = parent(group[0]);
        let alone = groups.iter().filter(|g| parent(g[0]) == first).count() == 1;
        let stem = match (first.is_empty(), alone) {
            (true, _) => all[group[0]].name.clone(),
            (false, true) => first.to_owned(),
            (false, false) => format!("{first}_{}", leaves(&all, group)),
        };
        let path = dir.join(format!("{}.csv", names.stem(&stem)));
        write_group(source, group, &path)?;
        files.push(path);
    }
    files.extend(tables::scattering(source, dir)?);
    files.extend(tables::directions(source, dir, &mut names)?);
    Ok(files)
}

/// The lines before the table: scene title and program version.
fn head(out: &mut impl Write, source: &dyn Source) -> std::io::Result<()> {
    if !source.title().is_empty() {
        writeln!(out, "# {}", line(source.title()))?;
    }
    writeln!(out, "# poynting {}", line(source.version()))
}

fn leaves(all: &[&Declaration], group: &[usize]) -> String {
    group
        .iter()
        .map(|&i| all[i].parent_and_leaf().1)
        .collect::<Vec<_>>()
        .join("_")
}

fn write_group(source: &dyn Source, group: &[usize], path: &Path) -> Result<(), ResultsError> {
    let all = source.declarations();
    let columns: Vec<Vec<f64>> = group
        .iter()
        .map(|&i| source.read_all(i))
        .collect::<Result<_, _>>()?;
    let axis = &all[group[0]].axes[0];
    let write = || -> std::io::Result<()> {
        let mut out = BufWriter::new(File::create(path)?);
        head(&mut out, source)?;
        write!(out, "{}", column(&axis.name, &axis.unit))?;
        for &i in group {
            write!(out, ",{}", column(all[i].parent_and_leaf().1, &all[i].unit))?;
        }
        writeln!(out)?;
        for (row, x) in axis.values.iter().enumerate() {
            write!(out, "{}", Number(*x))?;
            for data in &columns {
                write!(out, ",{}", Number(data[row]))?;
            }
            writeln!(out)?;
        }
        out.flush()
    };
    write().map_err(ResultsError::io(path))
}

/// `time_s`; quoted if the name contains a comma or quote.
fn column(name: &str, unit: &str) -> String {
    let text = if unit.is_empty() {
        name.to_owned()
    } else {
        format!("{name}_{unit}")
    };
    let text = line(&text);
    if text.contains([',', '"']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// The shortest text that reads back as the same number, with an exponent where that is shorter.
struct Number(f64);

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let x = self.0;
        if x == 0.0 || !x.is_finite() || (1e-3..1e6).contains(&x.abs()) {
            write!(f, "{x}")
        } else {
            write!(f, "{x:e}")
        }
    }
}
