//! Entries of a pair of triangles, computed independently of the solver.
//!
//! The inner integral is taken in polar coordinates around the foot of r in the plane of the trial triangle, edge by edge: with h the
//! height of r and R^2 = rho^2 + h^2
//!
//! ```text
//! int e^{-jkR}/R rho drho = (e^{-jk|h|} - e^{-jkR1})/(jk)
//! int grad G:  normal h (G(R1) - G(|h|)),  in the plane e (int G drho - rho1 G(R1))
//! ```
//!
//! The other two radial integrals are sums of the exponential series over the moments
//!
//! ```text
//! I_m = int_0^rho R^m drho:  I_{-1} = asinh(rho/|h|),  I_0 = rho,  I_m = (rho R^m + m h^2 I_{m-2})/(m + 1)
//! int e^{-jkR}/R drho = sum_n (-jk)^n/n! I_{n-1}
//! int e^{-jkR}/R rho^2 drho = sum_n (-jk)^n/n! (I_{n+1} - h^2 I_{n-1})
//! ```
//!
//! The remaining integral over the angle, and the outer integral in collapsed coordinates, use the tanh-sinh rule (H. Takahasi and M. Mori, 1974), which
//! tolerates endpoint singularities. Nothing here uses relative coordinates, Gauss rules or barycentric averages.

use poynting_mom_core::{Block, Complex, Triangle};
use poynting_physics::constants::ETA0;
use std::f64::consts::PI;

type C = Complex<f64>;
type Point = [f64; 3];

fn sub(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
fn cross(a: Point, b: Point) -> Point {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}
fn along(a: Point, s: f64, b: Point) -> Point {
    [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]]
}
fn cis(x: f64) -> C {
    C::new(x.cos(), x.sin())
}

/// Nodes on (0, 1) by their distance from the nearer end (negative: from 1), and weights.
fn tanh_sinh(step: f64) -> Vec<(f64, f64)> {
    let last = (3.4 / step) as i32;
    (-last..=last)
        .map(|n| {
            let t = step * f64::from(n);
            let q = (-PI * t.abs().sinh()).exp();
            let end = q / (1.0 + q);
            let weight = step * PI * t.cosh() * q / ((1.0 + q) * (1.0 + q));
            (if n < 0 { end } else { -end }, weight)
        })
        .collect()
}

fn from_zero(end: f64) -> f64 {
    if end >= 0.0 { end } else { 1.0 + end }
}

/// int G, int (r' - foot) G and int grad G over a triangle, G = e^{-jkR}/R.
struct Inner {
    scalar: C,
    vector: [C; 3],
    gradient: [C; 3],
}

fn inner(k: f64, r: Point, trial: &Triangle, line: &[(f64, f64)]) -> (Inner, Point) {
    let n = trial.normal;
    let h = dot(sub(r, trial.corners[0]), n);
    let foot = along(r, -h, n);
    let zero = C::new(0.0, 0.0);
    let mut sum = Inner {
        scalar: zero,
        vector: [zero; 3],
        gradient: [zero; 3],
    };
    for e in 0..3 {
        let (a, b) = (trial.corners[e], trial.corners[(e + 1) % 3]);
        let edge = sub(b, a);
        let length = dot(edge, edge).sqrt();
        let unit = edge.map(|x| x / length);
        // Outwards in the plane, and the signed distance of the edge's line from the foot.
        let out = cross(unit, n);
        let d = dot(sub(a, foot), out);
        if d.abs() < 1e-300 {
            continue;
        }
        let [ta, tb] = [a, b].map(|c| (dot(sub(c, foot), unit) / d.abs()).atan());
        for &(end, weight) in line {
            let theta = if end >= 0.0 {
                ta + (tb - ta) * end
            } else {
                tb + (tb - ta) * end
            };
            let direction: Point =
                std::array::from_fn(|i| theta.cos() * out[i] * d.signum() + theta.sin() * unit[i]);
            let rho = d.abs() / theta.cos();
            let measure = weight * (tb - ta) * d.signum();
            add_ray(&mut sum, (k, h), (direction, rho), (measure, n));
        }
    }
    (sum, foot)
}

fn add_ray(
    sum: &mut Inner,
    (k, h): (f64, f64),
    (direction, rho): (Point, f64),
    (weight, n): (f64, Point),
) {
    let far = rho.hypot(h);
    let green = |r: f64| cis(-k * r) / r;
    sum.scalar += (cis(-k * h.abs()) - cis(-k * far)) / C::new(0.0, k) * weight;
    let (plain, first) = radial(k, h, rho);
    let in_plane = plain - green(far) * rho;
    let normal = (green(far) - green(h.abs())) * h;
    for i in 0..3 {
        sum.vector[i] += first * (direction[i] * weight);
        if h != 0.0 {
            sum.gradient[i] += in_plane * (direction[i] * weight) + normal * (n[i] * weight);
        }
    }
}

/// Integrals of e^{-jkR}/R and of its product with rho^2, from the foot to a distance; the first is only finite off the plane.
fn radial(k: f64, h: f64, rho: f64) -> (C, C) {
    let (far, h2) = (rho.hypot(h), h * h);
    let logarithm = (rho / h.abs()).asinh();
    let h2_logarithm = if h == 0.0 { 0.0 } else { h2 * logarithm };
    // The moments n - 1, n and n + 1 of term n, and h^2 times the first of them.
    let (mut below, mut here) = (logarithm, rho);
    let mut h2_below = h2_logarithm;
    let mut power = far;
    let mut above = f64::midpoint(rho * far, h2_logarithm);
    let mut term = C::new(1.0, 0.0);
    let (mut plain, mut first) = (C::new(0.0, 0.0), C::new(0.0, 0.0));
    for n in 1..100_u32 {
        plain += term * below;
        first += term * (above - h2_below);
        term *= C::new(0.0, -k / f64::from(n));
        if term.im.abs().max(term.re.abs()) * power < 1e-18 {
            break;
        }
        power *= far;
        (below, here) = (here, above);
        h2_below = h2 * below;
        let m = f64::from(n + 1);
        above = (rho * power + m * h2_below) / (m + 1.0);
    }
    (plain, first)
}

/// Blocks of the EFIE and of eta times the MFIE, for functions (r - p)/(2 A).
pub fn blocks(k: f64, test: &Triangle, trial: &Triangle, step: f64) -> [Block<f64>; 2] {
    let line = tanh_sinh(step);
    let mut sums = [[[C::new(0.0, 0.0); 3]; 3]; 2];
    let [p0, p1, p2] = test.corners;
    for &(u_end, wu) in &line {
        let u = from_zero(u_end);
        for &(v_end, wv) in &line {
            // Towards the side p1 p2 with u, along it with v.
            let side = along(p1, from_zero(v_end), sub(p2, p1));
            let r = if u_end >= 0.0 {
                along(p0, u, sub(side, p0))
            } else {
                along(side, -u_end, sub(p0, side))
            };
            let weight = 2.0 * u * wu * wv / trial.area;
            let (value, foot) = inner(k, r, trial, &line);
            for a in 0..3 {
                let f = sub(r, test.corners[a]);
                for b in 0..3 {
                    let back = sub(foot, trial.corners[b]);
                    let q = sub(r, trial.corners[b]);
                    let mut vector = C::new(0.0, 0.0);
                    let (mut fk, mut nk) = (vector, vector);
                    for i in 0..3 {
                        vector += (value.vector[i] + value.scalar * back[i]) * f[i];
                        fk += value.gradient[i] * f[i];
                        nk += value.gradient[i] * test.normal[i];
                    }
                    let electric = vector * 0.25 - value.scalar / (k * k);
                    sums[0][a][b] += electric * C::new(0.0, k * ETA0 / (4.0 * PI) * weight);
                    let magnetic = fk * dot(test.normal, q) - nk * dot(f, q);
                    sums[1][a][b] -= magnetic * (ETA0 / (16.0 * PI) * weight);
                }
            }
        }
    }
    sums.map(|block| block.map(|row| row.map(|z| [z.re, z.im])))
}
