//! A plane wave along an axis, and one with a fixed transverse wave vector.
//!
//! Let n be the axis, (n, a, b) cyclic, and every component C(n, t) e^{-j(k_a a + k_b b)} at its own staggered position. On
//! uniform transverse cells d_a, d_b a transverse difference is then exactly the factor -j K_a, K_a = (2/d_a) sin(k_a
//! d_a/2), and the Yee equations become one-dimensional:
//!
//! ```text
//! eps dE_n/dt = -j K_a H_b + j K_b H_a        mu dH_n/dt =  j K_a E_b - j K_b E_a
//! eps dE_a/dt = -j K_b H_n - dH_b/dn          mu dH_a/dt =  j K_b E_n + dE_b/dn
//! eps dE_b/dt =  j K_a H_n + dH_a/dn          mu dH_b/dt = -j K_a E_n - dE_a/dn
//! ```
//!
//! with E_a, E_b, H_n on the nodes and E_n, H_a, H_b between them: the auxiliary line of A. Taflove and S. C. Hagness,
//! Computational Electrodynamics, 3rd ed., ch. 5, for k_t = 0; otherwise the wave of constant transverse wave number of A.
//! Aminian and Y. Rahmat-Samii, IEEE Trans. Antennas Propag. 54, 1818, 2006. With exactly the grid's spacings, graded or
//! not, its fields solve the grid's equations, so that leakage is at rounding level.
//!
//! The tangential E of the first node, two before the box, is prescribed and alone determines the wave beyond. Behind the
//! box the line continues in uniform cells with a convolutional absorber (J. A. Roden and S. D. Gedney, Microw. Opt.
//! Technol. Lett. 27, 334, 2000) of sigma ~ x^6, long and smooth enough that nothing above rounding returns.
//!
//! For w < c |k_t| the wave is evanescent and near w = c |k_t| it hardly moves; a waveform for k_t /= 0 must avoid both. A real
//! waveform has the frequencies +w and -w, which travel towards +k_t and -k_t; a Fourier transform at +w sees the first.
//!
//! Tested: leakage on uniform and graded axes in all six directions, amplitude and delay against the waveform, the absorber
//! against a line so long that no reflection returns; with k_t, leakage in a Bloch-periodic grid and the angle of the wave.

use crate::plane_wave::lagrange::{POINTS, Place};
use poynting_physics::Complex;
use poynting_physics::constants::{C0, EPS0, MU0};
use poynting_scene::{Pulse, Waveform};
use std::f64::consts::TAU;

/// Grid nodes of the line beyond the box on either side.
const MARGIN: usize = 2;
/// Cells of the absorber.
const ABSORBER: usize = 240;
/// An amplitude falls to e^-DEPTH across the absorber at normal incidence.
const DEPTH: f64 = 24.0;
/// sigma ~ x^PROFILE. Even powers reflect far less than odd ones.
const PROFILE: i32 = 6;
/// Interpolation points before a node.
const BEFORE: usize = POINTS / 2 - 1;

/// Direction of the wave along the axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AxialDirection {
    /// Towards larger coordinates.
    Up,
    /// Towards smaller ones.
    Down,
}

/// A fixed transverse wave vector; its axes are the two that follow the axis of incidence cyclically.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Transverse {
    /// Wave numbers in 1/m.
    pub k: [f64; 2],
    /// Uniform spacings of the grid.
    pub cell: [f64; 2],
}

/// Specification of a wave along an axis.
#[derive(Debug, Clone, PartialEq)]
pub struct AxialWave<'a> {
    /// The axis.
    pub axis: usize,
    /// The grid's lines along it.
    pub lines: &'a [f64],
    /// First and last node of the total-field box along it.
    pub nodes: [usize; 2],
    /// Direction of propagation.
    pub direction: AxialDirection,
    /// E along the two axes that follow cyclically, per unit of the waveform.
    pub tangential: [f64; 2],
    /// Tangential E against time in the reference plane.
    pub waveform: Waveform,
    /// Coordinate of the reference plane; where the wave enters the box, so that the run starts before the wave does.
    pub reference: f64,
    /// The transverse wave vector, if any.
    pub transverse: Option<Transverse>,
    /// Time step.
    pub dt: f64,
}

/// The table of a wave along an axis.
#[derive(Debug, Clone)]
pub struct AxialLine {
    axis: usize,
    /// The node of the three-dimensional grid at the first node of the table; negative if outside the grid.
    base: isize,
    /// Number of nodes of the table.
    nodes: usize,
    /// Index of the table's first node on the line.
    skip: usize,
    source: Source,
    grid: LineGrid,
    fields: LineFields,
    next_step: u64,
    complex: bool,
    /// Travel time from the reference plane to the end of the table; `None` if it depends on the frequency.
    travel: Option<f64>,
}

/// The prescribed field and its position.
#[derive(Debug, Clone)]
struct Source {
    waveform: Waveform,
    node: usize,
    tangential: [f64; 2],
    /// Time by which the waveform at the source precedes that in the reference plane.
    ahead: f64,
    dt: f64,
}

/// Reciprocal lengths and coefficients of the line.
#[derive(Debug, Clone)]
struct LineGrid {
    over_cell: Vec<f64>,
    over_dual: Vec<f64>,
    /// Decay and gain of the absorber on nodes and between them.
    on_nodes: Vec<[f64; 2]>,
    between: Vec<[f64; 2]>,
    gain_e: f64,
    gain_h: f64,
    /// K_a and K_b.
    symbol: [f64; 2],
}

/// Fields along n, a and b, and the absorber's psi for d/dn of those along a and b.
#[derive(Debug, Clone)]
struct LineFields {
    e: [Vec<Complex>; 3],
    h: [Vec<Complex>; 3],
    memory_e: [Vec<Complex>; 2],
    memory_h: [Vec<Complex>; 2],
}

impl AxialLine {
    /// The line for a wave.
    pub fn new(asked: &AxialWave<'_>) -> Self {
        let [low, high] = asked.nodes;
        let base = low.cast_signed() - MARGIN.cast_signed();
        let body: Vec<f64> = (base..=(high + MARGIN).cast_signed())
            .map(|node| extended(asked.lines, node))
            .collect();
        let nodes = body.len();
        let line = with_absorber(&body, asked.direction);
        let (skip, source, far) = match asked.direction {
            AxialDirection::Up => (0, 0, body[nodes - 1]),
            AxialDirection::Down => (ABSORBER, line.len() - 1, body[0]),
        };
        let symbol = asked.transverse.map_or([0.0; 2], |t| {
            std::array::from_fn(|i| 2.0 / t.cell[i] * (0.5 * t.k[i] * t.cell[i]).sin())
        });
        let slowness = normal_slowness(&asked.waveform.shape, asked.transverse);
        let ahead = (asked.reference - line[source]).abs() * slowness.unwrap_or([1.0 / C0; 2])[0];
        Self {
            axis: asked.axis,
            base,
            nodes,
            skip,
            source: Source {
                waveform: asked.waveform.clone(),
                node: source,
                tangential: asked.tangential,
                ahead,
                dt: asked.dt,
            },
            grid: LineGrid::new(&line, asked.direction, asked.dt, symbol),
            fields: LineFields::new(line.len() - 1),
            next_step: 0,
            complex: asked.transverse.is_some(),
            travel: slowness.map(|[_, group]| (far - asked.reference).abs() * group),
        }
    }

    /// Number of points of the table.
    pub fn points(&self) -> usize {
        self.nodes + POINTS - 1
    }

    /// Six, or twelve with a transverse wave vector.
    pub fn components(&self) -> usize {
        if self.complex { 12 } else { 6 }
    }

    /// The position of every component of a node, which coincides with a point.
    pub fn place(&self, node: [usize; 3]) -> Option<Place> {
        let first = usize::try_from(node[self.axis].cast_signed() - self.base).ok()?;
        (first < self.nodes).then_some(Place { first, x: -0.5 })
    }

    /// When the wave has left the box.
    pub fn end(&self) -> Option<f64> {
        Some(self.source.waveform.end()? + self.travel?)
    }

    /// See [`super::IncidentLine::fill`]. Going back restarts the line.
    pub fn fill(&mut self, first_step: u64, steps: usize, table: &mut [f64]) {
        if first_step < self.next_step {
            self.fields = LineFields::new(self.grid.over_cell.len());
            self.next_step = 0;
        }
        while self.next_step < first_step {
            self.advance_e();
            self.advance_h();
        }
        table.fill(0.0);
        let size = self.components() * self.points();
        for row in table.chunks_exact_mut(size).take(steps) {
            self.write(row, 3, &self.fields.h);
            self.advance_e();
            self.write(row, 0, &self.fields.e);
            self.advance_h();
        }
    }

    /// Writes E or H of the table's nodes into a row; `offset` is the index of the first component.
    fn write(&self, row: &mut [f64], offset: usize, fields: &[Vec<Complex>; 3]) {
        let points = self.points();
        for (i, field) in fields.iter().enumerate() {
            let component = offset + (self.axis + i) % 3;
            let known = field[self.skip..].iter().take(self.nodes).enumerate();
            for (m, value) in known {
                row[component * points + BEFORE + m] = value.re;
                if self.complex {
                    row[(component + 6) * points + BEFORE + m] = value.im;
                }
            }
        }
    }

    fn advance_e(&mut self) {
        self.fields.advance_e(&self.grid);
        let t = (self.next_step + 1) as f64 * self.source.dt + self.source.ahead;
        let value = self.source.waveform.value(t);
        for (i, part) in self.source.tangential.iter().enumerate() {
            self.fields.e[1 + i][self.source.node] = Complex::new(part * value, 0.0);
        }
    }

    fn advance_h(&mut self) {
        self.fields.advance_h(&self.grid);
        self.next_step += 1;
    }
}

/// The coordinate of a node; the outermost cells are repeated beyond the grid.
fn extended(lines: &[f64], node: isize) -> f64 {
    let last = lines.len() - 1;
    if node < 0 {
        lines[0] + node as f64 * (lines[1] - lines[0])
    } else if node as usize > last {
        let beyond = (node as usize - last) as f64;
        lines[last] + beyond * (lines[last] - lines[last - 1])
    } else {
        lines[node as usize]
    }
}

/// The nodes of the line: those of the table followed by those of the absorber.
fn with_absorber(body: &[f64], direction: AxialDirection) -> Vec<f64> {
    let n = body.len();
    let beyond = |x: f64, d: f64| (1..=ABSORBER).map(move |i| x + i as f64 * d);
    match direction {
        AxialDirection::Up => {
            let tail = beyond(body[n - 1], body[n - 1] - body[n - 2]);
            body.iter().copied().chain(tail).collect()
        }
        AxialDirection::Down => {
            let tail = beyond(body[0], body[0] - body[1]).rev();
            tail.chain(body.iter().copied()).collect()
        }
    }
}

/// Phase and group delay per metre along the axis: cos/c and 1/(c cos) at the carrier. `None` where k_t /= 0 and
/// the waveform has no propagating carrier.
fn normal_slowness(pulse: &Pulse, transverse: Option<Transverse>) -> Option<[f64; 2]> {
    let [ka, kb] = transverse.map_or([0.0; 2], |t| t.k);
    let k_t = ka.hypot(kb);
    if k_t == 0.0 {
        return Some([1.0 / C0; 2]);
    }
    let (Pulse::ModulatedGaussian { frequency, .. } | Pulse::Sine { frequency, .. }) = pulse else {
        return None;
    };
    let sine = k_t * C0 / (TAU * frequency);
    (sine < 1.0).then(|| {
        let cosine = (1.0 - sine * sine).sqrt();
        [cosine / C0, 1.0 / (C0 * cosine)]
    })
}

impl LineGrid {
    fn new(line: &[f64], direction: AxialDirection, dt: f64, symbol: [f64; 2]) -> Self {
        let cells: Vec<f64> = line.windows(2).map(|x| x[1] - x[0]).collect();
        let n = cells.len();
        let mut over_dual = vec![0.0; n + 1];
        for (over, pair) in over_dual[1..].iter_mut().zip(cells.windows(2)) {
            *over = 1.0 / (0.5 * (pair[0] + pair[1]));
        }
        // Depth in cells inside the absorber, at a coordinate counted in cells from the first node.
        let depth = |at: f64| match direction {
            AxialDirection::Up => at - (n - ABSORBER) as f64,
            AxialDirection::Down => ABSORBER as f64 - at,
        };
        let d = match direction {
            AxialDirection::Up => cells[n - 1],
            AxialDirection::Down => cells[0],
        };
        let coefficients = |at: f64| {
            let x = (depth(at) / ABSORBER as f64).max(0.0);
            let rate =
                DEPTH * f64::from(PROFILE + 1) / (ABSORBER as f64 * d) * x.powi(PROFILE) * C0;
            let decay = (-rate * dt).exp();
            [decay, decay - 1.0]
        };
        Self {
            over_cell: cells.iter().map(|d| 1.0 / d).collect(),
            over_dual,
            on_nodes: (0..=n).map(|i| coefficients(i as f64)).collect(),
            between: (0..n).map(|i| coefficients(i as f64 + 0.5)).collect(),
            gain_e: dt / EPS0,
            gain_h: dt / MU0,
            symbol,
        }
    }
}

impl LineFields {
    fn new(cells: usize) -> Self {
        let zeros = |n: usize| vec![Complex::default(); n];
        let [on, off] = [cells + 1, cells];
        Self {
            e: [zeros(off), zeros(on), zeros(on)],
            h: [zeros(on), zeros(off), zeros(off)],
            memory_e: [zeros(on), zeros(on)],
            memory_h: [zeros(off), zeros(off)],
        }
    }

    fn advance_e(&mut self, grid: &LineGrid) {
        let [ka, kb] = grid.symbol;
        let [e_n, e_a, e_b] = &mut self.e;
        let [h_n, h_a, h_b] = &self.h;
        let [memory_a, memory_b] = &mut self.memory_e;
        for (i, e) in e_n.iter_mut().enumerate() {
            *e += times_j(h_a[i] * kb - h_b[i] * ka) * grid.gain_e;
        }
        for i in 1..h_a.len() {
            let slope = |h: &[Complex]| (h[i] - h[i - 1]) * grid.over_dual[i];
            let db = absorbed(slope(h_b), &mut memory_a[i], grid.on_nodes[i]);
            let da = absorbed(slope(h_a), &mut memory_b[i], grid.on_nodes[i]);
            e_a[i] -= (times_j(h_n[i] * kb) + db) * grid.gain_e;
            e_b[i] += (times_j(h_n[i] * ka) + da) * grid.gain_e;
        }
    }

    fn advance_h(&mut self, grid: &LineGrid) {
        let [ka, kb] = grid.symbol;
        let [h_n, h_a, h_b] = &mut self.h;
        let [e_n, e_a, e_b] = &self.e;
        let [memory_a, memory_b] = &mut self.memory_h;
        for (i, h) in h_n.iter_mut().enumerate() {
            *h += times_j(e_b[i] * ka - e_a[i] * kb) * grid.gain_h;
        }
        for i in 0..e_n.len() {
            let slope = |e: &[Complex]| (e[i + 1] - e[i]) * grid.over_cell[i];
            let db = absorbed(slope(e_b), &mut memory_a[i], grid.between[i]);
            let da = absorbed(slope(e_a), &mut memory_b[i], grid.between[i]);
            h_a[i] += (times_j(e_n[i] * kb) + db) * grid.gain_h;
            h_b[i] -= (times_j(e_n[i] * ka) + da) * grid.gain_h;
        }
    }
}

/// A difference along the axis, stretched by the absorber.
fn absorbed(slope: Complex, memory: &mut Complex, [decay, gain]: [f64; 2]) -> Complex {
    *memory = *memory * decay + slope * gain;
    slope + *memory
}

/// j z.
fn times_j(z: Complex) -> Complex {
    Complex::new(-z.im, z.re)
}
