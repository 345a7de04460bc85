//! The ports as a network.

use crate::sweep::Adaptive;

/// S-parameters of all ports, driven one after another.
#[derive(Debug, Clone, PartialEq)]
pub struct Network {
    /// In hertz, increasing.
    pub frequencies: Vec<f64>,
    /// Whether the method of moments solves only few of them.
    pub adaptive: Option<Adaptive>,
    /// All ports by name, in the order of the file and of the matrix.
    pub ports: Vec<String>,
    /// Reference resistance in ohm for every port; if none, each port has its own.
    pub reference: Option<f64>,
    /// Pairs of ports exchanged by a mirror symmetry of the model; only the first of a pair is driven.
    pub exchange: Vec<[usize; 2]>,
    /// Excitations of several ports at once, combined after the runs.
    pub combinations: Vec<Combination>,
}

/// Several ports driven at once.
#[derive(Debug, Clone, PartialEq)]
pub struct Combination {
    /// Its name.
    pub name: String,
    /// Ports by number, each with the amplitude and the phase in radians of the incident wave.
    pub waves: Vec<(usize, [f64; 2])>,
}

impl Network {
    /// The port exchanged with a port by the mirror symmetry.
    pub fn partner(&self, port: usize) -> usize {
        let pair = self.exchange.iter().find(|pair| pair.contains(&port));
        pair.map_or(port, |[a, b]| if *a == port { *b } else { *a })
    }

    /// The ports that must be driven, by number.
    pub fn driven(&self) -> Vec<usize> {
        let is_second = |n: &usize| self.exchange.iter().any(|[_, b]| b == n);
        (0..self.ports.len()).filter(|n| !is_second(n)).collect()
    }
}
