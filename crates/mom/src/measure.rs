//! The measured cost of matrices that are built, multiplied and factored only for benchmarks.
//!
//! The code is that of a run. It is kept here, behind functions without a type parameter, so that it is compiled once rather than
//! in every crate that measures it.

use std::ops::ControlFlow;
use std::time::Instant;

use poynting_exec::Budget;
use poynting_linalg::{Complex, Mat};
use poynting_scene::Precision as Chosen;

use crate::hmatrix;
use crate::hmatrix::HMatrix;
use crate::krylov::Step;
use crate::mlfma;
use crate::mlfma::Mlfma;
use crate::mlfma::probe_vector;
use crate::mlfma::sampled_error;
use crate::plan::Method;
use crate::refinement::refined;
use crate::state::State;
use poynting_mom_core::assembly::Symmetry;
use poynting_mom_core::dense::Dense;
use poynting_mom_core::entries::Integrated;
use poynting_mom_core::error::MomError;
use poynting_mom_core::excitation::Excitation;
use poynting_mom_core::excitation::sides;
use poynting_mom_core::forecast::Forecast;
use poynting_mom_core::operator::Operator;
use poynting_mom_core::output::column;
use poynting_mom_core::precision::Precision;
use poynting_mom_core::product::Product;
use poynting_mom_core::solve::Factored;

/// Matrix rows that a product is compared with.
const ROWS: usize = 16;

/// Cost of a matrix and its products.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ProductCost {
    /// Bytes of the matrix and of what a product needs.
    pub bytes: u64,
    /// Time to build the matrix.
    pub assembly_s: f64,
    /// Median time of a product with one column.
    pub product_s: f64,
    /// Relative error of a product against rows of the dense matrix.
    pub error: f64,
    /// The forecast; not for a dense matrix.
    pub forecast: Option<Forecast>,
}

impl ProductCost {
    /// Builds a matrix whose products keep this many decimal digits, and multiplies it `runs` times. To be called in the thread pool of the run.
    pub fn measure(
        operator: &Operator<'_>,
        method: Method,
        digits: u8,
        precision: Chosen,
        runs: usize,
    ) -> Result<Self, MomError> {
        match precision {
            Chosen::F32 => products::<f32>(operator, method, digits, runs),
            Chosen::F64 => products::<f64>(operator, method, digits, runs),
        }
    }
}

/// Cost of a dense matrix and its factors.
#[derive(Debug, Clone, PartialEq)]
pub struct DenseCost {
    /// Median time to fill the matrix.
    pub assembly_s: f64,
    /// Median time of its LU decomposition.
    pub factors_s: f64,
    /// The currents due to the excitation.
    pub currents: Vec<Complex<f64>>,
    /// Factors in a lower precision; not for a matrix in single precision.
    pub refined: Option<RefinedCost>,
}

/// Cost of factors in a lower precision than the matrix, with a solution refined to that of the matrix.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RefinedCost {
    /// Median time of factors in the precision of the matrix and a solution with them, over that of the lower precision.
    pub speedup: f64,
    /// |b - A x|/|b|.
    pub residual: f64,
}

impl DenseCost {
    /// Fills, factors and solves a matrix `runs` times, with factors in its own precision and in a lower one. To be called in the thread pool of the run.
    pub fn measure(
        operator: &Operator<'_>,
        excitation: Excitation,
        precision: Chosen,
        runs: usize,
    ) -> Result<Self, MomError> {
        match precision {
            Chosen::F32 => dense::<f32>(operator, excitation, runs),
            Chosen::F64 => dense::<f64>(operator, excitation, runs),
        }
    }
}

fn products<T: Precision>(
    operator: &Operator<'_>,
    method: Method,
    digits: u8,
    runs: usize,
) -> Result<ProductCost, MomError> {
    let forecast = forecast::<T>(operator, method, digits)?;
    let start = Instant::now();
    let (matrix, bytes) = matrix::<T>(operator, method, digits)?;
    let assembly_s = start.elapsed().as_secs_f64();
    let size = operator.space().len();
    let x = probe_vector::<T>(size);
    let mut y = Mat::zeros(size, 1);
    let mut times = Vec::new();
    for _ in 0..runs.max(1) {
        let start = Instant::now();
        matrix.multiply(x.as_ref(), y.as_mut())?;
        times.push(start.elapsed().as_secs_f64());
    }
    Ok(ProductCost {
        bytes,
        assembly_s,
        product_s: median(times),
        error: sampled_error(operator, x.as_ref(), y.as_ref(), ROWS)?,
        forecast,
    })
}

/// The forecast for a compressed matrix.
fn forecast<T: Precision>(
    operator: &Operator<'_>,
    method: Method,
    digits: u8,
) -> Result<Option<Forecast>, MomError> {
    let digits = f64::from(digits);
    match method {
        Method::Dense => Ok(None),
        Method::HMatrix => {
            let options = hmatrix::Options::new(10.0_f64.powf(-digits));
            let entries = Integrated::<T>::new(operator);
            hmatrix::forecast(&entries, operator.space(), &options).map(Some)
        }
        Method::Mlfma => mlfma::forecast::<T>(operator, &mlfma::Options::new(digits)).map(Some),
    }
}

/// The matrix, and the bytes of it and of its products.
fn matrix<'a, T: Precision>(
    operator: &'a Operator<'a>,
    method: Method,
    digits: u8,
) -> Result<(Box<dyn Product<T> + 'a>, u64), MomError> {
    let digits = f64::from(digits);
    match method {
        Method::Dense => {
            let dense = Dense::<T>::new(operator, Symmetry::Used, Budget::of_this_machine())?;
            let bytes = size_of_val(dense.values()) as u64;
            Ok((Box::new(dense), bytes))
        }
        Method::HMatrix => {
            let options = hmatrix::Options::new(10.0_f64.powf(-digits));
            let matrix = HMatrix::<T>::new(&Integrated::new(operator), operator.space(), &options)?;
            let bytes = matrix.bytes();
            Ok((Box::new(matrix), bytes))
        }
        Method::Mlfma => {
            let options = mlfma::Options::new(digits);
            let memory = mlfma::memory::<T>(operator.space(), operator.wave_number(), &options);
            Ok((
                Box::new(Mlfma::<T>::new(operator, options)?),
                memory.total(),
            ))
        }
    }
}

fn dense<T: Precision>(
    operator: &Operator<'_>,
    excitation: Excitation,
    runs: usize,
) -> Result<DenseCost, MomError> {
    let sides = sides::<T>(operator, &[excitation])?;
    let has_lower = size_of::<T::Lower>() < size_of::<T>();
    let [mut filling, mut factoring, mut solving, mut refining] = [const { Vec::new() }; 4];
    let (mut currents, mut residual) = (Vec::new(), 0.0_f64);
    for _ in 0..runs.max(1) {
        let start = Instant::now();
        let dense = Dense::<T>::new(operator, Symmetry::Used, Budget::of_this_machine())?;
        filling.push(start.elapsed().as_secs_f64());
        let start = Instant::now();
        let factored = Factored::new(dense);
        factoring.push(start.elapsed().as_secs_f64());
        currents = column(&factored.solve(&sides)?.currents, 0);
        solving.push(start.elapsed().as_secs_f64());
        if has_lower {
            // Memory may hold only one set of factors.
            let dense = factored.into_matrix();
            let start = Instant::now();
            let factored = Factored::<T, T::Lower>::rounded(dense);
            let mut go_on = |_: &Step, _: &dyn State| Ok(ControlFlow::Continue(()));
            let found = refined(&factored, sides.as_ref(), &mut go_on)?;
            refining.push(start.elapsed().as_secs_f64());
            residual = found.residuals.iter().copied().fold(residual, f64::max);
        }
    }
    Ok(DenseCost {
        assembly_s: median(filling),
        factors_s: median(factoring),
        currents,
        refined: has_lower.then(|| RefinedCost {
            speedup: median(solving) / median(refining),
            residual,
        }),
    })
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
