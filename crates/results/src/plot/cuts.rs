//! Levels over an angle: a curve for each value of the other one and each frequency.

use super::lines::{Curve, LineFigure, Panel};
use crate::ResultsError;
use crate::source::Source;
use crate::units::Scale;
use std::ops::Range;

/// More curves than this are not told apart.
const MOST_CURVES: usize = 8;
/// Levels this far below the largest are left out.
const DEPTH_DB: f64 = 60.0;

/// The figure of quantity `index` where it is a level over frequency, theta and phi.
///
/// It is drawn over theta, unless that has few values and phi has more.
pub(super) fn figure(
    source: &dyn Source,
    index: usize,
) -> Result<Option<LineFigure>, ResultsError> {
    let declaration = source.declarations()[index];
    let names: Vec<&str> = declaration.axes.iter().map(|a| a.name.as_str()).collect();
    let [frequency, theta, phi] = declaration.axes.as_slice() else {
        return Ok(None);
    };
    let (thetas, phis) = (theta.values.len(), phi.values.len());
    if names != ["frequency", "theta", "phi"] || declaration.unit != "dB" || thetas.max(phis) < 2 {
        return Ok(None);
    }
    let over_phi = phis > thetas && thetas <= MOST_CURVES;
    let (over, fixed) = if over_phi { (phi, theta) } else { (theta, phi) };
    let data = source.read_all(index)?;
    let at = |f: usize, x: usize, c: usize| {
        let [t, p] = if over_phi { [c, x] } else { [x, c] };
        data[(f * thetas + t) * phis + p]
    };
    let top = (data.iter().copied().filter(|v| v.is_finite())).fold(f64::NEG_INFINITY, f64::max);
    let scale = Scale::fit("Hz", frequency.values.last().copied().unwrap_or(1.0));
    let pairs =
        (0..frequency.values.len()).flat_map(|f| (0..fixed.values.len()).map(move |c| (f, c)));
    let curve = |(f, c): (usize, usize)| {
        let points = over
            .values
            .iter()
            .enumerate()
            .map(|(x, v)| (*v, at(f, x, c)));
        let frequency = scale.show(frequency.values[f]);
        Curve {
            name: format!("{frequency}, {} {}°", fixed.name, fixed.values[c]),
            points: points.filter(|(_, y)| *y >= top - DEPTH_DB).collect(),
        }
    };
    let curves: Vec<Curve> = pairs.take(MOST_CURVES).map(curve).collect();
    let (_, leaf) = declaration.parent_and_leaf();
    Ok(LineFigure::of_panel(
        source,
        &declaration.name,
        Panel {
            x_label: format!("{} (deg)", over.name),
            y_label: format!("{} (dB)", leaf.replace('_', " ")),
            x_range: over.values[0]..over.values[over.values.len() - 1],
            y_range: range(&curves, top),
            curves,
        },
    ))
}

/// The levels that are drawn, up to `top`, with some room.
fn range(curves: &[Curve], top: f64) -> Range<f64> {
    let points = curves.iter().flat_map(|c| &c.points);
    let lowest = points.map(|p| p.1).fold(top, f64::min);
    let room = (0.06 * (top - lowest)).max(0.5);
    lowest - room..top + room
}
