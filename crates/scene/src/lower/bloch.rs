//! The wave vector of Bloch boundaries.

use super::checker::{AXES, Checker};
use crate::model::Wall;
use crate::records::{BlochRecord, BoundaryRecord};
use poynting_physics::constants::C0;

const CURE: &str = "write bloch = { k = [\"200 rad/m\", \"0 rad/m\", \"0 rad/m\"] } in `boundary`, or \
    bloch = { frequency = \"10 GHz\", theta = \"30 deg\", phi = \"0 deg\" }";

/// The wave vector along the axes with Bloch boundaries, zero along the others.
pub(super) fn wave_vector(
    record: &BoundaryRecord,
    walls: [[Wall; 2]; 3],
    check: &mut Checker<'_>,
) -> [f64; 3] {
    let is_bloch = walls.map(|pair| pair.contains(&Wall::Bloch));
    let axis = is_bloch.iter().position(|bloch| *bloch);
    let k = match (&record.bloch, axis) {
        (None, None) => [0.0; 3],
        (None, Some(axis)) => {
            let name = AXES[axis];
            let message = format!("the {name} boundary is \"bloch\", but no wave vector is given");
            let label = "needs `bloch` for the phase shift between the faces";
            check.out.report(record.span, message, label, CURE);
            [0.0; 3]
        }
        (Some(bloch), None) => {
            let message = "a wave vector is given, but no boundary is \"bloch\"";
            let cure = "write x = \"bloch\" (or y, z) in `boundary`, or remove `bloch`";
            check.out.report(bloch.span, message, "has no effect", cure);
            [0.0; 3]
        }
        (Some(bloch), Some(_)) => components(bloch, check),
    };
    std::array::from_fn(|a| if is_bloch[a] { k[a] } else { 0.0 })
}

fn components(record: &BlochRecord, check: &mut Checker<'_>) -> [f64; 3] {
    let wave = (&record.frequency, &record.theta, &record.phi);
    match (&record.k, wave) {
        (Some(k), (None, None, None)) => k.values(),
        (None, (Some(frequency), Some(theta), Some(phi))) => {
            let k = std::f64::consts::TAU * frequency.value / C0;
            let ((sin_theta, cos_theta), (sin_phi, cos_phi)) =
                (theta.value.sin_cos(), phi.value.sin_cos());
            [
                k * sin_theta * cos_phi,
                k * sin_theta * sin_phi,
                k * cos_theta,
            ]
        }
        (Some(_), _) => {
            let message = "the wave vector is given twice";
            let label = "`k` and also `frequency`, `theta` or `phi`";
            check.out.report(record.span, message, label, CURE);
            [0.0; 3]
        }
        (None, _) => {
            let message = "the wave vector is incomplete";
            let label = "needs `k`, or `frequency`, `theta` and `phi`";
            check.out.report(record.span, message, label, CURE);
            [0.0; 3]
        }
    }
}
