//! PML grading.
//!
//! At the fraction u of the depth (S. D. Gedney in A. Taflove and S. Hagness, Computational Electrodynamics, 3rd ed.,
//! ch. 7):
//!
//! ```text
//! sigma = u^m sigma_max,  kappa = 1 + u^m (kappa_max - 1),  alpha = (1 - u) alpha_max
//! sigma_max = s 0.8 (m + 1)/(eta0 d),  alpha_max = 2 pi eps0 f
//! ```
//!
//! with cells of size d. Below the frequency f a PML stretches space but absorbs no waves; in return it absorbs static and slow
//! fields, which would otherwise remain for ever. So f lies below the frequencies of interest: one twentieth of the highest one
//! unless the scene sets it. (With alpha tied to the PML thickness instead, thin PMLs of small cells reflected at all frequencies: 0.08 of the
//! field in the slabs of `poynting validate`; with alpha = 0, a plate kept its field at -55 dB.)

use poynting_grid::{HalfStep, Layers};
use poynting_physics::constants::{EPS0, ETA0};
use poynting_scene::Pml;
use std::f64::consts::TAU;

/// The coordinate stretch at one position in a PML.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stretch {
    /// Factor by which lengths grow.
    pub kappa: f64,
    /// b.
    pub decay: f64,
    /// c divided by the plain length.
    pub gain: f64,
}

/// The PML behind one face.
#[derive(Debug, Clone)]
pub struct Profile {
    /// Its normal axis.
    pub axis: usize,
    /// Stretched nodes (for E) and cells (for H).
    halves: [Vec<(usize, Stretch)>; 2],
}

impl Profile {
    /// The PMLs of a grid with these lines.
    pub fn all(lines: &[Vec<f64>; 3], layers: Layers, pml: Pml, dt: f64) -> Vec<Self> {
        let faces = (0..3).flat_map(|axis| [0, 1].map(|side| (axis, side)));
        let absorbing = faces.filter(|(axis, side)| layers[*axis][*side] > 0);
        absorbing
            .map(|(axis, side)| {
                let layer = Layer::new(&lines[axis], layers[axis][side], side, pml, dt);
                Self {
                    axis,
                    halves: [layer.nodes(), layer.cells()],
                }
            })
            .collect()
    }

    /// What is stored of it, along another axis, where `place` says where a node is.
    #[must_use]
    pub fn across(self, axis: usize, place: impl Fn(usize) -> Option<usize>) -> Self {
        let stored = |(node, stretch)| Some((place(node)?, stretch));
        let halves = self
            .halves
            .map(|all| all.into_iter().filter_map(stored).collect());
        Self { axis, halves }
    }

    /// What a half step stretches: E on nodes, H between them. Every PML has entries for H; a PML of a single cell
    /// has none for E.
    pub fn of(&self, half: HalfStep) -> &[(usize, Stretch)] {
        &self.halves[half as usize]
    }
}

struct Layer<'a> {
    lines: &'a [f64],
    layers: usize,
    side: usize,
    pml: Pml,
    dt: f64,
}

impl<'a> Layer<'a> {
    fn new(lines: &'a [f64], layers: usize, side: usize, pml: Pml, dt: f64) -> Self {
        Self {
            lines,
            layers,
            side,
            pml,
            dt,
        }
    }

    /// Nodes behind the face and before the boundary.
    fn nodes(&self) -> Vec<(usize, Stretch)> {
        let n = self.lines.len() - 1;
        let nodes = match self.side {
            0 => 1..self.layers,
            _ => n + 1 - self.layers..n,
        };
        let stretch = |i: usize| {
            let length = 0.5 * (self.lines[i + 1] - self.lines[i - 1]);
            (i, self.stretch(self.lines[i], length))
        };
        nodes.map(stretch).collect()
    }

    /// Cells behind the face.
    fn cells(&self) -> Vec<(usize, Stretch)> {
        let n = self.lines.len() - 1;
        let cells = match self.side {
            0 => 0..self.layers,
            _ => n - self.layers..n,
        };
        let stretch = |i: usize| {
            let [a, b] = [self.lines[i], self.lines[i + 1]];
            (i, self.stretch(0.5 * (a + b), b - a))
        };
        cells.map(stretch).collect()
    }

    fn stretch(&self, x: f64, length: f64) -> Stretch {
        let n = self.lines.len() - 1;
        let (face, back) = match self.side {
            0 => (self.layers, 0),
            _ => (n - self.layers, n),
        };
        let thickness = (self.lines[back] - self.lines[face]).abs();
        let cell = thickness / self.layers as f64;
        let u = (x - self.lines[face]).abs() / thickness;
        let Pml {
            grading,
            sigma,
            kappa,
            alpha,
            ..
        } = self.pml;
        let sigma = u.powf(grading) * sigma * 0.8 * (grading + 1.0) / (ETA0 * cell);
        let kappa = 1.0 + u.powf(grading) * (kappa - 1.0);
        let alpha = (1.0 - u) * TAU * EPS0 * alpha.unwrap_or(0.0);
        let decay = (-(sigma / kappa + alpha) * self.dt / EPS0).exp();
        let c = if sigma > 0.0 {
            sigma / (kappa * (sigma + kappa * alpha)) * (decay - 1.0)
        } else {
            0.0
        };
        Stretch {
            kappa,
            decay,
            gain: c / length,
        }
    }
}
