//! Maxwell's equations, reciprocity, and integrals by brute force, in a stack with every kind of loss.

use poynting_layered::{Complex, GreenFunction, Height, Kernel, Settings, Stack, Values};
use std::f64::consts::PI;

use crate::common::{assert_close, lossy, slabs};

const J: Complex = Complex::new(0.0, 1.0);

/// Tops of the sections of [`lossy`], their permittivities and permeabilities.
const TOPS: [f64; 3] = [0.0, 4e-3, 6.5e-3];
fn media() -> [[Complex; 2]; 4] {
    let c = Complex::new;
    let one = c(1.0, 0.0);
    [
        [c(6.0, -1.5), one],
        [c(3.0, -0.2), one],
        [c(9.0, -0.4), c(1.7, -0.1)],
        [one, one],
    ]
}

/// What a unit sheet source e^{-j k x} at a height excites.
#[derive(Clone, Copy, PartialEq)]
enum Source {
    Jx,
    Jy,
    Jz,
}

/// Gaussian elimination with pivots.
fn solved(mut a: Vec<Vec<Complex>>) -> Vec<Complex> {
    let n = a.len();
    for i in 0..n {
        let pivot = (i..n)
            .max_by(|&p, &q| a[p][i].norm().total_cmp(&a[q][i].norm()))
            .unwrap();
        a.swap(i, pivot);
        let pivot = a[i].clone();
        for row in a.iter_mut().skip(i + 1) {
            let factor = row[i] / pivot[i];
            for (value, above) in row.iter_mut().zip(&pivot).skip(i) {
                *value -= factor * above;
            }
        }
    }
    for i in (0..n).rev() {
        let known: Complex = (i + 1..n).map(|j| a[i][j] * a[j][n]).sum();
        let value = (a[i][n] - known) / a[i][i];
        a[i][n] = value;
    }
    a.into_iter().map(|row| row[n]).collect()
}

/// E_x, E_y, E_z at a height, eta0 = 1, of a source sheet at another one, from one linear system for the waves in all regions: the transverse fields
/// are continuous, and jump at the source. The region above the source has the number of the source's section plus one.
fn maxwell(k0: f64, k: f64, source: Source, [from, to]: [f64; 2]) -> [Complex; 3] {
    let section = TOPS.iter().filter(|top| from >= **top).count();
    let mut planes = TOPS.to_vec();
    planes.insert(section, from);
    let mut regions = media().to_vec();
    regions.insert(section, regions[section]);
    let tm = source != Source::Jy;
    let kz: Vec<Complex> = regions
        .iter()
        .map(|m| {
            let root = (m[0] * m[1] * k0 * k0 - k * k).sqrt();
            if root.im > 0.0 { -root } else { root }
        })
        .collect();
    // Waves a e^{-j kz (z - z_ref)} + b e^{j kz (z - z_ref)} of H_y (TM) or E_y (TE), from references where they are not small.
    let low = |i: usize| if i == 0 { planes[0] } else { planes[i - 1] };
    let high = |i: usize| planes.get(i).copied().unwrap_or(low(i));
    let waves = |i: usize, z: f64| {
        let up = (-J * kz[i] * (z - low(i))).exp();
        let down = (J * kz[i] * (z - high(i))).exp();
        let admittance = if tm {
            kz[i] / (regions[i][0] * k0)
        } else {
            -kz[i] / (regions[i][1] * k0)
        };
        [[up, down], [admittance * up, -admittance * down]]
    };
    let count = regions.len();
    let mut rows = Vec::new();
    for (p, &z) in planes.iter().enumerate() {
        let (below, above) = (waves(p, z), waves(p + 1, z));
        for q in 0..2 {
            let mut row = vec![Complex::default(); 2 * count + 1];
            for d in 0..2 {
                row[2 * p + d] = -below[q][d];
                row[2 * p + 2 + d] = above[q][d];
            }
            if p == section {
                // Jumps of H_y and E_x (TM), of E_y and H_x (TE).
                row[2 * count] = match (source, q) {
                    (Source::Jx, 0) => Complex::from(-1.0),
                    (Source::Jz, 1) => Complex::from(k) / (regions[p][0] * k0),
                    (Source::Jy, 1) => Complex::from(1.0),
                    _ => Complex::default(),
                };
            }
            rows.push(row);
        }
    }
    // Nothing arrives from outside.
    for unknown in [0, 2 * count - 1] {
        let mut row = vec![Complex::default(); 2 * count + 1];
        row[unknown] = Complex::from(1.0);
        rows.push(row);
    }
    let amplitudes = solved(rows);
    let i = planes.iter().filter(|plane| to >= **plane).count();
    let [first, second] =
        waves(i, to).map(|w| w[0] * amplitudes[2 * i] + w[1] * amplitudes[2 * i + 1]);
    let zero = Complex::default();
    if tm {
        [second, zero, -first * k / (regions[i][0] * k0)]
    } else {
        [zero, first, zero]
    }
}

fn kernels(stack: &Stack, k: f64, [from, to]: [f64; 2]) -> Values {
    let heights = [from, to].map(|z| stack.above(z).unwrap());
    let settings = Settings::new(&[], 1e-9);
    let green = GreenFunction::new(stack, heights[0], heights[1], settings).unwrap();
    green.spectrum(Complex::from(k))
}

/// The first derivative by central differences of the sixth order.
fn slope(f: impl Fn(f64) -> Complex) -> Complex {
    let h = 2e-5;
    let pair = |n: f64| f(n * h) - f(-n * h);
    (pair(1.0) * 45.0 - pair(2.0) * 9.0 + pair(3.0)) / (60.0 * h)
}

/// E = -j w mu0 <G; J> + grad(...)/(j w eps0) of both forms of the potentials is the solution of Maxwell's equations, for sources and field points in
/// all pairs of sections, for propagating and evanescent waves. The tolerance is that of the derivatives.
#[test]
fn potentials_give_the_field_of_maxwells_equations() {
    let stack = lossy(10e9);
    let k0 = stack.wave_number();
    let heights = [-1e-3, 1.2e-3, 3.1e-3, 4.9e-3, 5.8e-3, 8e-3];
    for from in heights {
        for to in heights.into_iter().filter(|to| *to != from) {
            for k in [0.4 * k0, 1.6 * k0, 5.0 * k0] {
                let at = |z: [f64; 2]| kernels(&stack, k, z);
                let pick = |z: [f64; 2], kernel: Kernel| at(z)[kernel.index()];
                let here = [from, to];
                let value = |kernel| pick(here, kernel);
                let (jk0, jk) = (J * k0, J * k);
                let phi_field = slope(|h| pick([from, to + h], Kernel::Phi));
                let phi_source = slope(|h| pick([from + h, to], Kernel::Phi));
                let phi_both = slope(|h| slope(|g| pick([from + h, to + g], Kernel::Phi)));
                let c_field = slope(|h| pick([from, to + h], Kernel::CPhi));
                // G_zx and G_xz at phi = 0 are j times the functions under the integrals of first order.
                let field_of_x = [
                    -jk0 * value(Kernel::Xx) - value(Kernel::Phi) * k * k / jk0,
                    -jk0 * J * value(Kernel::Zx) - jk * phi_field / jk0,
                ];
                let compact = [
                    -jk0 * J * value(Kernel::Xz) + jk * phi_source / jk0,
                    -jk0 * value(Kernel::Zz) - phi_both / jk0,
                ];
                let traditional = [
                    -jk * (value(Kernel::CPhi) - phi_source) / jk0,
                    -jk0 * value(Kernel::VectorZz) + (c_field - phi_both) / jk0,
                ];
                let x = maxwell(k0, k, Source::Jx, here);
                let z = maxwell(k0, k, Source::Jz, here);
                let what = format!("from {from} to {to} at {k}");
                assert_close(field_of_x[0], x[0], 1e-8, &what);
                assert_close(field_of_x[1], x[2], 1e-8, &what);
                for form in [compact, traditional] {
                    assert_close(form[0], z[0], 1e-7, &what);
                    assert_close(form[1], z[2], 1e-6, &what);
                }
                let y = maxwell(k0, k, Source::Jy, here);
                assert_close(-jk0 * value(Kernel::Xx), y[1], 1e-10, &what);
            }
        }
    }
}

fn values(stack: &Stack, heights: [Height; 2], rho: f64, tolerance: f64) -> Values {
    let kernels = [Kernel::Xx, Kernel::Zx, Kernel::Xz, Kernel::Zz, Kernel::Phi];
    let settings = Settings::new(&kernels, tolerance);
    let green = GreenFunction::new(stack, heights[0], heights[1], settings).unwrap();
    green.at(rho).unwrap().values
}

/// G(r, r') = G(r', r)^T: Xx, Zz and Phi are symmetric, and Xz is -Zx of exchanged heights, because the azimuth turns too.
#[test]
fn potentials_are_reciprocal() {
    let stack = lossy(10e9);
    let [_, (lossless, ..)] = slabs();
    let cases: [(&Stack, &[f64]); 2] = [
        (&stack, &[-1e-3, 1.2e-3, 4.9e-3, 8e-3]),
        (&lossless, &[0.3e-3, 1.0e-3, 1.5e-3]),
    ];
    for (stack, heights) in cases {
        for (i, &a) in heights.iter().enumerate() {
            for &b in &heights[..i] {
                let ends = [a, b].map(|z| stack.above(z).unwrap());
                for rho in [1e-4, 7e-3, 0.1] {
                    let there = values(stack, ends, rho, 2e-12);
                    let back = values(stack, [ends[1], ends[0]], rho, 2e-12);
                    let what = format!("{a} and {b} at {rho}");
                    for kernel in [Kernel::Xx, Kernel::Zz, Kernel::Phi] {
                        let c = kernel.index();
                        assert_close(there[c], back[c], 1e-10, &what);
                    }
                    let [zx, xz] = [Kernel::Zx, Kernel::Xz].map(Kernel::index);
                    assert_close(there[zx], -back[xz], 1e-10, &what);
                    assert_close(there[xz], -back[zx], 1e-10, &what);
                }
            }
        }
    }
}

/// Simpson's rule on the real axis, which is free of poles with losses, up to where e^{-k |z - z'|} has decayed; real Bessel functions. The square root
/// at k0 becomes smooth with k = k0 sin t below and k = k0 sqrt(1 + t^2) above.
#[test]
fn integrals_agree_with_brute_force() {
    let stack = lossy(10e9);
    let k0 = stack.wave_number();
    for (from, to) in [(1.2e-3, 8e-3), (5.8e-3, -1e-3), (8e-3, 11e-3)] {
        let heights = [from, to].map(|z| stack.above(z).unwrap());
        let settings = Settings::new(&Kernel::ALL, 1e-10);
        let green = GreenFunction::new(&stack, heights[0], heights[1], settings).unwrap();
        for rho in [1e-3, 0.03] {
            let found = green.at(rho).unwrap();
            let mut sums = [Complex::default(); 7];
            let mut add = |k: f64, weight: f64| {
                let j = poynting_physics::hankel::hankel(k * rho);
                let values = green.spectrum(Complex::from(k));
                for kernel in Kernel::ALL {
                    let c = kernel.index();
                    sums[c] += values[c] * (j[kernel.order()].re * weight / (2.0 * PI));
                }
            };
            // The tail ends at e^{-36}. Neither integrand has a value at its ends, where k dk vanishes.
            let end = 36.0 / (k0 * (to - from).abs());
            let count = 20_000;
            for i in 1..count {
                let simpson = if i % 2 == 1 { 4.0 } else { 2.0 } / f64::from(3 * count);
                let below = 0.5 * PI * f64::from(i) / f64::from(count);
                let (sin, cos) = below.sin_cos();
                add(k0 * sin, k0 * k0 * sin * cos * 0.5 * PI * simpson);
                let above = end * f64::from(i) / f64::from(count);
                add(k0 * above.hypot(1.0), k0 * k0 * above * end * simpson);
            }
            for kernel in Kernel::ALL {
                let what = format!("{kernel:?} from {from} to {to} at {rho}");
                assert_close(found.value(kernel), sums[kernel.index()], 1e-9, &what);
            }
        }
    }
}
