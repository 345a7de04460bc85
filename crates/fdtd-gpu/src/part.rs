//! The part of the grid that a rank has on a device: its state can be read and written by node.
//!
//! A selection lists where each of its values is on the device; a kernel copies them into one buffer, which is then read, and another one copies received
//! values to where they belong. Nothing else crosses the bus.

use crate::dispersion::RunPlaces;
use crate::engine::GpuEngine;
use crate::operator::{BlockHalfStep, DeviceOperator};
use cubecl::prelude::*;
use poynting_exec::gpu::queue::{Buffer, Queue};
use poynting_exec::{DeviceError, Real};
use poynting_fdtd_core::block::Block;
use poynting_fdtd_core::cpml::Cpml;
use poynting_fdtd_core::dispersion::Dispersion;
use poynting_fdtd_core::energy::{Energy, EnergySums};
use poynting_fdtd_core::engine::{Engine, Take};
use poynting_fdtd_core::fields::Fields;
use poynting_fdtd_core::mapping::Mapping;
use poynting_fdtd_core::ranks::{NodeBox, NodeValue, PartEngine, Places};
use poynting_fdtd_core::setup::{Instruments, Setup};
use poynting_fdtd_core::sums::Sums;
use poynting_grid::{HalfStep, Region};
use poynting_scene::Precision;
use std::collections::BTreeMap;
use std::time::Duration;

/// A rank on a device.
pub struct GpuPart<'q, R: Runtime, T: Real> {
    /// Its model.
    pub engine: GpuEngine<'q, R, T>,
    cpml: Cpml<T>,
    dispersion: Dispersion<T>,
    /// Per slab and half step: where the state of dispersive media is.
    runs: Vec<[RunPlaces; 2]>,
    selections: Vec<Selection<T>>,
}

/// A buffer of the state of nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct At {
    slab: usize,
    half: HalfStep,
    of: Of,
}

/// What it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Of {
    Field,
    /// The psi of a layer.
    Layer(usize),
    /// The state of a group of dispersive nodes.
    Group(usize),
}

/// Values that are read and written together.
struct Selection<T> {
    packed: Buffer<T>,
    values: usize,
    /// Per buffer: the place of each value there and among the packed ones; their number.
    places: Vec<(At, Buffer<u32>, usize)>,
}

impl<'q, R: Runtime, T: Real> GpuPart<'q, R, T> {
    /// Copies the part of a model to the device; energies are summed in the precision `sums`.
    pub fn new(queue: &'q Queue<R>, mapping: Mapping, setup: Setup<T>, sums: Precision) -> Self {
        let (cpml, dispersion) = (setup.cpml.clone(), setup.dispersion.clone());
        let engine = GpuEngine::new(queue, mapping, vec![setup], sums);
        let slabs = engine.fields.slabs.iter();
        let runs = slabs.map(|fields| {
            let of = |half| RunPlaces::new(queue, &fields.slab, &dispersion, half);
            [of(HalfStep::E), of(HalfStep::H)]
        });
        Self {
            runs: runs.collect(),
            engine,
            cpml,
            dispersion,
            selections: Vec::new(),
        }
    }

    /// Where a value is.
    fn locate(&self, value: NodeValue) -> Option<(At, usize)> {
        let node = value.node();
        let slabs = &self.engine.fields.slabs;
        let n = slabs.iter().position(|f| f.slab.holds(0, node))?;
        let slab = &slabs[n].slab;
        let at = |half, of| At { slab: n, half, of };
        match value {
            NodeValue::Field(spot) => {
                let half = spot.half();
                let component = spot.component as usize - half.first_component();
                Some((at(half, Of::Field), slab.place(0, component, node)))
            }
            NodeValue::Psi {
                half, axis, which, ..
            } => {
                let local = [node[0] - slab.x.start, node[1], node[2]];
                let (layer, place) = self.engine.cpml.place(n, half, axis, which, local)?;
                Some((at(half, Of::Layer(layer)), place))
            }
            NodeValue::Memory { spot, value } => {
                let half = spot.half();
                let run = self.dispersion.run_of(spot)?;
                let first = self.dispersion.runs[half as usize][run].nodes().start;
                let places = &self.runs[n][half as usize];
                let (group, node) = places.node(run, node[2] - first)?;
                let place = self.engine.dispersion.place((n, half, group), node, value);
                Some((at(half, Of::Group(group)), place))
            }
        }
    }

    fn buffer(&self, At { slab, half, of }: At) -> &Buffer<T> {
        let engine = &self.engine;
        match of {
            Of::Field => engine.fields.slabs[slab].of(half),
            Of::Layer(layer) => engine.cpml.psi(slab, half, layer),
            Of::Group(group) => engine.dispersion.state(slab, half, group),
        }
    }

    fn queue(&self) -> &'q Queue<R> {
        self.engine.fields.queue
    }
}

impl<R: Runtime, T: Real> PartEngine<T> for GpuPart<'_, R, T> {
    fn places(&self) -> Places<'_, T> {
        Places {
            layout: &self.engine.layout,
            cpml: &self.cpml,
            dispersion: &self.dispersion,
        }
    }

    fn select(&mut self, boxes: &[NodeBox]) -> usize {
        let mut lists: BTreeMap<At, Vec<u32>> = BTreeMap::new();
        let mut values = 0;
        for nodes in boxes {
            self.places().each(nodes, |value| {
                if let Some((at, place)) = self.locate(value) {
                    let list = lists.entry(at).or_default();
                    list.extend([place as u32, values as u32]);
                }
                values += 1;
            });
        }
        let queue = self.queue();
        let places = lists.into_iter();
        let places = places.map(|(at, list)| (at, queue.upload(&list), list.len() / 2));
        self.selections.push(Selection {
            packed: queue.zeros(values),
            values,
            places: places.collect(),
        });
        values
    }

    fn deselect(&mut self) {
        self.selections.pop();
    }

    fn read(&mut self, first: usize, into: &mut [Vec<T>]) -> Result<(), DeviceError> {
        let queue = self.queue();
        let selections = &self.selections[first..first + into.len()];
        for selection in selections {
            for (at, places, n) in &selection.places {
                let (count, dim) = Queue::<R>::grid(*n);
                // SAFETY: threads beyond the last value do nothing; places were made for these buffers.
                unsafe {
                    pack::launch_unchecked::<T, R>(
                        &queue.client,
                        count,
                        dim,
                        self.buffer(*at).arg(),
                        places.arg(),
                        selection.packed.arg(),
                        *n,
                    );
                }
            }
        }
        let packed = selections.iter().map(|s| (&s.packed, s.values));
        let packed: Vec<_> = packed.collect();
        if packed.is_empty() {
            return Ok(());
        }
        let values = cubecl::future::block_on(queue.read(&packed))?;
        into.iter_mut()
            .zip(values)
            .for_each(|(to, values)| *to = values);
        Ok(())
    }

    fn write(&mut self, first: usize, values: &[&[T]]) -> Result<(), DeviceError> {
        let queue = self.queue();
        for (selection, values) in self.selections[first..].iter().zip(values) {
            assert_eq!(
                values.len(),
                selection.values,
                "a message has another length"
            );
            let packed = queue.upload(values);
            for (at, places, n) in &selection.places {
                let (count, dim) = Queue::<R>::grid(*n);
                // SAFETY: as above.
                unsafe {
                    unpack::launch_unchecked::<T, R>(
                        &queue.client,
                        count,
                        dim,
                        packed.arg(),
                        places.arg(),
                        self.buffer(*at).arg(),
                        *n,
                    );
                }
            }
        }
        Ok(())
    }

    fn fill_ghosts(&mut self) {
        let block = Block {
            first_step: 0,
            steps: 1,
        };
        for half in [HalfStep::E, HalfStep::H] {
            let at = BlockHalfStep {
                half,
                step: 0,
                block,
            };
            self.engine.halo.launch(&self.engine.fields, at);
        }
    }

    fn energy_of(&mut self, Region { x, y, z }: &Region) -> Result<EnergySums, DeviceError> {
        let mut sums = EnergySums::default();
        for part in self.engine.layout.parts() {
            let nodes = Region {
                x: x.clone(),
                y: y.clone(),
                z: z.start + part..z.end + part,
            };
            let energies = self.engine.energies_in(&nodes)?;
            for energy in energies {
                sums.add(energy);
            }
        }
        Ok(sums)
    }

    fn set_sums(&mut self, sums: &[Vec<T>]) {
        self.engine.spectra.set_sums(self.queue(), sums);
    }
}

/// All else is that of the model.
impl<R: Runtime, T: Real> Engine<T> for GpuPart<'_, R, T> {
    fn block(&self) -> usize {
        self.engine.block()
    }

    fn instruments(&self, model: usize) -> &Instruments {
        self.engine.instruments(model)
    }

    fn advance(&mut self, block: Block) -> Result<(), DeviceError> {
        self.engine.advance(block)
    }

    fn collect(&mut self, in_flight: usize, take: &mut Take<'_, T>) -> Result<(), DeviceError> {
        self.engine.collect(in_flight, take)
    }

    fn energies(&mut self) -> Result<Vec<Energy>, DeviceError> {
        self.engine.energies()
    }

    fn sums(&mut self, model: usize) -> Result<(Sums<'_, T>, &Instruments), DeviceError> {
        self.engine.sums(model)
    }

    fn inspect(
        &mut self,
        model: usize,
        look: &mut dyn FnMut(Fields<'_, T>),
    ) -> Result<(), DeviceError> {
        self.engine.inspect(model, look)
    }

    fn skip(&mut self, block: Block) {
        self.engine.skip(block);
    }

    fn bytes(&self) -> u64 {
        let lists = self.selections.iter().flat_map(|s| &s.places);
        let packed = self.selections.iter().map(|s| s.packed.bytes());
        self.engine.bytes() + lists.map(|(_, l, _)| l.bytes()).sum::<u64>() + packed.sum::<u64>()
    }

    fn stepping(&self) -> Duration {
        self.engine.stepping()
    }

    fn order(&self) -> String {
        self.engine.order()
    }

    fn coefficients(&self) -> &'static str {
        Engine::coefficients(&self.engine)
    }
}

/// Collects values; `places` has where each is, and where it goes.
#[cube(launch_unchecked)]
pub fn pack<T: Real>(from: &Array<T>, places: &Array<u32>, packed: &mut Array<T>, count: usize) {
    let n = ABSOLUTE_POS;
    if n < count {
        let (at, to) = (places[2 * n] as usize, places[2 * n + 1] as usize);
        packed[to] = from[at];
    }
}

/// Distributes values; `places` has where each goes, and where it is.
#[cube(launch_unchecked)]
pub fn unpack<T: Real>(packed: &Array<T>, places: &Array<u32>, to: &mut Array<T>, count: usize) {
    let n = ABSOLUTE_POS;
    if n < count {
        let (at, from) = (places[2 * n] as usize, places[2 * n + 1] as usize);
        to[at] = packed[from];
    }
}
