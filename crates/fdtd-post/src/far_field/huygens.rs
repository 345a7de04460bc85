//! Equivalent currents on a box of grid planes, exact on the grid.
//!
//! Take the actual field outside the box and zero inside, counting tangential E on the box itself as inside. It
//! satisfies the discrete Maxwell equations with the currents due to the jump:
//!
//! ```text
//! J = n x H   at E on plane i,               with H from the half plane outside (i + 1/2 or i - 1/2)
//! M = -n x E  at H on the half plane outside, with E from plane i
//! ```
//!
//! (the consistency condition of total-field/scattered-field, read backwards: A. Taflove, S. Hagness, Computational
//! Electrodynamics, 3rd ed., ch. 5 and 8; S. A. Schelkunoff, Bell Syst. Tech. J. 15, 92, 1936). Nothing is averaged. With (n,
//! a, b) cyclic, `H_a` gives `J_b` and `E_b` gives `M_a`, both with the area (dual length along a) x (primal length along b),
//! also at the edges of the box: there a whole dual length belongs to each of the two faces, since the sheets reach half a
//! cell beyond the edge. Only on an image plane is it half of one, the other half belonging to the image.
//!
//! The field inside a guide that leaves the box does not count ([`Face`]): the moments of its edges are zero.
//!
//! Tested: in a Yee lattice with graded cells these currents alone reproduce, to rounding, the field of an
//! interior source outside the box, and zero inside.

use crate::far_field::currents::Currents;
use crate::far_field::surface::{Base, BoxError, Face, Side, Surface, Wave};
use poynting_grid::{Grid, HalfStep, Spot};
use poynting_physics::{Complex, IsotropicMedium};
use poynting_scene::{Component, Point, Symmetry};
use std::collections::BTreeSet;
use std::ops::Range;

/// The kind of an equivalent current.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Current {
    /// From H.
    Electric,
    /// From E.
    Magnetic,
}

impl Current {
    /// The half step that provides its fields.
    pub fn half(self) -> HalfStep {
        match self {
            Self::Electric => HalfStep::H,
            Self::Magnetic => HalfStep::E,
        }
    }
}

/// One current element: its moment is `weight` times the field at `spot`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Element {
    /// The recorded component and node.
    pub spot: Spot,
    /// The resulting current.
    pub current: Current,
    /// The axis along which the current flows.
    pub axis: usize,
    /// Where the current is, in metres.
    pub position: Point,
    /// Signed area, in m^2.
    pub weight: f64,
}

/// The part of a sheet that depends on one axis.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    nodes: Range<usize>,
    /// Coordinates of the currents.
    pub at: Vec<f64>,
    /// Lengths in the plane; the sign along the normal.
    pub weight: Vec<f64>,
}

impl Line {
    /// The cells of a range, with values at their centres.
    fn cells(lines: &[f64], cells: Range<usize>) -> Self {
        let ends = || lines[cells.start..=cells.end].windows(2);
        Self {
            at: ends().map(|w| 0.5 * (w[0] + w[1])).collect(),
            weight: ends().map(|w| w[1] - w[0]).collect(),
            nodes: cells,
        }
    }

    /// The nodes of a range with their dual lengths: half a cell at the end of the grid.
    fn nodes(lines: &[f64], nodes: Range<usize>) -> Self {
        let last = lines.len() - 1;
        let dual = |i: usize| 0.5 * (lines[(i + 1).min(last)] - lines[i.saturating_sub(1)]);
        Self {
            at: lines[nodes.clone()].to_vec(),
            weight: nodes.clone().map(dual).collect(),
            nodes,
        }
    }

    fn across(node: usize, at: f64, sign: f64) -> Self {
        Self {
            nodes: node..node + 1,
            at: vec![at],
            weight: vec![sign],
        }
    }
}

/// The currents of one kind and direction on one face: a product of three lines, rows along the last axis.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sheet {
    pub current: Current,
    pub axis: usize,
    component: Component,
    pub lines: [Line; 3],
    /// Excluded elements, by index; empty if there are none.
    left_out: Vec<bool>,
}

impl Sheet {
    /// Number of elements.
    pub fn len(&self) -> usize {
        self.lines.iter().map(|l| l.at.len()).product()
    }

    /// Axes in the plane, the fastest-varying last, and the normal axis.
    pub fn axes(&self) -> [usize; 3] {
        match [0, 1, 2].map(|a| self.lines[a].at.len()) {
            [1, _, _] => [1, 2, 0],
            [_, 1, _] => [0, 2, 1],
            _ => [0, 1, 2],
        }
    }

    /// The indices of its elements along the three lines, in order.
    fn places(&self) -> impl Iterator<Item = [usize; 3]> + use<> {
        let [x, y, z] = self.lines.each_ref().map(|l| 0..l.at.len());
        x.flat_map(move |i| {
            let z = z.clone();
            y.clone()
                .flat_map(move |j| z.clone().map(move |k| [i, j, k]))
        })
    }

    /// Excludes the elements for edges along axis `b`, in a plane normal to `normal`, that end at one of these nodes.
    fn leave_out(
        &mut self,
        nodes: &BTreeSet<[usize; 3]>,
        (normal, plane): (usize, usize),
        b: usize,
    ) {
        let starts = self.lines.each_ref().map(|l| l.nodes.start);
        let is_out = |at: [usize; 3]| {
            let mut node: [usize; 3] = std::array::from_fn(|a| starts[a] + at[a]);
            node[normal] = plane;
            let first = nodes.contains(&node);
            node[b] += 1;
            first || nodes.contains(&node)
        };
        self.left_out = self.places().map(is_out).collect();
    }

    pub fn elements(&self) -> impl Iterator<Item = Element> {
        let counts = |n: usize| f64::from(!self.left_out.get(n).is_some_and(|out| *out));
        self.places().enumerate().map(move |(n, at)| Element {
            spot: Spot {
                node: [0, 1, 2].map(|a| self.lines[a].nodes.start + at[a]),
                component: self.component,
            },
            current: self.current,
            axis: self.axis,
            position: [0, 1, 2].map(|a| self.lines[a].at[at[a]]),
            weight: counts(n) * (0..3).map(|a| self.lines[a].weight[at[a]]).product::<f64>(),
        })
    }
}

/// An image plane normal to an axis.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Mirror {
    base: Base,
    at: f64,
}

/// A box of equivalent currents.
#[derive(Debug, Clone, PartialEq)]
pub struct Huygens {
    pub(super) sheets: Vec<Sheet>,
    mirrors: [Option<Mirror>; 3],
    half_diagonal: f64,
    pub(super) centre: Point,
    pub(super) medium: IsotropicMedium,
    pub(super) wave: Wave,
    /// Typical cell size along each axis.
    pub(super) cell: [f64; 3],
}

impl Huygens {
    /// The currents of a box.
    pub fn new(grid: &Grid, surface: &Surface) -> Result<Self, BoxError> {
        surface.check(grid)?;
        let end = |axis: usize, side| match side {
            Side::Lower => grid.lines[axis][surface.lo[axis]],
            Side::Upper => grid.lines[axis][surface.hi[axis]],
        };
        let mut sheets = Vec::new();
        for normal in 0..3 {
            for side in [Side::Lower, Side::Upper] {
                if surface.has_face(normal, side) {
                    sheets.extend(face(grid, surface, normal, side));
                }
            }
        }
        let half_extent = |axis: usize| {
            let extent = end(axis, Side::Upper) - end(axis, Side::Lower);
            surface.bases[axis].map_or(0.5 * extent, |_| extent)
        };
        Ok(Self {
            sheets,
            mirrors: std::array::from_fn(|axis| {
                let base = surface.bases[axis]?;
                let at = end(axis, base.side());
                Some(Mirror { base, at })
            }),
            half_diagonal: (0..3).map(half_extent).fold(0.0, f64::hypot),
            centre: surface.centre,
            medium: surface.medium,
            wave: surface.wave,
            cell: std::array::from_fn(|a| typical(&grid.lines[a][surface.lo[a]..=surface.hi[a]])),
        })
    }

    /// All elements, in a fixed order.
    pub fn elements(&self) -> impl Iterator<Item = Element> {
        self.sheets.iter().flat_map(Sheet::elements)
    }

    /// The spots of one half step, in the order in which [`TimeFarField`](super::TimeFarField) takes their values. A spot on an
    /// edge of the box occurs once for each face.
    pub fn spots(&self, half: HalfStep) -> impl Iterator<Item = Spot> {
        let elements = self.elements().filter(move |e| e.current.half() == half);
        elements.map(|e| e.spot)
    }

    /// The currents at an angular frequency; `value` returns the phasor of a spot.
    pub fn currents(&self, omega: f64, value: impl FnMut(Spot) -> Complex) -> Currents<'_> {
        Currents::new(self, omega, value)
    }

    /// Bytes of [`Huygens::currents`].
    pub(crate) fn currents_bytes(&self) -> u64 {
        let elements: usize = self.sheets.iter().map(Sheet::len).sum();
        (elements * size_of::<Complex>()) as u64
    }

    /// Radius of the smallest sphere enclosing box and images, in metres.
    pub fn radius(&self) -> f64 {
        self.half_diagonal
    }

    /// Upper bound on the distance of a current from the centre.
    pub(super) fn reach(&self) -> f64 {
        let along = |axis: usize| {
            let images = self.sheets.iter().flat_map(|s| self.images(s, axis));
            let at = images.flat_map(|(_, at)| at);
            at.fold(0.0, |most: f64, x| most.max(x.abs()))
        };
        (0..3).map(along).fold(0.0, f64::hypot)
    }

    /// Ratio of the power leaving the whole structure, images included, to that leaving the modelled box.
    pub(super) fn copies(&self) -> f64 {
        let symmetric = |m: &&Mirror| matches!(m.base, Base::Symmetry(_));
        let planes = self.mirrors.iter().flatten().filter(symmetric).count();
        f64::from(1_u32 << planes)
    }

    /// The part of the full sphere that is not behind a ground.
    pub(super) fn open_part(&self) -> f64 {
        let ground = |m: &&Mirror| matches!(m.base, Base::Ground(_));
        let planes = self.mirrors.iter().flatten().filter(ground).count();
        1.0 / f64::from(1_u32 << planes)
    }

    /// Whether a direction points behind a ground; the horizon does not, even with rounding error.
    pub(super) fn hides(&self, unit: Point) -> bool {
        (0..3).any(|a| {
            let outward = match self.mirrors[a].map(|m| m.base) {
                Some(Base::Ground(Side::Lower)) => unit[a],
                Some(Base::Ground(Side::Upper)) => -unit[a],
                _ => 0.0,
            };
            outward < -1e-9
        })
    }

    /// Coordinates along an axis, from the centre, of a sheet and then of its image with the image's sign. Currents have
    /// the parity of the corresponding field: R. F. Harrington, Time-Harmonic Electromagnetic Fields, sec. 3-3.
    pub(super) fn images(&self, sheet: &Sheet, axis: usize) -> Vec<(f64, Vec<f64>)> {
        let at = &sheet.lines[axis].at;
        let centre = self.centre[axis];
        let mut all = vec![(1.0, at.iter().map(|x| x - centre).collect())];
        if let Some(mirror) = self.mirrors[axis] {
            let electric_current = sheet.current == Current::Electric;
            let electric_plane = mirror.base.kind() == Symmetry::Electric;
            let normal = sheet.axis == axis;
            let even = (electric_current == normal) == electric_plane;
            let image = at.iter().map(|x| 2.0 * mirror.at - x - centre);
            all.push((if even { 1.0 } else { -1.0 }, image.collect()));
        }
        all
    }
}

/// The uniform cell size with the same phase error, which is quadratic in the cell size.
fn typical(lines: &[f64]) -> f64 {
    let cubes: f64 = lines.windows(2).map(|w| (w[1] - w[0]).powi(3)).sum();
    (cubes / (lines[lines.len() - 1] - lines[0])).sqrt()
}

/// The four sheets of a face: J and M for each of the two tangential directions, J before the M of the same
/// positions.
fn face(grid: &Grid, surface: &Surface, normal: usize, side: Side) -> Vec<Sheet> {
    let lines = &grid.lines;
    let (plane, outside, outward) = match side {
        Side::Lower => (surface.lo[normal], surface.lo[normal] - 1, -1.0),
        Side::Upper => (surface.hi[normal], surface.hi[normal], 1.0),
    };
    let beside = 0.5 * (lines[normal][outside] + lines[normal][outside + 1]);
    let (next, after) = ((normal + 1) % 3, (normal + 2) % 3);
    let mut sheets = Vec::new();
    // n x a = b for the cyclic order, n x a = -b for the other one.
    for (a, b, sign) in [(next, after, outward), (after, next, -outward)] {
        let (lo, hi) = (surface.lo, surface.hi);
        let along_a = Line::nodes(&lines[a], lo[a]..hi[a] + 1);
        let along_b = Line::cells(&lines[b], lo[b]..hi[b]);
        let sheet = |current, axis, component, across: Line| Sheet {
            current,
            axis,
            component,
            lines: std::array::from_fn(|axis| match axis {
                _ if axis == a => along_a.clone(),
                _ if axis == b => along_b.clone(),
                _ => across.clone(),
            }),
            left_out: Vec::new(),
        };
        let (h, e) = (Component::ALL[3 + a], Component::ALL[b]);
        let electric = Line::across(outside, lines[normal][plane], sign);
        let magnetic = Line::across(plane, beside, sign);
        for mut sheet in [
            sheet(Current::Electric, b, h, electric),
            sheet(Current::Magnetic, a, e, magnetic),
        ] {
            if let Face::Pierced(nodes) = surface.face(normal, side) {
                sheet.leave_out(nodes, (normal, plane), b);
            }
            sheets.push(sheet);
        }
    }
    sheets
}
