//! A plain Yee lattice between PEC walls, written independently of the solver.

use crate::far_field::huygens::Element;
use poynting_grid::stencil::is_staggered;
use poynting_grid::{Grid, HalfStep, Spot};
use poynting_physics::constants::{C0, EPS0, MU0};
use poynting_scene::Component;

pub struct Lattice {
    pub grid: Grid,
    pub dt: f64,
    nodes: [usize; 3],
    primal: [Vec<f64>; 3],
    dual: [Vec<f64>; 3],
    fields: [Vec<f64>; 6],
}

impl Lattice {
    pub fn new(grid: Grid) -> Self {
        let nodes = grid.cells().map(|n| n + 1);
        let length = |axis: usize, i: usize| {
            let l = &grid.lines[axis];
            if i + 1 < l.len() {
                l[i + 1] - l[i]
            } else {
                0.0
            }
        };
        let primal = [0, 1, 2].map(|a| (0..nodes[a]).map(|i| length(a, i)).collect::<Vec<f64>>());
        let dual = [0, 1, 2].map(|a| {
            let before = |i: usize| if i > 0 { length(a, i - 1) } else { 0.0 };
            let mean = |i| 0.5 * (length(a, i) + before(i));
            (0..nodes[a]).map(mean).collect()
        });
        Self {
            dt: 0.99 * grid.courant_limit(C0),
            fields: std::array::from_fn(|_| vec![0.0; nodes.iter().product()]),
            grid,
            nodes,
            primal,
            dual,
        }
    }

    fn place(&self, [i, j, k]: [usize; 3]) -> usize {
        (i * self.nodes[1] + j) * self.nodes[2] + k
    }

    pub fn value(&self, spot: Spot) -> f64 {
        self.fields[spot.component as usize][self.place(spot.node)]
    }

    /// All spots of the lattice.
    pub fn spots(&self) -> impl Iterator<Item = Spot> {
        let [x, y, z] = self.nodes;
        let nodes = (0..x * y * z).map(move |n| [n / (y * z), n / z % y, n % z]);
        nodes.flat_map(|node| Component::ALL.map(|component| Spot { node, component }))
    }

    /// The spot at which a current acts.
    pub fn target(&self, element: &Element) -> Spot {
        let half = match element.current.half() {
            HalfStep::H => 0,
            HalfStep::E => 3,
        };
        Spot {
            component: Component::ALL[half + element.axis],
            node: [0, 1, 2].map(|a| {
                let l = &self.grid.lines[a];
                l.partition_point(|x| *x <= element.position[a] + 1e-9 * l[l.len() - 1].abs()) - 1
            }),
        }
    }

    /// Applies a current moment for a step to a spot that has been or will be advanced in it.
    pub fn impress(&mut self, spot: Spot, moment: f64) {
        let length = |a: usize| {
            let lengths = if is_staggered(spot.component, a) {
                &self.primal
            } else {
                &self.dual
            };
            lengths[a][spot.node[a]]
        };
        let volume: f64 = (0..3).map(length).product();
        let storage = if spot.component.is_electric() {
            EPS0
        } else {
            MU0
        };
        let place = self.place(spot.node);
        self.fields[spot.component as usize][place] -= self.dt / storage * moment / volume;
    }

    pub fn advance(&mut self, half: HalfStep) {
        for c in 0..3 {
            let (a, b) = ((c + 1) % 3, (c + 2) % 3);
            match half {
                HalfStep::E => self.advance_component(c, [3 + a, 3 + b], half),
                HalfStep::H => self.advance_component(3 + c, [a, b], half),
            }
        }
    }

    fn advance_component(
        &mut self,
        component: usize,
        [from_a, from_b]: [usize; 2],
        half: HalfStep,
    ) {
        let c = component % 3;
        let (a, b) = ((c + 1) % 3, (c + 2) % 3);
        let mut field = std::mem::take(&mut self.fields[component]);
        let (lengths, gain) = match half {
            HalfStep::E => (&self.dual, self.dt / EPS0),
            HalfStep::H => (&self.primal, self.dt / MU0),
        };
        // Tangential E on the walls stays zero; H lies inside all cells transverse to its axis.
        let range = |axis: usize| match (half, axis == c) {
            (HalfStep::E, true) | (HalfStep::H, false) => 0..self.nodes[axis] - 1,
            (HalfStep::E, false) => 1..self.nodes[axis] - 1,
            (HalfStep::H, true) => 0..self.nodes[axis],
        };
        let stride = |axis: usize| [self.nodes[1] * self.nodes[2], self.nodes[2], 1][axis];
        let (fa, fb) = (&self.fields[from_a], &self.fields[from_b]);
        for i in range(0) {
            for j in range(1) {
                for k in range(2) {
                    let node = [i, j, k];
                    let at = self.place(node);
                    // curl H looks back, -curl E ahead.
                    let difference = |f: &[f64], axis: usize| {
                        let other = match half {
                            HalfStep::E => at - stride(axis),
                            HalfStep::H => at + stride(axis),
                        };
                        (f[at] - f[other]) / lengths[axis][node[axis]]
                    };
                    field[at] += gain * (difference(fb, a) - difference(fa, b));
                }
            }
        }
        self.fields[component] = field;
    }
}
