//! The normals of outlines, continued into the cell, and the product with the permittivity that they give.
//!
//! ```text
//! D = eps E_t + E_n/(1/eps):   D = [[eps]] E - Delta P E,   Delta = [[eps]] - [[1/eps]]^-1,   P = n n^T on every outline
//! P = 1/2 | 1 + c    s   |     (c, s) = sum_i w_i (cos 2a_i, sin 2a_i)/sum_i w_i,   w_i = l_i/d_i^4
//!         |   s    1 - c |
//! ```
//!
//! for pieces of the outlines of length l_i, normals at angles a_i and distances d_i (E. Popov, M. Nevière, J. Opt. Soc. Am. A 18, 2886, 2001; T. Schuster,
//! J. Ruoff, N. Kerwien, S. Rafler, W. Osten, J. Opt. Soc. Am. A 24, 2880, 2007). Doubled angles make the normals of opposite sides equal, so that the
//! field has no lines of discontinuity; where it has no direction, as in the centre of a circle, it is shorter than one and P is a mixture of both rules,
//! which is correct because eps is constant there. Delta P is replaced by half its sum with P Delta: the matrix of a lossless layer is then Hermitian,
//! and energy is conserved to rounding with any number of orders.

use std::f64::consts::TAU;

use poynting_linalg::{Mat, c64, product};

use crate::algebra::{combined, inverse};
use crate::cell::{Orders, signed};
use crate::pattern::{Placed, toeplitz};

/// Pieces of each outline.
const PIECES: usize = 256;

/// The matrices with which (D_x, D_y) follow from (E_x, E_y).
pub(crate) struct Tensor {
    pub xx: Mat<c64>,
    pub xy: Mat<c64>,
    pub yx: Mat<c64>,
    pub yy: Mat<c64>,
}

/// The product of a pattern with the field, by normal vectors.
pub(crate) fn tensor(placed: &Placed, orders: Orders, direct: &Mat<c64>) -> Tensor {
    let reciprocal = inverse(placed.toeplitz(orders, |value| value.inv()));
    let delta = combined(1.0, direct.as_ref(), -1.0, reciprocal.as_ref());
    let [c, s] = director(placed, orders);
    let corrected = |projector: &Mat<c64>| {
        let left = product(delta.as_ref(), projector.as_ref());
        let right = product(projector.as_ref(), delta.as_ref());
        combined(0.5, left.as_ref(), 0.5, right.as_ref())
    };
    // (1 + c)/2 and (1 - c)/2 times Delta are half of Delta plus or minus that of c/2.
    let [from_c, from_s] = [corrected(&c), corrected(&s)];
    let mean = combined(1.0, direct.as_ref(), -0.5, delta.as_ref());
    let cross = Mat::from_fn(from_s.nrows(), from_s.ncols(), |row, column| {
        from_s[(row, column)] * -0.5
    });
    Tensor {
        xx: combined(1.0, mean.as_ref(), -0.5, from_c.as_ref()),
        yy: combined(1.0, mean.as_ref(), 0.5, from_c.as_ref()),
        yx: cross.clone(),
        xy: cross,
    }
}

/// The matrices of c and s.
fn director(placed: &Placed, orders: Orders) -> [Mat<c64>; 2] {
    // Fine enough that orders up to twice those of the fields are not aliased.
    let size = 128.max(8 * orders.x.max(orders.y));
    let samples = sampled(placed, size);
    [0, 1].map(|part| {
        let values: Vec<f64> = samples.iter().map(|pair| pair[part]).collect();
        let reach = [signed(2 * orders.x), signed(2 * orders.y)];
        let spectrum = transformed(&values, size, reach);
        let columns = (2 * reach[0] + 1) as usize;
        toeplitz(orders, |[m, n]| {
            spectrum[(n + reach[1]) as usize * columns + (m + reach[0]) as usize]
        })
    })
}

/// (c, s) at the middles of the cells of a raster.
fn sampled(placed: &Placed, size: usize) -> Vec<[f64; 2]> {
    let [px, py] = placed.periods();
    let edges: Vec<[f64; 5]> = (placed.edges(PIECES).iter())
        .map(|piece| {
            let [x, y] = piece.normal;
            let [cos, sin] = [x * x - y * y, 2.0 * x * y];
            [piece.at[0], piece.at[1], cos, sin, piece.length]
        })
        .collect();
    let nearest =
        |difference: f64, period: f64| difference - period * (difference / period).round();
    let one = |place: usize| {
        let at = [place % size, place / size].map(|part| (part as f64 + 0.5) / size as f64);
        let (mut c, mut s, mut all) = (0.0, 0.0, 0.0);
        for &[x, y, cos, sin, length] in &edges {
            let dx = nearest(at[0] * px - x, px);
            let dy = nearest(at[1] * py - y, py);
            // A point on the outline gets the normal there, and no division by zero.
            let distance = (dx * dx + dy * dy).max(1e-18 * px * py);
            let weight = length / (distance * distance);
            c += weight * cos;
            s += weight * sin;
            all += weight;
        }
        if all > 0.0 {
            [c / all, s / all]
        } else {
            [0.0; 2]
        }
    };
    (0..size * size).map(one).collect()
}

/// Coefficients of samples at the middles of a raster, first along x and then along y.
fn transformed(values: &[f64], size: usize, reach: [i32; 2]) -> Vec<c64> {
    let factor = |order: i32, at: usize| {
        // The product of the order and twice the place is reduced exactly, so that the phase has all its digits.
        let steps = i64::from(order) * i64::from(signed(2 * at + 1));
        let steps = steps.rem_euclid(i64::from(signed(2 * size)));
        c64::cis(TAU * steps as f64 / (2 * size) as f64) * (1.0 / size as f64)
    };
    let table = |most: i32| -> Vec<Vec<c64>> {
        let row = |order: i32| (0..size).map(|at| factor(order, at)).collect();
        (-most..=most).map(row).collect()
    };
    let (along, across) = (table(reach[0]), table(reach[1]));
    let rows: Vec<Vec<c64>> = (values.chunks(size))
        .map(|row| {
            (along.iter())
                .map(|phases| phases.iter().zip(row).map(|(&p, &v)| p * v).sum())
                .collect()
        })
        .collect();
    let mut all = Vec::new();
    for phases in &across {
        for column in 0..along.len() {
            all.push(
                (phases.iter().zip(&rows))
                    .map(|(&p, row)| p * row[column])
                    .sum(),
            );
        }
    }
    all
}
