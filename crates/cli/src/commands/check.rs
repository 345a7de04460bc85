//! `poynting check`: describes a run without running it.

use super::run::{open, plan_of};
use crate::costs::Costs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::format;
use crate::grating;
use crate::materials;
use crate::memory::Memory;
use crate::mesh;
use crate::options::{Machine, SceneFiles, SolverName};
use crate::output::{Output, note};
use crate::place::located;
use crate::plane;
use crate::ranks::{Gpu, Ranks};
use crate::warnings;
use crate::watchdog::Watchdog;
use poynting::{
    Device, DeviceChoice, Effort, FdtdPlan, Forecast, Layout, Plan, Pool, RankChoice, RunOptions,
    Simulation, UsedMaterial, measure_speed, measure_speed_of, used_materials,
};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Duration;

/// How long to measure the machine's speed, quickly and with `--deep`.
const PROBE: [Duration; 2] = [Duration::from_millis(300), Duration::from_secs(1)];
/// Up to this many cells the model itself is run for that long; larger models would take longer to set up.
const SMALL_MODEL: [u64; 2] = [300_000, 2_000_000];
/// Up to this many unknowns the work of the method of moments is sampled without `--deep`.
const QUICK_UNKNOWNS: usize = 20_000;

/// What is left out where the work is not sampled.
const UNSAMPLED: &str = "the time, extrapolated from samples of the work";

/// Show grid, materials, time step, memory and estimated run time of a scene
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  poynting check cavity.toml
  poynting check cavity.toml --precision f64
  poynting check cavity.toml --ranks 64
  poynting check cavity.toml --ranks 64 --costs costs.json
  poynting check aircraft.toml --deep
  poynting check cavity.toml --json")]
pub struct Check {
    /// Scene file, TOML or JSON
    scene: PathBuf,
    /// Solver: fdtd, mom or rcwa [default: mom if the scene has no domain, otherwise fdtd]
    #[arg(long, hide_possible_values = true)]
    solver: Option<SolverName>,
    /// Show how ranks would share the grid, each in a process of its own: their number, or along x, y and z as AxBxC
    #[arg(long, value_name = "N")]
    ranks: Option<RankChoice>,
    /// Predict the run time on these ranks from the costs that `poynting bench ranks --json FILE` has measured
    #[arg(long, value_name = "FILE", requires = "ranks")]
    costs: Option<PathBuf>,
    /// Check everything, however long it takes: materials of every cell, meshes of any size, measured times of large models
    #[arg(long)]
    deep: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    files: SceneFiles,
    #[command(flatten)]
    machine: Machine,
}

/// The memory of a plan.
fn memory(plan: &Plan) -> Memory<'_> {
    Memory {
        lines: &plan.memory,
        available: plan.options.available_bytes(),
    }
}

/// Everything the command reports.
struct Findings<'a> {
    simulation: &'a Simulation,
    plan: &'a FdtdPlan,
    memory: Memory<'a>,
    materials: Vec<UsedMaterial<'a>>,
    device: DeviceChoice,
    threads: usize,
    /// Million cells per second; not measured if the model does not fit.
    speed: Option<f64>,
    /// Number of runs for the scene: one per driven port of a network.
    runs: u64,
    /// How ranks would share the grid.
    ranks: Option<Ranks<'a>>,
}

impl Check {
    /// Plans, measures, prints.
    pub fn execute(&self, out: &mut Output) -> Result<Exit, Failure> {
        let costs = self.costs.as_deref().map(Costs::read).transpose()?;
        let simulation = open(&self.scene, self.files)?;
        let (mut options, gpu) = match self.ranks {
            Some(_) => Gpu::of(&self.machine)?,
            None => (self.machine.options()?, None),
        };
        options.solver = SolverName::one(self.solver, "check")?;
        options.ranks = self.ranks;
        if !self.deep {
            options.effort = Effort::Quick;
        }
        let watchdog = (!self.deep).then(Watchdog::start);
        let plan = plan_of(&simulation, &options, &self.scene)?;
        drop(watchdog);
        let ranks = self.ranks(&plan, (gpu, costs), &simulation)?;
        let refusal = match &ranks {
            Some(ranks) => plan.check_bytes(ranks.bytes()).err(),
            None => plan.check_memory().err(),
        };
        if !self.json {
            out.line(&simulation.scene().title);
        }
        match &plan.layout {
            Layout::Fdtd(_) => self.grid(out, &simulation, &plan, refusal.is_none(), ranks)?,
            Layout::Mom(mesh) => {
                let (forecast, left_out) = self.time(&plan, mesh.unknowns(), refusal.is_none())?;
                let found = mesh::Findings {
                    plan: mesh,
                    memory: memory(&plan),
                    forecast,
                    left_out,
                    checkpoint: simulation.scene().checkpoint,
                };
                if self.json {
                    let title = &simulation.scene().title;
                    out.line(format_args!("{:#}", found.json(title)));
                } else {
                    found.print(out);
                }
            }
            Layout::Plane(layout) => {
                let (forecast, left_out) =
                    self.time(&plan, layout.unknowns(), refusal.is_none())?;
                let found = plane::Findings {
                    plan: layout,
                    memory: memory(&plan),
                    forecast,
                    left_out,
                };
                if self.json {
                    let title = &simulation.scene().title;
                    out.line(format_args!("{:#}", found.json(title)));
                } else {
                    found.print(out);
                }
            }
            Layout::Grating(layout) => {
                let seconds = refusal.is_none().then(|| layout.seconds()).transpose();
                let found = grating::Findings {
                    plan: layout,
                    memory: memory(&plan),
                    seconds: seconds.map_err(poynting::Error::from)?,
                };
                if self.json {
                    let title = &simulation.scene().title;
                    out.line(format_args!("{:#}", found.json(title)));
                } else {
                    found.print(out);
                }
            }
        }
        match refusal {
            Some(refusal) => Err(located(refusal, simulation.scene(), &self.scene)),
            None => Ok(Exit::Success),
        }
    }

    /// The time of a run with the method of moments that fits, and what is left out if that would take long.
    fn time(
        &self,
        plan: &Plan,
        unknowns: usize,
        fits: bool,
    ) -> Result<(Option<Forecast>, Option<&'static str>), Failure> {
        let is_sampled = self.deep || unknowns <= QUICK_UNKNOWNS;
        let forecast = if fits && is_sampled {
            plan.forecast()?
        } else {
            None
        };
        Ok((forecast, (!is_sampled).then_some(UNSAMPLED)))
    }

    /// How the ranks asked for would share the grid in the runs of a scene.
    fn ranks<'p>(
        &self,
        plan: &'p Plan,
        (gpu, costs): (Option<Gpu>, Option<Costs>),
        simulation: &Simulation,
    ) -> Result<Option<Ranks<'p>>, Failure> {
        let (Some(choice), Layout::Fdtd(whole)) = (self.ranks, &plan.layout) else {
            return Ok(None);
        };
        let Some(shared) = plan.on_ranks(choice)? else {
            return Ok(None);
        };
        let [share, _] = shared.stored();
        let bytes = plan.needed_bytes_for(share)?;
        Ok(Some(Ranks {
            plan: whole,
            shared,
            bytes,
            gpu,
            costs,
            steps: simulation.runs(&plan.options) as u64 * whole.max_steps,
            is_network: simulation.scene().network.is_some(),
        }))
    }

    fn grid(
        &self,
        out: &mut Output,
        simulation: &Simulation,
        whole: &Plan,
        fits: bool,
        ranks: Option<Ranks<'_>>,
    ) -> Result<(), Failure> {
        let (options, Layout::Fdtd(plan)) = (&whole.options, &whole.layout) else {
            return Ok(());
        };
        let speed = if fits {
            Some(speed(simulation, plan, options)?)
        } else {
            None
        };
        let findings = Findings {
            simulation,
            plan,
            memory: memory(whole),
            materials: used_materials(simulation.scene(), plan),
            device: options.device,
            threads: options.threads.unwrap_or_else(Pool::cores),
            speed,
            runs: simulation.runs(options) as u64,
            ranks,
        };
        if self.json {
            out.line(format_args!("{:#}", findings.json()));
        } else {
            findings.print(out);
        }
        Ok(())
    }
}

/// Measured on the model itself if it is small: thin models, media and monitors affect the speed.
fn speed(simulation: &Simulation, plan: &FdtdPlan, options: &RunOptions) -> Result<f64, Failure> {
    let probe = RunOptions {
        precision: Some(plan.precision),
        ranks: None,
        effort: Effort::Full,
        traversal: Some(simulation.scene().fdtd.traversal),
        ..*options
    };
    let depth = usize::from(options.effort == Effort::Full);
    let (time, most) = (PROBE[depth], SMALL_MODEL[depth]);
    let is_small = plan.cells() <= most && plan.left_out.is_none();
    let of_model = is_small.then(|| measure_speed_of(simulation, &probe, time));
    // An error that would end a run of the model does not end a check.
    let measured = of_model
        .and_then(Result::ok)
        .map_or_else(|| measure_speed(&probe, time), Ok);
    match measured {
        // The model may fit even if the probe does not.
        Err(e) if e.kind() == poynting::ErrorKind::Memory => {
            note("warning: not enough memory to measure the speed of this machine");
            Ok(f64::NAN)
        }
        other => Ok(other?),
    }
}

const AXES: [&str; 3] = ["x", "y", "z"];

impl Findings<'_> {
    fn print(&self, out: &mut Output) {
        self.print_grid(out);
        let frequency = self.plan.meshed.max_frequency;
        out.heading(match frequency {
            Some(f) => format!("Materials at {} (highest frequency)", format::si(f, "Hz")),
            None => "Materials (no maximum frequency is set)".to_owned(),
        });
        for row in format::table(&materials::rows(&self.materials)) {
            out.line(row);
        }
        self.print_time(out);
        self.memory.print(out, None);
        if let Some(ranks) = &self.ranks {
            ranks.print(out, |seconds| self.run_time(seconds));
        }
        warnings::left_out(out, self.plan.left_out.as_deref());
        warnings::show(out, &self.plan.warnings, &self.plan.notes);
    }

    fn print_grid(&self, out: &mut Output) {
        let grid = &self.plan.meshed.grid;
        out.heading("Grid");
        let mut rows = Vec::new();
        for (axis, name) in AXES.into_iter().enumerate() {
            let [least, most] = self.cell_range(axis);
            let (least, most) = (format::si(least, "m"), format::si(most, "m"));
            let size = if least == most {
                least
            } else {
                format!("{least} to {most}")
            };
            let cells = format::plural(grid.cells()[axis] as u64, "cell");
            rows.push(vec![format!("along {name}"), cells, size]);
        }
        rows.push(vec![
            "total".to_owned(),
            format::plural(self.plan.cells(), "cell"),
        ]);
        for row in format::table(&rows) {
            out.line(row);
        }
        let smallest = grid.smallest();
        let text = format!(
            "{} along {}; cause: {}",
            format::si(smallest.size, "m"),
            AXES[smallest.axis],
            self.plan.meshed.smallest_cause
        );
        out.line(format::wrapped("  smallest cell: ", &text));
    }

    fn print_time(&self, out: &mut Output) {
        let plan = self.plan;
        out.heading("Time");
        let simulated = format::si(plan.max_steps as f64 * plan.dt, "s");
        out.line(format_args!("  time step  {}", format::si(plan.dt, "s")));
        if let Some(cause) = &plan.step_cause {
            out.line(format::wrapped("             ", cause));
        }
        out.line(format_args!(
            "  steps      {}{} ({simulated})",
            if self.may_end_early() { "at most " } else { "" },
            format::count(plan.max_steps),
        ));
        if let Some(every) = self.simulation.scene().checkpoint {
            let every = format::duration(every.as_secs_f64());
            out.line(format_args!("  saved      every {every}"));
        }
        if self.runs > 1 {
            out.line(format_args!(
                "  runs       {}, one per driven port",
                self.runs
            ));
        }
        if let (Some(speed), Some(seconds)) = (self.speed, self.seconds()) {
            let time = self.run_time(seconds);
            out.line(format_args!(
                "  run time   {time} ({} Mcells/s on {}, {}, measured)",
                format::number(speed),
                self.place(),
                plan.precision.name(),
            ));
        }
    }

    /// `at most about 3 min`; if only the energy criterion ends the run, the time for a thousand steps.
    fn run_time(&self, seconds: f64) -> String {
        if !self.is_bounded() {
            let thousand = seconds * 1000.0 / self.plan.max_steps as f64;
            return format!(
                "until the energy has decayed, about {} per 1,000 steps",
                format::duration(thousand)
            );
        }
        let most = if self.may_end_early() { "at most " } else { "" };
        format!("{most}about {}", format::duration(seconds))
    }

    fn is_bounded(&self) -> bool {
        self.plan.is_bounded(self.simulation.scene())
    }

    /// The device it would run on.
    fn place(&self) -> String {
        match self.device {
            DeviceChoice::Device(gpu) if gpu != Device::Cpu => gpu.to_string(),
            DeviceChoice::Several(devices) => devices.to_string(),
            _ => format::plural(self.threads as u64, "thread"),
        }
    }

    fn may_end_early(&self) -> bool {
        let stop = &self.simulation.scene().stop;
        stop.energy_decay_db.is_some() || stop.ring_down.is_some()
    }

    /// Smallest and largest cell along an axis.
    fn cell_range(&self, axis: usize) -> [f64; 2] {
        let cells = self.plan.meshed.grid.primal(axis);
        cells
            .iter()
            .fold([f64::INFINITY, 0.0], |[a, b], c| [a.min(*c), b.max(*c)])
    }

    /// Estimated time of all runs, each with its maximum number of steps.
    fn seconds(&self) -> Option<f64> {
        let updates = (self.runs * self.plan.max_steps) as f64 * self.plan.cells() as f64;
        self.speed
            .map(|s| updates / (s * 1e6))
            .filter(|s| s.is_finite())
    }

    fn json(&self) -> Value {
        let (plan, grid) = (self.plan, &self.plan.meshed.grid);
        let smallest = grid.smallest();
        let sizes = [0, 1, 2].map(|a| self.cell_range(a));
        let materials: Vec<Value> = self
            .materials
            .iter()
            .map(|m| {
                json!({
                    "name": m.material.name,
                    "cells_per_wavelength": m.cells_per_wavelength,
                    "phase_error_deg_per_wavelength": m.phase_error_deg(),
                })
            })
            .collect();
        json!({
            "title": self.simulation.scene().title,
            "grid": grid.cells(),
            "cells": plan.cells(),
            "cell_size_m": sizes,
            "smallest_cell": {
                "axis": AXES[smallest.axis],
                "size_m": smallest.size,
                "cause": plan.meshed.smallest_cause,
            },
            "max_frequency_hz": plan.meshed.max_frequency,
            "materials": materials,
            "precision": plan.precision.name(),
            "device": self.device.to_string(),
            "threads": self.threads,
            "dt_s": plan.dt,
            "dt_cause": plan.step_cause,
            "max_steps": plan.max_steps,
            "time_s": plan.max_steps as f64 * plan.dt,
            "memory_bytes": self.memory.json(),
            "needed_bytes": self.memory.needed(),
            "available_bytes": self.memory.available,
            "fits": self.ranks.as_ref().map_or(self.memory.needed(), Ranks::bytes) <= self.memory.available,
            "mcells_per_s": self.speed,
            "runs": self.runs,
            "checkpoint_s": self.simulation.scene().checkpoint.map(|every| every.as_secs_f64()),
            "ranks": self.ranks.as_ref().map(Ranks::json),
            "estimated_s": self.seconds(),
            "left_out": plan.left_out,
            "warnings": plan.warnings,
            "notes": plan.notes,
        })
    }
}
