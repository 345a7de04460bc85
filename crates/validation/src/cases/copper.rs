//! The quality factor of a mode in a box of metal of finite conductivity, Q = w W/P with P the power dissipated by the wall currents, has a
//! closed form for TE101 (D. M. Pozar, Microwave Engineering, 4th ed., section 6.3; `poynting_physics::cavity`). The mode is excited and
//! its decay measured: rate = w/(2 Q), which also lowers the frequency by the fraction 1/(2 Q).
//!
//! The solver samples the wall current half a cell from the wall, where H is cos(k d/2) of its value on the wall: 0.5 % less
//! loss for 20 cells across the box. The impedance of the walls is fitted to 0.3 %.

use super::ringing::{percent, relative};
use crate::ValidationError;
use crate::bench::{Bench, Signal, signal};
use crate::picture::Picture;
use crate::spectral::oscillation;
use poynting_physics::cavity::BoxCavity;
use poynting_physics::constants::MU0;
use poynting_physics::{Complex, IsotropicMedium};
use std::f64::consts::{PI, TAU};

const SCENE: &str = include_str!("../../scenes/copper-cavity.toml");
const SIZE: [f64; 3] = [0.025, 0.0125, 0.06];
/// From the library.
const COPPER: f64 = 5.813e7;
const ROUGH: &str = "library = \"copper\"\nroughness = \"1 um\"";

pub(crate) fn cavity(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let cavity = BoxCavity {
        size: SIZE,
        medium: IsotropicMedium {
            eps_r: 1.0,
            mu_r: 1.0,
        },
    };
    let frequency = cavity.frequency([1, 0, 1]);
    let resistance = (PI * frequency * MU0 / COPPER).sqrt();
    let depth = 1.0 / (COPPER * resistance);
    // Hammerstad and Jensen.
    let rougher = 1.0 + 2.0 / PI * (1.4 * (1e-6 / depth).powi(2)).atan();
    let scene = SCENE.replace("30 ns", bench.sized(["5 ns", "10 ns", "30 ns"]));
    let rough = scene.replace("library = \"copper\"", ROUGH);
    for &precision in bench.precisions() {
        for (of, scene, factor) in [("smooth", &scene, 1.0), ("rough", &rough, rougher)] {
            let results = bench.simulate(scene, precision)?;
            let all = signal(&results, "probe/p/Ey")?;
            let quiet = all.times.partition_point(|t| *t < 1e-9);
            let ringing = Signal {
                times: all.times[quiet..].to_vec(),
                values: all.values[quiet..].to_vec(),
            };
            let found = oscillation(&ringing, frequency)?;
            let quality = PI * found.frequency / found.rate;
            let exact = cavity.wall_quality(1, factor * resistance);
            bench.row(&percent(of, precision, relative(quality, exact), 2.0));
            draw(bench, of, &ringing, [frequency, PI * frequency / exact])?;
        }
    }
    Ok(())
}

/// Length of the sections of which the picture is made, in seconds.
const STRETCH: f64 = 3e-9;

/// The mode in sections of the ringing, windowed by a raised cosine, over the decay of the closed form.
fn draw(
    bench: &Bench<'_>,
    of: &str,
    ringing: &Signal,
    [frequency, rate]: [f64; 2],
) -> Result<(), ValidationError> {
    let whole = ringing.times[ringing.times.len() - 1] - ringing.times[0];
    let starts = (0..).map(|n| f64::from(n) * 1e-9);
    let starts: Vec<f64> = starts.take_while(|t| t + STRETCH <= whole).collect();
    let size = |start: &f64| {
        let mut sum = Complex::default();
        for (time, value) in ringing.times.iter().zip(&ringing.values) {
            let u = (time - ringing.times[0] - start) / STRETCH;
            if (0.0..1.0).contains(&u) {
                sum += Complex::cis(-TAU * frequency * time) * (value * (PI * u).sin().powi(2));
            }
        }
        sum.norm()
    };
    let found: Vec<f64> = starts.iter().map(size).collect();
    let exact = starts.iter().map(|t| (-rate * t).exp());
    let nanoseconds: Vec<f64> = starts.iter().map(|t| t * 1e9).collect();
    bench.picture_of(
        of,
        &Picture {
            title: "Copper cavity, decay of TE101",
            axis: ("time", "ns", &nanoseconds),
            unit: "",
            curves: &[
                ("computed", found.iter().map(|v| v / found[0]).collect()),
                ("reference: closed form", exact.collect()),
            ],
        },
    )
}
