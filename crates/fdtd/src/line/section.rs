//! The cross-section of a line: weights of voltage, current and source on the components of its nodes.

use crate::line::Weight;
use poynting_grid::{Grid, dual_length};
use poynting_scene::{Component, GuideFamily, GuideMode, Line, LinePort};
use std::f64::consts::PI;
use std::ops::RangeInclusive;

/// Lines closer to an edge than this fraction of a cell lie on it.
const SLACK: f64 = 1e-6;
/// A square loop around the inner conductor keeps this clearance from both.
const CLEARANCE: f64 = 0.97;

/// The weights of a cross-section, at nodes along its two axes.
pub struct Section {
    /// Weights of E, for the voltage.
    pub voltage: Vec<Weight>,
    /// Weights of H half a cell further along the axis, for the current along +axis.
    pub current: Vec<Weight>,
    /// E of a wave of one volt.
    pub launch: Launch,
}

/// The source of a wave.
#[derive(Debug, Clone)]
pub enum Launch {
    /// This distribution of E.
    Field(Vec<Weight>),
    /// The static field of the conductor at this node.
    Static([usize; 2]),
}

/// One axis of a cross-section and the grid along it.
#[derive(Clone, Copy)]
struct Side<'a> {
    axis: usize,
    grid: &'a Grid,
}

impl<'a> Side<'a> {
    fn e(self) -> Component {
        Component::ALL[self.axis]
    }

    fn h(self) -> Component {
        Component::ALL[3 + self.axis]
    }

    fn lines(self) -> &'a [f64] {
        &self.grid.lines[self.axis]
    }

    fn cell(self, n: usize) -> f64 {
        self.lines()[n + 1] - self.lines()[n]
    }

    fn middle(self, n: usize) -> f64 {
        f64::midpoint(self.lines()[n], self.lines()[n + 1])
    }

    fn dual(self, n: usize) -> f64 {
        dual_length(self.grid, self.axis, n, false)
    }

    fn nearest(self, x: f64) -> usize {
        self.grid.nearest_line(self.axis, x)
    }

    /// Whether a node lies at a coordinate.
    fn is_at(self, n: usize, x: f64) -> bool {
        let cell = self.cell(n.min(self.lines().len() - 2));
        (self.lines()[n] - x).abs() < SLACK * cell
    }

    /// Nodes from one coordinate to another.
    fn nodes(self, from: f64, to: f64) -> Option<RangeInclusive<usize>> {
        let slack = SLACK * self.cell(self.grid.locate(self.axis, from));
        let first = self.lines().partition_point(|l| *l < from - slack);
        let after = self.lines().partition_point(|l| *l <= to + slack);
        (first < after).then(|| first..=after - 1)
    }
}

impl Section {
    /// The cross-section of a port, or the problem with it.
    pub fn new(port: &LinePort, grid: &Grid) -> Result<Self, &'static str> {
        let sides = port.across().map(|axis| Side { axis, grid });
        let cross = Cross { port, sides };
        match port.line {
            Line::Microstrip {
                axis,
                sign,
                thickness,
            } => cross.microstrip(axis, sign, thickness),
            Line::Coplanar { axis, gap } => cross.coplanar(axis, gap),
            Line::Coaxial { inner } => cross.coaxial(inner),
            Line::Guide(mode) => Ok(cross.guide(mode)),
        }
    }
}

struct Cross<'a> {
    port: &'a LinePort,
    /// The axes of the cross-section; with the axis of the line before them they are right-handed.
    sides: [Side<'a>; 2],
}

impl Cross<'_> {
    /// The two sides with the given axis first; true if that is not their order.
    fn ordered(&self, axis: usize) -> ([Side<'_>; 2], bool) {
        let [a, b] = self.sides;
        if a.axis == axis {
            ([a, b], false)
        } else {
            ([b, a], true)
        }
    }

    fn microstrip(&self, axis: usize, sign: f64, thickness: f64) -> Result<Section, &'static str> {
        let ([up, wide], swapped) = self.ordered(axis);
        let at = |u: usize, w: usize| if swapped { [w, u] } else { [u, w] };
        let (from, to) = (self.port.from, self.port.to);
        let [low, high] = [from[axis], to[axis]].map(|x| up.nearest(x));
        if low == high {
            return Err(
                "has its strip and its ground on the same grid line; refine the grid between them",
            );
        }
        let strip = wide.nodes(from[wide.axis], to[wide.axis]);
        let strip = strip.ok_or("has no grid line across its strip; refine the grid there")?;
        let middle = wide.nearest(f64::midpoint(from[wide.axis], to[wide.axis]));
        let (bottom, top) = if sign > 0.0 {
            (high, up.nearest(to[axis] + thickness))
        } else {
            (up.nearest(from[axis] - thickness), low)
        };
        let path = (low..high).map(|u| (up.e(), at(u, middle), -sign * up.cell(u)));
        let anchor = at(if sign > 0.0 { high } else { low }, middle);
        let [first, second] = if swapped {
            [strip, bottom..=top]
        } else {
            [bottom..=top, strip]
        };
        Ok(Section {
            voltage: path.collect(),
            current: self.circulation(&first, &second),
            launch: Launch::Static(anchor),
        })
    }

    fn coplanar(&self, axis: usize, gap: f64) -> Result<Section, &'static str> {
        let ([wide, up], swapped) = self.ordered(axis);
        let at = |w: usize, u: usize| if swapped { [u, w] } else { [w, u] };
        let (from, to) = (self.port.from, self.port.to);
        let plane = up.nearest(from[up.axis]);
        let strip = wide.nodes(from[axis] + gap, to[axis] - gap);
        let strip = strip.ok_or("has no grid line across its strip; refine the grid there")?;
        let inside = wide.nodes(from[axis], to[axis]);
        let inside = inside.ok_or("has no grid line between its grounds; refine the grid there")?;
        // From the last line on a ground to the first one on the strip.
        let ground = |x: f64, n: usize, step: isize| {
            if wide.is_at(n, x) {
                n
            } else {
                n.saturating_add_signed(step)
            }
        };
        let left = ground(from[axis], *inside.start(), -1)..*strip.start();
        let right = *strip.end()..ground(to[axis], *inside.end(), 1);
        let mut voltage = Vec::new();
        for (cells, sign) in [(left, -1.0), (right, 1.0)] {
            for w in cells {
                voltage.push((wide.e(), at(w, plane), 0.5 * sign * wide.cell(w)));
            }
        }
        let anchor = at(*strip.start(), plane);
        let [first, second] = if swapped {
            [plane..=plane, strip]
        } else {
            [strip, plane..=plane]
        };
        Ok(Section {
            voltage,
            current: self.circulation(&first, &second),
            launch: Launch::Static(anchor),
        })
    }

    fn coaxial(&self, inner: f64) -> Result<Section, &'static str> {
        let [a, b] = self.sides;
        let (from, to) = (self.port.from, self.port.to);
        let centre = [a, b].map(|s| f64::midpoint(from[s.axis], to[s.axis]));
        let outer = 0.5 * (to[a.axis] - from[a.axis]);
        let node = [a.nearest(centre[0]), b.nearest(centre[1])];
        let mut voltage = Vec::new();
        for (n, side) in self.sides.into_iter().enumerate() {
            let cells = side.nearest(from[side.axis])..side.nearest(to[side.axis]);
            for cell in cells {
                let mut at = node;
                at[n] = cell;
                let outward = if cell >= node[n] { 1.0 } else { -1.0 };
                voltage.push((side.e(), at, 0.25 * outward * side.cell(cell)));
            }
        }
        // A square between the two circles.
        let half = (inner * outer).sqrt().min(CLEARANCE * outer / 2f64.sqrt());
        if half * CLEARANCE < inner {
            return Err(
                "leaves no room for a square contour around its inner conductor; its radii are too close to each other",
            );
        }
        let around = |n: usize| self.sides[n].nodes(centre[n] - half, centre[n] + half);
        let (Some(first), Some(second)) = (around(0), around(1)) else {
            return Err("has no grid lines across its inner conductor; refine the grid there");
        };
        Ok(Section {
            voltage,
            current: self.circulation(&first, &second),
            launch: Launch::Static(node),
        })
    }

    fn guide(&self, GuideMode { family, order }: GuideMode) -> Section {
        let (from, to) = (self.port.from, self.port.to);
        let corner = self.sides.map(|s| from[s.axis]);
        let size = self.sides.map(|s| to[s.axis] - from[s.axis]);
        // The first mode number counts along the longer side.
        let [m, n] = if size[0] >= size[1] {
            order
        } else {
            [order[1], order[0]]
        };
        let (m, n) = (f64::from(m), f64::from(n));
        let amplitude = match family {
            GuideFamily::Te => [n / size[1], -m / size[0]],
            GuideFamily::Tm => [m / size[0], n / size[1]],
        };
        let mut edges = Vec::new();
        let mut norm = 0.0;
        self.every_edge(|component, at, [x, y]| {
            let (u, v) = (
                m * PI * (x - corner[0]) / size[0],
                n * PI * (y - corner[1]) / size[1],
            );
            let [a, b] = self.sides;
            let (e, area) = if component == a.e() {
                (
                    amplitude[0] * u.cos() * v.sin(),
                    a.cell(at[0]) * b.dual(at[1]),
                )
            } else {
                (
                    amplitude[1] * u.sin() * v.cos(),
                    a.dual(at[0]) * b.cell(at[1]),
                )
            };
            norm += e * e * area;
            edges.push((component, at, e, area));
        });
        let root = norm.sqrt();
        let [a, b] = self.sides;
        let (mut voltage, mut current, mut field) = (Vec::new(), Vec::new(), Vec::new());
        for (component, at, e, area) in edges {
            let e = e / root;
            if e.abs() * area.sqrt() < 1e-9 {
                continue;
            }
            field.push((component, at, e));
            voltage.push((component, at, e * area));
            // Along the line e x H: the first component with the second of H, and vice versa with a minus sign.
            let across = if component == a.e() {
                (b.h(), 1.0)
            } else {
                (a.h(), -1.0)
            };
            current.push((across.0, at, across.1 * e * area));
        }
        Section {
            voltage,
            current,
            launch: Launch::Field(field),
        }
    }

    /// Every transverse edge of the box with the position of its midpoint.
    fn every_edge(&self, mut take: impl FnMut(Component, [usize; 2], [f64; 2])) {
        let [a, b] = self.sides;
        let (from, to) = (self.port.from, self.port.to);
        let [xs, ys] = [a, b].map(|s| (s.nearest(from[s.axis]), s.nearest(to[s.axis])));
        for i in xs.0..=xs.1 {
            for j in ys.0..=ys.1 {
                if i < xs.1 {
                    take(a.e(), [i, j], [a.middle(i), b.lines()[j]]);
                }
                if j < ys.1 {
                    take(b.e(), [i, j], [a.lines()[i], b.middle(j)]);
                }
            }
        }
    }

    /// The circulation of H around nodes of the cross-section.
    fn circulation(&self, xs: &RangeInclusive<usize>, ys: &RangeInclusive<usize>) -> Vec<Weight> {
        let [a, b] = self.sides;
        let mut loop_ = Vec::new();
        for j in ys.clone() {
            loop_.push((b.h(), [*xs.end(), j], b.dual(j)));
            if let Some(before) = xs.start().checked_sub(1) {
                loop_.push((b.h(), [before, j], -b.dual(j)));
            }
        }
        for i in xs.clone() {
            loop_.push((a.h(), [i, *ys.end()], -a.dual(i)));
            if let Some(before) = ys.start().checked_sub(1) {
                loop_.push((a.h(), [i, before], a.dual(i)));
            }
        }
        loop_
    }
}
