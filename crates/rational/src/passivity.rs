//! Passivity of a network given at a list of frequencies.
//!
//! A network with real reference impedances absorbs power for every incident wave if and only if no singular value of S exceeds one. With
//! S = X s Y^H the passive matrix X min(s, 1) Y^H is the nearest one both in the spectral and in the Frobenius norm, and it is at the distance
//! max(s) - 1 of S in the spectral norm.
//!
//! N. J. Higham, "Matrix nearness problems and applications", in: Applications of Matrix Theory, Oxford (1989) 1-27.

use poynting_linalg::{Mat, Svd};

use crate::{Complex, RationalError};

/// Singular values above one by less than this are rounding.
const ROUNDING: f64 = 1e-12;

/// What was found in a list of matrices.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Passivity {
    /// The largest singular value of any matrix.
    pub gain: f64,
    /// The number of the matrix that has it.
    pub worst: usize,
    /// How many matrices are not passive.
    pub violations: usize,
}

impl Passivity {
    /// Whether all matrices are passive.
    pub const fn holds(&self) -> bool {
        self.violations == 0
    }
}

/// What was changed in a list of matrices.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Correction {
    /// How many matrices.
    pub corrected: usize,
    /// The largest change of a matrix in the spectral norm, which no entry exceeds.
    pub largest: f64,
    /// The number of the matrix that was changed most.
    pub worst: usize,
}

/// The largest singular value of a square matrix given row by row.
pub fn gain(ports: usize, matrix: &[Complex]) -> Result<f64, RationalError> {
    Ok(decomposed(ports, matrix)?
        .values
        .first()
        .copied()
        .unwrap_or(0.0))
}

/// Tests a list of scattering matrices.
pub fn passivity(ports: usize, matrices: &[Vec<Complex>]) -> Result<Passivity, RationalError> {
    let mut found = Passivity::default();
    for (number, matrix) in matrices.iter().enumerate() {
        let gain = gain(ports, matrix)?;
        found.violations += usize::from(gain > 1.0 + ROUNDING);
        if gain > found.gain {
            (found.gain, found.worst) = (gain, number);
        }
    }
    Ok(found)
}

/// Replaces each matrix that is not passive by the nearest passive one; the others keep their bits.
pub fn enforce(ports: usize, matrices: &mut [Vec<Complex>]) -> Result<Correction, RationalError> {
    let mut done = Correction::default();
    for (number, matrix) in matrices.iter_mut().enumerate() {
        let Svd { x, values, y } = decomposed(ports, matrix)?;
        let excess = values.first().map_or(0.0, |gain| gain - 1.0);
        if excess <= ROUNDING {
            continue;
        }
        done.corrected += 1;
        if excess > done.largest {
            (done.largest, done.worst) = (excess, number);
        }
        for (at, entry) in matrix.iter_mut().enumerate() {
            let (row, column) = (at / ports, at % ports);
            for (k, value) in values.iter().enumerate() {
                let excess = (value - 1.0).max(0.0);
                *entry -= x[(row, k)] * y[(column, k)].conj() * excess;
            }
        }
    }
    Ok(done)
}

fn decomposed(ports: usize, matrix: &[Complex]) -> Result<Svd<f64>, RationalError> {
    let found = matrix.len();
    if found != ports * ports {
        return Err(RationalError::Shape { found, ports });
    }
    let square = Mat::from_fn(ports, ports, |i, j| matrix[i * ports + j]);
    Svd::of(square.as_ref()).ok_or(RationalError::NoConvergence)
}
