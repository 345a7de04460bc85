//! A figure and its two files: SVG, and anti-aliased PNG.

use super::band::Band;
use crate::ResultsError;
use crate::input::unlinked;
use crate::visible::is_active;
use plotters::coord::Shift;
use plotters::prelude::*;
use std::path::{Path, PathBuf};

/// An error of any backend, as text.
pub(super) type DrawResult = Result<(), String>;

/// A figure that can be drawn on any backend.
pub(super) trait Figure {
    /// Subpixel resolution of the SVG file: curves need it, bitmaps only get larger.
    const SVG_DETAIL: u32;
    /// Width and height in pixels.
    fn size(&self) -> (u32, u32);
    /// Draws on an empty white area of `detail` times that size, scaled accordingly.
    fn draw<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>, detail: u32) -> DrawResult;
}

/// PNG files are drawn this much larger and averaged: the library does not anti-alias lines.
const PNG_DETAIL: u32 = 3;
/// Bytes of a picture while it is drawn, at most: a band, a map in full detail with the depths of its points, and the file.
pub(crate) const PICTURE_BYTES: u64 = BAND_BYTES as u64 + (28 << 20);
/// Bytes of the band of a PNG file that is drawn at once, at most.
const BAND_BYTES: usize = 8 << 20;

pub(super) fn text<E: std::fmt::Display>(error: E) -> String {
    error.to_string()
}

/// Draws a figure twice: `stem.svg` and `stem.png`.
pub(super) fn save<F: Figure>(
    figure: &F,
    dir: &Path,
    stem: &str,
) -> Result<[PathBuf; 2], ResultsError> {
    let svg = unlinked(dir.join(format!("{stem}.svg")))?;
    let failed = |cause| ResultsError::Plot {
        path: svg.clone(),
        cause,
    };
    let content = svg_text(figure).map_err(failed)?;
    std::fs::write(&svg, content).map_err(ResultsError::io(&svg))?;

    let png = unlinked(dir.join(format!("{stem}.png")))?;
    let failed = |cause| ResultsError::Plot {
        path: png.clone(),
        cause,
    };
    let content = png_bytes(figure).map_err(failed)?;
    std::fs::write(&png, content).map_err(ResultsError::io(&png))?;
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
    // The view box keeps the fine coordinates; the figure keeps its nominal size.
    let drawn = format!("width=\"{}\" height=\"{}\" viewBox", fine.0, fine.1);
    let shown = format!("width=\"{width}\" height=\"{height}\" viewBox");
    // The library omits the first half of the media type, which strict viewers require.
    Ok(content
        .replacen(&drawn, &shown, 1)
        .replace("data:png;base64,", "data:image/png;base64,")
        // XML allows no control characters, and titles may contain them.
        .replace(|c| is_active(c) && c != '\n', "\u{fffd}"))
}

/// The bytes of a PNG file. The encoder ends it when it is dropped, and ignores errors then, so it does not write to the disk itself.
fn png_bytes<F: Figure>(figure: &F) -> Result<Vec<u8>, String> {
    let size = figure.size();
    let (width, height) = (size.0 as usize, size.1 as usize);
    let detail = PNG_DETAIL as usize;
    let fine = (size.0 * PNG_DETAIL, size.1 * PNG_DETAIL);
    let bytes_of_row = 3 * width * detail * detail;
    let rows = (BAND_BYTES / bytes_of_row).clamp(1, height);
    let mut pixels = vec![0; rows * bytes_of_row];
    let mut averaged = Vec::with_capacity(3 * width * height);
    for top in (0..height).step_by(rows) {
        let part = &mut pixels[..rows.min(height - top) * bytes_of_row];
        let band = Band::new(part, fine, (top * detail) as u32);
        draw_on(figure, band, PNG_DETAIL)?;
        average(part, (width, &mut averaged), detail);
    }
    encoded(&averaged, size).map_err(text)
}

fn encoded(pixels: &[u8], (width, height): (u32, u32)) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(bytes)
}

/// Adds rows of this many pixels, each the mean of `detail` squared input pixels.
fn average(fine: &[u8], (width, coarse): (usize, &mut Vec<u8>), detail: usize) {
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
        let mut coarse = Vec::new();
        super::average(&fine, (2, &mut coarse), 2);
        assert_eq!(coarse, [2, 4, 8, 9, 9, 9]);
    }
}
