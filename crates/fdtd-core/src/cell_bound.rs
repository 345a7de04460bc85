//! The masses with which one cell, cut by metal, is stable on its own; a grid of such cells is then stable too.
//!
//! The energies of the grid are sums over its cells: an edge shares its E among four of them, a face its H between two.
//! With l the free fraction of an edge, A that of a face and m >= 1/l the mass of the stored E^ = l E (`conformal.rs`),
//! the leapfrog scheme is stable if the largest eigenvalue of the whole stays below 4/dt^2, and that is at most the
//! largest eigenvalue of any one cell (Irons and Treharne, 1971, for finite elements):
//!
//! ```text
//! sum_faces (curl E^)^2 / A  <=  q sum_edges m E^^2,   q = 2/(c dt)^2
//! <=>  q diag(A) - C diag(1/m) C^T is positive semidefinite (6 x 6)
//! ```
//!
//! On an uncut cell this is exactly Courant's limit 2/dx^2 + 2/dy^2 + 2/dz^2 <= q, since the modes of a single cell are those
//! modes of the infinite grid that are compatible with mirror planes through its faces; a wall that cuts cells at the fraction
//! f parallel to their faces needs no change for f >= 1/2. Below that, Dey and Mittra's scheme needs a smaller step. Others
//! enlarge A (Zagorodnov, Schuhmann, Weiland 2007), which moves the wall; here mass is added to edges, mode by mode, most
//! where the mode has its E and slow fields have no voltage: an edge near and along a wall, where E vanishes, can be made
//! heavier at almost no cost; one that ends on it cannot. Tested by the largest eigenvalue of whole grids with random balls
//! and rods.

use poynting_scene::Point;
use std::cmp::Ordering;

/// Free fractions of a cell. Edges by axis a, then by side along a + 1 and a + 2: index 4 a + `side_b` + 2 `side_c`. Faces
/// by axis, then side: 2 a + side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CellShape {
    /// Free fraction of the length of each edge; zero for metal.
    pub edges: [f64; 12],
    /// Free fraction of the area of each face.
    pub faces: [f64; 6],
    /// Cell sizes.
    pub size: Point,
}

/// One of the 48 orientations of a cell: its axis `a` is axis `axes[a]` of the given cell, reversed if `flips[a]`.
#[derive(Debug, Clone, Copy)]
struct Orientation {
    axes: [usize; 3],
    flips: [bool; 3],
}

impl Orientation {
    fn all() -> impl Iterator<Item = Self> {
        let orders = [
            [0, 1, 2],
            [1, 2, 0],
            [2, 0, 1],
            [0, 2, 1],
            [2, 1, 0],
            [1, 0, 2],
        ];
        orders.into_iter().flat_map(|axes| {
            (0..8).map(move |n| Self {
                axes,
                flips: [0, 1, 2].map(|a| (n >> a) & 1 == 1),
            })
        })
    }

    /// The edge of the given cell that is edge `e` in this orientation.
    fn edge(&self, e: usize) -> usize {
        let a = e / 4;
        let mut sides = [0; 3];
        (sides[(a + 1) % 3], sides[(a + 2) % 3]) = (e % 2, e % 4 / 2);
        let mut given = [0; 3];
        for b in 0..3 {
            given[self.axes[b]] = sides[b] ^ usize::from(self.flips[b]);
        }
        let axis = self.axes[a];
        4 * axis + given[(axis + 1) % 3] + 2 * given[(axis + 2) % 3]
    }

    /// Likewise for faces.
    fn face(&self, f: usize) -> usize {
        let a = f / 2;
        2 * self.axes[a] + ((f % 2) ^ usize::from(self.flips[a]))
    }

    fn cell(&self, given: &CellShape) -> CellShape {
        CellShape {
            edges: std::array::from_fn(|e| given.edges[self.edge(e)]),
            faces: std::array::from_fn(|f| given.faces[self.face(f)]),
            size: self.axes.map(|a| given.size[a]),
        }
    }
}

/// Phase of a slow field across a cell, with which its tangential part grows away from a wall.
const SLOW: f64 = 0.3;
/// Minimum cost of an edge.
const LEAST: f64 = 1e-9;
/// Relative accuracy of the masses.
const FINE: f64 = 1e-3;
/// Modes slowed down individually before all edges are made heavier alike.
const MODES: usize = 24;
/// Power-method steps per mode; it starts from the previous mode.
const POWERS: usize = 16;
/// Margin so that a cell exactly at the limit passes despite rounding.
const ROUNDING: f64 = 1e-9;

/// The mass per edge needed by an uncut cell: 1 at Courant's limit.
pub fn uncut_mass(size: Point, q: f64) -> f64 {
    2.0 * size.iter().map(|d| d.powi(-2)).sum::<f64>() / q
}

impl CellShape {
    /// Whether some edge or face is partly cut, neither entirely free nor entirely metal.
    pub fn is_cut(&self) -> bool {
        let mut all = self.edges.iter().chain(&self.faces);
        all.any(|&f| f > 0.0 && f < 1.0)
    }

    /// Edge masses with which the cell is stable; less than 1/l where there is room, zero for metal.
    ///
    /// The search below ends within `FINE` of the least ones and depends on the order of edges and faces. It is made for the first of the 48
    /// orientations of the cell, so that the masses do not depend on the orientation of the model. Where several are first, because the
    /// cell is symmetric, their mean is taken: it is stable too, since C diag(1/m) C^T is convex in m.
    pub fn least_masses(&self, q: f64) -> [f64; 12] {
        let mut ways: Vec<Orientation> = Vec::new();
        let mut first = *self;
        for way in Orientation::all() {
            let cell = way.cell(self);
            match cell.order(&first) {
                Ordering::Less => (first, ways) = (cell, vec![way]),
                Ordering::Equal => ways.push(way),
                Ordering::Greater => {}
            }
        }
        let found = first.search(q);
        let mut masses = [0.0; 12];
        for way in &ways {
            for (e, mass) in found.iter().enumerate() {
                masses[way.edge(e)] += mass / ways.len() as f64;
            }
        }
        masses
    }

    /// Compares cells by their free fractions and sizes; differences of rounding do not count.
    fn order(&self, other: &Self) -> Ordering {
        let values = |cell: &Self| {
            let largest = cell.size.into_iter().fold(0.0, f64::max);
            let sizes = cell.size.map(|d| d / largest);
            let all = cell.edges.into_iter().chain(cell.faces).chain(sizes);
            all.map(|v| (v * 1e9).round() as i64).collect::<Vec<i64>>()
        };
        values(self).cmp(&values(other))
    }

    fn search(&self, q: f64) -> [f64; 12] {
        let natural = self.edges.map(|l| if l > 0.0 { 1.0 / l } else { 0.0 });
        if self.faces.iter().all(|&a| a <= 0.0) {
            return [0.0; 12];
        }
        let scaled = |s: f64| natural.map(|m| s * m);
        if self.is_stable(&scaled(1.0), q) {
            return scaled(least(1.0, |s| self.is_stable(&scaled(s), q)));
        }
        let mut masses = natural;
        let mut mode = [1.0, -0.9, 0.8, -1.1, 0.7, -1.2];
        let cost = self.cost();
        for _ in 0..MODES {
            if self.is_stable(&masses, q) {
                return masses;
            }
            let curl = self.fastest_mode(&masses, &mut mode);
            let weight: [f64; 12] = std::array::from_fn(|e| {
                if masses[e] > 0.0 {
                    (curl[e] / masses[e]).powi(2) / cost[e]
                } else {
                    0.0
                }
            });
            let heavier = |t: f64| std::array::from_fn(|e| masses[e] + t * weight[e]);
            let is_slow = |t: f64| {
                let masses: [f64; 12] = heavier(t);
                let edges = (0..12).filter(|&e| masses[e] > 0.0);
                edges.map(|e| curl[e].powi(2) / masses[e]).sum::<f64>() <= (1.0 - FINE) * q
            };
            masses = heavier(least(enough(is_slow), is_slow));
        }
        let scaled = |s: f64| masses.map(|m| s * m);
        let is_stable = |s: f64| self.is_stable(&scaled(s), q);
        scaled(least(enough(is_stable), is_stable))
    }

    /// The smallest q at which the cell is stable with these edge masses, zero for metal. `faces` may also represent the masses of H: the
    /// free fraction of a face multiplies its mu.
    pub fn least_q(&self, masses: &[f64; 12]) -> f64 {
        let unit = uncut_mass(self.size, 1.0);
        let is_stable = |q: f64| self.is_stable(masses, q * unit);
        unit * least(enough(is_stable), is_stable)
    }

    /// The cost of mass on an edge: the square of its voltage in a slow field, which is normal to the wall and grows from
    /// zero along it.
    fn cost(&self) -> [f64; 12] {
        // The vector area of the wall is what the other faces lack.
        let wall: Point =
            std::array::from_fn(|a| (self.faces[2 * a] - self.faces[2 * a + 1]) / self.size[a]);
        let square = wall.iter().map(|w| w * w).sum::<f64>();
        std::array::from_fn(|e| {
            let l = self.edges[e];
            let normal = wall[e / 4].powi(2) / square.max(f64::MIN_POSITIVE);
            // An edge is as far from the wall as its adjacent faces are wide.
            let away = self.faces_at(e).map(|(f, _)| self.faces[f]);
            let tangential = SLOW * away[0].min(away[1]);
            l * l * (normal + LEAST) + tangential * tangential
        })
    }

    /// The mode of the largest eigenvalue, by the power method from a guess: its H sqrt(A) on the faces in `mode`, and the
    /// curl driving each edge.
    fn fastest_mode(&self, masses: &[f64; 12], mode: &mut [f64; 6]) -> [f64; 12] {
        let root = self.faces.map(f64::sqrt);
        let mut curl = [0.0; 12];
        for _ in 0..POWERS {
            let mut next = [0.0; 6];
            for e in 0..12 {
                let faces = self
                    .faces_at(e)
                    .map(|(f, c)| (f, if root[f] > 0.0 { c / root[f] } else { 0.0 }));
                curl[e] = faces.iter().map(|&(f, c)| c * mode[f]).sum();
                if masses[e] > 0.0 {
                    for (f, c) in faces {
                        next[f] += c * curl[e] / masses[e];
                    }
                }
            }
            let length = next.iter().map(|v| v * v).sum::<f64>().sqrt();
            *mode = next.map(|v| v / length);
        }
        curl
    }

    /// The two faces bounded by an edge, with the contribution of its E^ to their curl.
    fn faces_at(&self, e: usize) -> [(usize, f64); 2] {
        let (a, sides) = (e / 4, [e % 2, e % 4 / 2]);
        let (b, c) = ((a + 1) % 3, (a + 2) % 3);
        let sign = |side: usize| if side == 1 { 1.0 } else { -1.0 };
        [
            (2 * b + sides[0], sign(sides[1]) / self.size[c]),
            (2 * c + sides[1], -sign(sides[0]) / self.size[b]),
        ]
    }

    /// Whether q diag(A) - C diag(1/m) C^T has a Cholesky factor; faces without area are excluded.
    fn is_stable(&self, masses: &[f64; 12], q: f64) -> bool {
        let mut m = [[0.0; 6]; 6];
        for (f, row) in m.iter_mut().enumerate() {
            row[f] = q * self.faces[f] * (1.0 + ROUNDING);
        }
        for (e, &mass) in masses.iter().enumerate() {
            if mass <= 0.0 {
                continue;
            }
            let faces = self.faces_at(e);
            for (f, x) in faces {
                for (g, y) in faces {
                    m[f][g] -= x * y / mass;
                }
            }
        }
        has_cholesky_factor(m, self.faces.map(|a| a > 0.0))
    }
}

/// An argument that passes, given that every larger one does.
fn enough(passes: impl Fn(f64) -> bool) -> f64 {
    let mut enough = 1e-3;
    while !passes(enough) {
        enough *= 2.0;
    }
    enough
}

/// The smallest argument in (0, enough] that passes, given that every larger one does.
fn least(enough: f64, passes: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, enough);
    while high - low > FINE * high {
        let middle = f64::midpoint(low, high);
        if passes(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

fn has_cholesky_factor(mut m: [[f64; 6]; 6], takes_part: [bool; 6]) -> bool {
    for i in (0..6).filter(|&i| takes_part[i]) {
        for j in (0..=i).filter(|&j| takes_part[j]) {
            let known: f64 = (0..j)
                .filter(|&k| takes_part[k])
                .map(|k| m[i][k] * m[j][k])
                .sum();
            let rest = m[i][j] - known;
            if i > j {
                m[i][j] = rest / m[j][j];
            } else if rest > 0.0 {
                m[i][i] = rest.sqrt();
            } else {
                return false;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wall normal to z at the fraction f of the cell.
    fn flat(f: f64) -> CellShape {
        CellShape {
            edges: [1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, f, f, f, f],
            faces: [f, f, f, f, 1.0, 0.0],
            size: [1.0; 3],
        }
    }

    #[test]
    fn masses_do_not_depend_on_the_orientation() {
        let cell = CellShape {
            edges: [0.9, 0.3, 1.0, 0.0, 0.2, 1.0, 0.7, 0.0, 0.4, 1.0, 0.6, 0.1],
            faces: [0.3, 0.8, 0.05, 0.6, 0.9, 0.2],
            size: [1.0, 0.75, 0.9],
        };
        let expected = cell.least_masses(9.0);
        assert_ne!(expected, cell.search(9.0));
        for way in Orientation::all() {
            let masses = way.cell(&cell).least_masses(9.0);
            for e in 0..12 {
                assert_eq!(masses[e], expected[way.edge(e)], "{way:?}");
            }
        }
    }

    #[test]
    fn an_uncut_cell_is_stable_up_to_courants_limit() {
        for size in [[1.0; 3], [1.0, 2.0, 0.7]] {
            let cell = CellShape {
                edges: [1.0; 12],
                faces: [1.0; 6],
                size,
            };
            let limit = uncut_mass(size, 1.0);
            assert!(cell.is_stable(&[1.0; 12], limit));
            assert!(!cell.is_stable(&[1.0; 12], limit * (1.0 - 1e-6)));
        }
    }

    /// The mode between a wall and the tangential E at the distance f d has lambda = 4 + 1/f in a single cell, compared
    /// with 6 at Courant's limit; adding mass to that E alone makes it 4 + 1/(m f).
    #[test]
    fn a_flat_wall_needs_mass_only_below_one_half() {
        let natural = |cell: &CellShape| cell.edges.map(|l| if l > 0.0 { 1.0 / l } else { 0.0 });
        for f in [0.5, 0.7, 0.99] {
            assert!(flat(f).is_stable(&natural(&flat(f)), 6.0));
        }
        for f in [0.01, 0.1, 0.3, 0.49] {
            assert!(!flat(f).is_stable(&natural(&flat(f)), 6.0));
            let masses = flat(f).least_masses(6.0);
            assert!(flat(f).is_stable(&masses, 6.0));
            let needed = 0.5 / f;
            println!("{f}: {:.3} {:.3}", masses[0] / needed, masses[8] * f);
            assert!(masses[0] < 1.2 * needed, "{f}: {masses:?}");
            // Where E is normal to the wall little changes.
            assert!(masses[8] * f < 1.2, "{f}: {masses:?}");
        }
    }
}
