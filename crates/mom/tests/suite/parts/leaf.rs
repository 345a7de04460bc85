//! Waves compared with direct sums over the points of triangles.

use poynting_geometry::Body;
use poynting_mom::internals::mlfma::directions::Directions;
use poynting_mom::internals::mlfma::leaf::{Leaves, PLANES, Workspace};
use poynting_mom::internals::mlfma::phases::sin_cos;
use poynting_mom::{Complex, Precision, RwgSpace};
use poynting_mom_core::rule::TriangleRule;
use poynting_mom_core::vector::{Point, blend, cross, dot, sub};

const K: f64 = 4.0;
const CENTRE: Point = [0.1, -0.2, 0.9];

type C = Complex<f64>;

fn space() -> RwgSpace {
    let ball = Body::Sphere {
        center: [0.0; 3],
        radius: 1.0,
    };
    RwgSpace::new(&ball.mesh(0.4).unwrap()).unwrap()
}

fn leaves<T: Precision>(space: &RwgSpace, shares: [f64; 2]) -> Leaves<'_, T> {
    let rule = TriangleRule::of_degree(4);
    Leaves::new(space, K, shares, rule, Directions::new(10))
}

/// Functions around the centre, and some that share triangles with them.
fn functions(space: &RwgSpace) -> Vec<u32> {
    let near = |f: &usize| {
        let halves = space.functions()[*f].halves;
        let corner = space.triangles()[halves[0].triangle].corners[0];
        dot(sub(corner, CENTRE), sub(corner, CENTRE)) < 0.4
    };
    let all: Vec<u32> = (0..space.len()).filter(near).map(|f| f as u32).collect();
    assert!(all.len() > 10);
    all
}

fn numbers(count: usize, turn: f64) -> Vec<C> {
    let number = |i: usize| C::new((i as f64 * turn).sin(), (i as f64 * turn + 0.4).cos());
    (0..count).map(number).collect()
}

fn narrowed<T: Precision>(values: &[C]) -> Vec<Complex<T>> {
    let narrow = |z: &C| Complex::new(T::of(z.re), T::of(z.im));
    values.iter().map(narrow).collect()
}

/// Points with weights and values of one function, and the normals there.
fn samples(space: &RwgSpace, rule: &TriangleRule, f: u32) -> Vec<(Point, Point, Point)> {
    let mut all = Vec::new();
    for half in space.functions()[f as usize].halves {
        let triangle = &space.triangles()[half.triangle];
        for (p, w) in rule.points.iter().zip(&rule.weights) {
            let at = blend(&triangle.corners, *p);
            let value = sub(at, triangle.corners[half.corner]).map(|x| x * 0.5 * half.weight * w);
            all.push((sub(at, CENTRE), value, triangle.normal));
        }
    }
    all
}

/// F(s) by its definition, plane by plane.
fn radiated(leaves: &Leaves<'_, f64>, functions: &[u32], currents: &[C]) -> Vec<C> {
    let directions = &leaves.directions;
    let mut planes = [Vec::new(), Vec::new()];
    for i in 0..2 * directions.n {
        for j in 0..directions.n {
            let [s, units @ ..] = directions.units(i, j);
            let mut sums = [C::new(0.0, 0.0); 2];
            for (&f, current) in functions.iter().zip(currents) {
                for (at, value, _) in samples(leaves.space, &leaves.rule, f) {
                    let (sin, cos) = (K * dot(s, at)).sin_cos();
                    for (sum, unit) in sums.iter_mut().zip(units) {
                        *sum += *current * C::new(cos, sin) * dot(unit, value);
                    }
                }
            }
            planes[0].push(sums[0]);
            planes[1].push(sums[1]);
        }
    }
    planes.concat()
}

/// Real and imaginary planes as complex numbers.
fn joined<T: Precision>(leaves: &Leaves<'_, T>, planes: &[T]) -> Vec<C> {
    let all = leaves.directions.len();
    let pairs = planes.chunks(2 * all).flat_map(|plane| {
        let (re, im) = plane.split_at(all);
        re.iter().zip(im)
    });
    pairs.map(|(re, im)| C::new(re.f64(), im.f64())).collect()
}

fn split<T: Precision>(leaves: &Leaves<'_, T>, waves: &[C]) -> Vec<T> {
    let parts = waves.chunks(leaves.directions.len()).flat_map(|plane| {
        let re = plane.iter().map(|z| T::of(z.re));
        re.chain(plane.iter().map(|z| T::of(z.im)))
    });
    parts.collect()
}

fn off(found: &[C], expected: &[C]) -> f64 {
    let difference = found.iter().zip(expected).map(|(a, b)| (a - b).norm_sqr());
    let all = expected.iter().map(Complex::norm_sqr);
    (difference.sum::<f64>() / all.sum::<f64>()).sqrt()
}

fn radiates_as_defined<T: Precision>(tolerance: f64) {
    let space = space();
    let (exact, leaves) = (
        leaves::<f64>(&space, [1.0, 0.0]),
        leaves::<T>(&space, [1.0, 0.0]),
    );
    let functions = functions(&space);
    let columns = [0.7, 2.9].map(|turn| numbers(functions.len(), turn));
    let narrow = columns.each_ref().map(|c| narrowed::<T>(c));
    let mut out = vec![T::of(0.0); 2 * PLANES * leaves.directions.len()];
    let currents = narrow.each_ref().map(Vec::as_slice);
    leaves.radiate(
        &functions,
        CENTRE,
        &currents,
        &mut out,
        &mut Workspace::default(),
    );
    for (planes, column) in out.chunks(out.len() / 2).zip(&columns) {
        let expected = radiated(&exact, &functions, column);
        let error = off(&joined(&leaves, planes), &expected);
        assert!(error < tolerance, "{error:e}");
    }
}

#[test]
fn leaves_radiate_the_sum_over_their_points() {
    radiates_as_defined::<f64>(1e-14);
    radiates_as_defined::<f32>(1e-6);
}

/// <f, alpha E + (1 - alpha) n x eta H> by its definition.
fn tested(leaves: &Leaves<'_, f64>, functions: &[u32], waves: &[C]) -> Vec<C> {
    let (directions, [electric, magnetic]) = (&leaves.directions, leaves.shares);
    let (theta, phi) = waves.split_at(directions.len());
    let test = |&f: &u32| {
        let mut sum = C::new(0.0, 0.0);
        for (at, value, normal) in samples(leaves.space, &leaves.rule, f) {
            for n in 0..directions.len() {
                let [s, units @ ..] = directions.units(n / directions.n, n % directions.n);
                let (sin, cos) = (K * dot(s, at)).sin_cos();
                for (unit, wave) in units.into_iter().zip([theta[n], phi[n]]) {
                    let h = cross(normal, cross(s, unit));
                    let share = electric * dot(value, unit) + magnetic * dot(value, h);
                    sum += wave * C::new(cos, -sin) * share;
                }
            }
        }
        sum
    };
    functions.iter().map(test).collect()
}

fn received<T: Precision>(leaves: &Leaves<'_, T>, functions: &[u32], waves: &[C]) -> Vec<C> {
    let mut out = narrowed::<T>(&vec![C::new(0.0, 0.0); functions.len()]);
    let waves = split(leaves, waves);
    leaves.receive(
        functions,
        CENTRE,
        &waves,
        &mut [&mut out],
        &mut Workspace::default(),
    );
    let widened = |z: &Complex<T>| C::new(z.re.f64(), z.im.f64());
    out.iter().map(widened).collect()
}

#[test]
fn leaves_test_both_fields_at_their_points() {
    let space = space();
    let functions = functions(&space);
    for shares in [[1.0, 0.0], [0.0, 1.0], [0.3, -2.0]] {
        let exact = leaves::<f64>(&space, shares);
        let waves = numbers(2 * exact.directions.len(), 1.7);
        let expected = tested(&exact, &functions, &waves);
        let error = off(&received(&exact, &functions, &waves), &expected);
        assert!(error < 1e-13, "{error:e}");
        let single = leaves::<f32>(&space, shares);
        let error = off(&received(&single, &functions, &waves), &expected);
        assert!(error < 1e-5, "{error:e}");
    }
}

/// x^H R G = (F x)^H G for the electric field.
#[test]
fn receiving_is_the_adjoint_of_radiating() {
    let space = space();
    let functions = functions(&space);
    let leaves = leaves::<f64>(&space, [1.0, 0.0]);
    let x = numbers(functions.len(), 0.7);
    let waves = numbers(2 * leaves.directions.len(), 1.7);
    let product = |a: &[C], b: &[C]| a.iter().zip(b).map(|(a, b)| a.conj() * b).sum::<C>();
    let left = product(&x, &received(&leaves, &functions, &waves));
    let mut out = vec![0.0; PLANES * leaves.directions.len()];
    leaves.radiate(
        &functions,
        CENTRE,
        &[&x],
        &mut out,
        &mut Workspace::default(),
    );
    let right = product(&joined(&leaves, &out), &waves);
    assert!(
        (left - right).norm() < 1e-13 * left.norm(),
        "{left} {right}"
    );
}

/// Largest error of sines and cosines of |x| < 8, in rounding errors of one.
fn sine_error<T: Precision>() -> f64 {
    let angles = (-8000..=8000).map(|n| T::of(f64::from(n) * 0.999_9e-3));
    let errors = angles.map(|x| {
        let (sin, cos) = sin_cos(x);
        let (s, c) = x.f64().sin_cos();
        (sin.f64() - s).abs().max((cos.f64() - c).abs())
    });
    errors.fold(0.0, f64::max) / T::ULP
}

#[test]
fn sines_and_cosines_lose_no_more_than_five_bits() {
    let [single, double] = [sine_error::<f32>(), sine_error::<f64>()];
    println!("{single:.2} and {double:.2} roundings");
    // One rounding error of a value below one is half of `ULP`.
    assert!(single < 16.0 && double < 16.0, "{single} {double}");
}
