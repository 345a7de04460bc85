//! ExpandedRow pairs of triangles: the Green function expanded about the centroids to second order.
//!
//! With R from the centroid of the trial triangle to that of the test triangle, corners P and Q relative to the centroids, u_c = P_c . R,
//! v_d = Q_d . R, D_cd = P_c . Q_d, and g, h in grad G = g R, grad grad G = g + h R R, averages over barycentric coordinates give
//!
//! ```text
//! <G> = G + [g (sum P^2 + sum Q^2) + h (sum u^2 + sum v^2)]/24
//! <(r - p_a).(r' - q_b) G> = D_ab <G> - sum_c B_c D_cb - sum_d C_d D_ad + W
//!     B_c =  g u_c/12 + (g P_c^2 + h u_c^2)/60
//!     C_d = -g v_d/12 + (g Q_d^2 + h v_d^2)/60
//!     W   = -[g sum D_cd^2 + h sum u_c v_d D_cd]/144
//! ```
//!
//! for one evaluation of G, where a rule of the same order takes nine. All lengths are in units of R, so nothing overflows in
//! single precision. [`Rules::expansion_reach`](crate::Rules::expansion_reach) gives the distance from which this is valid; tested against the rules.

use poynting_exec::{Kernel, Real, cos, sin};

use crate::formula::{Block, Pair, product};
use crate::integrand::{Electric, LANES};
use crate::lanes::three;
use crate::space::Triangle;

/// Centroids and corners relative to them, in arrays over triangles padded to whole lanes.
#[derive(Debug, Clone)]
pub struct CentredTriangles<T> {
    centroids: [Vec<T>; 3],
    corners: [[Vec<T>; 3]; 3],
}

impl<T: Real> CentredTriangles<T> {
    /// Rounds triangles to the precision.
    pub fn new(triangles: &[Triangle]) -> Self {
        let filled = |value: &dyn Fn(&Triangle) -> f64| -> Vec<T> {
            let values = triangles.iter().map(|t| T::of(value(t)));
            let missing = triangles.len().next_multiple_of(LANES) - triangles.len();
            values.chain((0..missing).map(|_| T::of(0.0))).collect()
        };
        Self {
            centroids: [0, 1, 2].map(|i| filled(&|t| t.centroid[i])),
            corners: [0, 1, 2]
                .map(|c| [0, 1, 2].map(|i| filled(&|t| t.corners[c][i] - t.centroid[i]))),
        }
    }

    fn centroid(&self, n: usize) -> [T; 3] {
        [0, 1, 2].map(|i| self.centroids[i][n])
    }

    fn corners(&self, n: usize) -> [[T; 3]; 3] {
        [0, 1, 2].map(|c| [0, 1, 2].map(|i| self.corners[c][i][n]))
    }
}

/// One trial triangle with all test triangles from `first` on; entries of those that are too near are meaningless.
pub struct ExpandedRow<'a, 'o, T> {
    /// The integrand.
    pub integrand: Electric<T>,
    /// All triangles.
    pub centred: &'a CentredTriangles<T>,
    /// The trial triangle.
    pub trial: usize,
    /// The first test triangle.
    pub first: usize,
    /// For each corner of the trial triangle, the entries of all test triangles.
    pub out: &'o mut [[Pair<T>; 3]],
}

impl<T: Real> Kernel for ExpandedRow<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let count = self.out.len() / 3;
        let (centroid, q) = (
            self.centred.centroid(self.trial),
            self.centred.corners(self.trial),
        );
        for from in (self.first - self.first % LANES..count).step_by(LANES) {
            let at = three(&self.centred.centroids, from);
            let mut p = [[[T::of(0.0); LANES]; 3]; 3];
            for c in 0..3 {
                p[c] = three(&self.centred.corners[c], from);
            }
            let mut values = [[[[T::of(0.0); LANES]; 2]; 3]; 3];
            for l in 0..LANES {
                let away = [
                    at[0][l] - centroid[0],
                    at[1][l] - centroid[1],
                    at[2][l] - centroid[2],
                ];
                let p = [
                    [p[0][0][l], p[0][1][l], p[0][2][l]],
                    [p[1][0][l], p[1][1][l], p[1][2][l]],
                    [p[2][0][l], p[2][1][l], p[2][2][l]],
                ];
                let block = expanded(self.integrand, away, p, q);
                for b in 0..3 {
                    for a in 0..3 {
                        values[b][a][0][l] = block[a][b][0];
                        values[b][a][1][l] = block[a][b][1];
                    }
                }
            }
            for l in self.first.saturating_sub(from)..LANES.min(count - from) {
                for b in 0..3 {
                    let entries = &mut self.out[b * count + from + l];
                    for a in 0..3 {
                        entries[a] = [values[b][a][0][l], values[b][a][1][l]];
                    }
                }
            }
        }
    }
}

/// Entries of one pair.
#[inline(always)]
pub fn expanded<T: Real>(
    integrand: Electric<T>,
    away: [T; 3],
    p: [[T; 3]; 3],
    q: [[T; 3]; 3],
) -> Block<T> {
    let zero = T::of(0.0);
    let (over, green) = derivatives(integrand.k, away);
    let (test, trial) = (Seen::new(p, away, over), Seen::new(q, away, over));
    let mut d = [[zero; 3]; 3];
    let (mut dd, mut uvd) = (zero, zero);
    for c in 0..3 {
        for e in 0..3 {
            d[c][e] = product(p[c], q[e]);
            dd += d[c][e] * d[c][e] * over;
            uvd += test.along[c] * trial.along[e] * d[c][e];
        }
    }
    let sums = [test.sums[0] + trial.sums[0], test.sums[1] + trial.sums[1]];
    let (mut mean, mut vector) = ([zero; 2], [[[zero; 2]; 3]; 3]);
    for part in 0..2 {
        let [f, g, h] = [green[0][part], green[1][part], green[2][part]];
        mean[part] = f + (g * sums[0] + h * sums[1]) * T::of(1.0 / 24.0);
        let curved = (g * dd + h * uvd) * T::of(1.0 / 144.0);
        // Seen from the trial triangle, R points the other way.
        let (b, c) = (test.slopes(g, h, g), trial.slopes(g, h, zero - g));
        for i in 0..3 {
            let row = product(c, d[i]) + curved;
            for j in 0..3 {
                let column = product(b, [d[0][j], d[1][j], d[2][j]]);
                vector[i][j][part] = d[i][j] * mean[part] - row - column;
            }
        }
    }
    let mut block = [[[zero; 2]; 3]; 3];
    for i in 0..3 {
        for j in 0..3 {
            block[i][j] = integrand.entry(vector[i][j], mean);
        }
    }
    block
}

/// Corners of a triangle projected on R: u_c/R^2 and P_c^2/R^2, and their sums, that of u^2 second.
struct Seen<T> {
    along: [T; 3],
    squares: [T; 3],
    sums: [T; 2],
}

impl<T: Real> Seen<T> {
    #[inline(always)]
    fn new(corners: [[T; 3]; 3], away: [T; 3], over: T) -> Self {
        let (mut along, mut squares) = ([T::of(0.0); 3], [T::of(0.0); 3]);
        for c in 0..3 {
            along[c] = product(corners[c], away) * over;
            squares[c] = product(corners[c], corners[c]) * over;
        }
        Self {
            along,
            squares,
            sums: [squares[0] + squares[1] + squares[2], product(along, along)],
        }
    }

    /// B, or C with the opposite sign of `first`.
    #[inline(always)]
    fn slopes(&self, g: T, h: T, first: T) -> [T; 3] {
        let mut slopes = [T::of(0.0); 3];
        for c in 0..3 {
            let u = self.along[c];
            slopes[c] = first * u * T::of(1.0 / 12.0)
                + (g * self.squares[c] + h * u * u) * T::of(1.0 / 60.0);
        }
        slopes
    }
}

/// 1/R^2, and G, g R^2 and h R^4: e^{-jx}/R times 1, -(1 + jx) and 3 + 3jx - x^2.
#[inline(always)]
fn derivatives<T: Real>(k: T, away: [T; 3]) -> (T, [Pair<T>; 3]) {
    let r = T::root(product(away, away));
    let over = T::of(1.0) / r;
    let x = k * r;
    let (c, s) = (cos(x) * over, sin(x) * over);
    let (three, rest) = (T::of(3.0), T::of(3.0) - x * x);
    let green = [
        [c, T::of(0.0) - s],
        [T::of(0.0) - c - x * s, s - x * c],
        [rest * c + three * x * s, three * x * c - rest * s],
    ];
    (over * over, green)
}
