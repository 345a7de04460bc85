//! A model made of solids, and a minimal Yee loop over its coefficients.

use crate::coefficients::overrides::Overrides;
use crate::coefficients::skin::Skins;
use crate::coefficients::{CoefficientInputs, build};
use poynting_fdtd_core::coefficients::Storage;
use poynting_fdtd_core::tuple::Tuple;
use poynting_geometry::Solid;
use poynting_grid::{Arrangement, Grid, Layout, lengths};
use poynting_scene::{Material, MaterialId, MaterialKind, Point, Shape, Surfaces, Wall};
use std::path::Path;

pub const VACUUM: MaterialId = MaterialId::VACUUM;
pub const PEC: MaterialId = MaterialId::PEC;
pub const GLASS: MaterialId = MaterialId(3);
pub const FERRITE: MaterialId = MaterialId(4);

/// Vacuum, PEC, PMC, glass of eps_r = 4 and a lossy ferrite.
pub fn materials() -> Vec<Material> {
    let medium = |eps_r: f64, mu_r: f64, sigma: f64| {
        MaterialKind::Medium(poynting_scene::Medium {
            eps_r: [eps_r; 3],
            mu_r: [mu_r; 3],
            sigma: [sigma; 3],
            ..poynting_scene::Medium::VACUUM
        })
    };
    let kinds = [
        medium(1.0, 1.0, 0.0),
        MaterialKind::Pec,
        MaterialKind::Pmc,
        medium(4.0, 1.0, 0.0),
        medium(2.0, 3.0, 0.1),
    ];
    let material = |kind| Material {
        name: String::new(),
        kind,
        density: None,
    };
    kinds.map(material).to_vec()
}

pub fn solid(shape: &Shape) -> Solid {
    Solid::new(shape, Path::new(".")).unwrap()
}

pub fn ball(center: Point, radius: f64) -> Solid {
    solid(&Shape::Sphere { center, radius })
}

pub fn cuboid(from: Point, to: Point) -> Solid {
    solid(&Shape::Box { from, to })
}

pub fn even_grid(n: usize) -> Grid {
    let lines: Vec<f64> = (0..=n).map(|i| i as f64).collect();
    Grid {
        lines: [lines.clone(), lines.clone(), lines],
    }
}

/// All coefficients of a model, one tuple per node.
pub struct Model {
    pub grid: Grid,
    pub dt: f64,
    pub tuples: Vec<Tuple<f64>>,
}

impl Model {
    /// With a time step of `courant` times the vacuum limit.
    pub fn new(
        grid: Grid,
        walls: Wall,
        solids: &[(Solid, MaterialId)],
        surfaces: Surfaces,
        courant: f64,
    ) -> Self {
        let layout = Layout::new::<f64>(grid.cells(), [walls == Wall::Periodic; 3]);
        let dt = courant * grid.courant_limit(poynting_physics::constants::C0);
        let inputs = CoefficientInputs {
            grid: &grid,
            layers: Default::default(),
            layout: &layout,
            walls: [[walls; 2]; 3],
            materials: &materials(),
            solids,
            skins: &Skins::default(),
            overrides: &Overrides::default(),
            surfaces,
            dt,
        };
        let coefficients = build::<f64>(
            &inputs,
            &Arrangement::plain(inputs.layout.clone()),
            Storage::Auto,
        );
        let [nx, ny, nz] = layout.nodes();
        let rows = (0..nx).flat_map(|i| (0..ny).map(move |j| (i, j)));
        let nodes = rows.flat_map(|(i, j)| (0..nz).map(move |k| (i, j, k)));
        let tuples = nodes
            .map(|(i, j, k)| coefficients.at(layout.row(i, j) + k))
            .collect();
        Self { grid, dt, tuples }
    }

    pub fn nodes(&self) -> [usize; 3] {
        self.grid.cells().map(|n| n + 1)
    }

    pub fn node(&self, place: usize) -> [usize; 3] {
        let [_, ny, nz] = self.nodes();
        [place / (ny * nz), place / nz % ny, place % nz]
    }

    pub fn zeros(&self) -> [Vec<f64>; 3] {
        [(); 3].map(|()| vec![0.0; self.tuples.len()])
    }

    /// E given by `value` as a function of component and position, wherever it is not fixed.
    pub fn field(&self, mut value: impl FnMut(usize, Point) -> f64) -> [Vec<f64>; 3] {
        [0, 1, 2].map(|a| {
            let components = self.tuples.iter().enumerate();
            let at = |(place, tuple): (usize, &Tuple<f64>)| {
                let mut at: Point = self.node(place).map(|i| i as f64);
                at[a] += 0.5;
                if tuple.gain[a] == 0.0 {
                    0.0
                } else {
                    value(a, at)
                }
            };
            components.map(at).collect()
        })
    }

    /// `to[c] += scale * gain[first + c] * curl`, with curl H behind (first = 0) or -curl E ahead (first = 3).
    pub fn advance(&self, first: usize, from: &[Vec<f64>; 3], to: &mut [Vec<f64>; 3], scale: f64) {
        let nodes = self.nodes();
        let strides = [nodes[1] * nodes[2], nodes[2], 1];
        let over = [0, 1, 2].map(|a| {
            let length = |n: usize| {
                let around = lengths(&self.grid, a, n, false);
                if first == 0 {
                    f64::midpoint(around[0], around[1])
                } else {
                    around[1]
                }
            };
            (0..nodes[a]).map(|n| 1.0 / length(n)).collect::<Vec<_>>()
        });
        for (place, tuple) in self.tuples.iter().enumerate() {
            let node = self.node(place);
            for (c, to) in to.iter_mut().enumerate() {
                let (a, b) = ((c + 1) % 3, (c + 2) % 3);
                let gain = tuple.gain[first + c];
                if gain == 0.0 {
                    continue;
                }
                let step = |field: &[f64], axis: usize| {
                    let beyond = if first == 3 {
                        node[axis] + 1 < nodes[axis]
                    } else {
                        node[axis] > 0
                    };
                    let other = match (first, beyond) {
                        (_, false) => 0.0,
                        (3, _) => field[place + strides[axis]],
                        _ => field[place - strides[axis]],
                    };
                    (field[place] - other) * over[axis][node[axis]]
                };
                to[place] += scale * gain * (step(&from[b], a) - step(&from[a], b));
            }
        }
    }

    /// The largest eigenvalue of dt^2 curl curl, which must not exceed 4, by `steps` of the power method.
    pub fn largest_eigenvalue(&self, steps: usize) -> f64 {
        let mut seed = 1_u64;
        let mut random = || {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 33) as f64 / (1_u64 << 31) as f64 - 0.5
        };
        let mut e = self.zeros();
        e.iter_mut().flatten().for_each(|v| *v = random());
        let mut eigenvalue = 0.0;
        for _ in 0..steps {
            let (mut h, mut next) = (self.zeros(), self.zeros());
            self.advance(3, &e, &mut h, 1.0);
            self.advance(0, &h, &mut next, -1.0);
            let product = self.product(&e, &next);
            if product == 0.0 {
                // Nothing is free.
                return 0.0;
            }
            eigenvalue = product / self.product(&e, &e);
            let scale = 1.0 / self.product(&next, &next).sqrt();
            next.iter_mut().flatten().for_each(|v| *v *= scale);
            e = next;
        }
        eigenvalue
    }

    /// The sum of eps a b dV.
    pub fn product(&self, a: &[Vec<f64>; 3], b: &[Vec<f64>; 3]) -> f64 {
        let around = |axis: usize, n: usize| lengths(&self.grid, axis, n, false);
        let mut sum = 0.0;
        for (place, tuple) in self.tuples.iter().enumerate() {
            let node = self.node(place);
            for c in (0..3).filter(|c| tuple.gain[*c] != 0.0) {
                let length = |x: usize| {
                    let l = around(x, node[x]);
                    if x == c {
                        l[1]
                    } else {
                        f64::midpoint(l[0], l[1])
                    }
                };
                let volume: f64 = (0..3).map(length).product();
                sum += volume / tuple.gain[c] * a[c][place] * b[c][place];
            }
        }
        sum
    }
}
