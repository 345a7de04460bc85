//! What a run will be, before anything large is allocated.

use crate::grid::{self, Meshed};
use crate::traversal::BLOCK;
use crate::{FdtdError, Layout, Real, StoppedBy};
use poynting_analytic::constants::C0;
use poynting_exec::Budget;
use poynting_geometry::Solid;
use poynting_scene::{
    Interval, MaterialId, MaterialKind, MonitorKind, Precision, Scene, Shape, Symmetry, Wall,
};

/// Steps after which a run ends that has only an energy criterion.
pub const STEP_LIMIT: u64 = 2_000_000;

/// A run, laid out.
#[derive(Debug)]
pub struct Plan {
    /// The grid, and what there is to say about it.
    pub meshed: Meshed,
    /// The structures, compiled.
    pub solids: Vec<(Solid, MaterialId)>,
    /// What stands at each face of the grid, symmetry planes included.
    pub walls: [[Wall; 2]; 3],
    /// Time step in seconds.
    pub dt: f64,
    /// Steps after which it ends at the latest.
    pub max_steps: u64,
    /// What sets that limit.
    pub last_step_by: StoppedBy,
    /// Precision of the fields.
    pub precision: Precision,
    /// What takes memory, in bytes.
    pub memory: Vec<(&'static str, u64)>,
    /// What the user should know.
    pub warnings: Vec<String>,
}

impl Plan {
    /// Lays out the run of a scene.
    pub fn new(scene: &Scene, precision: Precision) -> Result<Self, FdtdError> {
        let solids = compile(scene)?;
        let meshed = grid::mesh(scene, &solids)?;
        let dt = scene.fdtd.courant * meshed.grid.courant_limit(fastest(scene));
        let by_time = scene.stop.time.map(|t| (t / dt).ceil() as u64);
        let steps = scene.stop.steps.map(|steps| (steps, StoppedBy::Steps));
        let time = by_time.map(|steps| (steps, StoppedBy::Time));
        let limit = steps
            .into_iter()
            .chain(time)
            .min_by_key(|(steps, _)| *steps);
        let mut warnings: Vec<String> = meshed.warnings.iter().map(ToString::to_string).collect();
        if limit.is_none() {
            warnings.push(format!(
                "the run ends when the energy has decayed, or after {STEP_LIMIT} steps; set stop.steps or stop.time \
                 to bound it otherwise"
            ));
        }
        let (max_steps, last_step_by) = limit.unwrap_or((STEP_LIMIT, StoppedBy::Steps));
        let mut plan = Self {
            meshed,
            solids,
            walls: walls(scene),
            dt,
            max_steps: max_steps.max(1),
            last_step_by,
            precision,
            memory: Vec::new(),
            warnings,
        };
        plan.memory = match precision {
            Precision::F32 => plan.count_memory::<f32>(scene),
            Precision::F64 => plan.count_memory::<f64>(scene),
        };
        Ok(plan)
    }

    /// Bytes in all.
    pub fn bytes(&self) -> u64 {
        self.memory.iter().map(|(_, b)| b).sum()
    }

    /// Cells of the grid.
    pub fn cells(&self) -> u64 {
        self.meshed.grid.total_cells()
    }

    /// Refuses what does not fit.
    pub fn check_memory(&self, budget: Budget) -> Result<(), FdtdError> {
        Ok(budget.check(self.bytes())?)
    }

    /// Steps between two recordings.
    pub fn interval(&self, every: Interval) -> u64 {
        match every {
            Interval::Steps(n) => n.max(1),
            Interval::Time(t) => ((t / self.dt).round() as u64).max(1),
        }
    }

    /// The layout of the fields.
    pub fn layout<T: Real>(&self) -> Layout {
        Layout::new::<T>(
            self.meshed.grid.cells(),
            self.walls.map(|w| w[0] == Wall::Periodic),
        )
    }

    fn count_memory<T: Real>(&self, scene: &Scene) -> Vec<(&'static str, u64)> {
        let len = self.layout::<T>().len() as u64;
        // Boxes give few distinct coefficient tuples; curved surfaces give more than one byte can number.
        let curved = scene
            .structures
            .iter()
            .any(|s| !matches!(s.shape, Shape::Box { .. }));
        let recorded = scene
            .monitors
            .iter()
            .map(|m| self.monitor_bytes::<T>(&m.kind))
            .sum();
        vec![
            ("fields", 6 * T::BYTES * len),
            ("material index", if curved { 2 * len } else { len }),
            ("monitors", recorded),
        ]
    }

    fn monitor_bytes<T: Real>(&self, kind: &MonitorKind) -> u64 {
        match kind {
            MonitorKind::Probe { components, .. } => {
                (components.len() * 8 * BLOCK * size_of::<f64>()) as u64
            }
            MonitorKind::Snapshot {
                from,
                to,
                components,
                every,
                ..
            } => {
                let per_axis = (0..3).map(|a| {
                    let lines = &self.meshed.grid.lines[a];
                    let inside = lines
                        .iter()
                        .filter(|l| **l >= from[a] && **l <= to[a])
                        .count();
                    (inside.max(1) + 1) as u64
                });
                let pending = (BLOCK as u64).div_ceil(self.interval(*every));
                per_axis.product::<u64>() * components.len() as u64 * pending * T::BYTES
            }
        }
    }
}

fn compile(scene: &Scene) -> Result<Vec<(Solid, MaterialId)>, FdtdError> {
    let one = |s: &poynting_scene::Structure| match Solid::new(&s.shape, &scene.base_dir) {
        Ok(solid) => Ok((solid, s.material)),
        Err(cause) => Err(FdtdError::Geometry {
            structure: s.name.clone(),
            cause,
        }),
    };
    scene.structures.iter().map(one).collect()
}

/// The largest speed of light in any medium of the scene, vacuum included.
fn fastest(scene: &Scene) -> f64 {
    let used = scene
        .structures
        .iter()
        .map(|s| s.material)
        .chain([MaterialId::VACUUM]);
    let speeds = used.filter_map(|id| match scene.materials[id.0 as usize].kind {
        MaterialKind::Medium(m) => {
            let least = |v: [f64; 3]| v.into_iter().fold(f64::INFINITY, f64::min);
            Some(C0 / (least(m.eps_r) * least(m.mu_r)).sqrt())
        }
        MaterialKind::Pec | MaterialKind::Pmc => None,
    });
    speeds.fold(0.0, f64::max)
}

fn walls(scene: &Scene) -> [[Wall; 2]; 3] {
    let mut walls = scene.boundary.walls;
    for (axis, symmetry) in scene.symmetry.iter().enumerate() {
        match symmetry {
            Some(Symmetry::Electric) => walls[axis][0] = Wall::Pec,
            Some(Symmetry::Magnetic) => walls[axis][0] = Wall::Pmc,
            None => {}
        }
    }
    walls
}
