//! A plane wave on the grid: its box, and the line that it comes from.

use crate::FdtdError;
use crate::cpml::Layers;
use crate::error::millimetres;
use crate::grid::Grid;
use crate::plane_wave::IncidentLine;
use crate::plane_wave::axial::{AxialLine, AxialWave, Heading};
use crate::plane_wave::oblique::{ObliqueLine, ObliqueWave};
use poynting_scene::{Point, Waveform};

/// What leaks of an oblique wave where cells differ from their mean by a part of it: measured, 2.5e-3 at a tenth, and in proportion.
const LEAKAGE: f64 = 0.025;
/// A box that is moved by more than this part of a cell is worth a word.
const MOVED: f64 = 0.1;
/// Cells that differ by less are equal.
const EQUAL: f64 = 1e-6;

/// A plane wave on the grid.
#[derive(Debug, Clone)]
pub struct PlaneWave {
    /// Name of its source.
    pub name: String,
    /// First and last node of the box along each axis.
    pub nodes: [[usize; 2]; 3],
    /// At which ends of each axis the box has a face: not on a symmetry plane, across a periodic axis or at the wall through
    /// which the wave leaves.
    pub faces: [[bool; 2]; 3],
    /// Unit vector of where it goes to.
    pub direction: [f64; 3],
    /// Unit vector of E.
    pub electric: [f64; 3],
    /// E at the origin.
    pub waveform: Waveform,
    /// The corner of the box that it meets first.
    pub origin: Point,
    /// How far the box was moved to the lines of the grid, in cells.
    moved: f64,
}

/// What a box is laid onto.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// The grid.
    pub grid: &'a Grid,
    /// Cells of it behind absorbing faces.
    pub layers: Layers,
    /// Axes with a symmetry plane at the first line.
    pub mirrored: [bool; 3],
    /// Periodic axes.
    pub periodic: [bool; 3],
}

impl PlaneWave {
    /// Lays the wave of a source onto the grid: its name and waveform, corners of the box, direction and E.
    pub fn new(
        (name, waveform): (&str, &Waveform),
        [from, to]: [Point; 2],
        [direction, electric]: [[f64; 3]; 2],
        place: Place<'_>,
    ) -> Result<Self, FdtdError> {
        let mut wave = Self {
            name: name.to_owned(),
            nodes: [[0; 2]; 3],
            faces: [[true; 2]; 3],
            direction,
            electric,
            waveform: waveform.clone(),
            origin: from,
            moved: 0.0,
        };
        for a in 0..3 {
            wave.lay(a, [from[a], to[a]], place)?;
            let lines = &place.grid.lines[a];
            let [low, high] = wave.nodes[a].map(|n| lines[n]);
            wave.origin[a] = match (direction[a] < 0.0, place.mirrored[a]) {
                (true, _) => high,
                (false, true) => 2.0 * low - high,
                (false, false) => low,
            };
        }
        Ok(wave)
    }

    /// Nodes and faces along an axis.
    fn lay(&mut self, a: usize, ends: [f64; 2], place: Place<'_>) -> Result<(), FdtdError> {
        let Place { grid, layers, .. } = place;
        let walls = [layers[a][0], grid.cells()[a] - layers[a][1]];
        if place.periodic[a] {
            self.nodes[a] = walls;
            self.faces[a] = [false; 2];
            return Ok(());
        }
        let mut nodes = ends.map(|x| grid.nearest_line(a, x));
        if place.mirrored[a] {
            nodes[0] = 0;
            self.faces[a][0] = false;
        }
        // A scene lets a box end at a wall only where the wave leaves between periodic axes.
        let faces = grid.faces(layers, a);
        for side in [0, 1] {
            let at_wall = (ends[side] - faces[side]).abs() < EQUAL * (faces[1] - faces[0]);
            self.faces[a][side] &= !at_wall;
        }
        let apart = |side: usize| !self.faces[a][side] || nodes[side].abs_diff(walls[side]) >= 1;
        if nodes[0] >= nodes[1] || !apart(0) || !apart(1) {
            let axis = ["x", "y", "z"][a];
            return Err(self.refused(format!(
                "has a box that is not at least one cell wide and one cell away from the faces of the domain along {axis}; \
                 move the box, enlarge the domain or make cells smaller"
            )));
        }
        for side in (0..2).filter(|side| self.faces[a][*side]) {
            let (lines, n) = (&grid.lines[a], nodes[side]);
            let cell = 0.5 * (lines[n + 1] - lines[n - 1]);
            self.moved = self.moved.max((lines[n] - ends[side]).abs() / cell);
        }
        self.nodes[a] = nodes;
        Ok(())
    }

    /// Values that it corrects in a step, about.
    pub fn corrections(&self) -> u64 {
        let nodes = self.nodes.map(|[first, last]| (last - first + 1) as u64);
        let faces = |a: usize| self.faces[a].iter().filter(|face| **face).count() as u64;
        (0..3)
            .map(|a| 4 * faces(a) * nodes[(a + 1) % 3] * nodes[(a + 2) % 3])
            .sum()
    }

    /// An error that names the source.
    pub fn refused(&self, problem: String) -> FdtdError {
        FdtdError::PlaneWave {
            source_name: self.name.clone(),
            problem,
        }
    }

    /// The axis along which it goes, if it is one.
    fn axis(&self) -> Option<usize> {
        (0..3).find(|a| self.direction[*a].abs() == 1.0)
    }

    /// The line that its values come from.
    pub fn line(&self, grid: &Grid, dt: f64) -> IncidentLine {
        match self.axis() {
            Some(axis) => IncidentLine::Axial(self.axial(axis, grid, dt)),
            None => IncidentLine::Oblique(self.oblique(grid, dt)),
        }
    }

    fn axial(&self, axis: usize, grid: &Grid, dt: f64) -> AxialLine {
        let heading = if self.direction[axis] > 0.0 {
            Heading::Up
        } else {
            Heading::Down
        };
        // Values are needed at faces only; along an axis without an exit, where the wave enters.
        let [low, high] = self.nodes[axis];
        let nodes = match self.faces[axis] {
            [true, false] if heading == Heading::Up => [low; 2],
            [false, true] if heading == Heading::Down => [high; 2],
            _ => [low, high],
        };
        AxialLine::new(&AxialWave {
            axis,
            lines: &grid.lines[axis],
            nodes,
            heading,
            tangential: [1, 2].map(|turn| self.electric[(axis + turn) % 3]),
            waveform: self.waveform.clone(),
            reference: self.origin[axis],
            transverse: None,
            dt,
        })
    }

    fn oblique(&self, grid: &Grid, dt: f64) -> ObliqueLine {
        let corner = |beyond: fn([bool; 2]) -> [usize; 2], side: usize| {
            std::array::from_fn(|a| {
                let [low, high] = self.nodes[a];
                let [before, after] = beyond(self.faces[a]);
                grid.lines[a][[low - before, high + after][side]]
            })
        };
        let [lower, upper]: [Point; 2] = [0, 1].map(|side| corner(|_| [0; 2], side));
        let asked = ObliqueWave {
            direction: self.direction,
            electric: self.electric,
            waveform: self.waveform.clone(),
            origin: self.origin,
            cell: std::array::from_fn(|a| {
                let [first, last] = self.nodes[a];
                (upper[a] - lower[a]) / (last - first) as f64
            }),
            dt,
        };
        // Behind a face the cell may be of another size than the mean one that the line has beyond its ends.
        let [lower, upper] = [0, 1].map(|side| corner(|faces| faces.map(usize::from), side));
        ObliqueLine::new(&asked, lower, upper)
    }

    /// What the grid does to the wave.
    pub fn warnings(&self, grid: &Grid) -> Vec<String> {
        let mut warnings = Vec::new();
        let name = &self.name;
        if self.moved > MOVED {
            let corner = |side: usize| {
                millimetres(std::array::from_fn(|a| grid.lines[a][self.nodes[a][side]]))
            };
            warnings.push(format!(
                "the box of source `{name}` was moved to the nearest grid lines; it goes from ({}) to ({})",
                corner(0),
                corner(1)
            ));
        }
        let uneven = self.unevenness(grid);
        if self.axis().is_none() && uneven > EQUAL {
            warnings.push(format!(
                "source `{name}`: the cells of its box differ by up to {:.1} % from their mean, so that about {:.1e} of the wave \
                 leaks into the scattered field; an oblique wave leaks least on equal cells",
                100.0 * uneven,
                LEAKAGE * uneven
            ));
        }
        warnings
    }

    /// By what part the cells of the box differ from their mean. Along an axis across the wave nothing changes, so the cells
    /// there do not matter.
    fn unevenness(&self, grid: &Grid) -> f64 {
        let along = (0..3).filter(|a| self.direction[*a] != 0.0);
        let differences = along.flat_map(|a| {
            let ([first, last], lines) = (self.nodes[a], &grid.lines[a]);
            let mean = (lines[last] - lines[first]) / (last - first) as f64;
            let reached = &lines[first.saturating_sub(1)..=(last + 1).min(lines.len() - 1)];
            let cells = reached.windows(2).map(|w| w[1] - w[0]);
            cells.map(move |cell| (cell / mean - 1.0).abs())
        });
        differences.fold(0.0, f64::max)
    }
}
