//! Spheres of dispersive media, over their resonances from one pulse, compared with the Mie series.
//!
//! The optical theorem gives the extinction from the far field in the direction of the wave. With F = r e^{jkr} E of the
//! far field, E0 the incident field at the centre and S the amplitude of `reference/README.md`, F = E0 S(0)/(jk) and
//!
//! ```text
//! Q_ext = 4/(ka)^2 Re S(0) = 4/(k a^2) Re (j F/E0)
//! ```
//!
//! The position and height of the largest Q_ext are those of a Lorentz line through three points; the integral runs over all
//! frequencies of the scene, which are more closely spaced than those of the tables: the series itself is used
//! (`poynting_physics::mie`, which is tested against them).

use super::sphere::{PRECISION, percent};
use crate::ValidationError;
use crate::bench::{Bench, phasors, quantity};
use crate::picture::Picture;
use poynting::Results;
use poynting_physics::constants::C0;
use poynting_physics::mie::Sphere;
use poynting_physics::susceptibility::{Pole, relative};
use poynting_physics::{Complex, PhasorArithmetic};
use std::f64::consts::TAU;

/// A sphere and its scene.
struct Resonant {
    title: &'static str,
    scene: String,
    radius: f64,
    /// Where the wave enters, relative to the centre.
    entry: f64,
    at_infinity: f64,
    pole: Pole,
}

/// Free charges near their plasmon resonance, whose width needs small cells; on a software device, charges with more collisions.
pub(crate) fn drude(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let sharp = include_str!("../../scenes/drude-sphere.toml");
    let broad = sharp
        .replace("collision = \"50 THz\"", "collision = \"600 THz\"")
        .replace("spacing = \"1.25 nm\"", "spacing = \"2.5 nm\"");
    let sharp = (sharp.to_owned(), 5e13);
    let (scene, collision) = bench.sized([(broad, 6e14), sharp.clone(), sharp]);
    Resonant {
        title: "Drude sphere, extinction efficiency",
        scene,
        radius: 25e-9,
        entry: -27.5e-9,
        at_infinity: 1.0,
        pole: Pole::Drude {
            plasma: TAU * 2e15,
            collision: TAU * collision,
        },
    }
    .compare(bench)
}

/// Water, whose first resonances are those of a dielectric with a large permittivity; they need small cells, so a software
/// device gets a liquid with a smaller one.
pub(crate) fn debye(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let water = include_str!("../../scenes/debye-sphere.toml");
    let other = water
        .replace("delta = 73.16", "delta = 4")
        .replace("spacing = \"0.4 mm\"", "spacing = \"0.8 mm\"");
    let water = (water.to_owned(), 73.16);
    let (scene, delta) = bench.sized([(other, 4.0), water.clone(), water]);
    Resonant {
        title: "Debye sphere, extinction efficiency",
        scene,
        radius: 10e-3,
        entry: -11.2e-3,
        at_infinity: 5.2,
        pole: Pole::Debye {
            delta,
            tau: 8.27e-12,
        },
    }
    .compare(bench)
}

impl Resonant {
    fn compare(&self, bench: &mut Bench<'_>) -> Result<(), ValidationError> {
        let (frequencies, found) = self.extinction(&bench.simulate(&self.scene, PRECISION)?)?;
        let exact: Vec<f64> = frequencies.iter().map(|f| self.series(*f)).collect();
        for (of, ratio, tolerance) in ratios(&frequencies, &found, &exact) {
            bench.row(&percent(of, ratio, tolerance));
        }
        // Additionally the same grid with staircase cells: reported, not required.
        if bench.sized([false, false, true]) {
            let scene = self.scene.clone() + "[fdtd]\nsurfaces = \"staircase\"\n";
            let (_, stairs) = self.extinction(&bench.simulate(&scene, PRECISION)?)?;
            for (of, ratio, _) in ratios(&frequencies, &stairs, &exact) {
                bench.row(&percent(&format!("{of}-staircase"), ratio, f64::INFINITY));
            }
        }
        bench.picture(&Picture {
            title: self.title,
            axis: ("frequency", "Hz", &frequencies),
            unit: "",
            curves: &[("computed", found), ("reference: Mie", exact)],
        })
    }

    /// Q_ext over the frequencies of the scene.
    fn extinction(&self, results: &Results) -> Result<(Vec<f64>, Vec<f64>), ValidationError> {
        let fields = phasors(results, "far/forward/Etheta")?;
        let frequencies = quantity(results, "far/forward/Etheta/real")?.axis("frequency");
        let frequencies = frequencies.unwrap_or_default().to_vec();
        let of = |(f, field): (&f64, &Complex)| {
            let k = TAU * f / C0;
            // The phase of the wave is referred to where it enters the box.
            let from_center = *field * Complex::cis(-k * self.entry);
            let forward = Complex::new(0.0, 1.0) * from_center;
            4.0 / (k * self.radius * self.radius) * forward.re
        };
        let found = frequencies.iter().zip(&fields).map(of).collect();
        Ok((frequencies, found))
    }

    fn series(&self, frequency: f64) -> f64 {
        let omega = TAU * frequency;
        let index = relative(self.at_infinity, &[self.pole], omega).root();
        let sphere = Sphere::penetrable(omega / C0 * self.radius, index);
        sphere.efficiencies().extinction
    }
}

/// Ratio of computed to exact values, and the tolerance in percent.
fn ratios(frequencies: &[f64], found: &[f64], exact: &[f64]) -> [(&'static str, f64, f64); 3] {
    let ([at, height], [exactly_at, exact_height]) =
        (peak(frequencies, found), peak(frequencies, exact));
    let sum = |values: &[f64]| values.windows(2).map(|w| w[0] + w[1]).sum::<f64>();
    [
        ("peak", at / exactly_at, 1.0),
        ("height", height / exact_height, 5.0),
        ("integral", sum(found) / sum(exact), 3.0),
    ]
}

/// Position and height of the largest value, by a parabola through the reciprocals of it and its neighbours at equidistant positions.
fn peak(places: &[f64], values: &[f64]) -> [f64; 2] {
    let inner = 1..values.len() - 1;
    let Some(n) = inner.max_by(|a, b| values[*a].total_cmp(&values[*b])) else {
        return [f64::NAN; 2];
    };
    let [before, at, after] = [values[n - 1], values[n], values[n + 1]].map(|v| 1.0 / v);
    let (slope, bend) = ((after - before) / 2.0, before - 2.0 * at + after);
    let shift = -slope / bend;
    [
        places[n] + shift * (places[n + 1] - places[n]),
        1.0 / (at + slope * shift / 2.0),
    ]
}
