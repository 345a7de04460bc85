//! Transmitter and receiver may be exchanged (J. R. Carson, "Reciprocal theorems in radio communication", Proc. IRE 17 (1929) 952): for one
//! direction, E along phi received when E along theta is sent equals E along theta received when E along phi is sent.
//!
//! The matrix of the EFIE is symmetric and waves are received as they are sent, so the two agree to within rounding, on any mesh. The matrix of the
//! CFIE is not: there they agree as well as the mesh resolves the currents.

use super::levels::{by, row};
use crate::ValidationError;
use crate::bench::{Bench, quantity};
use poynting::Precision;

const SCENE: &str = include_str!("../../../scenes/mom-reciprocity.toml");

pub(crate) fn cone_sphere(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let rounding = match bench.finest() {
        Precision::F64 => 1e-12,
        Precision::F32 => 1e-4,
    };
    for (equation, tolerance) in [("efie", rounding), ("cfie", 0.02)] {
        let results = bench.simulate(&by(SCENE, equation), bench.finest())?;
        let [one, other] = ["phi_theta", "theta_phi"]
            .map(|pair| quantity(&results, &format!("mono/mono/rcs_{pair}")).map(|q| &q.data));
        let (one, other) = (one?, other?);
        let peak = one.iter().copied().fold(0.0, f64::max);
        let off = one.iter().zip(other).map(|(a, b)| (a - b).abs());
        row(
            bench,
            equation,
            off.fold(0.0, f64::max) / peak,
            ("of peak", tolerance),
        );
    }
    Ok(())
}
