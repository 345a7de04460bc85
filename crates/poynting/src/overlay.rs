//! Overlays of two results, as plots.

use crate::compare::{common, coordinates};
use poynting_results::{Axis, Quantity, Results, ResultsError, plot_comparison};
use std::collections::HashMap;
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
        let Some((other, pairs)) = other.and_then(|other| {
            let pairs = common([quantity, other]).ok()?;
            Some((other, pairs.into_iter().map(|[a, b]| (a, b)).collect()))
        }) else {
            continue;
        };
        let all = cuts(quantity).into_iter();
        let shared = all.filter_map(|cut| cut.shared(&pairs));
        for (cut, places) in shared.take(MOST_PICTURES) {
            let picture = format!("{}{}", name.replace(['/', '_'], " "), cut.place(quantity));
            for (label, quantity, places) in
                [(first, quantity, &cut.places), (second, other, &places)]
            {
                let values: Vec<f64> = places.iter().map(|&p| quantity.data[p]).collect();
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
    /// The part of it that another quantity has too, with the places there: their first axes may differ.
    fn shared(mut self, pairs: &HashMap<usize, usize>) -> Option<(Self, Vec<usize>)> {
        let others: Vec<Option<usize>> =
            self.places.iter().map(|p| pairs.get(p).copied()).collect();
        let mut kept = others.iter().map(Option::is_some);
        self.places.retain(|_| kept.next().unwrap_or_default());
        let mut kept = others.iter().map(Option::is_some);
        self.axis.values.retain(|_| kept.next().unwrap_or_default());
        let places: Vec<usize> = others.into_iter().flatten().collect();
        (places.len() > 1).then_some((self, places))
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of the second result were once taken at the places of the first, beyond its end or at other frequencies.
    #[test]
    fn overlays_are_taken_where_both_have_values() {
        let results = |frequencies: &[f64]| {
            let mut results = Results::default();
            let axis = Axis::new("frequency", "Hz", frequencies.to_vec());
            let levels: Vec<f64> = frequencies.iter().map(|f| f * 1e-9).collect();
            results.add_curve("a/gain", "dB", axis, &levels).unwrap();
            results
        };
        let (long, short) = (results(&[1e9, 2e9, 3e9, 4e9]), results(&[2e9, 4e9]));
        let [a, b] = [&long, &short].map(|results| &results.quantities[0]);
        let pairs = common([a, b]).unwrap().into_iter().map(|[a, b]| (a, b));
        let (cut, places) = cuts(a).remove(0).shared(&pairs.collect()).unwrap();
        assert_eq!(cut.axis.values, [2e9, 4e9]);
        assert_eq!((cut.places, places), (vec![1, 3], vec![0, 1]));
    }
}
