//! Radar cross section of a metal sphere by the method of moments, compared with the Mie series.

use poynting::scene::{Scene, json};
use poynting::{Error, RunOptions, Simulation};
use poynting_physics::{constants::C0, mie::Sphere};
use std::f64::consts::{PI, TAU};

#[cfg_attr(test, test)]
fn main() -> Result<(), Error> {
    let radius = 0.2;
    let scene = Scene::builder()
        .structure(json!({ "name": "ball", "material": "pec", "shape": "sphere", "center": [0, 0, 0], "radius": radius }))
        .source(json!({ "name": "wave", "type": "plane-wave", "direction": "+z", "polarisation": "x",
                        "waveform": { "type": "phasor", "amplitude": "1 V/m" } }))
        .monitor(json!({ "name": "far", "type": "far-field", "frequencies": "400 MHz", "phi": "0 deg",
                         "theta": { "from": "0 deg", "to": "180 deg", "count": 7 } }))
        .mom(json!({ "equation": "cfie", "edge": "50 mm" }))
        .build()?;
    let results = Simulation::from(scene).run(&RunOptions::default())?;
    let far = results.far_field("far")?;
    let mie = Sphere::conducting(TAU * far.frequencies[0] / C0 * radius);
    for (theta, rcs) in far.theta.iter().zip(far.rcs.iter().flatten()) {
        let exact = mie.bistatic(theta.to_radians(), 0.0) * PI * radius * radius;
        println!("{theta:3.0} deg: {rcs:.4} m^2, by the series {exact:.4} m^2");
        assert!((rcs / exact - 1.0).abs() < 0.1);
    }
    Ok(())
}
