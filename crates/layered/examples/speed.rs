//! Kernels of a slab, and how long they take: `cargo run --release -p poynting-layered --example speed`.

use poynting_layered::{
    Boundary, Complex, ComplexImages, GreenFunction, Kernel, Layer, LayeredError, Medium, Settings,
    Stack, Table,
};
use std::f64::consts::TAU;
use std::hint::black_box;
use std::time::Instant;

fn main() -> Result<(), LayeredError> {
    for (frequency, eps, thickness) in [(10e9, 2.2, 0.794e-3), (30e9, 12.6, 1e-3)] {
        let slab = Layer {
            thickness,
            medium: Medium::dielectric(Complex::from(eps)),
        };
        let air = Boundary::HalfSpace(Medium::VACUUM);
        let stack = Stack::new(frequency, Boundary::Conductor, &[slab], air)?;
        println!(
            "eps_r = {eps}, {} mm, {} GHz",
            thickness * 1e3,
            frequency / 1e9
        );
        measure(&stack, thickness)?;
    }
    Ok(())
}

fn measure(stack: &Stack, thickness: f64) -> Result<(), LayeredError> {
    let top = stack.above(thickness)?;
    let wavelength = TAU / stack.wave_number();
    for tolerance in [1e-4, 1e-6, 1e-10] {
        let settings = Settings::new(&Kernel::HORIZONTAL, tolerance);
        let green = GreenFunction::new(stack, top, top, settings)?;
        for distance in [1e-3, 0.1, 1.0, 10.0] {
            let rho = distance * wavelength;
            let time = microseconds(200, || green.at(black_box(rho)).map(|found| found.values));
            println!("  integral, tolerance {tolerance:e}, {distance} wavelengths: {time:.1} us");
        }
    }
    let settings = Settings::new(&Kernel::HORIZONTAL, 1e-6);
    let green = GreenFunction::new(stack, top, top, settings)?;
    let start = Instant::now();
    let table = Table::new(&green, 10.0 * wavelength)?;
    let seconds = start.elapsed().as_secs_f64();
    let panels = table.panels();
    println!("  table to 1e-6, 10 wavelengths: {panels} panels, {seconds:.3} s");
    let start = Instant::now();
    let images = ComplexImages::fit(&green, [1e-3 * wavelength, 10.0 * wavelength])?;
    println!("  complex images: {:.3} s", start.elapsed().as_secs_f64());
    for kernel in Kernel::HORIZONTAL {
        let rho = black_box(0.3 * wavelength);
        let remainder = microseconds(1_000_000, || table.remainder(kernel, black_box(rho)));
        let whole = microseconds(1_000_000, || table.at(kernel, black_box(rho)));
        let closed = microseconds(100_000, || images.at(kernel, black_box(rho)));
        println!(
            "  {kernel:?}: table {remainder:.3} us, with images {whole:.3} us, bound {:.1e}; {} complex images {closed:.3} us, bound {:.1e}",
            table.error(kernel),
            images.count(kernel),
            images.error(kernel)
        );
    }
    Ok(())
}

/// The mean time of a call.
fn microseconds<T>(count: u32, mut call: impl FnMut() -> T) -> f64 {
    let start = Instant::now();
    for _ in 0..count {
        black_box(call());
    }
    start.elapsed().as_secs_f64() * 1e6 / f64::from(count)
}
