//! A small Yee loop in free space with a total-field box, for these tests only.

use poynting_fdtd_core::plane_wave::IncidentLine;
use poynting_fdtd_core::plane_wave::lagrange::{POINTS, lagrange_weights};
use poynting_grid::Grid;
use poynting_grid::stencil::position;
use poynting_physics::Complex;
use poynting_physics::constants::{EPS0, MU0};
use poynting_scene::Component;

/// Steps held by the table.
const BLOCK: usize = 8;

/// The incident correction at a place.
struct Correction {
    component: usize,
    place: usize,
    /// Of the incident component.
    incident: usize,
    first: usize,
    weights: [f64; POINTS],
    factor: Complex,
}

/// The curl update of a place.
struct Update {
    component: usize,
    place: usize,
    terms: [(usize, usize, Complex); 4],
}

/// Fields around a box. Beyond the grid they are zero; a Bloch axis continues with a phase.
pub struct Space {
    pub grid: Grid,
    /// First and last node of the box.
    pub total: [[usize; 3]; 2],
    pub dt: f64,
    /// k_t along periodic axes.
    pub bloch: [Option<f64>; 3],
    pub fields: [Vec<Complex>; 6],
    updates: [Vec<Update>; 2],
    corrections: [Vec<Correction>; 2],
}

impl Space {
    pub fn new(grid: Grid, total: [[usize; 3]; 2], dt: f64) -> Self {
        let size = grid.lines.iter().map(Vec::len).product();
        Self {
            grid,
            total,
            dt,
            bloch: [None; 3],
            fields: std::array::from_fn(|_| vec![Complex::default(); size]),
            updates: [Vec::new(), Vec::new()],
            corrections: [Vec::new(), Vec::new()],
        }
    }

    /// Nodes with fields of their own; the last line of a periodic axis is the first.
    fn nodes(&self, axis: usize) -> usize {
        self.grid.lines[axis].len() - usize::from(self.bloch[axis].is_some())
    }

    pub fn at(&self, node: [usize; 3]) -> usize {
        let n = [1, 2].map(|a| self.grid.lines[a].len());
        (node[0] * n[0] + node[1]) * n[1] + node[2]
    }

    /// Whether a component belongs to the total field: its position lies in the closed box.
    pub fn is_total(&self, component: Component, node: [usize; 3]) -> bool {
        (0..3).all(|a| {
            let last =
                self.total[1][a] - usize::from(poynting_grid::stencil::is_staggered(component, a));
            self.bloch[a].is_some() || (self.total[0][a] <= node[a] && node[a] <= last)
        })
    }

    fn every_node(&self) -> Vec<[usize; 3]> {
        let mut nodes = Vec::new();
        for i in 0..self.nodes(0) {
            for j in 0..self.nodes(1) {
                nodes.extend((0..self.nodes(2)).map(|k| [i, j, k]));
            }
        }
        nodes
    }

    /// The neighbour along an axis with its phase.
    fn aside(
        &self,
        node: [usize; 3],
        axis: usize,
        electric: bool,
    ) -> Option<([usize; 3], Complex)> {
        let (mut to, last) = (node, self.nodes(axis) - 1);
        let lines = &self.grid.lines[axis];
        let period = lines[lines.len() - 1] - lines[0];
        let wrap = self.bloch[axis].map(|k| Complex::cis(if electric { k } else { -k } * period));
        let (edge, beyond) = if electric { (0, last) } else { (last, 0) };
        if node[axis] == edge {
            to[axis] = beyond;
            return wrap.map(|phase| (to, phase));
        }
        to[axis] = if electric {
            node[axis] - 1
        } else {
            node[axis] + 1
        };
        Some((to, Complex::new(1.0, 0.0)))
    }

    /// The terms of one update: component and node read, with their factors.
    fn terms(
        &self,
        component: Component,
        node: [usize; 3],
    ) -> Vec<(Component, [usize; 3], Complex)> {
        let c = component.axis();
        let electric = component.is_electric();
        let gain = self.dt / if electric { EPS0 } else { -MU0 };
        let mut terms = Vec::new();
        for (along, of, sign) in [
            ((c + 1) % 3, (c + 2) % 3, 1.0),
            ((c + 2) % 3, (c + 1) % 3, -1.0),
        ] {
            let Some(length) = self.length(along, node[along], electric) else {
                return Vec::new();
            };
            let other = Component::ALL[of + if electric { 3 } else { 0 }];
            let factor = sign * gain / length;
            let side = if electric { 1.0 } else { -1.0 };
            terms.push((other, node, Complex::new(side * factor, 0.0)));
            if let Some((to, phase)) = self.aside(node, along, electric) {
                terms.push((other, to, phase * (-side * factor)));
            }
        }
        terms
    }

    /// Dual or primary length at a node; `None` where undefined.
    fn length(&self, axis: usize, node: usize, dual: bool) -> Option<f64> {
        let lines = &self.grid.lines[axis];
        let last = lines.len() - 1;
        match dual {
            true if self.bloch[axis].is_some() => Some(lines[1] - lines[0]),
            true if node == 0 || node == last => None,
            true => Some(0.5 * (lines[node + 1] - lines[node - 1])),
            false if node == last => None,
            false => Some(lines[node + 1] - lines[node]),
        }
    }

    /// e^{-j k_t . rho} at a component.
    fn phase(&self, component: Component, node: [usize; 3]) -> Complex {
        let at = position(&self.grid, component, node);
        let turn: f64 = (0..3).map(|a| self.bloch[a].unwrap_or(0.0) * at[a]).sum();
        Complex::cis(-turn)
    }

    /// The terms that cross the surface of the box in the update of a place.
    fn crossings(
        &self,
        line: &IncidentLine,
        component: Component,
        node: [usize; 3],
    ) -> Vec<Correction> {
        let inside = self.is_total(component, node);
        let crossing = self.terms(component, node).into_iter();
        let crossing = crossing.filter(|(other, at, _)| self.is_total(*other, *at) != inside);
        let correction = |(other, at, factor): (Component, [usize; 3], Complex)| {
            let place = line.place(&self.grid, other, at).expect("on the line");
            let sign = if inside { 1.0 } else { -1.0 };
            Correction {
                component: component as usize,
                place: self.at(node),
                incident: other as usize,
                first: place.first,
                weights: lagrange_weights(place.x),
                factor: factor * self.phase(other, at) * sign,
            }
        };
        crossing.map(correction).collect()
    }

    fn update(&self, component: Component, node: [usize; 3]) -> Update {
        let (component_at, place) = (component as usize, self.at(node));
        let mut terms = [(component_at, place, Complex::default()); 4];
        for (slot, (other, at, factor)) in terms.iter_mut().zip(self.terms(component, node)) {
            *slot = (other as usize, self.at(at), factor);
        }
        Update {
            component: component_at,
            place,
            terms,
        }
    }

    /// Runs, calling `watch` with the step after each one.
    pub fn run(&mut self, line: &mut IncidentLine, steps: u64, mut watch: impl FnMut(&Self, u64)) {
        let nodes = self.every_node();
        for half in 0..2 {
            let components = &Component::ALL[3 * half..3 * half + 3];
            let places = || {
                let nodes = nodes.iter();
                nodes.flat_map(|n| components.iter().map(|c| (*c, *n)))
            };
            self.updates[half] = places().map(|(c, n)| self.update(c, n)).collect();
            self.corrections[half] = places()
                .flat_map(|(c, n)| self.crossings(line, c, n))
                .collect();
        }
        let (points, components) = (line.points(), line.components());
        let mut table = vec![0.0; BLOCK * components * points];
        for step in 0..steps {
            let t = step as usize % BLOCK;
            if t == 0 {
                line.fill(step, BLOCK, &mut table);
            }
            let row = &table[t * components * points..][..components * points];
            for half in 0..2 {
                self.half_step(half);
                for c in &self.corrections[half] {
                    let part = |component: usize| -> f64 {
                        let values = &row[component * points + c.first..][..POINTS];
                        values.iter().zip(c.weights).map(|(v, w)| v * w).sum()
                    };
                    let im = if components == 12 {
                        part(c.incident + 6)
                    } else {
                        0.0
                    };
                    let value = Complex::new(part(c.incident), im) * c.factor;
                    let field = &mut self.fields[c.component][c.place];
                    *field += value;
                }
            }
            watch(self, step);
        }
    }

    fn half_step(&mut self, half: usize) {
        for update in &self.updates[half] {
            let mut sum = self.fields[update.component][update.place];
            for (component, place, factor) in &update.terms {
                sum += self.fields[*component][*place] * *factor;
            }
            self.fields[update.component][update.place] = sum;
        }
    }

    /// The largest |E| in the total and in the scattered field.
    pub fn peaks(&self) -> [f64; 2] {
        let mut peaks = [0.0; 2];
        for node in self.every_node() {
            for component in &Component::ALL[..3] {
                let value = self.fields[*component as usize][self.at(node)].norm();
                let peak: &mut f64 = &mut peaks[usize::from(!self.is_total(*component, node))];
                *peak = peak.max(value);
            }
        }
        peaks
    }
}
