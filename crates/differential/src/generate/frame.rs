//! The region of a random scene: its grid lines and boundaries.

use poynting_exec::Random;
use serde_json::{Value, json};

/// Cell size of the uniform grid, in metres. With pulses up to 25 GHz this is 12 cells per wavelength in vacuum.
pub const CELL: f64 = 1e-3;

/// Names of the axes.
pub const AXES: [&str; 3] = ["x", "y", "z"];

/// Domain, grid and boundaries.
#[derive(Debug, Clone)]
pub struct Frame {
    /// Grid lines along each axis; the domain is centred at the origin.
    pub lines: [Vec<f64>; 3],
    /// The table `grid`.
    grid: Value,
    /// The boundary at each face.
    pub walls: [[&'static str; 2]; 3],
    /// Number of PML layers.
    layers: usize,
    /// The phase per metre between `bloch` faces.
    bloch: [f64; 3],
}

/// Pairs of faces with their weights.
const PAIRS: [([&str; 2], usize); 8] = [
    (["pml", "pml"], 8),
    (["pec", "pec"], 5),
    (["pml", "pec"], 1),
    (["pmc", "pml"], 1),
    (["pmc", "pmc"], 2),
    (["pec", "pmc"], 1),
    (["periodic", "periodic"], 2),
    (["bloch", "bloch"], 1),
];

impl Frame {
    /// Any region of a few thousand cells.
    pub fn any(rng: &mut Random) -> Self {
        let mut cells = [0; 3].map(|_| rng.whole(8..17));
        let even = rng.chance(0.7);
        if even {
            cells = cells.map(|n| n & !1);
        }
        if rng.chance(0.06) {
            cells[rng.whole(0..3)] = 1;
        }
        let mut walls = [["pml"; 2]; 3];
        if rng.chance(0.75) {
            walls = [0; 3].map(|_| pair(rng));
        }
        for (axis, n) in cells.iter().enumerate() {
            if *n == 1 {
                walls[axis] = rng.one_of(&[["periodic"; 2], ["pec"; 2], ["pmc"; 2]]);
            }
        }
        Self::of(rng, cells, walls)
    }

    /// Open on all sides.
    pub fn open(rng: &mut Random) -> Self {
        let cells = [0; 3].map(|_| 2 * rng.whole(6..9));
        Self::of(rng, cells, [["pml"; 2]; 3])
    }

    /// Uniform cells between these boundaries.
    pub fn plain(cells: [usize; 3], walls: [[&'static str; 2]; 3]) -> Self {
        Self {
            lines: cells.map(|n| centred(&vec![CELL; n])),
            grid: json!({ "spacing": CELL }),
            walls,
            layers: 6,
            bloch: [0.0; 3],
        }
    }

    fn of(rng: &mut Random, cells: [usize; 3], walls: [[&'static str; 2]; 3]) -> Self {
        let mut frame = Self::plain(cells, walls);
        frame.layers = rng.whole(4..8);
        match rng.whole(0..10) {
            0 | 1 => {
                let sizes = [0; 3].map(|_| CELL * rng.one_of(&[0.75, 1.0, 1.25]));
                frame.grid = json!({ "spacing": sizes });
                for axis in 0..3 {
                    frame.lines[axis] = centred(&vec![sizes[axis]; cells[axis]]);
                }
            }
            2 | 3 => {
                frame.lines = cells.map(|n| {
                    let sizes = (0..n).map(|_| CELL * rng.within(0.85..1.15));
                    centred(&sizes.collect::<Vec<_>>())
                });
                let [x, y, z] = &frame.lines;
                frame.grid = json!({ "lines": { "x": x, "y": y, "z": z } });
            }
            // Positions still refer to the uniform grid: the mesher places its own lines.
            4 if cells.iter().all(|n| *n > 1) => {
                frame.grid = json!({ "cells_per_wavelength": 10.0, "max_frequency": 2.4e10 });
            }
            _ => {}
        }
        for (k, wall) in frame.bloch.iter_mut().zip(walls) {
            if wall[0] == "bloch" {
                *k = rng.within(-200.0..200.0);
            }
        }
        frame
    }

    /// Cells along an axis.
    pub fn cells(&self, axis: usize) -> usize {
        self.lines[axis].len() - 1
    }

    /// Whether all sides are open.
    pub fn is_open(&self) -> bool {
        self.walls.iter().flatten().all(|wall| *wall == "pml")
    }

    /// A point at least this many cells from the faces, not on a grid line.
    pub fn point(&self, rng: &mut Random, margin: usize) -> [f64; 3] {
        [0, 1, 2].map(|axis| {
            let n = self.cells(axis);
            let margin = margin.min((n - 1) / 2);
            let cell = rng.whole(margin..n - margin);
            let lines = &self.lines[axis];
            lines[cell] + (lines[cell + 1] - lines[cell]) * rng.within(0.05..0.45)
        })
    }

    /// The indices of two distinct grid lines, this many cells from the faces.
    pub fn pair(&self, rng: &mut Random, axis: usize, margin: usize) -> [usize; 2] {
        let n = self.cells(axis);
        let margin = margin.min((n - 1) / 2);
        let low = rng.whole(margin..n - margin);
        let high = rng.whole(low + 1..n - margin + 1);
        [low, high]
    }

    /// A box with corners on grid lines.
    pub fn aligned(&self, rng: &mut Random, margin: usize) -> [[f64; 3]; 2] {
        let spans = [0, 1, 2].map(|axis| {
            let [low, high] = self.pair(rng, axis, margin);
            [self.lines[axis][low], self.lines[axis][high]]
        });
        [spans.map(|s| s[0]), spans.map(|s| s[1])]
    }

    /// A box for a monitor: with corners on grid lines, or off the middle, where two lines of the mesher can be equally near and a mirrored model
    /// takes the other one.
    pub fn monitored(&self, rng: &mut Random) -> [[f64; 3]; 2] {
        let corners = self.aligned(rng, 0);
        if self.grid.get("cells_per_wavelength").is_none() {
            return corners;
        }
        corners.map(|corner| corner.map(|x| if x.abs() < 0.1 * CELL { 0.1 * CELL } else { x }))
    }

    /// The box this many cells inside the faces, fewer if there is no room.
    pub fn within(&self, margin: usize) -> [[f64; 3]; 2] {
        let step = |axis: usize| margin.min((self.cells(axis) - 1) / 2);
        let low = [0, 1, 2].map(|a| self.lines[a][step(a)]);
        let high = [0, 1, 2].map(|a| self.lines[a][self.cells(a) - step(a)]);
        [low, high]
    }

    /// An empty scene.
    pub fn scene(&self, title: &str) -> Value {
        let [low, high] = self.within(0);
        let mut boundary = json!({ "pml": { "layers": self.layers } });
        for axis in 0..3 {
            for (side, end) in ["min", "max"].iter().enumerate() {
                boundary[format!("{}_{end}", AXES[axis])] = json!(self.walls[axis][side]);
            }
        }
        if self.walls.iter().any(|w| w[0] == "bloch") {
            boundary["bloch"] = json!({ "k": self.bloch });
        }
        json!({
            "title": title,
            "domain": { "from": low, "to": high },
            "grid": self.grid,
            "boundary": boundary,
            "materials": {},
            "structures": [],
            "wires": [],
            "sources": [],
            "ports": [],
            "elements": [],
            "monitors": [],
            "stop": { "steps": 160 },
            "fdtd": { "precision": "f64" },
        })
    }
}

fn pair(rng: &mut Random) -> [&'static str; 2] {
    let all: usize = PAIRS.iter().map(|(_, weight)| weight).sum();
    let mut at = rng.whole(0..all);
    for (pair, weight) in PAIRS {
        if at < weight {
            return if rng.chance(0.5) {
                pair
            } else {
                [pair[1], pair[0]]
            };
        }
        at -= weight;
    }
    PAIRS[0].0
}

/// Grid lines centred on zero, for cells of these sizes.
fn centred(sizes: &[f64]) -> Vec<f64> {
    let half = 0.5 * sizes.iter().sum::<f64>();
    let mut at = -half;
    let mut lines = vec![at];
    for size in sizes {
        at += size;
        lines.push(at);
    }
    lines
}
