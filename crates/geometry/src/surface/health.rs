//! Measures and defects of a surface.

use std::collections::{HashMap, HashSet};
use std::fmt;

use poynting_scene::Point;

use super::edges::Edges;
use super::triangles::{Surface, has_three_corners, volume_about};
use crate::vector::{cross, dot, norm, sub};

/// A triangle with a smaller angle (in radians) has no numerically usable area.
const DEGENERATE_ANGLE: f64 = 1e-6;
/// A triangle with a smaller angle (5 degrees) is a sliver.
const SLIVER_ANGLE: f64 = 5.0 * std::f64::consts::PI / 180.0;

/// Measures and findings.
#[derive(Debug, Clone, PartialEq)]
pub struct Health {
    /// Every edge belongs to an even number of triangles: there is an inside.
    pub closed: bool,
    /// The enclosed volume is negative: normals point inwards.
    pub inverted: bool,
    /// Sum of the areas, square metres.
    pub area: f64,
    /// Enclosed volume, cubic metres; meaningless unless closed.
    pub volume: f64,
    /// Lengths of the edges.
    pub lengths: Lengths,
    /// The smallest angle of any triangle, radians.
    pub smallest_angle: f64,
    /// Edge-connected components, ordered by the first triangle.
    pub components: Vec<Component>,
    /// Defects, each kind once, worst first.
    pub findings: Vec<Finding>,
}

/// Lengths of edges, metres; all zero when there are none.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Lengths {
    /// The shortest.
    pub min: f64,
    /// The mean; each edge counts once.
    pub mean: f64,
    /// The longest.
    pub max: f64,
    /// The ends of the longest.
    pub longest: [Point; 2],
}

impl Lengths {
    /// Edges per wavelength: for the longest, the mean and the shortest.
    pub fn per_wavelength(&self, wavelength: f64) -> [f64; 3] {
        [self.max, self.mean, self.min].map(|l| wavelength / l)
    }
}

/// Triangles connected by edges.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Component {
    /// Number of triangles.
    pub triangles: usize,
    /// Every edge belongs to an even number of them.
    pub closed: bool,
    /// Sum of the areas.
    pub area: f64,
    /// Enclosed volume; meaningless unless closed.
    pub volume: f64,
}

/// Kinds of defects, worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Defect {
    /// A vertex with non-finite coordinates.
    NotFinite,
    /// A triangle without area.
    Degenerate,
    /// A triangle with the corners of another.
    Duplicate,
    /// An edge of an odd number of triangles: a border, or a sheet that ends on another.
    Open,
    /// An edge of more than two triangles.
    Junction,
    /// An edge of two triangles that traverse it in the same direction.
    Misoriented,
    /// A triangle with an angle below five degrees.
    Sliver,
    /// A vertex without a triangle.
    Unused,
}

/// Intended use of a surface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It bounds a body.
    Boundary,
    /// It is a sheet, which may have borders and junctions.
    Sheet,
}

/// A defect, its number of occurrences, and the first location.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The kind.
    pub defect: Defect,
    /// Number of occurrences.
    pub count: usize,
    /// The vertex, the ends of the edge or the corners of the triangle of the first occurrence.
    pub place: Vec<Point>,
}

impl Surface {
    /// Measures and defects.
    pub fn health(&self) -> Health {
        Health::of(self)
    }
}

impl Health {
    fn of(surface: &Surface) -> Self {
        let edges = surface.edges();
        let volume = surface.volume();
        let components = components(surface, &edges);
        let findings = findings(surface, &edges);
        let open = findings.iter().any(|f| f.defect == Defect::Open);
        Self {
            closed: !open && !surface.triangles.is_empty(),
            inverted: volume < 0.0,
            area: surface.area(),
            volume,
            lengths: lengths(surface, &edges),
            smallest_angle: surface
                .corner_triples()
                .map(smallest_angle)
                .fold(f64::INFINITY, f64::min),
            components,
            findings,
        }
    }

    /// The finding of a kind, if there is one.
    pub fn find(&self, defect: Defect) -> Option<&Finding> {
        self.findings.iter().find(|f| f.defect == defect)
    }

    /// Number of occurrences of a kind.
    pub fn count(&self, defect: Defect) -> usize {
        self.find(defect).map_or(0, |f| f.count)
    }

    /// The worst finding that makes the surface unfit for a role; the others are warnings.
    pub fn fatal(&self, role: Role) -> Option<&Finding> {
        self.findings.iter().find(|f| f.is_fatal(role))
    }
}

impl Finding {
    /// Whether this makes a surface unfit for the role.
    pub fn is_fatal(&self, role: Role) -> bool {
        match self.defect {
            Defect::NotFinite | Defect::Degenerate | Defect::Duplicate => true,
            Defect::Open | Defect::Misoriented => role == Role::Boundary,
            Defect::Junction | Defect::Sliver | Defect::Unused => false,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, many, what] = match self.defect {
            Defect::NotFinite => ["vertex", "vertices", "at a position that is not finite"],
            Defect::Degenerate => ["triangle", "triangles", "with zero area"],
            Defect::Duplicate => ["triangle", "triangles", "with the same corners as another"],
            Defect::Open => ["edge", "edges", "shared by an odd number of triangles"],
            Defect::Junction => ["edge", "edges", "shared by more than two triangles"],
            Defect::Misoriented => ["edge", "edges", "between triangles of opposite orientation"],
            Defect::Sliver => ["triangle", "triangles", "with an angle below 5 degrees"],
            Defect::Unused => ["vertex", "vertices", "that no triangle uses"],
        };
        let noun = if self.count == 1 { one } else { many };
        write!(f, "{} {noun} {what}", self.count)?;
        let first = if self.count == 1 { "" } else { "the first " };
        match self.place[..] {
            [a] => write!(f, ", {first}at {a:?} m"),
            [a, b] => write!(f, ", {first}from {a:?} to {b:?} m"),
            [a, b, c] => write!(f, ", {first}with corners {a:?}, {b:?} and {c:?} m"),
            _ => Ok(()),
        }
    }
}

/// The smallest angle of a triangle, radians; zero when it has no area.
pub(crate) fn smallest_angle(corners: [Point; 3]) -> f64 {
    (0..3)
        .map(|i| {
            let u = sub(corners[(i + 1) % 3], corners[i]);
            let v = sub(corners[(i + 2) % 3], corners[i]);
            // At a corner shared by coincident points the quotient is 0/0, and atan2 gives zero.
            norm(cross(u, v)).atan2(dot(u, v))
        })
        .fold(f64::INFINITY, f64::min)
}

fn lengths(surface: &Surface, edges: &Edges) -> Lengths {
    let mut all = Lengths {
        min: f64::INFINITY,
        ..Lengths::default()
    };
    for edge in edges.iter() {
        let [a, b] = edge.ends.map(|v| surface.vertices[v as usize]);
        let length = norm(sub(a, b));
        all.min = all.min.min(length);
        all.mean += length;
        if length > all.max {
            all.max = length;
            all.longest = [a, b];
        }
    }
    if edges.is_empty() {
        return Lengths::default();
    }
    all.mean /= edges.len() as f64;
    all
}

/// Connected components by union-find over shared edges.
fn components(surface: &Surface, edges: &Edges) -> Vec<Component> {
    let mut parent: Vec<usize> = (0..surface.triangles.len()).collect();
    for edge in edges.iter() {
        for pair in edge.sides.windows(2) {
            let [a, b] = [pair[0], pair[1]].map(|s| root(&mut parent, s.triangle as usize));
            parent[a.max(b)] = a.min(b);
        }
    }
    let mut known: HashMap<usize, usize> = HashMap::new();
    let (mut out, mut origin) = (Vec::new(), Vec::new());
    let with_edges = |t: &usize| has_three_corners(&surface.triangles[*t]);
    for t in (0..surface.triangles.len()).filter(with_edges) {
        let [a, b, c] = surface.corners(t);
        let index = *known.entry(root(&mut parent, t)).or_insert_with(|| {
            origin.push(a);
            out.push(Component {
                triangles: 0,
                closed: true,
                area: 0.0,
                volume: 0.0,
            });
            out.len() - 1
        });
        out[index].triangles += 1;
        out[index].area += 0.5 * norm(cross(sub(b, a), sub(c, a)));
        out[index].volume += volume_about(origin[index], std::iter::once([a, b, c]));
    }
    for edge in edges.iter().filter(|e| e.sides.len() % 2 == 1) {
        let top = root(&mut parent, edge.sides[0].triangle as usize);
        out[known[&top]].closed = false;
    }
    out
}

/// The smallest member of a set, with path compression.
fn root(parent: &mut [usize], mut t: usize) -> usize {
    while parent[t] != t {
        parent[t] = parent[parent[t]];
        t = parent[t];
    }
    t
}

fn findings(surface: &Surface, edges: &Edges) -> Vec<Finding> {
    let mut found = Found::default();
    let mut used = vec![false; surface.vertices.len()];
    let mut seen: HashSet<[u32; 3]> = HashSet::with_capacity(surface.triangles.len());
    for t in &surface.triangles {
        let corners = t.map(|v| surface.vertices[v as usize]);
        let angle = smallest_angle(corners);
        let mut sorted = *t;
        sorted.sort_unstable();
        if angle <= DEGENERATE_ANGLE {
            found.add(Defect::Degenerate, &corners);
        } else if angle < SLIVER_ANGLE {
            found.add(Defect::Sliver, &corners);
        }
        if has_three_corners(t) && !seen.insert(sorted) {
            found.add(Defect::Duplicate, &corners);
        }
        for v in t {
            used[*v as usize] = true;
        }
    }
    for edge in edges.iter() {
        let ends = edge.ends.map(|v| surface.vertices[v as usize]);
        if edge.sides.len() % 2 == 1 {
            found.add(Defect::Open, &ends);
        }
        if edge.sides.len() > 2 {
            found.add(Defect::Junction, &ends);
        }
        if edge.misoriented() {
            found.add(Defect::Misoriented, &ends);
        }
    }
    for (v, used) in surface.vertices.iter().zip(used) {
        if v.iter().any(|x| !x.is_finite()) {
            found.add(Defect::NotFinite, &[*v]);
        }
        if !used {
            found.add(Defect::Unused, &[*v]);
        }
    }
    found.0.sort_by_key(|f| f.defect);
    found.0
}

#[derive(Default)]
struct Found(Vec<Finding>);

impl Found {
    fn add(&mut self, defect: Defect, place: &[Point]) {
        match self.0.iter_mut().find(|f| f.defect == defect) {
            Some(f) => f.count += 1,
            None => self.0.push(Finding {
                defect,
                count: 1,
                place: place.to_vec(),
            }),
        }
    }
}
