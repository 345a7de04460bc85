//! Permutation of unknowns: `order[place]` is the unknown at a place.

use poynting_linalg::{Complex, Mat, MatMut, MatRef};

use poynting_mom_core::precision::Precision;

/// The rows of a panel in permuted order.
pub fn sorted<T: Precision>(order: &[u32], x: MatRef<'_, Complex<T>>) -> Mat<Complex<T>> {
    Mat::from_fn(order.len(), x.ncols(), |place, column| {
        x[(order[place] as usize, column)]
    })
}

/// Permuted rows back to their original order.
pub fn restore<T: Precision>(
    order: &[u32],
    sorted: MatRef<'_, Complex<T>>,
    mut y: MatMut<'_, Complex<T>>,
) {
    for column in 0..sorted.ncols() {
        for (place, &unknown) in order.iter().enumerate() {
            y[(unknown as usize, column)] = sorted[(place, column)];
        }
    }
}
