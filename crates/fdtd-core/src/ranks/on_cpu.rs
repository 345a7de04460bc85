//! A rank on the CPU.

use crate::energy::EnergySums;
use crate::engine::CpuEngine;
use crate::ranks::part::PartEngine;
use crate::ranks::places::{NodeBox, Places};
use crate::ranks::runs::Runs;
use poynting_exec::{DeviceError, Real};
use poynting_grid::Region;

impl<T: Real> PartEngine<T> for CpuEngine<'_, T> {
    fn places(&self) -> Places<'_, T> {
        Places::of(self.setup())
    }

    fn select(&mut self, boxes: &[NodeBox]) -> usize {
        let runs = Runs::new(self.places(), boxes);
        let values = runs.values;
        self.selections().0.push(runs);
        values
    }

    fn deselect(&mut self) {
        self.selections().0.pop();
    }

    fn read(&mut self, first: usize, into: &mut [Vec<T>]) -> Result<(), DeviceError> {
        let (selections, buffers) = self.selections();
        for (runs, values) in selections[first..].iter().zip(into) {
            // SAFETY: the buffers are borrowed mutably.
            unsafe { runs.read(&buffers, values) };
        }
        Ok(())
    }

    fn write(&mut self, first: usize, values: &[&[T]]) -> Result<(), DeviceError> {
        let (selections, buffers) = self.selections();
        for (runs, values) in selections[first..].iter().zip(values) {
            // SAFETY: the buffers are borrowed mutably.
            unsafe { runs.write(values, &buffers) };
        }
        Ok(())
    }

    fn fill_ghosts(&mut self) {
        CpuEngine::fill_ghosts(self);
    }

    fn energy_of(&mut self, nodes: &Region) -> Result<EnergySums, DeviceError> {
        Ok(CpuEngine::energy_of(self, nodes))
    }

    fn set_sums(&mut self, sums: &[Vec<T>]) {
        CpuEngine::set_sums(self, sums);
    }
}
