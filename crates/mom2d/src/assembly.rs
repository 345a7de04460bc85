//! The matrix of an equation.
//!
//! ```text
//! Z_mn = a (jk <f_m, t.t' G f_n> - (j/k) <f_m', G f_n'>) + (1 - a) (<f_m, f_n>/2 + <f_m, slope of G f_n>)
//! ```
//!
//! with the weight a of the electric equation on the outline of f_m; TM has neither t.t' nor the term of charges. Element pairs that are at least an element
//! apart have four points each; of nearer ones, ten points of the tested element crowd at its ends, where the field of its neighbours behaves like t ln t.

use std::hint::black_box;
use std::time::Instant;

use poynting_linalg::{Mat, c64};
use poynting_physics::Complex;
use rayon::prelude::*;

use crate::element::{Element, Sample};
use crate::equation::Polarization;
use crate::kernel::{Kernel, Radiated};
use crate::mesh::Mesh;
use crate::rule::Rule;

/// Points of an element far from others, of a tested element near others, and of a panel.
const FAR: usize = 4;
const TESTED: usize = 10;
const PANEL: usize = 8;
/// Elements whose gap is below this many lengths of the longer one are near.
const NEAR: f64 = 1.0;
/// Elements whose columns are computed at a time.
const CHUNK: usize = 64;
/// Elements whose columns are timed for a forecast.
const SAMPLED: usize = 16;

/// A mesh with its points and the numbers of its unknowns.
#[derive(Debug)]
pub(crate) struct Space {
    pub polarization: Polarization,
    /// The weight of the electric equation on closed outlines.
    pub weight: f64,
    /// The unknown of each node.
    pub unknowns: Vec<Option<usize>>,
    /// The number of unknowns.
    pub size: usize,
    /// The points of each element.
    pub samples: Vec<Vec<Sample>>,
}

type Block = [[Complex; 2]; 2];

impl Space {
    /// At the ends of strips a current across the edge vanishes, and one along it does not.
    pub fn new(mesh: &Mesh, polarization: Polarization, weight: f64) -> Self {
        let mut size = 0;
        let number = |&end: &bool| {
            let unknown = !end || polarization == Polarization::Tm;
            unknown.then(|| {
                size += 1;
                size - 1
            })
        };
        let unknowns = mesh.ends().iter().map(number).collect();
        let rule = Rule::gauss(FAR);
        let samples = mesh.elements().iter().map(|e| e.samples(&rule));
        Self {
            polarization,
            weight,
            unknowns,
            size,
            samples: samples.collect(),
        }
    }

    /// The weight of the electric equation on an element.
    pub fn weight(&self, mesh: &Mesh, element: &Element) -> f64 {
        if mesh.is_closed(element) {
            self.weight
        } else {
            1.0
        }
    }

    /// The unknowns of an element's two functions, each with its place among the two.
    pub fn unknowns_of(&self, element: &Element) -> impl Iterator<Item = (usize, usize)> {
        let unknowns = element.nodes.map(|node| self.unknowns[node]);
        unknowns
            .into_iter()
            .enumerate()
            .filter_map(|(place, unknown)| Some((place, unknown?)))
    }
}

/// Fills the matrix. Every entry is a sum in a fixed order, whatever the number of threads.
pub(crate) fn assemble(mesh: &Mesh, space: &Space) -> Mat<c64> {
    let mut matrix: Mat<c64> = Mat::zeros(space.size, space.size);
    let (elements, tools) = (mesh.elements(), Tools::new());
    let numbered: Vec<usize> = (0..elements.len()).collect();
    for chunk in numbered.chunks(CHUNK) {
        let column = |&source: &usize| columns(mesh, space, &tools, source);
        let filled: Vec<_> = chunk.par_iter().map(column).collect();
        for (&source, columns) in chunk.iter().zip(filled) {
            for (place, unknown) in space.unknowns_of(&elements[source]) {
                for (row, value) in columns[place].iter().enumerate() {
                    matrix[(row, unknown)] += *value;
                }
            }
        }
    }
    matrix
}

/// Seconds for all columns, from the time that some take, on the threads of the current pool.
pub(crate) fn sampled_seconds(mesh: &Mesh, space: &Space) -> f64 {
    let (all, tools) = (mesh.elements().len(), Tools::new());
    let few = all.min(SAMPLED);
    let start = Instant::now();
    (0..few).into_par_iter().for_each(|n| {
        black_box(columns(mesh, space, &tools, n * all / few));
    });
    start.elapsed().as_secs_f64() * all as f64 / few as f64
}

struct Tools {
    tested: Rule,
    panel: Rule,
}

impl Tools {
    fn new() -> Self {
        Self {
            tested: Rule::gauss(TESTED).crowded(),
            panel: Rule::gauss(PANEL),
        }
    }
}

/// The two columns of an element's functions, as far as they are supported on it.
fn columns(mesh: &Mesh, space: &Space, tools: &Tools, source: usize) -> [Vec<Complex>; 2] {
    let mut columns = [(); 2].map(|()| vec![Complex::default(); space.size]);
    for (number, tested) in mesh.elements().iter().enumerate() {
        let block = block(mesh, space, tools, [number, source]);
        for (i, row) in space.unknowns_of(tested) {
            for (column, value) in columns.iter_mut().zip(block[i]) {
                column[row] += value;
            }
        }
    }
    columns
}

/// The entries between two elements: tested functions by rows.
fn block(mesh: &Mesh, space: &Space, tools: &Tools, pair: [usize; 2]) -> Block {
    let [tested, source] = pair.map(|n| &mesh.elements()[n]);
    let weight = space.weight(mesh, tested);
    let kernel = Kernel {
        k: mesh.wave_number(),
        polarization: space.polarization,
        electric: weight > 0.0,
        magnetic: weight < 1.0,
    };
    let entry = Entry {
        kernel,
        weight,
        steps: pair.map(|n| {
            let step = 1.0 / mesh.elements()[n].length;
            [-step, step]
        }),
    };
    let mut block = Block::default();
    if tested.gap(source) > NEAR * tested.length.max(source.length) {
        for at in &space.samples[pair[0]] {
            entry.add(&mut block, at, &kernel.far(at, &space.samples[pair[1]]));
        }
    } else {
        let on_its_side = tested.parent == source.parent;
        for &(t, weight) in tools.tested.nodes() {
            let at = tested.sample(t, weight);
            let radiated = kernel.near(&at, source, on_its_side, &tools.panel);
            entry.add(&mut block, &at, &radiated);
        }
    }
    if pair[0] == pair[1] {
        let sixth = (1.0 - weight) * 0.5 * tested.length / 6.0;
        for (i, row) in block.iter_mut().enumerate() {
            for (j, value) in row.iter_mut().enumerate() {
                *value += Complex::from(if i == j { 2.0 * sixth } else { sixth });
            }
        }
    }
    block
}

/// How integrals make entries.
struct Entry {
    kernel: Kernel,
    weight: f64,
    /// The slopes of the functions of both elements.
    steps: [[f64; 2]; 2],
}

impl Entry {
    fn add(&self, block: &mut Block, at: &Sample, radiated: &Radiated) {
        let k = self.kernel.k;
        let electric = Complex::new(0.0, self.weight * k);
        let charges = match self.kernel.polarization {
            Polarization::Tm => Complex::default(),
            Polarization::Te => radiated.charge * Complex::new(0.0, -self.weight / k),
        };
        for ((row, f), step) in block.iter_mut().zip(at.shape).zip(self.steps[0]) {
            for (j, value) in row.iter_mut().enumerate() {
                let along = electric * radiated.tested[j] + radiated.slope[j] * (1.0 - self.weight);
                *value += (along * f + charges * (step * self.steps[1][j])) * at.weight;
            }
        }
    }
}
