//! Limits with a closed form.

use poynting_layered::{Boundary, Extraction, GreenFunction, Kernel, Medium, Settings, Stack};
use poynting_layered::{Complex, Height};
use std::f64::consts::PI;

use crate::common::{AIR, assert_close, dielectric, free_space, grounded, lossy, real};

fn value(stack: &Stack, heights: [Height; 2], kernel: Kernel, rho: f64) -> Complex {
    let settings = Settings::new(&[kernel], 1e-11);
    let green = GreenFunction::new(stack, heights[0], heights[1], settings).unwrap();
    green.at(rho).unwrap().value(kernel)
}

/// Layers that are all vacuum, integrated without any extraction, so that nothing of the result is put in; across two interfaces. Points at one
/// height converge by extrapolation.
#[test]
fn layers_of_vacuum_are_free_space() {
    let layers = [dielectric(real(1.0), 2e-3), dielectric(real(1.0), 3e-3)];
    let stack = Stack::new(10e9, AIR, &layers, AIR).unwrap();
    let k = real(stack.wave_number());
    for (from, to) in [(1e-3, 4e-3), (6e-3, -1e-3), (1.5e-3, 1.5e-3)] {
        let heights = [stack.above(from).unwrap(), stack.above(to).unwrap()];
        for rho in [3e-5, 1e-3, 0.03, 0.3] {
            let kernels = [Kernel::Xx, Kernel::Zz, Kernel::Phi, Kernel::VectorZz];
            let settings = Settings {
                extraction: Extraction::Nothing,
                ..Settings::new(&kernels, 1e-10)
            };
            let green = GreenFunction::new(&stack, heights[0], heights[1], settings).unwrap();
            let found = green.at(rho).unwrap();
            let expected = free_space(k, rho.hypot(to - from));
            for kernel in kernels {
                let what = format!("{kernel:?} from {from} to {to} at {rho}");
                assert_close(found.value(kernel), expected, 1e-8, &what);
            }
        }
    }
}

/// A conductor images horizontal currents and charges with the opposite sign, vertical currents with the same.
#[test]
fn a_conductor_is_an_image() {
    let stack = Stack::new(5e9, Boundary::Conductor, &[], AIR).unwrap();
    let k = real(stack.wave_number());
    let heights = [stack.above(4e-3).unwrap(), stack.above(9e-3).unwrap()];
    let rho: f64 = 0.02;
    let [direct, image] = [5e-3, 13e-3].map(|z| free_space(k, rho.hypot(z)));
    let signs = [
        (Kernel::Xx, -1.0),
        (Kernel::Phi, -1.0),
        (Kernel::Zz, 1.0),
        (Kernel::VectorZz, 1.0),
    ];
    for extraction in [Extraction::Images, Extraction::Nothing] {
        for (kernel, sign) in signs {
            let settings = Settings {
                extraction,
                ..Settings::new(&[kernel], 1e-10)
            };
            let green = GreenFunction::new(&stack, heights[0], heights[1], settings).unwrap();
            let found = green.at(rho).unwrap().value(kernel);
            assert_close(found, direct + image * sign, 1e-9, &format!("{kernel:?}"));
        }
    }
}

/// A slab of 200 skin depths is a half space.
#[test]
fn a_thick_lossy_slab_is_a_half_space() {
    let eps = Complex::new(4.0, -1.0);
    let frequency = 10e9;
    let slab = grounded(frequency, eps, 0.5);
    let below = Boundary::HalfSpace(Medium::dielectric(eps));
    let half = Stack::new(frequency, below, &[], AIR).unwrap();
    for kernel in [Kernel::Xx, Kernel::Zz, Kernel::Phi, Kernel::Zx, Kernel::Xz] {
        for rho in [1e-3, 0.02, 0.2] {
            let z = [1e-3, 2e-3];
            let on_slab = z.map(|z| slab.above(0.5 + z).unwrap());
            let on_half = z.map(|z| half.above(z).unwrap());
            let what = format!("{kernel:?} at {rho}");
            let expected = value(&half, on_half, kernel, rho);
            assert_close(value(&slab, on_slab, kernel, rho), expected, 1e-9, &what);
        }
    }
}

/// 1/(k (1 + eps coth kh)) is a geometric series of exponentials: a charge and a current on a grounded slab far below its first resonance.
#[test]
fn statics_of_a_grounded_slab_are_a_series_of_images() {
    let (eps, h) = (9.8, 0.5e-3);
    // k0 h = 1e-6: terms of second order are rounding.
    let stack = grounded(1e-6 * 299_792_458.0 / (2.0 * PI * h), real(eps), h);
    let on_top = [stack.above(h).unwrap(); 2];
    let contrast = (eps - 1.0) / (eps + 1.0);
    for rho in [0.01 * h, 0.3 * h, h, 7.0 * h] {
        let term = |m: i32| 1.0 / rho.hypot(2.0 * f64::from(m) * h);
        let series: f64 = (0..400)
            .map(|m| (-contrast).powi(m) * (term(m) - term(m + 1)))
            .sum();
        let charge = series / (2.0 * PI * (1.0 + eps));
        let current = (term(0) - term(1)) / (4.0 * PI);
        for (kernel, expected) in [(Kernel::Phi, charge), (Kernel::Xx, current)] {
            let found = value(&stack, on_top, kernel, rho);
            let what = format!("{kernel:?} at {} h", rho / h);
            assert_close(found, real(expected), 1e-8, &what);
        }
    }
}

/// At a distance of a thousandth of the layers everything but the images is small: on both sides of an interface, and through it.
#[test]
fn images_hold_all_that_is_singular() {
    let stack = lossy(10e9);
    let kernels = [Kernel::Xx, Kernel::Zx, Kernel::Xz, Kernel::Zz, Kernel::Phi];
    let settings = Settings::new(&kernels, 1e-8);
    for z in [0.0, 4e-3, 6.5e-3] {
        let sides = [stack.above(z).unwrap(), stack.below(z).unwrap()];
        for source in sides {
            for field in sides {
                let green = GreenFunction::new(&stack, source, field, settings.clone()).unwrap();
                let (whole, rest) = (green.at(1e-6).unwrap(), green.remainder(1e-6).unwrap());
                for kernel in kernels {
                    let part = rest.value(kernel).norm() / whole.value(kernel).norm();
                    assert!(
                        part < 1e-2,
                        "{kernel:?} at {z}: {part:e} is not in the images"
                    );
                }
            }
        }
    }
}
