//! Seconds for the eigenvalues and eigenvectors of complex matrices with n rows, on one thread, and for a crossed grating with that many unknowns:
//! `cargo run --release -p poynting-rcwa --example eigenproblems`.

use std::error::Error;
use std::time::Instant;

use poynting_linalg::{Mat, c64, eigen, eigenvalues};
use poynting_rcwa::{Cell, Incidence, Layer, Orders, Pattern, Shape, Stack, solve};

/// The best of three.
fn seconds<T>(mut run: impl FnMut() -> T) -> f64 {
    let one = |_| {
        let start = Instant::now();
        std::hint::black_box(run());
        start.elapsed().as_secs_f64()
    };
    (0..3).map(one).fold(f64::INFINITY, f64::min)
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("     n   values (s)  values and vectors (s)");
    for n in (20..=480).step_by(20) {
        let mut state = 1_u64;
        let mut next = || {
            state = (state.wrapping_mul(6_364_136_223_846_793_005))
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        let matrix: Mat<c64> = Mat::from_fn(n, n, |_, _| c64::new(next(), next()));
        let values = seconds(|| eigenvalues(matrix.as_ref()));
        let both = seconds(|| eigen(matrix.as_ref()));
        println!("{n:6}   {values:10.4}  {both:10.4}");
    }
    println!("orders   unknowns   a layer of discs (s)");
    for most in 1..=7 {
        let (air, silicon) = (c64::new(1.0, 0.0), c64::new(12.1, 0.0));
        let disc = Pattern::new(air).with(Shape::circle([0.5e-6, 0.5e-6], 0.3e-6)?, silicon);
        let layers = vec![Layer::pattern(0.2e-6, disc)];
        let stack = Stack::new(Cell::crossed([1e-6; 2])?, [air, air], layers)?;
        let orders = Orders::crossed(most, most);
        let time = seconds(|| solve(&stack, Incidence::normal(1.3e-6), orders));
        println!("{most:6}   {:8}   {time:10.4}", 2 * orders.count());
    }
    Ok(())
}
