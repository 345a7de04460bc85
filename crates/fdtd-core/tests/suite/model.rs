//! A driven vacuum cavity with a lossy block in it, as a setup for the engines, and its Maxwell difference equations written out node by
//! node.

use poynting_exec::Real;
use poynting_fdtd_core::block::BLOCK;
use poynting_fdtd_core::coefficients::{GrowingIndex, Run, Storage};
use poynting_fdtd_core::cpml::Cpml;
use poynting_fdtd_core::dispersion::{Dispersion, DispersiveNodes};
use poynting_fdtd_core::drive::{Action, Drive, Driven, Signal};
use poynting_fdtd_core::engine::Engine;
use poynting_fdtd_core::fields::Spacings;
use poynting_fdtd_core::record::Samples;
use poynting_fdtd_core::setup::{Instruments, Setup};
use poynting_fdtd_core::spectra::Spectra;
use poynting_fdtd_core::tuple::{ConstitutiveParameters, Tuple};
use poynting_grid::{Layout, Spot, SpotMap};
use poynting_physics::constants::{C0, EPS0, MU0};
use poynting_scene::{Component, Pulse, Waveform};

const CELLS: [usize; 3] = [5, 7, 37];
const CELL: f64 = 1e-3;
pub const STEPS: u64 = 3 * BLOCK as u64;

fn dt() -> f64 {
    0.9 * CELL / (C0 * 3f64.sqrt())
}

/// Relative permittivity of a node: a lossy block in vacuum, so that rows hold runs of several lengths.
fn medium([i, j, k]: [usize; 3]) -> (f64, f64) {
    if (2..4).contains(&i) && j >= 3 && (9..30).contains(&k) {
        (4.0, 0.05)
    } else {
        (1.0, 0.0)
    }
}

/// Whether a component of a node exists and is not fixed, with PEC boundaries.
fn moves(component: usize, node: [usize; 3]) -> bool {
    let axis = component % 3;
    (0..3).all(|a| {
        let along = (component < 3) == (a == axis);
        let inside = node[a] < CELLS[a];
        if along {
            inside
        } else if component < 3 {
            node[a] > 0 && inside
        } else {
            // H along its own axis sits on nodes; on the boundaries its curl is zero.
            node[a] <= CELLS[a]
        }
    })
}

fn tuple(node: [usize; 3]) -> Tuple<f64> {
    let (eps, sigma) = medium(node);
    let mut tuple = Tuple::FIXED;
    for c in (0..6).filter(|c| moves(*c, node)) {
        let constitution = if c < 3 {
            ConstitutiveParameters::Medium {
                storage: eps * EPS0,
                loss: sigma,
            }
        } else {
            ConstitutiveParameters::Medium {
                storage: MU0,
                loss: 0.0,
            }
        };
        tuple.set(c, constitution, dt());
    }
    tuple
}

const DRIVEN: Spot = Spot {
    node: [2, 3, 17],
    component: Component::Ez,
};

fn waveform() -> Waveform {
    Waveform {
        amplitude: 1e6,
        shape: Pulse::Gaussian {
            tau: 4.0 * dt(),
            delay: 12.0 * dt(),
        },
    }
}

fn spacings<T: Real>() -> Spacings<T> {
    let over = T::of(1.0 / CELL);
    let half = T::of(2.0 / CELL);
    let dual = |n: usize| {
        let mut lengths = vec![over; n + 1];
        (lengths[0], lengths[n]) = (half, half);
        lengths
    };
    let primal = |n: usize| {
        let mut lengths = vec![over; n + 1];
        lengths[n] = T::of(0.0);
        lengths
    };
    Spacings {
        dual: CELLS.map(dual),
        primal: CELLS.map(primal),
    }
}

/// The model, ready for an engine.
pub fn setup<T: Real>(storage: Storage) -> Setup<T> {
    let layout = Layout::new::<T>(CELLS, [false; 3]);
    let mut index = GrowingIndex::<T>::new(layout.len());
    for i in 0..=CELLS[0] {
        for j in 0..=CELLS[1] {
            for k in 0..=CELLS[2] {
                let run = Run {
                    len: 1,
                    tuple: tuple([i, j, k]),
                };
                index.fill(layout.row(i, j) + k, &run);
            }
        }
    }
    let driven = Driven {
        signal: 0,
        action: Action::Impress { factor: 1.0 },
    };
    Setup {
        spacings: spacings(),
        cpml: Cpml::new(&layout, &[]),
        surfaces: Vec::new(),
        dispersion: Dispersion::new(&DispersiveNodes::default(), |_| T::of(0.0)),
        phases: [[T::of(1.0), T::of(0.0)]; 3],
        coefficients: index.finish(storage),
        instruments: Instruments {
            drive: Drive {
                signals: vec![Signal {
                    waveform: waveform(),
                    offset: 0.5,
                }],
                spots: SpotMap::new([(DRIVEN, driven)]),
                dt: dt(),
            },
            samples: Samples::new(Vec::new(), &[], Some),
            captures: Vec::new(),
            spectra: Spectra::default(),
            losses: Vec::new(),
            incident: Vec::new(),
        },
        layout,
    }
}

/// Ex .. Hz at every node, z fastest.
type Plain<T> = [Vec<T>; 6];

fn at([i, j, k]: [usize; 3]) -> usize {
    (i * (CELLS[1] + 1) + j) * (CELLS[2] + 1) + k
}

fn nodes() -> impl Iterator<Item = [usize; 3]> {
    let rows = (0..=CELLS[0]).flat_map(|i| (0..=CELLS[1]).map(move |j| [i, j]));
    rows.flat_map(|[i, j]| (0..=CELLS[2]).map(move |k| [i, j, k]))
}

/// The neighbour of a node along an axis, `None` outside.
fn beside(node: [usize; 3], axis: usize, ahead: bool) -> Option<[usize; 3]> {
    let mut other = node;
    other[axis] = if ahead {
        Some(node[axis] + 1).filter(|n| *n <= CELLS[axis])?
    } else {
        node[axis].checked_sub(1)?
    };
    Some(other)
}

/// One half step, component by component as the equations are printed.
fn half_step<T: Real>(fields: &mut Plain<T>, first: usize) {
    let (driver, ahead) = if first == 0 { (3, false) } else { (0, true) };
    let over = spacings::<T>();
    let over = if first == 0 { over.dual } else { over.primal };
    for node in nodes() {
        let numbers = tuple(node).cast::<T>();
        for axis in 0..3 {
            let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
            let value = |c: usize, node: Option<[usize; 3]>| {
                node.map_or(T::of(0.0), |node| fields[driver + c][at(node)])
            };
            let along_a = value(b, Some(node)) - value(b, beside(node, a, ahead));
            let along_b = value(a, Some(node)) - value(a, beside(node, b, ahead));
            let curl = along_a * over[a][node[a]] - along_b * over[b][node[b]];
            let c = first + axis;
            let before = fields[c][at(node)];
            fields[c][at(node)] = numbers.keep[c] * before + numbers.gain[c] * curl;
        }
    }
}

fn plain<T: Real>() -> Plain<T> {
    let mut fields: Plain<T> = std::array::from_fn(|_| vec![T::of(0.0); at(CELLS) + 1]);
    for step in 0..STEPS {
        half_step(&mut fields, 0);
        let current = T::of(waveform().value((step as f64 + 0.5) * dt()));
        let driven = &mut fields[DRIVEN.component as usize][at(DRIVEN.node)];
        let before = *driven;
        *driven = before - T::of(1.0) * current;
        half_step(&mut fields, 3);
    }
    fields
}

/// The largest difference between an engine that has done all steps and the equations, and the largest value of the latter.
pub fn difference<T: Real>(engine: &mut dyn Engine<T>) -> [f64; 2] {
    let expected = plain::<T>();
    let mut largest = 0.0_f64;
    engine
        .inspect(0, &mut |fields| {
            for node in nodes() {
                let place = fields.layout.row(node[0], node[1]) + node[2];
                for (c, values) in expected.iter().enumerate() {
                    // SAFETY: the engine is idle while it is inspected.
                    let found = unsafe { fields.components[c].get(place, 1)[0] };
                    let off = found.f64() - values[at(node)].f64();
                    largest = largest.max(off.abs());
                }
            }
        })
        .unwrap();
    let values = expected.iter().flatten().map(|v| v.f64().abs());
    [largest, values.fold(0.0, f64::max)]
}
