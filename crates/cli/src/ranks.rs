//! How ranks would share a grid, as `poynting check` shows it.

use crate::costs::Costs;
use crate::failure::Failure;
use crate::format;
use crate::options::Machine;
use crate::output::Output;
use poynting::{
    Device, DeviceError, Error, FdtdPlan, GATHERED_BYTES, RankForecast, RankPlan, RunOptions,
    bytes_per_value, format_bytes,
};
use serde_json::{Value, json};

/// A division and the plan that it divides.
pub struct Ranks<'a> {
    /// The whole.
    pub plan: &'a FdtdPlan,
    /// The division.
    pub shared: RankPlan,
    /// Bytes of the whole on the device.
    pub bytes: u64,
    /// The device, if it is not the CPU.
    pub gpu: Option<Gpu>,
    /// The constants of a machine.
    pub costs: Option<Costs>,
    /// Steps of all runs.
    pub steps: u64,
    /// Whether the runs are those of a network, which are combined in memory.
    pub is_network: bool,
}

/// A GPU for which a division is planned.
pub enum Gpu {
    /// One of this machine, whose memory is counted.
    Present(String),
    /// One that this machine or this program lacks.
    Absent(String),
}

impl Gpu {
    /// The options of a plan, and the GPU that it is for. What this machine lacks is planned on the CPU.
    pub fn of(machine: &Machine) -> Result<(RunOptions, Option<Self>), Failure> {
        let name = machine.device.clone();
        match machine.options() {
            Err(Error::Device(
                DeviceError::NotInBuild { .. } | DeviceError::NoSuchDevice { .. },
            )) => {
                let on_cpu = Machine {
                    device: Device::Cpu.to_string(),
                    ..machine.clone()
                };
                Ok((on_cpu.options()?, Some(Self::Absent(name))))
            }
            Err(other) => Err(other.into()),
            Ok(options) if options.device.resolve() == Ok(Device::Cpu) => Ok((options, None)),
            Ok(options) => Ok((options, Some(Self::Present(name)))),
        }
    }
}

impl Ranks<'_> {
    /// Bytes of the rank that needs most.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Bytes that a rank receives in an exchange, at most.
    fn received(&self) -> u64 {
        let values = self.shared.most(|load| load.received.values);
        values * bytes_per_value(self.plan.precision)
    }

    fn messages(&self) -> u64 {
        self.shared.most(|load| load.received.messages)
    }

    /// Bytes of the recorded fields that a rank holds at most, and whether those are its own only.
    fn fields(&self) -> (u64, bool) {
        let value = bytes_per_value(self.plan.precision);
        let all = self.plan.gathered_bytes();
        let ranks = self.shared.loads.len();
        if !self.is_network && self.plan.fields_are_divided(ranks, GATHERED_BYTES) {
            (self.shared.most(|load| load.fields) * value, true)
        } else {
            (all, false)
        }
    }

    /// Nodes of a rank, the fewest and the most.
    fn own(&self) -> [u64; 2] {
        let own = || self.shared.loads.iter().map(|load| load.own);
        [own().min().unwrap_or(0), own().max().unwrap_or(0)]
    }

    /// The mean number of nodes of a rank, relative to the largest.
    fn balance(&self) -> f64 {
        let [_, most] = self.own();
        let nodes = self.plan.cells() as f64 / self.shared.loads.len() as f64;
        (nodes / most as f64).min(1.0)
    }

    fn forecast(&self) -> Option<(&Costs, RankForecast)> {
        let costs = self.costs.as_ref()?;
        Some((costs, costs.of_ranks.forecast(self.plan, &self.shared)))
    }

    /// Prints them; `run_time` says how long a run of some seconds takes.
    pub fn print(&self, out: &mut Output, run_time: impl Fn(f64) -> String) {
        let [x, y, z] = self.shared.parts;
        let [least, most] = self.own().map(format::count);
        let [_, all] = self.shared.stored();
        let halo = self.shared.halo;
        out.heading("Ranks");
        let mut row = |name: &str, text: String| {
            out.line(format::wrapped(&format!("  {name:<10} "), &text));
        };
        let count = format::count(self.shared.loads.len() as u64);
        row("number", format!("{count}, as {x} x {y} x {z}"));
        row(
            "cells",
            format!("{least} to {most} each; balance {:.2}", self.balance()),
        );
        row(
            "halo",
            format!("{halo} cells; all ranks together store {all:.2} times the grid"),
        );
        let bytes = format_bytes(self.bytes());
        row("memory", format!("at most {bytes} each{}", self.of_gpu()));
        let (fields, is_own) = self.fields();
        let text = match (fields, is_own) {
            (0, _) => "no snapshots or field monitors".to_owned(),
            (bytes, true) => {
                let bytes = format_bytes(bytes);
                format!(
                    "each keeps and writes its part of snapshots and field monitors, at most {bytes} at a time"
                )
            }
            (bytes, false) => {
                let bytes = format_bytes(bytes);
                format!("each holds all snapshots and field monitors, {bytes} at a time")
            }
        };
        row("monitors", text);
        let messages = format::count(self.messages());
        let received = format_bytes(self.received());
        row(
            "messages",
            format!("every {halo} steps, at most {messages} with {received} to each"),
        );
        if self.gpu.is_some() {
            let text = "GPUs of one machine can share a run, e.g. --device gpu:0,gpu:1; cells and messages are those of the grid on any device";
            row("device", text.to_owned());
        }
        let Some((costs, forecast)) = self.forecast() else {
            let text = "not predicted: run `poynting bench ranks --json costs.json` on the machine, then add --costs costs.json";
            row("run time", text.to_owned());
            return;
        };
        let time = |seconds: f64| format::si(seconds, "s");
        row(
            "step",
            format!(
                "{}: cells {}, messages {}",
                time(forecast.step_s),
                time(forecast.cells_s),
                time(forecast.messages_s)
            ),
        );
        row(
            "efficiency",
            format!("{:.0} %", 100.0 * forecast.efficiency),
        );
        row("run time", run_time(forecast.step_s * self.steps as f64));
        let of = costs.of_ranks;
        row(
            "costs",
            format!(
                "{} Mcells/s, {} per message, {} per rank, from {}",
                format::number(of.mcells_per_s),
                time(of.latency_s),
                format::si(of.bytes_per_s, "B/s"),
                costs.file.display()
            ),
        );
        let planned = self.plan.precision.name();
        if let Some(measured) = costs.precision.as_deref().filter(|p| *p != planned) {
            row(
                "warning",
                format!("the costs are those of {measured}, and the plan is in {planned}"),
            );
        }
    }

    fn of_gpu(&self) -> String {
        match &self.gpu {
            None => String::new(),
            Some(Gpu::Present(gpu)) => format!(" on {gpu}"),
            Some(Gpu::Absent(gpu)) => {
                format!(" on the CPU; `{gpu}` is not available here, and its layout not known")
            }
        }
    }

    /// The same for scripts.
    pub fn json(&self) -> Value {
        let predicted = self.forecast().map(|(costs, forecast)| {
            json!({
                "step_s": forecast.step_s,
                "cells_s": forecast.cells_s,
                "messages_s": forecast.messages_s,
                "efficiency": forecast.efficiency,
                "run_s": forecast.step_s * self.steps as f64,
                "costs": costs.file,
            })
        });
        let (device, is_here) = match &self.gpu {
            None => ("cpu", true),
            Some(Gpu::Present(gpu)) => (gpu.as_str(), true),
            Some(Gpu::Absent(gpu)) => (gpu.as_str(), false),
        };
        json!({
            "device": device,
            "device_is_here": is_here,
            "parts": self.shared.parts,
            "cells_per_rank": self.own(),
            "balance": self.balance(),
            "halo": self.shared.halo,
            "stored_share": self.shared.stored(),
            "bytes_per_rank": self.bytes(),
            "monitor_bytes_per_rank": self.fields().0,
            "monitors_divided": self.fields().1,
            "steps_between_exchanges": self.shared.halo,
            "messages_per_rank": self.messages(),
            "received_bytes_per_rank": self.received(),
            "predicted": predicted,
        })
    }
}
