//! Where elements stand, in wavelengths. Lists of `[x, y, z]` from elsewhere serve as well.

use crate::error::{ArrayError, demand};
use std::f64::consts::{PI, TAU};

const POSITIVE: &str = "it must be finite and positive";

/// A line along x, centred at the origin.
pub fn line(count: usize, spacing: f64) -> Vec<[f64; 3]> {
    (centred(count, spacing).map(|x| [x, 0.0, 0.0])).collect()
}

/// A rectangular lattice in the plane z = 0, centred at the origin, with y fastest.
pub fn lattice(counts: [usize; 2], spacings: [f64; 2]) -> Vec<[f64; 3]> {
    let along_x = centred(counts[0], spacings[0]);
    along_x
        .flat_map(|x| centred(counts[1], spacings[1]).map(move |y| [x, y, 0.0]))
        .collect()
}

/// A triangular lattice: rows along x, every second one shifted by half a spacing. Rows that are sqrt(3)/2 spacings apart make equilateral triangles.
pub fn triangular(counts: [usize; 2], spacings: [f64; 2]) -> Vec<[f64; 3]> {
    let rows = centred(counts[1], spacings[1]).enumerate();
    rows.flat_map(|(row, y)| {
        let shift = spacings[0] * if row % 2 == 0 { -0.25 } else { 0.25 };
        centred(counts[0], spacings[0]).map(move |x| [x + shift, y, 0.0])
    })
    .collect()
}

/// A ring in the plane z = 0 around the origin, from the x axis on.
pub fn ring(count: usize, radius: f64) -> Vec<[f64; 3]> {
    (0..count)
        .map(|n| {
            let (sin, cos) = (TAU * n as f64 / count as f64).sin_cos();
            [radius * cos, radius * sin, 0.0]
        })
        .collect()
}

/// The same elements on a surface z(x, y).
pub fn on_surface(positions: &[[f64; 3]], height: impl Fn(f64, f64) -> f64) -> Vec<[f64; 3]> {
    (positions.iter())
        .map(|&[x, y, _]| [x, y, height(x, y)])
        .collect()
}

/// A paraboloid that opens along +z, its vertex in the origin.
#[derive(Debug, Clone, Copy)]
pub struct Paraboloid {
    /// Diameter of the rim in wavelengths.
    pub diameter: f64,
    /// Focal length in wavelengths.
    pub focus: f64,
}

impl Paraboloid {
    /// With this ratio of focal length and diameter, for so many elements at this spacing.
    pub fn for_count(count: usize, spacing: f64, ratio: f64) -> Result<Self, ArrayError> {
        demand("the spacing", spacing, POSITIVE, |d| d > 0.0)?;
        demand("the focal length over the diameter", ratio, POSITIVE, |r| {
            r > 0.0
        })?;
        let diameter = spacing * (4.0 * count as f64 / PI).sqrt();
        let focus = ratio * diameter;
        Ok(Self { diameter, focus })
    }

    /// z = (x^2 + y^2) / (4 F).
    pub fn height(&self, x: f64, y: f64) -> f64 {
        (x * x + y * y) / (4.0 * self.focus)
    }

    /// Exactly so many elements of a square lattice with this spacing in projection, those nearest to the axis.
    pub fn elements(&self, count: usize, spacing: f64) -> Vec<[f64; 3]> {
        let side = 2 * ((count as f64 / PI).sqrt().ceil() as usize + 2);
        let mut flat = lattice([side, side], [spacing, spacing]);
        flat.sort_by(|a, b| (a[0].hypot(a[1])).total_cmp(&b[0].hypot(b[1])));
        flat.truncate(count);
        on_surface(&flat, |x, y| self.height(x, y))
    }

    /// Distance from the focus.
    pub fn from_focus(&self, [x, y, z]: [f64; 3]) -> f64 {
        (x * x + y * y + (z - self.focus).powi(2)).sqrt()
    }
}

/// A line along x whose density follows amplitudes at equal distances: element m stands where the integral of the amplitudes, as a function with linear
/// pieces, reaches (m + 1/2)/count of its whole (density tapering: M. I. Skolnik, G. Nemhauser, J. W. Sherman, IEEE Trans. AP 12, 408, 1964).
pub fn density_tapered(
    count: usize,
    length: f64,
    amplitudes: &[f64],
) -> Result<Vec<[f64; 3]>, ArrayError> {
    demand("the length", length, POSITIVE, |l| l > 0.0)?;
    for amplitude in amplitudes {
        demand("an amplitude", *amplitude, POSITIVE, |a| a > 0.0)?;
    }
    crate::error::count("amplitudes", amplitudes.len().min(2), 2)?;
    let step = 1.0 / (amplitudes.len() - 1) as f64;
    let mut integral = vec![0.0];
    for pair in amplitudes.windows(2) {
        integral.push(integral[integral.len() - 1] + 0.5 * step * (pair[0] + pair[1]));
    }
    let whole = integral[integral.len() - 1];
    let place = |m: usize| {
        let wanted = whole * (m as f64 + 0.5) / count as f64;
        let n = (integral.partition_point(|i| *i <= wanted) - 1).min(amplitudes.len() - 2);
        let (a, b) = (amplitudes[n], amplitudes[n + 1]);
        // a s + (b - a) s^2 / 2 = rest, in steps; this form of the root has no cancellation.
        let rest = (wanted - integral[n]) / step;
        let s = 2.0 * rest / (a + (a * a + 2.0 * (b - a) * rest).max(0.0).sqrt());
        [length * ((n as f64 + s) * step - 0.5), 0.0, 0.0]
    };
    Ok((0..count).map(place).collect())
}

fn centred(count: usize, spacing: f64) -> impl Iterator<Item = f64> {
    (0..count).map(move |n| spacing * (n as f64 - 0.5 * (count as f64 - 1.0)))
}
