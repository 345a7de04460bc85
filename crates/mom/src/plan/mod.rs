//! The plan of a scene for the method of moments: mesh, equation, frequencies, excitations and memory, before anything large is allocated.

mod bounds;
mod factors;
mod forecast;
mod method;
mod out_of_core;
mod ports;
mod refusal;
mod results;
mod surface;
mod sweep;

use poynting_exec::{Budget, Effort, format_bytes};
use poynting_geometry::{Defect, Health};
use poynting_linalg::BLOCK;
use poynting_physics::constants::C0;
use poynting_scene::{EquationChoice, MonitorKind, Precision, PreconditionerChoice, Scene};

use crate::out_of_core::Place;
pub(crate) use bounds::Bounds;
pub(crate) use forecast::factor_seconds;
use method::{Chosen, Problem};
pub use method::{Disk, Method};
pub use out_of_core::Slabs;
pub use ports::PortGap;
use poynting_mom_core::error::MomError;
use poynting_mom_core::operator::Equation;
use poynting_mom_core::space::RwgSpace;
pub(crate) use refusal::same_waveforms;
use surface::Meshed;
pub use sweep::SweepPlan;

/// A body smaller than this many wavelengths is better solved by the EFIE: the MFIE loses accuracy on flat and small facets faster
/// than the EFIE loses conditioning.
const SMALL_BODY: f64 = 0.1;
/// A mesh with fewer edges per wavelength is too coarse for the currents.
const COARSE: f64 = 5.0;
/// With fewer, currents of neighbouring edges are unrelated, and so is the result to the body.
const USELESS: f64 = 1.0;
/// Strips of a matrix that are copied to or from a device at the same time: the factored one, and one on its way back in both of its forms.
const EXCHANGED: u64 = 3;

/// What a run will do.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The functions on the mesh of all structures and ports.
    pub space: RwgSpace,
    /// Mesh quality.
    pub health: Health,
    /// The integral equation to solve.
    pub equation: Equation,
    /// Requested edge length of the mesh, in metres.
    pub edge: f64,
    /// Precision of the matrix.
    pub precision: Precision,
    /// Frequencies of the results, ascending.
    pub frequencies: Vec<f64>,
    /// If not each of them is solved.
    pub sweep: Option<SweepPlan>,
    /// Maximum number of right-hand sides per frequency.
    pub sides: usize,
    /// Ports, in the order of the scene.
    pub ports: Vec<PortGap>,
    /// Form of the matrix.
    pub method: Method,
    /// Why that form was chosen.
    pub why: String,
    /// Accuracy of products in decimal digits, if the matrix is compressed.
    pub digits: f64,
    /// Relative error of the integrals.
    pub tolerance: f64,
    /// Requested relative residual, if it does not follow from the digits.
    pub residual: Option<f64>,
    /// Right-hand sides solved together by an iteration.
    pub panel: usize,
    /// Preconditioner of an iteration; never `Auto`.
    pub preconditioner: PreconditionerChoice,
    /// Precision of the factors, if the matrix is dense.
    pub factors: Precision,
    /// Storage of the near field on disk, if memory is too short.
    pub disk: Option<Disk>,
    /// The part of a dense matrix in memory, if the matrix is out of core.
    pub slabs: Option<Slabs>,
    /// Warnings for the user.
    pub warnings: Vec<String>,
    /// What takes memory at the peak of the run, in bytes.
    pub memory: Vec<(&'static str, u64)>,
    checkpoint_bytes: u64,
}

impl Plan {
    /// Plans a scene for a machine with a given amount of memory, or reports what in it the method of moments does not support.
    pub fn new(scene: &Scene, precision: Precision, budget: Budget) -> Result<Self, MomError> {
        Self::within(scene, precision, (budget, Effort::Full), || 0)
    }

    /// The same with an effort; once the surface is meshed, `besides` says how many bytes of the budget are not for the model.
    pub fn within(
        scene: &Scene,
        precision: Precision,
        (budget, effort): (Budget, Effort),
        besides: impl Fn() -> u64,
    ) -> Result<Self, MomError> {
        refusal::check(scene, precision)?;
        let bounds = Bounds { budget, effort };
        bounds.check_monitors(scene)?;
        let frequencies = frequencies(scene);
        let (Some(&lowest), Some(&highest)) = (frequencies.first(), frequencies.last()) else {
            return Err(MomError::NoFrequencies);
        };
        let per_wavelength = scene.mom.elements_per_wavelength;
        let edge = scene.mom.edge.unwrap_or(C0 / highest / per_wavelength);
        let Meshed { surface, parts } = surface::mesh(scene, edge, bounds)?;
        let space = RwgSpace::new(&surface)?;
        let health = surface.health();
        let ports = ports::gaps(scene, &space, &parts)?;
        let mut warnings = Vec::new();
        let equation = equation(scene, &health, &mut warnings);
        small_body(equation, &space, lowest, &mut warnings);
        coarse(&health, highest, &mut warnings)?;
        slivers(&health, &mut warnings);
        let sides = sides(scene);
        let sweep = SweepPlan::of(scene);
        let results = results::bytes(scene, &space);
        let samples = sweep.as_ref().map_or(0, |s| s.bytes(space.len(), results));
        let Chosen {
            method,
            why,
            mut memory,
            checkpoint_bytes,
            panel,
            disk,
            slabs,
            preconditioner,
            factors,
        } = Problem {
            space: &space,
            equation,
            options: &scene.mom,
            precision,
            sides,
            frequencies: [lowest, highest],
            density: health.lengths.per_wavelength(C0 / highest)[1],
            results,
            room: budget.bytes.saturating_sub(besides() + samples),
            bounds,
        }
        .choose()?;
        if sweep.is_some() {
            memory.push(("samples of the sweep", samples));
        }
        let digits = f64::from(scene.mom.digits);
        Ok(Self {
            method,
            why,
            digits,
            tolerance: (scene.mom.tolerance).unwrap_or_else(|| method.tolerance(digits)),
            residual: scene.mom.residual,
            memory,
            checkpoint_bytes: checkpoint_bytes + samples,
            panel,
            disk,
            slabs,
            preconditioner,
            factors,
            sides,
            space,
            health,
            equation,
            edge,
            precision,
            frequencies,
            sweep,
            ports,
            warnings,
        })
    }

    /// Whether the factors have a lower precision than the matrix, so that the solution is refined.
    pub fn is_refined(&self) -> bool {
        !self.method.is_compressed() && self.factors != self.precision
    }

    /// The factors of a dense matrix and what is done with them, for people.
    pub fn factors_in_words(&self) -> Option<String> {
        if self.method.is_compressed() {
            return None;
        }
        let (factors, matrix) = (self.factors.name(), self.precision.name());
        Some(if self.is_refined() {
            format!("{factors}, solutions refined to {matrix} by GMRES")
        } else {
            factors.to_owned()
        })
    }

    /// Number of frequencies that are solved, at most.
    pub fn solves(&self) -> usize {
        let all = self.frequencies.len();
        self.sweep.as_ref().map_or(all, |s| s.solves().min(all))
    }

    /// How an adaptive sweep will go, for people.
    pub fn sweep_in_words(&self) -> Option<String> {
        let sweep = self.sweep.as_ref()?;
        Some(format!(
            "adaptive, {} of {} solved at most, the others interpolated to {} dB",
            self.solves(),
            self.frequencies.len(),
            sweep.decibels
        ))
    }

    /// What lies on disk, for people.
    pub fn disk_in_words(&self) -> Option<String> {
        if let Some(slabs) = &self.slabs {
            let bytes = format_bytes(slabs.bytes);
            let columns = slabs.columns;
            return Some(format!(
                "matrix and factors of {bytes}, {columns} columns in memory"
            ));
        }
        let disk = self.disk?;
        let [all, slice] = [disk.bytes, disk.slice].map(format_bytes);
        Some(format!("near-field matrix of {all}, in slices of {slice}"))
    }

    /// Bytes on disk during the run, without checkpoints.
    pub fn disk_bytes(&self) -> Option<u64> {
        let slabs = self.slabs.map(|slabs| slabs.bytes);
        slabs.or(self.disk.map(|disk| disk.bytes))
    }

    /// Bytes of the columns of a dense matrix that are on their way to a device or back, at most.
    pub fn exchanged_bytes(&self) -> u64 {
        let number = match self.factors {
            Precision::F32 => size_of::<f32>(),
            Precision::F64 => size_of::<f64>(),
        };
        let strip = (self.unknowns() * BLOCK * 2 * number) as u64;
        if self.method.is_compressed() || self.slabs.is_some() {
            0
        } else {
            EXCHANGED * strip
        }
    }

    /// Rejects a disk of temporary files that is too small for a matrix out of core. A run with checkpoints does this with the disk of its folder.
    pub fn check_disk(&self) -> Result<(), MomError> {
        match self.slabs {
            Some(slabs) => Place::temporary(slabs.bytes).require_space(),
            None => Ok(()),
        }
    }

    /// Number of unknowns.
    pub fn unknowns(&self) -> usize {
        self.space.len()
    }

    /// Edges per wavelength at the highest frequency: for the longest, mean and shortest edge.
    pub fn edges_per_wavelength(&self) -> [f64; 3] {
        let highest = self.frequencies.last().copied().unwrap_or(0.0);
        self.health.lengths.per_wavelength(C0 / highest)
    }

    /// Permitted relative error of products, if the matrix is compressed.
    pub fn accuracy(&self) -> f64 {
        10.0_f64.powf(-self.digits)
    }

    /// Bytes on disk that checkpoints of the run take at most.
    pub fn checkpoint_bytes(&self) -> u64 {
        self.checkpoint_bytes
    }

    /// Peak memory of the run in bytes.
    pub fn bytes(&self) -> u64 {
        self.memory.iter().map(|(_, bytes)| bytes).sum()
    }
}

/// All requested frequencies, ascending.
pub(crate) fn frequencies(scene: &Scene) -> Vec<f64> {
    let monitors = scene.monitors.iter().flat_map(|m| m.kind.frequencies());
    let mut all: Vec<f64> = monitors.chain(&scene.mom.frequencies).copied().collect();
    all.extend(scene.port_frequencies());
    all.sort_by(f64::total_cmp);
    all.dedup();
    all
}

/// Right-hand sides: one for all sources, one per port, and two per wave of a monostatic or bistatic monitor.
fn sides(scene: &Scene) -> usize {
    let directions = scene.monitors.iter().map(|monitor| match &monitor.kind {
        MonitorKind::Monostatic { theta, phi, .. } => theta.len() * phi.len(),
        MonitorKind::Bistatic { .. } => 1,
        _ => 0,
    });
    1 + scene.ports.len() + 2 * directions.sum::<usize>()
}

/// The requested equation, if the surface allows it.
fn equation(scene: &Scene, health: &Health, warnings: &mut Vec<String>) -> Equation {
    let alpha = scene.mom.alpha;
    let choice = scene.mom.equation;
    let wanted = match choice {
        EquationChoice::Electric => Equation::Electric,
        EquationChoice::Magnetic => Equation::Magnetic,
        EquationChoice::Auto | EquationChoice::Combined => Equation::Combined { alpha },
    };
    let unfit = health
        .find(Defect::Open)
        .or_else(|| health.find(Defect::Junction));
    match (wanted, unfit) {
        (Equation::Electric, _) | (_, None) => wanted,
        (_, Some(finding)) => {
            if choice != EquationChoice::Auto {
                warnings.push(format!(
                    "the EFIE is solved instead of the {}, which needs a closed surface: the mesh has {finding}",
                    wanted.name()
                ));
            }
            Equation::Electric
        }
    }
}

fn small_body(equation: Equation, space: &RwgSpace, lowest: f64, warnings: &mut Vec<String>) {
    if equation == Equation::Electric {
        return;
    }
    let bounds = space.surface().bounds();
    let size = bounds.extent().into_iter().fold(0.0, f64::max);
    let part = size * lowest / C0;
    if part < SMALL_BODY {
        warnings.push(format!(
            "at {:.4e} Hz the size of the model is only {part:.2e} wavelengths, where the {} is inaccurate: set equation = \"efie\" under `mom`",
            lowest,
            equation.name()
        ));
    }
}

fn coarse(health: &Health, highest: f64, warnings: &mut Vec<String>) -> Result<(), MomError> {
    let [fewest, mean, _] = health.lengths.per_wavelength(C0 / highest);
    if mean < USELESS {
        return Err(MomError::TooCoarse {
            frequency: highest,
            density: mean,
        });
    }
    if mean < COARSE {
        warnings.push(format!(
            "the mesh has {mean:.1} edges per wavelength on average and {fewest:.1} at the longest edge; 10 are usual: \
             set `elements_per_wavelength` or `edge` under `mom`"
        ));
    }
    Ok(())
}

fn slivers(health: &Health, warnings: &mut Vec<String>) {
    if let Some(finding) = health.find(Defect::Sliver) {
        warnings.push(format!("the mesh has {finding}: assembly takes longer"));
    }
}
