//! Products with compressed matrices: bit-identical on any number of threads, and equal to those of the dense matrix within a stated error.

use poynting_exec::conformance::{Comparison, Feature, Judgement, Verdict, Within};
use poynting_exec::{Budget, Pool};
use poynting_geometry::Body;
use poynting_linalg::{Accum, Complex, Mat, MatRef, Par, matmul, norm};
use poynting_mom::mlfma::{self, Mlfma};
use poynting_mom::{
    Dense, Equation, HMatrix, Integrated, Operator, Precision, Product, RwgSpace, Symmetry, hmatrix,
};

use super::matrix::{EDGE, block, judged, text_of};

const GROUP: &str = "Compressed matrices of the method of moments";
const CHECKS: &str = "a bar of four wavelengths compared with the dense matrix, within 1e-3 in single and 1e-5 in double precision";
#[cfg(feature = "gpu")]
const NOT_HERE: &str = "compressed matrices are built and multiplied on the CPU";
/// Wavenumber: for the bar below, two levels of boxes.
const K: f64 = 6.0;
const BAR: Body = block([0.0, 0.0, 0.0], [4.0, 0.6, 0.4]);
const COMBINED: Equation = Equation::Combined { alpha: 0.3 };

/// A check of one product.
#[derive(Clone, Copy)]
struct Row {
    name: &'static str,
    kind: Kind,
    equation: Equation,
}

#[derive(Clone, Copy)]
enum Kind {
    Mlfma,
    HMatrix,
}

const fn row(name: &'static str, kind: Kind, equation: Equation) -> Row {
    Row {
        name,
        kind,
        equation,
    }
}

const ROWS: [Row; 4] = [
    row("MLFMA product, EFIE", Kind::Mlfma, Equation::Electric),
    row("MLFMA product, CFIE", Kind::Mlfma, COMBINED),
    row("H-matrix product, EFIE", Kind::HMatrix, Equation::Electric),
    row("H-matrix product, CFIE", Kind::HMatrix, COMBINED),
];

impl Row {
    fn feature(&self) -> Feature {
        Feature {
            group: GROUP,
            name: self.name,
            checks: CHECKS,
            within: Within::Exactly,
        }
    }

    fn judge<T: Precision>(&self) -> Result<Judgement, String> {
        let digits = if T::BYTES == 4 { 3.0 } else { 5.0 };
        let tolerance = 10.0_f64.powf(-digits);
        let space = RwgSpace::new(&BAR.mesh(EDGE).map_err(text_of)?).map_err(text_of)?;
        let operator = Operator::new(&space, K, self.equation, 0.1 * tolerance).map_err(text_of)?;
        let x = mlfma::probe_vector::<T>(space.len());
        let products: Vec<Mat<Complex<T>>> = [1, 2, 5]
            .into_iter()
            .map(|threads| {
                let pool = Pool::new(Some(threads)).map_err(text_of)?;
                pool.install(|| self.product(&operator, digits, &x))
            })
            .collect::<Result<_, _>>()?;
        let mut comparison = Comparison::new(tolerance);
        for product in &products[1..] {
            if product != &products[0] {
                comparison.complain("results depend on the number of threads".to_owned());
            }
        }
        let error = error(&operator, &x, &products[0])?;
        comparison.values("the relative error", &[0.0], &[error], 1.0);
        Ok(comparison.judge())
    }

    fn product<T: Precision>(
        &self,
        operator: &Operator<'_>,
        digits: f64,
        x: &Mat<Complex<T>>,
    ) -> Result<Mat<Complex<T>>, String> {
        let mut y = Mat::zeros(x.nrows(), x.ncols());
        match self.kind {
            Kind::Mlfma => Mlfma::new(operator, mlfma::Options::new(digits))
                .map_err(text_of)?
                .multiply(x.as_ref(), y.as_mut()),
            Kind::HMatrix => {
                let options = hmatrix::Options::new(10.0_f64.powf(-digits));
                HMatrix::new(&Integrated::new(operator), operator.space(), &options)
                    .map_err(text_of)?
                    .multiply(x.as_ref(), y.as_mut())
            }
        }
        .map_err(text_of)?;
        Ok(y)
    }
}

/// |A x - y|/|A x|.
fn error<T: Precision>(
    operator: &Operator<'_>,
    x: &Mat<Complex<T>>,
    y: &Mat<Complex<T>>,
) -> Result<f64, String> {
    let budget = Budget::of_this_machine();
    let dense = Dense::<T>::new(operator, Symmetry::Used, budget).map_err(text_of)?;
    let mut exact = Mat::zeros(x.nrows(), 1);
    let one = Complex::new(T::of(1.0), T::of(0.0));
    matmul(
        exact.as_mut(),
        Accum::Replace,
        MatRef::from_column_major_slice(dense.values(), dense.size(), dense.size()),
        x.as_ref(),
        one,
        Par::Seq,
    );
    Ok(norm((&exact - y).as_ref()).f64() / norm(exact.as_ref()).f64())
}

/// Runs every check on the processor.
pub fn run_on_cpu<T: Precision>(take: &mut dyn FnMut(Verdict)) {
    for row in ROWS {
        take(Verdict::of::<T>(row.feature(), "cpu", || {
            judged(row.judge::<T>())
        }));
    }
}

/// Reports that a GPU supports none of it.
#[cfg(feature = "gpu")]
pub fn absent_on_gpu<T: Precision>(backend: &'static str, take: &mut dyn FnMut(Verdict)) {
    for row in ROWS {
        let none = || Judgement::NotApplicable { reason: NOT_HERE };
        take(Verdict::of::<T>(row.feature(), backend, none));
    }
}
