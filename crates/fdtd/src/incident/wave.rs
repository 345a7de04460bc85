//! A plane wave on the grid: its box, and the line that supplies its values.

use crate::error::FdtdError;
use poynting_fdtd_core::incident::TotalFieldBox;
use poynting_fdtd_core::plane_wave::IncidentLine;
use poynting_fdtd_core::plane_wave::axial::{AxialDirection, AxialLine, AxialWave, Transverse};
use poynting_fdtd_core::plane_wave::oblique::{ObliqueLine, ObliqueWave};
use poynting_grid::text::millimetres;
use poynting_grid::{Grid, Layers};
use poynting_physics::constants::C0;
use poynting_scene::{Point, Pulse, Waveform};
use std::f64::consts::{PI, TAU};

/// Leakage of an oblique wave per relative deviation of cells from their mean: measured, 2.5e-3 at a tenth, and proportional.
const LEAKAGE: f64 = 0.025;
/// A box moved by more than this fraction of a cell is reported.
const MOVED: f64 = 0.1;
/// Cells that differ by less count as equal.
const EQUAL: f64 = 1e-6;
/// If more than this part of a pulse travels along Bloch boundaries, it is reported: it never leaves.
const GRAZING: f64 = 1e-3;

/// A plane wave on the grid.
#[derive(Debug, Clone)]
pub struct PlaneWave {
    /// Name of its source.
    pub name: String,
    /// First and last node of the box along each axis.
    pub nodes: [[usize; 2]; 3],
    /// Which ends of each axis have a face of the box: not on a symmetry plane, across a periodic axis or at the boundary
    /// through which the wave leaves.
    pub faces: [[bool; 2]; 3],
    /// Direction of propagation, a unit vector.
    pub direction: [f64; 3],
    /// Unit vector of E.
    pub electric: [f64; 3],
    /// E at the origin.
    pub waveform: Waveform,
    /// The corner of the box that it meets first.
    pub origin: Point,
    /// Its Bloch wave vector, the same at every frequency.
    pub bloch: [f64; 3],
    /// How far the box was moved to grid lines, in cells.
    moved: f64,
}

/// The grid on which a box is placed.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// The grid.
    pub grid: &'a Grid,
    /// Cells of the PML behind each face.
    pub layers: Layers,
    /// Axes with a symmetry plane at the first line.
    pub mirrored: [bool; 3],
    /// Periodic axes, with or without a phase.
    pub periodic: [bool; 3],
    /// The Bloch wave vector.
    pub bloch: [f64; 3],
}

impl PlaneWave {
    /// Places the wave of a source on the grid: its name and waveform, corners of the box, direction and E.
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
            bloch: place.bloch,
            moved: 0.0,
        };
        wave.check_carrier()?;
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
        // A scene lets a box end at a boundary only where the wave leaves between periodic axes.
        let faces = grid.faces(layers, a);
        for side in [0, 1] {
            let at_wall = (ends[side] - faces[side]).abs() < EQUAL * (faces[1] - faces[0]);
            self.faces[a][side] &= !at_wall;
        }
        let apart = |side: usize| !self.faces[a][side] || nodes[side].abs_diff(walls[side]) >= 1;
        if nodes[0] >= nodes[1] || !apart(0) || !apart(1) {
            let axis = ["x", "y", "z"][a];
            return Err(self.refused(format!(
                "has a box that is less than one cell wide, or less than one cell away from a face of the domain, along {axis}; \
                 move the box, enlarge the domain or use smaller cells"
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

    /// Approximate number of values that it corrects per step.
    pub fn corrections(&self) -> u64 {
        let nodes = self.nodes.map(|[first, last]| (last - first + 1) as u64);
        let faces = |a: usize| self.faces[a].iter().filter(|face| **face).count() as u64;
        // Both parts of a complex field are corrected from both parts of the wave.
        let parts = if self.bloch == [0.0; 3] { 1 } else { 4 };
        (0..3)
            .map(|a| parts * 4 * faces(a) * nodes[(a + 1) % 3] * nodes[(a + 2) % 3])
            .sum()
    }

    /// An error that names the source.
    pub fn refused(&self, problem: String) -> FdtdError {
        FdtdError::PlaneWave {
            source_name: self.name.clone(),
            problem,
        }
    }

    /// The frequency at which a wave travels along the Bloch boundaries; below it none propagates.
    fn light_line(&self) -> f64 {
        let [x, y, z] = self.bloch;
        C0 / TAU * x.hypot(y).hypot(z)
    }

    /// A wave with a fixed Bloch wave vector needs a propagating carrier.
    fn check_carrier(&self) -> Result<(), FdtdError> {
        let limit = self.light_line();
        match self.waveform.shape {
            _ if limit == 0.0 => Ok(()),
            Pulse::ModulatedGaussian { frequency, .. } | Pulse::Sine { frequency, .. }
                if frequency > limit =>
            {
                Ok(())
            }
            _ => Err(self.refused(format!(
                "lies between Bloch boundaries, where no wave propagates below {:.4} GHz; use a modulated Gaussian or a sine whose \
                 frequency is above that",
                1e-9 * limit
            ))),
        }
    }

    /// The box inside which the fields include the wave.
    pub fn total_field_box(&self) -> TotalFieldBox {
        TotalFieldBox {
            nodes: self.nodes,
            faces: self.faces,
            bloch: self.bloch,
            origin: self.origin,
        }
    }

    /// The axis of its line, if it is one of the grid's: the axis of propagation, or the open one between Bloch
    /// boundaries.
    fn axis(&self) -> Option<usize> {
        if self.bloch == [0.0; 3] {
            (0..3).find(|a| self.direction[*a].abs() == 1.0)
        } else {
            (0..3).find(|a| self.faces[*a] != [false; 2])
        }
    }

    /// The line that supplies its values.
    pub fn line(&self, grid: &Grid, dt: f64) -> IncidentLine {
        match self.axis() {
            Some(axis) => IncidentLine::Axial(self.axial(axis, grid, dt)),
            None => IncidentLine::Oblique(self.oblique(grid, dt)),
        }
    }

    fn axial(&self, axis: usize, grid: &Grid, dt: f64) -> AxialLine {
        let direction = if self.direction[axis] > 0.0 {
            AxialDirection::Up
        } else {
            AxialDirection::Down
        };
        // Values are needed at faces only; along an axis without an exit, where the wave enters.
        let [low, high] = self.nodes[axis];
        let nodes = match self.faces[axis] {
            [true, false] if direction == AxialDirection::Up => [low; 2],
            [false, true] if direction == AxialDirection::Down => [high; 2],
            _ => [low, high],
        };
        AxialLine::new(&AxialWave {
            axis,
            lines: &grid.lines[axis],
            nodes,
            direction,
            tangential: [1, 2].map(|turn| self.electric[(axis + turn) % 3]),
            waveform: self.waveform.clone(),
            reference: self.origin[axis],
            transverse: (self.bloch != [0.0; 3]).then(|| {
                let along = [1, 2].map(|turn| (axis + turn) % 3);
                Transverse {
                    k: along.map(|a| self.bloch[a]),
                    cell: along.map(|a| self.mean_cell(a, grid)),
                }
            }),
            dt,
        })
    }

    /// The mean cell size of its box along an axis.
    fn mean_cell(&self, a: usize, grid: &Grid) -> f64 {
        let ([first, last], lines) = (self.nodes[a], &grid.lines[a]);
        (lines[last] - lines[first]) / (last - first) as f64
    }

    fn oblique(&self, grid: &Grid, dt: f64) -> ObliqueLine {
        let corner = |beyond: fn([bool; 2]) -> [usize; 2], side: usize| {
            std::array::from_fn(|a| {
                let [low, high] = self.nodes[a];
                let [before, after] = beyond(self.faces[a]);
                grid.lines[a][[low - before, high + after][side]]
            })
        };
        let asked = ObliqueWave {
            direction: self.direction,
            electric: self.electric,
            waveform: self.waveform.clone(),
            origin: self.origin,
            cell: std::array::from_fn(|a| self.mean_cell(a, grid)),
            dt,
        };
        // Behind a face the cell may differ from the mean one that the line has beyond its ends.
        let [lower, upper] = [0, 1].map(|side| corner(|faces| faces.map(usize::from), side));
        ObliqueLine::new(&asked, lower, upper)
    }

    /// The position of its box, if the grid has moved it. Any box in free space around the model gives the same
    /// fields.
    pub fn moved_box(&self, grid: &Grid) -> Option<String> {
        let corner =
            |side: usize| millimetres(std::array::from_fn(|a| grid.lines[a][self.nodes[a][side]]));
        (self.moved > MOVED).then(|| {
            format!(
                "the box of source `{}` was moved to the nearest grid lines; it extends from ({}) to ({})",
                self.name,
                corner(0),
                corner(1)
            )
        })
    }

    /// Effects of the grid on the wave.
    pub fn warnings(&self, grid: &Grid) -> Vec<String> {
        let mut warnings = Vec::new();
        let name = &self.name;
        let uneven = self.unevenness(grid);
        if uneven > EQUAL {
            warnings.push(format!(
                "source `{name}`: the cells of its box differ by up to {:.1} % from their mean, so about {:.1e} of the wave \
                 leaks into the scattered field; an oblique wave leaks least on cells of equal size",
                100.0 * uneven,
                LEAKAGE * uneven
            ));
        }
        warnings.extend(self.grazing());
        warnings
    }

    /// The part of a pulse that travels along Bloch boundaries or does not propagate.
    fn grazing(&self) -> Option<String> {
        let Pulse::ModulatedGaussian { tau, frequency, .. } = self.waveform.shape else {
            return None;
        };
        let limit = self.light_line();
        let part = (-(PI * (frequency - limit) * tau).powi(2)).exp();
        (limit > 0.0 && part > GRAZING).then(|| {
            format!(
                "source `{}`: at {:.4} GHz, where a wave travels along the Bloch boundaries and never leaves, its spectrum is {part:.1e} of \
                 its peak; at lower frequencies waves are bound to structures, and where their fields reach through an absorbing \
                 layer they may even grow; use a narrower band or a higher frequency so that the run can end",
                self.name,
                1e-9 * limit
            )
        })
    }

    /// The relative deviation of the cells of the box from their mean, where that matters: not along the axis of its line,
    /// whose spacings are the grid's, and not where the wave does not vary.
    fn unevenness(&self, grid: &Grid) -> f64 {
        let axis = self.axis();
        let along = (0..3).filter(|a| axis != Some(*a) && self.direction[*a] != 0.0);
        let differences = along.flat_map(|a| {
            let ([first, last], lines) = (self.nodes[a], &grid.lines[a]);
            let mean = self.mean_cell(a, grid);
            let reached = &lines[first.saturating_sub(1)..=(last + 1).min(lines.len() - 1)];
            let cells = reached.windows(2).map(|w| w[1] - w[0]);
            cells.map(move |cell| (cell / mean - 1.0).abs())
        });
        differences.fold(0.0, f64::max)
    }
}
