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

mod row;

use crate::coefficients::{Coefficients, Pattern, PatternView};
use crate::cpml::Layers;
use crate::fields::{Fields, Spacings};
use crate::operator::Operator;
use poynting_exec::{Kernel, Real, SimdLevel};
use poynting_grid::{CHUNK, HalfStep, Region};
use row::Row;
pub use row::{load, store};

/// The Yee operator of a run. The terms of PMLs are added to each row right after its update, while it is in the cache.
#[derive(Debug)]
pub struct Yee<'a, T: Real> {
    fields: Fields<'a, T>,
    active: Region,
    spacings: &'a Spacings<T>,
    coefficients: PatternView<'a, T>,
    layers: Option<Layers<'a, T>>,
    /// Reciprocal lengths along z for the chunks of a row, in both half steps.
    over_z: [Vec<T>; 2],
    simd: SimdLevel,
}

impl<'a, T: Real> Yee<'a, T> {
    /// The update of `fields`.
    pub fn new(
        fields: Fields<'a, T>,
        spacings: &'a Spacings<T>,
        coefficients: &'a Coefficients<T>,
        layers: Option<Layers<'a, T>>,
        simd: SimdLevel,
    ) -> Self {
        let nodes = fields.layout.chunks() * CHUNK;
        let over_z = [HalfStep::E, HalfStep::H].map(|half| {
            let mut over = spacings.of(half)[2].clone();
            over.resize(nodes, T::default());
            over
        });
        assert!(
            fields
                .components
                .iter()
                .all(|c| c.len() >= fields.layout.len()),
            "a component is shorter than the layout"
        );
        Self {
            fields,
            active: fields.layout.active(),
            spacings,
            coefficients: coefficients.patterns(),
            layers,
            over_z,
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
        let active = &self.active;
        assert!(
            region.x.end <= active.x.end && region.y.end <= active.y.end && region.z == active.z,
            "the region is not one of whole rows of the grid"
        );
        self.simd.run(UpdateBox {
            yee: self,
            half,
            region,
        });
    }
}

struct UpdateBox<'a, 'b, T: Real> {
    yee: &'a Yee<'b, T>,
    half: HalfStep,
    region: &'a Region,
}

impl<T: Real> Kernel for UpdateBox<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Yee {
            fields,
            coefficients,
            layers,
            ..
        } = self.yee;
        let chunks = fields.layout.chunks();
        let mut space = Pattern::default();
        for i in self.region.x.clone() {
            let plane = self.plane(i);
            for j in self.region.y.clone() {
                let row = self.row(&plane, j);
                let patterns = coefficients.row(self.half, row.here, chunks);
                for n in 0..patterns.len() {
                    let pattern = patterns.chunk(n, &mut space);
                    // SAFETY: `apply` has checked that the row is one of the layout, whose buffers hold all its chunks and their
                    // neighbours; its caller orders boxes so that rows written here are not touched elsewhere.
                    unsafe { row.update(n * CHUNK, pattern) };
                }
                if let Some(layers) = layers {
                    // SAFETY: as above.
                    unsafe { layers.add_to_row(self.half, i, j, &mut space) };
                }
            }
        }
    }
}

/// What the rows of a plane have in common.
struct Plane<T> {
    targets: [*mut T; 3],
    drivers: [*const T; 3],
    /// Offset of its first row, and distance from there to the first row of its neighbour, which may be behind it.
    first: usize,
    aside: Option<usize>,
    over_x: T,
    over_z: *const T,
}

impl<T: Real> UpdateBox<'_, '_, T> {
    /// Plane i.
    #[inline(always)]
    fn plane(&self, i: usize) -> Plane<T> {
        let Yee {
            fields,
            spacings,
            over_z,
            ..
        } = self.yee;
        let layout = fields.layout;
        let component =
            |half: HalfStep, c: usize| fields.components[half.first_component() + c].pointer(0);
        let first = layout.row(i, 0);
        let aside = layout.neighbour(self.half, 0, i);
        Plane {
            targets: std::array::from_fn(|c| component(self.half, c)),
            drivers: std::array::from_fn(|c| component(self.half.other(), c).cast_const()),
            first,
            aside: aside.map(|aside| layout.row(aside, 0).wrapping_sub(first)),
            over_x: spacings.of(self.half)[0][i],
            over_z: over_z[self.half as usize].as_ptr(),
        }
    }

    /// Row j of a plane.
    #[inline(always)]
    fn row(&self, plane: &Plane<T>, j: usize) -> Row<T> {
        let layout = self.yee.fields.layout;
        let in_plane = |j: usize| plane.first + layout.row(0, j) - layout.row(0, 0);
        let here = in_plane(j);
        let outside = layout.outside();
        let beside_x = plane.aside.map_or(outside, |d| here.wrapping_add(d));
        let beside_y = layout.neighbour(self.half, 1, j).map_or(outside, in_plane);
        let beside_z = match self.half {
            HalfStep::E => here - 1,
            HalfStep::H => here + 1,
        };
        Row {
            targets: plane.targets,
            drivers: plane.drivers,
            here,
            beside: [beside_x, beside_y, beside_z],
            over_x: plane.over_x,
            over_y: self.yee.spacings.of(self.half)[1][j],
            over_z: plane.over_z,
        }
    }
}
