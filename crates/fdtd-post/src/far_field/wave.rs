//! The plane wave that arrives from a direction, in free space or on the grid.
//!
//! On uniform cells h_i the Yee scheme supports waves e^{jk.r} with
//!
//! ```text
//! K_i = (2/h_i) sin(k_i h_i/2),   |K| = 2/(c dt) sin(w dt/2),   E, H and K orthogonal, |E| = eta |H|
//! ```
//!
//! (A. Taflove, S. Hagness, Computational Electrodynamics, 3rd ed., ch. 4.) We define the direction of the wave as that of K.
//! At 20 cells per wavelength k is up to 0.3 % larger than w/c: over a box of several wavelengths that shifts phases enough to
//! be visible in the pattern.
//!
//! Tested on a lattice of uniform cells: the far field of a dipole is that of its moment to rounding, for every box.

use crate::far_field::surface::Wave;
use poynting_scene::Point;

/// Phase per metre along each axis of the wave of an angular frequency arriving from a direction. Not a number where cells are
/// longer than a third of the wavelength and support no such wave.
pub(super) fn wave_vector(
    wave: Wave,
    cell: [f64; 3],
    speed: f64,
    omega: f64,
    unit: Point,
) -> Point {
    match wave {
        Wave::Free => unit.map(|s| omega / speed * s),
        Wave::Grid { dt } => {
            let length = 2.0 / (speed * dt) * (0.5 * omega * dt).sin();
            std::array::from_fn(|a| 2.0 / cell[a] * (0.5 * cell[a] * length * unit[a]).asin())
        }
    }
}
