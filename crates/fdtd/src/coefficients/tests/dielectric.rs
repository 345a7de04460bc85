//! A dielectric ball in a uniform static field: inside, E is 3/(eps + 2) of it everywhere, and the dipole moment is the
//! volume times (eps - 1) times this field.

use crate::coefficients::tests::yee::{GLASS, Model, ball, cuboid, even_grid};
use poynting_physics::constants::EPS0;
use poynting_scene::{Point, Surfaces, Wall};
use std::f64::consts::PI;

const EPS: f64 = 4.0;
const FIELD: Point = [0.48, 0.6, 0.64];

/// A ball of this permittivity on a grid of n^3 unit cells.
pub struct Ball {
    pub n: usize,
    pub eps: f64,
}

impl Ball {
    pub fn radius(&self) -> f64 {
        0.31 * self.n as f64
    }

    /// A centre off every grid line.
    pub fn center(&self) -> Point {
        [0.31, 0.17, 0.43].map(|c| self.n as f64 / 2.0 + c)
    }
}

/// The exact potential at a point relative to the centre.
fn potential(r: Point, &Ball { eps, .. }: &Ball, radius: f64) -> f64 {
    let along: f64 = (0..3).map(|a| r[a] * FIELD[a]).sum();
    let square: f64 = r.iter().map(|c| c * c).sum();
    let moment = (eps - 1.0) / (eps + 2.0);
    if square < radius * radius {
        -3.0 / (eps + 2.0) * along
    } else {
        -along * (1.0 - moment * radius.powi(3) / square.powf(1.5))
    }
}

/// Solves div eps grad phi = 0 with the exact potential on the boundary by conjugate gradients, and returns the
/// relative error of the dipole moment, the sum of (eps - 1) E . E0. `eps` is that of the edge along an axis from a
/// node.
pub fn moment_error(ball: &Ball, eps: impl Fn(usize, usize) -> f64) -> f64 {
    let (n, radius, center) = (ball.n, ball.radius(), ball.center());
    let from_center = |p: Point| -> Point { std::array::from_fn(|a| p[a] - center[a]) };
    let strides = [(n + 1) * (n + 1), n + 1, 1];
    let node = |place: usize| strides.map(|stride| place / stride % (n + 1));
    let is_inner = |place: usize| node(place).iter().all(|&i| i > 0 && i < n);
    let residual = |phi: &[f64]| -> Vec<f64> {
        let mut out = vec![0.0; phi.len()];
        for (place, flux) in out.iter_mut().enumerate().filter(|(p, _)| is_inner(*p)) {
            for (a, stride) in strides.iter().enumerate() {
                *flux += eps(place, a) * (phi[place + stride] - phi[place])
                    + eps(place - stride, a) * (phi[place - stride] - phi[place]);
            }
        }
        out
    };
    let len = (n + 1).pow(3);
    let exact = |p: usize| potential(from_center(node(p).map(|i| i as f64)), ball, radius);
    let mut phi: Vec<f64> = (0..len).map(exact).collect();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let mut r = residual(&phi);
    let mut direction = r.clone();
    let mut square = dot(&r, &r);
    for _ in 0..1000 {
        // The operator is the residual with the opposite sign.
        let image = residual(&direction);
        let step = -square / dot(&direction, &image);
        for i in 0..len {
            phi[i] += step * direction[i];
            r[i] += step * image[i];
        }
        let next = dot(&r, &r);
        if next < 1e-20 {
            break;
        }
        for i in 0..len {
            direction[i] = r[i] + next / square * direction[i];
        }
        square = next;
    }
    let mut moment = 0.0;
    for place in (0..len).filter(|p| is_inner(*p)) {
        for a in 0..3 {
            moment += (eps(place, a) - 1.0) * (phi[place] - phi[place + strides[a]]) * FIELD[a];
        }
    }
    let volume = 4.0 / 3.0 * PI * radius.powi(3);
    moment / (3.0 * (ball.eps - 1.0) / (ball.eps + 2.0) * volume) - 1.0
}

fn glass_error(n: usize, surfaces: Surfaces) -> f64 {
    let glass = Ball { n, eps: EPS };
    let solids = [(ball(glass.center(), glass.radius()), GLASS)];
    let model = Model::new(even_grid(n), Wall::Pmc, &solids, surfaces, 0.99);
    moment_error(&glass, |place, a| {
        model.dt / model.tuples[place].gain[a] / EPS0
    })
}

#[test]
fn the_moment_of_a_glass_ball() {
    let sizes = [12, 18, 26, 36];
    let averaged = sizes.map(|n| glass_error(n, Surfaces::Conformal));
    let filled = sizes.map(|n| glass_error(n, Surfaces::Staircase));
    println!("averaged {averaged:.5?}, filled {filled:.5?}");
    for (a, f) in averaged.iter().zip(filled) {
        assert!(a.abs() < 2.5e-3 && f > 0.03, "{averaged:?} {filled:?}");
    }
}

/// The capacitance of layers of any thickness, in series (across the field) and in parallel (along it).
#[test]
fn flat_layers_may_end_anywhere() {
    let n = 8;
    for fraction in [0.1, 0.35, 0.5, 0.8] {
        let depth = 4.0 + fraction;
        let solids = [(cuboid([-1.0, -1.0, -1.0], [20.0, 20.0, depth]), GLASS)];
        let model = Model::new(even_grid(n), Wall::Pmc, &solids, Surfaces::Conformal, 0.99);
        let eps = |k: usize, a: usize| {
            let place = (4 * (n + 1) + 4) * (n + 1) + k;
            model.dt / model.tuples[place].gain[a] / EPS0
        };
        let series: f64 = (0..n).map(|k| 1.0 / eps(k, 2)).sum();
        assert!((series - (depth / EPS + n as f64 - depth)).abs() < 1e-9);
        let side_by_side: f64 = (1..n).map(|k| eps(k, 0)).sum();
        let expected = EPS * (depth - 0.5) + (n as f64 - 0.5 - depth);
        assert!(
            (side_by_side - expected).abs() < 1e-9,
            "{fraction}: {side_by_side} {expected}"
        );
    }
}
