//! Magnitudes of frequency-domain fields: |E| from the phasors of the recorded components.
//!
//! ```text
//! |E|^2 = sum over components of Re^2 + Im^2
//! ```
//!
//! This is the root of the sum of squared peak values; for linear polarisation it is the peak of the field.

use super::heat::{HeatFigure, Look, Subject};
use super::plane::Plane;
use crate::ResultsError;
use crate::source::{Source, group_by};
use crate::surface::find;

/// A component, as the indices of its real and imaginary parts.
struct Phasor {
    parent: String,
    component: String,
    parts: [usize; 2],
}

/// The maps of all frequency-domain fields, with their names.
pub(super) fn figures(source: &dyn Source) -> Result<Vec<(String, HeatFigure)>, ResultsError> {
    let phasors = phasors(source);
    let all = source.declarations();
    let vector = |p: &Phasor| p.component.chars().next();
    let together = |a: usize, b: usize| {
        let (a, b) = (&phasors[a], &phasors[b]);
        (&a.parent, vector(a)) == (&b.parent, vector(b))
            && all[a.parts[0]].axes == all[b.parts[0]].axes
    };
    let mut figures = Vec::new();
    for group in group_by(0..phasors.len(), together) {
        let members: Vec<&Phasor> = group.iter().map(|&n| &phasors[n]).collect();
        figures.extend(figure(source, &members)?);
    }
    Ok(figures)
}

fn phasors(source: &dyn Source) -> Vec<Phasor> {
    let all = source.declarations();
    let phasor = |(re, declaration): (usize, &&crate::Declaration)| {
        let path = declaration.name.strip_suffix("/real")?;
        let (parent, component) = path.rsplit_once('/')?;
        let im = find(&all, &format!("{path}/imag"))?;
        let is_map = path.starts_with("field/") || path.contains("/field/");
        (is_map && all[im].axes == declaration.axes).then(|| Phasor {
            parent: parent.to_owned(),
            component: component.to_owned(),
            parts: [re, im],
        })
    };
    all.iter().enumerate().filter_map(phasor).collect()
}

/// The frequency with the largest magnitude.
fn figure(
    source: &dyn Source,
    members: &[&Phasor],
) -> Result<Option<(String, HeatFigure)>, ResultsError> {
    let all = source.declarations();
    let first = all[members[0].parts[0]];
    let Some(plane) = Plane::of(first) else {
        return Ok(None);
    };
    let mut strongest: (f64, usize, Vec<f64>) = (f64::NEG_INFINITY, 0, Vec::new());
    for k in 0..first.axes[0].values.len() {
        let mut squares = Vec::new();
        for part in members.iter().flat_map(|m| m.parts) {
            let values = plane.read(source, part, k)?;
            squares.resize(values.len(), 0.0);
            for (sum, value) in squares.iter_mut().zip(values) {
                *sum += value * value;
            }
        }
        let power = squares.iter().filter(|s| s.is_finite()).sum();
        if power > strongest.0 {
            let sizes = squares.into_iter().map(f64::sqrt).collect();
            strongest = (power, k, sizes);
        }
    }
    let (_, index, values) = strongest;
    if values.is_empty() {
        return Ok(None);
    }
    let vector = members[0].component.chars().next().unwrap_or('F');
    let name = format!("{}/{vector}_magnitude", members[0].parent);
    let subject = Subject {
        name: &name,
        noun: noun(members, vector),
        unit: &first.unit,
        axes: &first.axes,
        look: Look::Magnitude,
    };
    let figure = HeatFigure::new(source, &subject, &plane, (index, values));
    Ok(Some((name.clone(), figure)))
}

/// `|E|`, or the components if there are fewer than three.
fn noun(members: &[&Phasor], vector: char) -> String {
    match members {
        [only] => format!("|{}|", only.component),
        [a, b] => format!("\u{221a}(|{}|² + |{}|²)", a.component, b.component),
        _ => format!("|{vector}|"),
    }
}
