//! Power dissipated in media.
//!
//! For fields e^{jwt} the update of a node is Y E = curl H with the field at full and the curl at half steps, so with h = w
//! dt/2, z = e^{jwdt} and the state variables of a dispersive node (`recipe.rs`)
//!
//! ```text
//! Y = (e^{jh} - keep e^{-jh})/gain + e^{-jh} (rest + sum p/(z - k))
//! ```
//!
//! which tends to jw eps + sigma for small time steps; H is analogous with Z. Summation by parts (`crates/fdtd-post/src/postprocess/flux.rs`) yields the
//! discrete Poynting theorem: to rounding, the power flowing into a box is
//!
//! ```text
//! P = 1/2 sum Re(Y) |E|^2 V + 1/2 sum Re(Z) |H|^2 V
//! ```
//!
//! with the volume V of each component in the box. Y is computed from the coefficients used in the run, in their precision, and
//! so is valid for averaged cells and cut surfaces alike. Port resistors are also in the coefficients but are not media, so they
//! are subtracted.
//!
//! Tested: the flux into boxes with conductors, magnetic conductors, Debye and Lorentz media, spheres, on graded grids and across
//! symmetry planes (`crates/fdtd/tests/suite/absorption.rs`); a slab against 1 - |r|^2 - |t|^2.

use crate::coefficients::Coefficients;
use crate::dispersion::{Dispersion, Kind};
use crate::load::EdgeLoad;
use crate::spectra::Transform;
use poynting_exec::{Processes, Real};
use poynting_grid::{Arrangement, Spot};
use poynting_physics::{Complex, PhasorArithmetic};
use poynting_scene::Component;
use std::collections::HashMap;
use std::f64::consts::TAU;
use std::ops::Range;

/// The data that define the update of a model's nodes.
#[derive(Debug)]
pub struct Responses<'a, T: Real> {
    /// Node arrangement.
    pub arrangement: &'a Arrangement,
    /// Coefficients of the update.
    pub coefficients: &'a Coefficients<T>,
    /// Dispersive state variables.
    pub dispersion: &'a Dispersion<T>,
    /// Resistors, which are included in the coefficients.
    pub loads: &'a [EdgeLoad],
    /// Time step.
    pub dt: f64,
}

/// What distinguishes the response of a node from that of others.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Response {
    keep: f64,
    gain: f64,
    /// Index of its kind in the dispersion.
    kind: Option<u32>,
    /// Conductivity of its resistors.
    load: f64,
}

/// Re Y of the nodes of a transform at its frequencies.
#[derive(Debug, Clone, Default)]
pub struct LossMap {
    /// Values and frequencies of the transform.
    size: [usize; 2],
    /// By class, then by frequency, in S/m or ohm/m.
    classes: Vec<Vec<f64>>,
    /// Lossy nodes: indices among the values of the transform, ascending, with their class.
    runs: Vec<(Range<usize>, usize)>,
}

impl LossMap {
    /// The losses of the own nodes of a transform.
    pub fn new<T: Real>(responses: &Responses<'_, T>, transform: &Transform) -> Self {
        let mut map = Self {
            size: [transform.of.values(), transform.frequencies.len()],
            ..Self::default()
        };
        let mut classes = HashMap::new();
        let mut last: Option<(Response, Option<usize>)> = None;
        let of = &transform.of;
        let loads = responses.loads_on(of.component);
        for (place, node) in nodes(&of.nodes).enumerate() {
            let load = loads.get(&node).copied().unwrap_or_default();
            let component = of.component;
            let Some(response) = responses.at(Spot { node, component }, load) else {
                continue;
            };
            let class = match last {
                Some((same, class)) if same == response => class,
                _ => *classes.entry(response.bits()).or_insert_with(|| {
                    let frequencies = transform.frequencies.iter();
                    map.add_class(frequencies.map(|f| responses.loss(&response, TAU * f)))
                }),
            };
            last = Some((response, class));
            if let Some(class) = class {
                map.push(place, class);
            }
        }
        map
    }

    /// The losses of all ranks, each of which knows those of its own nodes.
    pub fn merged<'a>(maps: impl Iterator<Item = &'a Self>) -> Self {
        let mut merged = Self::default();
        let mut runs = Vec::new();
        for map in maps {
            merged.size = map.size;
            let classes = map.classes.iter().map(|losses| {
                let known = merged.classes.iter().position(|other| other == losses);
                known.unwrap_or_else(|| {
                    merged.classes.push(losses.clone());
                    merged.classes.len() - 1
                })
            });
            let classes: Vec<usize> = classes.collect();
            let own = map.runs.iter();
            runs.extend(own.map(|(places, class)| (places.clone(), classes[*class])));
        }
        // Runs that a cut divides are joined again.
        runs.sort_by_key(|(places, _)| places.start);
        for (places, class) in runs {
            match merged.runs.last_mut() {
                Some((before, same)) if before.end == places.start && *same == class => {
                    before.end = places.end;
                }
                _ => merged.runs.push((places, class)),
            }
        }
        merged
    }

    /// The losses of all processes, each of which knows those of its own nodes.
    #[must_use]
    pub fn united(&self, processes: Processes) -> Self {
        let [values, frequencies] = self.size;
        let mut all = vec![0.0; values * frequencies];
        for (places, class) in &self.runs {
            for place in places.clone() {
                all[place * frequencies..][..frequencies].copy_from_slice(&self.classes[*class]);
            }
        }
        processes.unite(&mut all);
        let mut map = Self {
            size: self.size,
            ..Self::default()
        };
        let mut classes = HashMap::new();
        for (place, losses) in all.chunks(frequencies.max(1)).enumerate() {
            let bits: Vec<u64> = losses.iter().map(|loss| loss.to_bits()).collect();
            let class = classes.entry(bits);
            let class = *class.or_insert_with(|| map.add_class(losses.iter().copied()));
            if let Some(class) = class {
                map.push(place, class);
            }
        }
        map
    }

    /// The index of a new class; `None` if it is lossless.
    fn add_class(&mut self, losses: impl Iterator<Item = f64>) -> Option<usize> {
        let losses: Vec<f64> = losses.collect();
        losses.iter().any(|loss| *loss != 0.0).then(|| {
            self.classes.push(losses);
            self.classes.len() - 1
        })
    }

    fn push(&mut self, place: usize, class: usize) {
        match self.runs.last_mut() {
            Some((places, same)) if places.end == place && *same == class => places.end += 1,
            _ => self.runs.push((place..place + 1, class)),
        }
    }

    /// Runs of lossy nodes, with Re Y at a frequency.
    pub fn at(&self, frequency: usize) -> impl Iterator<Item = (Range<usize>, f64)> {
        let runs = self.runs.iter();
        runs.map(move |(places, class)| (places.clone(), self.classes[*class][frequency]))
    }
}

/// The nodes of a box, z fastest.
fn nodes([xs, ys, zs]: &[Range<usize>; 3]) -> impl Iterator<Item = [usize; 3]> {
    xs.clone().flat_map(move |i| {
        let row = move |j| zs.clone().map(move |k| [i, j, k]);
        ys.clone().flat_map(row)
    })
}

impl Response {
    fn bits(&self) -> [u64; 4] {
        let kind = self.kind.map_or(u64::MAX, u64::from);
        [
            self.keep.to_bits(),
            self.gain.to_bits(),
            self.load.to_bits(),
            kind,
        ]
    }
}

impl<T: Real> Responses<'_, T> {
    fn loads_on(&self, component: Component) -> HashMap<[usize; 3], f64> {
        let mut loads = HashMap::new();
        for load in self.loads {
            if Component::ALL[load.axis] == component {
                *loads.entry(load.node).or_default() += load.recipe.loss;
            }
        }
        loads
    }

    /// The response of a node, if it is one of the own.
    fn at(&self, spot: Spot, load: f64) -> Option<Response> {
        let to = self.arrangement;
        let place = to.place(spot.node).filter(|_| to.owns(spot.node))?;
        let tuple = self.coefficients.at(place);
        let stored = to.spot(spot)?;
        let component = stored.component as usize;
        Some(Response {
            keep: tuple.keep[component].f64(),
            gain: tuple.gain[component].f64(),
            kind: self.dispersion.kind_at(stored),
            load,
        })
    }

    /// Re Y without resistors; a fixed field is lossless.
    fn loss(&self, response: &Response, omega: f64) -> f64 {
        let Response {
            keep,
            gain,
            kind,
            load,
        } = *response;
        if gain == 0.0 {
            return 0.0;
        }
        let half = 0.5 * omega * self.dt;
        let kind = kind.map(|kind| &self.dispersion.kinds[kind as usize]);
        let remembered = kind.map_or(0.0, |kind| remembered(kind, half).re);
        ((1.0 - keep) / gain - load) * half.cos() + remembered
    }
}

/// The current of the state variables, e^{-jh} (rest + sum p/(z - k)), for a unit field.
fn remembered<T: Real>(kind: &Kind<T>, half: f64) -> Complex {
    let z = Complex::cis(2.0 * half);
    let pairs = kind.pairs.iter().map(|numbers| {
        let [k_re, k_im, p_re, p_im] = numbers.map(Real::f64);
        let of = |k: Complex, p: Complex| p.over(z - k);
        let (k, p) = (Complex::new(k_re, k_im), Complex::new(p_re, p_im));
        (of(k, p) + of(k.conj(), p.conj())) * 0.5
    });
    let reals = kind.reals.iter().map(|numbers| {
        let [k, p] = numbers.map(Real::f64);
        Complex::from(p).over(z - Complex::from(k))
    });
    let sum = pairs.chain(reals);
    sum.fold(Complex::from(kind.rest.f64()), |sum, part| sum + part) * Complex::cis(-half)
}
