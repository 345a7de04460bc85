//! Arguments that several commands share.

use crate::failure::Failure;
use clap::{Args, ValueEnum};
use poynting::{
    Budget, Device, DeviceChoice, Devices, Error, Pool, Precision, Processes, RunOptions, Solver,
    TraversalChoice,
};
use poynting_scene::FileAccess;
use std::num::NonZero;

/// How the machine is used.
#[derive(Debug, Clone, Args)]
pub struct Machine {
    /// Device: auto, cpu, gpu, gpu:1, cuda or hip; `poynting devices` lists those available. Several names separated by commas, as in `gpu:0,gpu:1`
    /// or `gpu,cpu`, or `all`: they share the grid of an FDTD run
    #[arg(long, default_value = "auto", value_name = "DEVICE")]
    pub device: String,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<NonZero<usize>>,
    /// Precision of the fields: f32 or f64 [default: that of the scene]
    #[arg(long, hide_possible_values = true)]
    pub precision: Option<PrecisionName>,
    /// Memory limit, e.g. "3 GB", "500 MB" or "16 GiB" [default: the available memory]
    #[arg(long, alias = "memory-limit", value_name = "SIZE", value_parser = bytes)]
    pub memory: Option<u64>,
}

impl Machine {
    /// Options for the library, with an available device.
    pub fn options(&self) -> Result<RunOptions, Error> {
        self.options_in(None)
    }

    /// The same for one of several processes: those of a machine take its devices in turn.
    pub fn options_in(&self, processes: Option<Processes>) -> Result<RunOptions, Error> {
        if let Some(threads) = self.threads {
            Pool::check(threads.get())?;
        }
        let mut devices = self.device.parse::<DeviceChoice>()?.resolve_all()?;
        if let Some(processes) = processes {
            let all = devices.all();
            devices = all[processes.0.process_of_machine() % all.len()].into();
        }
        let device = match devices.one() {
            Some(device) => device.into(),
            None => DeviceChoice::Several(devices),
        };
        Ok(RunOptions {
            device,
            threads: self.threads.map(NonZero::get),
            precision: self.precision.map(Into::into),
            budget: self.budget(devices)?,
            processes,
            ..RunOptions::default()
        })
    }

    /// A limit cannot add memory: the smaller of the two counts. With several devices a limit holds for each GPU.
    fn budget(&self, devices: Devices) -> Result<Option<Budget>, Error> {
        let available = devices
            .one()
            .map_or(Ok(None), |one| one.budget().map(Some))?;
        let available = available.map(|budget| budget.bytes);
        let bytes = available.into_iter().chain(self.memory).min();
        Ok(bytes.map(|bytes| Budget { bytes }))
    }
}

/// Which files a scene may read.
#[derive(Debug, Clone, Copy, Args)]
pub struct SceneFiles {
    /// Let the scene read mesh files outside its own folder
    #[arg(long)]
    allow_files: bool,
}

impl SceneFiles {
    /// The library's choice.
    pub fn access(self) -> FileAccess {
        if self.allow_files {
            FileAccess::Anywhere
        } else {
            FileAccess::OwnFolder
        }
    }
}

/// Parses the name of a device and checks that it is available.
pub fn device(name: &str) -> Result<Device, Error> {
    Ok(name.parse::<DeviceChoice>()?.resolve()?)
}

/// A precision, by name.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum PrecisionName {
    /// Single precision
    F32,
    /// Double precision
    F64,
}

impl From<PrecisionName> for Precision {
    fn from(name: PrecisionName) -> Self {
        match name {
            PrecisionName::F32 => Self::F32,
            PrecisionName::F64 => Self::F64,
        }
    }
}

/// A solver, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SolverName {
    /// Finite-difference time-domain method
    Fdtd,
    /// Method of moments
    Mom,
    /// Rigorous coupled-wave analysis
    Rcwa,
    /// FDTD, then the solver in the frequency domain that suits the scene
    Both,
}

impl SolverName {
    /// The solver for a command that describes a single one.
    pub fn one(name: Option<Self>, command: &str) -> Result<Option<Solver>, Failure> {
        if name == Some(Self::Both) {
            return Err(Failure::Usage {
                message: format!("`poynting {command}` takes one solver at a time"),
                help: Some("use --solver fdtd, mom or rcwa".to_owned()),
            });
        }
        Ok(name.and_then(Self::solver))
    }

    /// The solver, if it is a single one.
    pub fn solver(self) -> Option<Solver> {
        match self {
            Self::Fdtd => Some(Solver::Fdtd),
            Self::Mom => Some(Solver::Mom),
            Self::Rcwa => Some(Solver::Rcwa),
            Self::Both => None,
        }
    }
}

/// An order of updates, by name. It does not change the result.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum TraversalName {
    /// The fastest
    Auto,
    /// All E, then all H
    Sweep,
    /// Several steps at a time on tiles that stay in the cache
    Tiles,
}

impl From<TraversalName> for TraversalChoice {
    fn from(name: TraversalName) -> Self {
        match name {
            TraversalName::Auto => Self::Auto,
            TraversalName::Sweep => Self::Sweep,
            TraversalName::Tiles => Self::Tiles,
        }
    }
}

/// Why a memory size is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SizeError {
    /// Not a unit of memory.
    #[error(
        "`{0}` is not a unit of memory: use kB, MB, GB, TB or KiB, MiB, GiB, TiB, e.g. \"4 GiB\""
    )]
    Unit(String),
    /// Not a number above zero.
    #[error("`{0}` is not a size: enter a number greater than zero and a unit, e.g. \"4 GiB\"")]
    Number(String),
    /// Less than one byte.
    #[error("`{0}` is less than a byte: enter a larger number or a larger unit, e.g. \"4 GiB\"")]
    Small(String),
}

/// Reads `4 GiB`, `500MB`, `1000000`.
pub fn bytes(text: &str) -> Result<u64, SizeError> {
    let text = text.trim();
    let split = text.rfind(|c: char| !c.is_alphabetic()).map_or(0, |last| {
        last + text[last..].chars().next().map_or(0, char::len_utf8)
    });
    let (value, unit) = text.split_at(split);
    let factor = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        "tb" => 1e12,
        "kib" | "k" => 1024.0,
        "mib" | "m" => 1024f64.powi(2),
        "gib" | "g" => 1024f64.powi(3),
        "tib" | "t" => 1024f64.powi(4),
        _ => return Err(SizeError::Unit(unit.to_owned())),
    };
    match value.trim().parse::<f64>() {
        Ok(v) if v > 0.0 && v.is_finite() && v * factor < 1.0 => {
            Err(SizeError::Small(text.to_owned()))
        }
        Ok(v) if v > 0.0 && v.is_finite() => Ok((v * factor) as u64),
        _ => Err(SizeError::Number(text.to_owned())),
    }
}

/// A number of threads.
pub fn threads(text: &str) -> Result<NonZero<usize>, String> {
    text.parse()
        .map_err(|_| "enter a whole number, 1 or more".to_owned())
}

#[cfg(test)]
mod tests {
    use crate::options::{SizeError, bytes};

    #[test]
    fn sizes_are_read() {
        assert_eq!(bytes("4 GiB"), Ok(4 << 30));
        assert_eq!(bytes("1.5k"), Ok(1536));
        assert_eq!(bytes("500MB"), Ok(500_000_000));
        assert_eq!(bytes("12"), Ok(12));
        assert_eq!(bytes("3 GB"), Ok(3_000_000_000));
        assert_eq!(bytes("1e3 mb"), Ok(1_000_000_000));
        for wrong in ["-1 GiB", "GiB", "", "0 GB", "1.2.3 MB", "inf GB"] {
            let error = bytes(wrong).unwrap_err();
            assert!(matches!(&error, SizeError::Number(_)), "{wrong}: {error}");
            assert!(error.to_string().contains(wrong), "{error}");
        }
        assert_eq!(bytes("1 Gx"), Err(SizeError::Unit("Gx".to_owned())));
        assert!(matches!(bytes("0.5 B"), Err(SizeError::Small(_))));
    }
}
