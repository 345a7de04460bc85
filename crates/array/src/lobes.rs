//! What a sampled pattern shows: its main beam, side lobes and beamwidth.
//!
//! The main lobe is what can be reached from the largest sample without going up again; the largest of all other samples is the highest side lobe, or a
//! grating lobe. Samples must be closer than a third of a lobe.

use crate::error::{ArrayError, count};
use crate::pattern::Cosines;
use num_complex::Complex64;

/// The main lobe and the highest of the others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lobes {
    /// Index of the largest sample.
    pub peak: usize,
    /// Its power.
    pub power: f64,
    /// The highest side lobe over the peak, in decibels, if anything lies outside the main lobe.
    pub side_lobe_level: Option<f64>,
}

/// Lobes of fields over a grid with so many rows and columns; one row for a cut.
pub fn lobes(fields: &[Complex64], [rows, columns]: [usize; 2]) -> Result<Lobes, ArrayError> {
    count("samples", fields.len(), (rows * columns).max(1))?;
    let powers: Vec<f64> = fields.iter().map(Complex64::norm_sqr).collect();
    let higher = |a: &usize, b: &usize| powers[*a].total_cmp(&powers[*b]);
    let peak = (0..powers.len()).max_by(higher).unwrap_or(0);
    let mut main = vec![false; powers.len()];
    main[peak] = true;
    let mut open = vec![peak];
    while let Some(at) = open.pop() {
        let (row, column) = (at / columns, at % columns);
        let around = |n: usize, len: usize| n.saturating_sub(1)..(n + 2).min(len);
        for next in
            around(row, rows).flat_map(|r| around(column, columns).map(move |c| r * columns + c))
        {
            if !main[next] && powers[next] <= powers[at] {
                main[next] = true;
                open.push(next);
            }
        }
    }
    let outside = (0..powers.len()).filter(|n| !main[*n]).max_by(higher);
    Ok(Lobes {
        peak,
        power: powers[peak],
        side_lobe_level: outside.map(|n| 10.0 * (powers[n] / powers[peak]).log10()),
    })
}

/// Width of the main lobe of a cut where its power is half that of the peak, in u, by linear interpolation of the power; none if the lobe is cut off.
pub fn half_power_width(fields: &[Complex64], u: Cosines) -> Result<Option<f64>, ArrayError> {
    count("samples", fields.len(), u.count)?;
    let Lobes { peak, power, .. } = lobes(fields, [1, u.count])?;
    let half = 0.5 * power;
    let crossing = |samples: &mut dyn Iterator<Item = usize>| {
        let mut last = peak;
        for n in samples {
            let (inner, outer) = (fields[last].norm_sqr(), fields[n].norm_sqr());
            if outer < half {
                let part = (inner - half) / (inner - outer);
                return Some(u.at(last) + part * (u.at(n) - u.at(last)));
            }
            last = n;
        }
        None
    };
    let right = crossing(&mut (peak + 1..u.count));
    let left = crossing(&mut (0..peak).rev());
    Ok(right.zip(left).map(|(right, left)| right - left))
}
