//! Plane waves by the total-field/scattered-field method.
//!
//! Inside a box of free space the fields are total, outside it only scattered (A. Taflove and S. C. Hagness, Computational
//! Electrodynamics, 3rd ed., ch. 5). A component belongs to the box when its position lies in the closed box. Where a difference
//! reaches through a face, one of its two values lacks the incident field or has it in excess. Let n be the face's normal, (n, p, q)
//! cyclic, l the length of the difference, dual for E and primal for H. The Yee update (`yee.rs`) adds gain (d_p - d_p')/l to the
//! component along q and -gain (d_q - d_q')/l to that along p, so for both fields and both faces the twelve corrections are
//!
//! ```text
//! F_q += s gain I_p/l,   F_p -= s gain I_q/l,   s = -1 for E at the lower face and H at the upper one, else +1
//! ```
//!
//! where F is E on the face and I the incident H half a cell outside it at (n + 1/2) dt, or F is H half a cell outside and I the
//! incident E on the face at (n + 1) dt. An edge of the box belongs to two faces and is corrected for each.
//!
//! I comes from a line (`plane_wave/mod.rs`) that solves the equations of the grid, so that the wave does not leak outside. A face on a
//! symmetry plane is omitted, since the grid ends there; so are faces across a periodic axis. Between Bloch boundaries I is complex and
//! multiplied by e^{-j k_t . rho}, where k_t is the Bloch wave vector.
//!
//! Tested: leakage, amplitude and direction (`poynting validate`, case `plane-wave`); bit-identical results
//! in every order (`crates/conformance/src/fdtd`).

use crate::block::Block;
use crate::fields::Fields;
use crate::formula::couple;
use crate::operator::Operator;
use crate::plane_wave::IncidentLine;
use crate::plane_wave::lagrange::interpolate;
use poynting_exec::{Kernel, Real, SimdLevel};
use poynting_grid::stencil::{is_staggered, position};
use poynting_grid::{Arrangement, CHUNK, Grid, HalfStep, Layout, Region, Spot};
use poynting_physics::Complex;
use poynting_scene::{Component, Point};
use std::ops::Range;

/// The box of nodes inside which the fields include the plane wave.
#[derive(Debug, Clone, Copy)]
pub struct TotalFieldBox {
    /// First and last node along each axis.
    pub nodes: [[usize; 2]; 3],
    /// Which ends of each axis have a face of the box.
    pub faces: [[bool; 2]; 3],
    /// The Bloch wave vector, the same at every frequency.
    pub bloch: [f64; 3],
    /// Where the phase is zero.
    pub origin: Point,
}

impl TotalFieldBox {
    /// The Bloch phase factor of the incident field at a point.
    pub fn turn(&self, at: Point) -> Complex {
        let phase = |a: usize| self.bloch[a] * (at[a] - self.origin[a]);
        Complex::cis(-(0..3).map(phase).sum::<f64>())
    }
}

/// The corrections of a plane wave: patches of the E half step, then of the H half step.
#[derive(Debug, Clone)]
pub struct Surface<T> {
    /// The patches of each half step.
    pub halves: [Vec<Patch<T>>; 2],
    /// Rows of points that its line has per step.
    rows: usize,
}

/// One component on one face, with the incident component missing there.
#[derive(Debug, Clone)]
pub struct Patch<T> {
    /// The corrected component.
    pub target: Component,
    /// Row of the line's table.
    pub incident: usize,
    /// The face's normal.
    pub normal: usize,
    /// The corrected nodes.
    pub nodes: Region,
    /// Per node, the first line point of the interpolation of its incident value.
    pub first: Vec<u32>,
    /// Per node, the position between the points.
    pub x: Vec<T>,
    /// Per node, s gain/l.
    pub factor: Vec<T>,
}

impl<T: Real> Surface<T> {
    /// The surface of a wave with the given line. `gain` is that of a spot divided by the length along an axis.
    pub fn new(
        wave: &TotalFieldBox,
        line: &IncidentLine,
        (grid, layout): (&Grid, &Layout),
        gain: impl Fn(Spot, usize) -> f64,
    ) -> Self {
        let halves = [HalfStep::E, HalfStep::H].map(|half| {
            let faces = (0..3).flat_map(|normal| [0, 1].map(|side| (normal, side)));
            let faces = faces.filter(|(normal, side)| wave.faces[*normal][*side]);
            let both = faces.flat_map(|(normal, side)| {
                [1, 2].map(|turn| Face {
                    half,
                    normal,
                    side,
                    turn,
                })
            });
            both.flat_map(|face| Patch::on(&face, wave, line, (grid, layout), &gain))
                .collect()
        });
        Self {
            halves,
            rows: line.components(),
        }
    }
}

impl<T: Real> Surface<T> {
    /// What is stored of it, in memory order. Incident components keep their rows in the table of the line.
    #[must_use]
    pub fn arranged(self, to: &Arrangement) -> Self {
        if to.is_plain() {
            return self;
        }
        let arranged = |patch: Patch<T>| {
            let Region { x, y, z } = patch.nodes.clone();
            let pieces = to.pieces(&[x, y, z]).into_iter();
            pieces.map(move |[nodes, stored]| patch.piece(to, &nodes, stored))
        };
        Self {
            halves: self
                .halves
                .map(|patches| patches.into_iter().flat_map(arranged).collect()),
            rows: self.rows,
        }
    }
}

impl<T> Surface<T> {
    /// Bytes per correction.
    pub const BYTES: u64 = (size_of::<u32>() + 2 * size_of::<T>()) as u64;

    /// Total bytes.
    pub fn bytes(&self) -> u64 {
        let patches = self.halves.iter().flatten();
        patches.map(|p| p.first.len() as u64 * Self::BYTES).sum()
    }
}

/// One of the two components on a side of the box.
struct Face {
    half: HalfStep,
    normal: usize,
    side: usize,
    /// The component along p (1) or q (2).
    turn: usize,
}

impl Face {
    fn component(half: HalfStep, axis: usize) -> Component {
        Component::ALL[half.first_component() + axis % 3]
    }

    /// The sign of the correction.
    fn sign(&self) -> f64 {
        let s = if (self.half == HalfStep::E) == (self.side == 0) {
            -1.0
        } else {
            1.0
        };
        if self.turn == 2 { s } else { -s }
    }

    /// Node indices along the normal of the corrected and of the missing component.
    fn places(&self, wave: &TotalFieldBox) -> [usize; 2] {
        let on = wave.nodes[self.normal][self.side];
        let outside = on - usize::from(self.side == 0);
        match self.half {
            HalfStep::E => [on, outside],
            HalfStep::H => [outside, on],
        }
    }
}

impl<T: Real> Patch<T> {
    /// The patches of one component on one face: one, or four where the incident field is complex.
    fn on(
        face: &Face,
        wave: &TotalFieldBox,
        line: &IncidentLine,
        (grid, layout): (&Grid, &Layout),
        gain: &impl Fn(Spot, usize) -> f64,
    ) -> Vec<Self> {
        let target = Face::component(face.half, face.normal + face.turn);
        let incident = Face::component(face.half.other(), face.normal + 3 - face.turn);
        let [place, missing] = face.places(wave);
        let [x, y, z] = std::array::from_fn(|a| {
            if a == face.normal {
                return place..place + 1;
            }
            let [first, last] = wave.nodes[a];
            first..last + usize::from(!is_staggered(target, a))
        });
        let nodes = Region { x, y, z }.intersection(&layout.part());
        let mut patch = Self {
            target,
            incident: incident as usize,
            normal: face.normal,
            first: Vec::new(),
            x: Vec::new(),
            factor: Vec::new(),
            nodes,
        };
        let mut factors = Vec::new();
        for node in patch.every_node() {
            let mut from = node;
            from[face.normal] = missing;
            let spot = Spot {
                node,
                component: target,
            };
            // The line reaches one cell beyond the box on every side.
            let Some(place) = line.place(grid, incident, from) else {
                unreachable!("{incident:?} of {from:?} is not on the line")
            };
            patch.first.push(place.first as u32);
            patch.x.push(T::of(place.x));
            let factor = face.sign() * gain(spot, face.normal);
            factors.push(wave.turn(position(grid, incident, from)) * factor);
        }
        match layout.imaginary {
            Some(part) if line.components() > Component::ALL.len() => patch.parts(&factors, part),
            _ => vec![patch.part([0; 2], factors.iter().map(|u| u.re))],
        }
    }

    /// The patches of both parts of the target, which lie `part` apart, from both parts of the line, each rotated node
    /// by node: with u = a + jb, u (re + j im) = (a re - b im) + j (b re + a im).
    fn parts(&self, factors: &[Complex], part: usize) -> Vec<Self> {
        let imaginary = Component::ALL.len();
        vec![
            self.part([0, 0], factors.iter().map(|u| u.re)),
            self.part([0, imaginary], factors.iter().map(|u| -u.im)),
            self.part([part, 0], factors.iter().map(|u| u.im)),
            self.part([part, imaginary], factors.iter().map(|u| u.re)),
        ]
    }

    /// The patch shifted within its rows and within the rows of the table, with these factors.
    fn part(&self, [later, rows]: [usize; 2], factors: impl Iterator<Item = f64>) -> Self {
        let Region { x, y, z } = self.nodes.clone();
        Self {
            incident: self.incident + rows,
            nodes: Region {
                x,
                y,
                z: z.start + later..z.end + later,
            },
            factor: factors.map(T::of).collect(),
            ..self.clone()
        }
    }

    /// Some of its nodes, which are stored at these places.
    fn piece(
        &self,
        to: &Arrangement,
        nodes: &[Range<usize>; 3],
        [x, y, z]: [Range<usize>; 3],
    ) -> Self {
        let [xs, ys, zs] = nodes;
        let rows = xs.clone().flat_map(|i| ys.clone().map(move |j| [i, j]));
        let all = rows.flat_map(|[i, j]| zs.clone().map(move |k| self.number([i, j, k])));
        let numbers: Vec<usize> = to.arranged(nodes, &all.collect::<Vec<_>>());
        Self {
            target: to.turn.component(self.target),
            incident: self.incident,
            normal: to.turn.axis(self.normal),
            nodes: Region { x, y, z },
            first: numbers.iter().map(|n| self.first[*n]).collect(),
            x: numbers.iter().map(|n| self.x[*n]).collect(),
            factor: numbers.iter().map(|n| self.factor[*n]).collect(),
        }
    }

    /// Its nodes, in storage order.
    pub fn every_node(&self) -> Vec<[usize; 3]> {
        let Region { x, y, z } = self.nodes.clone();
        let rows = x.flat_map(move |i| y.clone().map(move |j| [i, j]));
        rows.flat_map(move |[i, j]| z.clone().map(move |k| [i, j, k]))
            .collect()
    }

    /// Index of a node in its arrays.
    #[inline(always)]
    fn number(&self, [i, j, k]: [usize; 3]) -> usize {
        let Region { x, y, z } = &self.nodes;
        ((i - x.start) * y.len() + (j - y.start)) * z.len() + (k - z.start)
    }
}

/// The tables of the lines for a block, in the precision of the fields.
pub fn tables<T: Real>(lines: &mut [IncidentLine], block: Block) -> Vec<Vec<T>> {
    let table = |line: &mut IncidentLine| {
        let mut table = vec![0.0; block.steps * line.components() * line.points()];
        line.fill(block.first_step, block.steps, &mut table);
        table.into_iter().map(T::of).collect()
    };
    lines.iter_mut().map(table).collect()
}

/// The waves acting on the fields of a run during a block.
#[derive(Debug)]
pub struct IncidentOperator<'a, T> {
    /// The surfaces.
    pub surfaces: &'a [Surface<T>],
    /// The table of each.
    pub tables: &'a [Vec<T>],
    /// The block.
    pub block: Block,
    /// The fields.
    pub fields: Fields<'a, T>,
    /// Instructions to use.
    pub simd: SimdLevel,
}

// SAFETY: it writes the corrected nodes of the region and reads its tables.
unsafe impl<T: Real> Operator for IncidentOperator<'_, T> {
    fn reach(&self) -> usize {
        0
    }

    fn is_needed(&self) -> bool {
        !self.surfaces.is_empty()
    }

    unsafe fn apply(&self, half: HalfStep, region: &Region, step: u64) {
        let t = (step - self.block.first_step) as usize;
        for (surface, table) in self.surfaces.iter().zip(self.tables) {
            let points = table.len() / (self.block.steps * surface.rows);
            for patch in &surface.halves[half as usize] {
                let part = patch.nodes.intersection(region);
                if part.is_empty() {
                    continue;
                }
                let row = t * surface.rows + patch.incident;
                self.simd.run(CorrectBox {
                    fields: &self.fields,
                    patch,
                    part: &part,
                    values: &table[row * points..][..points],
                });
            }
        }
    }
}

/// The part of a patch inside a box.
struct CorrectBox<'a, 'b, T> {
    fields: &'a Fields<'b, T>,
    patch: &'a Patch<T>,
    part: &'a Region,
    /// The incident component on the points of the line.
    values: &'a [T],
}

impl<T: Real> Kernel for CorrectBox<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let (z, n) = (self.part.z.start, self.part.z.len());
        for i in self.part.x.clone() {
            for j in self.part.y.clone() {
                let at = self.fields.layout.row(i, j) + z;
                // SAFETY: the row lies in the region passed by the caller of `apply`.
                let row =
                    unsafe { self.fields.components[self.patch.target as usize].get_mut(at, n) };
                let from = self.patch.number([i, j, z]);
                let mut k = 0;
                while k + CHUNK <= n {
                    self.correct::<CHUNK>(&mut row[k..], from + k);
                    k += CHUNK;
                }
                while k < n {
                    self.correct::<1>(&mut row[k..], from + k);
                    k += 1;
                }
            }
        }
    }
}

impl<T: Real> CorrectBox<'_, '_, T> {
    /// Corrects the first N values of a row, whose array entries begin at `from`.
    #[inline(always)]
    fn correct<const N: usize>(&self, row: &mut [T], from: usize) {
        let Patch {
            first, x, factor, ..
        } = self.patch;
        let first: [u32; N] = std::array::from_fn(|n| first[from + n]);
        let [x, factor] = [x, factor].map(|row| std::array::from_fn::<T, N, _>(|n| row[from + n]));
        let incident = interpolate(self.values, first, x);
        for n in 0..N {
            row[n] = couple(row[n], factor[n], incident[n]);
        }
    }
}
