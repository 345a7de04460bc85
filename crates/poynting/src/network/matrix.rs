//! S-parameters from the waves of several runs.
//!
//! With one column per run, B = S A; so S = B A^-1, whatever the undriven ports reflect. A matrix is passive if no
//! singular value exceeds one, and reciprocal if it equals its transpose.

use super::waves::PortWaves;
use poynting_linalg::{Mat, c64, singular_values, solve};
use poynting_scene::Network;

/// The waves at all ports, for each driven port.
pub struct Waves {
    /// Into the model; one column per run.
    pub incoming: Mat<c64>,
    /// Out of the model.
    pub outgoing: Mat<c64>,
}

impl Waves {
    /// The waves at frequency `n`. Runs omitted because of symmetry between ports are taken from those made, with the ports exchanged.
    pub fn new(network: &Network, ports: &[PortWaves], n: usize) -> Self {
        let driven = network.driven();
        let column = |from: usize, to: usize| {
            let run_of = |port: usize| driven.iter().position(|p| *p == port);
            let (run, port) = if let Some(run) = run_of(from) {
                (run, to)
            } else {
                let run = run_of(network.partner(from)).unwrap_or(0);
                (run, network.partner(to))
            };
            ports[port].at(run, n, network.reference)
        };
        let size = ports.len();
        Self {
            incoming: Mat::from_fn(size, size, |to, from| column(from, to)[0]),
            outgoing: Mat::from_fn(size, size, |to, from| column(from, to)[1]),
        }
    }

    /// The scattering matrix.
    pub fn scattering(&self) -> Mat<c64> {
        let transposed = self.incoming.transpose().to_owned();
        let solved = solve(transposed.as_ref(), self.outgoing.transpose());
        solved.transpose().to_owned()
    }
}

/// The largest singular value; above one, the network produces power.
pub fn largest_singular_value(s: &Mat<c64>) -> f64 {
    singular_values(s.as_ref()).map_or(f64::NAN, |values| values.into_iter().fold(0.0, f64::max))
}

/// The largest difference between two entries that reciprocity requires to be equal.
pub fn asymmetry(s: &Mat<c64>) -> f64 {
    let pairs = (0..s.nrows()).flat_map(|i| (0..i).map(move |j| (i, j)));
    pairs
        .map(|(i, j)| (s[(i, j)] - s[(j, i)]).norm())
        .fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_that_send_back_do_not_disturb() {
        let network = Network {
            frequencies: vec![1e9],
            adaptive: None,
            ports: vec!["a".into(), "b".into()],
            reference: None,
            exchange: Vec::new(),
            combinations: Vec::new(),
        };
        // S of a two-port, and arbitrary incident waves.
        let s = [
            [c64::new(0.1, 0.2), c64::new(0.7, -0.1)],
            [c64::new(0.6, 0.0), c64::new(-0.3, 0.1)],
        ];
        let incoming = [
            [c64::new(1.0, 0.0), c64::new(0.05, 0.02)],
            [c64::new(-0.1, 0.03), c64::new(0.9, 0.4)],
        ];
        let port = |to: usize| PortWaves {
            own: vec![50.0],
            line: None,
            coupled: None,
            runs: (0..2)
                .map(|run| {
                    let a = incoming[to][run];
                    let b = s[to][0] * incoming[0][run] + s[to][1] * incoming[1][run];
                    let root = 50_f64.sqrt();
                    vec![[(a + b) * root, (a - b) / root]]
                })
                .collect(),
        };
        let found = Waves::new(&network, &[port(0), port(1)], 0).scattering();
        for (i, row) in s.iter().enumerate() {
            for (j, value) in row.iter().enumerate() {
                assert!((found[(i, j)] - value).norm() < 1e-12);
            }
        }
        assert!((asymmetry(&found) - c64::new(0.1, -0.1).norm()).abs() < 1e-12);
        assert!(largest_singular_value(&found) < 1.0);
    }

    #[test]
    fn ports_change_places() {
        let network = Network {
            frequencies: vec![1e9],
            adaptive: None,
            ports: vec!["a".into(), "b".into()],
            reference: Some(50.0),
            exchange: vec![[0, 1]],
            combinations: Vec::new(),
        };
        let root = 50_f64.sqrt();
        let pair = |a: f64, b: f64| {
            vec![vec![[
                c64::new((a + b) * root, 0.0),
                c64::new((a - b) / root, 0.0),
            ]]]
        };
        let port = |runs| PortWaves {
            own: vec![30.0],
            line: None,
            coupled: None,
            runs,
        };
        let s =
            Waves::new(&network, &[port(pair(1.0, 0.25)), port(pair(0.0, 0.5))], 0).scattering();
        for (at, expected) in [((0, 0), 0.25), ((1, 0), 0.5), ((0, 1), 0.5), ((1, 1), 0.25)] {
            assert!((s[at] - c64::new(expected, 0.0)).norm() < 1e-12);
        }
    }
}
