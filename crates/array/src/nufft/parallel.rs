//! Loops on several threads. Their work is a `dyn Fn`, so that the loops are compiled once and not for every transform.

use poynting_exec::SharedSlice;
use rayon::prelude::*;

/// Calls `work` with 0, 1 ... count - 1.
#[inline(never)]
pub(super) fn each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().for_each(work);
}

/// Calls `work` with parts of this length, the last may be shorter, and their numbers.
pub(super) fn each_part<V: Send + Sync>(
    values: &mut [V],
    len: usize,
    work: &(dyn Fn(usize, &mut [V]) + Sync),
) {
    let values = SharedSlice::new(values);
    each(values.len().div_ceil(len.max(1)), &|part| {
        let from = part * len;
        // SAFETY: parts are disjoint, and each is taken once.
        let values = unsafe { values.get_mut(from, len.min(values.len() - from)) };
        work(part, values);
    });
}

/// Calls `work` with every value and its number.
pub(super) fn each_value<V: Send + Sync>(values: &mut [V], work: &(dyn Fn(usize, &mut V) + Sync)) {
    const PART: usize = 1024;
    each_part(values, PART, &|part, values| {
        for (n, value) in (part * PART..).zip(values) {
            work(n, value);
        }
    });
}

/// Values of a function of 0, 1 ... count - 1.
pub(super) fn values_of<V: Copy + Send + Sync>(
    count: usize,
    zero: V,
    value: &(dyn Fn(usize) -> V + Sync),
) -> Vec<V> {
    let mut values = vec![zero; count];
    each_value(&mut values, &|n, place| *place = value(n));
    values
}
