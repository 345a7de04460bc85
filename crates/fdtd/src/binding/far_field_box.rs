//! Bodies that extend beyond the far-field box.
//!
//! The currents on the box give the far field only if the outside is free space (`crates/fdtd-post/src/far_field/surface.rs`). Bodies that cross a
//! face, or lie beyond it, are reported by name. The inside of a waveguide or a coaxial line with a port is found and excluded: starting from the
//! port's cross-section, moved along its axis to the face, the nodes of the face are flood-filled up to metal. A region completely enclosed by metal
//! is not part of the outside; one that reaches the rim of the face is.

use crate::binding::bodies::{Bodies, SLACK};
use poynting_fdtd_post::far_field::{Base, Face, Side, Surface};
use poynting_geometry::Aabb;
use poynting_grid::text::axis_name;
use poynting_scene::{Line, LinePort, Point};
use std::collections::BTreeSet;

/// Points between two nodes tested for metal: no wall thicker than a ninth of a cell is missed.
const BETWEEN: u32 = 8;

/// A box on its grid.
pub(super) struct FarFieldBox<'a> {
    pub bodies: Bodies<'a>,
    pub surface: &'a Surface,
}

/// One face: its normal, and the position along it at which bodies are searched for.
struct Look {
    normal: usize,
    side: Side,
    plane: usize,
    level: f64,
}

/// Nodes of a face.
type Nodes = BTreeSet<[usize; 3]>;

impl FarFieldBox<'_> {
    /// Which part of each face counts, given those that are open.
    pub fn faces(&self, open: [[bool; 2]; 3]) -> [[Face; 2]; 3] {
        std::array::from_fn(|normal| {
            [Side::Lower, Side::Upper].map(|side| {
                if open[normal][side as usize] {
                    return Face::Open;
                }
                let Some(look) = self.look(normal, side) else {
                    return Face::Closed;
                };
                let ports = self.bodies.scene.line_ports.iter();
                let ports = ports.filter(|port| port.axis == normal);
                let inside: Nodes = ports.flat_map(|port| self.enclosed(port, &look)).collect();
                if inside.is_empty() {
                    Face::Closed
                } else {
                    Face::Pierced(inside)
                }
            })
        })
    }

    /// A message about bodies that extend beyond the box of a monitor.
    pub fn warning(&self, monitor: &str) -> Option<String> {
        let (mut cut, mut faces) = (Vec::new(), Vec::new());
        for (normal, side) in sides() {
            let Some(look) = self.look(normal, side) else {
                continue;
            };
            let found = self.cut_by(&look);
            if !found.is_empty() {
                faces.push(name_of(normal, side));
            }
            cut.extend(found);
        }
        let outside = self.outside();
        if !cut.is_empty() {
            return Some(format!(
                "the box of monitor `{monitor}` cuts {} at {}: the part outside radiates too, so the far field, the directivity and the gain are wrong; \
                 enlarge the box to contain all of it with an empty cell on every side, or, where a line or a board must leave the box, exclude the face with open = [{}]",
                listed(cut),
                faces.join(", "),
                faces
                    .iter()
                    .map(|face| format!("\"{face}\""))
                    .collect::<Vec<_>>()
                    .join(", ")
            ));
        }
        (!outside.is_empty()).then(|| {
            format!(
                "{} lies outside the box of monitor `{monitor}`, but scatters too, so the far field is wrong; enlarge the box to contain it",
                listed(outside)
            )
        })
    }

    /// The search position of a face, if it counts and there are cells outside it.
    fn look(&self, normal: usize, side: Side) -> Option<Look> {
        let lines = &self.bodies.context.grid.lines[normal];
        let (plane, beyond) = match side {
            Side::Lower => (
                self.surface.lo[normal],
                self.surface.lo[normal].checked_sub(1)?,
            ),
            Side::Upper => (self.surface.hi[normal], self.surface.hi[normal] + 1),
        };
        if !self.surface.has_face(normal, side) || beyond >= lines.len() {
            return None;
        }
        // A body that ends at the face is inside.
        let level = lines[plane] + SLACK * (lines[beyond] - lines[plane]);
        Some(Look {
            normal,
            side,
            plane,
            level,
        })
    }

    fn across(look: &Look) -> [usize; 2] {
        [(look.normal + 1) % 3, (look.normal + 2) % 3]
    }

    /// A point of a face.
    fn point(look: &Look, [u, v]: [f64; 2]) -> Point {
        let [a, b] = Self::across(look);
        let mut at = [look.level; 3];
        (at[a], at[b]) = (u, v);
        at
    }

    /// The nodes of a face inside a port's waveguide; none if it does not cross the face.
    fn enclosed(&self, port: &LinePort, look: &Look) -> Nodes {
        let across = Self::across(look);
        let lines = across.map(|a| &self.bodies.context.grid.lines[a]);
        let Some(start) = self.start(port, across) else {
            return Nodes::new();
        };
        let ends = across.map(|a| [self.surface.lo[a], self.surface.hi[a]]);
        let is_rim = |at: [usize; 2]| (0..2).any(|s| self.is_rim(across[s], at[s]));
        let place = |at: [usize; 2]| [lines[0][at[0]], lines[1][at[1]]];
        let is_inside = (0..2).all(|s| (ends[s][0]..=ends[s][1]).contains(&start[s]));
        if !is_inside || self.bodies.is_metal(Self::point(look, place(start))) {
            return Nodes::new();
        }
        let mut found = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            if is_rim(at) {
                return Nodes::new();
            }
            for (s, forth) in [(0, false), (0, true), (1, false), (1, true)] {
                let mut next = at;
                next[s] = if forth {
                    (at[s] + 1).min(ends[s][1])
                } else {
                    at[s].saturating_sub(1).max(ends[s][0])
                };
                let is_new = !found.contains(&next);
                if is_new && self.is_free(look, [place(at), place(next)]) {
                    found.insert(next);
                    open.push(next);
                }
            }
        }
        let node = |at: &[usize; 2]| {
            let mut node = [look.plane; 3];
            (node[across[0]], node[across[1]]) = (at[0], at[1]);
            node
        };
        found.iter().map(node).collect()
    }

    /// The start node inside a waveguide: its middle, or between the conductors of a coaxial line.
    fn start(&self, port: &LinePort, [a, b]: [usize; 2]) -> Option<[usize; 2]> {
        let aside = match port.line {
            Line::Guide(_) => 0.0,
            Line::Coaxial { inner } => 0.5 * (inner + 0.5 * (port.to[a] - port.from[a])),
            Line::Microstrip { .. } | Line::Coplanar { .. } => return None,
        };
        let middle = |axis: usize| f64::midpoint(port.from[axis], port.to[axis]);
        let nearest = |axis: usize, x: f64| self.bodies.context.grid.nearest_line(axis, x);
        Some([nearest(a, middle(a) + aside), nearest(b, middle(b))])
    }

    /// Whether a line of a face is at its rim; there is no rim on a symmetry plane or a ground.
    fn is_rim(&self, axis: usize, node: usize) -> bool {
        let stands = self.surface.bases[axis].map(Base::side);
        node == self.surface.lo[axis] && stands != Some(Side::Lower)
            || node == self.surface.hi[axis] && stands != Some(Side::Upper)
    }

    /// Whether no metal lies between two nodes.
    fn is_free(&self, look: &Look, [from, to]: [[f64; 2]; 2]) -> bool {
        (1..=BETWEEN + 1).all(|n| {
            let part = f64::from(n) / f64::from(BETWEEN + 1);
            let at = [0, 1].map(|s| from[s] + part * (to[s] - from[s]));
            !self.bodies.is_metal(Self::point(look, at))
        })
    }

    /// The names of the structures that cross a face.
    fn cut_by(&self, look: &Look) -> Vec<String> {
        let none = Nodes::new();
        let inside = match &self.surface.faces[look.normal][look.side as usize] {
            Face::Pierced(nodes) => nodes,
            Face::Closed | Face::Open => &none,
        };
        let structures = self.bodies.scene.structures.iter().enumerate();
        let cut = structures.filter(|(n, _)| !self.bodies.is_free_space(*n));
        let cut = cut.filter(|(n, _)| self.crosses(*n, look, inside));
        let mut names: Vec<String> = cut.map(|(_, s)| s.name.clone()).collect();
        let wires = self.bodies.scene.wires.iter();
        let cut = wires.filter(|wire| {
            let mut pieces = wire.points.windows(2);
            pieces.any(|ends| self.meets(look, &spanned(ends[0], ends[1])))
        });
        names.extend(cut.map(|wire| wire.name.clone()));
        names
    }

    /// Whether a box intersects a face.
    fn meets(&self, look: &Look, bounds: &Aabb) -> bool {
        let lines = &self.bodies.context.grid.lines;
        let over = |a: usize| {
            let (low, high) = (lines[a][self.surface.lo[a]], lines[a][self.surface.hi[a]]);
            bounds.min[a] <= high && bounds.max[a] >= low
        };
        bounds.min[look.normal] < look.level
            && bounds.max[look.normal] > look.level
            && Self::across(look).into_iter().all(over)
    }

    /// Whether a structure crosses a face other than inside a waveguide or as its wall.
    fn crosses(&self, structure: usize, look: &Look, inside: &Nodes) -> bool {
        let sheet = self.bodies.sheet(structure);
        let bounds = sheet.unwrap_or(self.bodies.context.solids[structure].0.bounds());
        if !self.meets(look, &bounds) {
            return false;
        }
        let across = Self::across(look);
        // Nodes have even indices, the midpoints between them odd ones.
        let [us, vs] = across.map(|a| self.halves(a, [bounds.min[a], bounds.max[a]]));
        let is_metal = self.bodies.kind(structure).is_metal();
        let mut crosses = false;
        for (i, u) in &us {
            for (j, v) in &vs {
                let at = Self::point(look, [*u, *v]);
                let is_there = match &sheet {
                    Some(sheet) => self.bodies.lies_in(at, sheet),
                    None => self.bodies.filling(at) == Some(structure),
                };
                if !is_there {
                    continue;
                }
                match nearness(inside, (look, across), [*i, *j]) {
                    Some(0..=1) => {}
                    // The wall of the guide, as far as it extends.
                    Some(_) if is_metal => return false,
                    _ => crosses = true,
                }
            }
        }
        crosses
    }

    /// Nodes of a face within a range and the midpoints between them, with twice their index.
    fn halves(&self, axis: usize, [from, to]: [f64; 2]) -> Vec<(usize, f64)> {
        let lines = &self.bodies.context.grid.lines[axis];
        let (lo, hi) = (self.surface.lo[axis], self.surface.hi[axis]);
        let at = |n: usize| match n % 2 {
            0 => lines[n / 2],
            _ => f64::midpoint(lines[n / 2], lines[n / 2 + 1]),
        };
        let slack = SLACK * (lines[lo + 1] - lines[lo]);
        (2 * lo..=2 * hi)
            .map(|n| (n, at(n)))
            .filter(|(_, x)| *x >= from - slack && *x <= to + slack)
            .collect()
    }

    /// The names of structures wholly outside, other than beyond a face that is open or crossed by a waveguide.
    fn outside(&self) -> Vec<String> {
        let lines = &self.bodies.context.grid.lines;
        let structures = self.bodies.scene.structures.iter().enumerate();
        let outside = structures.filter(|(n, _)| {
            let bounds = self.bodies.context.solids[*n].0.bounds();
            let mut beyond = sides().filter(|(a, side)| match side {
                Side::Lower => bounds.max[*a] < lines[*a][self.surface.lo[*a]],
                Side::Upper => bounds.min[*a] > lines[*a][self.surface.hi[*a]],
            });
            let is_closed = |(a, side): (usize, Side)| {
                self.surface.has_face(a, side)
                    && self.surface.faces[a][side as usize] == Face::Closed
            };
            !self.bodies.is_free_space(*n) && beyond.next().is_some_and(is_closed)
        });
        outside.map(|(_, s)| s.name.clone()).collect()
    }
}

/// Distance of a point of a face, given by doubled indices, from the inside of a waveguide: 0 to 2 half cells.
fn nearness(inside: &Nodes, (look, across): (&Look, [usize; 2]), at: [usize; 2]) -> Option<usize> {
    (0..=2).find(|reach| {
        let near = |n: usize| n.saturating_sub(*reach).div_ceil(2)..=(n + reach) / 2;
        let [mut us, vs] = at.map(near);
        us.any(|u| {
            vs.clone().any(|v| {
                let mut node = [look.plane; 3];
                (node[across[0]], node[across[1]]) = (u, v);
                inside.contains(&node)
            })
        })
    })
}

fn sides() -> impl Iterator<Item = (usize, Side)> {
    (0..3).flat_map(|a| [Side::Lower, Side::Upper].map(|side| (a, side)))
}

/// `-x` and so on.
fn name_of(normal: usize, side: Side) -> String {
    let sign = match side {
        Side::Lower => '-',
        Side::Upper => '+',
    };
    format!("{sign}{}", axis_name(normal))
}

fn spanned(a: Point, b: Point) -> Aabb {
    Aabb {
        min: std::array::from_fn(|i| a[i].min(b[i])),
        max: std::array::from_fn(|i| a[i].max(b[i])),
    }
}

/// Names in quotes, without duplicates.
fn listed(mut names: Vec<String>) -> String {
    let mut seen = BTreeSet::new();
    names.retain(|name| seen.insert(name.clone()));
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}
