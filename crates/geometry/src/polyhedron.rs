//! Inside test for a closed triangle surface, by parity along lines parallel to an axis.
//!
//! Axes are renamed so that the line runs along z. A line (x, y) meets a triangle when the point (x, y) lies in the triangle's projection. That is
//! decided by the edges alone: an edge is crossed when it straddles y and its point at height y lies beyond x, and a triangle is met when an odd
//! number of its edges is crossed. The answer for an edge depends only on its end points, never on the triangle that asks, so on a surface where
//! every edge belongs to an even number of triangles the number of intersections is even for every line, through vertices and along edges too,
//! regardless of rounding (Haines, "Point in Polygon Strategies", Graphics Gems IV, 1994, for the half-open crossing rule).

use poynting_scene::Point;

use crate::aabb::Aabb;
use crate::spans::Spans;
use crate::surface::{Surface, has_three_corners};
use crate::vector::{along, cross, dot, norm, sub, turned};

/// A closed surface with its triangles sorted into buckets over the plane normal to each axis.
#[derive(Debug, Clone)]
pub struct Polyhedron {
    corners: Vec<[Point; 3]>,
    bounds: Aabb,
    buckets: [Buckets; 3],
}

impl Polyhedron {
    pub fn new(surface: &Surface) -> Self {
        let corners: Vec<_> = (0..surface.triangles.len())
            .filter(|&t| has_three_corners(&surface.triangles[t]))
            .map(|t| surface.corners(t))
            .collect();
        let bounds = surface.bounds();
        let buckets = [0, 1, 2].map(|axis| {
            let shadows: Vec<_> = corners.iter().map(|t| t.map(|v| turned(v, axis))).collect();
            let bounds = Aabb {
                min: turned(bounds.min, axis),
                max: turned(bounds.max, axis),
            };
            Buckets::new(&shadows, &bounds)
        });
        Self {
            corners,
            bounds,
            buckets,
        }
    }

    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    pub fn corners(&self) -> &[[Point; 3]] {
        &self.corners
    }

    pub fn spans(&self, axis: usize, at: Point, out: &mut Spans) {
        let [x, y, _] = turned(at, axis);
        let buckets = &self.buckets[axis];
        let cell = [buckets.index(0, x), buckets.index(1, y)];
        let corners = |t: u32| self.corners[t as usize].map(|v| turned(v, axis));
        let mut hits: Vec<f64> = buckets
            .triangles(cell)
            .iter()
            .filter_map(|&t| meet(&corners(t), x, y))
            .collect();
        hits.sort_by(f64::total_cmp);
        for pair in hits.chunks_exact(2) {
            out.push(pair[0], pair[1]);
        }
    }

    pub fn contains(&self, p: Point) -> bool {
        let mut spans = Spans::new();
        self.spans(2, p, &mut spans);
        spans.contains(p[2])
    }

    /// Signed distance from the nearest triangle. Buckets are visited in square rings around the point;
    /// a bucket of ring k is at least k - 1 buckets away.
    pub fn distance(&self, p: Point) -> f64 {
        let b = &self.buckets[2];
        let home = [b.index(0, p[0]), b.index(1, p[1])];
        let step = b.size[0].min(b.size[1]);
        let mut best = f64::INFINITY;
        for ring in 0..b.count[0].max(b.count[1]) {
            if best <= (ring as f64 - 1.0) * step {
                break;
            }
            b.visit_ring(home, ring, |t| {
                best = best.min(triangle_distance(p, &self.corners[t as usize]));
            });
        }
        if self.contains(p) { -best } else { best }
    }
}

/// The height at which the line (x, y) meets the triangle.
fn meet(t: &[Point; 3], x: f64, y: f64) -> Option<f64> {
    let mut below: Option<[f64; 2]> = None;
    let mut beyond: Option<[f64; 2]> = None;
    for (a, b) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
        if (a[1] > y) == (b[1] > y) {
            continue;
        }
        let [ex, ez] = at_height(a, b, y);
        let side = if x < ex { &mut beyond } else { &mut below };
        *side = Some([ex, ez]);
    }
    // Two of the edges straddle y; one on either side means that the projection covers x.
    let ([x0, z0], [x1, z1]) = (below?, beyond?);
    let s = ((x - x0) / (x1 - x0)).clamp(0.0, 1.0);
    Some(z0 + s * (z1 - z0))
}

/// The point (x, z) of an edge at height y. The lower end comes first, so that both neighbours of the edge
/// compute the same bits; the clamp keeps x within the edge, hence within its buckets.
fn at_height(a: Point, b: Point, y: f64) -> [f64; 2] {
    let (lo, hi) = if a[1] < b[1] { (a, b) } else { (b, a) };
    let s = (y - lo[1]) / (hi[1] - lo[1]);
    let x = (lo[0] + s * (hi[0] - lo[0])).clamp(lo[0].min(hi[0]), lo[0].max(hi[0]));
    [x, lo[2] + s * (hi[2] - lo[2])]
}

fn triangle_distance(p: Point, t: &[Point; 3]) -> f64 {
    let n = cross(sub(t[1], t[0]), sub(t[2], t[0]));
    let edges = [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])];
    let above = |&(a, b): &(Point, Point)| dot(cross(sub(b, a), sub(p, a)), n) >= 0.0;
    let area = norm(n);
    if area > 0.0 && edges.iter().all(above) {
        return dot(sub(p, t[0]), n).abs() / area;
    }
    edges
        .iter()
        .map(|&(a, b)| segment_distance(p, a, b))
        .fold(f64::INFINITY, f64::min)
}

fn segment_distance(p: Point, a: Point, b: Point) -> f64 {
    let (d, e) = (sub(b, a), sub(p, a));
    let s = (dot(e, d) / dot(d, d).max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    norm(along(e, -s, d))
}

/// Triangles by the rectangles of (x, y) that their projections touch.
#[derive(Debug, Clone)]
struct Buckets {
    origin: [f64; 2],
    size: [f64; 2],
    count: [usize; 2],
    /// Start of the list of each bucket in `list`.
    start: Vec<usize>,
    list: Vec<u32>,
}

impl Buckets {
    fn new(corners: &[[Point; 3]], bounds: &Aabb) -> Self {
        // About two triangles per bucket, one sheet above the other.
        let side = (corners.len() as f64).sqrt().ceil().clamp(1.0, 2048.0);
        let extent = bounds.extent();
        let mut buckets = Self {
            origin: [bounds.min[0], bounds.min[1]],
            size: [0, 1].map(|a| (extent[a] / side).max(f64::MIN_POSITIVE)),
            count: [side as usize; 2],
            start: vec![0; side as usize * side as usize + 1],
            list: Vec::new(),
        };
        for t in corners {
            buckets.for_each_cell(t, |start, cell| start[cell + 1] += 1);
        }
        for i in 1..buckets.start.len() {
            buckets.start[i] += buckets.start[i - 1];
        }
        let mut next = buckets.start.clone();
        let mut list = vec![0; next[next.len() - 1]];
        for (t, c) in corners.iter().enumerate() {
            buckets.for_each_cell(c, |_, cell| {
                list[next[cell]] = t as u32;
                next[cell] += 1;
            });
        }
        buckets.list = list;
        buckets
    }

    fn for_each_cell(&mut self, t: &[Point; 3], mut f: impl FnMut(&mut [usize], usize)) {
        let range = |a: usize| {
            let lo = t.iter().map(|v| v[a]).fold(f64::INFINITY, f64::min);
            let hi = t.iter().map(|v| v[a]).fold(f64::NEG_INFINITY, f64::max);
            self.index(a, lo)..=self.index(a, hi)
        };
        let (columns, rows) = (range(0), range(1));
        for j in rows {
            for i in columns.clone() {
                f(&mut self.start, j * self.count[0] + i);
            }
        }
    }

    /// Bucket of a coordinate; those outside belong to the outermost.
    fn index(&self, axis: usize, x: f64) -> usize {
        let i = (x - self.origin[axis]) / self.size[axis];
        (i.max(0.0) as usize).min(self.count[axis] - 1)
    }

    fn triangles(&self, cell: [usize; 2]) -> &[u32] {
        let c = cell[1] * self.count[0] + cell[0];
        &self.list[self.start[c]..self.start[c + 1]]
    }

    fn visit_ring(&self, home: [usize; 2], ring: usize, mut f: impl FnMut(u32)) {
        let range =
            |a: usize| home[a].saturating_sub(ring)..=(home[a] + ring).min(self.count[a] - 1);
        for j in range(1) {
            let whole_row = j.abs_diff(home[1]) == ring;
            for i in range(0).filter(|i| whole_row || i.abs_diff(home[0]) == ring) {
                self.triangles([i, j]).iter().for_each(|&t| f(t));
            }
        }
    }
}
