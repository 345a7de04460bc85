//! Solutions in the precision of the matrix from factors in a lower one.
//!
//! ```text
//! M = (L U)^-1 in precision u_F:     A M V = V+ H,   x = (M V) y,   y = argmin |b - A (M V) y|
//! ```
//!
//! GMRES with the factors as its preconditioner (E. Carson, N. J. Higham, SIAM J. Sci. Comput. 40, A817, 2018). An application of M has the
//! rounding errors of u_F, so it is a slightly different matrix each time; the vectors M V are stored, which makes the solution as good as that of
//! factors in the precision u of the matrix (M. Arioli, I. S. Duff, Electron. Trans. Numer. Anal. 33, 31, 2009). Each step reduces the residual by
//! about the condition number times u_F.
//!
//! A residual cannot be below the rounding error of b - A x itself, which is about u |A| |x|. Therefore the target of a right-hand side is
//!
//! ```text
//! |b - A x|/|b| <= max(1e-12, u g),   g = |A|_F |x|/|b| <= sqrt(n) cond(A)
//! ```
//!
//! with |x| from the solution of the factors alone, with which the iteration begins. If g u_F is not below 1, they have no correct digit, and an
//! iteration with them is not tried.
//!
//! Tested against factors in double precision, on matrices of surfaces and on one that single precision cannot factor.

use poynting_linalg::{Complex, Mat, MatMut, MatRef};

use crate::krylov::{Follow, Iterated, Kept, Options, Preconditioning, System};
use crate::krylov::{Wanted, solve_kept};
use crate::precondition::Preconditioner;
use poynting_mom_core::error::MomError;
use poynting_mom_core::panel::norms;
use poynting_mom_core::precision::Precision;
use poynting_mom_core::solve::Factored;

/// The residual that is good enough.
const RESIDUAL: f64 = 1e-12;
/// Steps of a cycle, and in all: factors that need more are hardly better than none.
const RESTART: usize = 10;
const MOST: usize = 30;
/// Right-hand sides solved together.
const PANEL: usize = 16;

/// The limits of the iteration.
pub const OPTIONS: Options = Options {
    residual: RESIDUAL,
    restart: RESTART,
    most: MOST,
    panel: PANEL,
    preconditioning: Preconditioning::Flexible,
};

/// Factors as an approximate inverse.
struct Factors<'a, T: Precision, F: Precision>(&'a Factored<T, F>);

impl<T: Precision, F: Precision> Preconditioner<T> for Factors<'_, T, F> {
    fn apply(&self, x: MatRef<'_, Complex<T>>, y: MatMut<'_, Complex<T>>) -> Result<(), MomError> {
        self.0.approximate(x, y);
        Ok(())
    }
}

/// Solves for all columns of `sides`. A stall ([`is_stall`]) means that the factors are not good enough.
pub fn refined<T: Precision, F: Precision>(
    factored: &Factored<T, F>,
    sides: MatRef<'_, Complex<T>>,
    follow: Follow<'_>,
) -> Result<Iterated<T>, MomError> {
    let rough = approximate(factored, sides);
    let targets = targets(factored, sides, rough.as_ref())?;
    let system = System {
        matrix: factored.matrix(),
        preconditioner: &Factors(factored),
    };
    let wanted = Wanted {
        sides,
        targets: &targets,
        guess: Some(rough.as_ref()),
    };
    solve_kept(system, wanted, &OPTIONS, Kept { follow, from: None })
}

/// Whether the residual has not reached its target.
pub fn is_stall(error: &MomError) -> bool {
    matches!(error, MomError::Stalled { .. } | MomError::TooSlow { .. })
}

/// The solutions of the factors alone.
fn approximate<T: Precision, F: Precision>(
    factored: &Factored<T, F>,
    sides: MatRef<'_, Complex<T>>,
) -> Mat<Complex<T>> {
    let mut found = Mat::zeros(sides.nrows(), sides.ncols());
    for first in (0..sides.ncols()).step_by(PANEL) {
        let columns = PANEL.min(sides.ncols() - first);
        let part = found.as_mut().subcols_mut(first, columns);
        factored.approximate(sides.subcols(first, columns), part);
    }
    found
}

/// The residual to reach for each column.
fn targets<T: Precision, F: Precision>(
    factored: &Factored<T, F>,
    sides: MatRef<'_, Complex<T>>,
    rough: MatRef<'_, Complex<T>>,
) -> Result<Vec<f64>, MomError> {
    let size = factored.matrix().frobenius_norm();
    let target = |(side, found): (f64, f64)| {
        let growth = if side > 0.0 { size * found / side } else { 0.0 };
        let target = RESIDUAL.max(0.5 * T::ULP * growth);
        let is_useful = 0.5 * F::ULP * growth < 1.0;
        if is_useful {
            return Ok(target);
        }
        Err(MomError::Stalled {
            residual: 1.0,
            target,
            iterations: 0,
            advice: "the factors need a higher precision",
        })
    };
    norms(sides)
        .into_iter()
        .zip(norms(rough))
        .map(target)
        .collect()
}
