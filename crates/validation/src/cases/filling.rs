//! Resonances of a homogeneously filled box. Isotropic: w^2 eps mu = k^2. Diagonal tensors, E along axis a
//! alone, b and c the axes that follow it:
//!
//! ```text
//! w^2 eps_a = kb^2/mu_c + kc^2/mu_b
//! ```
//!
//! (from the two curl equations, `poynting_physics::cavity`), and the same with sin(k d/2)/(d/2) for k and
//! sin(w dt/2)/(dt/2) for w in the Yee scheme. TE101 depends on eps_y, mu_x and mu_z; TE011 on eps_x, mu_y and mu_z.

use super::ringing::{Rung, SIZE, exact, percent, relative, steps_for};
use crate::ValidationError;
use crate::bench::Bench;
use crate::model::{Grid, Model};
use poynting_physics::cavity::single_component_frequency;
use poynting_physics::{DiagonalMedium, IsotropicMedium};

const MODES: [([u32; 3], &str, &str); 2] = [([1, 0, 1], "101", "Ey"), ([0, 1, 1], "011", "Ex")];

pub(crate) fn magnetic(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let medium = IsotropicMedium {
        eps_r: 1.8,
        mu_r: 2.5,
    }
    .into();
    compare(bench, &medium, &medium)
}

pub(crate) fn anisotropic(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let medium = DiagonalMedium {
        eps_r: [2.0, 3.0, 1.5],
        mu_r: [1.2, 2.2, 1.7],
    };
    compare(bench, &medium, &medium)
}

/// Runs a box filled with one medium and compares it with the closed forms of another, which should be the same.
fn compare(
    bench: &mut Bench<'_>,
    filling: &DiagonalMedium,
    reference: &DiagonalMedium,
) -> Result<(), ValidationError> {
    let cells = bench.sized([[22, 6, 20], [30, 20, 60], [50, 34, 100]]);
    let time = bench.sized([10e-9, 20e-9, 30e-9]);
    // Coarse cells are too long for a mode that varies along y; the dispersion relation holds on any.
    let is_fine = bench.sized([false, true, true]);
    let precision = bench.finest();
    let [a, b, d] = SIZE;
    let DiagonalMedium { eps_r, mu_r } = filling;
    let model = Model::new([0.0; 3], SIZE, &Grid::Cells(cells))
        .filled(&format!("eps_r = {eps_r:?}\nmu_r = {mu_r:?}"))
        // At the centre of an even number of cells, so that the nearest mode is far.
        .current("Ey", [a / 2.0, b / 2.0, d / 2.0], 8e9)
        .current("Ex", [a / 2.0, b / 2.0, d / 2.0], 8e9)
        .probe("p", [0.4 * a, 0.4 * b, 0.3 * d], r#""Ex", "Ey""#)
        .steps(steps_for(time, SIZE, cells));
    let rung = Rung::new(bench, &model, precision)?;
    for (indices, name, component) in MODES {
        let missing = ValidationError::NoOscillation(0.0);
        let closed = single_component_frequency(SIZE, reference, indices).ok_or(missing)?;
        let missing = ValidationError::NoOscillation(closed);
        let discrete = rung
            .yee(SIZE)
            .single_component_frequency(reference, indices)
            .ok_or(missing)?;
        let found = rung.mode(component, closed)?.frequency;
        if is_fine || indices[1] == 0 {
            bench.row(&percent(name, precision, relative(found, closed), 0.1));
        }
        let name = format!("{name}-dispersion");
        bench.row(&exact(&name, precision, relative(found, discrete)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{Machine, Size};
    use poynting::{Device, Precision, Solver};

    #[test]
    fn a_filling_that_is_not_what_it_should_be_fails() {
        let machine = Machine {
            device: Device::Cpu,
            threads: None,
            size: Size::Quick,
            precisions: &[Precision::F64],
        };
        let filling = DiagonalMedium {
            eps_r: [2.0; 3],
            mu_r: [1.5; 3],
        };
        // One percent more permittivity along y: half a percent in the frequency of TE101, none in TE011.
        let wrong = DiagonalMedium {
            eps_r: [2.0, 2.02, 2.0],
            ..filling
        };
        let listed = crate::Listed {
            name: "test",
            solver: Solver::Fdtd,
            about: "",
        };
        let mut passes = Vec::new();
        let mut keep = |row: crate::Row| passes.push((row.case, row.pass));
        compare(
            &mut Bench::new(machine, listed, None, &mut keep),
            &filling,
            &wrong,
        )
        .unwrap();
        let expected = [
            ("101", false),
            ("101-dispersion", false),
            ("011", true),
            ("011-dispersion", true),
        ]
        .map(|(name, pass)| (format!("test/{name}"), pass));
        assert_eq!(passes, expected);
    }
}
