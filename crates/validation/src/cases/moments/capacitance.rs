//! Capacitance of a square and a cube of side 1 m: the scalar potential of the EFIE at k = 0, a uniform charge on each triangle, which makes
//! it too small (`poynting::capacitance`). The reference values are those of
//! `reference/capacitance_and_small_constants.json`, over 4 pi eps0 a.

use crate::ValidationError;
use crate::bench::{Bench, Comparison};
use poynting::{Layout, Precision, Scene, Simulation};
use poynting_physics::constants::EPS0;
use std::f64::consts::PI;

const TABLE: &str = include_str!("../../../reference/capacitance_and_small_constants.json");

pub(crate) fn capacitance(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    for (name, top, key, cells) in [
        ("square", 0.0, "square_plate", 20.0),
        ("cube", 1.0, "unit_cube", 8.0),
    ] {
        let found = of_box(bench, top, 1.0 / cells)? / (4.0 * PI * EPS0);
        bench.row(&Comparison {
            of: name,
            precision: Precision::F64,
            error: 100.0 * (found / in_table(key)? - 1.0).abs(),
            unit: "%",
            tolerance: 1.0,
        });
    }
    Ok(())
}

/// Capacitance of a box of 1 m x 1 m and a given height, in farad. A scene must request some result at some frequency; it is not run.
fn of_box(bench: &Bench<'_>, height: f64, edge: f64) -> Result<f64, ValidationError> {
    let text = format!(
        "title = \"capacitance\"\n[[structures]]\nname = \"metal\"\nmaterial = \"pec\"\nshape = \"box\"\n\
         from = [\"0 m\", \"0 m\", \"0 m\"]\nto = [\"1 m\", \"1 m\", \"{height} m\"]\n\
         [[monitors]]\nname = \"back\"\ntype = \"monostatic\"\nfrequencies = \"1 MHz\"\n\
         theta = \"0 deg\"\nphi = \"0 deg\"\n[mom]\nedge = \"{edge} m\"\n"
    );
    let scene = Scene::from_toml(&text, "capacitance.toml").map_err(poynting::Error::from)?;
    let plan = Simulation::from(scene).plan(&bench.options(bench.finest()))?;
    let Layout::Mom(plan) = plan.layout else {
        return Err(ValidationError::Missing("a mesh".to_owned()));
    };
    Ok(poynting::capacitance(&plan.space, 1e-4).map_err(poynting::Error::from)?)
}

/// C/(4 pi eps0 a) of a shape: the first number in quotes after its name and its key.
fn in_table(shape: &str) -> Result<f64, ValidationError> {
    let missing = || ValidationError::Missing(shape.to_owned());
    let after = |text: &'static str, key: &str| Some(&text[text.find(key)? + key.len()..]);
    let value = after(TABLE, shape).and_then(|rest| after(rest, "C_over_4pieps0a\""));
    let value = value.and_then(|rest| rest.split('"').nth(1)?.parse().ok());
    value.ok_or_else(missing)
}
