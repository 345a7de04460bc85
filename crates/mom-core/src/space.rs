//! Rao-Wilton-Glisson functions on a triangle surface.
//!
//! ```text
//! f(r) = + l/(2 A+) (r - p+)  on T+        div f = + l/A+
//!        - l/(2 A-) (r - p-)  on T-                - l/A-
//! ```
//!
//! where l is the length of the common edge and p the corner opposite to it: the current crosses the edge from T+
//! to T- with density 1 (S. M. Rao, D. R. Wilton, A. W. Glisson, IEEE Trans. Antennas Propag. 30, 409, 1982). An
//! edge of n triangles carries n - 1 functions, each between two neighbours in the order of the triangles:
//! these span every current that satisfies Kirchhoff's law there. An edge of one triangle carries none.
//!
//! Tested by counts on open, closed and branching surfaces, and by the flux through each edge.

use std::collections::{BTreeMap, HashMap};

use poynting_geometry::Surface;

use crate::error::MomError;
use crate::vector::{Point, blend, cross, norm, scale, sub};

/// A triangle with the data that the integrals need.
#[derive(Debug, Clone, PartialEq)]
pub struct Triangle {
    /// Corners.
    pub corners: [Point; 3],
    /// Their indices in the mesh.
    pub vertices: [u32; 3],
    /// Unit normal, by the right-hand rule.
    pub normal: Point,
    /// Area.
    pub area: f64,
    /// Centroid.
    pub centroid: Point,
    /// Distance of the farthest corner from the centroid.
    pub radius: f64,
}

/// The part of a function on one triangle: `weight`/(2 A) (r - p).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RwgHalf {
    /// The triangle.
    pub triangle: usize,
    /// Which of its corners is p.
    pub corner: usize,
    /// Length of the edge, negative on T-.
    pub weight: f64,
}

/// One RWG function.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RwgFunction {
    /// Its parts on T+ and T-.
    pub halves: [RwgHalf; 2],
    /// Vertices of its edge, the smaller first.
    pub edge: [u32; 2],
}

/// The part of function `function` on a triangle given by context.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// The function.
    pub function: usize,
    /// Which corner is p.
    pub corner: usize,
    /// As in [`RwgHalf`].
    pub weight: f64,
}

/// All RWG functions of a surface.
#[derive(Debug, Clone, PartialEq)]
pub struct RwgSpace {
    surface: Surface,
    triangles: Vec<Triangle>,
    functions: Vec<RwgFunction>,
    shares: Vec<Vec<Share>>,
}

impl RwgSpace {
    /// Assigns functions to every interior edge.
    pub fn new(surface: &Surface) -> Result<Self, MomError> {
        let triangles = triangles(surface)?;
        let functions = functions(&triangles, surface);
        if functions.is_empty() {
            return Err(MomError::NoFunctions);
        }
        let mut shares = vec![Vec::new(); triangles.len()];
        for (function, f) in functions.iter().enumerate() {
            for half in f.halves {
                shares[half.triangle].push(Share {
                    function,
                    corner: half.corner,
                    weight: half.weight,
                });
            }
        }
        Ok(Self {
            surface: surface.clone(),
            triangles,
            functions,
            shares,
        })
    }

    /// Number of unknowns.
    pub fn len(&self) -> usize {
        self.functions.len()
    }

    /// Never true: a surface without functions is rejected.
    pub fn is_empty(&self) -> bool {
        self.functions.is_empty()
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> u64 {
        let shares = self.shares.iter().map(Vec::capacity).sum::<usize>() * size_of::<Share>();
        let lists = self.shares.len() * size_of::<Vec<Share>>();
        let rest = size_of_val(&self.triangles[..]) + size_of_val(&self.functions[..]);
        (shares + lists + rest) as u64
    }

    /// The surface it was made from.
    pub fn surface(&self) -> &Surface {
        &self.surface
    }

    /// The triangles of the surface, in its order.
    pub fn triangles(&self) -> &[Triangle] {
        &self.triangles
    }

    /// The functions, by edge and then by triangle.
    pub fn functions(&self) -> &[RwgFunction] {
        &self.functions
    }

    /// The parts of functions on a triangle.
    pub fn shares(&self, triangle: usize) -> &[Share] {
        &self.shares[triangle]
    }

    /// Functions at an edge.
    pub fn at_edge(&self, edge: [u32; 2]) -> impl Iterator<Item = usize> {
        let edge = sorted(edge);
        // Sorted by edge: `functions` comes from a sorted map.
        let first = self.functions.partition_point(|f| f.edge < edge);
        let rest = self.functions[first..].iter();
        (first..)
            .zip(rest.take_while(move |f| f.edge == edge))
            .map(|(n, _)| n)
    }
}

fn sorted(edge: [u32; 2]) -> [u32; 2] {
    [edge[0].min(edge[1]), edge[0].max(edge[1])]
}

fn triangles(surface: &Surface) -> Result<Vec<Triangle>, MomError> {
    let mut seen: HashMap<[u32; 3], usize> = HashMap::new();
    let mut triangles = Vec::with_capacity(surface.triangles.len());
    for (t, &vertices) in surface.triangles.iter().enumerate() {
        let count = surface.vertices.len();
        if let Some(&vertex) = vertices.iter().find(|&&v| v as usize >= count) {
            return Err(MomError::NoVertex {
                triangle: t,
                vertex,
                vertices: count,
            });
        }
        let mut key = vertices;
        key.sort_unstable();
        if let Some(first) = seen.insert(key, t) {
            return Err(MomError::Duplicate { first, second: t });
        }
        let triangle = Triangle::new(surface.corners(t), vertices);
        triangles.push(triangle.ok_or(MomError::Degenerate { triangle: t })?);
    }
    Ok(triangles)
}

impl Triangle {
    /// None if rounding leaves no normal.
    fn new(corners: [Point; 3], vertices: [u32; 3]) -> Option<Self> {
        let [a, b, c] = corners;
        let across = cross(sub(b, a), sub(c, a));
        let twice = norm(across);
        let centroid = blend(&corners, [1.0 / 3.0; 3]);
        let radius = corners
            .iter()
            .map(|&v| norm(sub(v, centroid)))
            .fold(0.0, f64::max);
        (twice.is_finite() && twice > 1e-12 * radius * radius).then(|| Self {
            corners,
            vertices,
            normal: scale(across, 1.0 / twice),
            area: 0.5 * twice,
            centroid,
            radius,
        })
    }
}

fn functions(triangles: &[Triangle], surface: &Surface) -> Vec<RwgFunction> {
    let mut users: BTreeMap<[u32; 2], Vec<(usize, usize)>> = BTreeMap::new();
    for (t, triangle) in triangles.iter().enumerate() {
        let v = triangle.vertices;
        for corner in 0..3 {
            let edge = sorted([v[(corner + 1) % 3], v[(corner + 2) % 3]]);
            users.entry(edge).or_default().push((t, corner));
        }
    }
    let mut functions = Vec::new();
    for (edge, users) in users {
        let [a, b] = edge.map(|v| surface.vertices[v as usize]);
        let length = norm(sub(a, b));
        let half = |(triangle, corner), weight| RwgHalf {
            triangle,
            corner,
            weight,
        };
        functions.extend(users.windows(2).map(|pair| RwgFunction {
            halves: [half(pair[0], length), half(pair[1], -length)],
            edge,
        }));
    }
    functions
}
