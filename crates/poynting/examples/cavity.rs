//! The first resonance of a closed metal box, from the spectrum of a probe.

use poynting::{Error, RunOptions, Simulation, results::Spectrum};

#[cfg_attr(test, test)]
fn main() -> Result<(), Error> {
    let simulation = Simulation::from_toml(include_str!("cavity.toml"))?;
    let results = simulation.run(&RunOptions::default())?;
    let ey = results.quantity("probe/point/Ey")?;
    let times = ey.axis("time").expect("a time series");
    let spectrum = Spectrum::of(times, &ey.data).expect("equal time steps");
    let found = spectrum.strongest(6e9..7e9).expect("steps below 1 GHz");
    // c/2 sqrt(1/(25 mm)^2 + 1/(60 mm)^2)
    let exact = 6.496e9;
    println!(
        "TE101 at {:.3} GHz, in theory {:.3} GHz",
        found * 1e-9,
        exact * 1e-9
    );
    assert!((found / exact - 1.0).abs() < 0.01);
    Ok(())
}
