//! Orders of a lamellar grating of glass over the wavelength, on all cores: `cargo run --release -p poynting-rcwa --example lamellar`.

use std::error::Error;

use poynting_rcwa::{
    Cell, Illumination, Incidence, Layer, Order, Orders, Section, Side, Stack, Task, c64, solve_all,
};

fn main() -> Result<(), Box<dyn Error>> {
    let (air, glass) = (c64::new(1.0, 0.0), c64::new(2.25, 0.0));
    let ridge = Section {
        width: 0.6e-6,
        permittivity: glass,
    };
    let groove = Section {
        width: 0.9e-6,
        permittivity: air,
    };
    let lines = Layer::lamellar(0.8e-6, &[ridge, groove]);
    let stack = Stack::new(Cell::lines(1.5e-6)?, [air, glass], vec![lines])?;
    let tasks: Vec<Task<'_>> = (0..=20)
        .map(|step| Task {
            stack: &stack,
            incidence: Incidence::oblique(0.5e-6 + 0.05e-6 * f64::from(step), 0.3, 0.0),
            orders: Orders::lines(20),
        })
        .collect();
    let te = Illumination::s(Side::Front);
    println!("wavelength (um)  reflected  transmitted: order -1, 0, 1");
    for (task, found) in tasks.iter().zip(solve_all(&tasks, |s| s.response(&te))) {
        let response = found??;
        let order = |m| (response.transmitted([m, 0])).map_or(0.0, Order::efficiency);
        println!(
            "{:15.2}  {:9.5}  {:.5} {:.5} {:.5}",
            task.incidence.wavelength * 1e6,
            response.reflectance(),
            order(-1),
            order(0),
            order(1)
        );
    }
    Ok(())
}
