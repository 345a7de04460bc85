//! Waves through the tree: up from leaves to larger boxes, across between separated boxes, and down again.
//!
//! ```text
//! up:      F_parent = sum over children of e^{+jk s.(c - c_parent)} (F_child, interpolated)
//! across:  G_box    = sum over interactions of T F_source
//! down:    G_child += (e^{-jk s.(c - c_parent)} G_parent, interpolated by the transpose)
//! ```
//!
//! A box has, for each column, two components of real and imaginary parts in all directions. The waves of one box are smooth: they depend on its
//! radius rather than its diameter, so half as many angles suffice. Only a translation, where the waves of two boxes meet, needs all of them, so
//! waves are interpolated to more directions before it and back after it. Boxes of a level are computed in parallel, each by one thread in a fixed
//! order. Incoming waves take the place of the outgoing ones, which no level needs once it has been crossed.

use poynting_exec::{Kernel, SimdLevel};
use rayon::prelude::*;

use super::directions::Directions;
use super::interpolation::{Interpolation, InterpolationWorkspace};
use super::leaf::PLANES;
use super::octree::{Level, Octree};
use super::translation::{Translations, terms};
use poynting_mom_core::precision::Precision;
use poynting_mom_core::vector::dot;

/// Real and imaginary parts of a component.
pub const PARTS: usize = 2;

/// Operators of a level on waves.
#[derive(Debug)]
pub struct Waves<T> {
    /// Directions that resolve the waves of a box.
    pub narrow: Directions,
    /// Directions that translations need.
    pub wide: Directions,
    widening: Interpolation<T>,
    translations: Translations<T>,
    /// To the next coarser level; None on the coarsest.
    upward: Option<Upward<T>>,
}

#[derive(Debug)]
struct Upward<T> {
    interpolation: Interpolation<T>,
    /// e^{+jk s.(c - c_parent)} of the eight children, real parts, then imaginary parts.
    shifts: Vec<Vec<T>>,
}

/// Terms and directions of a level.
#[derive(Debug, Clone)]
pub struct Sampling {
    terms: usize,
    /// As in [`Waves`].
    pub narrow: Directions,
    /// As in [`Waves`].
    pub wide: Directions,
}

impl Sampling {
    /// For boxes of a level.
    pub fn new(level: &Level, k: f64, digits: f64) -> Self {
        let most = terms(k, 2.0 * level.radius, digits);
        // One more angle for the terms themselves, one for the rotation of the unit vectors.
        Self {
            terms: most,
            narrow: Directions::new(terms(k, level.radius, digits) + 2),
            wide: Directions::new(most + 2),
        }
    }
}

impl<T: Precision> Waves<T> {
    /// All levels of a tree, coarsest first.
    pub fn of_tree(tree: &Octree, k: f64, digits: f64) -> Vec<Self> {
        let mut coarser: Option<Directions> = None;
        let mut levels = Vec::with_capacity(tree.levels.len());
        for level in &tree.levels {
            let Sampling {
                terms,
                narrow,
                wide,
            } = Sampling::new(level, k, digits);
            levels.push(Self {
                translations: Translations::new(k, level, &wide, terms),
                widening: Interpolation::new(&narrow, &wide),
                upward: coarser.as_ref().map(|to| Upward {
                    interpolation: Interpolation::new(&narrow, to),
                    shifts: shifts(k, level.side, to),
                }),
                narrow: narrow.clone(),
                wide,
            });
            coarser = Some(narrow);
        }
        levels
    }

    /// Numbers per box for `columns` columns.
    pub fn stride(&self, columns: usize) -> usize {
        columns * PLANES * self.narrow.len()
    }

    /// Bytes of interpolations, translations and shifts.
    pub fn bytes(&self) -> u64 {
        let upward = self.upward.as_ref().map_or(0, |upward| {
            let shifts = upward.shifts.iter().map(Vec::len);
            upward.interpolation.numbers() + shifts.sum::<usize>()
        });
        let numbers = upward + self.widening.numbers() + self.translations.numbers();
        numbers as u64 * T::BYTES
    }
}

fn shifts<T: Precision>(k: f64, side: f64, to: &Directions) -> Vec<Vec<T>> {
    let shift = |octant: usize| {
        let away = [0, 1, 2].map(|a| if octant >> a & 1 == 1 { 0.5 } else { -0.5 } * side);
        let (mut re, mut im) = (Vec::with_capacity(2 * to.len()), Vec::new());
        for s in to.all() {
            let (sin, cos) = (k * dot(s, away)).sin_cos();
            re.push(T::of(cos));
            im.push(T::of(sin));
        }
        re.extend(im);
        re
    };
    (0..8).map(shift).collect()
}

/// Work arrays of a thread.
#[derive(Debug, Default)]
struct Workspace<T> {
    interpolation: InterpolationWorkspace<T>,
    turned: Vec<T>,
}

/// The waves of coarser boxes from those of their children.
pub fn rise<T: Precision>(
    columns: usize,
    [coarse, fine]: [(&Level, &Waves<T>); 2],
    from: &[T],
    to: &mut [T],
    simd: SimdLevel,
) {
    let Some(upward) = &fine.1.upward else { return };
    let (stride, planes) = (fine.1.stride(columns), columns * PLANES);
    (to.par_chunks_mut(coarse.1.stride(columns)).enumerate()).for_each_init(
        Workspace::<T>::default,
        |work, (parent, out)| {
            out.fill(T::of(0.0));
            for child in coarse.0.children[parent].clone() {
                work.turned.resize(out.len(), T::of(0.0));
                let values = &from[child * stride..][..stride];
                upward.interpolation.refine(
                    planes,
                    values,
                    &mut work.turned,
                    &mut work.interpolation,
                );
                simd.run(Turn {
                    factors: &upward.shifts[fine.0.octant(child)],
                    sign: T::of(1.0),
                    values: &work.turned,
                    out,
                });
            }
        },
    );
}

/// Turns the outgoing waves of the boxes of a level into those that reach them from separated boxes, in place. `wide` is a work array: one component
/// of one column is widened at a time, for all boxes.
pub fn cross<T: Precision>(
    columns: usize,
    (level, waves): (&Level, &Waves<T>),
    values: &mut [T],
    wide: &mut Vec<T>,
    simd: SimdLevel,
) {
    let (stride, part) = (waves.stride(columns), PARTS * waves.narrow.len());
    let full = PARTS * waves.wide.len();
    wide.resize(level.len() * full, T::of(0.0));
    for at in (0..stride).step_by(part) {
        let widened = wide.par_chunks_mut(full).zip(values.par_chunks(stride));
        widened.for_each_init(InterpolationWorkspace::default, |work, (out, values)| {
            (waves.widening).refine(PARTS, &values[at..][..part], out, work);
        });
        (values.par_chunks_mut(stride).enumerate()).for_each_init(
            Workspace::<T>::default,
            |work, (number, out)| {
                work.turned.clear();
                work.turned.resize(full, T::of(0.0));
                for &(source, offset) in &level.interactions[number] {
                    if let Some(factors) = waves.translations.of(offset) {
                        simd.run(Turn {
                            factors,
                            sign: T::of(1.0),
                            values: &wide[source as usize * full..][..full],
                            out: &mut work.turned,
                        });
                    }
                }
                let (turned, work) = (&work.turned, &mut work.interpolation);
                (waves.widening).coarsen(PARTS, turned, &mut out[at..][..part], work);
            },
        );
    }
}

/// Adds the waves incident on the parents to the boxes of a level.
pub fn fall<T: Precision>(
    columns: usize,
    [coarse, fine]: [(&Level, &Waves<T>); 2],
    from: &[T],
    to: &mut [T],
    simd: SimdLevel,
) {
    let Some(upward) = &fine.1.upward else { return };
    let (stride, planes) = (coarse.1.stride(columns), columns * PLANES);
    (to.par_chunks_mut(fine.1.stride(columns)).enumerate()).for_each_init(
        || (Workspace::<T>::default(), Vec::new()),
        |(work, coarsened), (child, out)| {
            let parent = fine.0.parents[child] as usize;
            work.turned.clear();
            work.turned.resize(stride, T::of(0.0));
            simd.run(Turn {
                factors: &upward.shifts[fine.0.octant(child)],
                sign: T::of(-1.0),
                values: &from[parent * stride..][..stride],
                out: &mut work.turned,
            });
            coarsened.resize(out.len(), T::of(0.0));
            upward
                .interpolation
                .coarsen(planes, &work.turned, coarsened, &mut work.interpolation);
            for (total, value) in out.iter_mut().zip(&*coarsened) {
                *total += *value;
            }
        },
    );
}

/// Adds waves times a factor per direction; the imaginary parts of the factors get a sign.
pub struct Turn<'a, T> {
    /// Real parts, then imaginary parts.
    pub factors: &'a [T],
    /// That of the imaginary parts.
    pub sign: T,
    /// The waves.
    pub values: &'a [T],
    /// What they are added to.
    pub out: &'a mut [T],
}

impl<T: Precision> Kernel for Turn<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let all = self.factors.len() / 2;
        let (re, im) = self.factors.split_at(all);
        for (values, out) in self
            .values
            .chunks_exact(2 * all)
            .zip(self.out.chunks_exact_mut(2 * all))
        {
            let (x, y) = values.split_at(all);
            let (u, v) = out.split_at_mut(all);
            let (re, im, x, y) = (&re[..all], &im[..all], &x[..all], &y[..all]);
            for n in 0..all {
                let i = im[n] * self.sign;
                u[n] += re[n] * x[n] - i * y[n];
                v[n] += re[n] * y[n] + i * x[n];
            }
        }
    }
}
