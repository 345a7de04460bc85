//! Plots: a figure per group of series, heat maps of snapshots, cuts of patterns, S-parameters and surface currents, each as SVG and PNG.

mod bar;
mod cuts;
mod heat;
mod lines;
mod network;
mod polar;
mod style;
mod surface;

use crate::source::{FileNames, Source, group_by};
use crate::{Declaration, Results, ResultsError};
use plotters::coord::Shift;
use plotters::element::BitMapElement;
use plotters::prelude::*;
use std::path::{Path, PathBuf};

/// Draws all plots of `results` into the folder `dir`, which is made if need be, and returns the files.
pub fn plot_all(results: &Results, dir: &Path) -> Result<Vec<PathBuf>, ResultsError> {
    std::fs::create_dir_all(dir).map_err(ResultsError::io(dir))?;
    plot_source(results, dir)
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
    for (name, figure) in polar::figures(source)? {
        files.extend(save(&figure, dir, &names.stem(&name))?);
    }
    if let Some(figure) = network::figure(source)? {
        files.extend(save(&figure, dir, &names.stem("network"))?);
    }
    for (name, figure) in surface::figures(source)? {
        files.extend(save(&figure, dir, &names.stem(&name))?);
    }
    Ok(files)
}

/// Figures that a table shows better than a curve: how well a solution stands, and what belongs to ports.
fn is_bookkeeping(declaration: &Declaration) -> bool {
    declaration.name.starts_with("solution/") || declaration.axes[0].name == "port"
}

/// Whatever a backend complained about, as text.
type DrawResult = Result<(), String>;

/// A picture that can be drawn on any backend.
trait Figure {
    /// By how much the SVG file is finer than a pixel: curves need it, bitmaps only grow by it.
    const SVG_DETAIL: u32;
    /// Width and height in pixels.
    fn size(&self) -> (u32, u32);
    /// Draws on an empty white area of `detail` times that size, everything that much larger.
    fn draw<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>, detail: u32) -> DrawResult;
}

/// PNG files are drawn this much larger and averaged: the library's lines have hard edges.
const PNG_DETAIL: u32 = 3;

fn text<E: std::fmt::Display>(error: E) -> String {
    error.to_string()
}

/// Draws a figure twice: `stem.svg` and `stem.png`.
fn save<F: Figure>(figure: &F, dir: &Path, stem: &str) -> Result<[PathBuf; 2], ResultsError> {
    let svg = dir.join(format!("{stem}.svg"));
    let failed = |cause| ResultsError::Plot {
        path: svg.clone(),
        cause,
    };
    let content = svg_text(figure).map_err(failed)?;
    std::fs::write(&svg, content).map_err(ResultsError::io(&svg))?;

    let png = dir.join(format!("{stem}.png"));
    let failed = |cause| ResultsError::Plot {
        path: png.clone(),
        cause,
    };
    write_png(figure, &png).map_err(failed)?;
    Ok([svg, png])
}

fn svg_text<F: Figure>(figure: &F) -> Result<String, String> {
    let (width, height) = figure.size();
    let fine = (width * F::SVG_DETAIL, height * F::SVG_DETAIL);
    let mut content = String::new();
    draw_on(
        figure,
        SVGBackend::with_string(&mut content, fine),
        F::SVG_DETAIL,
    )?;
    // The view box keeps the fine coordinates; the picture has its own size.
    let drawn = format!("width=\"{}\" height=\"{}\" viewBox", fine.0, fine.1);
    let shown = format!("width=\"{width}\" height=\"{height}\" viewBox");
    // The library leaves out the first half of the media type, which strict viewers want.
    Ok(content
        .replacen(&drawn, &shown, 1)
        .replace("data:png;base64,", "data:image/png;base64,"))
}

fn write_png<F: Figure>(figure: &F, path: &Path) -> DrawResult {
    let (width, height) = figure.size();
    let fine = (width * PNG_DETAIL, height * PNG_DETAIL);
    let mut pixels = vec![0; (fine.0 * fine.1 * 3) as usize];
    draw_on(
        figure,
        BitMapBackend::with_buffer(&mut pixels, fine),
        PNG_DETAIL,
    )?;
    let averaged = average(
        &pixels,
        (width as usize, height as usize),
        PNG_DETAIL as usize,
    );

    let area = BitMapBackend::new(path, (width, height)).into_drawing_area();
    if let Some(image) = BitMapElement::with_owned_buffer((0, 0), (width, height), averaged) {
        area.draw(&image).map_err(text)?;
    }
    area.present().map_err(text)
}

/// Each pixel is the mean of `detail` squared ones.
fn average(fine: &[u8], (width, height): (usize, usize), detail: usize) -> Vec<u8> {
    let mut coarse = Vec::with_capacity(width * height * 3);
    let mut sums = vec![0_u32; width * 3];
    for rows in fine.chunks(width * detail * 3 * detail) {
        sums.fill(0);
        for row in rows.chunks(width * detail * 3) {
            for (sum, block) in sums.chunks_mut(3).zip(row.chunks(3 * detail)) {
                for pixel in block.chunks(3) {
                    for c in 0..3 {
                        sum[c] += u32::from(pixel[c]);
                    }
                }
            }
        }
        let count = (detail * detail) as u32;
        coarse.extend(sums.iter().map(|s| ((s + count / 2) / count) as u8));
    }
    coarse
}

fn draw_on<DB: DrawingBackend>(figure: &impl Figure, backend: DB, detail: u32) -> DrawResult {
    let area = backend.into_drawing_area();
    area.fill(&WHITE).map_err(text)?;
    figure.draw(&area, detail)?;
    area.present().map_err(text)
}

#[cfg(test)]
mod tests {
    #[test]
    fn averaging_takes_the_mean_of_blocks() {
        // 2 x 1 pixels from 4 x 2.
        let fine: Vec<u8> = [[0, 4, 8], [4, 4, 8], [9, 9, 9], [9, 9, 9]]
            .concat()
            .repeat(2);
        assert_eq!(super::average(&fine, (2, 1), 2), [2, 4, 8, 9, 9, 9]);
    }
}
