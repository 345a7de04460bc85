//! Groups of functions, and how much two values of a function differ.
//!
//! Functions of one kind, such as the entries of S or the currents, form a group with one reference: what lies far below it is not judged by its
//! relative error. Let `reference` be the magnitude of 0 dB of the group and `floor` the amplitude down to which results are accurate, 0.01 for
//! -40 dB. Two values a and b deviate by
//!
//!   d = |a - b| / max(|a|, |b|, floor reference).
//!
//! Above the floor d < 1 bounds the ratio of the magnitudes by 1/(1 - d) and the difference of the phases by asin d.

use crate::{Complex, RationalError, Samples};

/// What 0 dB of a group is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Reference {
    /// The largest magnitude of the group in any sample.
    Largest,
    /// A given magnitude: 1 for S-parameters.
    Fixed(f64),
}

/// Functions in sequence that have one reference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Group {
    /// How many functions.
    pub count: usize,
    /// Their 0 dB.
    pub reference: Reference,
    /// The amplitude relative to the reference down to which values are accurate.
    pub floor: f64,
}

impl Group {
    /// S-parameters, accurate down to -40 dB.
    pub const fn scattering(count: usize) -> Self {
        Self {
            count,
            reference: Reference::Fixed(1.0),
            floor: 0.01,
        }
    }

    /// Functions that are accurate down to 40 dB below the largest of them.
    pub const fn largest(count: usize) -> Self {
        Self {
            count,
            reference: Reference::Largest,
            floor: 0.01,
        }
    }
}

/// An allowed deviation.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Tolerance(f64);

impl Tolerance {
    /// Errors of a magnitude in dB and of a phase in degrees, neither of which may be exceeded.
    pub fn new(decibels: f64, degrees: f64) -> Result<Self, RationalError> {
        let rule = "positive";
        for (name, value) in [("decibels", decibels), ("degrees", degrees)] {
            if !(value.is_finite() && value > 0.0) {
                return Err(RationalError::Setting { name, value, rule });
            }
        }
        let magnitude = 1.0 - 10.0_f64.powf(-decibels / 20.0);
        let phase = degrees.min(90.0).to_radians().sin();
        Ok(Self(magnitude.min(phase)))
    }

    /// As a deviation of two values.
    pub const fn deviation(self) -> f64 {
        self.0
    }
}

/// Functions of one group with their numbers.
fn ranges(groups: &[Group]) -> impl Iterator<Item = (&Group, std::ops::Range<usize>)> {
    groups.iter().scan(0, |from, group| {
        let range = *from..*from + group.count;
        *from = range.end;
        Some((group, range))
    })
}

/// The magnitude of each function below which it is not judged.
pub(crate) fn floors(groups: &[Group], samples: &Samples) -> Result<Vec<f64>, RationalError> {
    let count: usize = groups.iter().map(|group| group.count).sum();
    let functions = samples.functions();
    if count != functions {
        let groups = count;
        return Err(RationalError::Groups { groups, functions });
    }
    let mut floors = Vec::with_capacity(functions);
    for (group, range) in ranges(groups) {
        let reference = match group.reference {
            Reference::Fixed(reference) => reference,
            Reference::Largest => (0..samples.len())
                .flat_map(|sample| &samples.values(sample)[range.clone()])
                .map(|value| value.norm())
                .fold(0.0, f64::max),
        };
        floors.extend(range.map(|_| group.floor * reference));
    }
    Ok(floors)
}

/// The factor of each function in a fit. Every function has its own scale, so that a small one is fitted as well as a large one, unless all of it lies
/// below the floor; and every group counts as much as any other, however many functions it has.
pub(crate) fn factors(groups: &[Group], samples: &Samples) -> Result<Vec<f64>, RationalError> {
    let mut scales = floors(groups, samples)?;
    for sample in 0..samples.len() {
        for (scale, value) in scales.iter_mut().zip(samples.values(sample)) {
            *scale = scale.max(value.norm());
        }
    }
    let mut factors = Vec::with_capacity(scales.len());
    for (group, range) in ranges(groups) {
        let share = (group.count as f64).sqrt();
        let factor = |&scale: &f64| {
            if scale > 0.0 {
                1.0 / (scale * share)
            } else {
                0.0
            }
        };
        factors.extend(scales[range].iter().map(factor));
    }
    Ok(factors)
}

/// The largest deviation of any function.
pub(crate) fn deviation(a: &[Complex], b: &[Complex], floors: &[f64]) -> f64 {
    let mut largest = 0.0_f64;
    for ((a, b), &floor) in a.iter().zip(b).zip(floors) {
        let scale = a.norm().max(b.norm()).max(floor);
        let difference = (a - b).norm();
        if difference > 0.0 {
            // A value that is not finite differs from every other.
            let deviation = difference / scale;
            largest = largest.max(if deviation.is_finite() {
                deviation
            } else {
                2.0
            });
        } else if difference.is_nan() {
            largest = largest.max(2.0);
        }
    }
    largest
}
