//! What a run will be, before anything large is allocated.

mod effort;
mod loads;
mod memory;
mod pml_clearance;
mod settling;
mod warnings;

use crate::binding::{Binding, GridContext};
use crate::capabilities;
use crate::coefficients::{
    CoefficientInputs, LEAST_OUTSIDE_PLASMA, Overrides, Skins, is_rough_plasma, metal_surface,
};
use crate::error::FdtdError;
use crate::incident::MeshedScene;
use crate::line::CoupledLines;
use crate::mistakes::Mistakes;
use crate::outcome::StoppedBy;
use crate::wire::{WireModel, Wires};
use poynting_exec::{Budget, ExceedsMemory, Planning, Real};
use poynting_fdtd_core::cpml::Profile;
use poynting_fdtd_core::dispersion::DispersiveNodes;
use poynting_fdtd_core::load::EdgeLoad;
use poynting_fdtd_post::demand;
use poynting_geometry::{Solid, Surface};
use poynting_grid::{Arrangement, Grid, Layers, Layout, Meshed, Span, Turn};
use poynting_physics::Complex;
use poynting_physics::constants::C0;
use poynting_scene::{
    MaterialId, MaterialKind, Pml, Precision, Scene, Shape, Surfaces, Symmetry, Wall,
};

/// Steps after which a run ends that has only an energy criterion.
pub const STEP_LIMIT: u64 = 2_000_000;

/// Fields this many times slower than the highest frequency are absorbed as static ones.
const SLOW: f64 = 20.0;

/// More cells than any machine holds; beyond, sizes in bytes would not fit an integer.
const MOST_CELLS: u64 = 1 << 50;

/// What models must have in common to be advanced together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StackShape {
    /// Cells per axis.
    pub cells: [usize; 3],
    /// Which axes are periodic, with or without a phase.
    pub periodic: [bool; 3],
    /// Whether fields are complex.
    pub is_complex: bool,
    /// Cells behind absorbing faces.
    pub layers: Layers,
    /// Precision of the fields.
    pub precision: Precision,
}

/// A run, laid out.
#[derive(Debug)]
pub struct Plan {
    /// The grid, and what there is to say about it.
    pub meshed: Meshed,
    /// The structures, compiled.
    pub solids: Vec<(Solid, MaterialId)>,
    /// How axes are turned in memory, so that rows are long.
    pub turn: Turn,
    /// What stands at each face of the grid, symmetry planes included.
    pub walls: [[Wall; 2]; 3],
    /// What absorbing faces are made of.
    pub pml: Pml,
    /// Per axis exp(-j k L) between Bloch walls a period L apart; 1 elsewhere.
    pub phases: [Complex; 3],
    /// Time step in seconds.
    pub dt: f64,
    /// Steps after which it ends at the latest.
    pub max_steps: u64,
    /// What sets that limit.
    pub last_step_by: StoppedBy,
    /// Precision of the fields.
    pub precision: Precision,
    /// What is not looked at: coefficients, and what follows from them. Such a plan cannot be run.
    pub left_out: Option<String>,
    /// What takes memory, in bytes.
    pub memory: Vec<(&'static str, u64)>,
    /// What makes the time step smaller than the cells alone would.
    pub step_cause: Option<String>,
    /// What the user should know and change, or know to be right: each lowers the verdict of the report.
    pub warnings: Vec<String>,
    /// What the defaults and the grid decided by themselves: needs no action and lowers nothing.
    pub notes: Vec<String>,
    /// Bytes of a node's material index, as far as the shapes tell: boxes give few distinct coefficient tuples, curved
    /// surfaces more than one byte can number.
    pub index_bytes: u64,
    /// Thin wires on the grid.
    pub wires: Wires,
    /// Sources, ports and monitors on the grid.
    pub binding: Binding,
    /// Where media are dispersive.
    pub dispersive: DispersiveNodes,
    /// What lumped elements and sheets do to edges.
    pub loads: Vec<EdgeLoad>,
    /// The surfaces of conductors.
    pub skins: Skins,
    /// Lines of a network's ports that share a cross-section.
    pub coupled: Vec<CoupledLines>,
}

impl Plan {
    /// Lays out the run of a scene.
    pub fn new(scene: &Scene, precision: Precision) -> Result<Self, FdtdError> {
        Self::within(scene, precision, Planning::default())
    }

    /// The same at limited cost.
    pub fn within(
        scene: &Scene,
        precision: Precision,
        planning: Planning,
    ) -> Result<Self, FdtdError> {
        capabilities::check_scene(scene)?;
        let solids = solids(scene)?;
        let meshed = poynting_grid::mesh(scene, &solids)?;
        refuse_uncountable(meshed.grid.total_cells())?;
        demand::check(&scene.monitors, &meshed.grid, planning)?;
        let left_out = effort::left_out(scene, (&meshed, &solids), planning);
        let walls = walls(scene);
        let layout = layout::<f64>(&meshed, walls);
        let wires = Wires::new(WireModel {
            scene,
            grid: &meshed.grid,
            layout: &layout,
            layers: meshed.layers,
            walls,
            solids: &solids,
        })?;
        let (speed, slowed) = fastest(scene, &meshed.grid, &solids);
        let (limit, step_cause) = wires.step_limit(scene, (&meshed.grid, &layout), speed);
        let step_cause = step_cause.or(slowed);
        let dt = scene.fdtd.courant * limit;
        let by_time = scene.stop.time.map(|t| (t / dt).ceil() as u64);
        let steps = scene.stop.steps.map(|steps| (steps, StoppedBy::Steps));
        let time = by_time.map(|steps| (steps, StoppedBy::Time));
        let limit = steps
            .into_iter()
            .chain(time)
            .min_by_key(|(steps, _)| *steps);
        let (warnings, notes): (Vec<_>, Vec<_>) =
            meshed.warnings.iter().partition(|w| w.needs_action());
        let [warnings, notes] =
            [warnings, notes].map(|told| told.iter().map(ToString::to_string).collect());
        let (max_steps, last_step_by) = limit.unwrap_or((STEP_LIMIT, StoppedBy::Steps));
        let phases = std::array::from_fn(|a| {
            let lines = &meshed.grid.lines[a];
            Complex::cis(-scene.boundary.bloch[a] * (lines[lines.len() - 1] - lines[0]))
        });
        let context = GridContext {
            grid: &meshed.grid,
            layout: &layout,
            walls,
            layers: meshed.layers,
            phases,
            bloch: scene.boundary.bloch,
            solids: &solids,
            flattened: &meshed.flattened,
            dt,
        };
        let binding = Binding::new(scene, context)?;
        let mut shapes = scene.structures.iter().map(|s| &s.shape);
        let is_curved = shapes.any(|shape| !matches!(shape, Shape::Box { .. }));
        let mut plan = Self {
            turn: Turn::of(meshed.grid.cells(), layout.periodic),
            meshed,
            solids,
            walls,
            pml: Pml {
                alpha: scene
                    .boundary
                    .pml
                    .alpha
                    .or(scene.max_frequency().map(|f| f / SLOW)),
                ..scene.boundary.pml
            },
            phases,
            binding,
            wires,
            step_cause,
            dispersive: DispersiveNodes::default(),
            loads: Vec::new(),
            skins: Skins::default(),
            coupled: Vec::new(),
            dt,
            max_steps: max_steps.max(1),
            last_step_by,
            precision,
            memory: Vec::new(),
            index_bytes: if is_curved { 2 } else { 1 },
            warnings,
            notes,
            left_out,
        };
        if plan.left_out.is_none() {
            plan.find_surfaces(scene, &layout)?;
            plan.settle(scene, &layout)?;
            plan.check_plane_waves(scene)?;
        }
        plan.warn(scene);
        plan.memory = match precision {
            Precision::F32 => plan.count_memory::<f32>(),
            Precision::F64 => plan.count_memory::<f64>(),
        };
        Ok(plan)
    }

    /// Refuses plane waves whose surface is not in free space, and says what the grid does to them.
    fn check_plane_waves(&mut self, scene: &Scene) -> Result<(), FdtdError> {
        let model = MeshedScene {
            scene,
            meshed: &self.meshed,
            solids: &self.solids,
        };
        for wave in &self.binding.plane_waves {
            self.warnings.extend(wave.check(model)?);
            self.notes.extend(wave.moved_box(&self.meshed.grid));
            self.warnings.extend(wave.warnings(&self.meshed.grid));
        }
        Ok(())
    }

    /// Bytes in all.
    pub fn bytes(&self) -> u64 {
        self.memory.iter().map(|(_, b)| b).sum()
    }

    /// Whether its scene sets an end besides the decay of the energy.
    pub fn is_bounded(&self, scene: &Scene) -> bool {
        scene.stop.steps.is_some() || scene.stop.time.is_some()
    }

    /// What models of one stack have in common.
    pub fn stack_shape(&self) -> StackShape {
        StackShape {
            cells: self.meshed.grid.cells(),
            periodic: self.walls.map(|w| w[0].is_joined()),
            is_complex: is_complex(self.walls),
            layers: self.meshed.layers,
            precision: self.precision,
        }
    }

    /// Cells of the grid.
    pub fn cells(&self) -> u64 {
        self.meshed.grid.total_cells()
    }

    /// Refuses what does not fit.
    pub fn check_memory(&self, budget: Budget) -> Result<(), FdtdError> {
        Ok(budget.check(self.bytes())?)
    }

    /// Where the nodes of the scene lie in memory.
    pub fn arrangement<T: Real>(&self) -> Arrangement {
        let spans = self.meshed.grid.cells().map(|n| Span::whole(n + 1));
        self.arrangement_of::<T>(spans)
    }

    /// Where these nodes of the scene lie in the memory of a rank.
    pub fn arrangement_of<T: Real>(&self, spans: [Span; 3]) -> Arrangement {
        let scene = layout::<T>(&self.meshed, self.walls);
        Arrangement::new::<T>(scene, self.turn, spans)
    }

    /// The layout of the fields in memory.
    pub fn layout<T: Real>(&self) -> Layout {
        self.arrangement::<T>().stored
    }

    /// Sheets, wires and loads.
    pub fn overrides(&self, layout: &Layout) -> Overrides {
        let mut overrides = Overrides::from_solids(&self.solids, &self.meshed, layout);
        self.wires.edit(&mut overrides);
        overrides.add_loads(self.binding.loads.iter().chain(&self.loads));
        overrides
    }

    /// What coefficients are built from.
    pub fn coefficient_inputs<'a>(
        &'a self,
        scene: &'a Scene,
        layout: &'a Layout,
        overrides: &'a Overrides,
    ) -> CoefficientInputs<'a> {
        CoefficientInputs {
            grid: &self.meshed.grid,
            layers: self.meshed.layers,
            layout,
            walls: self.walls,
            materials: &scene.materials,
            solids: &self.solids,
            skins: &self.skins,
            overrides,
            surfaces: scene.fdtd.surfaces,
            dt: self.dt,
        }
    }

    /// The surface of metal and sheets as the grid has it, for pictures. It takes as long as setting up the run.
    pub fn metal_surface(&self, scene: &Scene) -> Surface {
        let layout = layout::<f64>(&self.meshed, self.walls);
        let overrides = self.overrides(&layout);
        metal_surface(
            &self.coefficient_inputs(scene, &layout, &overrides),
            &self.loads,
        )
    }

    /// The absorbing layers.
    pub fn profiles(&self) -> Vec<Profile> {
        Profile::all(
            &self.meshed.grid.lines,
            self.meshed.layers,
            self.pml,
            self.dt,
        )
    }
}

/// Rejects more cells than bytes can be counted for.
fn refuse_uncountable(cells: u64) -> Result<(), ExceedsMemory> {
    if cells <= MOST_CELLS {
        return Ok(());
    }
    Err(ExceedsMemory {
        needed: cells.saturating_mul(6 * size_of::<f32>() as u64),
        available: Budget::of_this_machine().bytes,
        device: None,
    })
}

fn layout<T: Real>(meshed: &Meshed, walls: [[Wall; 2]; 3]) -> Layout {
    let (cells, joined) = (meshed.grid.cells(), walls.map(|w| w[0].is_joined()));
    if is_complex(walls) {
        Layout::complex::<T>(cells, joined)
    } else {
        Layout::new::<T>(cells, joined)
    }
}

/// Between Bloch walls fields are complex.
fn is_complex(walls: [[Wall; 2]; 3]) -> bool {
    walls.as_flattened().contains(&Wall::Bloch)
}

/// The structures of a scene as bodies that can be asked, in its order; files that they come from are read.
pub fn solids(scene: &Scene) -> Result<Vec<(Solid, MaterialId)>, FdtdError> {
    let one = |s: &poynting_scene::Structure| match Solid::new(&s.shape, &scene.base_dir) {
        Ok(solid) => Ok((solid, s.material)),
        Err(cause) => Err(FdtdError::Geometry {
            structure: s.name.clone(),
            cause,
        }),
    };
    let mut solids = Vec::new();
    let mut mistakes = Mistakes::default();
    mistakes.check(&scene.structures, |structure| {
        solids.push(one(structure)?);
        Ok(())
    });
    mistakes.result()?;
    Ok(solids)
}

/// The largest speed of light in any medium of the scene, vacuum included, and beside surfaces of media with negative permittivity; these with
/// what they do to the time step.
fn fastest(scene: &Scene, grid: &Grid, solids: &[(Solid, MaterialId)]) -> (f64, Option<String>) {
    let used = scene
        .structures
        .iter()
        .map(|s| s.material)
        .chain([MaterialId::VACUUM]);
    let speeds = used.filter_map(|id| match &scene.materials[id.0 as usize].kind {
        MaterialKind::Medium(m) => {
            let least = |v: [f64; 3]| v.into_iter().fold(f64::INFINITY, f64::min);
            Some(C0 / (least(m.eps_r) * least(m.mu_r)).sqrt())
        }
        _ => None,
    });
    let fastest = speeds.fold(0.0, f64::max);
    let is_rough = |solid: &(Solid, MaterialId)| is_rough_plasma(&scene.materials, grid, solid);
    let rough = solids.iter().position(is_rough);
    match rough.filter(|_| scene.fdtd.surfaces == Surfaces::Conformal) {
        Some(n) => {
            let factor = LEAST_OUTSIDE_PLASMA.sqrt();
            let cause = format!(
                "structure `{}`, whose permittivity is negative and whose surface lies between grid lines, limits the time step to {factor:.2} times what the cells allow",
                scene.structures[n].name,
            );
            (fastest / factor, Some(cause))
        }
        None => (fastest, None),
    }
}

fn walls(scene: &Scene) -> [[Wall; 2]; 3] {
    // A layer ends at an electric wall.
    let behind = |wall: Wall| if wall == Wall::Pml { Wall::Pec } else { wall };
    let mut walls = scene.boundary.walls.map(|pair| pair.map(behind));
    for (axis, symmetry) in scene.symmetry.iter().enumerate() {
        match symmetry {
            Some(Symmetry::Electric) => walls[axis][0] = Wall::Pec,
            Some(Symmetry::Magnetic) => walls[axis][0] = Wall::Pmc,
            None => {}
        }
    }
    walls
}
