//! Time forecast for the matrix of a plan, with its chosen method.

use std::f64::consts::TAU;
use std::hint::black_box;
use std::time::Instant;

use poynting_exec::writing_seconds;
use poynting_linalg::Complex;
use poynting_physics::constants::C0;
use poynting_scene::Precision as Chosen;

use super::{Method, Plan};
use crate::hmatrix;
use crate::mlfma;
use poynting_mom_core::assembly::Symmetry;
use poynting_mom_core::assembly::sampled_assembly;
use poynting_mom_core::dense::Dense;
use poynting_mom_core::entries::Integrated;
use poynting_mom_core::error::MomError;
use poynting_mom_core::forecast::Forecast;
use poynting_mom_core::forecast::Solution;
use poynting_mom_core::operator::Operator;
use poynting_mom_core::precision::Precision;
use poynting_mom_core::solve::Factored;

/// Size of a matrix that is factored to measure the speed.
const FACTORED: usize = 1024;

impl Plan {
    /// Samples the work at the highest frequency; takes some seconds. To be called in the thread pool of the run.
    pub fn forecast(&self) -> Result<Forecast, MomError> {
        match self.precision {
            Chosen::F32 => self.sampled::<f32>(),
            Chosen::F64 => self.sampled::<f64>(),
        }
    }

    fn sampled<T: Precision>(&self) -> Result<Forecast, MomError> {
        let highest = self.frequencies.last().copied().unwrap_or(0.0);
        let k = TAU * highest / C0;
        let operator = Operator::new(&self.space, k, self.equation, self.tolerance)?;
        match self.method {
            Method::Dense => Ok(Forecast {
                matrix: sampled_assembly::<T>(&operator, Symmetry::Used)?,
                solution: Solution::Factors(if self.is_refined() {
                    factors::<T::Lower>(self.unknowns())
                } else {
                    factors::<T>(self.unknowns()).max(self.transfers()?)
                }),
            }),
            Method::HMatrix => {
                let options = hmatrix::Options::new(self.accuracy());
                let entries = Integrated::<T>::new(&operator);
                hmatrix::forecast(&entries, &self.space, &options)
            }
            Method::Mlfma => mlfma::forecast::<T>(&operator, &mlfma::Options::new(self.digits)),
        }
    }
}

/// Seconds to factor a matrix in double precision.
pub fn factor_seconds(unknowns: usize) -> f64 {
    factors::<f64>(unknowns)
}

impl Plan {
    /// Seconds in which the matrix and the factors are written to the disk and read, which happens beside the products.
    fn transfers(&self) -> Result<f64, MomError> {
        let Some(slabs) = &self.slabs else {
            return Ok(0.0);
        };
        // A disk is taken to read as fast as it writes.
        Ok(writing_seconds()? * (slabs.bytes + slabs.read) as f64)
    }
}

/// Factorisation takes the cube of the unknowns.
fn factors<T: Precision>(unknowns: usize) -> f64 {
    let size = unknowns.min(FACTORED);
    let matrix = Dense::from_fn(size, |row, column| {
        let distance = 1.0 + row.abs_diff(column) as f64;
        Complex::new(T::of(distance.recip()), T::of(distance))
    });
    let start = Instant::now();
    black_box(Factored::new(matrix));
    let sampled = start.elapsed().as_secs_f64();
    sampled * (unknowns as f64 / size as f64).powi(3)
}
