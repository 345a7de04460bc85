//! Time forecast for the near field and a product.
//!
//! ```text
//! matrix:   test triangles of all groups x a test triangle, some of which are integrated
//! product:  near field / reading rate + leaves x (to waves and back) + sum over levels of
//!           boxes x (widened and narrowed, up and down) + interactions x a translation
//! ```
//!
//! each measured at its actual size.

use std::time::Instant;

use poynting_exec::SimdLevel;
use poynting_linalg::Complex;
use rayon::prelude::*;

use super::directions::Directions;
use super::interpolation::{Interpolation, InterpolationWorkspace};
use super::leaf::{self, PLANES};
use super::octree::Octree;
use super::passes::{Sampling, Turn};
use super::{Options, near_matrix};
use poynting_mom_core::error::MomError;
use poynting_mom_core::forecast::Forecast;
use poynting_mom_core::forecast::Solution;
use poynting_mom_core::forecast::alongside;
use poynting_mom_core::forecast::middles;
use poynting_mom_core::forecast::reading_rate;
use poynting_mom_core::operator::Operator;
use poynting_mom_core::precision::Precision;

/// Leaves that are timed.
const LEAVES: usize = 64;

/// From samples, for products with one column, on the current number of threads.
pub fn forecast<T: Precision>(
    operator: &Operator<'_>,
    options: &Options,
) -> Result<Forecast, MomError> {
    let tree = options.tree(operator.space(), operator.wave_number());
    let rounded = operator.rounded::<T>();
    let threads = rayon::current_num_threads() as f64;
    let [entries, _] = tree.near_entries();
    let reading = (entries * 2 * T::BYTES) as f64 / reading_rate();
    let waves = leaves::<T>(operator, &tree, options.digits)
        + levels::<T>(operator.wave_number(), &tree, options.digits);
    Ok(Forecast {
        matrix: near_matrix::sampled_seconds(&tree, &rounded)? / threads,
        solution: Solution::Product(reading + waves / threads),
    })
}

/// Seconds of one thread for all leaves.
fn leaves<T: Precision>(operator: &Operator<'_>, tree: &Octree, digits: f64) -> f64 {
    let Some(level) = tree.levels.last() else {
        return 0.0;
    };
    let narrow = Sampling::new(level, operator.wave_number(), digits).narrow;
    let waves = vec![T::of(1.0); PLANES * narrow.len()];
    let leaves = super::leaves::<T>(operator, narrow, digits);
    let sampled: Vec<usize> = middles(tree.leaves(), LEAVES).collect();
    let measured = sampled.par_iter().with_max_len(1).map_init(
        || (leaf::Workspace::default(), waves.clone()),
        |(work, waves), &number| {
            let (functions, centre) = (tree.functions(number), level.centre(number));
            let mut values = vec![Complex::new(T::of(1.0), T::of(0.0)); functions.len()];
            let start = Instant::now();
            leaves.radiate(functions, centre, &[&values], waves, work);
            leaves.receive(functions, centre, waves, &mut [&mut values], work);
            start.elapsed().as_secs_f64()
        },
    );
    measured.sum::<f64>() * tree.leaves() as f64 / sampled.len() as f64
}

/// Seconds of one thread for all levels.
fn levels<T: Precision>(k: f64, tree: &Octree, digits: f64) -> f64 {
    let mut coarser: Option<Directions> = None;
    let mut seconds = 0.0;
    for level in &tree.levels {
        let Sampling { narrow, wide, .. } = Sampling::new(level, k, digits);
        let interactions: usize = level.interactions.iter().map(|list| list.len()).sum();
        seconds += interactions as f64 * turned::<T>(&wide);
        seconds += level.len() as f64 * interpolated::<T>(&narrow, &wide);
        if let Some(coarser) = &coarser {
            let both = interpolated::<T>(&narrow, coarser) + 2.0 * turned::<T>(coarser);
            seconds += level.len() as f64 * both;
        }
        coarser = Some(narrow);
    }
    seconds
}

/// Seconds to multiply waves by factors.
fn turned<T: Precision>(directions: &Directions) -> f64 {
    let (simd, waves) = (SimdLevel::detect(), PLANES * directions.len());
    alongside(|work: &mut [Vec<T>; 3]| {
        let [factors, values, out] = work;
        factors.resize(2 * directions.len(), T::of(1.0));
        values.resize(waves, T::of(1.0));
        out.resize(waves, T::of(0.0));
        simd.run(Turn {
            factors,
            sign: T::of(1.0),
            values,
            out,
        });
    })
}

/// Seconds to interpolate waves to finer directions and back.
fn interpolated<T: Precision>(from: &Directions, to: &Directions) -> f64 {
    let interpolation = Interpolation::<T>::new(from, to);
    let [coarse, fine] = [from, to].map(|directions| PLANES * directions.len());
    alongside(
        |(values, out, work): &mut (Vec<T>, Vec<T>, InterpolationWorkspace<T>)| {
            values.resize(coarse, T::of(1.0));
            out.resize(fine, T::of(0.0));
            interpolation.refine(PLANES, values, out, work);
            interpolation.coarsen(PLANES, out, values, work);
        },
    )
}
