//! Decay of a mode in a homogeneously filled box: e^{st} with (s eps + sigma)(s mu + sigma_m) = -k^2, so
//!
//! ```text
//! rate = (sigma/eps + sigma_m/mu)/2
//! ```
//!
//! for any mode and cell size (`poynting_physics::cavity`). The update with s = sigma dt/(2 eps) changes the
//! rate only in the order of (rate dt)^2, here 1e-7.

use super::ringing::{Rung, SIZE, percent, relative, steps_for};
use crate::ValidationError;
use crate::bench::Bench;
use crate::model::{Grid, Model};
use poynting::Precision;
use poynting_physics::cavity::BoxCavity;
use poynting_physics::{IsotropicMedium, Loss};

const MODE: [u32; 3] = [1, 0, 1];

pub(crate) fn lossy(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let medium = IsotropicMedium {
        eps_r: 2.0,
        mu_r: 1.5,
    };
    let electric = Loss {
        sigma: 0.005,
        sigma_m: 0.0,
    };
    let magnetic = Loss {
        sigma: 0.0,
        sigma_m: 500.0,
    };
    let both = Loss {
        sigma: 0.003,
        sigma_m: 200.0,
    };
    let losses = [
        ("electric", electric),
        ("magnetic", magnetic),
        ("both", both),
    ];
    for &precision in bench.precisions() {
        for (name, loss) in losses {
            compare(bench, (name, precision), medium, loss)?;
        }
    }
    Ok(())
}

fn compare(
    bench: &mut Bench<'_>,
    (name, precision): (&str, Precision),
    medium: IsotropicMedium,
    loss: Loss,
) -> Result<(), ValidationError> {
    let [a, b, d] = SIZE;
    let fine = [20, 10, 48];
    let cells = bench.sized([[6, 4, 12], fine, fine]);
    let time = bench.sized([7e-9, 15e-9, 15e-9]);
    let cavity = BoxCavity { size: SIZE, medium };
    let near = cavity.frequency(MODE);
    let damped = cavity
        .damped(MODE, loss)
        .ok_or(ValidationError::NoOscillation(near))?;
    let IsotropicMedium { eps_r, mu_r } = medium;
    let Loss { sigma, sigma_m } = loss;
    // A current in the middle does not excite every second mode, so the nearest is far.
    let model = Model::new([0.0; 3], SIZE, &Grid::Cells(cells))
        .filled(&format!(
            "eps_r = {eps_r}\nmu_r = {mu_r}\nsigma = \"{sigma} S/m\"\nsigma_m = \"{sigma_m} ohm/m\""
        ))
        .current("Ey", [a / 2.0, b / 2.0, d / 2.0], 12e9)
        .probe("p", [0.4 * a, b / 2.0, 0.4 * d], r#""Ey""#)
        .steps(steps_for(time, SIZE, cells));
    let found = Rung::new(bench, &model, precision)?.mode("Ey", damped.frequency)?;
    bench.row(&percent(
        name,
        precision,
        relative(found.rate, damped.rate),
        0.5,
    ));
    Ok(())
}
