//! A Hertzian dipole in a box so large that no echo returns before the comparison ends.
//!
//! ```text
//! E = 1/(4 pi eps) { [3 n (n.d) - d] [q/r^3 + i/(c r^2)] + [n (n.d) - d] i'/(c^2 r) }
//! H = 1/(4 pi) (d x n) [i/r^2 + i'/(c r)]
//! ```
//!
//! (J. D. Jackson, Classical Electrodynamics, 3rd ed., section 9.2; `poynting_physics::dipole`) with the current
//! moment of the differentiated Gaussian, x = (t - t0)/tau:
//!
//! ```text
//! i = -sqrt(2e) x exp(-x^2),   q = sqrt(e/2) tau exp(-x^2),   i' = -sqrt(2e)/tau (1 - 2 x^2) exp(-x^2)
//! ```
//!
//! The probe is 18 cells away, where near and far fields have similar magnitude; an echo of the nearest wall
//! cannot reach it before (2 W - r)/c, W the distance of the walls.

use crate::ValidationError;
use crate::bench::{Bench, Comparison, signal};
use crate::model::{Grid, Model, lengths};
use poynting::Results;
use poynting_physics::IsotropicMedium;
use poynting_physics::constants::C0;
use poynting_physics::dipole::{Dipole, Moment};
use std::f64::consts::E;

const CELL: f64 = 1e-3;

/// Box, probe and pulse, in cells, and in cells over c.
#[derive(Debug, Clone, Copy)]
struct Stage {
    /// Distance of the walls from the middle.
    wall: usize,
    probe: [f64; 3],
    tau: f64,
    delay: f64,
}

/// 24 cells per wavelength at the upper end of the spectrum; the whole pulse passes before the echo.
const LARGE: Stage = Stage {
    wall: 68,
    probe: [11.0, -9.0, 11.0],
    tau: 13.0,
    delay: 4.2 * 13.0,
};

/// A shorter pulse, whose tail overlaps the echo and is excluded.
const SMALL: Stage = Stage {
    wall: 32,
    tau: 8.0,
    delay: 3.1 * 8.0,
    ..LARGE
};

pub(crate) fn hertzian(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let directions = [
        ("along-z", [0.0, 0.0, 1.0]),
        ("oblique", [1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0]),
    ];
    let stage = bench.sized([SMALL, LARGE, LARGE]);
    for &precision in bench.precisions() {
        for (name, direction) in directions {
            let results = bench.simulate(stage.model(direction).text(), precision)?;
            for field in ["E", "H"] {
                let error = stage.error(&results, direction, field)?;
                bench.row(&Comparison {
                    of: &format!("{name}-{field}"),
                    precision,
                    error: 100.0 * error,
                    unit: "% of peak",
                    tolerance: 1.0,
                });
            }
        }
    }
    Ok(())
}

impl Stage {
    fn moment(&self, time: f64) -> Moment {
        let tau = self.tau * CELL / C0;
        let x = time / tau - self.delay / self.tau;
        let bell = (-x * x).exp();
        Moment {
            integral: (E / 2.0).sqrt() * tau * bell,
            value: -(2.0 * E).sqrt() * x * bell,
            derivative: -(2.0 * E).sqrt() / tau * (1.0 - 2.0 * x * x) * bell,
        }
    }

    fn model(&self, direction: [f64; 3]) -> Model {
        let corner = self.wall as f64 * CELL;
        let at = lengths(&[0.0; 3]);
        let [tau, delay] = [self.tau, self.delay].map(|cells| cells * CELL / C0);
        let source = format!(
            "[[sources]]\nname = \"dipole\"\ntype = \"dipole\"\nat = {at}\ndirection = {direction:?}\n\
             waveform = {{ type = \"differentiated-gaussian\", amplitude = \"1 A m\", tau = \"{tau} s\", \
             delay = \"{delay} s\" }}"
        );
        Model::new([-corner; 3], [corner; 3], &Grid::Cells([2 * self.wall; 3]))
            .with(&source)
            .probe(
                "p",
                self.probe.map(|n| n * CELL),
                r#""Ex", "Ey", "Ez", "Hx", "Hy", "Hz""#,
            )
            .with(&format!("[stop]\ntime = \"{} s\"", self.echo()))
    }

    /// The earliest time of an echo.
    fn echo(&self) -> f64 {
        (2.0 * self.wall as f64 - length(self.probe)) * CELL / C0
    }

    /// Largest magnitude of the vector error over the largest magnitude of the vector.
    fn error(
        &self,
        results: &Results,
        direction: [f64; 3],
        field: &str,
    ) -> Result<f64, ValidationError> {
        let dipole = Dipole {
            position: [0.0; 3],
            direction,
            medium: IsotropicMedium::VACUUM,
        };
        let mut signals = Vec::new();
        for axis in ["x", "y", "z"] {
            signals.push(signal(results, &format!("probe/p/{field}{axis}"))?);
        }
        let at = self.probe.map(|n| n * CELL);
        let (mut worst, mut peak): (f64, f64) = (0.0, 0.0);
        for (n, time) in signals[0].times.iter().enumerate() {
            if *time > self.echo() {
                break;
            }
            let exact = dipole.field(|t| self.moment(t), at, *time);
            let exact = if field == "E" { exact.e } else { exact.h };
            let off: [f64; 3] = std::array::from_fn(|a| signals[a].values[n] - exact[a]);
            worst = worst.max(length(off));
            peak = peak.max(length(exact));
        }
        Ok(worst / peak)
    }
}

fn length([x, y, z]: [f64; 3]) -> f64 {
    x.hypot(y).hypot(z)
}
