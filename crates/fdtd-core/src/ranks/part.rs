//! What advances the part of the grid that a rank stores: the CPU or a device.

use crate::energy::EnergySums;
use crate::engine::{CpuEngine, Engine};
use crate::ranks::places::{NodeBox, Places};
use poynting_exec::{DeviceError, Real};
use poynting_grid::Region;

/// An engine whose state can be read and written by node.
pub trait PartEngine<T: Real>: Engine<T> {
    /// What it stores per node.
    fn places(&self) -> Places<'_, T>;

    /// Chooses the nodes of some boxes; their values are then read and written together, in the order of [`Places::each`]. Selections are numbered. Returns
    /// the number of values.
    fn select(&mut self, boxes: &[NodeBox]) -> usize;

    /// Drops the last selection.
    fn deselect(&mut self);

    /// Reads the values of the `first`-th selection and the following ones.
    fn read(&mut self, first: usize, into: &mut [Vec<T>]) -> Result<(), DeviceError>;

    /// Writes the values of the `first`-th selection and the following ones.
    fn write(&mut self, first: usize, values: &[&[T]]) -> Result<(), DeviceError>;

    /// Fills the ghosts at the ends of periodic axes from the fields.
    fn fill_ghosts(&mut self);

    /// The energy of some nodes.
    fn energy_of(&mut self, nodes: &Region) -> Result<EnergySums, DeviceError>;

    /// Replaces the sums of all transforms.
    fn set_sums(&mut self, sums: &[Vec<T>]);
}

/// The engine of a rank. Those on the CPU are advanced by threads of a pool, those on devices by the thread of the caller, which does not wait for them.
pub enum RankEngine<'a, T: Real> {
    /// On the CPU.
    Cpu(Box<CpuEngine<'a, T>>),
    /// On a device.
    Device(Box<dyn PartEngine<T> + 'a>),
}

impl<'a, T: Real> RankEngine<'a, T> {
    /// The engine.
    pub fn get(&self) -> &(dyn PartEngine<T> + 'a) {
        match self {
            Self::Cpu(engine) => &**engine,
            Self::Device(engine) => &**engine,
        }
    }

    /// The engine, to be changed.
    pub fn get_mut(&mut self) -> &mut (dyn PartEngine<T> + 'a) {
        match self {
            Self::Cpu(engine) => &mut **engine,
            Self::Device(engine) => &mut **engine,
        }
    }
}
