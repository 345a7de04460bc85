//! Patterns of arrays in many directions, by transforms.
//!
//! Over a grid of u and v a plane array is a transform of type 1: with u = u_0 + k du, the strengths are a_m e^{j 2 pi u_0 x_m} and the coordinates
//! 2 pi du x_m. A lattice towards any directions is one of type 2, and anything towards any directions one of type 3.

use crate::array::Array;
use crate::error::{ArrayError, count, demand};
use crate::nufft::{IrregularNufft, Nufft, Sign};
use num_complex::Complex64;
use std::f64::consts::TAU;

/// Equidistant cosines of directions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cosines {
    /// The first.
    pub from: f64,
    /// The last.
    pub to: f64,
    /// Their number, at least one.
    pub count: usize,
}

impl Cosines {
    /// From `from` to `to`.
    pub fn new(from: f64, to: f64, count: usize) -> Self {
        Self { from, to, count }
    }

    /// Distance of neighbours.
    pub fn step(&self) -> f64 {
        if self.count < 2 {
            0.0
        } else {
            (self.to - self.from) / (self.count - 1) as f64
        }
    }

    /// Value `n`.
    pub fn at(&self, n: usize) -> f64 {
        self.from + n as f64 * self.step()
    }

    /// The value of mode 0 of a transform with as many modes.
    pub(crate) fn centre(&self) -> f64 {
        self.at(self.count / 2)
    }

    pub(crate) fn checked(&self) -> Result<(), ArrayError> {
        for value in [self.from, self.to] {
            demand(
                "a cosine of a direction",
                value,
                "it must be from -1 to 1",
                |u| u.abs() <= 1.0,
            )?;
        }
        Ok(())
    }
}

impl Array {
    /// F over a grid of u and v, v fastest, of an array in the plane z = 0. Directions beyond the visible range are included.
    pub fn over_grid(
        &self,
        [u, v]: [Cosines; 2],
        tolerance: f64,
    ) -> Result<Vec<Complex64>, ArrayError> {
        u.checked()?;
        v.checked()?;
        let height = self
            .positions
            .iter()
            .map(|r| r[2].abs())
            .fold(0.0, f64::max);
        demand(
            "the height of a plane array",
            height,
            "it must be 0; expand curved arrays in terms",
            |z| z == 0.0,
        )?;
        let mut transform = PlaneTransform::new(&self.positions, [u, v], tolerance)?;
        let mut out = vec![Complex64::default(); u.count * v.count];
        transform.pattern(&self.excitations, &mut out)?;
        Ok(out)
    }

    /// F over equidistant u, of a line along x.
    pub fn over_line(&self, u: Cosines, tolerance: f64) -> Result<Vec<Complex64>, ArrayError> {
        u.checked()?;
        let off = self
            .positions
            .iter()
            .map(|r| r[1].abs().max(r[2].abs()))
            .fold(0.0, f64::max);
        demand(
            "the distance of an element from the line",
            off,
            "it must be 0",
            |d| d == 0.0,
        )?;
        let points: Vec<[f64; 1]> = self
            .positions
            .iter()
            .map(|r| [TAU * u.step() * r[0]])
            .collect();
        let centred: Vec<Complex64> = (self.positions.iter().zip(&self.excitations))
            .map(|(r, a)| a * Complex64::cis(TAU * u.centre() * r[0]))
            .collect();
        let mut out = vec![Complex64::default(); u.count];
        Nufft::new(&points, [u.count], tolerance, Sign::Plus)?.to_modes(&centred, &mut out)?;
        Ok(out)
    }

    /// F towards any directions.
    pub fn towards(
        &self,
        directions: &[[f64; 3]],
        tolerance: f64,
    ) -> Result<Vec<Complex64>, ArrayError> {
        let mut out = vec![Complex64::default(); directions.len()];
        let flat = self.positions.iter().all(|r| r[2] == 0.0);
        if flat {
            let points: Vec<[f64; 2]> = self
                .positions
                .iter()
                .map(|r| [TAU * r[0], TAU * r[1]])
                .collect();
            let targets: Vec<[f64; 2]> = directions.iter().map(|d| [d[0], d[1]]).collect();
            IrregularNufft::new(&points, &targets, tolerance, Sign::Plus)?
                .to_targets(&self.excitations, &mut out)?;
        } else {
            let points: Vec<[f64; 3]> = self.positions.iter().map(|r| r.map(|x| TAU * x)).collect();
            IrregularNufft::new(&points, directions, tolerance, Sign::Plus)?
                .to_targets(&self.excitations, &mut out)?;
        }
        Ok(out)
    }
}

/// F of a rectangular lattice in the order of [`crate::positions::lattice`], towards any directions.
pub fn lattice_towards(
    counts: [usize; 2],
    spacings: [f64; 2],
    excitations: &[Complex64],
    directions: &[[f64; 3]],
) -> Result<Vec<Complex64>, ArrayError> {
    count("excitations", excitations.len(), counts[0] * counts[1])?;
    let points: Vec<[f64; 2]> = (directions.iter())
        .map(|d| [TAU * spacings[0] * d[0], TAU * spacings[1] * d[1]])
        .collect();
    let mut out = vec![Complex64::default(); directions.len()];
    Nufft::new(&points, counts, LATTICE_TOLERANCE, Sign::Plus)?.to_points(excitations, &mut out)?;
    // Lattices are centred at the origin, modes at N/2.
    let shift = |axis: usize| (counts[axis] / 2) as f64 - 0.5 * (counts[axis] as f64 - 1.0);
    let [x, y] = [shift(0), shift(1)];
    for (out, point) in out.iter_mut().zip(&points) {
        *out *= Complex64::cis(x * point[0] + y * point[1]);
    }
    Ok(out)
}

const LATTICE_TOLERANCE: f64 = 1e-10;

/// The transform over a grid of directions, for several excitations of the same elements.
pub(crate) struct PlaneTransform {
    nufft: Nufft<f64, 2>,
    centring: Vec<Complex64>,
    strengths: Vec<Complex64>,
}

impl PlaneTransform {
    pub(crate) fn new(
        positions: &[[f64; 3]],
        [u, v]: [Cosines; 2],
        tolerance: f64,
    ) -> Result<Self, ArrayError> {
        let points: Vec<[f64; 2]> = (positions.iter())
            .map(|r| [TAU * u.step() * r[0], TAU * v.step() * r[1]])
            .collect();
        let centring = (positions.iter())
            .map(|r| Complex64::cis(TAU * (u.centre() * r[0] + v.centre() * r[1])))
            .collect();
        Ok(Self {
            nufft: Nufft::new(&points, [u.count, v.count], tolerance, Sign::Plus)?,
            centring,
            strengths: vec![Complex64::default(); positions.len()],
        })
    }

    pub(crate) fn pattern(
        &mut self,
        excitations: &[Complex64],
        out: &mut [Complex64],
    ) -> Result<(), ArrayError> {
        let centred = excitations
            .iter()
            .zip(&self.centring)
            .map(|(a, phase)| a * phase);
        for (strength, centred) in self.strengths.iter_mut().zip(centred) {
            *strength = centred;
        }
        Ok(self.nufft.to_modes(&self.strengths, out)?)
    }
}
