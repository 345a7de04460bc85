//! Permittivities that are constant in the cells of a rectangular raster, and their products with fields.
//!
//! ```text
//! eps_q = int_0^1 eps(s) e^{2 pi j q s} ds,   s = x/Lx
//! D = eps E:   D_m = sum_m' eps_{m - m'} E_m'             where E is continuous across every jump of eps (Laurent's rule)
//!              D_m = sum_m' (1/eps)^-1_{m m'} E_m'        where D is continuous (the inverse rule)
//! ```
//!
//! (L. Li, J. Opt. Soc. Am. A 13, 1870, 1996, theorems 1 and 2). Along x, D_x is continuous across edges that run along y and jumps across those along x.
//! So 1/eps is inverted along x in every row of the raster, and the rows are then added by Laurent's rule along y; D_y in the same way with x and y
//! exchanged (L. Li, J. Opt. Soc. Am. A 14, 2758, 1997, equations 15 and 16). A lamellar grating is a raster of one row.

use std::f64::consts::PI;

use poynting_linalg::{Mat, c64};

use crate::algebra::inverse;
use crate::cell::{Orders, signed};

/// Values in the cells between edges, as fractions of the periods from 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Raster {
    pub x: Vec<f64>,
    pub y: Vec<f64>,
    /// Row by row along x.
    pub values: Vec<c64>,
}

/// int_a^b e^{2 pi j q s} ds.
pub(crate) fn interval(order: i32, a: f64, b: f64) -> c64 {
    let (width, q) = (b - a, PI * f64::from(order));
    if order == 0 {
        return c64::new(width, 0.0);
    }
    // Written as a sine and a phase, so that narrow intervals lose no digits.
    c64::cis(q * (a + b)) * ((q * width).sin() / q)
}

/// The coefficients of orders -2M to 2M of a function that is constant between edges.
fn coefficients(edges: &[f64], values: &[c64], most: usize) -> Vec<c64> {
    let most = signed(2 * most);
    let one = |order: i32| {
        (edges.windows(2).zip(values))
            .map(|(ends, &value)| value * interval(order, ends[0], ends[1]))
            .sum()
    };
    (-most..=most).map(one).collect()
}

/// The matrix c_{m - m'} of orders -M to M.
fn toeplitz(coefficients: &[c64], most: usize) -> Mat<c64> {
    let size = 2 * most + 1;
    Mat::from_fn(size, size, |row, column| {
        coefficients[2 * most + row - column]
    })
}

/// How a product with the permittivity is truncated along one axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    Laurent,
    Inverse,
}

/// The matrix of a product along one axis.
pub(crate) fn along(edges: &[f64], values: &[c64], most: usize, rule: Rule) -> Mat<c64> {
    match rule {
        Rule::Laurent => toeplitz(&coefficients(edges, values, most), most),
        Rule::Inverse => {
            let reciprocal: Vec<c64> = values.iter().map(c64::inv).collect();
            inverse(toeplitz(&coefficients(edges, &reciprocal, most), most))
        }
    }
}

impl Raster {
    fn row(&self, row: usize) -> &[c64] {
        let columns = self.x.len() - 1;
        &self.values[row * columns..(row + 1) * columns]
    }

    fn column(&self, column: usize) -> Vec<c64> {
        let columns = self.x.len() - 1;
        (self.values[column..].iter().step_by(columns).copied()).collect()
    }

    /// The matrix with which D_x follows from E_x: a rule along x, Laurent's along y.
    pub fn across_x(&self, orders: Orders, rule: Rule) -> Mat<c64> {
        let columns = orders.columns();
        let mut sum = Mat::zeros(orders.count(), orders.count());
        for row in 0..self.y.len() - 1 {
            let product = along(&self.x, self.row(row), orders.x, rule);
            let ends = [self.y[row], self.y[row + 1]];
            let shares = shares(ends, orders.y);
            accumulate(&mut sum, |at, from| {
                product[(at % columns, from % columns)]
                    * shares[2 * orders.y + at / columns - from / columns]
            });
        }
        sum
    }

    /// The matrix with which D_y follows from E_y: a rule along y, Laurent's along x.
    pub fn across_y(&self, orders: Orders, rule: Rule) -> Mat<c64> {
        let columns = orders.columns();
        let mut sum = Mat::zeros(orders.count(), orders.count());
        for column in 0..self.x.len() - 1 {
            let product = along(&self.y, &self.column(column), orders.y, rule);
            let ends = [self.x[column], self.x[column + 1]];
            let shares = shares(ends, orders.x);
            accumulate(&mut sum, |at, from| {
                product[(at / columns, from / columns)]
                    * shares[2 * orders.x + at % columns - from % columns]
            });
        }
        sum
    }
}

/// The coefficients of a function that is one between two ends.
fn shares([a, b]: [f64; 2], most: usize) -> Vec<c64> {
    let most = signed(2 * most);
    (-most..=most).map(|order| interval(order, a, b)).collect()
}

fn accumulate(sum: &mut Mat<c64>, entry: impl Fn(usize, usize) -> c64) {
    for column in 0..sum.ncols() {
        for row in 0..sum.nrows() {
            sum[(row, column)] += entry(row, column);
        }
    }
}
