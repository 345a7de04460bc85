//! The kernels: a thread integrates one pair of triangles, summing in the same order as the CPU.

use cubecl::prelude::*;
use poynting_exec::Real;
use poynting_mom_core::formula::text::{
    Inner, Moments, Square, Triple, contract, difference, electric_entry, electric_inner,
    magnetic_entry, magnetic_inner, magnetic_moments, product, scaled,
};

/// Numbers per triangle: three corners and the normal.
pub const TRIANGLE: usize = 12;
/// Numbers per point: barycentric coordinates and the weight.
pub const POINT: usize = 4;
/// Numbers per pair: nine complex entries.
pub const ENTRIES: usize = 18;
/// Number of moments of a field over a triangle.
const MOMENTS: usize = 8;

/// The pairs of a launch.
#[derive(CubeType, CubeLaunch, Clone, Copy)]
pub struct Pairs {
    /// Number of pairs.
    pub len: usize,
    /// Number of triangles of the surface.
    pub count: usize,
    /// The first trial triangle of the panel.
    pub first: usize,
    /// The first point of the rule.
    pub from: usize,
    /// One past the last point.
    pub to: usize,
}

/// Three consecutive numbers.
#[cube]
fn triple<T: Real>(numbers: &Array<T>, at: usize) -> Triple<T> {
    Triple::<T> {
        x: numbers[at],
        y: numbers[at + 1],
        z: numbers[at + 2],
    }
}

/// The point of a triangle with these barycentric coordinates.
#[cube]
fn place<T: Real>(triangles: &Array<T>, at: usize, weights: Triple<T>) -> Triple<T> {
    let a = triple::<T>(triangles, at);
    let b = triple::<T>(triangles, at + 3);
    let c = triple::<T>(triangles, at + 6);
    Triple::<T> {
        x: product::<T>(across::<T>(a.x, b.x, c.x), weights),
        y: product::<T>(across::<T>(a.y, b.y, c.y), weights),
        z: product::<T>(across::<T>(a.z, b.z, c.z), weights),
    }
}

#[cube]
fn across<T: Real>(x: T, y: T, z: T) -> Triple<T> {
    Triple::<T> { x, y, z }
}

/// The edge of a triangle opposite a corner.
#[cube]
fn edge<T: Real>(triangles: &Array<T>, at: usize, opposite: usize) -> Triple<T> {
    let from = triple::<T>(triangles, at + 3 * ((opposite + 1) % 3));
    let to = triple::<T>(triangles, at + 3 * ((opposite + 2) % 3));
    difference::<T>(to, from)
}

/// Which integral equation the inner parts are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Field {
    Electric,
    Magnetic,
}

/// The sum of the inner parts over the points of the trial triangle that begins at `trial`.
#[cube]
fn inner_sums<T: Real>(
    triangles: &Array<T>,
    points: &Array<T>,
    pairs: &Pairs,
    trial: usize,
    at: Triple<T>,
    k: T,
    #[comptime] field: Field,
) -> Inner<T> {
    let mut sums = Array::<T>::new(6usize);
    #[unroll]
    for n in 0..6 {
        sums[n] = T::of(0.0);
    }
    for p in pairs.from..pairs.to {
        let mu = triple::<T>(points, POINT * p);
        let weight = points[POINT * p + 3];
        let separation = difference::<T>(at, place::<T>(triangles, trial, mu));
        let part = if comptime!(field == Field::Electric) {
            electric_inner::<T>(k, separation, scaled::<T>(mu, weight))
        } else {
            magnetic_inner::<T>(k, separation, weight)
        };
        sums[0] += part.re.x;
        sums[1] += part.re.y;
        sums[2] += part.re.z;
        sums[3] += part.im.x;
        sums[4] += part.im.y;
        sums[5] += part.im.z;
    }
    Inner::<T> {
        re: triple::<T>(&sums, 0),
        im: triple::<T>(&sums, 3),
    }
}

/// Offset of the entries of corner a of the test triangle and corner b of the trial triangle.
#[cube]
fn entry(pairs: &Pairs, cell: usize, a: usize, b: usize) -> usize {
    let trial = cell / pairs.count;
    let test = cell % pairs.count;
    6 * ((3 * trial + b) * pairs.count + test) + 2 * a
}

/// Adds the EFIE entries of each pair.
#[cube(launch_unchecked)]
pub fn electric_pairs<T: Real>(
    cells: &Array<u32>,
    triangles: &Array<T>,
    points: &Array<T>,
    entries: &mut Array<T>,
    pairs: &Pairs,
    k: T,
    vector: T,
    scalar: T,
) {
    if ABSOLUTE_POS < pairs.len {
        let cell = cells[ABSOLUTE_POS] as usize;
        let test = TRIANGLE * (cell % pairs.count);
        let trial = TRIANGLE * (pairs.first + cell / pairs.count);
        // Nine averages, the real parts first.
        let mut sums = Array::<T>::new(ENTRIES);
        #[unroll]
        for n in 0..ENTRIES {
            sums[n] = T::of(0.0);
        }
        for p in pairs.from..pairs.to {
            let lambda = triple::<T>(points, POINT * p);
            let weight = points[POINT * p + 3];
            let at = place::<T>(triangles, test, lambda);
            let inner = inner_sums::<T>(triangles, points, pairs, trial, at, k, Field::Electric);
            add_outer::<T>(&mut sums, 0, lambda, scaled::<T>(inner.re, weight));
            add_outer::<T>(&mut sums, 9, lambda, scaled::<T>(inner.im, weight));
        }
        let total = whole::<T>(&sums, 0);
        let total_aside = whole::<T>(&sums, 9);
        #[unroll]
        for a in 0..3usize {
            let own = edge::<T>(triangles, test, (a + 1) % 3);
            let own_next = edge::<T>(triangles, test, (a + 2) % 3);
            #[unroll]
            for b in 0..3usize {
                let other = edge::<T>(triangles, trial, (b + 1) % 3);
                let other_next = edge::<T>(triangles, trial, (b + 2) % 3);
                let edges = Square::<T> {
                    next_next: product::<T>(own, other),
                    next_last: product::<T>(own, other_next),
                    last_next: product::<T>(own_next, other),
                    last_last: product::<T>(own_next, other_next),
                };
                let re = contract::<T>(square::<T>(&sums, 0, a, b), edges);
                let im = contract::<T>(square::<T>(&sums, 9, a, b), edges);
                let to = entry(pairs, cell, a, b);
                // Times j.
                entries[to] += T::of(0.0) - electric_entry::<T>(vector, im, scalar, total_aside);
                entries[to + 1] += electric_entry::<T>(vector, re, scalar, total);
            }
        }
    }
}

/// Adds lambda_c inner_d to one part of the averages.
#[cube]
fn add_outer<T: Real>(sums: &mut Array<T>, from: usize, lambda: Triple<T>, inner: Triple<T>) {
    sums[from] += lambda.x * inner.x;
    sums[from + 1] += lambda.x * inner.y;
    sums[from + 2] += lambda.x * inner.z;
    sums[from + 3] += lambda.y * inner.x;
    sums[from + 4] += lambda.y * inner.y;
    sums[from + 5] += lambda.y * inner.z;
    sums[from + 6] += lambda.z * inner.x;
    sums[from + 7] += lambda.z * inner.y;
    sums[from + 8] += lambda.z * inner.z;
}

/// The sum of one part of the averages, row by row.
#[cube]
fn whole<T: Real>(sums: &Array<T>, from: usize) -> T {
    (sums[from] + sums[from + 1] + sums[from + 2])
        + (sums[from + 3] + sums[from + 4] + sums[from + 5])
        + (sums[from + 6] + sums[from + 7] + sums[from + 8])
}

/// The input of [`contract`] from one part of the averages.
#[cube]
fn square<T: Real>(sums: &Array<T>, from: usize, a: usize, b: usize) -> Square<T> {
    let next = from + 3 * ((a + 1) % 3);
    let last = from + 3 * ((a + 2) % 3);
    Square::<T> {
        next_next: sums[next + (b + 1) % 3],
        next_last: sums[next + (b + 2) % 3],
        last_next: sums[last + (b + 1) % 3],
        last_last: sums[last + (b + 2) % 3],
    }
}

/// Adds the MFIE entries of each pair.
#[cube(launch_unchecked)]
pub fn magnetic_pairs<T: Real>(
    cells: &Array<u32>,
    triangles: &Array<T>,
    points: &Array<T>,
    entries: &mut Array<T>,
    pairs: &Pairs,
    k: T,
    factor: T,
) {
    if ABSOLUTE_POS < pairs.len {
        let cell = cells[ABSOLUTE_POS] as usize;
        let test = TRIANGLE * (cell % pairs.count);
        let trial = TRIANGLE * (pairs.first + cell / pairs.count);
        let normal = triple::<T>(triangles, test + 9);
        let corner = triple::<T>(triangles, test);
        // The moments of the real part, then of the imaginary one.
        let mut sums = Array::<T>::new(2 * MOMENTS);
        #[unroll]
        for n in 0..2 * MOMENTS {
            sums[n] = T::of(0.0);
        }
        for p in pairs.from..pairs.to {
            let lambda = triple::<T>(points, POINT * p);
            let weight = points[POINT * p + 3];
            let at = place::<T>(triangles, test, lambda);
            let inner = inner_sums::<T>(triangles, points, pairs, trial, at, k, Field::Magnetic);
            let r = difference::<T>(at, corner);
            let re = magnetic_moments::<T>(r, normal, scaled::<T>(inner.re, weight));
            let im = magnetic_moments::<T>(r, normal, scaled::<T>(inner.im, weight));
            add_moments::<T>(&mut sums, 0, re);
            add_moments::<T>(&mut sums, MOMENTS, im);
        }
        let re = moments::<T>(&sums, 0);
        let im = moments::<T>(&sums, MOMENTS);
        #[unroll]
        for a in 0..3usize {
            let p = difference::<T>(triple::<T>(triangles, test + 3 * a), corner);
            #[unroll]
            for b in 0..3usize {
                let q = difference::<T>(triple::<T>(triangles, trial + 3 * b), corner);
                let to = entry(pairs, cell, a, b);
                entries[to] += factor * magnetic_entry::<T>(re, p, q, normal);
                entries[to + 1] += factor * magnetic_entry::<T>(im, p, q, normal);
            }
        }
    }
}

#[cube]
fn add_moments<T: Real>(sums: &mut Array<T>, from: usize, m: Moments<T>) {
    sums[from] += m.k.x;
    sums[from + 1] += m.k.y;
    sums[from + 2] += m.k.z;
    sums[from + 3] += m.normal.x;
    sums[from + 4] += m.normal.y;
    sums[from + 5] += m.normal.z;
    sums[from + 6] += m.along;
    sums[from + 7] += m.square;
}

#[cube]
fn moments<T: Real>(sums: &Array<T>, from: usize) -> Moments<T> {
    Moments::<T> {
        k: triple::<T>(sums, from),
        normal: triple::<T>(sums, from + 3),
        along: sums[from + 6],
        square: sums[from + 7],
    }
}
