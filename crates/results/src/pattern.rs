//! Antenna patterns among the results: levels over frequency, theta and phi.

use crate::source::Source;
use crate::{Axis, ResultsError};

/// Angles closer than this are taken as equal, in degrees.
pub(crate) const SAME: f64 = 1e-6;

/// The gain of a monitor, or its directivity if no port drives it.
pub(crate) struct Pattern<'a> {
    index: usize,
    /// `far/NAME/gain`.
    pub name: &'a str,
    /// In hertz.
    pub frequencies: &'a [f64],
    /// In degrees.
    pub theta: &'a [f64],
    /// In degrees.
    pub phi: &'a [f64],
}

/// All patterns, one per monitor.
pub(crate) fn patterns(source: &dyn Source) -> Vec<Pattern<'_>> {
    let all = source.declarations();
    let is_level = |i: usize| {
        let axes = all[i].axes.iter().map(|a: &Axis| a.name.as_str());
        all[i].unit == "dB" && axes.eq(["frequency", "theta", "phi"])
    };
    let has_gain = |parent: &str| all.iter().any(|d| d.parent_and_leaf() == (parent, "gain"));
    let mut found = Vec::new();
    for (index, declaration) in all.iter().enumerate() {
        let (parent, leaf) = declaration.parent_and_leaf();
        let is_it = leaf == "gain" || (leaf == "directivity" && !has_gain(parent));
        if is_it && is_level(index) {
            found.push(Pattern {
                index,
                name: &declaration.name,
                frequencies: &declaration.axes[0].values,
                theta: &declaration.axes[1].values,
                phi: &declaration.axes[2].values,
            });
        }
    }
    found
}

impl Pattern<'_> {
    /// The levels at a frequency, phi fastest.
    pub fn read(&self, source: &dyn Source, number: usize) -> Result<Vec<f64>, ResultsError> {
        source.read(self.index, number..number + 1)
    }

    /// Whether phi covers the full circle: the gap from largest to smallest is no wider than the others.
    pub fn goes_round(&self) -> bool {
        let steps = self.phi.windows(2).map(|w| w[1] - w[0]);
        let largest = steps.fold(0.0, f64::max);
        let ends = [self.phi.first(), self.phi.last()];
        matches!(ends, [Some(a), Some(b)] if self.phi.len() > 3 && 360.0 - (b - a) < largest + SAME)
    }
}
