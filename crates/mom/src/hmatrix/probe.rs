//! Checks whether crosses that seem sufficient really are.
//!
//! ```text
//! |A - S|^2 ~ m' n' mean |A - S|^2 over sampled entries
//! ```
//!
//! with m', n' the rows and columns that no cross has met (after A. Heldring, E. Ubeda, J. M. Rius, "Stochastic estimation of the Frobenius norm
//! in the ACA convergence criterion", IEEE Trans. Antennas Propag. 63, 1155, 2015). The sample is stratified: neighbours in the order of
//! the tree are neighbours in space, and one row or column is drawn from each stratum, each row paired with each column. So any two
//! pieces of surface larger than a stratum are sampled against each other, which single random entries leave to chance. A remainder in a share q
//! of the entries, scattered at random, escapes n samples with probability (1 - q)^n.

use poynting_linalg::{Accum, Complex, Mat, Par, matmul};

use super::aca::Crosses;
use super::panel::{Panel, square};
use super::part::Part;
use super::tolerance::Tolerance;
use poynting_exec::Random;
use poynting_mom_core::error::MomError;
use poynting_mom_core::precision::Precision;

/// One row, or column, is drawn from each group of this many.
const STRATUM: usize = 16;
/// Minimum number drawn, where there are as many.
const FEWEST: usize = 12;

/// Draws samples of one block; the same ones whenever that block is compressed.
#[derive(Debug)]
pub struct Probe {
    tolerance: Tolerance,
    random: Random,
    /// Rows still to try before the block is taken to be zero.
    untried: Option<Vec<usize>>,
}

impl Probe {
    /// Accepts remainders within the tolerance.
    pub fn new<T>(part: &Part<'_, T>, tolerance: Tolerance) -> Self {
        Self {
            tolerance,
            random: Random::new((u64::from(part.rows[0]) << 32) | u64::from(part.columns[0])),
            untried: None,
        }
    }

    /// The row of the largest remainder in a new sample, or None if the remainders are small.
    pub fn worst<T: Precision>(
        &mut self,
        part: &Part<'_, T>,
        found: &Crosses<T>,
    ) -> Result<Option<usize>, MomError> {
        if found.u.columns() == 0 {
            // Nothing to compare with: whole rows, one by one.
            if self.untried.is_none() {
                self.untried = Some(self.draw(&found.rows));
            }
            return Ok(self.untried.as_mut().and_then(Vec::pop));
        }
        let [rows, columns] = [self.draw(&found.rows), self.draw(&found.columns)];
        if rows.is_empty() || columns.is_empty() {
            return Ok(None);
        }
        let rest = remainders(part, found, &rows, &columns)?;
        let (mut sum, mut worst) = (0.0, (0, 0.0));
        for column in rest.col_iter() {
            for (&row, size) in rows.iter().zip(column.iter().map(square)) {
                sum += size;
                worst = if size > worst.1 { (row, size) } else { worst };
            }
        }
        let unmet = |met: &[bool]| met.iter().filter(|met| !**met).count() as f64;
        let share = unmet(&found.rows) * unmet(&found.columns);
        let mean = sum / (rows.len() * columns.len()) as f64;
        let count = found.rows.len() * found.columns.len();
        let allowed = self.tolerance.squared(found.norm_squared(), count);
        Ok((mean * share > allowed).then_some(worst.0))
    }

    /// One of each stratum that no cross has met yet.
    fn draw(&mut self, met: &[bool]) -> Vec<usize> {
        let width = STRATUM.min(met.len() / FEWEST).max(1);
        let strata = met.chunks(width).enumerate();
        strata
            .filter_map(|(n, stratum)| {
                let unmet: Vec<usize> = (0..stratum.len()).filter(|&i| !stratum[i]).collect();
                let pick = self.random.word() as usize % unmet.len().max(1);
                unmet.get(pick).map(|i| n * width + i)
            })
            .collect()
    }
}

/// Entries of A - S.
fn remainders<T: Precision>(
    part: &Part<'_, T>,
    found: &Crosses<T>,
    rows: &[usize],
    columns: &[usize],
) -> Result<Mat<Complex<T>>, MomError> {
    let pick = |all: &[u32], picked: &[usize]| picked.iter().map(|&n| all[n]).collect::<Vec<_>>();
    let entries = part.at(&pick(part.rows, rows), &pick(part.columns, columns))?;
    let lines = |panel: &Panel<T>, picked: &[usize]| {
        Mat::from_fn(picked.len(), panel.columns(), |n, k| {
            panel.view()[(picked[n], k)]
        })
    };
    let [u, v] = [lines(&found.u, rows), lines(&found.v, columns)];
    let mut rest = entries.view().to_owned();
    let minus = Complex::new(T::of(-1.0), T::of(0.0));
    matmul(
        rest.as_mut(),
        Accum::Add,
        u.as_ref(),
        v.transpose(),
        minus,
        Par::Seq,
    );
    Ok(rest)
}
