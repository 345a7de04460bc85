//! Scattering widths of a cylinder ten wavelengths around, compared with its series: `cargo run --release -p poynting-mom2d --example cylinder`.

use std::error::Error;

use poynting_mom2d::{
    Equation, Mesh, Outline, PlaneWave, Polarization, Sampling, System, decibels,
};
use poynting_physics::conducting_cylinder::ConductingCylinder;
use poynting_physics::cylinder::Field;

fn main() -> Result<(), Box<dyn Error>> {
    let (wavelength, size) = (0.1, 10.0);
    let radius = size * wavelength / std::f64::consts::TAU;
    let outline = Outline::circle([0.0, 0.0], radius)?;
    let mesh = Mesh::new(&[outline], wavelength, Sampling::default())?;
    for (polarization, field) in [
        (Polarization::Tm, Field::Along),
        (Polarization::Te, Field::Across),
    ] {
        let system = System::new(&mesh, polarization, Equation::default())?;
        let series = ConductingCylinder::new(size, field);
        println!("{polarization:?}, {} unknowns", system.size());
        // A wave that travels along +x, as that of the series.
        for current in system.solve(&[PlaneWave::arriving(std::f64::consts::PI)]) {
            for degrees in (0..=180).step_by(20) {
                let phi = f64::from(degrees).to_radians();
                let width = current.width(phi);
                let expected = series.width(phi) * wavelength / std::f64::consts::TAU;
                let error = decibels(width.metres / expected);
                println!("{degrees:4} deg  {:8.3} dBm  {error:+.5} dB", width.dbm());
            }
        }
    }
    Ok(())
}
