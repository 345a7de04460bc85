//! Levels over an angle: one curve for each value of the other angle and each frequency.

use super::labels::{capitalised, level_unit, words};
use super::lines::LineFigure;
use super::panel::{Curve, Panel};
use crate::ResultsError;
use crate::source::{Source, table_name};
use crate::units::{Scale, number};
use std::ops::Range;

/// More curves than this cannot be told apart.
const MOST_CURVES: usize = 8;
/// At most this many frequencies are drawn, so that each has more than one cut.
const MOST_FREQUENCIES: usize = 4;
/// Angles closer than this are taken as equal, in degrees.
const SAME: f64 = 1e-6;
/// Levels this far below the largest are omitted.
const DEPTH_DB: f64 = 60.0;
/// Preferred cuts, in degrees: the principal planes, and those between them.
const PRINCIPAL_PHI: [f64; 8] = [0.0, 90.0, 45.0, 135.0, 180.0, 270.0, 225.0, 315.0];
const PRINCIPAL_THETA: [f64; 8] = [90.0, 45.0, 60.0, 30.0, 135.0, 120.0, 150.0, 0.0];

/// The figure of quantity `index` if it is a level over frequency, theta and phi.
///
/// It is drawn over theta, unless theta has few values and phi has more.
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
    let frequencies = spread(frequency.values.len(), MOST_FREQUENCIES);
    let principal = if over_phi {
        PRINCIPAL_THETA
    } else {
        PRINCIPAL_PHI
    };
    let cuts = chosen(&fixed.values, &principal, MOST_CURVES / frequencies.len());
    let curve = |(f, c): (usize, usize)| {
        let points = over
            .values
            .iter()
            .enumerate()
            .map(|(x, v)| (*v, at(f, x, c)));
        let frequency = scale.show(frequency.values[f]);
        Curve {
            name: format!("{frequency}, {} {}°", fixed.name, number(fixed.values[c])),
            points: points.filter(|(_, y)| *y >= top - DEPTH_DB).collect(),
        }
    };
    let pairs = (frequencies.iter()).flat_map(|&f| cuts.iter().map(move |&c| (f, c)));
    let curves: Vec<Curve> = pairs.map(curve).collect();
    let all = frequency.values.len() * fixed.values.len();
    let (parent, leaf) = declaration.parent_and_leaf();
    let note = (curves.len() < all).then(|| {
        let table = table_name(parent);
        format!("{} of {all} cuts; all are in {table}.csv", curves.len())
    });
    Ok(LineFigure::of_panel(
        source,
        &declaration.name,
        Panel {
            x_label: format!("{} (deg)", capitalised(&over.name)),
            y_label: format!("{} ({})", capitalised(&words(leaf)), level_unit(leaf, "dB")),
            x_range: over.values[0]..over.values[over.values.len() - 1],
            y_range: range(&curves, top),
            curves,
        },
        note,
    ))
}

/// At most `most` of `count` indices, evenly spread, including the first and the last.
fn spread(count: usize, most: usize) -> Vec<usize> {
    if count <= most {
        return (0..count).collect();
    }
    (0..most)
        .map(|n| n * (count - 1) / (most - 1).max(1))
        .collect()
}

/// The indices of at most `most` angles, in order; principal angles are preferred.
fn chosen(angles: &[f64], principal: &[f64], most: usize) -> Vec<usize> {
    let place = |angle: &f64| angles.iter().position(|a| (a - angle).abs() < SAME);
    let mut places: Vec<usize> = principal.iter().filter_map(place).take(most).collect();
    if places.is_empty() || angles.len() <= most {
        places = spread(angles.len(), most);
    }
    places.sort_unstable();
    places
}

/// The range of levels drawn, up to `top`, with a margin.
fn range(curves: &[Curve], top: f64) -> Range<f64> {
    let points = curves.iter().flat_map(|c| &c.points);
    let lowest = points.map(|p| p.1).fold(top, f64::min);
    let room = (0.06 * (top - lowest)).max(0.5);
    lowest - room..top + room
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn principal_cuts_are_chosen_first() {
        let round: Vec<f64> = (0..36).map(|i| 10.0 * f64::from(i)).collect();
        assert_eq!(chosen(&round, &PRINCIPAL_PHI, 2), [0, 9]);
        assert_eq!(chosen(&round, &PRINCIPAL_PHI, 4), [0, 9, 18, 27]);
        assert_eq!(chosen(&[10.0, 20.0, 30.0], &PRINCIPAL_PHI, 2), [0, 2]);
        assert_eq!(chosen(&[0.0, 90.0, 5.0], &PRINCIPAL_PHI, 8), [0, 1, 2]);
        assert_eq!(spread(9, 4), [0, 2, 5, 8]);
        assert_eq!(spread(2, 1), [0]);
    }
}
