//! All zeros of an analytic function in a rectangle, by counting.
//!
//! The number of zeros is the change of the argument along the edge over 2 pi. Rectangles with zeros are divided until each has one that Newton's
//! method finds from the middle (L. M. Delves, J. N. Lyness, Math. Comp. 21, 543, 1967, with the argument itself instead of moments). So a result is
//! complete: a zero that is not found is an error.
//!
//! The function may have a positive factor that is not analytic, such as a scale against overflow: it changes no argument and no zero.

use poynting_physics::{Complex, PhasorArithmetic};
use std::f64::consts::TAU;

/// Opposite corners, lower left and upper right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rectangle {
    pub low: Complex,
    pub high: Complex,
}

/// A rectangle whose zeros are not found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Cluster {
    pub count: usize,
    pub middle: Complex,
}

/// The largest change of the argument from a point to the next.
const TURN: f64 = 0.6;
/// How often an edge may be halved before a zero counts as lying on it.
const HALVINGS: usize = 44;
/// How often rectangles may be divided.
const DIVISIONS: usize = 60;
/// Where a side is divided, not in the middle, where zeros of symmetric functions lie.
const CUTS: [f64; 4] = [0.473, 0.547, 0.417, 0.591];

/// The zeros in a rectangle, each as often as its multiplicity. `step` is a distance over which the argument changes by less than pi.
pub(crate) fn zeros(
    f: &impl Fn(Complex) -> Complex,
    within: Rectangle,
    step: f64,
) -> Result<Vec<Complex>, Cluster> {
    let mut found = Vec::new();
    let middle = within.middle();
    let count = count(f, within, step).ok_or(Cluster { count: 0, middle })?;
    let mut waiting = vec![(within, count, 0)];
    while let Some((rectangle, count, depth)) = waiting.pop() {
        let middle = rectangle.middle();
        if count == 0 {
            continue;
        }
        if count == 1
            && let Some(zero) = newton(f, rectangle)
        {
            found.push(zero);
            continue;
        }
        if depth == DIVISIONS {
            return Err(Cluster { count, middle });
        }
        let halves = CUTS.iter().find_map(|cut| {
            let [a, b] = rectangle.divided(*cut);
            let (na, nb) = (self::count(f, a, step)?, self::count(f, b, step)?);
            (na + nb == count).then_some([(a, na, depth + 1), (b, nb, depth + 1)])
        });
        waiting.extend(halves.ok_or(Cluster { count, middle })?);
    }
    Ok(found)
}

impl Rectangle {
    fn middle(&self) -> Complex {
        (self.low + self.high) * 0.5
    }

    fn divided(&self, cut: f64) -> [Self; 2] {
        let size = self.high - self.low;
        let (mut high, mut low) = (self.high, self.low);
        if size.re > size.im {
            high.re = self.low.re + cut * size.re;
            low.re = high.re;
        } else {
            high.im = self.low.im + cut * size.im;
            low.im = high.im;
        }
        [Self { high, ..*self }, Self { low, ..*self }]
    }

    /// With a margin, relative to the size.
    fn contains(&self, z: Complex, margin: f64) -> bool {
        let size = (self.high - self.low) * margin;
        let (low, high) = (self.low - size, self.high + size);
        z.re >= low.re && z.re <= high.re && z.im >= low.im && z.im <= high.im
    }
}

fn count(f: &impl Fn(Complex) -> Complex, within: Rectangle, step: f64) -> Option<usize> {
    let Rectangle { low, high } = within;
    let corners = [
        low,
        Complex::new(high.re, low.im),
        high,
        Complex::new(low.re, high.im),
        low,
    ];
    let mut change = 0.0;
    for ends in corners.windows(2) {
        let along = ends[1] - ends[0];
        let parts = ((along.norm() / step).ceil() as usize).clamp(8, 100_000);
        let at = |i: usize| ends[0] + along * (i as f64 / parts as f64);
        let mut from = (at(0), f(at(0)));
        for i in 1..=parts {
            let to = (at(i), f(at(i)));
            change += turn(f, from, to, HALVINGS)?;
            from = to;
        }
    }
    let turns = change / TAU;
    let whole = turns.round();
    ((turns - whole).abs() < 0.01 && whole >= 0.0).then_some(whole as usize)
}

/// The change of the argument between two points.
fn turn(
    f: &impl Fn(Complex) -> Complex,
    from: (Complex, Complex),
    to: (Complex, Complex),
    halvings: usize,
) -> Option<f64> {
    let angle = |a: Complex, b: Complex| (b * a.conj()).arg();
    let z = (from.0 + to.0) * 0.5;
    let middle = (z, f(z));
    let halves = [angle(from.1, middle.1), angle(middle.1, to.1)];
    if halves.iter().all(|angle| angle.abs() < TURN) {
        return Some(halves[0] + halves[1]);
    }
    let rest = halvings.checked_sub(1)?;
    Some(turn(f, from, middle, rest)? + turn(f, middle, to, rest)?)
}

fn newton(f: &impl Fn(Complex) -> Complex, within: Rectangle) -> Option<Complex> {
    let mut z = within.middle();
    let size = (within.high - within.low).norm();
    let mut last = f64::INFINITY;
    for _ in 0..60 {
        let h = Complex::from((1e-6 * z.norm()).min(1e-3 * size).max(1e-14));
        let slope = (f(z + h) - f(z - h)).over(h * 2.0);
        let change = f(z).over(slope);
        z -= change;
        if !within.contains(z, 0.5) {
            return None;
        }
        let distance = change.norm();
        // To rounding: quadratic steps end where they no longer shrink.
        let stalled = distance < 1e-11 * z.norm() && distance >= 0.5 * last;
        last = distance;
        if stalled || distance <= 1e-15 * z.norm() {
            break;
        }
    }
    // Another zero may lie next to the rectangle.
    (last < 1e-9 * z.norm() && within.contains(z, 0.0)).then_some(z)
}
