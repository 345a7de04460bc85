//! Energy in a closed lossless box: with E at whole and H at half steps
//!
//! ```text
//! W = 1/2 sum eps E^n . E^n dV + 1/2 sum mu H^{n-1/2} . H^{n+1/2} dV
//! ```
//!
//! is conserved by the leapfrog scheme, because its two curls are adjoint to each other on a graded grid as well
//! (A. Taflove and S. C. Hagness, Computational Electrodynamics, 3rd ed., section 4.9, for the argument on
//! uniform cells). What remains is rounding. The box here has cells that differ by a factor of three, a
//! dielectric block and a magnetic one that touch each other and the walls.

use crate::ValidationError;
use crate::bench::{Bench, Comparison, signal};
use crate::equality::rounding;
use crate::model::{Grid, Model, swinging};
use poynting::Precision;

const SIZE: [f64; 3] = [0.03, 0.024, 0.036];

pub(crate) fn conservation(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let [a, b, d] = SIZE;
    let fine = [22, 18, 27];
    let cells = bench.sized([[12, 10, 14], fine, fine]);
    let lines = [0, 1, 2].map(|axis| swinging(SIZE[axis], cells[axis], 0.5));
    // Steps for the source before the balance begins, and steps of the balance.
    let lead = bench.sized([500, 1000, 1000]);
    let steps = bench.sized([2000, 10_000, 10_000]);
    let precision = bench.finest();
    let model = Model::new([0.0; 3], SIZE, &Grid::Lines(lines))
        .block(
            "dielectric",
            "eps_r = [4.0, 3.0, 2.5]",
            [[0.0; 3], [0.4 * a, b, 0.5 * d]],
        )
        .block(
            "magnetic",
            "eps_r = 1.5\nmu_r = 3.0",
            [[0.4 * a, 0.2 * b, 0.1 * d], [0.7 * a, 0.9 * b, d]],
        )
        .current("Ey", [0.3 * a, 0.4 * b, 0.2 * d], 15e9)
        .current("Hx", [0.6 * a, 0.3 * b, 0.7 * d], 15e9)
        .steps(lead + steps + 256);
    let results = bench.simulate(model.text(), precision)?;
    let energy = signal(&results, "energy")?;
    let dt = results.summary.dt_s;
    let start = energy.times.partition_point(|t| *t < lead as f64 * dt);
    let first = *energy
        .values
        .get(start)
        .ok_or_else(|| ValidationError::Missing("energy".to_owned()))?;
    let drift = energy.values[start..]
        .iter()
        .map(|w| (w / first - 1.0).abs())
        .fold(0.0, f64::max);
    let covered = energy
        .times
        .last()
        .is_some_and(|t| t - energy.times[start] >= steps as f64 * dt);
    bench.row(&Comparison {
        of: "",
        precision,
        error: if covered { drift } else { f64::NAN },
        unit: "relative",
        tolerance: match precision {
            Precision::F64 => 1e-10,
            Precision::F32 => rounding(precision, steps as u64),
        },
    });
    Ok(())
}
