//! What the feeds see when all elements are driven, and what is lost by scanning.

use crate::array::Array;
use crate::error::{ArrayError, count};
use num_complex::Complex64;

/// Waves S a that leave the elements, for incident waves a; S is stored row by row.
fn returned(
    scattering: &[Complex64],
    incident: &[Complex64],
) -> Result<Vec<Complex64>, ArrayError> {
    let n = incident.len();
    count("entries of S", scattering.len(), n * n)?;
    let rows = scattering.chunks_exact(n.max(1));
    Ok(rows
        .map(|row| row.iter().zip(incident).map(|(s, a)| s * a).sum())
        .collect())
}

/// Active reflections sum_n S_mn a_n / a_m of elements with coupling. An element without an incident wave has none.
pub fn active_reflections(
    scattering: &[Complex64],
    excitations: &[Complex64],
) -> Result<Vec<Option<Complex64>>, ArrayError> {
    let returned = returned(scattering, excitations)?;
    Ok((returned.iter().zip(excitations))
        .map(|(b, a)| (a.norm_sqr() > 0.0).then(|| b / a))
        .collect())
}

/// Share of the incident power that is not returned: 1 - |S a|^2 / |a|^2.
pub fn accepted(scattering: &[Complex64], excitations: &[Complex64]) -> Result<f64, ArrayError> {
    let power = |waves: &[Complex64]| waves.iter().map(Complex64::norm_sqr).sum::<f64>();
    Ok(1.0 - power(&returned(scattering, excitations)?) / power(excitations))
}

/// First cosines (u, v) of the visible grating lobes of a rectangular lattice that is steered to `beam`: beam + (p/dx, q/dy) for whole p, q, not both
/// zero, within the unit circle. Spacings in wavelengths.
pub fn grating_lobes(spacings: [f64; 2], beam: [f64; 2]) -> Vec<[f64; 2]> {
    let most = spacings.map(|d| (2.0 * d).ceil() as i64);
    let orders = (-most[0]..=most[0]).flat_map(|p| (-most[1]..=most[1]).map(move |q| [p, q]));
    orders
        .filter(|order| *order != [0, 0])
        .map(|[p, q]| {
            [
                beam[0] + p as f64 / spacings[0],
                beam[1] + q as f64 / spacings[1],
            ]
        })
        .filter(|[u, v]| u * u + v * v <= 1.0)
        .collect()
}

/// Loss by scanning: how much less, in decibels, the array radiates towards `direction` when steered there than broadside
/// when steered broadside, for the same incident waves, by the pattern of its element in the array.
pub fn scan_loss(array: &Array, element: &dyn crate::Element, direction: [f64; 3]) -> f64 {
    let power = |direction: [f64; 3]| {
        let steered = array.clone().steered(direction);
        steered.factor(direction).norm_sqr() * element.power(direction)
    };
    10.0 * (power([0.0, 0.0, 1.0]) / power(direction)).log10()
}
