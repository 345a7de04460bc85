//! Pairs of triangles with the Green function expanded about the centroids to second order, its gradient too.
//!
//! With R from the centroid of the trial triangle to that of the test triangle, corners P and Q relative to the centroids, n the normal of the
//! test triangle, u_c = P_c . R, v_d = Q_d . R, w_d = n . Q_d, D_cd = P_c . Q_d, and g, h, e in grad G = g R, grad grad G = g + h R R,
//! d_l d_m d_n G = h (R_l delta_mn + R_m delta_nl + R_n delta_lm) + e R_l R_m R_n, averages over barycentric coordinates give
//!
//! ```text
//! <G> = G + [g (sum P^2 + sum Q^2) + h (sum u^2 + sum v^2)]/24
//! <(r - p_a).(r' - q_b) G> = D_ab <G> - sum_c B_c D_cb - sum_d C_d D_ad + W
//!     B_c =  g u_c/12 + (g P_c^2 + h u_c^2)/60
//!     C_d = -g v_d/12 + (g Q_d^2 + h v_d^2)/60
//!     W   = -[g sum D_cd^2 + h sum u_c v_d D_cd]/144
//! ```
//!
//! and, with M, B', C' as `<G>`, B, C above but for g, h, e in place of G, g, h, and T_cd = u_c w_d - D_cd n.R,
//!
//! ```text
//! <grad G> = M R + h/12 s                   s = sum u_c P_c + sum v_d Q_d
//! <(r - p_a) . n x (grad G x (r' - q_b))> = P_a.<grad G> w_b - D_ab n.<grad G> - w_b A - sum_c B'_c T_cb - sum_d C'_d T_ad + W'
//!     A  = sum_c P_c^2 (g/12 + h u_c/30)
//!     W' = -[h (sum D_cd T_cd + sum P^2 sum v_d w_d) + e sum u_c v_d T_cd]/144
//! ```
//!
//! The averages are those of a triangle about its centroid: `<r r> = sum P P/12`, `<r r r> = sum P P P/30`. Nothing here is a small
//! difference of large terms: R enters an entry of the magnetic field only through u, v and n.R.
//!
//! One evaluation of G serves both; a rule of the same order takes nine. All lengths are in units of R, so nothing overflows in
//! single precision. [`Rules::expansion_reach`](crate::Rules::expansion_reach) gives the distance from which this is valid; tested against the rules.

use poynting_exec::{Real, cos, sin};

use crate::formula::{Block, Pair, product};
use crate::integrand::{Combined, Electric, zero};

/// An integrand whose entries follow from the expansion.
pub trait Expanded<T: Real>: Copy + Sync {
    /// Wave number.
    fn wave_number(self) -> T;
    /// Entries of a pair.
    fn entries(self, pair: &Expansion<T>) -> Block<T>;
}

impl<T: Real> Expanded<T> for Electric<T> {
    #[inline(always)]
    fn wave_number(self) -> T {
        self.k
    }

    #[inline(always)]
    fn entries(self, pair: &Expansion<T>) -> Block<T> {
        let ((real, mean), (imaginary, mean_j)) = (pair.electric(0), pair.electric(1));
        let mut block = zero();
        for a in 0..3 {
            for b in 0..3 {
                block[a][b] = self.entry([real[a][b], imaginary[a][b]], [mean, mean_j]);
            }
        }
        block
    }
}

impl<T: Real> Expanded<T> for Combined<T> {
    #[inline(always)]
    fn wave_number(self) -> T {
        self.electric.k
    }

    #[inline(always)]
    fn entries(self, pair: &Expansion<T>) -> Block<T> {
        let mut block = self.electric.entries(pair);
        let lifted = pair.lifted();
        let magnetic = [pair.magnetic(&lifted, 0), pair.magnetic(&lifted, 1)];
        for a in 0..3 {
            for b in 0..3 {
                block[a][b][0] += self.magnetic.factor * magnetic[0][a][b];
                block[a][b][1] += self.magnetic.factor * magnetic[1][a][b];
            }
        }
        block
    }
}

/// Triangles of a pair, seen from the centroid of the trial triangle.
#[derive(Debug, Clone, Copy)]
pub struct Centred<T> {
    /// The centroid of the test triangle.
    pub away: [T; 3],
    /// Corners of the test triangle relative to its centroid.
    pub test: [[T; 3]; 3],
    /// Corners of the trial triangle relative to its centroid.
    pub trial: [[T; 3]; 3],
    /// Unit normal of the test triangle.
    pub normal: [T; 3],
}

/// A pair and the Green function between its centroids.
pub struct Expansion<T> {
    pair: Centred<T>,
    /// 1/R^2.
    over: T,
    /// G, g R^2, h R^4 and e R^6.
    green: [Pair<T>; 4],
    test: Seen<T>,
    trial: Seen<T>,
    /// D_cd.
    d: [[T; 3]; 3],
    /// sum D^2/R^2 and sum u v D/R^4.
    products: [T; 2],
}

impl<T: Real> Expansion<T> {
    /// For wave number `k`.
    #[inline(always)]
    pub fn new(k: T, pair: Centred<T>) -> Self {
        let (over, green) = derivatives(k, pair.away);
        let (test, trial) = (
            Seen::new(pair.test, pair.away, over),
            Seen::new(pair.trial, pair.away, over),
        );
        // Small loops and functions: the compiler would not vectorise over lanes around large ones.
        let mut d = [[T::of(0.0); 3]; 3];
        let mut products = [T::of(0.0); 2];
        for c in 0..3 {
            for e in 0..3 {
                d[c][e] = product(pair.test[c], pair.trial[e]);
                products[0] += d[c][e] * d[c][e] * over;
                products[1] += test.along[c] * trial.along[e] * d[c][e];
            }
        }
        Self {
            pair,
            over,
            green,
            test,
            trial,
            d,
            products,
        }
    }

    /// <G>, or M, from one part of G, g, h or of g, h, e.
    #[inline(always)]
    fn mean(&self, f: T, g: T, h: T) -> T {
        let squares = self.test.squared + self.trial.squared;
        let along = self.test.along_squared + self.trial.along_squared;
        f + (g * squares + h * along) * T::of(1.0 / 24.0)
    }

    /// B and C, or B' and C'. Seen from the trial triangle, R points the other way.
    #[inline(always)]
    fn slopes(&self, g: T, h: T) -> [[T; 3]; 2] {
        [
            self.test.slopes(g, h, g),
            self.trial.slopes(g, h, T::of(0.0) - g),
        ]
    }

    /// Real or imaginary part of `<(r - p_a).(r' - q_b) G>` and of `<G>`.
    #[inline(always)]
    fn electric(&self, part: usize) -> ([[T; 3]; 3], T) {
        let (d, [dd, uvd]) = (self.d, self.products);
        let [f, g, h] = [
            self.green[0][part],
            self.green[1][part],
            self.green[2][part],
        ];
        let mean = self.mean(f, g, h);
        let curved = (g * dd + h * uvd) * T::of(1.0 / 144.0);
        let [slope, other] = self.slopes(g, h);
        let mut vector = [[T::of(0.0); 3]; 3];
        for a in 0..3 {
            let row = product(other, d[a]) + curved;
            for b in 0..3 {
                vector[a][b] = d[a][b] * mean - row - product(slope, column(d, b));
            }
        }
        (vector, mean)
    }

    #[inline(always)]
    fn lifted(&self) -> Lifted<T> {
        let (pair, [dd, uvd]) = (&self.pair, self.products);
        let (p, q) = (pair.test, pair.trial);
        let w = [
            product(pair.normal, q[0]),
            product(pair.normal, q[1]),
            product(pair.normal, q[2]),
        ];
        let height = product(pair.normal, pair.away) * self.over;
        let across = product(self.trial.along, w);
        let near = combined(p, self.test.along);
        let far = combined(q, self.trial.along);
        let twelfth = self.over * T::of(1.0 / 12.0);
        Lifted {
            w,
            height,
            bent: [
                (product(p[0], near) + product(p[0], far)) * twelfth,
                (product(p[1], near) + product(p[1], far)) * twelfth,
                (product(p[2], near) + product(p[2], far)) * twelfth,
            ],
            normal_bent: across * twelfth,
            products: [
                product(near, combined(q, w)) * self.over - height * dd
                    + self.test.squared * across,
                self.test.along_squared * across - height * uvd,
            ],
        }
    }

    /// Real or imaginary part of `<(r - p_a) . n x (grad G x (r' - q_b))>`.
    #[inline(always)]
    fn magnetic(&self, lifted: &Lifted<T>, part: usize) -> [[T; 3]; 3] {
        let (d, u, w) = (self.d, self.test.along, lifted.w);
        let height = lifted.height;
        let [g, h, e] = [
            self.green[1][part],
            self.green[2][part],
            self.green[3][part],
        ];
        let mean = self.mean(g, h, e);
        let normal_mean = mean * height + h * lifted.normal_bent;
        let [bent, twisted] = lifted.products;
        let curved = (h * bent + e * twisted) * T::of(1.0 / 144.0);
        let [slope, other] = self.slopes(h, e);
        let across = product(other, w);
        let flat = g * self.test.squared * T::of(1.0 / 12.0)
            + h * product(u, self.test.squares) * T::of(1.0 / 30.0)
            + product(slope, u);
        let columns = [
            height * product(slope, column(d, 0)),
            height * product(slope, column(d, 1)),
            height * product(slope, column(d, 2)),
        ];
        let mut entries = [[T::of(0.0); 3]; 3];
        for a in 0..3 {
            let tangential = mean * u[a] + h * lifted.bent[a] - flat;
            let row = height * product(other, d[a]) - u[a] * across - curved;
            for b in 0..3 {
                entries[a][b] = tangential * w[b] - d[a][b] * normal_mean + row + columns[b];
            }
        }
        entries
    }
}

/// The trial triangle seen along the normal of the test triangle.
struct Lifted<T> {
    /// w_d.
    w: [T; 3],
    /// n.R/R^2.
    height: T,
    /// P_a.s/(12 R^4) and n.s/(12 R^4).
    bent: [T; 3],
    normal_bent: T,
    /// The factors of h and e in -144 W'.
    products: [T; 2],
}

/// Corners of a triangle projected on R: u_c/R^2 and P_c^2/R^2, and sums of squares of the former and of the latter.
struct Seen<T> {
    along: [T; 3],
    squares: [T; 3],
    along_squared: T,
    squared: T,
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
            along_squared: product(along, along),
            squared: squares[0] + squares[1] + squares[2],
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

#[inline(always)]
fn column<T: Real>(d: [[T; 3]; 3], b: usize) -> [T; 3] {
    [d[0][b], d[1][b], d[2][b]]
}

/// The sum of corners with factors.
#[inline(always)]
fn combined<T: Real>(corners: [[T; 3]; 3], factors: [T; 3]) -> [T; 3] {
    let mut sum = [T::of(0.0); 3];
    for i in 0..3 {
        sum[i] = product(column(corners, i), factors);
    }
    sum
}

/// 1/R^2, and G, g R^2, h R^4 and e R^6: e^{-jx}/R times 1, -(1 + jx), 3 + 3jx - x^2 and -(15 + 15jx - 6x^2 - jx^3).
#[inline(always)]
fn derivatives<T: Real>(k: T, away: [T; 3]) -> (T, [Pair<T>; 4]) {
    let r = T::root(product(away, away));
    let over = T::of(1.0) / r;
    let x = k * r;
    let (c, s) = (cos(x) * over, sin(x) * over);
    let square = x * x;
    let (second, second_j) = (T::of(3.0) - square, T::of(3.0) * x);
    let (third, third_j) = (
        T::of(6.0) * square - T::of(15.0),
        (square - T::of(15.0)) * x,
    );
    let green = [
        [c, T::of(0.0) - s],
        [T::of(0.0) - c - x * s, s - x * c],
        [second * c + second_j * s, second_j * c - second * s],
        [third * c + third_j * s, third_j * c - third * s],
    ];
    (over * over, green)
}
