//! The equations at one frequency, ready to solve for any right-hand side: a dense matrix with its factors, or products and an iteration.
//!
//! Factors in a lower precision than the matrix are refined (`crate::refinement`). If the residual stalls, the matrix is factored again in its own
//! precision.
//!
//! Many right-hand sides are first expressed as combinations of few ([`Compressed`]); only those are solved for. The requested residual follows the
//! error of the products, which is measured against rows of the matrix itself before the first iteration.

use std::borrow::Cow;
use std::io::Read;

use poynting_exec::Budget;
use poynting_linalg::{Complex, Mat, MatMut, MatRef, PANEL};
use poynting_scene::PreconditionerChoice;

use super::dense::{assembled, begun, factored, solving};
use super::figures::Figures;
use super::job::{Config, Stage};
use super::solved::Columns;
use super::stages::Stages;
use crate::block_sparse::BlockSparse;
use crate::compression::Compressed;
use crate::hmatrix;
use crate::hmatrix::HMatrix;
use crate::krylov;
use crate::krylov::End;
use crate::krylov::Product;
use crate::krylov::require_pairing;
use crate::krylov::residual_for;
use crate::mlfma;
use crate::mlfma::Mlfma;
use crate::mlfma::probe_vector;
use crate::mlfma::sampled_error;
use crate::order;
use crate::out_of_core::{OutOfCore, Place, StoredMatrix};
use crate::plan::Method;
use crate::plan::Plan;
use crate::plan::Slabs;
use crate::precondition::BlockIlu;
use crate::precondition::Identity;
use crate::precondition::Preconditioner;
use crate::precondition::block_diagonal;
use crate::precondition::local_inverse;
use crate::precondition::of_blocks;
use crate::refinement::{is_stall, refined};
use crate::state::State;
use poynting_mom_core::dense::Dense;
use poynting_mom_core::entries::Integrated;
use poynting_mom_core::error::MomError;
use poynting_mom_core::operator::Operator;
use poynting_mom_core::output::{column, from_columns};
use poynting_mom_core::precision::Precision;
use poynting_mom_core::solve::Factored;

type C = Complex<f64>;

/// Matrix rows that products are compared with.
const ROWS: usize = 8;
/// Right-hand sides are combined from this many on.
const MANY: usize = 8;
/// The error of combined right-hand sides, as a share of the residual.
const COMBINING: f64 = 0.3;
/// Attempts to reach the requested digits.
const ATTEMPTS: usize = 3;

/// Solver for right-hand sides.
pub enum System<'a, T: Precision> {
    /// A dense matrix with its factors.
    Factored(Factored<T>, Attempt),
    /// A dense matrix with factors in a lower precision, and the memory for those that replace them if they are not good enough.
    Refined(Factored<T, T::Lower>, Budget),
    /// A dense matrix and its factors on disk.
    Stored(Box<OutOfCore<T>>),
    /// Products with a compressed matrix.
    Iterated(Iterated<'a, T>),
}

/// Which factors of a matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    /// The planned ones.
    First,
    /// Those after factors in a lower precision on which the residual stalled.
    Again,
}

/// A matrix available only through its products.
pub struct Iterated<'a, T> {
    matrix: Box<dyn Compressible<T> + 'a>,
    preconditioner: Box<dyn Preconditioner<T> + 'a>,
    residual: f64,
    /// Right-hand sides solved together.
    panel: usize,
    /// Measured relative error of a product.
    error: f64,
}

/// A matrix whose products are known, and whose values can be kept.
trait Compressible<T>: Product<T> + State {}
impl<T, M: Product<T> + State> Compressible<T> for M {}

/// Solutions of right-hand sides, and their quality.
pub struct Found<T: Precision> {
    kept: Kept<T>,
    /// The figures of the solution.
    pub figures: Figures,
}

enum Kept<T: Precision> {
    All(Mat<Complex<T>>),
    Combined(Compressed<T>, Mat<Complex<T>>),
}

impl<T: Precision> Found<T> {
    /// The solution of one right-hand side.
    pub fn column(&self, n: usize) -> Vec<C> {
        match &self.kept {
            Kept::All(currents) => column(currents, n),
            Kept::Combined(compressed, solved) => {
                let currents = compressed.column(solved.as_ref(), n);
                let widened = |z: &Complex<T>| C::new(z.re.f64(), z.im.f64());
                currents.iter().map(widened).collect()
            }
        }
    }
}

/// The matrix in the form chosen by the plan, before factorisation or preconditioning.
pub enum Matrix<'a, T> {
    /// All entries.
    Dense(Dense<T>),
    /// All entries, on disk, and where.
    Stored(StoredMatrix<T>, Place),
    /// Low-rank blocks, and the error of a product.
    LowRank(HMatrix<T>, f64),
    /// Near field and plane waves, and the error of a product.
    Waves(Box<Mlfma<'a, T>>, f64),
}

impl<'a, T: Precision> Matrix<'a, T> {
    /// Integrates the entries that the form needs and measures the error of its products; none if the observer stopped the run.
    pub fn new(
        plan: &Plan,
        operator: &'a Operator<'a>,
        config: Config<'_>,
        stages: &mut Stages<'_>,
    ) -> Result<Option<Self>, MomError> {
        if let Some(slabs) = plan.slabs {
            return stored(operator, slabs, config, stages);
        }
        match plan.method {
            Method::Dense => {
                let zeros = if plan.is_refined() {
                    Dense::within::<T::Lower>(config.budget, operator)?
                } else {
                    Dense::within::<T>(config.budget, operator)?
                };
                Ok(assembled(operator, zeros, config, stages)?.map(Self::Dense))
            }
            Method::HMatrix => {
                let options = hmatrix::Options::new(plan.accuracy());
                let matrix = if let Some(mut kept) = stages.restored.matrix.take() {
                    HMatrix::read(operator.space(), &options, &mut kept)?
                } else {
                    HMatrix::new(&Integrated::new(operator), operator.space(), &options)?
                };
                let error = error_of(operator, &matrix)?;
                Ok(Some(Self::LowRank(matrix, error)))
            }
            Method::Mlfma => {
                let options = mlfma::Options {
                    slice: plan.disk.map(|disk| disk.slice),
                    together: mlfma::together(plan.sides),
                    ..mlfma::Options::new(plan.digits)
                };
                let mut matrix = match stages.restored.matrix.take() {
                    Some(mut kept) => Mlfma::read(operator, options, &mut kept)?,
                    None => Mlfma::new(operator, options)?,
                };
                let mut error = error_of(operator, &matrix)?;
                for _ in 1..ATTEMPTS {
                    if error <= plan.accuracy() {
                        break;
                    }
                    matrix.sharpen((error / plan.accuracy()).log10().max(0.3));
                    error = error_of(operator, &matrix)?;
                }
                Ok(Some(Self::Waves(Box::new(matrix), error)))
            }
        }
    }

    /// Factors the matrix, or builds a preconditioner; none if the observer stopped the run.
    pub fn ready(
        self,
        plan: &Plan,
        config: Config<'_>,
        stages: &mut Stages<'_>,
    ) -> Result<Option<System<'a, T>>, MomError> {
        let choice = plan.preconditioner;
        let (matrix, preconditioner, error): (
            Box<dyn Compressible<T>>,
            Box<dyn Preconditioner<T>>,
            f64,
        ) = match self {
            Self::Dense(dense) => return of_dense(dense, plan, config, stages),
            Self::Stored(matrix, place) => {
                let columns = plan.slabs.map_or(PANEL, |slabs| slabs.columns);
                let watch = &mut || stages.pass(Stage::Factorisation);
                let factored = OutOfCore::new(matrix, columns, &place, watch)?;
                return Ok(factored.map(|factored| System::Stored(Box::new(factored))));
            }
            Self::LowRank(matrix, error) => {
                if stages
                    .keep_matrix(Stage::Factorisation, &matrix)?
                    .is_break()
                {
                    return Ok(None);
                }
                let preconditioner = of_hmatrix(&matrix, choice)?;
                (Box::new(matrix), preconditioner, error)
            }
            Self::Waves(matrix, error) => {
                if stages
                    .keep_matrix(Stage::Factorisation, &*matrix)?
                    .is_break()
                {
                    return Ok(None);
                }
                let preconditioner = of_mlfma(&matrix, choice)?;
                (matrix, preconditioner, error)
            }
        };
        let residual = plan
            .residual
            .unwrap_or_else(|| residual_for(plan.accuracy()));
        require_pairing(residual, plan.accuracy())?;
        if stages.keep_matrix(Stage::Solution, &*matrix)?.is_break() {
            return Ok(None);
        }
        Ok(Some(System::Iterated(Iterated {
            matrix,
            preconditioner,
            residual,
            panel: plan.panel,
            error,
        })))
    }
}

/// Assembles a matrix on disk; none if the observer stopped the run.
fn stored<'a, T: Precision>(
    operator: &Operator<'_>,
    slabs: Slabs,
    config: Config<'_>,
    stages: &mut Stages<'_>,
) -> Result<Option<Matrix<'a, T>>, MomError> {
    let folder = stages.keeper.as_ref().map(|keeper| keeper.folder().clone());
    let place = Place {
        needed: slabs.bytes,
        kept: folder.map(|folder| (folder, operator.wave_number())),
    };
    let watch = &mut || stages.pass(Stage::Assembly);
    let source = (operator, config.filler);
    let matrix = StoredMatrix::assembled(source, slabs.columns, &place, watch)?;
    Ok(matrix.map(|matrix| Matrix::Stored(matrix, place)))
}

/// Factors a dense matrix in the planned precision, or continues in that of an earlier run.
fn of_dense<'a, T: Precision>(
    dense: Dense<T>,
    plan: &Plan,
    Config {
        eliminator, budget, ..
    }: Config<'_>,
    stages: &mut Stages<'_>,
) -> Result<Option<System<'a, T>>, MomError> {
    let (precision, kept) = begun(plan.factors, stages)?;
    if precision != plan.precision {
        let factored = factored(dense, (kept, eliminator), stages)?;
        return Ok(factored.map(|factored| System::Refined(factored, budget)));
    }
    let attempt = if plan.is_refined() {
        Attempt::Again
    } else {
        Attempt::First
    };
    let factored = factored(dense, (kept, eliminator), stages)?;
    Ok(factored.map(|factored| System::Factored(factored, attempt)))
}

/// From a near field and the order of its rows.
fn of_near<'a, T: Precision>(
    (order, near): (Vec<u32>, Cow<'_, BlockSparse<T>>),
    choice: PreconditionerChoice,
) -> Result<Box<dyn Preconditioner<T> + 'a>, MomError> {
    let inner: Box<dyn Preconditioner<T>> = match choice {
        PreconditionerChoice::None => return Ok(Box::new(Identity)),
        PreconditionerChoice::SparseInverse => Box::new(local_inverse(&near)?),
        PreconditionerChoice::Ilu => Box::new(BlockIlu::new(near.into_owned())?),
        PreconditionerChoice::Auto | PreconditionerChoice::Block => {
            Box::new(block_diagonal(&near)?)
        }
    };
    Ok(Box::new(Reordered { order, inner }))
}

fn of_mlfma<'a, T: Precision>(
    matrix: &Mlfma<'_, T>,
    choice: PreconditionerChoice,
) -> Result<Box<dyn Preconditioner<T> + 'a>, MomError> {
    let near = match choice {
        PreconditionerChoice::SparseInverse | PreconditionerChoice::Ilu => {
            let refused = MomError::OnDisk {
                preconditioner: choice.name(),
            };
            matrix.near_matrix().held().ok_or(refused)?
        }
        _ => matrix.near_matrix().with_diagonal(),
    };
    of_near((matrix.order().to_vec(), Cow::Borrowed(near)), choice)
}

fn of_hmatrix<'a, T: Precision>(
    matrix: &HMatrix<T>,
    choice: PreconditionerChoice,
) -> Result<Box<dyn Preconditioner<T> + 'a>, MomError> {
    if choice == PreconditionerChoice::None {
        return Ok(Box::new(Identity));
    }
    if choice == PreconditionerChoice::Block {
        let mut order = Vec::new();
        let mut blocks = Vec::new();
        for near in matrix.diagonal() {
            let first = order.len();
            order.extend_from_slice(near.rows);
            blocks.push((first..order.len(), near.values));
        }
        let inner = Box::new(of_blocks(&blocks)?);
        return Ok(Box::new(Reordered { order, inner }));
    }
    let (order, near) = matrix.near_field();
    of_near((order, Cow::Owned(near)), choice)
}

/// The measured error of a product.
fn error_of<T: Precision>(
    operator: &Operator<'_>,
    matrix: &dyn Product<T>,
) -> Result<f64, MomError> {
    let size = operator.space().len();
    let x = probe_vector(size);
    let mut y = Mat::zeros(size, 1);
    matrix.multiply(x.as_ref(), y.as_mut())?;
    sampled_error(operator, x.as_ref(), y.as_ref(), ROWS)
}

/// A preconditioner for permuted unknowns.
struct Reordered<'a, T> {
    order: Vec<u32>,
    inner: Box<dyn Preconditioner<T> + 'a>,
}

impl<T: Precision> Preconditioner<T> for Reordered<'_, T> {
    fn apply(&self, x: MatRef<'_, Complex<T>>, y: MatMut<'_, Complex<T>>) -> Result<(), MomError> {
        let sorted = order::sorted(&self.order, x);
        let mut found = Mat::zeros(x.nrows(), x.ncols());
        self.inner.apply(sorted.as_ref(), found.as_mut())?;
        order::restore(&self.order, found.as_ref(), y);
        Ok(())
    }
}

impl<T: Precision> System<'_, T> {
    /// Solves for all columns; None if the observer stopped the run. An iteration begins with a guess of the solutions.
    pub fn solve(
        self,
        (sides, guess): (Mat<Complex<T>>, Option<&Columns<'_>>),
        stages: &mut Stages<'_>,
    ) -> Result<Option<Found<T>>, MomError> {
        match self {
            Self::Factored(factored, attempt) => Found::of_factors(&factored, &sides, attempt),
            Self::Refined(factored, budget) => refine(factored, &sides, budget, stages),
            Self::Stored(stored) => Found::of_stored(&stored, &sides).map(Some),
            Self::Iterated(iterated) => iterated.solve((sides, guess), stages),
        }
    }
}

impl<T: Precision> Found<T> {
    fn of_factors(
        factored: &Factored<T>,
        sides: &Mat<Complex<T>>,
        attempt: Attempt,
    ) -> Result<Option<Self>, MomError> {
        let solutions = factored.solve(sides)?;
        Ok(Some(Self {
            kept: Kept::All(solutions.currents),
            figures: Figures {
                condition: Some(factored.condition()),
                residual: largest(&solutions.residuals),
                iterations: (attempt == Attempt::Again).then_some(0),
                is_factored_again: attempt == Attempt::Again,
                ..Figures::default()
            },
        }))
    }
}

impl<T: Precision> Found<T> {
    fn of_stored(stored: &OutOfCore<T>, sides: &Mat<Complex<T>>) -> Result<Self, MomError> {
        let (solutions, condition) = stored.solve(sides)?;
        Ok(Self {
            kept: Kept::All(solutions.currents),
            figures: Figures {
                condition: Some(condition),
                residual: largest(&solutions.residuals),
                ..Figures::default()
            },
        })
    }
}

/// Solves with factors in a lower precision, or with new ones if the residual stalls.
fn refine<T: Precision>(
    factored: Factored<T, T::Lower>,
    sides: &Mat<Complex<T>>,
    budget: Budget,
    stages: &mut Stages<'_>,
) -> Result<Option<Found<T>>, MomError> {
    let mut follow = |step: &krylov::Step, _: &dyn State| solving(&factored, step, stages);
    match refined(&factored, sides.as_ref(), &mut follow) {
        Ok(iterated) if iterated.end == End::Stopped => Ok(None),
        Ok(iterated) => Ok(Some(Found {
            figures: Figures {
                condition: Some(factored.condition()),
                residual: largest(&iterated.residuals),
                iterations: Some(iterated.iterations),
                ..Figures::default()
            },
            kept: Kept::All(iterated.solutions),
        })),
        Err(error) if is_stall(&error) => {
            let dense = factored.into_matrix();
            budget.check(2 * size_of_val(dense.values()) as u64)?;
            match super::dense::factored(dense, (None, None), stages)? {
                Some(factored) => Found::of_factors(&factored, sides, Attempt::Again),
                None => Ok(None),
            }
        }
        Err(error) => Err(error),
    }
}

fn largest(residuals: &[f64]) -> f64 {
    residuals.iter().copied().fold(0.0, f64::max)
}

impl<T: Precision> Iterated<'_, T> {
    fn solve(
        &self,
        (sides, guess): (Mat<Complex<T>>, Option<&Columns<'_>>),
        stages: &mut Stages<'_>,
    ) -> Result<Option<Found<T>>, MomError> {
        let system = krylov::System {
            matrix: &*self.matrix,
            preconditioner: &*self.preconditioner,
        };
        let options = krylov::Options {
            residual: self.residual,
            panel: self.panel,
            ..krylov::Options::default()
        };
        let mut progress = stages.restored.progress.take();
        let kept = krylov::Kept {
            from: progress.as_mut().map(|from| from as &mut dyn Read),
            follow: &mut |step, state| {
                stages.advance((Stage::Solution, Some(step)), &*self.matrix, Some(state))
            },
        };
        let (kept, iterated) = if sides.ncols() < MANY {
            let guess = guess.map(|column| from_columns(0..sides.ncols(), column));
            let wanted = krylov::Wanted {
                sides: sides.as_ref(),
                targets: &vec![self.residual; sides.ncols()],
                guess: guess.as_ref().map(Mat::as_ref),
            };
            let mut iterated = krylov::solve_kept(system, wanted, &options, kept)?;
            let solutions = std::mem::replace(&mut iterated.solutions, Mat::new());
            (Kept::All(solutions), iterated)
        } else {
            let compressed = Compressed::new(sides, COMBINING * self.residual)?;
            let guess = guess.map(|column| compressed.of_columns(column));
            let wanted = krylov::Wanted {
                sides: compressed.basis(),
                targets: &compressed.targets(self.residual),
                guess: guess.as_ref().map(Mat::as_ref),
            };
            let mut iterated = krylov::solve_kept(system, wanted, &options, kept)?;
            let solutions = std::mem::replace(&mut iterated.solutions, Mat::new());
            (Kept::Combined(compressed, solutions), iterated)
        };
        if iterated.end == End::Stopped {
            return Ok(None);
        }
        Ok(Some(Found {
            figures: Figures {
                condition: None,
                residual: match &kept {
                    Kept::All(_) => largest(&iterated.residuals),
                    Kept::Combined(compressed, _) => compressed.residual(&iterated.residuals),
                },
                iterations: Some(iterated.iterations),
                rank: match &kept {
                    Kept::All(solutions) => Some(solutions.ncols()),
                    Kept::Combined(compressed, _) => Some(compressed.rank()),
                },
                product_error: Some(self.error),
                ..Figures::default()
            },
            kept,
        }))
    }
}
