//! All plots of a results folder: which figures are drawn, and their file names.

use super::picture::save;
use super::{cuts, heat, lines, magnitude, network, polar, style, surface};
use crate::source::{FileNames, Source, group_by};
use crate::{Declaration, Results, ResultsError, manifest};
use std::path::{Path, PathBuf};

/// The list of plots of a comparison.
const COMPARED: &str = "compared.json";

/// Draws all plots of `results` into the folder `dir`, which is created if necessary, and returns the files.
pub fn plot_all(results: &Results, dir: &Path) -> Result<Vec<PathBuf>, ResultsError> {
    std::fs::create_dir_all(dir).map_err(ResultsError::io(dir))?;
    plot_source(results, dir)
}

/// The same for a comparison; plots of an earlier comparison there are removed.
pub fn plot_comparison(results: &Results, dir: &Path) -> Result<Vec<PathBuf>, ResultsError> {
    manifest::clear(dir, COMPARED)?;
    let files = plot_all(results, dir)?;
    manifest::add(dir, COMPARED, &files)?;
    Ok(files)
}

/// The same for results on disk.
pub(crate) fn plot_source(source: &dyn Source, dir: &Path) -> Result<Vec<PathBuf>, ResultsError> {
    style::register_fonts();
    let all = source.declarations();
    let filled = |i: &usize| !all[*i].axes[0].values.is_empty();
    let series = (0..all.len())
        .filter(|&i| all[i].axes.len() == 1 && !is_bookkeeping(all[i]))
        .filter(filled);
    let parent = |i: usize| all[i].parent_and_leaf().0;
    let groups = group_by(series, |a, b| {
        parent(a) == parent(b) && !parent(a).is_empty()
    });

    let mut names = FileNames::default();
    let mut files = Vec::new();
    for group in groups {
        let first = parent(group[0]);
        let name = if first.is_empty() {
            &all[group[0]].name
        } else {
            first
        };
        if let Some(figure) = lines::LineFigure::new(source, name, &group)? {
            files.extend(save(&figure, dir, &names.stem(name))?);
        }
    }
    for i in (0..all.len()).filter(filled) {
        if let Some(figure) = cuts::figure(source, i)? {
            files.extend(save(&figure, dir, &names.stem(&all[i].name))?);
        }
        for (suffix, figure) in heat::figures(source, i)? {
            let stem = names.stem(&format!("{}_{suffix}", all[i].name));
            files.extend(save(&figure, dir, &stem)?);
        }
    }
    for (name, figure) in magnitude::figures(source)? {
        files.extend(save(&figure, dir, &names.stem(&name))?);
    }
    for (name, figure) in polar::figures(source)? {
        files.extend(save(&figure, dir, &names.stem(&name))?);
    }
    if let Some(figure) = network::figure(source)? {
        files.extend(save(&figure, dir, &names.stem("network"))?);
    }
    if let Some(figure) = network::matrix(source)? {
        files.extend(save(&figure, dir, &names.stem("network"))?);
    }
    for (name, figure) in surface::figures(source)? {
        files.extend(save(&figure, dir, &names.stem(&name))?);
    }
    Ok(files)
}

/// Quantities that a table shows better than a curve: solution quality, modes, and properties of ports.
fn is_bookkeeping(declaration: &Declaration) -> bool {
    let name = &declaration.name;
    let is_mode = name.starts_with("ring_down/") || name.contains("/ring_down/");
    is_mode || name.starts_with("solution/") || declaration.axes[0].name == "port"
}
