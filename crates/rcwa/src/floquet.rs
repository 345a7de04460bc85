//! S-parameters of Floquet orders.
//!
//! ```text
//! S_ij = sqrt(Re Y_i/Re Y_j) e_i/e_j,   Y = gamma for s and eps/gamma for p
//! ```
//!
//! Every order that propagates in a lossless half space, with either polarisation, is a port; its reference plane is the face of the stack
//! (A. K. Bhattacharyya, Phased Array Antennas, 2006, chapter 6). S of a lossless stack is unitary, and that of opposite transverse wave numbers is the
//! transpose with the orders renumbered (m, n) -> (-m, -n): reciprocity.

use poynting_linalg::{Mat, c64};

use crate::algebra::applied;
use crate::cell::Side;
use crate::modes::admittances;
use crate::solution::Solution;

/// The direction of E of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Polarization {
    /// Across the plane of propagation.
    S,
    /// In the plane of propagation.
    P,
}

/// An order that carries power.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Port {
    /// The half space.
    pub side: Side,
    /// The numbers of the order.
    pub index: [i32; 2],
    /// The polarisation.
    pub polarization: Polarization,
}

/// The ports of a stack and the matrix between them.
#[derive(Debug, Clone)]
pub struct Network {
    /// The ports, in the order of the rows and columns.
    pub ports: Vec<Port>,
    /// S: what leaves at the port of the row over what arrives at that of the column.
    pub matrix: Mat<c64>,
}

impl Network {
    /// The entry between two ports.
    pub fn entry(&self, to: Port, from: Port) -> Option<c64> {
        let place = |port: Port| self.ports.iter().position(|&other| other == port);
        Some(self.matrix[(place(to)?, place(from)?)])
    }
}

impl Solution {
    /// The S-parameters between all orders that propagate.
    pub fn network(&self) -> Network {
        let (ports, places): (Vec<Port>, Vec<usize>) = self.ports().into_iter().unzip();
        let count = self.harmonics.count();
        let mut matrix = Mat::zeros(ports.len(), ports.len());
        for column in 0..ports.len() {
            let (from, start) = (ports[column], places[column]);
            let [px, py] = self.harmonics.along(start);
            let e = match from.polarization {
                Polarization::S => [-py, px],
                Polarization::P => [px, py],
            };
            let mut leaving = [0; 2].map(|_| vec![[c64::default(); 2]; count]);
            for part in &self.parts {
                let wave = part.spread(e.map(Into::into), start, count);
                let total = &part.total;
                let pair = match from.side {
                    Side::Front => [&total.s11, &total.s21],
                    Side::Back => [&total.s12, &total.s22],
                };
                for (found, s) in leaving.iter_mut().zip(pair) {
                    let vector = applied(s.as_ref(), &wave);
                    for (place, sum) in found.iter_mut().enumerate() {
                        let own = part.pair(&vector, place, count);
                        *sum = [sum[0] + own[0], sum[1] + own[1]];
                    }
                }
            }
            for row in 0..ports.len() {
                let (to, place) = (ports[row], places[row]);
                let found = &leaving[usize::from(to.side == Side::Back)];
                let [s, p] = self.components(place, found[place]);
                let value = if to.polarization == Polarization::S {
                    s
                } else {
                    p
                };
                let scale = self.admittance(to, place) / self.admittance(from, start);
                matrix[(row, column)] = value * scale.sqrt();
            }
        }
        Network { ports, matrix }
    }

    /// The ports, each with its place among the orders.
    fn ports(&self) -> Vec<(Port, usize)> {
        let mut ports = Vec::new();
        for side in [Side::Front, Side::Back] {
            let permittivity = self.half_space(side);
            for place in 0..self.harmonics.count() {
                let normal = self.harmonics.normal(place, permittivity);
                if permittivity.im != 0.0 || normal.re <= 0.0 || normal.im != 0.0 {
                    continue;
                }
                let index = self.harmonics.orders.at(place);
                for polarization in [Polarization::S, Polarization::P] {
                    let port = Port {
                        side,
                        index,
                        polarization,
                    };
                    ports.push((port, place));
                }
            }
        }
        ports
    }

    fn admittance(&self, port: Port, place: usize) -> f64 {
        let permittivity = self.half_space(port.side);
        let normal = self.harmonics.normal(place, permittivity);
        let [s, p] = admittances(normal, permittivity);
        if port.polarization == Polarization::S {
            s.re
        } else {
            p.re
        }
    }
}
