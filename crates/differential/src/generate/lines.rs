//! Lines of two conductors between two ports, with an obstacle in the middle: microstrip, coaxial and coplanar.

use super::family::Family;
use super::frame::{AXES, CELL, Frame};
use super::media;
use super::parts::{add_structure, ports};
use poynting_exec::Random;
use serde_json::{Value, json};

/// Cells along the line on either side of its middle.
const HALF: f64 = 16.0;
/// Cells across the line on either side of its middle.
const SIDE: f64 = 6.0;

/// A line that is being put together. Boxes are given in cells from the middle of the line: across it, along its height and along the line.
struct Line<'a> {
    /// The axes across the line, its height and the line.
    axes: [usize; 3],
    rng: &'a mut Random,
    scene: Value,
}

impl Line<'_> {
    fn corners(&self, cells: [[f64; 2]; 3]) -> [[f64; 3]; 2] {
        let mut corners = [[0.0; 3]; 2];
        for (axis, ends) in self.axes.iter().zip(cells) {
            corners[0][*axis] = CELL * ends[0];
            corners[1][*axis] = CELL * ends[1];
        }
        corners
    }

    fn body(&mut self, name: &str, medium: Value, cells: [[f64; 2]; 3]) {
        let [from, to] = self.corners(cells);
        let shape = json!({ "shape": "box", "from": from, "to": to });
        add_structure(&mut self.scene, (name.to_owned(), medium), shape);
    }

    /// Metal from end to end.
    fn metal(&mut self, name: &str, [across, up]: [[f64; 2]; 2]) {
        let whole = [-HALF, HALF];
        self.body(name, json!("pec"), [across, up, whole]);
    }

    /// A port at either end, with the keys of its kind.
    fn ports(&mut self, kind: &str, [across, up]: [[f64; 2]; 2], keys: &[(&str, Value)]) {
        let box_across = self.corners([across, up, [0.0, 0.0]]);
        let distances = [14.0, 5.0].map(|n| n * CELL);
        ports(
            &mut self.scene,
            kind,
            (self.axes[2], box_across),
            distances,
            keys,
        );
    }

    fn microstrip(&mut self) {
        let (left, right) = (-self.cells(1..3), self.cells(1..3));
        let top = self.cells(2..4) - SIDE;
        let laminate = media::filling(self.rng);
        let board = [[-SIDE, SIDE], [-SIDE, top], [-HALF, HALF]];
        self.body("laminate", laminate, board);
        self.metal("strip", [[left, right], [top, top]]);
        let voltage = json!(AXES[self.axes[1]]);
        let cross = [[left, right], [-SIDE, top]];
        self.ports("microstrip", cross, &[("voltage", voltage)]);
    }

    /// A square inner conductor in the square outer one that the boundary is.
    fn coaxial(&mut self) {
        let half = self.cells(1..3);
        self.metal("inner", [[-half, half]; 2]);
        let radius = json!(CELL * half);
        self.ports("coaxial", [[-SIDE, SIDE]; 2], &[("inner_radius", radius)]);
    }

    fn coplanar(&mut self) {
        let (half, gap) = (self.cells(1..3), self.cells(1..3));
        let edge = half + gap;
        self.metal("strip", [[-half, half], [0.0, 0.0]]);
        self.metal("left", [[-SIDE, -edge], [0.0, 0.0]]);
        self.metal("right", [[edge, SIDE], [0.0, 0.0]]);
        let keys = [("gap", json!(CELL * gap))];
        self.ports("coplanar", [[-edge, edge], [0.0, 0.0]], &keys);
    }

    fn cells(&mut self, range: std::ops::Range<usize>) -> f64 {
        self.rng.whole(range) as f64
    }
}

/// A line along any axis in a metal box that is open at its ends.
pub fn line(rng: &mut Random) -> Value {
    let along = rng.whole(0..3);
    let mut axes = [(along + 1) % 3, (along + 2) % 3, along];
    if rng.chance(0.5) {
        axes.swap(0, 1);
    }
    let mut cells = [2 * SIDE as usize; 3];
    cells[along] = 2 * HALF as usize;
    let mut walls = [["pec"; 2]; 3];
    walls[along] = ["pml"; 2];
    let scene = Frame::plain(cells, walls).scene(Family::Line.name());
    let kind = rng.whole(0..3);
    let mut line = Line { axes, rng, scene };
    match kind {
        0 => line.microstrip(),
        1 => line.coaxial(),
        _ => line.coplanar(),
    }
    let obstacle = media::filling(line.rng);
    let [end, side] = [1.0..3.0, -2.0..5.0].map(|range| line.rng.within(range));
    let top = line.rng.within(3.0..5.5);
    line.body(
        "obstacle",
        obstacle,
        [[side - 2.5, side], [1.0, top], [-end, 2.0]],
    );
    let mut scene = line.scene;
    let waveform = json!({ "type": "gaussian", "amplitude": 1.0, "bandwidth": 1.2e10 });
    scene["network"] = json!({ "frequencies": [4e9, 8e9], "waveform": waveform });
    scene["stop"] = json!({ "steps": 3000, "energy_decay": 50.0 });
    scene
}
