//! Current on a square plate of one wavelength at normal incidence: 8 x 8 squares of two triangles, the mesh of
//! S. M. Rao, D. R. Wilton and A. W. Glisson, "Electromagnetic scattering by surfaces of arbitrary shape", IEEE Trans. Antennas Propag. 30
//! (1982) 409, compared with a mesh with an odd number of squares in each of them.
//!
//! E is along x. J_x is taken at the centres of squares, as the mean of their two triangles, in the rows of squares on both sides of the lines
//! y = 0 and x = 0. At edges parallel to it J_x is singular, so squares there are excluded.

use super::currents::Currents;
use super::levels::{row, with_edge};
use crate::ValidationError;
use crate::bench::Bench;
use std::collections::HashMap;

const SCENE: &str = include_str!("../../../scenes/mom-plate.toml");
/// Squares along a side.
const SQUARES: i32 = 8;

/// J_x, real and imaginary part, at the centres of squares, by the indices of the square along x and y.
type Middles = HashMap<[i32; 2], [f64; 2]>;

pub(crate) fn current(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let finer = bench.sized([3, 3, 5]);
    let coarse = middles(bench, SQUARES)?;
    let fine = middles(bench, finer * SQUARES)?;
    let middle = SQUARES / 2;
    let at_middle = |n: i32| n == middle || n == middle - 1;
    for (cut, across) in [("along-e", 1), ("across-e", 0)] {
        let (mut difference, mut all) = (0.0, 0.0);
        for (square, found) in &coarse {
            let at_edge = square[1] == 0 || square[1] == SQUARES - 1;
            if at_edge || !at_middle(square[across]) {
                continue;
            }
            let same_place = square.map(|n| finer * n + finer / 2);
            let exact = fine.get(&same_place).copied().unwrap_or([f64::NAN; 2]);
            difference += (found[0] - exact[0]).powi(2) + (found[1] - exact[1]).powi(2);
            all += exact[0].powi(2) + exact[1].powi(2);
        }
        let error = 100.0 * f64::sqrt(difference / all);
        row(bench, cut, error, ("% of |J|", 10.0));
    }
    Ok(())
}

/// Solves the plate with this many squares along a side.
fn middles(bench: &mut Bench<'_>, squares: i32) -> Result<Middles, ValidationError> {
    let scene = with_edge(SCENE, 1.0 / f64::from(squares));
    let results = bench.simulate(&scene, bench.finest())?;
    let currents = Currents::new(&results, "all")?;
    let mut middles = Middles::new();
    for (triangle, place) in currents.centroids.iter().enumerate() {
        let square = [0, 1].map(|a| ((place[a] + 0.5) * f64::from(squares)).floor() as i32);
        let sum = middles.entry(square).or_default();
        for (total, part) in sum.iter_mut().zip(&currents.parts) {
            *total += 0.5 * part[triangle][0];
        }
    }
    Ok(middles)
}
