//! Lumped elements: R, L and C on a box of edges.
//!
//! Between the ends of a box of length L' and dual area A (`crates/grid/src/edge_box.rs`) an admittance Y(s) is the current density J = y(s)
//! E, y = Y L'/A, which is discretised with the trapezoidal rule like that of a medium (`crates/fdtd-core/src/recipe.rs`):
//!
//! ```text
//! R              y = L'/(R A)                                     a conductivity
//! C              y = s C L'/A                                     a permittivity
//! L, and R + sL  y = L'/(L A)/(s + R/L)                           a Drude term
//! R + 1/sC       y = s (C L'/A)/(1 + s R C)                       a Debye term
//! R + sL + 1/sC  y = s (C L'/A) w0^2/(w0^2 + s R/L + s^2)         a Lorentz term, w0^2 = 1/(L C)
//! ```
//!
//! (M. Piket-May, A. Taflove and J. Baron, IEEE Trans. Microw. Theory Tech. 42, 1514 (1994), for single R, L, C). The rule maps Y
//! at the frequency w to itself at (2/dt) tan(w dt/2), so a passive element stays passive at every time step.
//!
//! The cells keep their displacement current, which is that of the gap or line containing the element: a capacitance eps A/L' in
//! parallel. Where that is meant to be included in the given value, it is subtracted (`OwnCapacitance::Within`).
//!
//! Tested: elements across a plate line against circuit theory (`tests/suite/elements.rs`, the validation case
//! `lumped-elements`).

use crate::coefficients::Lookup;
use crate::error::FdtdError;
use poynting_fdtd_core::load::EdgeLoad;
use poynting_fdtd_core::recipe::Recipe;
use poynting_grid::{EdgeBox, Grid};
use poynting_physics::constants::EPS0;
use poynting_scene::{Circuit, Connection, Element, OwnCapacitance, Term};
use std::f64::consts::TAU;
use std::sync::Arc;

/// The cell capacitance is reported if it exceeds this part of an element's own capacitance.
const PART_OF_CAPACITANCE: f64 = 0.01;

/// It is reported if its susceptance at the highest frequency exceeds this part of an element's admittance.
const PART_OF_ADMITTANCE: f64 = 0.1;

/// Damping so near critical that poles would coincide is reduced by this fraction, which changes the admittance by no
/// larger fraction at any frequency.
const OFF_CRITICAL: f64 = 1e-4;

/// An element on the grid.
#[derive(Debug, Clone)]
pub struct Lumped {
    /// The element.
    pub element: Element,
    /// Its edges.
    pub on: EdgeBox,
}

impl Lumped {
    /// An error about it.
    pub fn problem(&self, problem: String) -> FdtdError {
        FdtdError::Element {
            element: self.element.name.clone(),
            problem,
        }
    }

    /// The capacitance of its cells without it; zero where the field is fixed.
    fn own_capacitance(&self, lookup: &Lookup<'_>) -> f64 {
        let grid: &Grid = lookup.inputs.grid;
        let lines = &grid.lines[self.on.axis];
        let column = |(node, area): &([usize; 3], f64)| {
            let mut elastance = 0.0;
            for step in self.on.steps.clone() {
                let mut node = *node;
                node[self.on.axis] = step;
                let recipe = &lookup.recipes_at(node)[self.on.axis];
                let storage = recipe.as_ref().map_or(0.0, |recipe| recipe.storage);
                elastance += (lines[step + 1] - lines[step]) / (storage * area);
            }
            1.0 / elastance
        };
        let part: f64 = self.on.columns.iter().map(column).sum();
        part * self.on.times_current / self.on.times_voltage
    }

    /// Its loads, and notes for the user.
    pub fn loads(
        &self,
        lookup: &Lookup<'_>,
        highest: Option<f64>,
    ) -> Result<(Vec<EdgeLoad>, Option<String>), FdtdError> {
        let own = self.own_capacitance(lookup);
        let mut circuit = self.element.circuit;
        let mut remark = None;
        match (self.element.own_capacitance, circuit.capacitance) {
            (OwnCapacitance::Within, Some(given)) if given < own => {
                return Err(self.problem(format!(
                    "is given {} including the capacitance of its cells, but its cells alone have {}; make it longer or narrower, or \
                     refine the grid there",
                    farads(given),
                    farads(own)
                )));
            }
            (OwnCapacitance::Within, Some(given)) => circuit.capacitance = Some(given - own),
            _ => remark = self.remark(own, highest),
        }
        let recipe = Arc::new(self.recipe(&circuit, lookup.inputs.dt));
        let loads = self.on.edges().map(|(node, _)| EdgeLoad {
            axis: self.on.axis,
            node,
            recipe: Arc::clone(&recipe),
        });
        Ok((loads.collect(), remark))
    }

    /// Reports the capacitance of the cells where it matters.
    fn remark(&self, own: f64, highest: Option<f64>) -> Option<String> {
        let Element { name, circuit, .. } = &self.element;
        let admittance = |f: f64| {
            let [re, im] = circuit.admittance(TAU * f);
            re.hypot(im)
        };
        let matters = circuit
            .capacitance
            .is_some_and(|c| own > PART_OF_CAPACITANCE * c);
        let at_highest = highest.filter(|f| TAU * f * own > PART_OF_ADMITTANCE * admittance(*f));
        if !matters && at_highest.is_none() {
            return None;
        }
        let strength = at_highest.map(|f| {
            let [own, given, f] = [TAU * f * own, admittance(f), f / 1e9];
            format!(", {own:.3e} S compared with {given:.3e} S at {f:.4} GHz")
        });
        let is_beside = circuit.capacitance.is_some() && circuit.connection == Connection::Parallel;
        let cure = if is_beside {
            "; set own_capacitance = \"within\" to subtract it"
        } else {
            ""
        };
        Some(format!(
            "the cells of element `{name}` have a capacitance of {}, which acts in parallel with the element{}{cure}",
            farads(own),
            strength.unwrap_or_default()
        ))
    }

    /// The recipe of an edge for the circuit.
    fn recipe(&self, circuit: &Circuit, dt: f64) -> Recipe {
        let shape = self.on.length / self.on.area;
        let Circuit {
            resistance: r,
            inductance: l,
            capacitance: c,
            connection,
        } = *circuit;
        let drude = |l: f64, r: f64| Term::Drude {
            plasma: (shape / (l * EPS0)).sqrt(),
            collision: r / l,
        };
        let debye = |c: f64, r: f64| Term::debye(shape * c / EPS0, r * c);
        let of = |terms: &[Term]| Recipe::new(terms, EPS0, dt);
        let loss = |r: Option<f64>| r.map_or(0.0, |r| shape / r);
        match (connection, r, l, c) {
            (Connection::Parallel, r, l, c) => {
                let storage = c.map_or(0.0, |c| shape * c);
                let inductive = l.map(|l| drude(l, 0.0));
                Recipe::constant(storage, loss(r)).plus(&of(inductive.as_slice()))
            }
            (_, r, None, None) => Recipe::constant(0.0, loss(r)),
            (_, None, None, Some(c)) => Recipe::constant(shape * c, 0.0),
            (_, Some(r), None, Some(c)) => of(&[debye(c, r)]),
            (_, r, Some(l), None) => of(&[drude(l, r.unwrap_or(0.0))]),
            (_, r, Some(l), Some(c)) => {
                let [resonance, damping] = [1.0 / (l * c).sqrt(), r.unwrap_or(0.0) / (2.0 * l)];
                let delta = shape * c / EPS0;
                let resonant = |damping| Term::lorentz(delta, resonance, damping);
                let terms = resonant(damping).or_else(|| resonant((1.0 - OFF_CRITICAL) * damping));
                of(&terms.unwrap_or_default())
            }
        }
    }
}

/// A capacitance with a suitable unit prefix.
fn farads(c: f64) -> String {
    let (scale, unit) = match c {
        c if c < 1e-12 => (1e15, "fF"),
        c if c < 1e-9 => (1e12, "pF"),
        c if c < 1e-6 => (1e9, "nF"),
        _ => (1e6, "uF"),
    };
    format!("{:.3} {unit}", c * scale)
}
