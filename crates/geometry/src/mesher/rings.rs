//! Bodies with an axis, meshed by rings.
//!
//! A body is a sequence of smooth pieces along x, symmetric about the planes y = 0 and z = 0, so a quarter is meshed and
//! mirrored: a symmetric excitation stays symmetric to the last bit. A piece is crossed by meridians; a ring joins
//! the points at equal fractions of their lengths, so that around a pole it has equal distance from it, even
//! where the body is flat. Rings are spaced by the requested edge length, or by the length of a quarter of the ring
//! where that is too short for one edge: towards a slender tip they get closer, and only the triangles
//! at the tip itself have its angle. On a ring, points are equidistant. Tested in `tests/suite/bodies.rs` for angles, area and
//! symmetry.

use std::f64::consts::FRAC_PI_2;

use poynting_scene::Point;

use crate::surface::Surface;
use crate::vector::{norm, sub};

/// A point of the surface, from the fraction along a meridian and the angle about x from y towards z, up to pi/2. x does not decrease along
/// the meridians of the whole body; the first piece begins and the last one ends on the axis.
pub type Piece = Box<dyn Fn(f64, f64) -> Point>;

/// Meridians in a quarter, and samples along each, used to measure lengths. They determine where
/// points are placed on the surface, not how accurately they lie on it.
const MERIDIANS: usize = 33;
const SAMPLES: usize = 1024;
/// A quarter ring may stretch its edges by this fraction before it gets another one.
const STRETCH: f64 = 0.2;
/// A ring shorter than this fraction of its piece is a point on the axis.
const POINT: f64 = 1e-9;

/// Maximum number of rings per piece.
const MOST_RINGS: f64 = 1e5;

/// The quarters of all rings, placed but not yet joined.
pub struct Rings {
    pieces: Vec<Layout>,
}

/// Rings of one piece from its first to its last.
struct Layout {
    piece: Piece,
    /// For each ring the parameter of each meridian.
    parameters: Vec<Vec<f64>>,
    /// Edges of each ring in a quarter; zero for a pole.
    divisions: Vec<usize>,
}

impl Rings {
    /// None if there would be too many.
    pub fn new(pieces: Vec<Piece>, edge: f64) -> Option<Self> {
        let layouts = pieces.into_iter().map(|p| Layout::new(p, edge));
        layouts.collect::<Option<_>>().map(|pieces| Self { pieces })
    }

    pub fn triangles(&self) -> usize {
        let strips = self.pieces.iter().flat_map(|p| p.divisions.windows(2));
        4 * strips.map(|d| d[0] + d[1]).sum::<usize>()
    }

    /// Joined, mirrored, and widened to the volume.
    pub fn mesh(&self, volume: f64) -> Surface {
        let mut surface = Surface::default();
        let mut last: Option<Ring> = None;
        for layout in &self.pieces {
            // The first ring of a piece is the last one of the piece before.
            for index in usize::from(last.is_some())..layout.divisions.len() {
                let ring = Ring {
                    start: surface.vertices.len() as u32,
                    quarter: layout.quarter(index),
                };
                surface.vertices.extend(ring.points());
                if let Some(last) = &last {
                    stitch(last, &ring, &mut surface.triangles);
                }
                last = Some(ring);
            }
        }
        let widen = (volume / surface.volume()).sqrt();
        for v in &mut surface.vertices {
            *v = [v[0], widen * v[1], widen * v[2]];
        }
        surface
    }
}

impl Layout {
    fn new(piece: Piece, edge: f64) -> Option<Self> {
        let columns: Vec<Meridian> = (0..MERIDIANS).map(|m| Meridian::new(&piece, m)).collect();
        let mean = columns.iter().map(Meridian::length).sum::<f64>() / MERIDIANS as f64;
        let parameters =
            |fraction: f64| -> Vec<f64> { columns.iter().map(|c| c.parameter(fraction)).collect() };
        let width = |fraction: f64| {
            let length = ring_length(&piece, &parameters(fraction));
            if length < POINT * mean { 0.0 } else { length }
        };
        let stations = stations(edge / mean, |fraction| width(fraction) / mean)?;
        let divisions = stations
            .iter()
            .map(|s| match width(*s) {
                0.0 => 0,
                length => (length / edge - STRETCH).ceil().max(1.0) as usize,
            })
            .collect();
        Some(Self {
            parameters: stations.iter().map(|s| parameters(*s)).collect(),
            divisions,
            piece,
        })
    }

    /// Points of a ring in the first quarter, from the plane z = 0 to the plane y = 0.
    fn quarter(&self, index: usize) -> Vec<Point> {
        let parameters = &self.parameters[index];
        let at = |psi: f64| {
            let place = psi / FRAC_PI_2 * (MERIDIANS - 1) as f64;
            (self.piece)(interpolate(parameters, place), psi)
        };
        let n = self.divisions[index];
        if n == 0 {
            return vec![[at(0.0)[0], 0.0, 0.0]];
        }
        let fine: usize = 16 * (MERIDIANS - 1).max(n);
        let angle = |i: f64| FRAC_PI_2 * i / fine as f64;
        let mut lengths = vec![0.0];
        for i in 1..=fine {
            let step = norm(sub(at(angle(i as f64)), at(angle(i as f64 - 1.0))));
            lengths.push(lengths[i - 1] + step);
        }
        let whole = lengths[fine];
        let mut points: Vec<Point> = (0..=n)
            .map(|i| at(angle(inverse(&lengths, whole * i as f64 / n as f64))))
            .collect();
        // Points in a plane of symmetry lie in it exactly.
        points[0][2] = 0.0;
        points[n][1] = 0.0;
        points
    }
}

/// A curve from one end of a piece to the other.
struct Meridian {
    /// Length from the first end at each sample.
    lengths: Vec<f64>,
}

impl Meridian {
    fn new(piece: &Piece, index: usize) -> Self {
        let psi = FRAC_PI_2 * index as f64 / (MERIDIANS - 1) as f64;
        let mut lengths = vec![0.0];
        let mut last = piece(0.0, psi);
        for i in 1..=SAMPLES {
            let next = piece(i as f64 / SAMPLES as f64, psi);
            lengths.push(lengths[i - 1] + norm(sub(next, last)));
            last = next;
        }
        Self { lengths }
    }

    fn length(&self) -> f64 {
        self.lengths[SAMPLES]
    }

    /// The parameter at a fraction of the length.
    fn parameter(&self, fraction: f64) -> f64 {
        inverse(&self.lengths, fraction * self.length()) / SAMPLES as f64
    }
}

/// Index at which an increasing table reaches a value, interpolated.
fn inverse(table: &[f64], value: f64) -> f64 {
    let i = table
        .partition_point(|x| *x < value)
        .clamp(1, table.len() - 1);
    let (a, b) = (table[i - 1], table[i]);
    let within = if b > a {
        ((value - a) / (b - a)).clamp(0.0, 1.0)
    } else {
        1.0
    };
    (i - 1) as f64 + within
}

fn interpolate(table: &[f64], place: f64) -> f64 {
    let i = (place as usize).min(table.len() - 2);
    let within = place - i as f64;
    table[i] * (1.0 - within) + table[i + 1] * within
}

/// Length of a ring in a quarter.
fn ring_length(piece: &Piece, parameters: &[f64]) -> f64 {
    let point = |m: usize| {
        let psi = FRAC_PI_2 * m as f64 / (MERIDIANS - 1) as f64;
        piece(parameters[m], psi)
    };
    (1..MERIDIANS)
        .map(|m| norm(sub(point(m), point(m - 1))))
        .sum()
}

/// Fractions of the meridians at which rings lie, enough that each step is at most the edge, and at most the quarter of the
/// ring there; None if these are too many. Next to a pole one step is an edge long. All lengths are in units of the meridian.
fn stations(edge: f64, width: impl Fn(f64) -> f64) -> Option<Vec<f64>> {
    let at_pole = [0.0, 1.0].map(|end| width(end) == 0.0);
    let poles = at_pole.iter().filter(|p| **p).count();
    let fan = edge.min(if poles == 2 { 0.5 } else { 1.0 });
    let step = |fraction: f64| {
        let to_pole = [fraction, 1.0 - fraction];
        let in_fan = (0..2).any(|i| at_pole[i] && to_pole[i] < fan);
        if in_fan {
            fan
        } else {
            edge.min(width(fraction))
        }
    };
    // By midpoints of small intervals, which need not match the ends of the fans.
    let small = 4 * SAMPLES;
    let mut count = vec![0.0];
    for i in 0..small {
        let middle = (i as f64 + 0.5) / small as f64;
        count.push(count[i] + 1.0 / (small as f64 * step(middle)));
    }
    let rings = (count[small] - 0.01).ceil().max(poles.max(1) as f64);
    let place = |k: usize| inverse(&count, count[small] * k as f64 / rings) / small as f64;
    (rings <= MOST_RINGS).then(|| (0..=rings as usize).map(place).collect())
}

/// A ring, given by its first quarter.
struct Ring {
    start: u32,
    quarter: Vec<Point>,
}

impl Ring {
    fn divisions(&self) -> usize {
        self.quarter.len() - 1
    }

    /// All the way around; a pole is one point.
    fn points(&self) -> Vec<Point> {
        let n = self.divisions();
        if n == 0 {
            return self.quarter.clone();
        }
        (0..4 * n)
            .map(|i| {
                let (quarter, within) = (i / n, i % n);
                let mirrored = quarter % 2 == 1;
                let [x, y, z] = self.quarter[if mirrored { n - within } else { within }];
                match quarter {
                    0 => [x, y, z],
                    1 => [x, -y, z],
                    2 => [x, -y, -z],
                    _ => [x, y, -z],
                }
            })
            .collect()
    }

    /// Index of the mirror image in a quarter of the point `within` of the first.
    fn vertex(&self, quarter: usize, within: usize) -> u32 {
        let n = self.divisions();
        if n == 0 {
            return self.start;
        }
        let around = if quarter.is_multiple_of(2) {
            quarter * n + within
        } else {
            (quarter + 1) * n - within
        };
        self.start + (around % (4 * n)) as u32
    }
}

/// Triangles between two rings: of the two diagonals across the next gap, the shorter one.
fn stitch(a: &Ring, b: &Ring, triangles: &mut Vec<[u32; 3]>) {
    let (mut i, mut j) = (0, 0);
    while i < a.divisions() || j < b.divisions() {
        let onward_a = i < a.divisions() && {
            j == b.divisions() || {
                let to_a = norm(sub(a.quarter[i + 1], b.quarter[j]));
                let to_b = norm(sub(a.quarter[i], b.quarter[j + 1]));
                // Among equals the same one, regardless of the last bit.
                to_a <= to_b * (1.0 + 1e-9)
            }
        };
        for quarter in 0..4 {
            let (p, q) = (a.vertex(quarter, i), b.vertex(quarter, j));
            let mut t = if onward_a {
                [p, a.vertex(quarter, i + 1), q]
            } else {
                [p, b.vertex(quarter, j + 1), q]
            };
            if quarter % 2 == 1 {
                t.swap(1, 2);
            }
            triangles.push(t);
        }
        if onward_a {
            i += 1;
        } else {
            j += 1;
        }
    }
}
