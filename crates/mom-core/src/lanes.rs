//! Loads array elements into SIMD lanes.

use poynting_exec::Real;

use crate::integrand::LANES;

/// A number for each lane.
pub type Lanes<T> = [T; LANES];

/// The numbers from `from` on.
#[inline(always)]
pub fn lanes<T: Real>(values: &[T], from: usize) -> Lanes<T> {
    let mut lanes = [T::of(0.0); LANES];
    lanes.copy_from_slice(&values[from..from + LANES]);
    lanes
}

/// The same for three arrays.
#[inline(always)]
pub fn three<T: Real>(values: &[Vec<T>; 3], from: usize) -> [Lanes<T>; 3] {
    [
        lanes(&values[0], from),
        lanes(&values[1], from),
        lanes(&values[2], from),
    ]
}
