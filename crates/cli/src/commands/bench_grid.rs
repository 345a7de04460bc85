//! The grid of `poynting bench fdtd`.

use crate::failure::Failure;
use clap::ValueEnum;
use poynting::Device;
use poynting_bench::{
    Axes, Case, Cells, Dispersive, Grid, OptionError, Snapshots, Workload, default_cells,
};
use std::num::NonZero;
use std::path::PathBuf;
use std::str::FromStr;

/// What is measured.
#[derive(Debug, clap::Args)]
pub struct Subject {
    /// Cells along each axis, or along x, y and z as AxBxC, with the PML [default: 256; 64 for a software GPU driver]
    #[arg(long, value_name = "N")]
    cells: Option<Cells>,
    /// Rows for several sizes: a list of N or AxBxC [default: cubes of 32, 64, 96, 128, 200, 256 and 320]
    #[arg(long, value_name = "N,N,...", num_args = 0..=1, default_missing_value = SIZES)]
    sweep_sizes: Option<Sizes>,
    /// Content of the grid: vac (vacuum), diel (a dielectric cube in the middle), pml and pmldiel (the same with a PML of ten cells) [default: vac]
    #[arg(long, hide_possible_values = true)]
    case: Option<CaseName>,
    /// PML cells at each face that is not periodic [default: those of the case]
    #[arg(long, value_name = "N")]
    layers: Option<usize>,
    /// Fill the volume with random boxes of N dielectrics, always the same
    #[arg(long, value_name = "N")]
    materials: Option<NonZero<usize>>,
    /// Make a share of the volume dispersive: one block with this number of Lorentz terms, or many small blocks
    #[arg(long, value_name = "SHARE:POLES[:spread]")]
    dispersive: Option<Dispersive>,
    /// Record the far field at N frequencies
    #[arg(long, value_name = "N")]
    far_field: Option<NonZero<usize>>,
    /// Record a snapshot of the volume every N steps, of every STRIDE-th node
    #[arg(long, value_name = "N[:STRIDE]")]
    snapshots: Option<Snapshots>,
    /// Periodic axes, e.g. xy
    #[arg(long, value_name = "AXES")]
    periodic: Option<Axes>,
    /// Measure this scene instead, with all its sources, media and monitors; of a network, one run
    #[arg(long, value_name = "FILE")]
    scene: Option<PathBuf>,
}

/// Sizes of a sweep without a list: from grids within the second-level cache to those far beyond the third.
const SIZES: &str = "32,64,96,128,200,256,320";

/// Sizes of a sweep.
#[derive(Debug, Clone)]
struct Sizes(Vec<Cells>);

impl FromStr for Sizes {
    type Err = OptionError;

    fn from_str(text: &str) -> Result<Self, OptionError> {
        let sizes: Result<_, _> = text.split(',').map(str::parse).collect();
        sizes.map(Self)
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum CaseName {
    /// Vacuum
    Vac,
    /// A dielectric cube in the middle half of each axis
    Diel,
    /// Vacuum with a PML of ten cells
    Pml,
    /// The dielectric cube with a PML of ten cells
    #[value(name = "pmldiel")]
    PmlDiel,
}

impl From<CaseName> for Case {
    fn from(name: CaseName) -> Self {
        match name {
            CaseName::Vac => Self::Vac,
            CaseName::Diel => Self::Diel,
            CaseName::Pml => Self::Pml,
            CaseName::PmlDiel => Self::PmlDiel,
        }
    }
}

impl Subject {
    /// What to measure on a device; refuses options that contradict each other.
    pub fn workload(&self, device: Device) -> Result<Workload, Failure> {
        let shape = [
            ("--cells", self.cells.is_some()),
            ("--sweep-sizes", self.sweep_sizes.is_some()),
            ("--case", self.case.is_some()),
            ("--layers", self.layers.is_some()),
        ];
        if let Some(path) = &self.scene {
            refuse(
                &[&shape[..], &self.additions()].concat(),
                |option| format!("--scene measures the grid of the scene; {option} does not apply"),
                "omit it, or omit --scene to measure a grid of equal cells",
            )?;
            return Ok(Workload::Scene(path.clone()));
        }
        if self.sweep_sizes.is_some() {
            refuse(
                &shape[..1],
                |option| format!("--sweep-sizes sets the sizes of the grid; {option} does too"),
                "list all sizes, e.g. --sweep-sizes 64,300x200x100",
            )?;
        }
        let sizes = match (&self.sweep_sizes, self.cells) {
            (Some(Sizes(sizes)), _) => sizes.clone(),
            (None, Some(cells)) => vec![cells],
            (None, None) => vec![Cells::cube(default_cells(device))],
        };
        let grids = sizes.into_iter().map(|cells| self.grid(cells));
        Ok(Workload::Grids(grids.collect::<Result<_, _>>()?))
    }

    /// The grid for the mappings of a GPU, whose bytes are counted for the cases alone.
    pub fn plain_grid(&self, device: Device) -> Result<Grid, Failure> {
        let others = [
            ("--scene", self.scene.is_some()),
            ("--sweep-sizes", self.sweep_sizes.is_some()),
        ];
        refuse(
            &[&others[..], &self.additions()].concat(),
            |option| {
                format!(
                    "--mappings counts the bytes of a single plain grid; {option} does not apply"
                )
            },
            "omit it, or omit --mappings",
        )?;
        let cells = self.cells;
        self.grid(cells.unwrap_or_else(|| Cells::cube(default_cells(device))))
    }

    /// Options that add something to a case.
    fn additions(&self) -> Vec<(&'static str, bool)> {
        vec![
            ("--materials", self.materials.is_some()),
            ("--dispersive", self.dispersive.is_some()),
            ("--far-field", self.far_field.is_some()),
            ("--snapshots", self.snapshots.is_some()),
            ("--periodic", self.periodic.is_some()),
        ]
    }

    fn grid(&self, cells: Cells) -> Result<Grid, Failure> {
        let grid = Grid {
            cells,
            case: self.case.map_or(Case::Vac, Into::into),
            layers: self.layers,
            materials: self.materials.map_or(0, NonZero::get),
            dispersive: self.dispersive,
            far_field: self.far_field.map_or(0, NonZero::get),
            snapshots: self.snapshots,
            periodic: self.periodic.unwrap_or_default(),
        };
        match grid.contradiction() {
            None => Ok(grid),
            Some(found) => Err(Failure::Usage {
                message: format!("{cells}: {found}"),
                help: Some(found.help().to_owned()),
            }),
        }
    }
}

/// Refuses the first of these options that is given.
fn refuse(
    options: &[(&str, bool)],
    message: impl Fn(&str) -> String,
    help: &str,
) -> Result<(), Failure> {
    let given = options.iter().find(|(_, is_given)| *is_given);
    given.map_or(Ok(()), |(option, _)| {
        Err(Failure::Usage {
            message: message(option),
            help: Some(help.to_owned()),
        })
    })
}
