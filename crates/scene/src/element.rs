//! Lumped elements: resistors, inductors and capacitors between two ends of a box.

use crate::field::Point;
use poynting_physics::Complex;

/// A combination of R, L and C, distributed uniformly over the box `from..to`; current flows along `axis`.
#[derive(Debug, Clone, PartialEq)]
pub struct Element {
    /// Its name.
    pub name: String,
    /// Smallest corner.
    pub from: Point,
    /// Largest corner; extent along `axis` is positive, along the others it may be zero.
    pub to: Point,
    /// Direction of the current: 0, 1, 2.
    pub axis: usize,
    /// Its components.
    pub circuit: Circuit,
    /// How to treat the capacitance of its own cells.
    pub own_capacitance: OwnCapacitance,
}

/// Up to three components and how they are connected; at least one is present.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Circuit {
    /// R in ohm.
    pub resistance: Option<f64>,
    /// L in henry.
    pub inductance: Option<f64>,
    /// C in farad.
    pub capacitance: Option<f64>,
    /// How they are connected; irrelevant for a single component.
    pub connection: Connection,
}

/// How the components of an element are connected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Connection {
    /// The same current through all.
    Series,
    /// The same voltage across all.
    Parallel,
}

/// How to treat the capacitance that the cells of an element have as a region of space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnCapacitance {
    /// In parallel with the element: it is that of the gap or line containing the element.
    Beside,
    /// Part of the given capacitance.
    Within,
}

impl Circuit {
    /// Admittance at the angular frequency `omega`, as `[re, im]`.
    pub fn admittance(&self, omega: f64) -> [f64; 2] {
        let inductive = self.inductance.map(|l| omega * l);
        match self.connection {
            Connection::Parallel => [
                self.resistance.map_or(0.0, |r| 1.0 / r),
                self.capacitance.map_or(0.0, |c| omega * c) - inductive.map_or(0.0, |x| 1.0 / x),
            ],
            Connection::Series => {
                let r = self.resistance.unwrap_or(0.0);
                let x =
                    inductive.unwrap_or(0.0) - self.capacitance.map_or(0.0, |c| 1.0 / (omega * c));
                let admittance = Complex::new(r, x).inv();
                [admittance.re, admittance.im]
            }
        }
    }

    /// Whether it dissipates no energy.
    pub fn is_lossless(&self) -> bool {
        self.resistance.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn admittances_are_those_of_circuit_theory() {
        let circuit = |connection| Circuit {
            resistance: Some(5.0),
            inductance: Some(2.0),
            capacitance: Some(0.25),
            connection,
        };
        // At w = 3: X_L = 6, X_C = 4/3.
        let series = circuit(Connection::Series).admittance(3.0);
        let x = 6.0 - 4.0 / 3.0;
        let square = 25.0 + x * x;
        assert!((series[0] - 5.0 / square).abs() < 1e-15);
        assert!((series[1] + x / square).abs() < 1e-15);
        let parallel = circuit(Connection::Parallel).admittance(3.0);
        assert!((parallel[0] - 0.2).abs() < 1e-15);
        assert!((parallel[1] - (0.75 - 1.0 / 6.0)).abs() < 1e-15);
    }
}
