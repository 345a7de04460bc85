//! Positions that need grid lines, and those too close to others to have a line of their own.
//!
//! Candidates are taken in the order of their rank ([`What`]). A candidate closer to an accepted line than
//! `SLIVER` of the local cell (or than `min_cell`) shares that line.

use crate::lines::{FixedLine, covered};
use crate::messages::{Cause, GridWarning, What};
use crate::metal::{MetalBox, Side, is_metal, metal_boxes};
use crate::regular::end_lines;
use crate::size::Sizes;
use poynting_geometry::{Aabb, Degeneracy, End, Feature, FeatureKind, Solid};
use poynting_scene::{MaterialId, Scene};

/// Lines closer than this fraction of the local cell are merged.
const SLIVER: f64 = 0.02;
/// Lines closer than this fraction of the cell have the same coordinate up to rounding.
const SAME: f64 = 1e-6;
/// Tangent planes need a line only if there is none within this fraction of the cell.
const WEAK: f64 = 0.5;
/// A metal box thinner than this fraction of the cell is a strip: its edges carry singular fields.
const STRIP: f64 = 0.5;

/// An edge of thin metal, which needs two lines around it.
#[derive(Debug, Clone, PartialEq)]
pub struct Edge {
    pub line: FixedLine,
    /// Which end of the metal it is.
    pub end: End,
}

/// Constraints on an axis.
#[derive(Debug, Default)]
pub struct Snapped {
    /// Lines in any order.
    pub lines: Vec<FixedLine>,
    /// Edges for the thirds rule.
    pub edges: Vec<Edge>,
    /// Lines that may be omitted where others are near.
    pub weak: Vec<FixedLine>,
    pub warnings: Vec<GridWarning>,
}

/// One axis of the scene.
pub struct AxisView<'a> {
    pub scene: &'a Scene,
    pub solids: &'a [(Solid, MaterialId)],
    pub sizes: &'a Sizes,
    pub axis: usize,
}

struct Candidate {
    line: FixedLine,
    end: Option<End>,
}

impl AxisView<'_> {
    /// Lines closer than this to a line at x share it.
    pub fn tolerance(&self, x: f64) -> f64 {
        self.sizes
            .min_cell
            .max(SLIVER * self.sizes.at(self.axis, x))
    }

    /// Collects and merges the lines.
    pub fn snap(&self) -> Snapped {
        let mut out = Snapped::default();
        let mut candidates = self.candidates();
        // A non-edge must not take the place of an edge.
        candidates.sort_by_key(|c| (c.line.cause.what, c.end.is_none()));
        for c in candidates {
            match (c.line.cause.what, c.end) {
                (What::MetalEdge, Some(end)) => self.take_edge(c.line, end, &mut out),
                (What::MetalEdge | What::Extent | What::PortSide, _) => out.weak.push(c.line),
                _ => self.take(c.line, &mut out),
            }
        }
        out
    }

    /// Accepts a line or merges it with its neighbour.
    fn take(&self, line: FixedLine, out: &mut Snapped) {
        match nearest(&out.lines, line.coordinate) {
            Some(kept) if self.near(kept, &line) => {
                let warning = self.merged(kept, &line);
                out.warnings.extend(warning);
            }
            _ => out.lines.push(line),
        }
    }

    fn take_edge(&self, line: FixedLine, end: End, out: &mut Snapped) {
        if let Some(kept) = nearest(&out.lines, line.coordinate).filter(|k| self.near(k, &line)) {
            let warning = self.merged(kept, &line);
            out.warnings.extend(warning);
            return;
        }
        let Some(other) = out.edges.iter().position(|e| self.near(&e.line, &line)) else {
            out.edges.push(Edge { line, end });
            return;
        };
        let warning = self.merged(&out.edges[other].line, &line);
        out.warnings.extend(warning);
        // Edges of two strips that face each other from different positions: a cell cannot satisfy both.
        if out.edges[other].end != end {
            let between = out.edges.remove(other);
            out.lines.push(between.line);
        }
    }

    fn near(&self, a: &FixedLine, b: &FixedLine) -> bool {
        (a.coordinate - b.coordinate).abs() < self.tolerance(a.coordinate)
    }

    /// A warning, unless the two are meant to coincide or belong to one structure, which is then reported as
    /// a whole if it vanishes.
    fn merged(&self, kept: &FixedLine, dropped: &FixedLine) -> Option<GridWarning> {
        let distance = (kept.coordinate - dropped.coordinate).abs();
        let cell = self.sizes.at(self.axis, kept.coordinate);
        (distance > SAME * cell && kept.cause.owner != dropped.cause.owner).then(|| {
            GridWarning::Merged {
                axis: self.axis,
                kept: kept.cause.clone(),
                dropped: dropped.cause.clone(),
                distance,
            }
        })
    }

    /// Weak lines that are far enough from all others.
    pub fn add_weak(&self, weak: &[FixedLine], lines: &mut Vec<FixedLine>) {
        for w in weak {
            let free = WEAK * self.sizes.at(self.axis, w.coordinate);
            let far = |l: &FixedLine| {
                (l.coordinate - w.coordinate).abs() >= free.max(self.sizes.min_cell)
            };
            if lines.iter().all(far) {
                lines.push(w.clone());
            }
        }
    }

    /// All snap candidates within the axis.
    fn candidates(&self) -> Vec<Candidate> {
        let [from, to] = covered(self.scene, self.axis);
        let mut all: Vec<Candidate> = end_lines(self.scene, self.axis)
            .into_iter()
            .map(|line| Candidate { line, end: None })
            .collect();
        all.extend(self.ports());
        all.extend(self.wires());
        let metal = metal_boxes(self.scene, self.solids);
        for (index, (solid, material)) in self.solids.iter().enumerate() {
            match solid.boxes().filter(|_| is_metal(self.scene, *material)) {
                Some(parts) => {
                    let each = parts.into_iter();
                    all.extend(each.flat_map(|part| self.metal_box(index, part, &metal)));
                }
                None => all.extend(self.structure(index, solid)),
            }
        }
        all.retain(|c| from <= c.line.coordinate && c.line.coordinate <= to);
        all
    }

    /// Ends and sides of ports and lumped elements.
    fn ports(&self) -> Vec<Candidate> {
        let axis = self.axis;
        let mut all = Vec::new();
        let ports = self.scene.ports.iter();
        let ports = ports.map(|p| (format!("port `{}`", p.name), p.axis, [p.from, p.to]));
        let elements = self.scene.elements.iter();
        let elements = elements.map(|e| (format!("element `{}`", e.name), e.axis, [e.from, e.to]));
        for (owner, along, [from, to]) in ports.chain(elements) {
            let mut push = |coordinate, what| {
                let cause = Cause {
                    what,
                    owner: owner.clone(),
                };
                all.push(Candidate {
                    line: FixedLine { coordinate, cause },
                    end: None,
                });
            };
            let (from, to) = (from[axis], to[axis]);
            // A zero-width port must lie on a line; for the sides of a wide one it is only preferred.
            let what = if along == axis || to <= from {
                What::PortEnd
            } else {
                What::PortSide
            };
            push(from, what);
            if to > from {
                push(to, what);
            }
        }
        all.extend(self.line_ports());
        all
    }

    /// Along its axis a line port begins and ends on grid lines, unless something else is there.
    fn line_ports(&self) -> impl Iterator<Item = Candidate> {
        let ports = self.scene.line_ports.iter();
        let along = ports.filter(|port| port.axis == self.axis);
        along.flat_map(|port| {
            [port.from, port.to].map(|end| Candidate {
                line: FixedLine {
                    coordinate: end[port.axis],
                    cause: Cause {
                        what: What::PortSide,
                        owner: format!("port `{}`", port.name),
                    },
                },
                end: None,
            })
        })
    }

    /// Wires begin, bend and end at nodes.
    fn wires(&self) -> impl Iterator<Item = Candidate> {
        let axis = self.axis;
        self.scene.wires.iter().flat_map(move |wire| {
            wire.points.iter().map(move |point| Candidate {
                line: FixedLine {
                    coordinate: point[axis],
                    cause: Cause {
                        what: What::Wire,
                        owner: wire.name.clone(),
                    },
                },
                end: None,
            })
        })
    }

    /// Planes of anything other than metal boxes.
    fn structure(&self, index: usize, solid: &Solid) -> Vec<Candidate> {
        let what = |f: &Feature| match f.kind {
            FeatureKind::Sheet => What::Sheet,
            FeatureKind::Face | FeatureKind::Edge(_) => What::Face,
            FeatureKind::Extent => What::Extent,
        };
        let features = solid.features().into_iter();
        features
            .filter(|f| f.axis == self.axis)
            .map(|f| self.candidate(index, f.coordinate, what(&f), None))
            .collect()
    }

    /// Planes of a metal box, which may be a sheet or part of a structure; `metal` is all the metal of the scene.
    fn metal_box(&self, index: usize, solid: &Solid, metal: &[MetalBox]) -> Vec<Candidate> {
        let bounds = solid.bounds();
        let normal = match solid.degeneracy() {
            Degeneracy::Sheet { axis } => Some(axis),
            Degeneracy::None => self.thin_across(&bounds),
            Degeneracy::Wire { .. } | Degeneracy::Point => None,
        };
        let candidate = |f: Feature| {
            let end = if f.coordinate <= bounds.center()[f.axis] {
                End::Lower
            } else {
                End::Upper
            };
            let (what, end) = match normal {
                _ if f.kind == FeatureKind::Sheet => (What::Sheet, None),
                Some(normal) if normal != f.axis => {
                    let side = Side {
                        axis: f.axis,
                        end,
                        normal,
                    };
                    let inner = side.goes_on(&bounds, metal, self.tolerance(f.coordinate));
                    (What::MetalEdge, (!inner).then_some(end))
                }
                _ => (What::Face, None),
            };
            self.candidate(index, f.coordinate, what, end)
        };
        let features = solid.features().into_iter();
        features
            .filter(|f| f.axis == self.axis)
            .map(candidate)
            .collect()
    }

    fn candidate(&self, index: usize, at: f64, what: What, end: Option<End>) -> Candidate {
        let owner = self.scene.structure_name(index);
        let cause = Cause { what, owner };
        let line = FixedLine {
            coordinate: at,
            cause,
        };
        Candidate { line, end }
    }

    /// The axis across which a box with volume is thin, if there is exactly one.
    fn thin_across(&self, b: &Aabb) -> Option<usize> {
        let is_thin = |&a: &usize| b.extent()[a] < STRIP * self.sizes.at(a, b.center()[a]);
        let mut thin = (0..3).filter(is_thin);
        thin.next().filter(|_| thin.next().is_none())
    }
}

fn nearest(lines: &[FixedLine], x: f64) -> Option<&FixedLine> {
    let distance = |l: &FixedLine| (l.coordinate - x).abs();
    lines
        .iter()
        .min_by(|a, b| distance(a).total_cmp(&distance(b)))
}
