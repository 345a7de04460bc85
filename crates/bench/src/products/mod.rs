//! Products with compressed matrices: their cost as spheres grow.
//!
//! A row holds the bytes of the matrix, its assembly time, the median time of a product, and the error of the product against rows of the
//! dense matrix. The exponents are least-squares slopes of log(figure) over log(unknowns).

mod memory;
mod pictures;

use std::f64::consts::{PI, TAU};

use poynting_exec::Pool;
use poynting_geometry::Body;
use poynting_mom::{Equation, Method, MomError, Operator, ProductCost, RwgSpace};
use serde::Serialize;

use crate::mom::MomBenchError;
pub use memory::{MemoryReport, MemoryRow, memory_tables};

/// What to measure.
#[derive(Debug, Clone, PartialEq)]
pub struct ProductBench {
    /// How the matrix is stored.
    pub method: Method,
    /// Approximate numbers of unknowns, one row each.
    pub unknowns: Vec<usize>,
    /// Triangle edges per wavelength.
    pub density: f64,
    /// Decimal digits of the products, one row each.
    pub digits: Vec<u8>,
    /// Precision of the matrix.
    pub precision: poynting::Precision,
    /// Threads; one per core by default.
    pub threads: Option<usize>,
    /// Number of products; a row is the median.
    pub runs: usize,
}

/// The cost of a matrix. Other programs read these field names.
#[derive(Debug, Clone, Serialize)]
pub struct ProductRow {
    /// `hmatrix` or `mlfma`.
    pub method: String,
    /// `f32` or `f64`.
    pub precision: String,
    /// Number of threads.
    pub threads: usize,
    /// Requested digits.
    pub digits: u8,
    /// RWG functions.
    pub unknowns: usize,
    /// Radius of the sphere over the wavelength.
    pub radius_wavelengths: f64,
    /// Bytes of the matrix and of the work space of a product.
    pub bytes: u64,
    /// Assembly time.
    pub assembly_s: f64,
    /// Median time of a product with one column.
    pub product_s: f64,
    /// Relative error of a product against rows of the dense matrix.
    pub error: f64,
    /// Assembly time expected from samples.
    pub expected_assembly_s: Option<f64>,
    /// Expected time of a product.
    pub expected_product_s: Option<f64>,
}

/// Growth with the number of unknowns, for one number of digits.
#[derive(Debug, Clone, Serialize)]
pub struct Growth {
    /// Requested digits.
    pub digits: u8,
    /// Exponent of the bytes.
    pub bytes: f64,
    /// Exponent of the assembly time.
    pub assembly: f64,
    /// Exponent of the product time.
    pub product: f64,
}

/// All rows, and their exponents.
#[derive(Debug, Clone, Serialize)]
pub struct ProductReport {
    /// In the order of measurement.
    pub rows: Vec<ProductRow>,
    /// For each number of digits with at least two rows.
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
            let row = pool.install(|| sphere.measure(bench, digits))?;
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

    fn measure(&self, bench: &ProductBench, digits: u8) -> Result<ProductRow, MomError> {
        let equation = Equation::Combined { alpha: 0.5 };
        let tolerance = bench.method.tolerance(f64::from(digits));
        let operator = Operator::new(&self.space, self.k, equation, tolerance)?;
        let cost =
            ProductCost::measure(&operator, bench.method, digits, bench.precision, bench.runs)?;
        Ok(ProductRow {
            method: bench.method.name().to_owned(),
            precision: bench.precision.name().to_owned(),
            threads: 0,
            digits,
            unknowns: self.space.len(),
            radius_wavelengths: self.k / TAU,
            bytes: cost.bytes,
            assembly_s: cost.assembly_s,
            product_s: cost.product_s,
            error: cost.error,
            expected_assembly_s: cost.forecast.map(|f| f.matrix),
            expected_product_s: cost.forecast.and_then(|f| f.product()),
        })
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
            // The accuracy of a forecast needs a quiet machine; here only its order of magnitude is checked.
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
