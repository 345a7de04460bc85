//! Dispersive media on a device: one thread per dispersive component of a node.
//!
//! Nodes with the same number of state values form one group, stored value by value, so that memory access is
//! contiguous.

use crate::fields::DeviceFields;
use crate::operator::{BlockHalfStep, DeviceOperator};
use crate::slab::Slab;
use cubecl::prelude::*;
use poynting_exec::Real;
use poynting_exec::gpu::queue::{Buffer, Queue};
use poynting_fdtd_core::dispersion::{Dispersion, Kind};
use poynting_fdtd_core::formula::{advance, impress, recall, turn, turn_aside};
use poynting_grid::HalfStep;
use std::collections::{BTreeMap, HashMap};

/// The dispersive regions of a stack of models: per slab of the fields and half step.
#[derive(Debug)]
pub struct DispersionOnDevice<T> {
    slabs: Vec<[Vec<Group<T>>; 2]>,
}

/// Nodes with equally many state variables.
#[derive(Debug)]
struct Group<T> {
    pairs: usize,
    reals: usize,
    count: usize,
    /// Offset in the field and start of the kind's numbers, node by node.
    nodes: Buffer<u32>,
    /// Gain and rest of each kind, then the numbers of its state variables.
    kinds: Buffer<T>,
    /// The currents of all nodes, then the values of each state variable.
    state: Buffer<T>,
}

/// A group under construction.
#[derive(Default)]
struct Gathered<T> {
    nodes: Vec<u32>,
    kinds: Vec<T>,
    /// Start of each kind of each model.
    starts: HashMap<(usize, u32), u32>,
    /// Runs of a model, and the number of nodes before each.
    runs: Vec<(usize, usize)>,
}

/// Where the runs of a slab and half step of one model are among its groups.
#[derive(Debug, Default)]
pub struct RunPlaces(HashMap<usize, RunPlace>);

/// A run of nodes.
#[derive(Debug, Clone, Copy)]
struct RunPlace {
    /// The group that has the first nodes of its kind.
    group: usize,
    /// Most nodes of a group.
    most: usize,
    /// Nodes of its kind before it.
    before: usize,
}

impl RunPlaces {
    /// The runs of a model in a slab.
    pub fn new<R: Runtime, T: Real>(
        queue: &Queue<R>,
        slab: &Slab,
        model: &Dispersion<T>,
        half: HalfStep,
    ) -> Self {
        let (mut places, mut group) = (HashMap::new(), 0);
        for ([pairs, reals], gathered) in gather(slab, &[model], half) {
            let most = most_nodes::<R, T>(queue, [pairs, reals]);
            for (run, before) in &gathered.runs {
                let place = RunPlace {
                    group,
                    most,
                    before: *before,
                };
                places.insert(*run, place);
            }
            group += (gathered.nodes.len() / 2).div_ceil(most);
        }
        Self(places)
    }

    /// The group of the n-th node of a run, and its number there.
    pub fn node(&self, run: usize, n: usize) -> Option<(usize, usize)> {
        let RunPlace {
            group,
            most,
            before,
        } = self.0.get(&run)?;
        let n = before + n;
        Some((group + n / most, n % most))
    }
}

/// Most nodes of a group: kernels use 32-bit indices, and a device limits its buffers.
fn most_nodes<R: Runtime, T: Real>(queue: &Queue<R>, [pairs, reals]: [usize; 2]) -> usize {
    let values = 1 + 2 * pairs + reals;
    let most = (queue.limits.buffer_bytes / T::BYTES).min(u64::from(u32::MAX));
    (most as usize / values).max(1)
}

impl<T: Real> DispersionOnDevice<T> {
    /// Zeros for models of one shape.
    pub fn new<R: Runtime>(queue: &Queue<R>, slabs: &[&Slab], models: &[&Dispersion<T>]) -> Self {
        let of = |slab: &Slab, half: HalfStep| {
            let groups = gather(slab, models, half).into_iter();
            let groups = groups
                .flat_map(|([pairs, reals], gathered)| upload(queue, [pairs, reals], &gathered));
            groups.collect()
        };
        let slabs = slabs.iter();
        Self {
            slabs: slabs
                .map(|slab| [of(slab, HalfStep::E), of(slab, HalfStep::H)])
                .collect(),
        }
    }

    /// Where a state value of a node of a group is stored.
    pub fn place(
        &self,
        (slab, half, group): (usize, HalfStep, usize),
        node: usize,
        value: usize,
    ) -> usize {
        value * self.slabs[slab][half as usize][group].count + node
    }

    /// The state of a group.
    pub fn state(&self, slab: usize, half: HalfStep, group: usize) -> &Buffer<T> {
        &self.slabs[slab][half as usize][group].state
    }

    /// Total bytes.
    pub fn bytes(&self) -> u64 {
        let groups = self.slabs.iter().flatten().flatten();
        groups
            .map(|g| g.nodes.bytes() + g.kinds.bytes() + g.state.bytes())
            .sum()
    }
}

/// The nodes of a slab, grouped by their numbers of pole pairs and real poles.
fn gather<T: Real>(
    slab: &Slab,
    models: &[&Dispersion<T>],
    half: HalfStep,
) -> BTreeMap<[usize; 2], Gathered<T>> {
    let mut groups: BTreeMap<[usize; 2], Gathered<T>> = BTreeMap::new();
    for model in slab.models.clone() {
        let Dispersion { kinds, runs, .. } = models[model];
        for (n, run) in runs[half as usize].iter().enumerate() {
            let [i, j] = run.row.map(|n| n as usize);
            if !slab.holds(model, [i, j, 0]) {
                continue;
            }
            let kind = &kinds[run.kind as usize];
            let group = groups
                .entry([kind.pairs.len(), kind.reals.len()])
                .or_default();
            let Gathered { kinds, starts, .. } = group;
            let start = *starts.entry((model, run.kind)).or_insert_with(|| {
                let start = kinds.len() as u32;
                kinds.extend(numbers(kind));
                start
            });
            group.runs.push((n, group.nodes.len() / 2));
            let component = run.component as usize - half.first_component();
            let places = run
                .nodes()
                .map(|k| slab.place(model, component, [i, j, k]) as u32);
            group.nodes.extend(places.flat_map(|place| [place, start]));
        }
    }
    groups
}

/// The numbers of a kind passed to a kernel.
fn numbers<T: Real>(kind: &Kind<T>) -> impl Iterator<Item = T> {
    let pairs = kind.pairs.iter().flatten().copied();
    let reals = kind.reals.iter().flatten().copied();
    [kind.gain, kind.rest].into_iter().chain(pairs).chain(reals)
}

/// A group on the device, split to fit its buffers.
fn upload<R: Runtime, T: Real>(
    queue: &Queue<R>,
    [pairs, reals]: [usize; 2],
    gathered: &Gathered<T>,
) -> Vec<Group<T>> {
    let values = 1 + 2 * pairs + reals;
    let kinds = queue.upload(&gathered.kinds);
    let most = most_nodes::<R, T>(queue, [pairs, reals]);
    let parts = gathered.nodes.chunks(2 * most);
    let group = |nodes: &[u32]| Group {
        pairs,
        reals,
        count: nodes.len() / 2,
        nodes: queue.upload(nodes),
        kinds: kinds.clone(),
        state: queue.zeros(values * nodes.len() / 2),
    };
    parts.map(group).collect()
}

impl<R: Runtime, T: Real> DeviceOperator<R, T> for DispersionOnDevice<T> {
    fn launch(&self, fields: &DeviceFields<'_, R, T>, at: BlockHalfStep) {
        for (slab, halves) in fields.slabs.iter().zip(&self.slabs) {
            for group in &halves[at.half as usize] {
                let (count, dim) = Queue::<R>::grid(group.count);
                // SAFETY: threads beyond the last node do nothing; offsets and starts were made for these buffers.
                unsafe {
                    respond::launch_unchecked::<T, R>(
                        &fields.queue.client,
                        count,
                        dim,
                        slab.of(at.half).arg(),
                        group.state.arg(),
                        group.nodes.arg(),
                        group.kinds.arg(),
                        group.count,
                        group.pairs,
                        group.reals,
                    );
                }
            }
        }
    }
}

/// One half step of a group: subtracts the current from the field, then updates the state of the nodes.
#[cube(launch_unchecked)]
pub fn respond<T: Real>(
    field: &mut Array<T>,
    state: &mut Array<T>,
    nodes: &Array<u32>,
    kinds: &Array<T>,
    count: usize,
    pairs: usize,
    reals: usize,
) {
    let node = ABSOLUTE_POS;
    if node < count {
        let at = nodes[2 * node] as usize;
        let kind = nodes[2 * node + 1] as usize;
        let value = impress::<T>(field[at], kinds[kind], state[node]);
        field[at] = value;
        let mut current = kinds[kind + 1] * value;
        let mut held = node + count;
        let mut numbers = kind + 2;
        for _ in 0..pairs {
            let re = state[held];
            let im = state[held + count];
            let decay_re = kinds[numbers];
            let decay_im = kinds[numbers + 1];
            current = recall::<T>(current, re);
            state[held] = turn::<T>(re, im, decay_re, decay_im, kinds[numbers + 2], value);
            state[held + count] =
                turn_aside::<T>(re, im, decay_re, decay_im, kinds[numbers + 3], value);
            held += 2 * count;
            numbers += 4;
        }
        for _ in 0..reals {
            let before = state[held];
            current = recall::<T>(current, before);
            state[held] = advance::<T>(kinds[numbers], kinds[numbers + 1], before, value);
            held += count;
            numbers += 2;
        }
        state[node] = current;
    }
}
