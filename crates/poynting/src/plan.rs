//! The plan of a run, for any solver.

use crate::machine::{Machine, needed_bytes};
use crate::memory::{self, Lines};
use crate::{Error, RunOptions, Solver};
use poynting_exec::{Budget, Device, Effort, ExceedsMemory, Pool, RankChoice};
use poynting_fdtd::{Config, FdtdError, Plan as FdtdPlan, RankPlan, rank_plan};
use poynting_grating::Plan as GratingPlan;
use poynting_mom::plane::Plan as PlanePlan;
use poynting_mom::{Forecast, Plan as MomPlan};
use poynting_scene::Precision;

/// A planned run; nothing large is allocated yet.
#[derive(Debug)]
#[non_exhaustive]
pub struct Plan {
    /// How it will run.
    pub options: RunOptions,
    /// What the solver works on.
    pub layout: Layout,
    /// What takes memory at the peak of this process, in bytes; their sum is what the run needs on this machine.
    pub memory: Vec<(&'static str, u64)>,
}

/// What a solver works on.
#[derive(Debug)]
pub enum Layout {
    /// Grid, time step, operators.
    Fdtd(Box<FdtdPlan>),
    /// Mesh, equation, frequencies.
    Mom(Box<MomPlan>),
    /// The same in two dimensions.
    Plane(Box<PlanePlan>),
    /// Layers, orders, frequencies.
    Grating(Box<GratingPlan>),
}

impl Plan {
    /// Which solver it is for.
    pub fn solver(&self) -> Solver {
        match self.layout {
            Layout::Fdtd(_) => Solver::Fdtd,
            Layout::Mom(_) | Layout::Plane(_) => Solver::Mom,
            Layout::Grating(_) => Solver::Rcwa,
        }
    }

    /// Bytes that this process needs in all.
    pub fn bytes(&self) -> u64 {
        memory::total(&self.memory)
    }

    /// Bytes of the results of one model that stay in memory until all runs are done; those of the others are few.
    pub(crate) fn results_bytes(&self) -> u64 {
        match &self.layout {
            Layout::Fdtd(plan) => plan.results_bytes(),
            Layout::Mom(_) | Layout::Plane(_) | Layout::Grating(_) => 0,
        }
    }

    /// What takes memory on this machine in one model, in bytes.
    pub(crate) fn model(&self) -> Lines {
        let devices = self.options.device.resolve_all().ok();
        match (&self.layout, devices.and_then(|all| all.one())) {
            (Layout::Fdtd(plan), Some(gpu)) if gpu != Device::Cpu => {
                let mut lines = vec![("ring-down", plan.ring_down_bytes())];
                if memory::is_shared(gpu) {
                    lines.push(("on the device", needed_bytes(&[plan], gpu)));
                }
                lines
            }
            (Layout::Fdtd(plan), _) => plan.memory.clone(),
            (Layout::Mom(plan), _) => plan.memory.clone(),
            (Layout::Plane(plan), _) => plan.memory.clone(),
            (Layout::Grating(plan), _) => plan.memory.clone(),
        }
    }

    /// What several models on a GPU share on this machine: the code of its driver, and what is copied for one of them after another.
    pub(crate) fn shared(&self) -> Lines {
        let devices = self.options.device.resolve_all().ok();
        let one = devices.and_then(|all| all.one());
        if one.is_none_or(|device| device == Device::Cpu) {
            return Vec::new();
        }
        let copied = match &self.layout {
            Layout::Fdtd(plan) => plan.copied_bytes(),
            Layout::Mom(plan) if !one.is_some_and(memory::is_shared) => {
                memory::PANEL.max(plan.exchanged_bytes())
            }
            Layout::Mom(_) => memory::PANEL,
            Layout::Plane(_) | Layout::Grating(_) => return Vec::new(),
        };
        memory::beside_device(copied)
    }

    /// Bytes of one model.
    pub(crate) fn model_bytes(&self) -> u64 {
        memory::total(&self.model())
    }

    /// Precision of its fields or of its matrix.
    pub fn precision(&self) -> Precision {
        match &self.layout {
            Layout::Fdtd(plan) => plan.precision,
            Layout::Mom(plan) => plan.precision,
            Layout::Plane(_) | Layout::Grating(_) => Precision::F64,
        }
    }

    /// Automatic choices that need no action.
    pub fn notes(&self) -> &[String] {
        match &self.layout {
            Layout::Fdtd(plan) => &plan.notes,
            Layout::Mom(_) => &[],
            Layout::Plane(plan) => &plan.notes,
            Layout::Grating(plan) => &plan.notes,
        }
    }

    /// Warnings for the user.
    pub fn warnings(&self) -> &[String] {
        match &self.layout {
            Layout::Fdtd(plan) => &plan.warnings,
            Layout::Mom(plan) => &plan.warnings,
            Layout::Plane(plan) => &plan.warnings,
            Layout::Grating(plan) => &plan.warnings,
        }
    }

    /// Bytes needed on the device of the run.
    pub fn needed_bytes(&self) -> Result<u64, Error> {
        let devices = self.options.device.resolve_all()?;
        Ok(match (&self.layout, devices.one()) {
            (Layout::Fdtd(plan), Some(gpu)) if !memory::is_shared(gpu) => {
                needed_bytes(&[plan], gpu)
            }
            // The matrix of the method of moments and its factors stay on the processor.
            _ => self.bytes(),
        })
    }

    /// The same for a rank or for all ranks of this process, which store this part of the grid.
    pub fn needed_bytes_for(&self, share: f64) -> Result<u64, Error> {
        let part = |bytes: u64| (bytes as f64 * share) as u64;
        let needed = self.needed_bytes()?;
        Ok(match self.options.device.resolve_all()?.one() {
            Some(device) if memory::is_shared(device) => {
                let model = self.model_bytes();
                needed.saturating_sub(model) + part(model)
            }
            _ => part(needed),
        })
    }

    /// Refuses to run if it does not fit on the device of the run.
    pub fn check_memory(&self) -> Result<(), Error> {
        Machine::check_memory(self)?;
        match self.options.effort {
            Effort::Full => self.require_all(),
            Effort::Quick => Ok(()),
        }
    }

    /// What a quick plan has not looked at.
    pub fn left_out(&self) -> Option<&str> {
        match &self.layout {
            Layout::Fdtd(plan) => plan.left_out.as_deref(),
            Layout::Mom(_) | Layout::Plane(_) | Layout::Grating(_) => None,
        }
    }

    /// Refuses to run what is planned in part: it was left out because the fields alone did not fit, or by a quick plan.
    pub(crate) fn require_all(&self) -> Result<(), Error> {
        match self.left_out() {
            None => Ok(()),
            Some(_) => Err(FdtdError::Memory(ExceedsMemory {
                needed: self.bytes(),
                available: self.options.available_bytes(),
                device: None,
            })
            .into()),
        }
    }

    /// Refuses a number of bytes that the device of the run does not have.
    pub fn check_bytes(&self, bytes: u64) -> Result<(), Error> {
        let budget = self.options.budget.unwrap_or_else(Budget::of_this_machine);
        Ok(budget.check(bytes).map_err(FdtdError::from)?)
    }

    /// How ranks would share the grid. None for solvers without one.
    pub fn on_ranks(&self, ranks: RankChoice) -> Result<Option<RankPlan>, Error> {
        let config = Config {
            ranks,
            ..Config::default()
        };
        match &self.layout {
            Layout::Fdtd(plan) => Ok(Some(rank_plan(plan, &config)?)),
            Layout::Mom(_) | Layout::Plane(_) | Layout::Grating(_) => Ok(None),
        }
    }

    /// How long a method-of-moments run will take, from samples of its work, which themselves take some seconds. None for FDTD, and on a GPU,
    /// which assembles dense matrices at a different rate.
    pub fn forecast(&self) -> Result<Option<Forecast>, Error> {
        match &self.layout {
            Layout::Mom(plan) if self.options.device.resolve()? == Device::Cpu => {
                let pool = Pool::new(self.options.threads)?;
                Ok(Some(pool.install(|| plan.forecast())?))
            }
            Layout::Plane(plan) => {
                let pool = Pool::new(self.options.threads)?;
                Ok(Some(pool.install(|| plan.forecast())?))
            }
            _ => Ok(None),
        }
    }
}
