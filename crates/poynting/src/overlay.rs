//! Overlays of two results, as plots.

use crate::compare::{common, coordinates};
use poynting_results::{Axis, Quantity, Results, ResultsError, plot_comparison};
use std::path::{Path, PathBuf};

/// At most this many overlays of one quantity are drawn.
const MOST_PICTURES: usize = 4;

/// Overlays levels of two results, along the angle with more values; returns the files.
pub fn overlay(
    [(first, a), (second, b)]: [(&str, &Results); 2],
    dir: &Path,
) -> Result<Vec<PathBuf>, ResultsError> {
    let mut drawn = Results::default();
    drawn.summary.title = format!("{first} and {second}");
    for quantity in &a.quantities {
        let name = &quantity.declaration.name;
        let other = b.get(name).filter(|_| quantity.declaration.unit == "dB");
        let Some(other) = other.filter(|other| common([quantity, other]).is_ok()) else {
            continue;
        };
        for cut in cuts(quantity).into_iter().take(MOST_PICTURES) {
            let picture = format!("{}{}", name.replace(['/', '_'], " "), cut.place(quantity));
            for (label, quantity) in [(first, quantity), (second, other)] {
                let values: Vec<f64> = cut.places.iter().map(|&p| quantity.data[p]).collect();
                let name = format!("{picture}/{label}");
                drawn.add_curve(&name, "dB", cut.axis.clone(), &values)?;
            }
        }
    }
    if drawn.quantities.is_empty() {
        return Ok(Vec::new());
    }
    plot_comparison(&drawn, dir)
}

/// A line of values along one axis.
struct Cut {
    axis: Axis,
    places: Vec<usize>,
}

impl Cut {
    /// ` at 4.77 GHz, phi 90 deg`: the fixed coordinates of the cut.
    fn place(&self, quantity: &Quantity) -> String {
        let at = coordinates(quantity, self.places[0]);
        let fixed = at.iter().filter(|(name, ..)| *name != self.axis.name);
        let shown = fixed.map(|(name, value, unit)| match unit.as_str() {
            "Hz" => format!("{} GHz", (value * 1e-3).round() / 1e6),
            unit => format!("{name} {value} {unit}"),
        });
        let shown: Vec<String> = shown.collect();
        if shown.is_empty() {
            String::new()
        } else {
            format!(" at {}", shown.join(", "))
        }
    }
}

/// The cuts along the longest axis; along frequency if there is no other.
fn cuts(quantity: &Quantity) -> Vec<Cut> {
    let axes = &quantity.declaration.axes;
    let longest = (0..axes.len()).rev().max_by_key(|&n| axes[n].values.len());
    let Some(longest) = longest.filter(|&n| axes[n].values.len() > 1) else {
        return Vec::new();
    };
    let stride: usize = axes[longest + 1..].iter().map(|a| a.values.len()).product();
    let count = axes[longest].values.len();
    let starts = (0..quantity.data.len()).filter(|place| (place / stride).is_multiple_of(count));
    let line = |start: usize| Cut {
        axis: axes[longest].clone(),
        places: (0..count).map(|n| start + n * stride).collect(),
    };
    starts.map(line).collect()
}
