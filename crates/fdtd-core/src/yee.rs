//! The Yee update on a graded grid.
//!
//! K. S. Yee, IEEE Trans. Antennas Propag. 14, 302 (1966); unified coefficients after A. Taflove and S. Hagness,
//! Computational Electrodynamics, ch. 3. With s = sigma dt/(2 eps), s* = sigma_m dt/(2 mu):
//!
//! ```text
//! E^{n+1}   = (1 - s)/(1 + s)   E^n       + (dt/eps)/(1 + s)  curl H^{n+1/2}
//! H^{n+3/2} = (1 - s*)/(1 + s*) H^{n+1/2} - (dt/mu)/(1 + s*)  curl E^{n+1}
//! ```
//!
//! Both halves are one kernel: component c along axes (c, a, b) in cyclic order takes
//! `(d_b - d_b')/l_a - (d_a - d_a')/l_b`, where d' is the neighbour behind for E (on dual lengths) and the
//! neighbour ahead for H (on primal lengths), which gives curl H and -curl E.

mod rows;

use crate::coefficients::{Coefficients, PatternView};
use crate::cpml::Layers;
use crate::fields::{Fields, Spacings};
use crate::operator::Operator;
use poynting_exec::{Kernel, Real, SimdLevel};
use poynting_grid::{CHUNK, HalfStep, Layout, Region, overlap};
use rows::Rows;
use std::ops::Range;

/// The Yee operator of a run, PMLs included.
#[derive(Debug)]
pub struct Yee<'a, T: Real> {
    fields: Fields<'a, T>,
    active: Region,
    /// The nodes that the update can change.
    updated: &'a Region,
    lines: [Lines<'a, T>; 2],
    coefficients: PatternView<'a, T>,
    layers: Option<Layers<'a, T>>,
    simd: SimdLevel,
}

impl<'a, T: Real> Yee<'a, T> {
    /// The update of `fields`, which are zero outside the nodes `updated`.
    pub fn new(
        fields: Fields<'a, T>,
        updated: &'a Region,
        spacings: &'a Spacings<T>,
        coefficients: &'a Coefficients<T>,
        layers: Option<Layers<'a, T>>,
        simd: SimdLevel,
    ) -> Self {
        let layout = fields.layout;
        let active = layout.active();
        assert!(
            fields.components.iter().all(|c| c.len() >= layout.len()),
            "a component is shorter than the layout"
        );
        assert!(
            updated.intersection(&active) == *updated,
            "nodes outside the grid are to be updated"
        );
        Self {
            fields,
            active,
            updated,
            lines: [HalfStep::E, HalfStep::H]
                .map(|half| Lines::new(layout, spacings, half, layers.as_ref())),
            coefficients: coefficients.patterns(),
            layers,
            simd,
        }
    }

    /// The same update without PMLs.
    #[must_use]
    pub fn without_layers(self) -> Self {
        Self {
            layers: None,
            ..self
        }
    }
}

// SAFETY: it writes the components of one half at nodes of the region, their padding and their psi, and reads those of the other half one node away.
unsafe impl<T: Real> Operator for Yee<'_, T> {
    fn reach(&self) -> usize {
        1
    }

    unsafe fn apply(&self, half: HalfStep, region: &Region, _step: u64) {
        assert!(
            region.z == self.active.z,
            "the region is not one of whole rows of the grid"
        );
        self.simd.run(UpdateBox {
            yee: self,
            half,
            x: overlap(&region.x, &self.updated.x),
            y: overlap(&region.y, &self.updated.y),
        });
    }
}

struct UpdateBox<'a, 'b, T: Real> {
    yee: &'a Yee<'b, T>,
    half: HalfStep,
    x: Range<usize>,
    y: Range<usize>,
}

impl<T: Real> Kernel for UpdateBox<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { yee, half, x, y } = self;
        let lines = &yee.lines[half as usize];
        for i in x {
            for strip in &lines.strips {
                let rows = overlap(&strip.rows, &y);
                if rows.is_empty() {
                    continue;
                }
                if lines.planes[i].beside.is_some() {
                    update(yee, half, i, strip.part(rows));
                } else {
                    // Beside the grid there is only one row of zeros.
                    for j in rows {
                        update(yee, half, i, strip.part(j..j + 1));
                    }
                }
            }
        }
    }
}

/// Updates consecutive rows of plane i.
#[inline(always)]
fn update<T: Real>(yee: &Yee<'_, T>, half: HalfStep, i: usize, strip: Strip) {
    let layout = yee.fields.layout;
    let lines = &yee.lines[half as usize];
    let Plane { beside, over } = lines.planes[i];
    let first = layout.row(i, strip.rows.start);
    let outside = layout.outside();
    let components = |half: HalfStep, at: usize| {
        [0, 1, 2].map(|c| yee.fields.components[half.first_component() + c].pointer(at))
    };
    let drivers = |at: usize| components(half.other(), at).map(<*mut T>::cast_const);
    let rows = Rows {
        targets: components(half, first),
        drivers: drivers(first),
        beside: [
            drivers(beside.map_or(outside, |distance| first.wrapping_add(distance))),
            drivers(
                strip
                    .beside
                    .map_or(outside, |distance| first.wrapping_add(distance)),
            ),
            drivers(match half {
                HalfStep::E => first - 1,
                HalfStep::H => first + 1,
            }),
        ],
        stride: layout.row(0, 1) - layout.row(0, 0),
        chunks: yee.updated.z.end.div_ceil(CHUNK),
        over_x: over,
        over_y: &lines.over_y[strip.rows.clone()],
        over_z: lines.over_z.as_ptr(),
        patterns: yee.coefficients.from(half, first),
    };
    let layers = yee.layers.as_ref();
    let layers = layers.and_then(|layers| layers.rows(half, i, strip.rows));
    // SAFETY: the rows are those of the layout, whose buffers hold all their chunks and the neighbours of these; the caller of `apply`
    // orders boxes so that rows written here are not touched elsewhere.
    unsafe { rows.update(layers.as_ref()) };
}

/// The planes and rows of a grid, as a half step needs them.
#[derive(Debug)]
struct Lines<'a, T> {
    planes: Vec<Plane<T>>,
    strips: Vec<Strip>,
    /// Reciprocal lengths along y, one per row of a plane.
    over_y: &'a [T],
    /// Reciprocal lengths along z for the chunks of a row.
    over_z: Vec<T>,
}

/// A plane normal to x.
#[derive(Debug, Clone, Copy)]
struct Plane<T> {
    /// Distance to its neighbour in memory, if there is one; it may be behind.
    beside: Option<usize>,
    /// The reciprocal length of the difference.
    over: T,
}

/// Consecutive rows of a plane that are updated alike: those with neighbours at the same distance, in the same PML.
#[derive(Debug, Clone)]
struct Strip {
    rows: Range<usize>,
    /// Distance of each to its neighbour in memory.
    beside: Option<usize>,
}

impl Strip {
    #[inline(always)]
    fn part(&self, rows: Range<usize>) -> Self {
        Self { rows, ..*self }
    }
}

impl<'a, T: Real> Lines<'a, T> {
    fn new(
        layout: &Layout,
        spacings: &'a Spacings<T>,
        half: HalfStep,
        layers: Option<&Layers<'_, T>>,
    ) -> Self {
        let [over_x, over_y, over_z] = spacings.of(half);
        let Region { x, y, .. } = layout.active();
        let planes = x.map(|i| Plane {
            beside: layout
                .neighbour(half, 0, i)
                .map(|beside| layout.row(beside, 0).wrapping_sub(layout.row(i, 0))),
            over: over_x[i],
        });
        let mut strips: Vec<Strip> = Vec::new();
        for j in y {
            let beside = layout
                .neighbour(half, 1, j)
                .map(|beside| layout.row(0, beside).wrapping_sub(layout.row(0, j)));
            let is_alike = |before: &&mut Strip| {
                beside.is_some()
                    && before.beside == beside
                    && layers.is_none_or(|layers| layers.joins(half, j))
            };
            match strips.last_mut().filter(is_alike) {
                Some(before) => before.rows.end = j + 1,
                None => strips.push(Strip {
                    rows: j..j + 1,
                    beside,
                }),
            }
        }
        let mut over_z = over_z.clone();
        over_z.resize(layout.chunks() * CHUNK, T::default());
        Self {
            planes: planes.collect(),
            strips,
            over_y,
            over_z,
        }
    }
}
