//! Far fields in the time domain.

use super::*;
use crate::far_field::signature::{Signature, TimeFarField};
use poynting_grid::HalfStep;
use poynting_physics::constants::MU0;
use poynting_physics::dipole::Moment;

/// Charge moment q = e^{-x^2/2}, its current and the derivative of that; strongest at the frequency of the tests.
fn pulse(time: f64) -> Moment {
    let rate = omega() / 2_f64.sqrt();
    let x = rate * time - 6.0;
    let q = (-0.5 * x * x).exp();
    Moment {
        integral: q,
        value: -rate * x * q,
        derivative: rate * rate * (x * x - 1.0) * q,
    }
}

struct Recorded {
    dt: f64,
    /// Values of the spots of a half step: E first.
    values: [Vec<f64>; 2],
    steps: usize,
}

impl Recorded {
    /// The field of a pulsed dipole at all spots, at the times of a run.
    fn new(grid: &Grid, huygens: &Huygens, source: &Dipole) -> Self {
        let dt = 0.99 * grid.courant_limit(IsotropicMedium::VACUUM.speed());
        let steps = (3.3 / IsotropicMedium::VACUUM.speed() * WAVELENGTH / dt) as usize;
        let values = [(HalfStep::E, 1.0), (HalfStep::H, 1.5)].map(|(half, shift)| {
            let mut values = Vec::new();
            for spot in huygens.spots(half) {
                let at = position(grid, spot.component, spot.node);
                let axis = spot.component.axis();
                values.extend((0..steps).map(|n| {
                    let field = source.field(pulse, at, (n as f64 + shift) * dt);
                    match half {
                        HalfStep::E => field.e[axis],
                        HalfStep::H => field.h[axis],
                    }
                }));
            }
            values
        });
        Self { dt, values, steps }
    }

    /// Accumulates it in blocks of the given number of steps.
    fn signatures(
        &self,
        huygens: &Huygens,
        directions: &[Direction],
        block: usize,
    ) -> Vec<Signature> {
        let mut time = TimeFarField::new(huygens, directions, self.dt);
        for first in (0..self.steps).step_by(block) {
            for half in [HalfStep::E, HalfStep::H] {
                let of_spots = self.values[half as usize].chunks_exact(self.steps);
                let end = (first + block).min(self.steps);
                let values: Vec<f64> = of_spots.flat_map(|v| v[first..end].to_vec()).collect();
                time.accumulate(half, first as u64, &values);
            }
        }
        time.finish()
    }

    /// Phasors of the same values, in the order of all elements.
    fn currents<'a>(
        &self,
        huygens: &'a Huygens,
        omega: f64,
    ) -> crate::far_field::currents::Currents<'a> {
        let mut next = [0, 0];
        huygens.currents(omega, |spot| {
            let half = spot.half();
            let shift = if half == HalfStep::E { 1.0 } else { 1.5 };
            let at = &mut next[half as usize];
            let values = &self.values[half as usize][*at * self.steps..][..self.steps];
            *at += 1;
            transform(values, shift * self.dt, self.dt, omega)
        })
    }
}

fn transform(values: &[f64], start: f64, dt: f64, omega: f64) -> Complex {
    let terms = values.iter().enumerate().map(|(n, v)| {
        let time = start + n as f64 * dt;
        Complex::cis(-omega * time) * (v * dt)
    });
    terms.fold(Complex::default(), |sum, z| sum + z)
}

fn directions() -> Vec<Direction> {
    let all = [(0.0, 0.0), (0.9, 0.4), (1.6, 2.5), (2.4, 5.0)];
    all.map(|(theta, phi)| Direction { theta, phi }).to_vec()
}

fn source() -> Dipole {
    dipole([0.004, -0.006, 0.003], [1.0, -2.0, 0.5])
}

/// Largest deviation from r E = mu/(4 pi) [n (n.d) - d] i'(tau + n.r0/c), relative to its largest value.
fn deviation(signatures: &[Signature], centre: Point) -> f64 {
    let d = source();
    let (mut most, mut worst) = (0.0_f64, 0.0_f64);
    for s in signatures {
        let dot = |u: Point, v: Point| u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
        let from = [0, 1, 2].map(|a| d.position[a] - centre[a]);
        let early = dot(s.direction.unit(), from) / IsotropicMedium::VACUUM.speed();
        for (unit, values) in [
            (s.direction.theta_unit(), &s.theta),
            (s.direction.phi_unit(), &s.phi),
        ] {
            for (n, value) in values.iter().enumerate() {
                let time = s.start + n as f64 * s.dt + early;
                let exact = -MU0 / (4.0 * PI) * dot(unit, d.direction) * pulse(time).derivative;
                most = most.max(exact.abs());
                worst = worst.max((exact - value).abs());
            }
        }
    }
    worst / most
}

#[test]
fn a_pulsed_dipole_has_its_signature() {
    let errors = [20.0, 40.0].map(|cells| {
        let (grid, mut surface) = boxed(0.35, cells);
        surface.centre = [0.01, 0.0, -0.005];
        let huygens = Huygens::new(&grid, &surface).unwrap();
        let recorded = Recorded::new(&grid, &huygens, &source());
        deviation(
            &recorded.signatures(&huygens, &directions(), 16),
            surface.centre,
        )
    });
    assert!(errors[0] < 0.008 && errors[1] < 0.002, "{errors:?}");
}

#[test]
fn the_spectrum_of_a_signature_is_the_transform_in_frequency() {
    let (grid, mut surface) = boxed(0.35, 20.0);
    surface.centre = [0.01, 0.0, -0.005];
    let huygens = Huygens::new(&grid, &surface).unwrap();
    let recorded = Recorded::new(&grid, &huygens, &source());
    let signatures = recorded.signatures(&huygens, &directions(), 16);
    for (omega, tolerance) in [(0.5 * omega(), 1e-6), (omega(), 2e-5)] {
        let far = recorded.currents(&huygens, omega).pattern(&directions());
        let spectrum = |s: &Signature| FarField {
            theta: transform(&s.theta, s.start, s.dt, omega),
            phi: transform(&s.phi, s.start, s.dt, omega),
        };
        let spectra: Vec<FarField> = signatures.iter().map(spectrum).collect();
        assert!(
            error(&spectra, &far) < tolerance,
            "{:e}",
            error(&spectra, &far)
        );
    }
}

#[test]
fn the_length_of_blocks_changes_nothing() {
    let (grid, surface) = boxed(0.2, 12.0);
    let huygens = Huygens::new(&grid, &surface).unwrap();
    let recorded = Recorded::new(&grid, &huygens, &source());
    let [one, many] = [1, 7].map(|block| recorded.signatures(&huygens, &directions(), block));
    for (a, b) in one.iter().zip(&many) {
        let most = a.theta.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        assert!(
            a.theta
                .iter()
                .zip(&b.theta)
                .all(|(a, b)| (a - b).abs() < 1e-12 * most)
        );
    }
}
