//! Curves over one coordinate, and tables if there are few values.

use super::figure::{Coordinate, Curve, Figure, Spectra, is_filled, is_pattern};
use super::packed::Floats;
use crate::source::{Source, group_by};
use crate::{Declaration, ResultsError, Spectrum};

/// Up to this many values are shown in a table instead of a curve.
const FEW: usize = 4;
/// Points per curve beyond which more detail is invisible.
const MOST_POINTS: usize = 20_000;
/// More curves than this cannot be told apart.
const MOST_CURVES: usize = 16;
/// Spectra are shown up to where they have dropped to this fraction of their peak.
const SPECTRUM_FLOOR: f64 = 1e-3;

/// All figures of curves and tables.
pub fn all(source: &dyn Source) -> Result<Vec<Figure>, ResultsError> {
    let all = source.declarations();
    let parent = |i: usize| all[i].parent_and_leaf().0;
    let plain = (0..all.len()).filter(|&i| is_curve(all[i]) && is_filled(all[i]));
    let groups = group_by(plain, |a, b| {
        parent(a) == parent(b) && all[a].axes[0] == all[b].axes[0]
    });
    let mut figures = Vec::new();
    for group in groups {
        figures.push(figure(source, &group)?);
    }
    for (index, declaration) in all.iter().enumerate() {
        if let Some(longest) = line_through(declaration).filter(|_| is_filled(declaration)) {
            figures.push(family(source, index, longest)?);
        }
    }
    Ok(figures)
}

/// Only one axis has more than one value, and it is the first; port references are shown with the S-parameters.
fn is_curve(declaration: &Declaration) -> bool {
    declaration.slice_len() == 1
        && !is_pattern(declaration)
        && declaration.axes[0].name != "port"
        && !declaration.name.starts_with("network/")
        && !declaration.name.starts_with("surface/")
}

fn figure(source: &dyn Source, group: &[usize]) -> Result<Figure, ResultsError> {
    let all = source.declarations();
    let first = all[group[0]];
    let (parent, leaf) = first.parent_and_leaf();
    let name = if parent.is_empty() { leaf } else { parent }.to_owned();
    let axis = &first.axes[0];
    if axis.values.len() <= FEW {
        let mut rows = Vec::new();
        for &i in group {
            rows.push(Curve::new(all[i], Floats::of(&source.read_all(i)?)));
        }
        let x = Coordinate::new(axis, 1);
        return Ok(Figure::Readings { name, x, rows });
    }
    let stride = axis.values.len().div_ceil(MOST_POINTS);
    let mut curves = Vec::new();
    let mut spectra = Vec::new();
    for &i in group {
        let values = source.read_all(i)?;
        // The spectrum of an energy carries no information.
        if axis.name == "time" && all[i].unit != "J" {
            spectra.extend(Spectrum::of(&axis.values, &values).map(|s| (all[i], s)));
        }
        let thinned: Vec<f64> = values.into_iter().step_by(stride).collect();
        curves.push(Curve::new(all[i], Floats::of(&thinned)));
    }
    Ok(Figure::Lines {
        name,
        x: Coordinate::new(axis, stride),
        curves,
        spectra: together(&spectra),
    })
}

/// Spectra of one group on a common axis.
fn together(spectra: &[(&Declaration, Spectrum)]) -> Option<Spectra> {
    let (_, first) = spectra.first()?;
    let highest = |s: &Spectrum| s.highest(SPECTRUM_FLOOR * s.peak());
    let end = spectra.iter().map(|(_, s)| highest(s)).fold(0.0, f64::max);
    let count = ((1.2 * end / first.step) as usize + 2).min(first.magnitude.len());
    let stride = count.div_ceil(MOST_POINTS);
    let curve = |(declaration, spectrum): &(&Declaration, Spectrum)| {
        let shown = spectrum.magnitude.iter().take(count).step_by(stride);
        let values = Floats(shown.map(|m| *m as f32).collect());
        Curve {
            unit: format!("{} s", declaration.unit),
            ..Curve::new(declaration, values)
        }
    };
    Some(Spectra {
        step: first.step * stride as f64,
        curves: spectra.iter().map(curve).collect(),
    })
}

/// The only axis besides the first with more than one value: a field on a line, a pulse in several directions.
fn line_through(declaration: &Declaration) -> Option<usize> {
    let is_known = ["field/", "snapshot/", "pulse/"];
    if !is_known
        .iter()
        .any(|folder| declaration.name.starts_with(folder))
    {
        return None;
    }
    let mut long = (1..declaration.axes.len()).filter(|&a| declaration.axes[a].values.len() > 1);
    match (long.next(), long.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

/// A curve over an axis for each value of the first one; for pulses, a curve in time for each direction.
fn family(source: &dyn Source, index: usize, along: usize) -> Result<Figure, ResultsError> {
    let declaration = source.declarations()[index];
    let data = source.read_all(index)?;
    let (rows, columns) = (declaration.axes[0].values.len(), declaration.slice_len());
    let in_time = declaration.name.starts_with("pulse/");
    let (over, each) = if in_time { (0, along) } else { (along, 0) };
    let each = &declaration.axes[each];
    let over = &declaration.axes[over];
    let stride = over.values.len().div_ceil(MOST_POINTS);
    let apart = each.values.len().div_ceil(MOST_CURVES);
    let curve = |n: usize| {
        let at = |m: usize| {
            if in_time {
                m * columns + n
            } else {
                n * columns + m
            }
        };
        let places = (0..if in_time { rows } else { columns }).step_by(stride);
        let values: Vec<f64> = places.map(|m| data[at(m)]).collect();
        Curve {
            name: format!("{} {} {}", each.name, each.values[n], each.unit),
            ..Curve::new(declaration, Floats::of(&values))
        }
    };
    Ok(Figure::Lines {
        name: declaration.name.clone(),
        x: Coordinate::new(over, stride),
        curves: (0..each.values.len()).step_by(apart).map(curve).collect(),
        spectra: None,
    })
}
