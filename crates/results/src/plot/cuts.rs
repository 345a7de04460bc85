//! Levels over the angle theta: a curve for each phi and frequency.

use super::lines::{Curve, LineFigure, Panel};
use crate::ResultsError;
use crate::source::Source;
use crate::units::Scale;

/// More curves than this are not told apart.
const MOST_CURVES: usize = 8;
/// Levels this far below the largest are left out.
const DEPTH_DB: f64 = 60.0;

/// The figure of quantity `index` where it is a level over frequency, theta and phi.
pub(super) fn figure(
    source: &dyn Source,
    index: usize,
) -> Result<Option<LineFigure>, ResultsError> {
    let declaration = source.declarations()[index];
    let names: Vec<&str> = declaration.axes.iter().map(|a| a.name.as_str()).collect();
    let [frequency, theta, phi] = declaration.axes.as_slice() else {
        return Ok(None);
    };
    if names != ["frequency", "theta", "phi"] || declaration.unit != "dB" || theta.values.len() < 2
    {
        return Ok(None);
    }
    let data = source.read_all(index)?;
    let top = data
        .iter()
        .copied()
        .filter(|v| v.is_finite())
        .fold(f64::NEG_INFINITY, f64::max);
    let scale = Scale::fit("Hz", frequency.values.last().copied().unwrap_or(1.0));
    let pairs =
        (0..frequency.values.len()).flat_map(|f| (0..phi.values.len()).map(move |p| (f, p)));
    let curve = |(f, p): (usize, usize)| {
        let level = |t: usize| data[(f * theta.values.len() + t) * phi.values.len() + p];
        let points = theta.values.iter().enumerate().map(|(t, x)| (*x, level(t)));
        Curve {
            name: format!(
                "{}, phi {}°",
                scale.show(frequency.values[f]),
                phi.values[p]
            ),
            points: points.filter(|(_, y)| *y >= top - DEPTH_DB).collect(),
        }
    };
    let curves: Vec<Curve> = pairs.take(MOST_CURVES).map(curve).collect();
    let lowest = curves
        .iter()
        .flat_map(|c| &c.points)
        .map(|p| p.1)
        .fold(top, f64::min);
    let room = (0.06 * (top - lowest)).max(0.5);
    let (_, leaf) = declaration.parent_and_leaf();
    Ok(LineFigure::of_panel(
        source,
        &declaration.name,
        Panel {
            x_label: "theta (deg)".to_owned(),
            y_label: format!("{} (dB)", leaf.replace('_', " ")),
            x_range: theta.values[0]..theta.values[theta.values.len() - 1],
            y_range: lowest - room..top + room,
            curves,
        },
    ))
}
