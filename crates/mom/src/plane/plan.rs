//! The plan of a scene with two dimensions: elements, equation, frequencies and memory, before anything large is allocated.

use poynting_exec::{Budget, Effort, Planning};
use poynting_linalg::{Complex, thread_bytes};
use poynting_mom2d::{
    Equation, Mesh, Mom2dError, Outline, Polarization, Sampling, seconds_to_fill,
};
use poynting_physics::constants::C0;
use poynting_scene::{EquationChoice, MonitorKind, Outline as Drawn, Precision, Profile, Scene};

use super::drive::{BLOCK, Drive, polarizations};
use crate::plan::{Bounds, SweepPlan, factor_seconds, frequencies, same_waveforms};
use crate::run::point_counts;
use poynting_mom_core::error::MomError;
use poynting_mom_core::forecast::{Forecast, Solution};

/// Bytes of a complex number.
const COMPLEX: u64 = size_of::<Complex<f64>>() as u64;
/// Bytes of an element with its points.
const ELEMENT: u64 = 600;
/// Elements whose columns are filled at a time, with two functions each.
const FILLED: u64 = 2 * 64;
/// Bytes at a point of a field: that of a wave, the sum, and the numbers that are recorded.
const OF_A_POINT: u64 = 2 * 3 * COMPLEX + 6 * COMPLEX;
/// Numbers in a direction: widths in three units, a phase, an amplitude.
const OF_A_DIRECTION: u64 = 2 * 6 * 8;

/// What a run will do.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The elements at the highest frequency, which all frequencies use.
    pub mesh: Mesh,
    /// The names of the outlines.
    pub names: Vec<String>,
    /// The equation on closed outlines; strips have the EFIE.
    pub equation: Equation,
    /// Whether all outlines are strips.
    pub is_open: bool,
    /// Elements per wavelength at the highest frequency, at least.
    pub per_wavelength: f64,
    /// Frequencies to solve, ascending.
    pub frequencies: Vec<f64>,
    /// Polarisations to solve at the frequency that has most.
    pub polarizations: Vec<Polarization>,
    /// Largest number of waves of a polarisation at a frequency.
    pub sides: usize,
    /// Warnings for the user.
    pub warnings: Vec<String>,
    /// Automatic choices that need no action.
    pub notes: Vec<String>,
    /// What takes memory at the peak of the run, in bytes.
    pub memory: Vec<(&'static str, u64)>,
}

impl Plan {
    /// Plans a scene, or reports what in it cannot be solved.
    pub fn within(
        scene: &Scene,
        precision: Precision,
        (budget, effort): (Budget, Effort),
    ) -> Result<Self, MomError> {
        if precision == Precision::F32 {
            let what = "single precision with dimension = 2".to_owned();
            return Err(refused(what, "matrices are small: use double precision"));
        }
        same_waveforms(scene)?;
        Bounds { budget, effort }.check_monitors(scene)?;
        check_fields(scene, budget)?;
        let frequencies = frequencies(scene);
        let Some(&highest) = frequencies.last() else {
            return Err(MomError::NoFrequencies);
        };
        let per_wavelength = scene.mom.elements_per_wavelength;
        let mesh = mesh(scene, C0 / highest, budget)?;
        let equation = equation(scene)?;
        let polarizations = frequencies.iter().map(|&f| polarizations(scene, f));
        let sides = sides(scene);
        let mut plan = Self {
            names: scene.profiles.iter().map(|p| p.name.clone()).collect(),
            equation,
            is_open: scene.profiles.iter().all(is_strip),
            per_wavelength,
            polarizations: polarizations.max_by_key(Vec::len).unwrap_or_default(),
            sides,
            warnings: Vec::new(),
            notes: Vec::new(),
            memory: Vec::new(),
            mesh,
            frequencies,
        };
        if scene.mom.equation == EquationChoice::Combined && scene.profiles.iter().any(is_strip) {
            let warning = "the EFIE is solved on strips, because the CFIE needs closed outlines";
            plan.warnings.push(warning.to_owned());
        }
        if SweepPlan::of(scene).is_some() {
            let note =
                "each frequency is solved: method = \"adaptive\" has no effect with dimension = 2";
            plan.notes.push(note.to_owned());
        }
        plan.memory = plan.lines(scene);
        Ok(plan)
    }

    /// Number of unknowns of the polarisation that has more.
    pub fn unknowns(&self) -> usize {
        let [nodes, ends] = self.mesh.nodes();
        if self.polarizations == [Polarization::Te] {
            nodes - ends
        } else {
            nodes
        }
    }

    /// `efie`, `mfie` or `cfie`.
    pub fn equation_name(&self) -> &'static str {
        match self.equation {
            _ if self.is_open => "efie",
            Equation::Electric => "efie",
            Equation::Magnetic => "mfie",
            Equation::Combined(_) => "cfie",
        }
    }

    /// `TM`, `TE` or `TM, TE`.
    pub fn polarizations_in_words(&self) -> String {
        let names = self.polarizations.iter().map(|p| match p {
            Polarization::Tm => "TM",
            Polarization::Te => "TE",
        });
        names.collect::<Vec<_>>().join(", ")
    }

    /// Peak memory of the run in bytes.
    pub fn bytes(&self) -> u64 {
        self.memory.iter().map(|(_, bytes)| bytes).sum()
    }

    /// Samples the work at the highest frequency. To be called in the thread pool of the run.
    pub fn forecast(&self) -> Result<Forecast, MomError> {
        let mut matrix = 0.0;
        for &polarization in &self.polarizations {
            let seconds = seconds_to_fill(&self.mesh, polarization, self.equation);
            matrix += seconds.map_err(|e| unsolvable(&self.names, &e))?;
        }
        let factors = factor_seconds(self.unknowns()) * self.polarizations.len() as f64;
        Ok(Forecast {
            matrix,
            solution: Solution::Factors(factors),
        })
    }

    fn lines(&self, scene: &Scene) -> Vec<(&'static str, u64)> {
        let n = self.unknowns() as u64;
        let waves = self.sides.min(BLOCK) as u64;
        let threads = rayon::current_num_threads() as u64;
        vec![
            ("matrix", COMPLEX * n * n),
            ("factors", COMPLEX * n * n),
            ("products of tiles", thread_bytes::<f64>() * threads),
            ("columns", COMPLEX * n * FILLED),
            ("right-hand sides", 4 * COMPLEX * n * waves),
            ("elements", ELEMENT * self.mesh.len() as u64),
            ("fields and widths", results(scene)),
        ]
    }
}

pub(super) fn refused(what: String, reason: &str) -> MomError {
    MomError::Refused {
        what,
        reason: reason.to_owned(),
    }
}

/// The error for outlines that cannot be solved.
pub(super) fn unsolvable(names: &[String], error: &Mom2dError) -> MomError {
    match error {
        Mom2dError::Crossing {
            outlines: [first, second],
            at: [x, y],
        } if first == second => refused(
            format!(
                "structure `{}`, whose outline crosses or touches itself at ({x}, {y}) m,",
                names[*first]
            ),
            "separate the sides, or divide it into several structures",
        ),
        Mom2dError::Crossing {
            outlines: [first, second],
            at: [x, y],
        } => refused(
            format!(
                "structure `{}` and structure `{}`, which cross or touch at ({x}, {y}) m,",
                names[*first], names[*second]
            ),
            "unite them into one outline, or separate them",
        ),
        Mom2dError::Open { outline } => refused(
            format!(
                "the MFIE on structure `{}`, which is open,",
                names[*outline]
            ),
            "set equation = \"auto\" under `mom`",
        ),
        other => refused("these outlines".to_owned(), &other.to_string()),
    }
}

fn is_strip(profile: &Profile) -> bool {
    matches!(profile.outline, Drawn::Strip { .. })
}

/// Divides the outlines, unless their matrix does not fit.
fn mesh(scene: &Scene, wavelength: f64, budget: Budget) -> Result<Mesh, MomError> {
    let outline = |profile: &Profile| {
        let drawn = match &profile.outline {
            Drawn::Circle { center, radius } => Outline::circle(*center, *radius),
            Drawn::Polygon { corners } => Outline::polygon(corners),
            Drawn::Strip { points } => Outline::strip(points),
        };
        drawn.map_err(|e| refused(format!("structure `{}`", profile.name), &e.to_string()))
    };
    let outlines = scene.profiles.iter().map(outline);
    let outlines = outlines.collect::<Result<Vec<_>, MomError>>()?;
    let sampling = Sampling {
        per_wavelength: scene.mom.elements_per_wavelength,
        ..Sampling::default()
    };
    let count = Mesh::count(&outlines, wavelength, sampling);
    let what = || {
        format!(
            "the matrix for {count:.3e} elements of the outlines at {:.4e} Hz",
            C0 / wavelength
        )
    };
    let cure = "lower the highest frequency, or write fewer `elements_per_wavelength` under `mom`";
    let planning = Planning {
        budget: Some(budget),
        ..Planning::default()
    };
    planning.check_part(2.0 * COMPLEX as f64 * count * count, (what, cure))?;
    let names: Vec<String> = scene.profiles.iter().map(|p| p.name.clone()).collect();
    Mesh::new(&outlines, wavelength, sampling).map_err(|e| unsolvable(&names, &e))
}

/// The equation on closed outlines.
fn equation(scene: &Scene) -> Result<Equation, MomError> {
    let alpha = scene.mom.alpha;
    let equation = match scene.mom.equation {
        EquationChoice::Electric => Equation::Electric,
        EquationChoice::Magnetic => Equation::Magnetic,
        EquationChoice::Auto | EquationChoice::Combined if alpha >= 1.0 => Equation::Electric,
        EquationChoice::Auto | EquationChoice::Combined if alpha <= 0.0 => Equation::Magnetic,
        EquationChoice::Auto | EquationChoice::Combined => Equation::Combined(alpha),
    };
    let strip = scene.profiles.iter().find(|p| is_strip(p));
    match (equation, strip) {
        (Equation::Magnetic, Some(strip)) => Err(refused(
            format!("the MFIE on structure `{}`, which is open,", strip.name),
            "set equation = \"auto\" under `mom`, or `alpha` above 0",
        )),
        _ => Ok(equation),
    }
}

/// Refuses field monitors whose results do not fit.
fn check_fields(scene: &Scene, budget: Budget) -> Result<(), MomError> {
    let planning = Planning {
        budget: Some(budget),
        ..Planning::default()
    };
    for monitor in &scene.monitors {
        let points = points(&monitor.kind);
        let what = || format!("monitor `{}` has {points:.3e} points", monitor.name);
        let cure = "make it smaller, or write fewer `samples`";
        planning.check_part(OF_A_POINT as f64 * points, (what, cure))?;
    }
    Ok(())
}

/// The number of points of a field.
fn points(kind: &MonitorKind) -> f64 {
    match kind {
        MonitorKind::Field {
            from, to, samples, ..
        } => point_counts([*from, *to], *samples, kind.frequencies())
            .iter()
            .product(),
        _ => 0.0,
    }
}

/// Right-hand sides: the waves of a monitor, or of the sources.
fn sides(scene: &Scene) -> usize {
    let waves = scene.monitors.iter().map(|monitor| match &monitor.kind {
        MonitorKind::Monostatic { phi, .. } => phi.len(),
        MonitorKind::Bistatic { .. } => 1,
        _ => Drive::waves(scene),
    });
    waves.max().unwrap_or(0)
}

/// Bytes of the results of a frequency.
fn results(scene: &Scene) -> u64 {
    let of = |kind: &MonitorKind| {
        let field = (points(kind) as u64).saturating_mul(OF_A_POINT);
        field.saturating_add((kind.directions() as u64).saturating_mul(OF_A_DIRECTION))
    };
    let monitors = scene.monitors.iter().map(|m| of(&m.kind));
    monitors.fold(0, u64::saturating_add)
}
