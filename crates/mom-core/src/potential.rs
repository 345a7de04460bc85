//! Static potentials of a triangle in closed form, at any point: they make integrals over near triangles insensitive to the gap.
//!
//! With h the height of r over the plane, t_i the distance of its foot from the line of edge i (positive inside), m_i the normal of the edge in the
//! plane, s from end to end along the edge relative to the foot, and R^2 = h^2 + t_i^2 + s^2:
//!
//! ```text
//! L_-1 = int dl/R = [ln(R + s)]      L_q = int R^q dl = ([s R^q] + q (t^2 + h^2) L_q-2)/(q + 1)
//! Omega = |h| int dS/R^3 = sum_i [atan(t s/(t^2 + h^2 + |h| R))]
//! I_-1 = int dS/R = sum t L_-1 - |h| Omega        I_q = int R^q dS = (sum t L_q + q h^2 I_q-2)/(q + 2)
//! int (r' - foot) R^q dS = sum m L_q+2/(q + 2)
//! grad I_-1 = -sum m L_-1 - n sign(h) Omega       grad I_q = q (n h I_q-2 - sum m L_q/q)
//! ```
//!
//! (D. R. Wilton et al., IEEE Trans. Antennas Propag. 32, 276, 1984; R. D. Graglia, ibid. 41, 1448, 1993). Tested through the entries against
//! an independent reference.

use crate::vector::{Point, cross, dot, norm, scale, sub};

/// A charged triangle.
#[derive(Debug, Clone, Copy)]
pub struct ChargedTriangle {
    corners: [Point; 3],
    normal: Point,
    area: f64,
    /// Unit vectors along edge i, from corner i + 1 to i + 2, and outwards across it.
    edges: [[Point; 2]; 3],
    /// Gradients of the barycentric coordinates.
    slopes: [Point; 3],
}

/// Averages over the triangle of the powers 1/R, R and R^3.
#[derive(Debug, Clone, Copy, Default)]
pub struct Statics {
    /// With the barycentric coordinates mu_d of r' as weights.
    pub moments: [[f64; 3]; 3],
    /// Gradients of the unweighted averages.
    pub gradients: [Point; 3],
}

/// L_-1, L_1, L_3 and L_5 of an edge, t and its share in Omega.
struct Edge {
    lines: [f64; 4],
    offset: f64,
    angle: f64,
}

impl ChargedTriangle {
    /// From a triangle with nonzero area.
    pub fn new(corners: [Point; 3]) -> Self {
        let across = cross(sub(corners[1], corners[0]), sub(corners[2], corners[0]));
        let twice = norm(across);
        let normal = scale(across, 1.0 / twice);
        let edge = |i: usize| sub(corners[(i + 2) % 3], corners[(i + 1) % 3]);
        Self {
            corners,
            normal,
            area: 0.5 * twice,
            edges: [0, 1, 2].map(|i| {
                let along = scale(edge(i), 1.0 / norm(edge(i)));
                [along, cross(along, normal)]
            }),
            // mu_i falls from corner i to the opposite edge.
            slopes: [0, 1, 2].map(|i| scale(cross(normal, edge(i)), 1.0 / twice)),
        }
    }

    fn edge(&self, i: usize, at: Point, height: f64) -> Edge {
        let [along, out] = self.edges[i];
        let [a, b] = [(i + 1) % 3, (i + 2) % 3].map(|c| sub(self.corners[c], at));
        let (offset, ends) = (dot(a, out), [dot(a, along), dot(b, along)]);
        let square = offset * offset + height * height;
        let [near, far] = [norm(a), norm(b)];
        // ln(R + s) suffers cancellation where s is about -R; (R + s)(R - s) = square.
        let line = if ends[0] + ends[1] >= 0.0 {
            ((far + ends[1]) / (near + ends[0])).ln()
        } else {
            ((near - ends[0]) / (far - ends[1])).ln()
        };
        let line = if square > 0.0 { line } else { 0.0 };
        let next = |q: i32, before: f64| {
            let ends = ends[1] * far.powi(q) - ends[0] * near.powi(q);
            (ends + f64::from(q) * square * before) / f64::from(q + 1)
        };
        let first = next(1, line);
        let third = next(3, first);
        let turn = |s: f64, r: f64| (offset * s).atan2(square + height.abs() * r);
        Edge {
            lines: [line, first, third, next(5, third)],
            offset,
            angle: turn(ends[1], far) - turn(ends[0], near),
        }
    }

    /// The potentials at a point.
    pub fn statics(&self, at: Point) -> Statics {
        let height = dot(sub(at, self.corners[0]), self.normal);
        let edges = [0, 1, 2].map(|i| self.edge(i, at, height));
        let sum = |f: &dyn Fn(&Edge) -> f64| edges.iter().map(f).sum::<f64>() / self.area;
        let across = |order: usize| -> Point {
            std::array::from_fn(|i| {
                let each = (0..3).map(|e| self.edges[e][1][i] * edges[e].lines[order]);
                each.sum::<f64>() / self.area
            })
        };
        let lines = [0, 1, 2, 3].map(across);
        let angle = sum(&|e| e.angle);
        let inverse = sum(&|e| e.offset * e.lines[0]) - height.abs() * angle;
        let square = height * height;
        let distance = (sum(&|e| e.offset * e.lines[1]) + square * inverse) / 3.0;
        let cube = (sum(&|e| e.offset * e.lines[2]) + 3.0 * square * distance) / 5.0;
        // mu at the foot: the slopes lie in the plane.
        let foot = [0, 1, 2].map(|d| dot(self.slopes[d], sub(at, self.corners[(d + 1) % 3])));
        let moment = |total: f64, line: Point, power: f64| {
            [0, 1, 2].map(|d| foot[d] * total + dot(self.slopes[d], line) / power)
        };
        let side = if height == 0.0 { 0.0 } else { height.signum() };
        let gradient =
            |normal: f64, line: Point| [0, 1, 2].map(|i| self.normal[i] * normal - line[i]);
        Statics {
            moments: [
                moment(inverse, lines[1], 1.0),
                moment(distance, lines[2], 3.0),
                moment(cube, lines[3], 5.0),
            ],
            gradients: [
                gradient(-side * angle, lines[0]),
                gradient(height * inverse, lines[1]),
                gradient(3.0 * height * distance, lines[2]),
            ],
        }
    }
}
