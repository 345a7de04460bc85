//! Engines: they hold the fields and advance them, on the CPU or on a device.
//!
//! The time loop sees only this trait. An engine may hold a stack of models of one grid size, which it advances
//! together; each has its own sources, monitors and energy.

mod config;
mod cpu;
mod files;
mod profile;

use crate::block::Block;
use crate::energy::Energy;
use crate::fields::Fields;
use crate::ranks::{NodeBox, SceneMonitors, Traffic};
use crate::record::Record;
use crate::setup::Instruments;
use crate::sums::Sums;
pub use config::{Config, GATHERED_BYTES};
pub(crate) use cpu::CpuEngine;
pub use cpu::{BlockOperators, BlockValues};
pub use files::{SavedBoxes, Source, WritePart};
use poynting_exec::{DeviceError, Real};
use poynting_physics::Complex;
pub use profile::OperatorTime;
use std::io::{self, ErrorKind};
use std::time::Duration;

/// Takes the record of a model: `(model, record, its instruments)`.
pub type Take<'a, T> = dyn FnMut(usize, &Record<T>, &Instruments) + 'a;

/// Takes the values of a transform at one of its frequencies that stay on their ranks: `(transform, frequency, each rank of this process with its values)`.
pub type TakeShares<'a> = dyn FnMut(usize, usize, &[(usize, Vec<Complex>)]) + 'a;

/// Advances the fields of one or several models.
pub trait Engine<T: Real> {
    /// Maximum number of steps before its records must be collected.
    fn block(&self) -> usize;

    /// Sources and monitors of a model.
    fn instruments(&self, model: usize) -> &Instruments;

    /// Advances all models by a block. It may return before the steps are done.
    fn advance(&mut self, block: Block) -> Result<(), DeviceError>;

    /// Hands over the records of finished blocks, oldest first, until at most `in_flight` blocks are pending:
    /// `take(model, record, its instruments)`.
    fn collect(&mut self, in_flight: usize, take: &mut Take<'_, T>) -> Result<(), DeviceError>;

    /// The energy of each model as of the last requested step.
    fn energies(&mut self) -> Result<Vec<Energy>, DeviceError>;

    /// The sums of all transforms of a model as of the last requested step, and its sources and monitors.
    fn sums(&mut self, model: usize) -> Result<(Sums<'_, T>, &Instruments), DeviceError>;

    /// Hands over the values of those.
    fn divided_spectra(&mut self, _: &mut TakeShares<'_>) -> Result<(), DeviceError> {
        Ok(())
    }

    /// The monitors of a model that ranks share.
    fn monitors(&self) -> Option<&SceneMonitors> {
        None
    }

    /// The ranks of this process, with the nodes that each owns.
    fn ranks(&self) -> Vec<(usize, NodeBox)> {
        Vec::new()
    }

    /// Gives access to the fields of a model.
    fn inspect(
        &mut self,
        model: usize,
        look: &mut dyn FnMut(Fields<'_, T>),
    ) -> Result<(), DeviceError>;

    /// Whether any process of the run wants to stop; `stop` is the wish of this one.
    fn agrees(&mut self, stop: bool) -> bool {
        stop
    }

    /// Advances what depends on time alone by a block, whose records are known.
    fn skip(&mut self, _: Block) {}

    /// Takes a block whose samples a journal has, with what any ranks have captured; its record can then be collected.
    fn recall(&mut self, _: &Record<T>, _: &mut [SavedBoxes<'_>]) -> io::Result<()> {
        Err(ErrorKind::Unsupported.into())
    }

    /// Writes its state, in one file per rank.
    fn save(&mut self, _: &mut WritePart<'_>) -> io::Result<()> {
        Err(ErrorKind::Unsupported.into())
    }

    /// Reads the state that any number of ranks have written.
    fn load(&mut self, _: &mut [Box<dyn Source>]) -> io::Result<()> {
        Err(ErrorKind::Unsupported.into())
    }

    /// What the ranks of this process have sent so far.
    fn sent(&self) -> Traffic {
        Traffic::default()
    }

    /// Exchanges the halos of its ranks without a step, to measure how long that takes.
    fn exchange(&mut self) -> Result<(), DeviceError> {
        Ok(())
    }

    /// Bytes of all buffers.
    fn bytes(&self) -> u64;

    /// Time spent stepping.
    fn stepping(&self) -> Duration;

    /// Time of each operator so far; empty unless the configuration requests it, and on GPUs.
    fn operator_times(&self) -> Vec<OperatorTime> {
        Vec::new()
    }

    /// The order in which cells are visited, in a word or two.
    fn order(&self) -> String;

    /// How coefficients are stored.
    fn coefficients(&self) -> &'static str;
}
