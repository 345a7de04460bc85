//! S-parameters over frequency, in dB.

use super::lines::{Curve, LineFigure, Panel};
use crate::ResultsError;
use crate::source::Source;
use crate::touchstone::Scattering;
use crate::units::Scale;

/// Levels below this are left out.
const FLOOR_DB: f64 = -80.0;
/// More curves than this are not told apart.
const MOST_CURVES: usize = 8;

/// The figure, where there are S-parameters at more than one frequency.
pub(super) fn figure(source: &dyn Source) -> Result<Option<LineFigure>, ResultsError> {
    let Some(scattering) = Scattering::read(source)? else {
        return Ok(None);
    };
    let frequencies = &scattering.frequencies;
    let [first, .., last] = frequencies.as_slice() else {
        return Ok(None);
    };
    let scale = Scale::fit("Hz", *last);
    let ports = scattering.resistances.len();
    let curve = |(to, from): (usize, usize)| {
        let levels = (frequencies.iter().zip(&scattering.matrices))
            .map(|(f, s)| (f * scale.factor, 20.0 * s[to][from].norm().log10()));
        Curve {
            name: scattering.label(to, from),
            points: levels.filter(|(_, y)| *y >= FLOOR_DB).collect(),
        }
    };
    let pairs = (0..ports).flat_map(|from| (0..ports).map(move |to| (to, from)));
    let curves: Vec<Curve> = pairs.take(MOST_CURVES).map(curve).collect();
    let levels = || curves.iter().flat_map(|c| &c.points).map(|p| p.1);
    let (low, high) = (levels().fold(0.0, f64::min), levels().fold(0.0, f64::max));
    let room = (0.06 * (high - low)).max(0.5);
    Ok(LineFigure::of_panel(
        source,
        "network",
        Panel {
            x_label: scale.label("frequency"),
            y_label: "S (dB)".to_owned(),
            x_range: first * scale.factor..last * scale.factor,
            y_range: low - room..high + room,
            curves,
        },
    ))
}
