//! Products with compressed matrices: what they take as spheres grow.
//!
//! A row holds the bytes of the matrix, the time of its assembly, the median time of a product, and the error of the product against rows of the
//! dense matrix. The exponents are slopes of least squares of log(figure) over log(unknowns).

mod pictures;

use std::f64::consts::{PI, TAU};
use std::time::Instant;

use poynting_exec::Pool;
use poynting_geometry::Body;
use poynting_mom::hmatrix::{self, HMatrix};
use poynting_mom::mlfma::{self, Mlfma, sampled_error};
use poynting_mom::{
    Complex, Equation, Forecast, Integrated, Mat, Method, MomError, Operator, Precision, Product,
    RwgSpace, Solution,
};
use serde::Serialize;

use crate::mom::MomBenchError;

/// Rows of the matrix that a product is held against.
const ROWS: usize = 16;

/// What to measure.
#[derive(Debug, Clone, PartialEq)]
pub struct ProductBench {
    /// How the matrix is held.
    pub method: Method,
    /// About how many unknowns, a row each.
    pub unknowns: Vec<usize>,
    /// Edges of triangles a wavelength.
    pub density: f64,
    /// Decimal digits that products keep, a row each.
    pub digits: Vec<u8>,
    /// Precision of the matrix.
    pub precision: poynting::Precision,
    /// Threads; one per core when not given.
    pub threads: Option<usize>,
    /// Products; a row is the median.
    pub runs: usize,
}

/// What a matrix took. Other programs read these names.
#[derive(Debug, Clone, Serialize)]
pub struct ProductRow {
    /// `hmatrix` or `mlfma`.
    pub method: String,
    /// `f32` or `f64`.
    pub precision: String,
    /// Number of threads.
    pub threads: usize,
    /// Digits that were asked for.
    pub digits: u8,
    /// RWG functions.
    pub unknowns: usize,
    /// Radius of the sphere over the wavelength.
    pub radius_wavelengths: f64,
    /// Bytes of the matrix and of what a product needs.
    pub bytes: u64,
    /// Time to make the matrix.
    pub assembly_s: f64,
    /// Median time of a product with one column.
    pub product_s: f64,
    /// Relative error of a product against rows of the dense matrix.
    pub error: f64,
    /// What the assembly was expected to take, from samples.
    pub expected_assembly_s: Option<f64>,
    /// What a product was expected to take.
    pub expected_product_s: Option<f64>,
}

/// How figures grow with the unknowns, for one number of digits.
#[derive(Debug, Clone, Serialize)]
pub struct Growth {
    /// Digits that were asked for.
    pub digits: u8,
    /// Exponent of the bytes.
    pub bytes: f64,
    /// Exponent of the assembly.
    pub assembly: f64,
    /// Exponent of the product.
    pub product: f64,
}

/// All rows, and their exponents.
#[derive(Debug, Clone, Serialize)]
pub struct ProductReport {
    /// In the order of measurement.
    pub rows: Vec<ProductRow>,
    /// For each number of digits with two rows or more.
    pub growth: Vec<Growth>,
}

/// Measures products.
pub fn products(
    bench: &ProductBench,
    on_row: &mut dyn FnMut(&ProductRow),
) -> Result<ProductReport, MomBenchError> {
    let pool = Pool::new(bench.threads)?;
    let mut rows = Vec::new();
    for &digits in &bench.digits {
        for &unknowns in &bench.unknowns {
            let sphere = Sphere::new(unknowns, bench.density)?;
            let row = pool.install(|| match bench.precision {
                poynting::Precision::F32 => sphere.measure::<f32>(bench, digits),
                poynting::Precision::F64 => sphere.measure::<f64>(bench, digits),
            })?;
            let row = ProductRow {
                threads: pool.threads(),
                ..row
            };
            on_row(&row);
            rows.push(row);
        }
    }
    let growth = bench.digits.iter().filter_map(|&d| growth(&rows, d));
    let growth = growth.collect();
    Ok(ProductReport { rows, growth })
}

/// A sphere of radius 1.
struct Sphere {
    space: RwgSpace,
    k: f64,
}

impl Sphere {
    fn new(unknowns: usize, density: f64) -> Result<Self, MomBenchError> {
        let body = Body::Sphere {
            center: [0.0; 3],
            radius: 1.0,
        };
        // Equilateral triangles, two thirds as many as edges.
        let edge = (24.0 * PI / (3.0_f64.sqrt() * unknowns as f64)).sqrt();
        Ok(Self {
            space: RwgSpace::new(&body.mesh(edge)?)?,
            k: TAU / (density * edge),
        })
    }

    fn measure<T: Precision>(
        &self,
        bench: &ProductBench,
        digits: u8,
    ) -> Result<ProductRow, MomError> {
        let equation = Equation::Combined { alpha: 0.5 };
        let tolerance = bench.method.tolerance(f64::from(digits));
        let operator = Operator::new(&self.space, self.k, equation, tolerance)?;
        let forecast = forecast::<T>(bench.method, &operator, digits)?;
        let start = Instant::now();
        let (matrix, bytes) = matrix::<T>(bench.method, &operator, digits)?;
        let assembly_s = start.elapsed().as_secs_f64();
        // Phases that turn by the golden ratio: a vector that prefers nothing.
        let x = Mat::from_fn(self.space.len(), 1, |n, _| {
            let turn = TAU * (n as f64 * 0.618_033_988_749_895).fract();
            Complex::new(T::of(turn.cos()), T::of(turn.sin()))
        });
        let mut y = Mat::zeros(self.space.len(), 1);
        let mut times: Vec<f64> = (0..bench.runs.max(1))
            .map(|_| {
                let start = Instant::now();
                matrix.multiply(x.as_ref(), y.as_mut())?;
                Ok(start.elapsed().as_secs_f64())
            })
            .collect::<Result<_, MomError>>()?;
        times.sort_by(f64::total_cmp);
        Ok(ProductRow {
            method: bench.method.name().to_owned(),
            precision: bench.precision.name().to_owned(),
            threads: 0,
            digits,
            unknowns: self.space.len(),
            radius_wavelengths: self.k / TAU,
            bytes,
            assembly_s,
            product_s: times[times.len() / 2],
            error: sampled_error(&operator, x.as_ref(), y.as_ref(), ROWS)?,
            expected_assembly_s: forecast.map(|f| f.matrix),
            expected_product_s: forecast.and_then(|f| match f.solution {
                Solution::Product(seconds) => Some(seconds),
                Solution::Factors(_) => None,
            }),
        })
    }
}

/// What is expected of a compressed matrix.
fn forecast<T: Precision>(
    method: Method,
    operator: &Operator<'_>,
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
    method: Method,
    operator: &'a Operator<'a>,
    digits: u8,
) -> Result<(Box<dyn Product<T> + 'a>, u64), MomError> {
    let digits = f64::from(digits);
    match method {
        Method::Dense => {
            let budget = poynting_exec::Budget::of_this_machine();
            let symmetry = poynting_mom::Symmetry::Used;
            let dense = poynting_mom::Dense::<T>::new(operator, symmetry, budget)?;
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
            let need = mlfma::need::<T>(operator.space(), operator.wave_number(), &options);
            Ok((Box::new(Mlfma::<T>::new(operator, options)?), need.total()))
        }
    }
}

fn growth(rows: &[ProductRow], digits: u8) -> Option<Growth> {
    let rows: Vec<&ProductRow> = rows.iter().filter(|row| row.digits == digits).collect();
    let slope = |figure: &dyn Fn(&ProductRow) -> f64| {
        let points = rows
            .iter()
            .map(|r| ((r.unknowns as f64).ln(), figure(r).ln()));
        let points: Vec<(f64, f64)> = points.collect();
        let mean = |part: fn(&(f64, f64)) -> f64| {
            points.iter().map(part).sum::<f64>() / points.len() as f64
        };
        let (x, y) = (mean(|p| p.0), mean(|p| p.1));
        let above: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
        above / points.iter().map(|p| (p.0 - x).powi(2)).sum::<f64>()
    };
    (rows.len() > 1).then(|| Growth {
        digits,
        bytes: slope(&|r| r.bytes as f64),
        assembly: slope(&|r| r.assembly_s),
        product: slope(&|r| r.product_s),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_spheres_are_measured_and_their_exponents_fitted() {
        for method in [Method::HMatrix, Method::Mlfma] {
            let bench = ProductBench {
                method,
                unknowns: vec![700, 1500],
                density: 7.0,
                digits: vec![3],
                precision: poynting::Precision::F64,
                threads: Some(2),
                runs: 1,
            };
            let report = products(&bench, &mut |_| ()).unwrap();
            assert_eq!(report.rows.len(), 2);
            assert!(report.rows.iter().all(|row| row.error < 1e-3));
            // How near a forecast comes is for a quiet machine to say; here, that it is of the right order.
            for row in &report.rows {
                let assembly = row.expected_assembly_s.unwrap() / row.assembly_s;
                assert!(assembly > 0.05 && assembly < 20.0, "{row:?}");
                let product = row.expected_product_s.unwrap();
                assert!(product.is_finite() && product > 0.0, "{row:?}");
            }
            let dense = |row: &ProductRow| (row.unknowns as u64).pow(2) * 16;
            assert!(report.rows.iter().all(|row| row.bytes < 3 * dense(row)));
            assert!(report.growth[0].bytes > 0.5 && report.growth[0].bytes < 2.0);
        }
    }

    #[test]
    fn the_exponent_of_a_power_is_found() {
        let row = |unknowns: usize| ProductRow {
            method: String::new(),
            precision: String::new(),
            threads: 1,
            digits: 3,
            unknowns,
            radius_wavelengths: 1.0,
            bytes: (unknowns * unknowns) as u64,
            assembly_s: unknowns as f64,
            product_s: (unknowns as f64).powf(1.5),
            error: 0.0,
            expected_assembly_s: None,
            expected_product_s: None,
        };
        let found = growth(&[row(10), row(100), row(1000)], 3).unwrap();
        for (exponent, expected) in [
            (found.bytes, 2.0),
            (found.assembly, 1.0),
            (found.product, 1.5),
        ] {
            assert!((exponent - expected).abs() < 1e-9);
        }
    }
}
