//! The plane wave that arrives from a direction, in free space or on the grid.
//!
//! On equal cells h_i the Yee scheme carries waves e^{jk.r} with
//!
//! ```text
//! K_i = (2/h_i) sin(k_i h_i/2),   |K| = 2/(c dt) sin(w dt/2),   E, H and K orthogonal, |E| = eta |H|
//! ```
//!
//! (A. Taflove, S. Hagness, Computational Electrodynamics, 3rd ed., ch. 4.) We call the direction of K that of the wave. At 20
//! cells a wavelength k is up to 0.3 % longer than w/c: over a box of several wavelengths that shifts phases enough to
//! be seen in the pattern.
//!
//! Tested on a lattice of equal cells: the far field of a dipole is that of its moment to rounding, for every box.

use crate::far_field::surface::Wave;
use poynting_scene::Point;

/// Phase per metre along each axis of the wave of an angular frequency that arrives from a direction. Not a number where
/// cells are longer than a third of the wavelength and carry no such wave.
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
