//! Complex images and tables within the errors that they state, at distances that they were not measured at.

use poynting_layered::{ComplexImages, GreenFunction, Kernel, Settings, Table};
use std::f64::consts::TAU;

use crate::common::slabs;

/// From 1e-3 to 10 wavelengths.
#[test]
fn complex_images_keep_their_bound() {
    for (stack, height, _) in slabs() {
        let top = stack.above(height).unwrap();
        let wavelength = TAU / stack.wave_number();
        let range = [1e-3 * wavelength, 10.0 * wavelength];
        let settings = Settings::new(&Kernel::HORIZONTAL, 1e-9);
        let green = GreenFunction::new(&stack, top, top, settings).unwrap();
        let images = ComplexImages::fit(&green, range).unwrap();
        for kernel in Kernel::HORIZONTAL {
            let bound = images.error(kernel);
            println!(
                "{kernel:?}: {} images, bound {bound:e}",
                images.count(kernel)
            );
            assert!(bound < 1e-3, "{kernel:?}: {bound:e}");
            for i in 0..60 {
                let rho = range[0] * 1e4_f64.powf((f64::from(i) + 0.37) / 60.0);
                let exact = green.at(rho).unwrap().value(kernel);
                let error = (images.at(kernel, rho).unwrap() - exact).norm() / exact.norm();
                assert!(
                    error <= bound,
                    "{kernel:?} at {rho}: {error:e} above {bound:e}"
                );
            }
        }
    }
}

/// Up to ten wavelengths, requested: 1e-6.
#[test]
fn tables_keep_their_bound() {
    for (stack, height, _) in slabs() {
        let top = stack.above(height).unwrap();
        let wavelength = TAU / stack.wave_number();
        let settings = Settings::new(&Kernel::HORIZONTAL, 1e-6);
        let green = GreenFunction::new(&stack, top, top, settings).unwrap();
        let exact = Settings::new(&Kernel::HORIZONTAL, 1e-9);
        let exact = GreenFunction::new(&stack, top, top, exact).unwrap();
        let table = Table::new(&green, 10.0 * wavelength).unwrap();
        for kernel in Kernel::HORIZONTAL {
            let bound = table.error(kernel);
            assert!(bound <= 1e-6, "{kernel:?}: {bound:e}");
            for i in 0..100 {
                let rho = 1e-3 * wavelength * 1e4_f64.powf((f64::from(i) + 0.37) / 100.0);
                let exact = exact.at(rho).unwrap().value(kernel);
                let error = (table.at(kernel, rho).unwrap() - exact).norm() / exact.norm();
                assert!(
                    error <= bound,
                    "{kernel:?} at {rho}: {error:e} above {bound:e}"
                );
            }
            assert!(table.at(kernel, 11.0 * wavelength).is_none());
        }
    }
}
