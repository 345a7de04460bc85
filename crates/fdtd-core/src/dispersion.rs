//! Dispersive media: Debye, Drude, Lorentz and arbitrary poles, electric and magnetic.
//!
//! A dispersive medium carries a current that depends on the field's history,
//!
//! ```text
//! curl H = eps dE/dt + sigma E + J,    J = eps0 s chi(s) E,    chi(s) = sum r/(s - a) + sum wp^2/(s (s + g))
//! ```
//!
//! (M. Han, R. W. Dutton and S. Fan, IEEE Microw. Wireless Compon. Lett. 16, 119 (2006), for the sum of poles). It is
//! discretised with the trapezoidal rule and (E^{n+1} + E^n)/2, like the conductivity (`recipe.rs`). That rule maps s
//! chi(s) at the frequency w to itself at (2/dt) tan(w dt/2), so a medium that is passive at every frequency remains
//! passive in discrete time, and the time step for eps at infinite frequency stays stable. The part of J^{n+1/2} with
//! E^{n+1} joins eps and sigma in the update coefficients; the other part is known before the step:
//!
//! ```text
//! E^{n+1} = keep E^n + gain (curl H - J^n)
//! J^{n+1} = rest E^{n+1} + sum Re S^n,     S^{n+1} = k S^n + p E^{n+1}
//! ```
//!
//! After everything else has acted on E^{n+1}, this operator subtracts gain J^n from it and then forms J^{n+1} and the S,
//! which are local to the node. H and a magnetic current are handled the same way. J and S exist only where the material
//! is, in segments of rows (`nodes.rs`) with one recipe each.
//!
//! Tested: the recipe against chi in closed form; resonance and decay of filled cavities against the complex root
//! of w^2 eps(w) mu(w) = c^2 k^2; random passive media over 20 000 steps at 0.99 of the stability limit.

mod nodes;

use crate::fields::Fields;
use crate::formula::{advance, impress, recall, turn, turn_aside};
use crate::operator::Operator;
use crate::recipe::Recipe;
pub use nodes::{DispersiveNodes, RowSegment};
use poynting_exec::{Kernel, Real, SharedSlice, SimdLevel};
use poynting_grid::{HalfStep, Region, Spot, overlap};
use poynting_scene::Component;
use std::collections::HashMap;
use std::ops::Range;

/// The dispersive regions of a model.
#[derive(Debug, Clone)]
pub struct Dispersion<T> {
    /// Recipes with the gain of their nodes.
    pub kinds: Vec<Kind<T>>,
    /// Where they apply, in the half step of E and of H; in row order.
    pub runs: [Vec<Run>; 2],
    values: [usize; 2],
}

/// The update of nodes of one kind.
#[derive(Debug, Clone, PartialEq)]
pub struct Kind<T> {
    /// Gain with which the current is subtracted from the field.
    pub gain: T,
    /// The part of the current proportional to the field.
    pub rest: T,
    /// Real and imaginary part of k, then of p.
    pub pairs: Vec<[T; 4]>,
    /// k and p.
    pub reals: Vec<[T; 2]>,
}

impl<T: Real> Kind<T> {
    fn new(recipe: &Recipe, gain: T) -> Self {
        let pairs = recipe.pairs.iter();
        let reals = recipe.reals.iter();
        Self {
            gain,
            rest: T::of(recipe.rest),
            pairs: pairs
                .map(|m| [m.decay[0], m.decay[1], m.feed[0], m.feed[1]].map(T::of))
                .collect(),
            reals: reals.map(|m| [m.decay, m.feed].map(T::of)).collect(),
        }
    }

    fn bytes(&self) -> u64 {
        (size_of_val(self) + size_of_val(&*self.pairs) + size_of_val(&*self.reals)) as u64
    }

    /// Values stored per node: its current, then its state variables.
    pub fn values(&self) -> usize {
        1 + 2 * self.pairs.len() + self.reals.len()
    }
}

/// A run of nodes of one kind. Its currents are stored one after another, followed by the values of each state
/// variable.
#[derive(Debug, Clone)]
pub struct Run {
    /// i and j.
    pub row: [u32; 2],
    /// Ex .. Hz.
    pub component: u32,
    /// Index of the kind.
    pub kind: u32,
    /// k.
    pub z: Range<u32>,
    /// Its start in the buffer of the half step.
    state: usize,
}

impl Run {
    /// k.
    pub fn nodes(&self) -> Range<usize> {
        self.z.start as usize..self.z.end as usize
    }
}

impl<T: Real> Dispersion<T> {
    /// The dispersive regions at these nodes, where nodes have these gains.
    pub fn new(dispersive: &DispersiveNodes, gain: impl Fn(Spot) -> T) -> Self {
        let mut kinds = Vec::new();
        let mut numbers = HashMap::new();
        let mut values = [0; 2];
        let mut runs = [Vec::new(), Vec::new()];
        for (half, segments) in dispersive.halves.iter().enumerate() {
            for segment in segments {
                let [i, j] = segment.row.map(|n| n as usize);
                let component = Component::ALL[segment.component as usize];
                let nodes: Vec<u32> = segment.z.clone().collect();
                let gain_at = |k: &u32| {
                    gain(Spot {
                        node: [i, j, *k as usize],
                        component,
                    })
                };
                // A load or a prescribed field has a gain of its own.
                for part in nodes.chunk_by(|a, b| gain_at(a) == gain_at(b)) {
                    let gain = gain_at(&part[0]);
                    let key = (segment.recipe, gain.f64().to_bits());
                    let kind = *numbers.entry(key).or_insert_with(|| {
                        let recipe = &dispersive.recipes[segment.recipe as usize];
                        kinds.push(Kind::new(recipe, gain));
                        kinds.len() as u32 - 1
                    });
                    runs[half].push(Run {
                        row: segment.row,
                        component: segment.component,
                        kind,
                        z: part[0]..part[0] + part.len() as u32,
                        state: values[half],
                    });
                    values[half] += part.len() * kinds[kind as usize].values();
                }
            }
        }
        Self {
            kinds,
            runs,
            values,
        }
    }

    /// Number of state values of a half step.
    pub fn values(&self, half: HalfStep) -> usize {
        self.values[half as usize]
    }

    /// Bytes of the lists of kinds and runs.
    pub fn bytes(&self) -> u64 {
        let runs: usize = self.runs.iter().map(Vec::len).sum();
        let kinds = self.kinds.iter().map(Kind::bytes);
        (runs * size_of::<Run>()) as u64 + kinds.sum::<u64>()
    }

    /// The index of the run that contains a component of a node, if it is dispersive.
    pub fn run_of(&self, Spot { node, component }: Spot) -> Option<usize> {
        let [i, j, k] = node;
        let row = self.within(HalfStep::of(component), i, &(j..j + 1));
        let runs = &self.runs[HalfStep::of(component) as usize];
        let here = |n: &usize| {
            let run = &runs[*n];
            run.component == component as u32 && run.nodes().contains(&k)
        };
        row.clone().find(here)
    }

    fn run_at(&self, spot: Spot) -> Option<&Run> {
        let run = self.run_of(spot)?;
        Some(&self.runs[spot.half() as usize][run])
    }

    /// The kind of a component of a node, if it is dispersive.
    pub fn kind_at(&self, spot: Spot) -> Option<u32> {
        Some(self.run_at(spot)?.kind)
    }

    /// Where the state of a component of a node is stored.
    pub fn places(&self, spot: Spot) -> impl Iterator<Item = usize> + use<T> {
        let run = self.run_at(spot);
        let (first, stride, values) = run.map_or((0, 0, 0), |run| {
            let first = run.state + spot.node[2] - run.nodes().start;
            let values = self.kinds[run.kind as usize].values();
            (first, run.nodes().len(), values)
        });
        (0..values).map(move |n| first + n * stride)
    }

    /// The dispersive nodes of a row, in ascending order, and the number of values that are stored per node.
    pub fn along(
        &self,
        component: Component,
        [i, j]: [usize; 2],
        z: &Range<usize>,
    ) -> Vec<(Range<usize>, usize)> {
        let half = HalfStep::of(component);
        let row = self.within(half, i, &(j..j + 1));
        let runs = self.runs[half as usize][row].iter();
        let runs = runs.filter(|run| run.component == component as u32);
        let values = |run: &Run| self.kinds[run.kind as usize].values();
        let parts = runs.map(|run| (overlap(&run.nodes(), z), values(run)));
        let mut parts: Vec<_> = parts.filter(|(nodes, _)| !nodes.is_empty()).collect();
        parts.sort_unstable_by_key(|(nodes, _)| nodes.start);
        parts
    }

    /// The runs of a half step in the rows y of plane i.
    fn within(&self, half: HalfStep, i: usize, y: &Range<usize>) -> Range<usize> {
        let all = &self.runs[half as usize];
        let row = |j: usize| all.partition_point(|r| r.row.map(|n| n as usize) < [i, j]);
        let first = row(y.start);
        let rest = &all[first..];
        let last = first + rest.partition_point(|r| r.row.map(|n| n as usize) < [i, y.end]);
        first..last
    }
}

/// The dispersive regions acting on the fields of a run.
#[derive(Debug)]
pub struct DispersionOperator<'a, T: Real> {
    /// The regions.
    pub dispersion: &'a Dispersion<T>,
    /// Their state, for the half steps of E and of H.
    pub memory: [SharedSlice<'a, T>; 2],
    /// The fields.
    pub fields: Fields<'a, T>,
    /// Instructions to use.
    pub simd: SimdLevel,
}

// SAFETY: it reads and writes the runs of the region and their own state.
unsafe impl<T: Real> Operator for DispersionOperator<'_, T> {
    fn reach(&self) -> usize {
        0
    }

    fn is_needed(&self) -> bool {
        self.dispersion.runs.iter().any(|runs| !runs.is_empty())
    }

    unsafe fn apply(&self, half: HalfStep, region: &Region, _step: u64) {
        if !self.dispersion.runs[half as usize].is_empty() {
            self.simd.run(RespondBox {
                on: self,
                half,
                region,
            });
        }
    }
}

/// The dispersive nodes of a box.
struct RespondBox<'a, 'b, T: Real> {
    on: &'a DispersionOperator<'b, T>,
    half: HalfStep,
    region: &'a Region,
}

impl<T: Real> Kernel for RespondBox<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let dispersion = self.on.dispersion;
        for i in self.region.x.clone() {
            let runs = &dispersion.runs[self.half as usize];
            for run in &runs[dispersion.within(self.half, i, &self.region.y)] {
                let part = overlap(&run.nodes(), &self.region.z);
                if !part.is_empty() {
                    // SAFETY: the caller of `apply` passed us these nodes, and each has its own state.
                    unsafe { self.respond(run, part) };
                }
            }
        }
    }
}

impl<T: Real> RespondBox<'_, '_, T> {
    /// One half step of part of a run.
    ///
    /// # Safety
    /// As [`Operator::apply`] for the nodes of `part`, which lie in the run: no other thread touches them or their state.
    #[inline(always)]
    unsafe fn respond(&self, run: &Run, part: Range<usize>) {
        let DispersionOperator {
            dispersion,
            memory,
            fields,
            ..
        } = self.on;
        let kind = &dispersion.kinds[run.kind as usize];
        let [i, j] = run.row.map(|n| n as usize);
        let nodes = run.nodes();
        let (n, first) = (part.len(), run.state + part.start - nodes.start);
        let at = fields.layout.row(i, j) + part.start;
        // SAFETY: passed on to the caller.
        let (field, held) = unsafe {
            let held = |m: usize| memory[self.half as usize].get_mut(first + m * nodes.len(), n);
            let field = fields.components[run.component as usize].get_mut(at, n);
            (field, held)
        };
        let current = held(0);
        for (e, j) in field.iter_mut().zip(&mut *current) {
            *e = impress(*e, kind.gain, *j);
            *j = kind.rest * *e;
        }
        let pairs = kind.pairs.len();
        for (m, numbers) in kind.pairs.iter().enumerate() {
            remember_pair(numbers, field, current, [held(1 + 2 * m), held(2 + 2 * m)]);
        }
        for (m, numbers) in kind.reals.iter().enumerate() {
            remember(numbers, field, current, held(1 + 2 * pairs + m));
        }
    }
}

/// Adds the state of a pole pair to the current, then updates it.
#[inline(always)]
fn remember_pair<T: Real>(numbers: &[T; 4], field: &[T], current: &mut [T], s: [&mut [T]; 2]) {
    let [decay_re, decay_im, feed_re, feed_im] = *numbers;
    let [re, im] = s;
    for (((e, j), re), im) in field.iter().zip(current).zip(re).zip(im) {
        *j = recall(*j, *re);
        let before = *re;
        *re = turn(*re, *im, decay_re, decay_im, feed_re, *e);
        *im = turn_aside(before, *im, decay_re, decay_im, feed_im, *e);
    }
}

/// Adds the state of a real pole to the current, then updates it.
#[inline(always)]
fn remember<T: Real>(numbers: &[T; 2], field: &[T], current: &mut [T], s: &mut [T]) {
    let [decay, feed] = *numbers;
    for ((e, j), s) in field.iter().zip(current).zip(s) {
        *j = recall(*j, *s);
        *s = advance(decay, feed, *s, *e);
    }
}
