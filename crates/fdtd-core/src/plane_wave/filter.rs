//! FIR filters with a prescribed response in a band.
//!
//! The taps h_q, q = 0..N, minimise
//!
//! ```text
//! mean over 0 <= w <= band of |sum_q h_q e^{-jwq} - H(w)|^2  +  mu^2 sum_q h_q^2
//! ```
//!
//! with w in radians per sample. Signals have (nearly) no content above the band, so the response there is free; by Parseval
//! the second term keeps it of order one, otherwise rounding and the small residue there would be amplified. A smooth taper
//! towards zero prescribes more than necessary and costs about twice the taps. (C. L. Lawson and R. J. Hanson, Solving Least
//! Squares Problems, SIAM 1995, ch. 11 and 25; T. I. Laakso et al., IEEE Signal Process. Mag. 13, 30, 1996, for the same
//! error measure in fractional delays.)
//!
//! Normal equations would lose half the digits; the least-squares problem is solved by Householder reflections,
//! computed once per length and used for every target.
//!
//! Tested: fractional delays of waves in the band, boundedness above it, a polynomial least-squares fit.

use poynting_physics::Complex;

/// The regularisation weight mu of the taps.
const RIDGE: f64 = 1e-12;

/// Filters of one length for one band.
#[derive(Debug)]
pub struct FilterDesign {
    taps: usize,
    frequencies: Vec<f64>,
    system: LeastSquares,
}

impl FilterDesign {
    /// Filters of `taps` taps for angular frequencies up to `band` radians per sample.
    pub fn new(taps: usize, band: f64) -> Self {
        // With as many frequencies as taps, every response that these taps can have within the band is sampled
        // finely.
        let frequencies: Vec<f64> = (0..taps)
            .map(|j| band * (j as f64 + 0.5) / taps as f64)
            .collect();
        let scale = 1.0 / (taps as f64).sqrt();
        let columns = (0..taps)
            .map(|q| {
                let from_middle = q as f64 - middle(taps);
                let mut column: Vec<f64> = frequencies
                    .iter()
                    .flat_map(|w| {
                        let z = Complex::cis(-w * from_middle) * scale;
                        [z.re, z.im]
                    })
                    .collect();
                column.extend((0..taps).map(|row| if row == q { RIDGE } else { 0.0 }));
                column
            })
            .collect();
        Self {
            taps,
            frequencies,
            system: LeastSquares::new(columns),
        }
    }

    /// The taps whose response about the middle one, sum_q h_q e^{-jw(q - (N - 1)/2)}, best fits `target`, which is
    /// given at the [`Self::frequencies`].
    pub fn fit(&self, target: impl Iterator<Item = Complex>) -> Vec<f64> {
        let scale = 1.0 / (self.taps as f64).sqrt();
        let mut right: Vec<f64> = target.flat_map(|z| [z.re * scale, z.im * scale]).collect();
        right.resize(3 * self.taps, 0.0);
        self.system.solve(right)
    }

    /// The frequencies at which a target is evaluated, in radians per sample.
    pub fn frequencies(&self) -> &[f64] {
        &self.frequencies
    }
}

/// The position of the middle of a filter.
pub fn middle(taps: usize) -> f64 {
    0.5 * (taps as f64 - 1.0)
}

/// A matrix with more rows than columns as a product of reflections and a triangular matrix.
#[derive(Debug)]
pub struct LeastSquares {
    /// Column n: the triangle above row n, the reflection's vector from row n on.
    columns: Vec<Vec<f64>>,
    diagonal: Vec<f64>,
}

impl LeastSquares {
    /// Factorises the matrix for any right-hand side.
    pub fn new(mut columns: Vec<Vec<f64>>) -> Self {
        let mut diagonal = Vec::with_capacity(columns.len());
        for n in 0..columns.len() {
            let (head, rest) = columns.split_at_mut(n + 1);
            let vector = &mut head[n][n..];
            let length = dot(vector, vector).sqrt();
            let pivot = if vector[0] > 0.0 { -length } else { length };
            vector[0] -= pivot;
            let norm = dot(vector, vector).sqrt();
            for v in vector.iter_mut() {
                *v /= norm;
            }
            for column in rest {
                reflect(vector, &mut column[n..]);
            }
            diagonal.push(pivot);
        }
        Self { columns, diagonal }
    }

    /// The least-squares solution for `right`.
    pub fn solve(&self, mut right: Vec<f64>) -> Vec<f64> {
        for (n, column) in self.columns.iter().enumerate() {
            reflect(&column[n..], &mut right[n..]);
        }
        right.truncate(self.columns.len());
        for n in (0..self.columns.len()).rev() {
            right[n] /= self.diagonal[n];
            let value = right[n];
            for (r, above) in right[..n].iter_mut().zip(&self.columns[n]) {
                *r -= above * value;
            }
        }
        right
    }
}

/// Reflects `other` in the plane normal to the unit vector `vector`.
fn reflect(vector: &[f64], other: &mut [f64]) {
    let twice = 2.0 * dot(vector, other);
    for (o, v) in other.iter_mut().zip(vector) {
        *o -= twice * v;
    }
}

/// A scalar product in eight interleaved sums, which the compiler vectorises.
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    const LANES: usize = 8;
    let (a_chunks, b_chunks) = (a.chunks_exact(LANES), b[..a.len()].chunks_exact(LANES));
    let tail = a_chunks.remainder().iter().zip(b_chunks.remainder());
    let tail: f64 = tail.map(|(x, y)| x * y).sum();
    let mut lanes = [0.0; LANES];
    for (x, y) in a_chunks.zip(b_chunks) {
        for (lane, (x, y)) in lanes.iter_mut().zip(x.iter().zip(y)) {
            *lane += x * y;
        }
    }
    lanes.iter().sum::<f64>() + tail
}
