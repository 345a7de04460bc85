//! The surface of metal as the solver sees it, for pictures.
//!
//! An edge is metal if its field is fixed at zero, if a sheet loads it, or if it touches a cell of a conductor. A face whose four edges are metal
//! is closed, and a cell whose six faces are closed is solid. The surface consists of the closed faces that do not lie between two solid cells,
//! and, with conformal surfaces, of the polygons at which perfect conductors end within cells.

use crate::coefficients::build::Lookup;
use crate::coefficients::conformal::{Surface as Cut, outline};
use crate::coefficients::inputs::CoefficientInputs;
use crate::coefficients::metal::Metal;
use poynting_fdtd_core::load::EdgeLoad;
use poynting_geometry::Surface;
use poynting_scene::{MaterialId, Point, Surfaces, Wall};
use std::collections::HashMap;

/// The surface of metal and of the sheets that load edges, within the domain.
pub fn metal_surface(inputs: &CoefficientInputs<'_>, sheets: &[EdgeLoad]) -> Surface {
    let mut surface = Faces::new(inputs, sheets).surface();
    if inputs.surfaces == Surfaces::Conformal {
        cut_cells(inputs, &mut surface);
    }
    surface
}

/// The metal edges of a grid.
struct Faces<'a> {
    inputs: &'a CoefficientInputs<'a>,
    /// For each node, x slowest, a bit per axis: whether the edge after it is metal.
    edges: Vec<u8>,
}

impl<'a> Faces<'a> {
    fn new(inputs: &'a CoefficientInputs<'a>, sheets: &[EdgeLoad]) -> Self {
        let edges = vec![0; inputs.layout.nodes().iter().product()];
        let mut faces = Self { inputs, edges };
        let lookup = Lookup::new(inputs);
        lookup.each_plane(|i, rows| {
            for (j, runs) in rows {
                let mut k = 0;
                for run in runs {
                    let fixed = (0..3).filter(|&a| run.tuple.gain[a] == 0.0);
                    let bits = fixed.fold(0, |bits, a| bits | 1 << a);
                    let at = faces.index([i, *j, k]);
                    faces.edges[at..at + run.len].fill(bits);
                    k += run.len;
                }
            }
        });
        faces.add_conductors(&lookup);
        for load in sheets {
            faces.mark(load.axis, load.node);
        }
        faces.join_periods();
        faces
    }

    fn index(&self, [i, j, k]: [usize; 3]) -> usize {
        let [_, ny, nz] = self.inputs.layout.nodes();
        (i * ny + j) * nz + k
    }

    fn mark(&mut self, axis: usize, node: [usize; 3]) {
        let at = self.index(node);
        self.edges[at] |= 1 << axis;
    }

    /// The edges of conductor cells, which the field does not enter.
    fn add_conductors(&mut self, lookup: &Lookup<'_>) {
        let [nx, ny, nz] = self.inputs.layout.cells;
        if !self
            .inputs
            .solids
            .iter()
            .any(|(_, id)| self.inputs.skins.has(*id))
        {
            return;
        }
        for i in 0..nx {
            let plane = lookup.voxels.plane(i);
            for (n, _) in plane
                .iter()
                .enumerate()
                .filter(|(_, id)| self.inputs.skins.has(**id))
            {
                let cell = [i, n / nz % ny, n % nz];
                for edge in 0..12 {
                    let (axis, mut node) = (edge / 4, cell);
                    node[(axis + 1) % 3] += edge % 2;
                    node[(axis + 2) % 3] += edge % 4 / 2;
                    self.mark(axis, node);
                }
            }
        }
    }

    /// The last nodes of a periodic axis are the first ones.
    fn join_periods(&mut self) {
        let layout = self.inputs.layout;
        if !layout.periodic.contains(&true) {
            return;
        }
        let [nx, ny, nz] = layout.nodes();
        for at in 0..nx * ny * nz {
            let node = [at / (ny * nz), at / nz % ny, at % nz];
            let wrapped = std::array::from_fn(|a| layout.wrap(a, node[a]));
            self.edges[at] = self.edges[self.index(wrapped)];
        }
    }

    fn is_closed(&self, axis: usize, node: [usize; 3]) -> bool {
        let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
        let is_metal = |along: usize, beside: Option<usize>| {
            let mut node = node;
            if let Some(beside) = beside {
                node[beside] += 1;
            }
            self.edges[self.index(node)] >> along & 1 == 1
        };
        is_metal(b, None) && is_metal(c, None) && is_metal(b, Some(c)) && is_metal(c, Some(b))
    }

    fn is_solid(&self, cell: [usize; 3]) -> bool {
        (0..6).all(|face| {
            let mut node = cell;
            node[face / 2] += face % 2;
            self.is_closed(face / 2, node)
        })
    }

    /// First and last cell of the domain along an axis.
    fn cells(&self, axis: usize) -> [usize; 2] {
        let [before, after] = self.inputs.layers[axis];
        [before, self.inputs.layout.cells[axis] - 1 - after]
    }

    /// Whether a closed face is to be seen: not in an electric wall, and not between solid cells.
    fn is_shown(&self, axis: usize, node: [usize; 3]) -> bool {
        let end = self.inputs.layout.cells[axis];
        let [low, high] = self.inputs.walls[axis].map(|wall| wall == Wall::Pec);
        if (low && node[axis] == 0) || (high && node[axis] == end) {
            return false;
        }
        let [first, last] = self.cells(axis);
        let mut before = node;
        before[axis] = node[axis].wrapping_sub(1);
        let free = |cell: [usize; 3]| (first..=last).contains(&cell[axis]) && !self.is_solid(cell);
        free(before) || free(node)
    }

    fn surface(&self) -> Surface {
        let mut surface = Surface::default();
        let mut vertices: HashMap<[usize; 3], u32> = HashMap::new();
        let lines = &self.inputs.grid.lines;
        let [xs, ys, zs] = [0, 1, 2].map(|a| {
            let [first, last] = self.cells(a);
            first..last + 2
        });
        for axis in 0..3 {
            let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
            let ends = [self.cells(b)[1], self.cells(c)[1]];
            let rows = xs.clone().flat_map(|i| ys.clone().map(move |j| (i, j)));
            let nodes = rows.flat_map(|(i, j)| zs.clone().map(move |k| [i, j, k]));
            let nodes = nodes.filter(|node| node[b] <= ends[0] && node[c] <= ends[1]);
            for node in nodes.filter(|&n| self.is_closed(axis, n) && self.is_shown(axis, n)) {
                let corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(|[s, t]| {
                    let mut corner = node;
                    corner[b] += s;
                    corner[c] += t;
                    *vertices.entry(corner).or_insert_with(|| {
                        let point = std::array::from_fn(|a| lines[a][corner[a]]);
                        surface.vertices.push(point);
                        surface.vertices.len() as u32 - 1
                    })
                });
                let [p, q, r, s] = corners;
                surface.triangles.extend([[p, q, r], [p, r, s]]);
            }
        }
        surface
    }
}

/// Adds the polygons at which perfect conductors end within cells.
fn cut_cells(inputs: &CoefficientInputs<'_>, surface: &mut Surface) {
    let Some(metal) = Metal::new(inputs, |id| id == MaterialId::PEC) else {
        return;
    };
    let cut = Cut::new(inputs, &metal);
    let [nx, ny, nz] = inputs.layout.cells;
    let is_inside = |cell: &&[usize; 3]| {
        let mut axes = [nx, ny, nz].into_iter().zip(inputs.layers).zip(*cell);
        axes.all(|((n, [before, after]), i)| (before..n - after).contains(i))
    };
    for &cell in cut.cells.iter().filter(is_inside) {
        let polygon = ring(chords(inputs, &cut, cell));
        let first = surface.vertices.len() as u32;
        let count = polygon.len() as u32;
        if count >= 3 {
            surface.vertices.extend(polygon);
            let fan = (1..count - 1).map(|n| [first, first + n, first + n + 1]);
            surface.triangles.extend(fan);
        }
    }
}

/// Where the surface crosses the faces of a cell: the ends of a chord per face. None where the cell counts as filled or as free.
fn chords(inputs: &CoefficientInputs<'_>, cut: &Cut<'_>, cell: [usize; 3]) -> Vec<[Point; 2]> {
    let faces = cut.faces_of(cell);
    if faces.iter().any(|face| cut.faces[face].is_torn) {
        return Vec::new();
    }
    let lines = &inputs.grid.lines;
    let crossed = faces
        .into_iter()
        .enumerate()
        .flat_map(|(n, (component, node))| {
            let axis = component - 3;
            let (_, chords) = outline(cut.around(axis, node));
            let place = move |[s, t]: [f64; 2]| {
                let mut fractions = [0.0; 3];
                (
                    fractions[axis],
                    fractions[(axis + 1) % 3],
                    fractions[(axis + 2) % 3],
                ) = ((n % 2) as f64, s, t);
                std::array::from_fn(|a| {
                    let [lower, upper] = [lines[a][cell[a]], lines[a][cell[a] + 1]];
                    lower + fractions[a] * (upper - lower)
                })
            };
            chords.into_iter().map(move |chord| chord.map(place))
        });
    crossed.collect()
}

/// The corners of a polygon, from its sides in any order.
fn ring(mut sides: Vec<[Point; 2]>) -> Vec<Point> {
    let Some([start, mut end]) = sides.pop() else {
        return Vec::new();
    };
    let mut corners = vec![start];
    while !sides.is_empty() {
        corners.push(end);
        let distance = |p: Point| (0..3).map(|a| (p[a] - end[a]).powi(2)).sum::<f64>();
        let ends = sides
            .iter()
            .enumerate()
            .flat_map(|(n, side)| [(n, 0), (n, 1)].map(|(n, e)| (distance(side[e]), n, e)));
        let nearest = ends.min_by(|p, q| p.0.total_cmp(&q.0));
        let Some((_, n, e)) = nearest else { break };
        end = sides.swap_remove(n)[1 - e];
    }
    corners
}
